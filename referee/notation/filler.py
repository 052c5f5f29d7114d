"""Words that people write beside those of the notation, 北家 or 升1级: the fault says what is written instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from referee.notation.cardfault import NUMERALS
from referee.notation.fault import Fault, quoted
from referee.notation.walk import walk

if TYPE_CHECKING:
    from referee.notation.seats import Seating
    from referee.notation.text import Clean
    from referee.notation.walk import Walk

_NUMBER: Final = rf"(?P<number>[0-9]{{1,3}}|[{''.join(NUMERALS)}])"
_INSTEAD: Final = (
    (re.compile(rf"第[ \t]*{_NUMBER}[ \t]*墩[ \t]*[:,.]?"), "{number}. "),
    (re.compile(rf"trick[ \t]*{_NUMBER}[ \t]*[:,.]?", re.IGNORECASE), "{number}. "),
    (re.compile(rf"升[ \t]*{_NUMBER}(?:[ \t]*级)?"), " +{number}"),
    (re.compile(rf"up[ \t]+{_NUMBER}(?:[ \t]+levels?)?", re.IGNORECASE), " +{number}"),
    (re.compile(r"[是为:]"), " "),
    (re.compile(r"[家方出跟打扣级倍主]"), ""),
    (re.compile(r"(?:levels?|points?|leads|plays)\b", re.IGNORECASE), ""),
)
"""What is written beside the notation, and what stands for it there."""
_MOST: Final = 8
_LONG: Final = 60


def filler_fault(plain: Clean, way: Walk, seats: Seating) -> Fault | None:
    """The fault of a line that reads on without a word, or with another one in its place; None for other lines."""
    mended = _mended(plain.text, plain.original[: plain.comment], way, seats)
    if mended is None:
        return None
    start, end = mended.start, mended.end
    for _ in range(_MOST):
        more = None if mended.way.whole else _mended(mended.text, mended.original, mended.way, seats)
        if more is None:
            break
        mended = more
    right = " ".join((mended.original if mended.way.whole else mended.original[: mended.way.stop]).split())
    right = right[:_LONG] + "…" if len(right) > _LONG or not mended.way.whole else right
    return Fault("REC002", "filler", start, end, {"word": quoted(plain.original[start:end].rstrip()), "right": right})


class _Mended(NamedTuple):
    """Where a word stood that was too much, the line without it as read and as written, and how far that reads."""

    start: int
    end: int
    text: str
    original: str
    way: Walk


def _mended(text: str, original: str, way: Walk, seats: Seating) -> _Mended | None:
    """The line with the word changed at which reading stopped, if it then reads further."""
    for pattern, instead in _INSTEAD:
        found = pattern.match(text, way.stop)
        if found is None:
            continue
        start, end = found.span()
        number = found.groupdict().get("number") or ""
        right = instead.format(number=NUMERALS.get(number, number))
        mended = text[:start] + right + text[end:]
        further = walk(mended, seats)
        if further.whole or further.stop > start + len(right):
            return _Mended(start, end, mended, original[:start] + right + original[end:], further)
    return None
