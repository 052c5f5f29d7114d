"""Robbing 抢底/反底: after a burial a stronger bid takes the kitty and sets trump (semantics §10, Robbing).

The robber shows a form strictly above the standing bid, picks up what was buried last, and buries as many cards. The
dealer stays unless ``kitty.rob.changes_dealer``. Rules 2R-13, 2R-14.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.rules.biddealer import first_taker
from referee.rules.bidforms import above
from referee.rules.bidmeaning import Branch, conclude, explore
from referee.rules.bidstate import (
    Bidding,
    BidFault,
    BidState,
    Standing,
    levels_in,
    rob_steps,
)
from referee.rules.rotation import side_of

if TYPE_CHECKING:
    from referee.rules.bidforms import Reading
    from referee.rules.bidstate import BidCall, BidVerdict


def buried(bidding: Bidding, seat: int) -> Bidding:
    """Note that a seat buried 埋底: it holds the kitty rights until robbed, and the robbing turn may begin."""
    order = bidding.ruleset.kitty.rob.order
    states: list[BidState] = []
    for state in bidding.states:
        restarts = state.turn_from is None or order == "restart_after_robber"
        turn_from = seat if restarts else state.turn_from
        spoken = -1 if restarts else state.spoken
        states.append(state._replace(holder=seat, turn_from=turn_from, spoken=spoken))
    return replace(bidding, states=tuple(dict.fromkeys(states)))


def rob(bidding: Bidding, call: BidCall, held: int | None = None) -> tuple[BidVerdict, Bidding]:
    """Judge a robbing; returns the verdict and the bidding after it.

    Args:
        bidding: the bidding so far. A burial that was not recorded is taken to be the dealer's.
        call: who robs, and the cards shown (those shown before still count).
        held: what the seat holds now (packed), None where not known. Counts where ``declare.kitty_cards_count``;
            otherwise the cards must be in its dealt hand (T5: pairs completed by the kitty do not count).
    """
    counts = bidding.ruleset.declare.kitty_cards_count
    hand = held if counts else bidding.dealt[call.seat]

    def judge(state: BidState, reading: Reading) -> list[Branch]:
        return [_judge(bidding, state, call.seat, reading)]

    branches = explore(bidding, call, hand, judge, lambda state: levels_in(bidding, state), spare=True)
    if not counts:
        branches = [_of_the_deal(branch) for branch in branches]
    return conclude(bidding, branches)


def _of_the_deal(branch: Branch) -> Branch:
    """Cards not held are then cards not dealt."""
    fault = branch.fault
    if fault is None or fault.kind != "not_held":
        return branch
    return branch._replace(fault=fault._replace(rule="declare.kitty_cards_count"))


def _judge(bidding: Bidding, state: BidState, seat: int, reading: Reading) -> Branch:
    fault = _fault(bidding, state, seat, reading)
    if fault is not None:
        return Branch(state, fault)
    rules = bidding.ruleset.kitty.rob
    restarts = rules.order == "restart_after_robber"
    steps = rob_steps(bidding, state, seat)
    after = state._replace(
        shown=tuple(reading if s == seat else r for s, r in enumerate(state.shown)),
        standing=Standing(seat, reading),
        holder=seat,
        robs=state.robs + 1,
        turn_from=seat if restarts else state.turn_from,
        spoken=-1 if restarts else steps,
        new_dealer=seat if rules.changes_dealer else state.new_dealer,
    )
    return Branch(after, None, "rob", reading)


def _fault(bidding: Bidding, state: BidState, seat: int, reading: Reading) -> BidFault | None:
    rules = bidding.ruleset.kitty.rob
    standing = state.standing
    if not rules.allowed:
        return BidFault("rob_not_allowed", "kitty.rob.allowed", reading, standing)
    if bidding.first_deal and not rules.first_hand:
        return BidFault("rob_first_hand", "kitty.rob.first_hand", reading, standing)
    if rules.max is not None and state.robs >= rules.max:
        return BidFault("rob_max", "kitty.rob.max", reading, standing, number=rules.max)
    if not _may_rob(bidding, state, seat):
        return BidFault("rob_who", "kitty.rob.who", reading, standing)
    if rules.order != "free" and rob_steps(bidding, state, seat) <= state.spoken:
        return BidFault("rob_turn", "kitty.rob.order", reading, standing)
    if rules.forms is not None and reading.form.name not in rules.forms:
        return BidFault("rob_form", "kitty.rob.forms", reading, standing)
    if standing is None:
        return None
    if not above(bidding.ruleset.declare, reading, standing.reading):
        return BidFault("rob_weak", "kitty.rob", reading, standing)
    if not rules.same_suit and reading.trump == standing.reading.trump:
        return BidFault("rob_same_suit", "kitty.rob.same_suit", reading, standing)
    return None


def _may_rob(bidding: Bidding, state: BidState, seat: int) -> bool:
    """``opponents``: those of the seat that buried last; who that is may be unknown, then anyone may."""
    holder = first_taker(bidding, state) if state.holder is None else state.holder
    if holder is None:
        return True
    if bidding.ruleset.kitty.rob.who == "anyone_but_holder":
        return seat != holder
    count = bidding.ruleset.players.count
    return side_of(count, seat) != side_of(count, holder)
