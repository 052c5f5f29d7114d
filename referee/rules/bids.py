"""What the bidding leads to: trump and dealer 定主定庄, also of a deal nobody declared (semantics §10).

``judge_bids`` answers for a whole sequence at once; ``bidding`` (bid by bid) and ``robbing`` are the machine below it.
Rules 2Q-8…2Q-11, 2Q-19, 2L-4, 4D-5…4D-8, 2R-11, 2R-23; readings A-6, A-7, A-11, A-30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import Cards
from referee.rules.biddealer import Undeclared, dealer_in, flipped_trump, undeclared
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
    levels_for,
    levels_in,
    may_pass_on,
    opens_for_others,
)
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
    "levels_for",
    "may_pass_on",
    "narrow",
    "opens_for_others",
    "passed",
    "read_shown",
    "rob",
    "undeclared",
]


class Declared(NamedTuple):
    """Trump and dealer as the bidding leaves them.

    ``trumps`` and ``dealers`` are all that are possible (None among them: not to be said from the bids); ``trump`` and
    ``dealer`` the one that is certain, else None. ``declared``: somebody made a valid bid (None: not certain).
    ``redeal``: nobody did, and the deal is dealt again. The paths say which rule gave trump and dealer. ``level``: at
    which level the deal is played, where that is certain (it may pass to the other side, A-11).
    """

    trump: int | None
    dealer: int | None
    trumps: frozenset[int | None]
    dealers: frozenset[int | None]
    declared: bool | None
    redeal: bool
    trump_rule: str
    dealer_rule: str
    level: str | None


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
    levels = {each[0] if len(each) == 1 else None for each in (levels_in(bidding, state) for state in bidding.states)}
    if bidding.lost:
        trumps, dealers, said = frozenset({None}), dealers | {None}, {True, False}
        levels = levels if not may_pass_on(bidding) else {None}
    return Declared(
        trump=next(iter(trumps)) if len(trumps) == 1 else None,
        dealer=next(iter(dealers)) if len(dealers) == 1 else None,
        trumps=trumps,
        dealers=dealers,
        declared=said.pop() if len(said) == 1 else None,
        redeal=all(outcome.redeal for outcome in outcomes),
        trump_rule=outcomes[0].trump_rule,
        dealer_rule=outcomes[0].dealer_rule,
        level=levels.pop() if len(levels) == 1 else None,
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
    dealer, rule = dealer_in(bidding, state, flipped)
    return _Outcome(standing.reading.trump, dealer, False, path, rule)


def judge_bids(
    ruleset: Ruleset,
    bids: Sequence[tuple[int, Cards | int] | BidCall],
    level: str,
    *,
    first_deal: bool = True,
    dealer: int | None = None,
    dealt: Sequence[int | None] = (),
    sides: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
) -> BidsJudged:
    """Judge bids in time order and say which trump and which dealer they make.

    Args:
        ruleset: the rules.
        bids: each a seat (index in turn order) with the cards shown, or with only a suit (0..3, 4 = no-trump).
        level: level of the deal, ``"2"``…``"A"``.
        first_deal: the deal is contested. Later the rotation's dealer deals, whoever bid.
        dealer: the rotation's dealer in a later deal; None where not known.
        dealt: each seat's dealt hand (packed), None where not known.
        sides: each side's own level, where the deal may pass from one to the other; without it both stand on ``level``.

    Raises:
        ValueError: there is no such seat.
    """
    bidding = begin(ruleset, level, first_deal=first_deal, dealer=dealer, dealt=dealt, sides=sides)
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
