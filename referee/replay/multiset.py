"""Packed multisets of doubtful records: packing, sum and union that bear any number of copies.

Only for records in which something is missing or wrong; a clean deal needs none of this.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from referee.packed import HIGH_BITS, ONE, less, pack

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST: Final = 7
"""More copies of a face than this are not counted (four decks have four)."""


def pack_safely(faces: Sequence[int]) -> int:
    """As ``packed.pack``, but never more than ``MOST`` copies of a face."""
    repeated = len(faces) - len(set(faces))
    if repeated >= MOST and max(Counter(faces).values()) > MOST:
        return sum(min(copies, MOST) * ONE[face] for face, copies in Counter(faces).items())
    return pack(faces)


def add(one: int, other: int) -> int:
    """Both together, but never more than ``MOST`` copies of a face."""
    total = one + other
    over = (total & HIGH_BITS) >> 3
    return total if not over else (total & ~(over * 15)) | over * MOST


def union(one: int, other: int) -> int:
    """The smallest multiset that contains both."""
    return add(one, less(other, one))
