"""Room points 积分 of a deal, and each player's total and title afterwards, against those of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.replay.titles import check_titles
from referee.rules import gamepoints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.replay.standing import Standing
    from referee.rules.result import Outcome
    from referee.ruleset.model import Ruleset

_BySeat = dict[int, tuple[int, ...]]
"""For each player every acceptable number, the true one first."""


def points_after(
    ruleset: Ruleset,
    sheet: Sheet,
    dealer: int | None,
    points: int | None,
    results: Sequence[tuple[Outcome, int | None]],
    standing: Standing,
    found: Findings,
) -> _BySeat:
    """Compare points, totals and titles; returns each player's acceptable totals after the deal.

    Args:
        ruleset: the rules.
        sheet: the lines of the deal.
        dealer: who dealt.
        points: the attackers' points.
        results: every possible result, the true one first, with the levels that the gaining side really rose.
        standing: the state before the deal.
        found: where findings go.
    """
    gains = {} if dealer is None else _gains(ruleset, dealer, points, results, standing)
    line = sheet.points
    for index, (seat, claimed) in enumerate(() if line is None else line.points):
        options = gains.get(seat, ())
        if line is not None and options and claimed not in options:
            found.add(
                "ADV008",
                line,
                {"seat": found.name(seat), "points": options[0], "claimed": claimed},
                place=found.place_word(line, "INT", index),
                seat=seat,
                rule="game_points",
                required=options[0],
                played=claimed,
            )
        gains[seat] = tuple(dict.fromkeys((*options, claimed)))
    totals = _totals(sheet, gains, standing, found)
    check_titles(ruleset, sheet.titles_after, totals, found)
    return totals


def _gains(
    ruleset: Ruleset,
    dealer: int,
    points: int | None,
    results: Sequence[tuple[Outcome, int | None]],
    standing: Standing,
) -> _BySeat:
    """What each player gains by each possible result, at each acceptable standing."""
    rules = ruleset.game_points
    gains: _BySeat = {}
    if rules is None:
        return gains
    seats = range(ruleset.players.count)
    standings = [standing.totals.get(seat, (None,))[0] for seat in seats]
    others = [standing.totals.get(seat, (None,))[-1] for seat in seats]
    for outcome, risen in results:
        for each in (standings,) if others == standings else (standings, others):
            gained = gamepoints.game_points(rules, outcome, points, each, risen)
            for seat in seats:
                value = gained.dealer if seat % 2 == dealer % 2 else gained.attackers
                if value is not None:
                    gains[seat] = tuple(dict.fromkeys((*gains.get(seat, ()), value)))
    return gains


def _totals(sheet: Sheet, gains: _BySeat, standing: Standing, found: Findings) -> _BySeat:
    totals: _BySeat = {}
    for seat, before in standing.totals.items():
        sums = [total + gain for gain in gains.get(seat, ()) for total in before]
        if sums:
            totals[seat] = tuple(dict.fromkeys(sums))
    line = sheet.totals_after
    for index, (seat, claimed) in enumerate(() if line is None else line.totals):
        acceptable = totals.get(seat, ())
        if line is not None and acceptable and claimed not in acceptable:
            before_total = standing.totals[seat][0]
            facts = {
                "seat": found.name(seat),
                "total": acceptable[0],
                "before": before_total,
                "gain": acceptable[0] - before_total,
                "claimed": claimed,
            }
            found.add(
                "ADV009",
                line,
                facts,
                place=found.place_word(line, "INT", index),
                seat=seat,
                rule="game_points",
                required=acceptable[0],
                played=claimed,
            )
        totals[seat] = tuple(dict.fromkeys((*acceptable, claimed))) if acceptable else (claimed,)
    return totals
