"""The small texts the oracle reads: groups of cards, shapes, leads, and the rungs of a follow list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Cards = tuple[str, ...]
"""A group of cards: sorted, one entry a copy, ``"H10"`` or ``"LJ"``."""
Shape = tuple[int, int]
"""(width, length): (2, 1) is a pair, (2, 3) a run of three pairs."""
Way = tuple[Shape, ...]
"""One alternative of a rung: the shapes it names. Cards that are free ask for nothing and are left out."""
Rungs = tuple[tuple[Way, ...], ...]
"""A follow list: rungs in order, each with its alternatives."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WIDTHS = {
    "single": 1,
    "单张": 1,
    "pair": 2,
    "对子": 2,
    "对": 2,
    "triple": 3,
    "三同张": 3,
    "quad": 4,
    "四同张": 4,
}
RUN_WIDTHS = {"tractor": 2, "拖拉机": 2, "titanic": 3, "泰坦尼克": 3}


def cards(text: str) -> Cards:
    """Read ``"H7788 H10x3 LJ"``: sorted, one entry a copy."""
    found: list[str] = []
    for group in text.split():
        times = re.search(r"x(\d+)$", group)
        body = group[: times.start()] if times else group
        if not re.fullmatch(r"(LJ|BJ)+|[SHDC](10|[2-9JQKA])+", body):
            raise ValueError(f"cannot read {group}")
        if body[0] in "LB":
            names = re.findall("LJ|BJ", body)
        else:
            names = [body[0] + rank for rank in re.findall(r"10|[2-9JQKA]", body[1:])]
        found += names + names[-1:] * (int(times.group(1)) - 1 if times else 0)
    return tuple(sorted(found))


def shape(text: str) -> Shape:
    """Read ``S2``, ``T2x3``, ``pair``, ``拖拉机(3)``."""
    text = text.strip()
    if found := re.fullmatch(r"S(\d)", text):
        return int(found[1]), 1
    if found := re.fullmatch(r"T(\d)x(\d+)", text):
        return int(found[1]), int(found[2])
    if text in WIDTHS:
        return WIDTHS[text], 1
    name, _, length = text.partition("(")
    return RUN_WIDTHS[name.strip()], int(length.rstrip(")") or 2)


def shape_name(of: Shape) -> str:
    return f"S{of[0]}" if of[1] == 1 else f"T{of[0]}x{of[1]}"


def lead(text: str) -> tuple[Shape, ...]:
    """Read the name of a lead, ``T3x2`` or ``S1 + T2x2``: its shapes, most cards first."""
    return tuple(sorted(map(shape, text.split("+")), key=lambda of: (-of[0] * of[1], -of[0])))


def way(text: str) -> Way:
    """Read one alternative of a rung: ``T2x2 + 2*S2 + any1``."""
    found: list[Shape] = []
    for term in text.split("+"):
        times, _, word = term.strip().rpartition("*")
        if not re.match("any|任意", word.strip()):
            found += [shape(word)] * int(times or 1)
    return tuple(found)


def rungs(texts: Sequence[str | Sequence[str]]) -> Rungs:
    """Read a follow list; the alternatives of a rung are separated by ``|``, or are a list."""
    found = []
    for rung in texts:
        ways = rung.split("|") if isinstance(rung, str) else rung
        found.append(tuple(map(way, ways)))
    return tuple(found)
