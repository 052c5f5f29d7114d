"""The record an importer makes: lines of the notation, each with the line it comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.notation import read_text
from referee.notation.writer import deal_line, header_lines, line_of
from referee.record import BidLine, Header, Line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.importers.problem import ImportProblem
    from referee.record import Record, TagLine


@dataclass(frozen=True, slots=True)
class Imported:
    """A foreign file as a record.

    Attributes:
        text: the record in the canonical notation (``.sgr``).
        source_lines: line of ``text`` → line of the foreign file, both from 1.
        format: id of the format recognised, e.g. ``room``.
        ruleset: id of the ruleset this platform plays by.
        deals: how many deals ``text`` has.
        problems: what could not be read; the deals concerned stop before it, the others are whole.
    """

    text: str
    source_lines: Mapping[int, int]
    format: str
    ruleset: str
    deals: int
    problems: Sequence[ImportProblem] = ()

    def record(self, path: str | None = None) -> Record:
        """The record read again from ``text``; its ``source_lines`` lead back to the foreign file."""
        record = read_text(self.text, path)
        record.source_lines = self.source_lines
        record.findings.extend(problem.finding() for problem in self.problems)
        return record


@dataclass(slots=True)
class Writer:
    """Collects the lines of the record.

    ``header``'s tags are written before the first deal, and again where ``new_match`` says that nothing is
    carried over from the deal before.
    """

    ruleset: str
    lang: str = "en"
    tags: tuple[TagLine, ...] = ()
    lines: list[str] = field(default_factory=list)
    sources: dict[int, int] = field(default_factory=dict)
    deals: int = 0

    @property
    def header(self) -> Header:
        """Standard seats, and the ruleset of the platform."""
        return Header(ruleset=self.ruleset)

    def begin(self, number: int, source: int, *, new_match: bool) -> None:
        """Begin deal 局 ``number``."""
        if new_match or not self.deals:
            if self.lines:
                self._put("", source)
            for tag in header_lines(self.header, self.lang):
                self._put(tag, source)
            for line in self.tags:
                self._put(line_of(line, self.header, self.lang), source)
        self._put("", source)
        self._put(deal_line(number, self.lang), source)
        self.deals += 1

    def add(self, *lines: Line) -> None:
        """Write the lines of the deal begun; ``Line.line`` is where each comes from."""
        bids = 0
        for line in lines:
            self._put(line_of(line, self.header, self.lang, overcall=bids > 0), line.line)
            bids += isinstance(line, BidLine)

    def finish(self, format_id: str, problems: Sequence[ImportProblem]) -> Imported:
        """The whole record."""
        text = "".join(f"{line}\n" for line in self.lines)
        ordered = tuple(sorted(problems, key=lambda problem: (problem.line, problem.column)))
        return Imported(text, self.sources, format_id, self.ruleset, self.deals, ordered)

    def _put(self, text: str, source: int) -> None:
        self.lines.append(text)
        self.sources[len(self.lines)] = source
