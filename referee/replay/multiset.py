"""Packed multisets beyond adding and subtracting: common part, union, difference cut off at nothing.

Only for records in which something is missing or wrong; a clean deal needs none of this.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from referee.packed import HIGH_BITS, ONE, pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.ruleset.model import Ruleset

MOST: Final = 7
"""More copies of a face than this are not counted (four decks have four)."""


def pack_safely(faces: Sequence[int]) -> int:
    """As ``packed.pack``, but never more than ``MOST`` copies of a face."""
    if len(faces) > MOST and max(Counter(faces).values()) > MOST:
        return sum(min(copies, MOST) * ONE[face] for face, copies in Counter(faces).items())
    return pack(faces)


def add(one: int, other: int) -> int:
    """Both together, but never more than ``MOST`` copies of a face."""
    total = one + other
    over = (total & HIGH_BITS) >> 3
    return total if not over else (total & ~(over * 15)) | over * MOST


def less(whole: int, part: int) -> int:
    """What is left of ``whole`` when ``part`` is taken away as far as it is there."""
    enough = (((whole | HIGH_BITS) - part) & HIGH_BITS) >> 3
    keep = enough * 15
    return (whole & keep) - (part & keep)


def common(one: int, other: int) -> int:
    """The cards that are in both."""
    return one - less(one, other)


def union(one: int, other: int) -> int:
    """The smallest multiset that contains both."""
    return add(one, less(other, one))


@lru_cache(maxsize=64)
def deck_of(ruleset: Ruleset) -> int:
    """The whole deck, packed."""
    return sum(copies * ONE[face] for face, copies in enumerate(ruleset.deck.counts))
