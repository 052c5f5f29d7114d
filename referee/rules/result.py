"""The result 结果 of a deal: which side the attackers' points favour, and by how many levels (semantics §9, Bands).

Rules G-9, 1D-3, 1D-4, 2Q-21, 2Q-22, 2L-11, 2R-20, 2R-21, 3Q (6.4), 4D-17 and 10.4; readings A-2, A-10, A-21.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from referee.ruleset.model import Bands

Side = Literal["dealer", "attackers"]


class Outcome(NamedTuple):
    """The result of a deal.

    ``side`` gains ``levels`` (or, at 0, keeps or takes the deal); ``deal_passes``: the attackers take over 上台.
    """

    side: Side
    levels: int
    deal_passes: bool
    label: str | None = None


class BandUse(NamedTuple):
    """An outcome with the row that gave it: index in ``bands.rows``, and full tail steps above its ``min``."""

    outcome: Outcome
    row: int
    tail_steps: int


def outcome(bands: Bands, points: int) -> Outcome:
    """The outcome for the attackers' total, capture and fines included; a negative total is possible (4D)."""
    return band_use(bands, points).outcome


def band_use(bands: Bands, points: int) -> BandUse:
    """The row with the greatest ``min`` not above the points; below the first row, the first row.

    A negative total counts as zero where no row begins below zero. Above the last row one level more for each full
    ``tail_step`` (2Q-21). ``attacker_cap`` bounds what the attackers gain.
    """
    rows = bands.rows
    if points < 0 <= rows[0].min:
        points = 0
    index = 0
    for at, row in enumerate(rows):
        if row.min <= points:
            index = at
    row = rows[index]
    further = 0
    if bands.tail_step and index == len(rows) - 1 and points > row.min:
        further = (points - row.min) // bands.tail_step
    levels = row.levels + further
    if row.side == "attackers" and bands.attacker_cap is not None:
        levels = min(levels, bands.attacker_cap)
    return BandUse(Outcome(row.side, levels, row.deal_passes, row.label), index, further)
