"""``referee fmt``: a record put into canonical form, line by line, nothing that carries meaning moved.

Comments, blank lines, strings and unknown tags stay as they are, and so does every line that cannot be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from referee.notation.build import Source, build, deal_number, levels, seat_numbers
from referee.notation.diagnosis import diagnose, is_no_line
from referee.notation.fault import LineFault
from referee.notation.header import HeaderReader
from referee.notation.reader import MAX_LINE, line_parser
from referee.notation.seats import seating
from referee.notation.text import Clean, clean
from referee.notation.words import TAG_NAMES, WORDS, word
from referee.notation.writer import Writer, deal_line
from referee.record import STANDARD_SEATS, BidLine, LevelsLine, TotalsLine, WaiveLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.notation.seats import Seating


class _Parsed(NamedTuple):
    """A line as it was written: its text, line end and tree (None where it cannot be read)."""

    plain: Clean
    end: str
    tree: Tree[Token] | None

    @property
    def head(self) -> Any:
        """The tree of its rule; None where it cannot be read."""
        return None if self.tree is None else self.tree.children[0]


def format_text(text: str, lang: str | None = None) -> str:
    """A record in canonical form.

    Args:
        text: The record.
        lang: ``en`` or ``zh``; by default the language of the first keyword.

    Returns:
        The same record, line for line: formatting it again changes nothing, and it is judged the same.
    """
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    lines = [_parse(content, end) for content, end in _split(text.removeprefix("\ufeff"))]
    language = lang or language_of(text)
    out = [bom]
    bids = 0
    for line, seats in zip(lines, _seatings(lines), strict=True):
        if line.head is not None and line.head.data in {"deal", "tag"}:
            bids = 0
        canonical = _canonical(line, seats, language, overcall=bids > 0)
        bids += line.head is not None and line.head.data == "bid"
        out += (line.plain.original if canonical is None else canonical, line.end)
    return "".join(out)


def language_of(text: str) -> str:
    """The language of the first keyword, ``en`` or ``zh``; without any keyword, that of the first seat."""
    seat: str | None = None
    for content, end in _split(text.removeprefix("\ufeff")):
        tree = _parse(content, end).tree
        for token in tree.scan_values(lambda value: isinstance(value, Token)) if tree is not None else ():
            if token.type in WORDS or token.type == "DEAL_NUMBER":
                return _language(token)
            if token.type == "SEAT" and seat is None:
                seat = token
    return _language(seat or "")


def _language(written: str) -> str:
    return "zh" if any("\u4e00" <= letter <= "\u9fff" for letter in written) else "en"


def _split(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        stop = text.find("\n", at)
        end = len(text) if stop < 0 else stop + 1
        content = text[at:end].removesuffix("\n").removesuffix("\r") if stop >= 0 else text[at:end]
        yield content, text[at + len(content) : end]
        at = end


def _parse(content: str, end: str) -> _Parsed:
    plain = clean(content) if len(content) <= MAX_LINE else Clean(content, "", 0)
    tree: Tree[Token] | None = None
    if plain.text.strip(" \t"):
        try:
            tree = line_parser().parse(plain.text)
        except UnexpectedInput:
            tree = None
    return _Parsed(plain, end, tree)


def _seatings(lines: Sequence[_Parsed]) -> list[Seating]:
    """Who sits at the table, for each line; a header is settled as a whole, as the reader does."""
    found: list[Seating] = []
    header: HeaderReader | None = None
    waiting = 0
    seats = seating(STANDARD_SEATS)
    for number, line in enumerate(lines, 1):
        text = line.plain.text.lstrip(" \t")
        if text.startswith("["):
            header = header or HeaderReader()
            _take_tag(header, number, line)
        elif header is not None and text and (line.tree is not None or is_no_line(line.plain) is None):
            seats = seating(header.finish()[0].seats)
            found += [seats] * waiting
            header, waiting = None, 0
        if header is None:
            found.append(seats)
        else:
            waiting += 1
    if header is not None:
        found += [seating(header.finish()[0].seats)] * waiting
    return found


def _take_tag(header: HeaderReader, number: int, line: _Parsed) -> None:
    if line.tree is not None:
        header.add(line.tree, number, line.plain.original)
        return
    header.rescue(diagnose(line.plain, seating(STANDARD_SEATS)), line.plain)


def _canonical(line: _Parsed, seats: Seating, lang: str, *, overcall: bool) -> str | None:
    """The canonical text of a line with its comment; None where it stays as it is."""
    if line.tree is None or not seats.usable:
        return None
    writer = Writer(seats, lang)
    original = line.plain.original
    source = Source(0, original, seats)
    try:
        if line.head.data == "tag":
            text = _tag(line.head.children, source, writer, lang)
        elif line.head.data == "deal":
            text = deal_line(deal_number(line.head.children), lang)
        else:
            text = _event(line, source, writer, overcall=overcall)
    except LineFault:
        return None
    if text is None:
        return None
    comment = original[line.plain.comment :]
    return f"{text}  {comment}" if comment else text


def _event(line: _Parsed, source: Source, writer: Writer, *, overcall: bool) -> str:
    typed = build(line.tree, source)  # type: ignore[arg-type]
    if isinstance(typed, WaiveLine):
        last = line.head.children[-1]
        return writer.waive(typed, _written(last, source) if last.type == "STRING" else "")
    return writer.line(typed, overcall=overcall and isinstance(typed, BidLine))


def _tag(children: Sequence[Any], source: Source, writer: Writer, lang: str) -> str | None:
    """A header tag; None for one that is not known, and stays."""
    terminal = children[1].type
    if terminal not in TAG_NAMES:
        return None
    match terminal:
        case "LEVELS":
            return f"[{writer.line(LevelsLine(0, '', levels(children[2:-1], source)))}]"
        case "TOTALS":
            return f"[{writer.line(TotalsLine(0, '', seat_numbers(children, source)))}]"
    values: list[str] = []
    for token in children[2:-1]:
        seat = source.seats.find(token) if token.type == "SEAT" else None
        values.append(_written(token, source) if seat is None else writer.seat(seat))
    return f"[{' '.join((word(terminal, lang), *values))}]"


def _written(token: Token, source: Source) -> str:
    return source.original[token.start_pos : token.end_pos]
