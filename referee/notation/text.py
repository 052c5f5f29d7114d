"""From a line as typed to the text the grammar reads: comments cut off, full-width characters mapped.

The mapping is character for character, so that a column in one is the same column in the other. Quoted text is left
as it is; comments and strings are always taken from the original by offset.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PUNCTUATION = str.maketrans("\u3000\u00a0，、；：。【】×−–♤♡♢♧", "  ,,;:.[]x--♠♥♦♣")
_TRADITIONAL = str.maketrans(
    "莊級級數別過無將飜搶摳贏罰總結閒閑臺積認輸勝東對紅塊規則賽玩門方廳黃",
    "庄级级数别过无将翻抢抠赢罚总结闲闲台积认输胜东对红块规则赛玩门方厅黄",
)
TABLE: Final = _TRADITIONAL | _PUNCTUATION | _FULL_WIDTH
"""The character table 字符对照表: code point read → code point the grammar sees."""

_MARK = re.compile(r'[#＃"＂“”「]')
_CLOSING = {
    '"': re.compile('["＂]'),
    "＂": re.compile('["＂]'),
    "“": re.compile("”"),
    "”": re.compile("[“”]"),  # keyboards take turns with the two marks, and lose count
    "「": re.compile("」"),
}


class Clean(NamedTuple):
    """A line ready for the grammar; ``text`` has the columns of ``original`` up to the comment."""

    original: str
    text: str
    comment: int
    """Offset of the ``#`` of a comment, or the length of the line."""


def clean(original: str) -> Clean:
    """A line without its comment, mapped through the character table outside quotes.

    Args:
        original: The line without its line end.
    """
    if original.isascii() and "#" not in original:
        return Clean(original, original, len(original))
    quotes, end = _cut(original)
    pieces: list[str] = []
    done = 0
    for start, stop in quotes:
        opening, inner, closing = original[start], original[start + 1 : stop - 1], original[stop - 1]
        pieces += (original[done:start].translate(TABLE), opening.translate(TABLE), inner, closing.translate(TABLE))
        done = stop
    pieces.append(original[done:end].translate(TABLE))
    return Clean(original, "".join(pieces), end)


def _cut(original: str) -> tuple[list[tuple[int, int]], int]:
    """Where the quotations of a line stand, and where its comment begins."""
    quotes: list[tuple[int, int]] = []
    unclosed: set[str] = set()
    at = 0
    while mark := _MARK.search(original, at):
        at = mark.end()
        if mark[0] in "#＃":
            return quotes, mark.start()
        closing = None if mark[0] in unclosed else _CLOSING[mark[0]].search(original, at)
        if closing is None:
            unclosed.add(mark[0])
        else:
            at = closing.end()
            quotes.append((mark.start(), at))
    return quotes, len(original)
