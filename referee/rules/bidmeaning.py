"""What a bid or robbing can mean in every possible state of the bidding (semantics §10, check 1); one verdict of it.

Cards unseen and levels not known are filled in in every way; ``referee.rules.bidding`` and ``robbing`` judge each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from referee.packed import contains, missing, pack, unpack
from referee.rules.bidforms import Reading, all_readings, colors_match, may_be, read_shown
from referee.rules.bidstate import MOST_STATES, BidAction, BidCall, Bidding, BidFault, BidState, BidVerdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.ruling import Verdict


class Branch(NamedTuple):
    """What one possible state becomes: unchanged with a fault, or new with an action."""

    state: BidState
    fault: BidFault | None
    action: BidAction | None = None
    reading: Reading | None = None


def understand(bidding: Bidding, call: BidCall, hand: int | None, level: str) -> tuple[Reading, ...] | BidFault:
    """The readings of a call at a level that its own cards allow (check 1), or why there is none.

    ``hand``: cards the seat may show (packed), None where not known. Where cards are unseen it is taken that they fit.
    """
    rules = bidding.ruleset
    found = read_shown(rules, level, call.cards, call.suit)
    if not found:
        return BidFault("form", "declare.forms", level=level)
    shown = found[0] if len(found) == 1 else None
    fitting = tuple(r for r in found if colors_match(rules.declare, r))
    if not fitting:
        return BidFault("joker_color", "declare.joker_color_match", shown)
    drawn = call.drawn
    if drawn is not None:
        fitting = tuple(r for r in fitting if len(r.faces) <= drawn)
        if not fitting:
            return BidFault("drawn", "declare.when", shown, number=drawn)
    if hand is not None:
        held = tuple(r for r in fitting if contains(hand, pack(r.faces)))
        if not held:
            lacking = tuple(missing(hand, pack(shown.faces))) if shown is not None else ()
            return BidFault("not_held", "declare.forms", shown, faces=lacking)
        fitting = held
    return fitting


def explore(
    bidding: Bidding,
    call: BidCall,
    hand: int | None,
    judge: Callable[[BidState, Reading], list[Branch]],
    levels: Callable[[BidState], tuple[str, ...]],
    *,
    spare: bool = False,
) -> list[Branch]:
    """What every possible state becomes by a call, for every way to fill in what was not recorded of it.

    Cards are taken as all that the seat now shows; where that is not valid, as cards added to those shown before, of
    which with ``spare`` some may be left out. ``levels``: at which levels they may be read; where these are several or
    none is known, nothing is certain.
    """
    branches: list[Branch] = []
    for state in bidding.states:
        possible = levels(state)
        each = [
            _at_level(bidding, state, call, hand, judge, level, spare=spare)
            for level in possible or bidding.ruleset.levels.sequence
        ]
        valid = [branch for found in each for branch in found if branch.fault is None]
        if len(each) > 1 and valid:
            branches += [*valid, Branch(state, BidFault("form", "declare.forms"))]
        else:
            branches += each[0]
    return branches


def _at_level(
    bidding: Bidding,
    state: BidState,
    call: BidCall,
    hand: int | None,
    judge: Callable[[BidState, Reading], list[Branch]],
    level: str,
    *,
    spare: bool,
) -> list[Branch]:
    """What one state becomes by a call at one level."""
    known = understand(bidding, call, hand, level)
    given = {} if isinstance(known, BidFault) else {reading.faces: reading for reading in known}
    fault = known if isinstance(known, BidFault) else None
    found: list[Branch] = []
    own = state.shown[call.seat]
    for faces in dict.fromkeys((*given, *_additions(bidding, own, call, level))):
        alone = judge(state, given[faces]) if faces in given else []
        if not _any_valid(alone) and own is not None:
            wholes = [judge(state, r) for r in _with_shown(bidding, own, faces, hand, call.drawn, level, spare=spare)]
            alone = next(filter(_any_valid, wholes), alone or next(iter(wholes), []))
        found += alone
    return found or [Branch(state, fault)]


def _any_valid(branches: Sequence[Branch]) -> bool:
    return any(branch.fault is None for branch in branches)


def _additions(bidding: Bidding, own: Reading | None, call: BidCall, level: str) -> list[tuple[int, ...]]:
    """The cards of a call that make a bid only together with those its seat has shown before."""
    if own is None or call.cards is None:
        return []
    if call.cards.known:
        return [tuple(sorted(call.cards.faces))]
    rest = [
        unpack(pack(reading.faces) - pack(own.faces))
        for reading in all_readings(bidding.ruleset, level)
        if contains(pack(reading.faces), pack(own.faces))
    ]
    return [tuple(faces) for faces in rest if faces and may_be(faces, call.cards)]


def _with_shown(
    bidding: Bidding,
    own: Reading,
    faces: tuple[int, ...],
    hand: int | None,
    drawn: int | None,
    level: str,
    *,
    spare: bool,
) -> list[Reading]:
    """The bids that some cards make with those shown before, strongest first."""
    new, together = pack(faces), pack(own.faces + faces)
    limit = together if hand is None else hand
    found = [
        reading
        for reading in all_readings(bidding.ruleset, level)
        if len(reading.faces) > len(faces)
        and (drawn is None or len(reading.faces) <= drawn)
        and contains(together, whole := pack(reading.faces))
        and (contains(whole, new) if spare else whole == together)
        and contains(limit, whole)
        and colors_match(bidding.ruleset.declare, reading)
    ]
    return sorted(found, key=lambda reading: -reading.form.strength)


def conclude(bidding: Bidding, branches: Sequence[Branch]) -> tuple[BidVerdict, Bidding]:
    """One verdict from what happened in every possible state."""
    states = tuple(dict.fromkeys(branch.state for branch in branches))
    fault = next((branch.fault for branch in branches if branch.fault is not None), None)
    valid = [branch for branch in branches if branch.fault is None]
    actions = {branch.action for branch in valid}
    readings = {branch.reading for branch in valid}
    action = actions.pop() if len(actions) == 1 else None
    reading = readings.pop() if len(readings) == 1 else None
    verdict: Verdict = "illegal"
    if valid:
        verdict = "legal" if fault is None else "undetermined"
    if bidding.lost:
        return BidVerdict("undetermined", fault), bidding
    if len(states) > MOST_STATES:
        return BidVerdict(verdict, fault, action, reading), replace(bidding, states=states[:1], lost=True)
    return BidVerdict(verdict, fault, action, reading), replace(bidding, states=states)
