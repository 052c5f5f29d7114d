"""What the bidding leads to: trump and dealer 定主定庄, also of a deal nobody declared (semantics §10).

``judge_bids`` answers for a whole sequence at once; ``bidding`` (bid by bid) and ``robbing`` are the machine below it.
Rules 2Q-8…2Q-11, 2Q-19, 2L-4, 4D-5…4D-8, 2R-11, 2R-23; readings A-6, A-7, A-11, A-30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import LITTLE_JOKER, SUIT_OF, Cards
from referee.rules.bidding import bid, narrow, passed
from referee.rules.bidforms import Reading, all_readings, read_shown
from referee.rules.bidstate import (
    BidAction,
    BidCall,
    Bidding,
    BidFault,
    BidKind,
    BidState,
    BidVerdict,
    Standing,
    begin,
)
from referee.rules.order import NO_TRUMP
from referee.rules.robbing import buried, rob
from referee.rules.rotation import side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.ruleset.model import Ruleset

__all__ = [
    "BidAction",
    "BidCall",
    "BidFault",
    "BidKind",
    "BidState",
    "BidVerdict",
    "Bidding",
    "BidsJudged",
    "Declared",
    "Reading",
    "Standing",
    "Undeclared",
    "all_readings",
    "begin",
    "bid",
    "buried",
    "declared",
    "flipped_trump",
    "judge_bids",
    "narrow",
    "passed",
    "read_shown",
    "rob",
    "undeclared",
]


class Undeclared(NamedTuple):
    """What becomes of a deal nobody declared 无人亮主. ``trump`` and ``dealer`` None: not known, or there is none."""

    redeal: bool
    trump: int | None
    dealer: int | None
    rule: str


class Declared(NamedTuple):
    """Trump and dealer as the bidding leaves them.

    ``trumps`` and ``dealers`` are all that are possible (None among them: not to be said from the bids); ``trump`` and
    ``dealer`` the one that is certain, else None. ``declared``: somebody made a valid bid (None: not certain).
    ``redeal``: nobody did, and the deal is dealt again. The paths say which rule gave trump and dealer.
    """

    trump: int | None
    dealer: int | None
    trumps: frozenset[int | None]
    dealers: frozenset[int | None]
    declared: bool | None
    redeal: bool
    trump_rule: str
    dealer_rule: str


class BidsJudged(NamedTuple):
    """A whole sequence of bids: one verdict a bid, then trump and dealer (None where not certain or there is none)."""

    rulings: tuple[BidVerdict, ...]
    trump: int | None
    dealer: int | None
    result: Declared


def declared(bidding: Bidding, flipped: Cards | None = None) -> Declared:
    """Trump and dealer after all bids and robbings.

    Trump is that of the last valid bid or robbing. The dealer of a contested first deal is by ``rotation.first_dealer``
    the first or the last valid bidder (A-6), robbing aside; later the rotation's, whoever bid, unless
    ``rotation.later_deals: declarer``, or the dealer side could not bid and the deal passed (A-11).

    Args:
        bidding: the bidding, complete: without a valid bid this is a deal nobody declared.
        flipped: kitty cards turned up 翻底 in that order, for ``declare.undeclared``.
    """
    outcomes = [_outcome(bidding, state, flipped) for state in bidding.states]
    trumps = frozenset(outcome.trump for outcome in outcomes)
    dealers = frozenset(outcome.dealer for outcome in outcomes)
    said = {state.final is not None for state in bidding.states}
    if bidding.lost:
        trumps, dealers, said = frozenset({None}), dealers | {None}, {True, False}
    return Declared(
        trump=next(iter(trumps)) if len(trumps) == 1 else None,
        dealer=next(iter(dealers)) if len(dealers) == 1 else None,
        trumps=trumps,
        dealers=dealers,
        declared=said.pop() if len(said) == 1 else None,
        redeal=all(outcome.redeal for outcome in outcomes),
        trump_rule=outcomes[0].trump_rule,
        dealer_rule=outcomes[0].dealer_rule,
    )


class _Outcome(NamedTuple):
    trump: int | None
    dealer: int | None
    redeal: bool
    trump_rule: str
    dealer_rule: str


def _outcome(bidding: Bidding, state: BidState, flipped: Cards | None) -> _Outcome:
    standing = state.standing
    if standing is None:
        nobody = undeclared(bidding.ruleset, first_deal=bidding.first_deal, dealer=bidding.dealer, flipped=flipped)
        return _Outcome(nobody.trump, nobody.dealer, nobody.redeal, nobody.rule, nobody.rule)
    path = f"declare.forms.{standing.reading.form.name}"
    dealer, rule = _dealer(bidding, state, flipped)
    return _Outcome(standing.reading.trump, dealer, False, path, rule)


def _dealer(bidding: Bidding, state: BidState, flipped: Cards | None) -> tuple[int | None, str]:
    """The dealer in one state in which somebody bid or robbed."""
    rules = bidding.ruleset.rotation
    if state.new_dealer is not None:
        return state.new_dealer, "kitty.rob.changes_dealer"
    if state.final is None:
        nobody = undeclared(bidding.ruleset, first_deal=bidding.first_deal, dealer=bidding.dealer, flipped=flipped)
        return nobody.dealer, nobody.rule
    if bidding.first_deal:
        changes = bidding.ruleset.declare.first_hand.changes_dealer
        if rules.first_dealer == "fixed":
            return 0, "rotation.first_dealer"
        if changes is not None:
            return state.final if changes else state.first, "declare.first_hand.changes_dealer"
        seats = {"first_bidder": state.first, "final_bidder": state.final}
        return seats.get(rules.first_dealer), "rotation.first_dealer"
    if rules.later_deals == "declarer":
        return state.final, "rotation.later_deals"
    if state.taken is not None:
        return _takes_deal(bidding, state, state.taken), "declare.dealer_side_cannot"
    return bidding.dealer, "rotation.later_deals"


def _takes_deal(bidding: Bidding, state: BidState, opener: int) -> int:
    """Which of the opponents deals where the dealer side could not bid: by ``first_dealer``, opener or final bidder."""
    count = bidding.ruleset.players.count
    last = state.final
    final = bidding.ruleset.rotation.first_dealer == "final_bidder"
    if final and last is not None and side_of(count, last) == side_of(count, opener):
        return last
    return opener


def undeclared(
    ruleset: Ruleset, *, first_deal: bool, dealer: int | None = None, flipped: Cards | None = None
) -> Undeclared:
    """What happens when nobody declares (2Q-11, 4D-7; first deal: A-30).

    Args:
        ruleset: the rules.
        first_deal: the deal is contested, nobody is dealer yet.
        dealer: the seat the rotation gives, in later deals.
        flipped: kitty cards turned up, in that order, for ``flip_kitty``.
    """
    rules = ruleset.declare.undeclared
    action = rules.first_hand if first_deal else rules.action
    path = "declare.undeclared.first_hand" if first_deal else "declare.undeclared.action"
    if action == "redeal":
        return Undeclared(True, None, None if first_deal else dealer, path)
    if first_deal:
        dealer = 0 if rules.first_hand_dealer == "fixed" else None
    trump: int | None = NO_TRUMP
    if action == "suit":
        trump = rules.suit
    elif action == "flip_kitty":
        trump = flipped_trump(ruleset, flipped)
    return Undeclared(False, trump, dealer, path)


def flipped_trump(ruleset: Ruleset, flipped: Cards | None) -> int | None:
    """Trump from the kitty cards turned up 翻底定主, in that order; None where they do not (yet) decide it.

    The suit of the first card that is no joker; a joker is passed over, or makes no-trump
    (``declare.undeclared.flip.joker``).
    """
    if flipped is None or (flipped.unknown and flipped.faces):
        # In a group with unknown cards it is not said which came first.
        return None
    for face in flipped.faces:
        if face < LITTLE_JOKER:
            return SUIT_OF[face]
        if ruleset.declare.undeclared.flip_joker == "no_trump":
            return NO_TRUMP
    return None


def judge_bids(
    ruleset: Ruleset,
    bids: Sequence[tuple[int, Cards | int] | BidCall],
    level: str,
    *,
    first_deal: bool = True,
    dealer: int | None = None,
    dealt: Sequence[int | None] = (),
) -> BidsJudged:
    """Judge bids in time order and say which trump and which dealer they make.

    Args:
        ruleset: the rules.
        bids: each a seat (index in turn order) with the cards shown, or with only a suit (0..3, 4 = no-trump).
        level: level of the deal, ``"2"``…``"A"``.
        first_deal: the deal is contested. Later the rotation's dealer deals, whoever bid.
        dealer: the rotation's dealer in a later deal; None where not known.
        dealt: each seat's dealt hand (packed), None where not known.

    Raises:
        ValueError: there is no such seat.
    """
    bidding = begin(ruleset, level, first_deal=first_deal, dealer=dealer, dealt=dealt)
    rulings: list[BidVerdict] = []
    for call in bids:
        if not isinstance(call, BidCall):
            seat, shown = call
            call = BidCall(seat, shown, None) if isinstance(shown, Cards) else BidCall(seat, None, shown)  # noqa: PLW2901
        side_of(ruleset.players.count, call.seat)
        verdict, bidding = bid(bidding, call)
        rulings.append(verdict)
    result = declared(bidding)
    return BidsJudged(tuple(rulings), result.trump, result.dealer, result)
