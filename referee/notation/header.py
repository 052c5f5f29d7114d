"""The header tags of a match 比赛 and what they say; seats are settled first, wherever they are declared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from lark import Token, Tree

from referee.notation.build import Source, levels, natural, seat, seat_numbers, string
from referee.notation.fault import Fault, LineFault, quoted
from referee.notation.seats import CHINESE, MAX_SEATS, name_fault, seating
from referee.notation.words import TAG_NAMES
from referee.phrases import Count
from referee.record import STANDARD_SEATS, Header, LevelsLine, TagLine, TotalsLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.findings import Finding
    from referee.notation.diagnosis import Diagnosis
    from referee.notation.text import Clean

VERSION: Final = 1
"""The version of the notation this reader knows."""
_WORDS: Final = re.compile(r"[^\s\[\]【】\"“”「」,，、:：=;；]+")
_ONCE: Final = frozenset({"notation", "ruleset", "seats", "levels", "totals", "names"})


class HeaderReader:
    """Collects the tags of one match; ``finish`` makes the header and what is wrong with it."""

    def __init__(self) -> None:
        self._tags: list[tuple[TagLine, Sequence[Token | Tree[Token]]]] = []
        self._header = Header()

    def add(self, tree: Tree[Token], line: int, original: str) -> None:
        """Take the tree of one tag line."""
        body: Any = tree.children[0]
        name = body.children[1]
        known = TAG_NAMES.get(name.type, original[name.start_pos : name.end_pos])
        self._tags.append((TagLine(line, original, known, _values(body.children, original)), body.children))

    def rescue(self, found: Diagnosis, plain: Clean) -> None:
        """Take what can be known of a tag that could not be read, so that later lines are not blamed for it."""
        name = TAG_NAMES.get(found.kind, "")
        self._header.unread.add(name)
        words = _WORDS.findall(plain.original[: plain.comment])[1:]
        if name == "ruleset" and words:
            self._header.ruleset = words[0]
        if name == "seats" and 2 <= len(words) <= MAX_SEATS:
            self._seat(tuple(_standard(word, word) for word in words))

    def finish(self) -> tuple[Header, list[Finding]]:
        """The header and the findings of its tags, in the order of the lines."""
        findings: list[Finding] = []
        seen: dict[str, int] = {}
        for tag, children in sorted(self._tags, key=lambda pair: pair[0].name != "seats"):
            fault = self._repeated(tag, children, seen)
            if fault is None:
                try:
                    fault = self._apply(tag, children)
                except LineFault as problem:
                    fault = problem.fault
            if fault is not None:
                findings.append(fault.finding(tag.line))
        self._header.tags = [tag for tag, _ in self._tags]
        return self._header, sorted(findings, key=lambda finding: finding.place.line)

    @staticmethod
    def _repeated(tag: TagLine, children: Sequence[Token | Tree[Token]], seen: dict[str, int]) -> Fault | None:
        first = seen.setdefault(tag.name, tag.line)
        if first == tag.line or tag.name not in _ONCE:
            return None
        name: Any = children[1]
        return Fault("REC007", "repeated", name.start_pos, name.end_pos, {"tag": tag.name, "line": first})

    def _apply(self, tag: TagLine, children: Sequence[Token | Tree[Token]]) -> Fault | None:
        header = self._header
        source = Source(tag.line, tag.text, seating(header.seats))
        match tag.name:
            case "notation":
                return self._set_version(children)
            case "ruleset":
                header.ruleset = tag.values[0]
            case "seats":
                return self._set_seats(tag, [t for t in children if isinstance(t, Token) and t.type == "SEAT"])
            case "levels":
                header.levels = LevelsLine(tag.line, tag.text, levels(children[2:-1], source))
            case "totals":
                header.totals = TotalsLine(tag.line, tag.text, seat_numbers(children, source))
            case "names":
                for token in children:
                    if isinstance(token, Token) and token.type == "SEAT":
                        seat(token, source)
        return None

    def _set_version(self, children: Sequence[Any]) -> Fault | None:
        version = self._header.version = natural(children[2])
        if version <= VERSION:
            return None
        start, end = children[2].start_pos, children[2].end_pos
        facts = {"version": version, "known": VERSION}
        return Fault("REC006", "message", start, end, facts, "warning")

    def _seat(self, names: tuple[str, ...]) -> None:
        self._header.seats = names
        self._header.standard_seats = seating(names).compass

    def _set_seats(self, tag: TagLine, tokens: Sequence[Token]) -> Fault | None:
        names = tuple(_standard(tag.text[t.start_pos : t.end_pos], t) for t in tokens)
        if not 2 <= len(names) <= MAX_SEATS:
            start, end = tokens[0].start_pos or 0, tokens[-1].end_pos or 0
            return Fault("REC007", "seat_count", start, end, {"number": Count(len(names), "seat"), "most": MAX_SEATS})
        self._seat(names)
        return next(_name_faults(names, tokens), None)


def _name_faults(names: Sequence[str], tokens: Sequence[Token]) -> Iterator[Fault]:
    seen: set[str] = set()
    for name, token in zip(names, tokens, strict=True):
        variant = None if name in STANDARD_SEATS else name_fault(str(token))
        if name.casefold() in seen:
            variant = "name_twice"
        seen.add(name.casefold())
        if variant:
            yield Fault("REC007", variant, token.start_pos or 0, token.end_pos or 0, {"word": quoted(name)})


def _standard(original: str, token: str) -> str:
    upper = token.upper()
    return CHINESE.get(token, upper if upper in STANDARD_SEATS else original)


def _values(children: Sequence[Any], original: str) -> tuple[str, ...]:
    values: list[str] = []
    for child in children[2:-1]:
        part = child if isinstance(child, Token) else None
        first: Any = part if part is not None else child.children[0]
        last: Any = part if part is not None else child.children[-1]
        values.append(string(original[first.start_pos : last.end_pos]))
    return tuple(values)
