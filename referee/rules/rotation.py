"""Who deals next 轮庄, and the order of the seats (semantics §9, Rotation).

Seats are indices in turn order; sides are 0 (seats 0, 2, …) and 1 (seats 1, 3, …), at tables of four and of six.
Rules G-1, G-7, 2Q-20, 4D-8, 2R-23; reading A-30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from referee.rules.result import Outcome
    from referee.ruleset.model import Ruleset


class NextDealer(NamedTuple):
    """The seat a result favours and the path that says so. ``asked``: it is asked first, and whoever declares deals."""

    seat: int
    rule: str
    asked: bool


def side_of(count: int, seat: int) -> int:
    """The side (0 or 1) of a seat: partners 对家 sit at every second seat (G-1).

    Raises:
        ValueError: there is no such seat.
    """
    if not 0 <= seat < count:
        raise ValueError(f"there is no seat {seat} at a table of {count}")
    return seat % 2


def same_side(count: int, seat: int, other: int) -> bool:
    """True if two seats are partners, or one and the same."""
    return side_of(count, seat) == side_of(count, other)


def turn_order(count: int, first: int) -> tuple[int, ...]:
    """All seats in the order of play, beginning with ``first`` (G-7)."""
    side_of(count, first)
    return tuple((first + step) % count for step in range(count))


def next_dealer(ruleset: Ruleset, dealer: int, outcome: Outcome) -> NextDealer:
    """Who deals after a deal with this outcome (2Q-20, 4D-8).

    The dealer side keeps the deal: the next seat of its side (the partner 对家 at a table of four), or the same player
    again. It loses the deal: the next seat 下家 in turn order. After a redeal 流局 nothing moves: do not ask.
    """
    rules = ruleset.rotation
    count = ruleset.players.count
    asked = rules.later_deals == "declarer"
    if outcome.deal_passes:
        return NextDealer((dealer + 1) % count, "rotation.lose", asked)
    step = 2 if rules.keep == "partner" else 0
    return NextDealer((dealer + step) % count, "rotation.keep", asked)
