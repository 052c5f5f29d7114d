"""The question asked step by step, in short lines: for someone at the table with a phone."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import typer

from referee.asking.compare import all_from, compare_question
from referee.asking.question import KINDS, answer, answer_under_any, check_askable, foundation, shipped
from referee.asking.words import question_of
from referee.cli.ask_text import AnswerText, break_line
from referee.cli.failure import FOUND, UNREADABLE
from referee.phrases import Phrase, PhraseError, say
from referee.ruleset import RulesetError, load_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.asking.question import Kind, Question
    from referee.ruleset.model import Ruleset

NOT_KNOWN: Final = "?"
_QUIT: Final = frozenset({"q", "quit", "exit", "退出", "结束"})
_BACK: Final = frozenset({"<", "back", "退回", "返回"})
MOST_ENTRIES: Final = 12
"""No list of plays or bids is longer than that."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing asked for: its word, the phrase that asks, the default, and whether it is asked entry by entry.

    ``most``: so many entries at most; None: until an empty one.
    """

    word: str
    key: str = ""
    default: str = NOT_KNOWN
    entries: bool = False
    most: int | None = None

    @property
    def asked(self) -> str:
        """The phrase that asks for it."""
        return f"cli.dialog.{self.key or self.word}"


_AT_THE_TABLE = (Step("ruleset"), Step("level"), Step("trump"))
STEPS: Final[Mapping[Kind, tuple[Step, ...]]] = {
    "follow": (*_AT_THE_TABLE, Step("lead"), Step("holding"), Step("play")),
    "lead": (*_AT_THE_TABLE, Step("lead"), Step("others", entries=True, most=3)),
    "trick": (*_AT_THE_TABLE, Step("plays", entries=True)),
    "capture": (
        *_AT_THE_TABLE,
        Step("lead"),
        Step("winning"),
        Step("by", default="attackers"),
        Step("points", "kitty_points"),
    ),
    "result": (
        Step("ruleset"),
        Step("points"),
        Step("level", "dealer_level"),
        Step("other_level"),
        Step("dealer"),
        Step("totals"),
    ),
    "bid": (Step("ruleset"), Step("level"), Step("bids", entries=True), Step("first_deal"), Step("dealer")),
}
"""What is asked for each kind of question, in order."""
_YES: Final = frozenset({"yes", "y", "是", "对"})
_KEPT: Final = ("ruleset", "level", "trump")
"""What the next question takes over as its defaults."""


class _Over(Exception):  # noqa: N818 - the end of the input is no error of the program
    """The input has ended."""


class _Quit(_Over):
    """Whoever asks wants no more."""


class _Back(Exception):  # noqa: N818
    """Back to the step before."""


class Dialog:
    """A conversation in one language; ``run`` returns the exit status of the last answer."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.said: dict[str, Any] = {}
        self.status: int | None = None

    def run(self) -> int:
        """Ask, answer, and go on until there is no more to ask."""
        try:
            while True:
                self._one_question()
                if not self._more():
                    break
        except _Quit:
            return self.status or 0
        except _Over:
            typer.echo("")
            if self.status is None:
                typer.echo(say(Phrase("cli.dialog.over"), self.lang), err=True)
                return UNREADABLE
        return self.status or 0

    def _one_question(self) -> None:
        kind = self._kind()
        self.said = {word: value for word, value in self.said.items() if word in _KEPT}
        steps, at = STEPS[kind], 0
        self._tell("dialog.intro")
        while at < len(steps):
            try:
                self._step(kind, steps[at])
                at += 1
            except _Back:
                at = max(at - 1, 0)
        question, rules = self._question(kind)
        ruling = answer_under_any(question) if rules is None else answer(question, rules)
        typer.echo("")
        for line in self._text().answer(question, rules, ruling):
            typer.echo(line)
        self.status = FOUND if ruling.verdict == "illegal" else 0
        self.last = question, rules

    def _more(self) -> bool:
        """Compare, or ask another question."""
        while True:
            typer.echo("")
            word = self._read("dialog.again", "").lower()
            if word in {"n", "新", "再问"}:
                return True
            if word not in {"c", "比较"}:
                return False
            question, rules = self.last
            for line in self._text().comparison(compare_question(question, all_from(rules or foundation()))):
                typer.echo(line)

    def _text(self) -> AnswerText:
        return replace(AnswerText.for_stdout(self.lang), options=False)

    # --- the steps

    def _kind(self) -> Kind:
        self._tell("dialog.kind")
        for number, kind in enumerate(KINDS, 1):
            self._write(f" {number} {say(Phrase(f'cli.dialog.kind.{kind}'), self.lang)}", 3)
        while True:
            word = self._read("", "1").lower()
            if word in KINDS:
                return KINDS[KINDS.index(word)]
            if word.isdecimal() and 1 <= int(word) <= len(KINDS):
                return KINDS[int(word) - 1]
            self._unread(Phrase("cli.dialog.number", {"most": len(KINDS)}))

    def _step(self, kind: Kind, step: Step) -> None:
        """Ask for one word until it can be read and the question can still be asked with it."""
        if step.word == "ruleset":
            self._ruleset()
            return
        if step.word == "dealer" and self.said.get("first_deal") in _YES:
            return
        default = str(self.said.get(step.word, step.default)) if not step.entries else NOT_KNOWN
        if step.entries:
            self._entries(kind, step)
            return
        while True:
            given = self._read(step.asked.removeprefix("cli."), default)
            if self._fits(kind, step.word, given):
                return

    def _entries(self, kind: Kind, step: Step) -> None:
        """A list, entry by entry; an empty one ends it, or is a hand not known where there are so many."""
        found: list[str] = []
        while len(found) < (step.most or MOST_ENTRIES):
            try:
                given = self._read(
                    step.asked.removeprefix("cli."), NOT_KNOWN if step.most else "", number=len(found) + 1
                )
            except _Back:
                if not found:
                    raise
                found.pop()
                continue
            if not given:
                break
            if self._fits(kind, step.word, [*found, given]):
                found.append(given)
        if not found:
            self.said[step.word] = None

    def _fits(self, kind: Kind, word: str, given: str | list[str]) -> bool:
        """Take a word over if the question can be asked with it; say what is wrong if not."""
        before = dict(self.said)
        self.said[word] = given
        try:
            question, rules = self._question(kind)
            check_askable(question, shipped() if rules is None else (rules,))
        except PhraseError as error:
            self.said = before
            self._unread(error.phrase)
            return False
        return True

    def _ruleset(self) -> None:
        names = [ruleset.id for ruleset in all_from(foundation())]
        self._tell("dialog.ruleset")
        for number, ruleset in enumerate(all_from(foundation()), 1):
            self._write(f"{number:>2} {ruleset.title[self.lang]}", 3)
        while True:
            word = self._read("", self.said.get("ruleset", "1"))
            if word.isdecimal() and 1 <= int(word) <= len(names):
                word = names[int(word) - 1]
            if word == NOT_KNOWN or self._loads(word):
                self.said["ruleset"] = word
                return

    def _loads(self, name: str) -> bool:
        try:
            load_ruleset(name)
        except RulesetError as error:
            from referee.findings.catalogue import message

            self._write(message(error.findings[0], self.lang))
            return False
        return True

    def _question(self, kind: Kind) -> tuple[Question, Ruleset | None]:
        name = self.said.get("ruleset", NOT_KNOWN)
        words = {word: value for word, value in self.said.items() if word != "ruleset"}
        return question_of(kind, words), None if name == NOT_KNOWN else load_ruleset(name)

    # --- the terminal

    def _read(self, key: str, default: str, **facts: Any) -> str:
        """One line of input; empty takes the default. Raises _Back, _Quit, _Over."""
        if key:
            self._tell(key, **facts)
        typer.echo(f"{f'[{default}] ' if default else ''}> ", nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise _Over
        word = line.strip()
        if word.lower() in _QUIT:
            raise _Quit
        if word.lower() in _BACK:
            raise _Back
        return (word or default).replace("？", NOT_KNOWN)

    def _tell(self, key: str, **facts: Any) -> None:
        self._write(say(Phrase(f"cli.{key}", facts), self.lang))

    def _unread(self, reason: Phrase) -> None:
        said = say(reason, self.lang)
        facts = {"reason": said[:1].upper() + said[1:].rstrip(".。")}
        self._write(say(Phrase("cli.dialog.unread", facts), self.lang))

    def _write(self, text: str, hang: int = 0) -> None:
        """A text in lines no longer than the terminal."""
        for line in break_line(text, self._text().columns or 1000, hang):
            typer.echo(line)
