"""Text to record: lines one by one, deals one by one, in memory bounded by the largest deal.

A line stands for itself: one that cannot be read becomes a finding and never harms another.
"""

from __future__ import annotations

import io
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from lark.exceptions import UnexpectedInput

from referee.findings import Finding, Place
from referee.grammar import load
from referee.notation.build import Source, build, deal_number
from referee.notation.decoding import decoded_lines
from referee.notation.fault import LineFault
from referee.notation.header import HeaderReader
from referee.notation.holdings import holding_reader
from referee.notation.plays import trick_reader
from referee.notation.seats import seating
from referee.notation.text import clean
from referee.notation.unread import number_after, shows_new_deal
from referee.phrases import Count
from referee.record import Deal, Header, Line, Record, TrickLine, Unread, WaiveLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lark import Lark

    from referee.notation.text import Clean

MAX_LINE: Final = 10_000
"""A line with more characters is not read."""
MAX_FINDINGS: Final = 1000
"""After so many reading findings the rest of a file is not read."""
_DIGITS: Final = frozenset("0123456789")
_SHORT: Final = 40
_KEPT: Final = 2048


@lru_cache(maxsize=1)
def line_parser() -> Lark:
    """The grammar of one line."""
    return load("record")


@lru_cache(maxsize=64)
def _known_lines(_names: tuple[str, ...]) -> dict[str, tuple[type[Line], tuple[Any, ...]]]:
    """Short lines read before at a table with these seats; most, such as ``dealer N``, come again in every deal."""
    return {}


def read_text(text: str, path: str | None = None) -> Record:
    """A record from its text.

    Args:
        text: The whole record, with LF or CRLF line ends.
        path: Name of the file, kept in the record.
    """
    findings: list[Finding] = []
    return Record(path, list(iter_deals(text.split("\n"), findings)), findings)


parse = read_text


def read_bytes(data: bytes, path: str | None = None) -> Record:
    """A record from the bytes of a file; see ``read_stream``."""
    return read_stream(io.BytesIO(data), path)


def read(path: str | Path) -> Record:
    """The record in a file.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with Path(path).open("rb") as stream:
        return read_stream(stream, str(path))


def read_stream(stream: BinaryIO, path: str | None = None) -> Record:
    """A record from an open binary file. What is not UTF-8 text gives one finding REC001 and ends the reading."""
    findings: list[Finding] = []
    return Record(path, list(iter_stream(stream, findings)), findings)


def iter_stream(stream: BinaryIO, findings: list[Finding], *, max_findings: int = MAX_FINDINGS) -> Iterator[Deal]:
    """The deals of an open binary file, one by one; as ``iter_deals``."""
    yield from iter_deals(decoded_lines(stream, findings, MAX_LINE), findings, max_findings=max_findings)


def iter_deals(
    lines: Iterable[str], findings: list[Finding] | None = None, *, max_findings: int = MAX_FINDINGS
) -> Iterator[Deal]:
    """The deals of a record, each yielded when it is complete.

    Args:
        lines: The lines of the record, with or without their line ends.
        findings: What cannot be read is appended here; those of a deal are there when it is yielded.
        max_findings: After so many findings the reading stops, with a last finding that says so.
    """
    reader = _Reader([] if findings is None else findings, max_findings)
    for line, text in enumerate(lines, 1):
        deal = reader.read_line(line, text)
        if deal is not None:
            yield deal
        if reader.stopped:
            break
    deal = reader.finish()
    if deal is not None:
        yield deal


class _Reader:
    """What has been read so far of one file."""

    def __init__(self, findings: list[Finding], max_findings: int) -> None:
        self.stopped = False
        self._findings = findings
        self._left = max_findings
        self._parse = line_parser().parse
        self._tags: HeaderReader | None = None
        self._header = Header()
        self._sit_down()
        self._deal: Deal | None = None
        self._above: int | None = None
        self._new_match = True
        self._before: list[Unread] = []
        """Lines before a deal that has no ``deal`` line."""
        self._doubtful = False
        """True after a line of which nothing is known, until it is clear that it did not begin a deal."""

    def read_line(self, line: int, raw: str) -> Deal | None:
        """Read one line; the deal before it, if the line ends it."""
        original = raw.removesuffix("\n").removesuffix("\r")
        if line == 1:
            original = original.removeprefix("\ufeff")
        if len(original) > MAX_LINE:
            self._report(Finding("REC001", Place(line), {"most": MAX_LINE}, "long_line"))
            return None
        plain = clean(original)
        text = plain.text
        start = text.lstrip(" \t")[:1]
        if not start:
            return None
        if self._tags is None:
            read = self._tricks.read if start in _DIGITS else self._recall
            event = read(line, original, text)
            if event is not None:
                return self._add(event)
        return self._read_slowly(line, plain)

    def _recall(self, line: int, original: str, text: str) -> Line | None:
        """A line that came before word for word, or a list of cards: neither takes the grammar."""
        known = self._known.get(text)
        if known is not None:
            return known[0](line, original, *known[1])
        return self._holdings.read(line, original, text)

    def finish(self) -> Deal | None:
        """The last deal of the file."""
        self._end_header()
        return self._deal

    def _read_slowly(self, line: int, plain: Clean) -> Deal | None:
        if "\0" in plain.original:
            self._report(Finding("REC001", Place(line, plain.original.index("\0") + 1), {}, "binary"))
            self.stopped = True
            return None
        if plain.text.lstrip(" \t").startswith("["):
            return self._read_tag(line, plain)
        try:
            tree = self._parse(plain.text)
            self._end_header()
            head: Any = tree.children[0]
            if head.data == "deal":
                return self._begin_deal(line, deal_number(head.children))
            event = build(tree, Source(line, plain.original, seating(self._header.seats)))
        except UnexpectedInput:
            if not self._in_header(plain):
                self._end_header()
            return self._diagnose(line, plain)
        except LineFault:
            return self._diagnose(line, plain)
        self._remember(plain, event)
        return self._add(event)

    def _remember(self, plain: Clean, event: Line) -> None:
        """Keep a short line for when it comes again. What it says of its own place cannot be kept."""
        if len(plain.text) > _SHORT or isinstance(event, TrickLine | WaiveLine):
            return
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[plain.text] = (type(event), tuple(getattr(event, field.name) for field in fields(event)[2:]))

    def _read_tag(self, line: int, plain: Clean) -> Deal | None:
        ended = None
        if self._tags is None:
            ended, self._deal = self._deal, None
            self._tags = HeaderReader()
            self._new_match = True
        self._above = line
        try:
            self._tags.add(self._parse(plain.text), line, plain.original)
        except UnexpectedInput:
            self._diagnose(line, plain)
        return ended

    def _end_header(self) -> None:
        if self._tags is None:
            return
        self._header, findings = self._tags.finish()
        self._tags = None
        for finding in findings:
            self._report(finding)
        self._sit_down()

    def _sit_down(self) -> None:
        """What depends on the seats: the short cuts, and the lines read before."""
        self._tricks = trick_reader(self._header.seats)
        self._holdings = holding_reader(self._header.seats)
        self._known = _known_lines(self._header.seats)

    def _in_header(self, plain: Clean) -> bool:
        """True for a line that cannot be read and does not end the header, such as a tag without its brackets."""
        from referee.notation.diagnosis import is_no_line  # noqa: PLC0415 - only when something is wrong

        stray = is_no_line(plain) if self._deal is None else None
        if stray is not None and self._tags is None and stray.fault.variant == "brackets" and not self._header.tags:
            self._tags = HeaderReader()
        return stray is not None

    def _begin_deal(self, line: int, number_written: int | None) -> Deal | None:
        ended = self._deal
        self._deal = Deal(self._header, number_written, line, starts_match=self._new_match)
        self._before = []
        self._new_match = False
        self._above = line
        self._doubtful = False
        return ended

    def _add(self, event: Line) -> Deal | None:
        ended = None
        if self._deal is None:
            before = self._before
            self._begin_deal(event.line, None)
            self._deal.unread = before  # type: ignore[attr-defined]
        elif self._doubtful:
            if shows_new_deal(self._deal, event):
                ended = self._begin_deal(self._deal.unread.pop().line, None)
            self._doubtful = self._doubtful and not isinstance(event, TrickLine)
        if isinstance(event, WaiveLine):
            event.applies_to = self._above
        else:
            self._above = event.line
        self._deal.events.append(event)  # type: ignore[union-attr]
        return ended

    def _diagnose(self, line: int, plain: Clean) -> Deal | None:
        from referee.notation.diagnosis import diagnose  # noqa: PLC0415 - only when something is wrong

        seats = seating(self._header.seats)
        found = diagnose(plain, seats, self._last_trick())
        in_deal = self._tags is None
        ended = None
        if in_deal and found.kind == "DEAL":
            ended = self._begin_deal(line, number_after(self._deal, plain.text))
        trick_at = found.trick[0] if found.trick else None
        self._report(found.fault.finding(line, self._deal.number if self._deal else None, trick_at))
        if self._tags is not None:
            self._tags.rescue(found, plain)
        elif found.trick is not None:
            trick_number, plays = found.trick
            ended = self._add(TrickLine(line, plain.original, trick_number, plays, incomplete=True))
        else:
            (self._before if self._deal is None else self._deal.unread).append(Unread(line, found.kind))
            self._doubtful = not found.kind and self._deal is not None
        self._above = line
        return ended

    def _last_trick(self) -> int:
        events = self._deal.events if self._deal else []
        return next((event.number for event in reversed(events) if isinstance(event, TrickLine)), 0)

    def _report(self, finding: Finding) -> None:
        self._findings.append(finding)
        self._left -= 1
        if self._left == 0 and not self.stopped:
            self.stopped = True
            facts = {"number": Count(len(self._findings), "fault")}
            self._findings.append(Finding("REC001", Place(finding.place.line), facts, "too_many"))
