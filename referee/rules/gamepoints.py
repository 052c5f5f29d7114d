"""Room points 积分 of a deal and titles 等级 (source-rules §11: PT-1…PT-8; readings A-26, A-32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.rules.result import Outcome
    from referee.ruleset.model import GamePoints, Title


class DealPoints(NamedTuple):
    """Points each player of a side gains (negative: loses) in a deal.

    ``base`` is the winning side's points before the multiplier, ``rule`` the path that gave it. What is not known is
    None.
    """

    dealer: int | None
    attackers: int | None
    base: int | None
    multiplier: int | None
    rule: str


def game_points(
    rules: GamePoints,
    outcome: Outcome,
    attackers_points: int | None,
    standings: Sequence[int | None],
    risen: int | None = None,
) -> DealPoints:
    """The room points of a deal with this outcome.

    Dealer side: ``dealer_first`` for the first level and ``dealer_per_level`` for each further one, at most
    ``dealer_cap`` (PT-2); a shutout 大光 may have a value of its own (PT-4). Attackers who take over:
    ``attackers_takeover`` and ``attackers_per_level`` for each level (PT-1). The other side loses as much (PT-3).
    With ``count: level_changes`` each side gets ``per_level`` for each level it really rises (2L-2, PT-8); the other
    side, whose level stands still, gets nothing.

    Args:
        rules: ``game_points`` of the ruleset.
        outcome: result of the deal.
        attackers_points: the attackers' total, for the shutout; None where not known.
        standings: each player's points before the deal, None where not known.
        risen: levels that the gaining side really rose, for ``level_changes``; None where not known.
    """
    by_levels = rules.count == "level_changes"
    base, rule = _by_levels(rules, outcome, risen) if by_levels else _base(rules, outcome, attackers_points)
    times = multiplier(rules, standings)
    if base is None or (times is None and base):
        return DealPoints(None, None, base, times, rule)
    won = base * (times or 0)
    lost = 0 if by_levels else -won
    dealer, attackers = (won, lost) if outcome.side == "dealer" else (lost, won)
    return DealPoints(dealer, attackers, base, times, rule)


def _by_levels(rules: GamePoints, outcome: Outcome, risen: int | None) -> tuple[int | None, str]:
    """Points for the levels that the gaining side rose; where none was won it needs no counting."""
    rose = 0 if outcome.levels == 0 else risen
    return None if rose is None else rules.per_level * rose, "game_points.per_level"


def _base(rules: GamePoints, outcome: Outcome, attackers_points: int | None) -> tuple[int | None, str]:
    """The winning side's points before the multiplier, and the path that gives them."""
    if outcome.side == "attackers":
        return rules.attackers_takeover + rules.attackers_per_level * outcome.levels, "game_points.attackers"
    if rules.shutout_override is not None and (attackers_points is None or attackers_points <= 0):
        return (None if attackers_points is None else rules.shutout_override), "game_points.shutout_override"
    base = rules.dealer_first + rules.dealer_per_level * (outcome.levels - 1) if outcome.levels > 0 else 0
    return base if rules.dealer_cap is None else min(base, rules.dealer_cap), "game_points.dealer_side"


def multiplier(rules: GamePoints, standings: Sequence[int | None]) -> int | None:
    """How many times the points count, by the players' standings (PT-5, PT-6); None where that is not known.

    ``all_in_band``: every standing lies in one and the same band, half-open ``[min, below)``; otherwise once (A-26).
    ``min_player``: the band of the lowest standing.
    """
    if not rules.multipliers:
        return 1
    bands = [None if standing is None else _band(rules, standing) for standing in standings]
    known = [band for band in bands if band is not None]
    if rules.basis == "min_player":
        lowest = min((s for s in standings if s is not None), default=None)
        if lowest is not None and lowest < min(band.min for band in rules.multipliers):
            return 1
        if lowest is None or len(known) < len(bands):
            return None
        return _times(rules, _band(rules, lowest))
    if -1 in known or len(set(known)) > 1:
        return 1
    return None if not known or len(known) < len(bands) else _times(rules, known[0])


def _band(rules: GamePoints, standing: int) -> int:
    """Index of the band a standing lies in; -1 for none."""
    for index, band in enumerate(rules.multipliers):
        if band.min <= standing and (band.below is None or standing < band.below):
            return index
    return -1


def _times(rules: GamePoints, band: int) -> int:
    return 1 if band < 0 else rules.multipliers[band].x


def title(titles: Sequence[Title], points: int) -> Title | None:
    """The highest title 等级 that so many points give; None below the lowest, or where there are none."""
    reached = [entry for entry in titles if entry.min_points <= points]
    return max(reached, key=lambda entry: entry.min_points, default=None)
