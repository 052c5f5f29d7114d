"""The state of the bidding 亮主, and what a bid or robbing by its cards alone can mean (semantics §10, check 1).

The state is the standing bid, the first bidder, whether the suits are settled, and what each seat has shown. Where
cards are unseen or only a suit was recorded there are several possible states, and every one is followed: a bid is
illegal if it is in all of them, legal if it is legal in all of them, otherwise undetermined.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from referee.packed import contains, missing, pack, unpack
from referee.rules.bidforms import Reading, all_readings, colors_match, may_be, read_shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.cards import Cards
    from referee.ruleset.model import Ruleset
    from referee.ruling import Verdict

MOST_STATES: Final = 512
"""More possible states than this are not followed: everything after is undetermined."""

BidKind = Literal[
    "form",
    "joker_color",
    "drawn",
    "not_held",
    "opening",
    "overcall",
    "reinforce",
    "repeat",
    "self_overcall",
    "self_overcall_weak",
    "first_special",
    "who_may_bid",
    "turn",
    "first_hand_no_trump",
    "rob_not_allowed",
    "rob_first_hand",
    "rob_max",
    "rob_who",
    "rob_turn",
    "rob_form",
    "rob_weak",
    "rob_same_suit",
]
BidAction = Literal["opening", "overcall", "reinforce", "self_overcall", "rob"]


class Standing(NamedTuple):
    """The standing bid: whose, and what it is."""

    seat: int
    reading: Reading


class BidFault(NamedTuple):
    """Why a bid or a robbing is not valid.

    ``rule`` is the path in the ruleset that decided. ``shown`` is the bid as understood (None if it matches no form),
    ``standing`` the bid it had to deal with (None if there was none), ``faces`` the cards not held (``not_held``), and
    ``number`` the cards drawn (``drawn``) or the robbings allowed (``rob_max``).
    """

    kind: BidKind
    rule: str
    shown: Reading | None = None
    standing: Standing | None = None
    faces: tuple[int, ...] = ()
    number: int | None = None


class BidVerdict(NamedTuple):
    """One bid judged. ``fault``: why it is illegal or, if undetermined, what is wrong with it in one possible case.

    ``action`` and ``reading``: what the bid was, where it is the same in every case in which it is valid.
    """

    verdict: Verdict
    fault: BidFault | None = None
    action: BidAction | None = None
    reading: Reading | None = None


class BidCall(NamedTuple):
    """What was recorded of a bid: the cards shown or, without them, the suit (0..3, 4 = no-trump); cards then drawn."""

    seat: int
    cards: Cards | None
    suit: int | None = None
    drawn: int | None = None


class BidState(NamedTuple):
    """One possible state of the bidding. Seats are indices in turn order."""

    shown: tuple[Reading | None, ...]
    """What each seat has validly shown last."""
    standing: Standing | None = None
    first: int | None = None
    """Seat of the first valid bid."""
    final: int | None = None
    """Seat of the last valid bid, robbings not counted."""
    settled: bool = False
    taken: int | None = None
    """Seat of the opponents to whom the deal passed because the dealer side could not bid (A-11)."""
    asked: int = -1
    """How far the seats have been asked: steps from the first one asked to the last one that spoke."""
    holder: int | None = None
    """Seat that buried last; None before the kitty was robbed or a bury recorded."""
    turn_from: int | None = None
    """Seat after which the robbing turn began."""
    spoken: int = -1
    robs: int = 0
    new_dealer: int | None = None
    """Seat that became dealer by robbing."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding of one deal so far.

    ``dealer`` is the seat the rotation gives (for ``rotation.later_deals: declarer`` the seat asked first); None in a
    contested first deal or where it is not known. ``dealt`` holds each seat's dealt hand (packed) or None where it is
    not wholly known. ``lost``: too much is unknown to follow any further.
    """

    ruleset: Ruleset
    level: str
    first_deal: bool
    dealer: int | None
    dealt: tuple[int | None, ...]
    states: tuple[BidState, ...]
    passed: frozenset[int] = frozenset()
    lost: bool = False


def begin(
    ruleset: Ruleset,
    level: str,
    *,
    first_deal: bool,
    dealer: int | None = None,
    dealt: Sequence[int | None] = (),
) -> Bidding:
    """Open the bidding of a deal at a level (``"2"``…``"A"``); see ``Bidding`` for the arguments."""
    count = ruleset.players.count
    hands = tuple(dealt[seat] if seat < len(dealt) else None for seat in range(count))
    return Bidding(ruleset, level, first_deal, dealer, hands, (BidState((None,) * count),))


class Branch(NamedTuple):
    """What one possible state becomes: unchanged with a fault, or new with an action."""

    state: BidState
    fault: BidFault | None
    action: BidAction | None = None
    reading: Reading | None = None


def understand(bidding: Bidding, call: BidCall, hand: int | None) -> tuple[Reading, ...] | BidFault:
    """The readings of a call that its own cards allow (check 1), or why there is none.

    ``hand``: cards the seat may show (packed), None where not known. Where cards are unseen it is taken that they fit.
    """
    rules, level = bidding.ruleset, bidding.level
    found = read_shown(rules, level, call.cards, call.suit)
    if not found:
        return BidFault("form", "declare.forms")
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
    *,
    spare: bool = False,
) -> list[Branch]:
    """What every possible state becomes by a call, for every way to fill in what was not recorded of it.

    Cards are taken as all that the seat now shows; where that is not valid, as cards added to those shown before, of
    which with ``spare`` some may be left out.
    """
    known = understand(bidding, call, hand)
    given = {} if isinstance(known, BidFault) else {reading.faces: reading for reading in known}
    fault = known if isinstance(known, BidFault) else None
    branches: list[Branch] = []
    for state in bidding.states:
        found: list[Branch] = []
        own = state.shown[call.seat]
        for faces in dict.fromkeys((*given, *_additions(bidding, own, call))):
            alone = judge(state, given[faces]) if faces in given else []
            if not _any_valid(alone) and own is not None:
                wholes = [judge(state, r) for r in _with_shown(bidding, own, faces, hand, call.drawn, spare=spare)]
                alone = next(filter(_any_valid, wholes), alone or next(iter(wholes), []))
            found += alone
        branches += found or [Branch(state, fault)]
    return branches


def _any_valid(branches: Sequence[Branch]) -> bool:
    return any(branch.fault is None for branch in branches)


def _additions(bidding: Bidding, own: Reading | None, call: BidCall) -> list[tuple[int, ...]]:
    """The cards of a call that make a bid only together with those its seat has shown before."""
    if own is None or call.cards is None:
        return []
    if call.cards.known:
        return [tuple(sorted(call.cards.faces))]
    rest = [
        unpack(pack(reading.faces) - pack(own.faces))
        for reading in all_readings(bidding.ruleset, bidding.level)
        if contains(pack(reading.faces), pack(own.faces))
    ]
    return [tuple(faces) for faces in rest if faces and may_be(faces, call.cards)]


def _with_shown(
    bidding: Bidding, own: Reading, faces: tuple[int, ...], hand: int | None, drawn: int | None, *, spare: bool
) -> list[Reading]:
    """The bids that some cards make with those shown before, strongest first."""
    new, together = pack(faces), pack(own.faces + faces)
    limit = together if hand is None else hand
    found = [
        reading
        for reading in all_readings(bidding.ruleset, bidding.level)
        if len(reading.faces) > len(faces)
        and (drawn is None or len(reading.faces) <= drawn)
        and contains(together, whole := pack(reading.faces))
        and (contains(whole, new) if spare else whole == together)
        and contains(limit, whole)
        and colors_match(bidding.ruleset.declare, reading)
    ]
    return sorted(found, key=lambda reading: -reading.form.strength)


def rob_steps(bidding: Bidding, state: BidState, seat: int) -> int:
    """Steps of a seat in the robbing turn, which begins with the seat after ``turn_from``."""
    start = state.turn_from if state.turn_from is not None else (bidding.dealer or 0)
    return (seat - start - 1) % bidding.ruleset.players.count


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
