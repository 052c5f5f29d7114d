"""The state of the bidding 亮主: what was shown, by whom, and at which level (semantics §10).

The state is the standing bid, the first bidder, whether the suits are settled, and what each seat has shown. Where
cards are unseen or only a suit was recorded there are several possible states, and every one is followed: a bid is
illegal if it is in all of them, legal if it is legal in all of them, otherwise undetermined.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from referee.rules.rotation import side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.cards import Cards
    from referee.rules.bidforms import Reading
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
    ``number`` the cards drawn (``drawn``) or the robbings allowed (``rob_max``). ``level``: at which level it was read.
    """

    kind: BidKind
    rule: str
    shown: Reading | None = None
    standing: Standing | None = None
    faces: tuple[int, ...] = ()
    number: int | None = None
    level: str | None = None


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
    """Seat of the opponents to whom the deal passed because the dealer side could not bid (A-11): of their bidders the
    one whom ``rotation.first_dealer`` names, as in a contested deal."""
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

    ``level`` is that of the deal. Where the deal may pass to the other side because the dealer side cannot bid (A-11),
    each side declares at its own: ``sides`` holds what these may be (none: not known).
    """

    ruleset: Ruleset
    level: str
    first_deal: bool
    dealer: int | None
    dealt: tuple[int | None, ...]
    states: tuple[BidState, ...]
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    passed: frozenset[int] = frozenset()
    lost: bool = False


def begin(
    ruleset: Ruleset,
    level: str,
    *,
    first_deal: bool,
    dealer: int | None = None,
    dealt: Sequence[int | None] = (),
    sides: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
) -> Bidding:
    """Open the bidding of a deal at a level (``"2"``…``"A"``); see ``Bidding`` for the arguments.

    Without ``sides`` both sides stand on that level.
    """
    count = ruleset.players.count
    hands = tuple(dealt[seat] if seat < len(dealt) else None for seat in range(count))
    own = ((level,), (level,)) if sides is None else sides
    return Bidding(ruleset, level, first_deal, dealer, hands, (BidState((None,) * count),), own)


def may_pass_on(bidding: Bidding) -> bool:
    """May the deal pass to the other side because the dealer side cannot bid (``declare.dealer_side_cannot``, A-11)?"""
    declare = bidding.ruleset.declare
    kept = declare.who_may_bid == "anyone" or declare.dealer_side_cannot == "continue"
    return not (bidding.first_deal or bidding.dealer is None or kept)


def levels_in(bidding: Bidding, state: BidState) -> tuple[str, ...]:
    """The levels at which a deal in this state may be played: that of whose deal it is. None given: not known."""
    if bidding.dealer is None or not may_pass_on(bidding):
        return (bidding.level,)
    count = bidding.ruleset.players.count
    return bidding.sides[side_of(count, bidding.dealer if state.taken is None else state.taken)]


def levels_for(bidding: Bidding, state: BidState, seat: int) -> tuple[str, ...]:
    """The levels at which a bid of this seat may be read: the opponents open at their own, where the deal may pass."""
    if state.standing is None and state.taken is None and opens_for_others(bidding, seat):
        return bidding.sides[side_of(bidding.ruleset.players.count, seat)]
    return levels_in(bidding, state)


def opens_for_others(bidding: Bidding, seat: int) -> bool:
    """Would an opening bid of this seat take the deal from the dealer side (A-11)?"""
    if bidding.dealer is None or not may_pass_on(bidding):
        return False
    count = bidding.ruleset.players.count
    return side_of(count, seat) != side_of(count, bidding.dealer)


def rob_steps(bidding: Bidding, state: BidState, seat: int) -> int:
    """Steps of a seat in the robbing turn, which begins with the seat after ``turn_from``."""
    start = state.turn_from if state.turn_from is not None else (bidding.dealer or 0)
    return (seat - start - 1) % bidding.ruleset.players.count
