"""Numbers to plot: the score over the tricks of a deal, and the levels over the deals of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.ruleset.model import Bands
    from referee.view.deals import DealView
    from referee.view.tricks import TrickView


class ScorePoint(NamedTuple):
    """The attackers' points after a trick, fines included, capture 扣底 not."""

    trick: int
    score: int | None


class Border(NamedTuple):
    """Where a band begins: from ``points`` on ``side`` gains ``levels``; ``deal_passes``: the attackers take over."""

    points: int
    side: str
    levels: int
    deal_passes: bool


class LevelPoint(NamedTuple):
    """The levels of both sides before and after a deal, by side."""

    deal: int | None
    before: tuple[str | None, str | None]
    after: tuple[str | None, str | None]


def score_line(tricks: Iterable[TrickView]) -> tuple[ScorePoint, ...]:
    """The running score of a deal, trick by trick."""
    return tuple(ScorePoint(trick.number, trick.score) for trick in tricks)


def borders(bands: Bands) -> tuple[Border, ...]:
    """The rows of the score bands, by ascending points."""
    return tuple(Border(row.min, row.side, row.levels, row.deal_passes) for row in bands.rows)


def level_progress(deals: Iterable[DealView]) -> tuple[LevelPoint, ...]:
    """The levels from deal to deal."""
    return tuple(LevelPoint(deal.number, deal.levels_before, deal.levels_after) for deal in deals)
