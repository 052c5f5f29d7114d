"""The record an importer makes: lines of the notation, each with the line it comes from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from referee.findings import Place
from referee.importers.problem import ImportProblem
from referee.notation import read_text
from referee.notation.writer import deal_line, header_lines, line_of
from referee.phrases import say
from referee.record import BidLine, Header, Line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.findings import Finding
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
        problems: what could not be read; the deals concerned stop before it, the others are whole. Each stands
            in ``text`` as a comment at the place where something is left out.
        problem_lines: the line of that comment, for each problem.
    """

    text: str
    source_lines: Mapping[int, int]
    format: str
    ruleset: str
    deals: int
    problems: Sequence[ImportProblem] = ()
    problem_lines: Sequence[int] = ()

    def findings(self) -> list[Finding]:
        """The problems as findings at their places in ``text``."""
        return [
            replace(problem.finding(), place=Place(line))
            for problem, line in zip(self.problems, self.problem_lines, strict=True)
        ]

    def record(self, path: str | None = None) -> Record:
        """The record read again from ``text``; its ``source_lines`` lead back to the foreign file."""
        record = read_text(self.text, path)
        record.source_lines = self.source_lines
        record.findings.extend(self.findings())
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
    problems: dict[int, ImportProblem] = field(default_factory=dict)
    """Line of the record → the problem that is told there."""

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

    def note(self, problem: ImportProblem) -> None:
        """Say at this place what could not be read."""
        self._put(f"# {say(problem.phrase, self.lang)}", problem.line)
        self.problems[len(self.lines)] = problem

    def finish(self, format_id: str) -> Imported:
        """The whole record.

        Raises:
            ImportProblem: it has no deal; the first problem, if there was one.
        """
        problems = tuple(self.problems.values())
        if not self.deals:
            raise problems[0] if problems else ImportProblem("import.nothing", {})
        text = "".join(f"{line}\n" for line in self.lines)
        return Imported(text, self.sources, format_id, self.ruleset, self.deals, problems, tuple(self.problems))

    def _put(self, text: str, source: int) -> None:
        self.lines.append(text)
        self.sources[len(self.lines)] = source
