"""A multiset of cards as one integer: four bits a face, so that holdings add and subtract at once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from referee.cards import FACES

if TYPE_CHECKING:
    from collections.abc import Iterable

ONE: Final = tuple(1 << (4 * face) for face in range(FACES))
"""One copy of each face."""
LOW_BITS: Final = sum(ONE)
HIGH_BITS: Final = LOW_BITS << 3
ALL_BITS: Final = LOW_BITS * 15


def pack(faces: Iterable[int]) -> int:
    """The packed multiset of these faces (at most 7 copies of each)."""
    return sum(map(ONE.__getitem__, faces))


def unpack(packed: int) -> list[int]:
    """The faces of a packed multiset, in order of face."""
    faces: list[int] = []
    while packed:
        face = ((packed & -packed).bit_length() - 1) >> 2
        copies = (packed >> (4 * face)) & 15
        faces += [face] * copies
        packed -= copies << (4 * face)
    return faces


def contains(whole: int, part: int) -> bool:
    """True if ``part`` is a sub-multiset of ``whole``."""
    return ((whole | HIGH_BITS) - part) & HIGH_BITS == HIGH_BITS


def less(whole: int, part: int) -> int:
    """What is left of ``whole`` when ``part`` is taken away as far as it is there."""
    enough = (((whole | HIGH_BITS) - part) & HIGH_BITS) >> 3
    keep = enough * 15
    return (whole & keep) - (part & keep)


def common(one: int, other: int) -> int:
    """The cards that are in both."""
    return one - less(one, other)


def missing(whole: int, part: int) -> list[int]:
    """The faces of ``part`` that ``whole`` does not hold, with repetition."""
    return unpack(less(part, whole))


def size(packed: int) -> int:
    """How many cards a packed multiset holds."""
    total = 0
    for bit in range(4):
        total += ((packed >> bit) & LOW_BITS).bit_count() << bit
    return total


@lru_cache(maxsize=64)
def pack_counts(counts: tuple[int, ...]) -> int:
    """The packed multiset with so many copies of each face 0..53, such as a whole deck."""
    return sum(copies * ONE[face] for face, copies in enumerate(counts))
