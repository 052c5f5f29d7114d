"""Declaring trump 亮主: bids judged one by one on the ladder 反主, 自保, 自反 (semantics §10, checks 2 to 6).

An illegal bid changes nothing. Rules 2Q-8…2Q-10, 2L-5, 2R-7…2R-10, 2R-23, 3Q-1…3Q-3, 4D-3, 4D-4, 4D-6; readings
A-4, A-7, A-11.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.packed import contains, pack
from referee.rules.bidforms import Reading, above, all_readings, colors_match, equal_strength, raises
from referee.rules.bidmeaning import Branch, conclude, explore, understand
from referee.rules.bidstate import (
    BidAction,
    BidCall,
    Bidding,
    BidFault,
    BidState,
    BidVerdict,
    Standing,
    levels_for,
    levels_in,
    may_pass_on,
    opens_for_others,
    rob_steps,
)
from referee.rules.order import NO_TRUMP
from referee.rules.rotation import side_of

if TYPE_CHECKING:
    from collections.abc import Iterable


def bid(bidding: Bidding, call: BidCall) -> tuple[BidVerdict, Bidding]:
    """Judge the next bid 亮/反; returns the verdict and the bidding after it (semantics §10, checks 1–6)."""
    hand = bidding.dealt[call.seat]

    def judge(state: BidState, reading: Reading) -> list[Branch]:
        return _judge(bidding, state, call.seat, reading)

    def levels(state: BidState) -> tuple[str, ...]:
        return levels_for(bidding, state, call.seat)

    branches = explore(bidding, call, hand, judge, levels)
    return conclude(bidding, [_not_theirs(bidding, call, hand, branch) for branch in branches])


def _not_theirs(bidding: Bidding, call: BidCall, hand: int | None, branch: Branch) -> Branch:
    """A bid of the opponents that would be one at the level of the dealer side: it is not theirs to open."""
    fault, state = branch.fault, branch.state
    opens = state.standing is None and state.taken is None and opens_for_others(bidding, call.seat)
    if fault is None or fault.kind != "form" or not opens:
        return branch
    for level in levels_in(bidding, state):
        known = understand(bidding, call, hand, level)
        if not isinstance(known, BidFault):
            return branch._replace(fault=BidFault("who_may_bid", "declare.who_may_bid", known[0]))
    return branch


def passed(bidding: Bidding, seats: Iterable[int]) -> Bidding:
    """Note that seats passed 过, in this order: before the kitty is taken they decline to bid, afterwards to rob."""
    states = list(bidding.states)
    seats = tuple(seats)
    for seat in seats:
        for index, state in enumerate(states):
            if state.holder is not None:
                states[index] = state._replace(spoken=rob_steps(bidding, state, seat))
            elif _asks_in_turn(bidding):
                states[index] = state._replace(asked=max(state.asked, _ask_steps(bidding, seat)))
    return replace(bidding, states=tuple(dict.fromkeys(states)), passed=bidding.passed | set(seats))


def narrow(bidding: Bidding, trump: int) -> Bidding:
    """Keep the possible states in which this is trump (secret bids turned up, 4D-5); all, if none would be left."""
    kept = tuple(s for s in bidding.states if s.standing is not None and s.standing.reading.trump == trump)
    return replace(bidding, states=kept) if kept else bidding


def _judge(bidding: Bidding, state: BidState, seat: int, reading: Reading) -> list[Branch]:
    """One reading in one state; two branches where it is not known whether the dealer side could bid."""
    action = _ladder(bidding, state, seat, reading)
    if isinstance(action, BidFault):
        return [Branch(state, action)]
    declare = bidding.ruleset.declare
    if declare.first_special_stands and state.settled and reading.trump != NO_TRUMP:
        return [Branch(state, BidFault("first_special", "declare.first_special_stands", reading, state.standing))]
    may, taken = _may_bid(bidding, state, seat)
    refused = Branch(state, BidFault("who_may_bid", "declare.who_may_bid", reading, state.standing))
    if may is False:
        return [refused]
    if _asks_in_turn(bidding) and state.standing is None and _ask_steps(bidding, seat) < state.asked:
        return [Branch(state, BidFault("turn", "rotation.later_deals", reading))]
    if bidding.first_deal and declare.first_hand.no_trump is False and reading.trump == NO_TRUMP:
        return [Branch(state, BidFault("first_hand_no_trump", "declare.first_hand.no_trump", reading))]
    special = action in {"reinforce", "self_overcall"} or (action == "overcall" and reading.trump != NO_TRUMP)
    after = state._replace(
        shown=tuple(reading if s == seat else r for s, r in enumerate(state.shown)),
        standing=Standing(seat, reading),
        first=seat if state.first is None else state.first,
        final=seat,
        settled=state.settled or special,
        taken=seat if taken or _takes_over(bidding, state, seat) else state.taken,
        asked=max(state.asked, _ask_steps(bidding, seat)) if _asks_in_turn(bidding) else state.asked,
    )
    accepted = Branch(after, None, action, reading)
    return [accepted] if may else [accepted, refused]


def _takes_over(bidding: Bidding, state: BidState, seat: int) -> bool:
    """Does a deal that passed to the opponents now fall to this one of them, as the later bidder of their side?"""
    if state.taken is None or bidding.ruleset.rotation.first_dealer != "final_bidder":
        return False
    count = bidding.ruleset.players.count
    return side_of(count, seat) == side_of(count, state.taken)


def _ladder(bidding: Bidding, state: BidState, seat: int, reading: Reading) -> BidAction | BidFault:
    """Checks 2 to 4: opening, overcall 反主, reinforcement 自保, self-overcall 自反."""
    declare = bidding.ruleset.declare
    standing = state.standing
    if standing is None:
        path = f"declare.forms.{reading.form.name}.opening"
        return "opening" if reading.form.opening else BidFault("opening", path, reading)
    old = standing.reading
    if standing.seat != seat:
        own = state.shown[seat]
        if declare.overcall == "last_shown" or above(declare, reading, old):
            return "overcall"
        again = own is not None and raises(declare, reading, own) and equal_strength(declare, reading, old)
        if again and declare.self_reinforce == "also_after_overcall":
            return "reinforce"
        return BidFault("overcall", "declare.overcall", reading, standing)
    if reading.trump == old.trump:
        if not raises(declare, reading, old):
            return BidFault("repeat", "declare.self_reinforce", reading, standing)
        if declare.self_reinforce == "no":
            return BidFault("reinforce", "declare.self_reinforce", reading, standing)
        return "reinforce"
    if not declare.self_overcall:
        return BidFault("self_overcall", "declare.self_overcall", reading, standing)
    if declare.overcall != "last_shown" and not above(declare, reading, old):
        return BidFault("self_overcall_weak", "declare.self_overcall", reading, standing)
    return "self_overcall"


def _may_bid(bidding: Bidding, state: BidState, seat: int) -> tuple[bool | None, bool]:
    """Check 6: may this seat bid now (None = not known), and does the deal pass to it by that (2R-23, A-11)?"""
    declare = bidding.ruleset.declare
    if bidding.first_deal or declare.who_may_bid == "anyone" or bidding.dealer is None:
        return True, False
    count = bidding.ruleset.players.count
    dealers = side_of(count, bidding.dealer)
    if side_of(count, seat) == dealers or state.taken is not None:
        return True, False
    passes = may_pass_on(bidding)
    if declare.who_may_bid == "dealer_side_only" and (state.standing is not None or not passes):
        return False, False
    if state.standing is not None:
        return True, False
    waiting = [s for s in range(count) if side_of(count, s) == dealers and s not in bidding.passed]
    able = [_able(bidding, s) for s in waiting]
    if declare.who_may_bid == "dealer_side_only" and True in able:
        return False, False
    return (True if all(known is False for known in able) else None), passes


def _able(bidding: Bidding, seat: int) -> bool | None:
    """Does the seat's dealt hand hold an opening bid? None where the hand or the level is not known."""
    hand = bidding.dealt[seat]
    if hand is None:
        return None
    declare = bidding.ruleset.declare
    own = bidding.sides[side_of(bidding.ruleset.players.count, seat)] if may_pass_on(bidding) else (bidding.level,)
    able = {
        any(
            reading.form.opening and colors_match(declare, reading) and contains(hand, pack(reading.faces))
            for reading in all_readings(bidding.ruleset, level)
        )
        for level in own or bidding.ruleset.levels.sequence
    }
    return able.pop() if len(able) == 1 else None


def _asks_in_turn(bidding: Bidding) -> bool:
    """Are the seats asked one after another (``rotation.later_deals: declarer``)?"""
    declarer = bidding.ruleset.rotation.later_deals == "declarer"
    return declarer and not bidding.first_deal and bidding.dealer is not None


def _ask_steps(bidding: Bidding, seat: int) -> int:
    return (seat - (bidding.dealer or 0)) % bidding.ruleset.players.count
