"""Random legal games under any ruleset, written as complete records.

The same ruleset, number and seed always give the same games. They are made by the rules alone: nothing here knows a
variant. Players choose at random, with a liking for what the rules have much to say about.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from referee.notation.writer import deal_line, header_lines, line_of
from referee.record import STANDARD_SEATS, BidLine, Header, LevelsLine, SideValue, TotalsLine
from referee.simulate.deal import Match, play_deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.ruleset.model import Ruleset

__all__ = ["games"]

_STANDINGS = (0, 50, 90, 150, 299, 300, 1000)


def games(ruleset: Ruleset, deals: int, seed: int, lang: str = "en") -> Iterator[str]:
    """Legal deals, match after match, each as text of the notation.

    Args:
        ruleset: the rules to play by.
        deals: how many deals.
        seed: where chance begins.
        lang: language of the record, ``en`` or ``zh``.

    Yields:
        The text of one deal; the first of each match begins with its header. Joined they are one record.
    """
    rng = Random(seed)
    match: Match | None = None
    number = 0
    for _ in range(deals):
        head: list[str] = []
        if match is None or match.over:
            match, number = _new_match(ruleset, rng), 0
            head = [*header_lines(_header(ruleset, match), lang), ""]
        number += 1
        header = _header(ruleset, match)
        lines = [*head, deal_line(number, lang)]
        bid = False
        for line in play_deal(ruleset, match, rng):
            lines.append(line_of(line, header, lang, overcall=bid))
            bid = bid or isinstance(line, BidLine)
        yield "".join(f"{line}\n" for line in (*lines, ""))


def _new_match(ruleset: Ruleset, rng: Random) -> Match:
    count = ruleset.players.count
    standings = [rng.choice(_STANDINGS)] * count if rng.random() < 0.5 else rng.choices(_STANDINGS, k=count)
    return Match([ruleset.levels.start] * 2, standings)


def _header(ruleset: Ruleset, match: Match) -> Header:
    count = ruleset.players.count
    seats = STANDARD_SEATS if count == len(STANDARD_SEATS) else tuple(f"P{number + 1}" for number in range(count))
    return Header(
        seats=seats,
        ruleset=ruleset.id,
        levels=LevelsLine(0, "", tuple(SideValue(side, None, level) for side, level in enumerate(match.levels))),
        totals=None if ruleset.game_points is None else TotalsLine(0, "", tuple(enumerate(match.totals))),
    )
