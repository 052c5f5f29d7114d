"""Answers in words for people: what is decided, step by step why, what is missing, where the rule is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from referee.asking.results import bands_phrase
from referee.asking.rulings import TrickRuling
from referee.asking.short import headline
from referee.cli.render_text import MANY
from referee.cli.style import Style, pad, width
from referee.findings import catalogue
from referee.phrases import Count, Phrase, SeatName, Series, TrumpName, say
from referee.reading import read_cards
from referee.ruleset.differences import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.asking.compare import Comparison, Side
    from referee.asking.question import Question
    from referee.ruleset.model import Citation, Ruleset
    from referee.ruling import Ruling

_TRUMPS: Final = ("S", "H", "D", "C", "NT")
_OPTIONS: Final = {
    "ask.lack.ruleset": "--ruleset",
    "ask.lack.level": "--level",
    "ask.lack.trump": "--trump",
    "ask.lack.lead": "--lead",
    "ask.lack.holding": "--holding",
    "ask.lack.unseen": "--holding",
    "ask.lack.unseen_number": "--holding",
    "ask.lack.plays": "--plays",
    "ask.lack.play_of": "--plays",
    "ask.lack.hand": "--others",
    "ask.lack.winning": "--winning",
    "ask.lack.points": "--points",
    "ask.lack.bids": "--bids",
    "ask.lack.first_deal": "--first-deal, --dealer",
    "ask.lack.base.kitty_points": "--points, --kitty",
    "ask.lack.base.loser_last_trick_points": "--plays, --points",
    "ask.lack.base.loser_hand_score": "--points",
}
_LONGEST: Final = 200
"""Columns of a value in the table of parameters."""


@dataclass(frozen=True, slots=True)
class AnswerText:
    """Puts answers into words, in one language.

    ``columns``: lines are broken there (0: never). ``options``: what is missing is followed by the option that says it.
    """

    lang: str
    style: Style
    columns: int = 0
    options: bool = True

    @classmethod
    def for_stdout(cls, lang: str) -> AnswerText:
        """Broken at the edge of a terminal, in one piece elsewhere."""
        import shutil
        import sys

        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        return cls(lang, Style.for_stdout(), columns)

    # --- one answer

    def answer(self, question: Question, ruleset: Ruleset | None, ruling: Ruling) -> Iterator[str]:
        """One answer: the verdict, the reasons, and where the rule is written."""
        yield from self._broken(self._head(question, ruling), 0)
        for step in ruling.steps:
            if step.key == "ask.trick.winner":
                continue  # the head has said it
            yield from self._broken(self._sentence(step), 2)
        if isinstance(ruling, TrickRuling):
            yield from self._plays(ruling)
        yield from self._details(question, ruleset, ruling)

    def _head(self, question: Question, ruling: Ruling) -> str:
        text = say(headline(question, ruling), self.lang)
        text = text[:1].upper() + text[1:]
        if ruling.verdict == "illegal":
            head = self.style.severity(text, "error")
        else:
            plain = ruling.verdict == "legal" and not ruling.kept
            head = self.style.good(text) if plain else self.style.bold(text)
        if ruling.code is None:
            return head
        return head + self._say("tail", what=f"{ruling.code} {catalogue.definition(ruling.code).name}")

    def _sentence(self, step: Phrase) -> str:
        text = say(step, self.lang)
        end = "" if text[-1:] in {":", "：", ".", "。"} else "。" if self.lang == "zh" else "."
        return text[:1].upper() + text[1:] + end

    def _plays(self, ruling: TrickRuling) -> Iterator[str]:
        """A line for each play: whose, which cards, why it wins or does not."""
        whose = [self._who(play.seat, index) for index, play in enumerate(ruling.plays)]
        cards = [say(read_cards(play.cards), self.lang) for play in ruling.plays]
        first, second = max(map(width, whose)), max(map(width, cards))
        narrow = 0 < self.columns < first + second + 40
        for name, shown, play in zip(whose, cards, ruling.plays, strict=True):
            reason = say(play.step, self.lang)
            if narrow:
                yield from self._broken(
                    f"{name} {shown}: {reason}" if self.lang == "en" else f"{name} {shown}：{reason}", 2
                )
                continue
            line = f"  {pad(name, first)}  {pad(shown, second)}  {reason}"
            yield self.style.bold(line) if play.wins else line

    def _who(self, seat: str | None, index: int) -> str:
        return str(index + 1) if seat is None else say(SeatName(seat), self.lang)

    def _details(self, question: Question, ruleset: Ruleset | None, ruling: Ruling) -> Iterator[str]:
        if ruling.legal_examples and (ruling.legal_count or len(ruling.legal_examples) >= MANY):
            yield from self._detail("legal", self._examples(ruling))
        for lack in ruling.lacks:
            option = _OPTIONS.get(lack.key) if self.options else None
            text = say(lack, self.lang)
            yield from self._detail("missing", text + (self._say("tail", what=option) if option else ""))
        rules = self._rules(question, ruleset)
        if rules:
            yield from self._detail("rules", rules)
        if ruling.rule is not None:
            yield from self._detail("rule", ruling.rule)
            if ruleset is not None:
                yield from self._written(ruleset.written(ruling.rule))

    def _examples(self, ruling: Ruling) -> str:
        shown = tuple(read_cards(play) for play in ruling.legal_examples)
        total = ruling.legal_count or 0
        if ruling.legal_count is None:
            return self._say("many", shown=Series(shown, "list"))
        if total <= len(shown):
            return say(Series(shown, "either"), self.lang)
        return self._say("more", shown=Series(shown, "list"), others=Count(total - len(shown), "other"), total=total)

    def _rules(self, question: Question, ruleset: Ruleset | None) -> str:
        parts: list[Any] = [] if ruleset is None else [ruleset.id]
        if question.level is not None:
            parts.append(Phrase("cli.ask.level", {"level": question.level}))
        if question.trump is not None and question.kind not in {"result", "bid"}:
            parts.append(Phrase("cli.ask.trump", {"trump": TrumpName(_TRUMPS.index(question.trump))}))
        return say(Series(tuple(parts), "list"), self.lang)

    def _written(self, citation: Citation) -> Iterator[str]:
        if citation.source is not None:
            text = citation.source
            if citation.document:
                text = self._say("source", source=text, title=citation.document[self.lang])
            yield from self._detail("source", text)
        if citation.ruling is not None:
            text = citation.ruling
            if citation.reading:
                text = self._say("reading", ruling=text, text=citation.reading[self.lang])
            yield from self._detail("reading", text)

    def _detail(self, label: str, text: str) -> Iterator[str]:
        name = pad(self._say(f"label.{label}"), 8 if self.lang == "en" else 4)
        yield from self._broken(f"{self.style.dim(name)}  {text}", 2, hang=10 if self.lang == "en" else 6)

    # --- several answers

    def comparison(self, comparison: Comparison) -> Iterator[str]:
        """A table of the answers, then the parameters that make the difference."""
        rows = comparison.rows
        names = max(width(row.ruleset.id) for row in rows)
        answers = [say(row.short if row.fault is None else row.fault, self.lang) for row in rows]
        room = max(map(width, answers))
        for row, text in zip(rows, answers, strict=True):
            mark = " " if row.same else "≠"
            paths = [" + ".join(each.path for each in taken) for taken in row.deciding]
            reason = say(Phrase("cli.ask.by", {"paths": Series(tuple(paths), "or")}), self.lang) if paths else ""
            line = f"{mark} {pad(row.ruleset.id, names)}  {text}"
            yield from self._broken(f"{pad(line, names + room + 4)}  {self.style.dim(reason)}".rstrip(), 0, hang=4)
        if not comparison.differ:
            yield self._say("ask.all_same")
            return
        yield from self._parameters(comparison)

    def _parameters(self, comparison: Comparison) -> Iterator[str]:
        """Each parameter that makes a difference, with its value and source on both sides."""
        first = comparison.rows[0].ruleset.id
        groups: dict[str, dict[str, tuple[Side, list[str]]]] = {}
        for row in comparison.rows:
            for each in (each for taken in row.deciding for each in taken):
                sides = groups.setdefault(each.path, {})
                text = self._value(each.path, each.value, comparison.rows[0].ruleset)
                sides.setdefault(text, (each.value, [first]))
                _, named = sides.setdefault(self._value(each.path, each.other, row.ruleset), (each.other, []))
                if row.ruleset.id not in named:
                    named.append(row.ruleset.id)
        for path, sides in groups.items():
            yield ""
            yield self.style.bold(path)
            for text, (side, names) in sides.items():
                yield from self._broken(f"{', '.join(names)}: {text}{self._source(side)}", 2, hang=4)

    def _value(self, path: str, side: Side, ruleset: Ruleset) -> str:
        """A value on one line; score bands as rows, however they are written."""
        if side.value is ABSENT:
            return self._say("ask.not_set")
        text = say(bands_phrase(ruleset.bands), self.lang) if path == "bands" else flow(side.value)
        return text if width(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

    def _source(self, side: Side) -> str:
        where = [side.citation.source, side.citation.ruling]
        if side.origin is not None:
            where.append(f"{side.origin.file}:{side.origin.line}")
        said = ", ".join(filter(None, where))
        return self.style.dim(f"  [{said}]") if said else ""

    # --- lines

    def _broken(self, text: str, indent: int, *, hang: int = 2) -> Iterator[str]:
        """A line with its indentation, broken where the terminal ends."""
        lines = break_line(text, self.columns - indent, hang) if self.columns else [text]
        for line in lines:
            yield " " * indent + line

    def _say(self, key: str, **facts: Any) -> str:
        return say(Phrase(f"cli.{key}", facts), self.lang)


def break_line(text: str, columns: int, hang: int) -> list[str]:
    """A text in lines of at most so many columns, the later ones indented; marks of colour take no room."""
    lines: list[str] = []
    line, at = "", 0
    for piece in _pieces(text):
        room = 0 if piece.startswith("\033") else width(piece)
        if at + room > columns and at > hang:
            lines.append(line.rstrip())
            line, at = " " * hang, hang
            if piece == " ":
                continue
        line += piece
        at += room
    return [*lines, line.rstrip()]


def _pieces(text: str) -> Iterator[str]:
    """Words and blanks, marks of colour, and Chinese characters one by one with the punctuation that follows them."""
    import re

    yield from re.findall(r"\033\[[0-9;]*m|[\u2e80-\uffef][，。：；、！？）”]*| |[^ \u2e80-\uffef\033]+", text)


def flow(value: Any) -> str:
    """A value of a ruleset file on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
