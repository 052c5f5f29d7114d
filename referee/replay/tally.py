"""Adding up what is claimed step by step: the true value, and the values that follow from slips already reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 128
"""So many combinations of slips are followed; beyond that every further claim is taken as consistent."""


class Tally:
    """A running number. ``truth`` is None where it is not known; a claim may then set it.

    ``offsets`` are the differences from the truth that earlier slips explain (0 is always among them), ``cause`` the
    finding that a claim which follows such a slip belongs to.
    """

    __slots__ = ("cause", "offsets", "overfull", "truth")

    def __init__(self, truth: int | None) -> None:
        self.truth = truth
        self.offsets: set[int] = {0}
        self.cause: int | None = None
        self.overfull = False

    def add(self, points: int | None) -> None:
        """Add to the truth; None: not known how much."""
        self.truth = None if points is None or self.truth is None else self.truth + points
        if self.truth is None:
            self.offsets = {0}

    def slip(self, differences: Iterable[int], cause: int | None) -> None:
        """A slip was reported: a claim may from here on also differ by one of these."""
        wanted = {difference for difference in differences if difference}
        if not wanted:
            return
        self.cause = cause if cause is not None else self.cause
        self.offsets |= {offset + more for offset in self.offsets for more in wanted}
        if len(self.offsets) > MOST:
            self.overfull = True
            self.offsets = {0}

    def accepts(self, claimed: int) -> bool:
        """Is a claim right, or at least consistent with what was reported before? An unknown truth is set by it."""
        if self.truth is None:
            self.truth = claimed
            self.offsets = {0}
            return True
        return self.overfull or claimed - self.truth in self.offsets

    def values(self) -> list[int]:
        """The truth first, then the other values that are explained."""
        if self.truth is None:
            return []
        return [self.truth, *(self.truth + offset for offset in sorted(self.offsets) if offset)]
