"""Whose deal it is after the bidding, and what becomes of one nobody declared (semantics §9, §10).

Rules 2Q-11, 2Q-19, 2L-4, 4D-7, 4D-8, 2R-11, 2R-23; readings A-6, A-11, A-30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import LITTLE_JOKER, SUIT_OF
from referee.rules.order import NO_TRUMP

if TYPE_CHECKING:
    from referee.cards import Cards
    from referee.rules.bidstate import Bidding, BidState
    from referee.ruleset.model import Ruleset


class Undeclared(NamedTuple):
    """What becomes of a deal nobody declared 无人亮主. ``trump`` and ``dealer`` None: not known, or there is none."""

    redeal: bool
    trump: int | None
    dealer: int | None
    rule: str


def dealer_in(bidding: Bidding, state: BidState, flipped: Cards | None) -> tuple[int | None, str]:
    """The dealer in one state in which somebody bid or robbed, and the rule that says so."""
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
        return state.taken, "declare.dealer_side_cannot"
    return bidding.dealer, "rotation.later_deals"


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


def first_taker(bidding: Bidding, state: BidState) -> int | None:
    """Who takes up the kitty before anybody robs it: the dealer, or who declared (``kitty.taker``). None: not known."""
    if bidding.ruleset.kitty.taker == "declarer" and state.final is not None:
        return state.final
    return dealer_in(bidding, state._replace(new_dealer=None), None)[0]
