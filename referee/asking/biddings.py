"""``bid``: may this be bid, may it overcall that, what is trump, who deals; robbing too (semantics §10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from referee.asking.rulings import BiddingRuling, BidRuling
from referee.cards import Cards, format_cards
from referee.inquiry import bid_ruling, shown_of
from referee.phrases import Count, Phrase, SeatName, Series, TrumpName
from referee.reading import in_deck, read_level, seat_index
from referee.record import STANDARD_SEATS
from referee.rules import bids as rules
from referee.rules.bidstate import BidCall
from referee.rules.rotation import side_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.reading import CardText
    from referee.rules.bids import Declared
    from referee.rules.bidstate import Bidding
    from referee.ruleset.model import BidPattern, Ruleset
    from referee.ruling import Ruling

TRUMPS: Final = ("S", "H", "D", "C", "NT")


class _Heard(NamedTuple):
    """A bidding followed to its end under one assumption about whose deal it is."""

    bids: tuple[BidRuling, ...]
    end: Declared
    bidding: Bidding


def explain_bids(
    ruleset: Ruleset,
    bids: Sequence[tuple[str, CardText]] | None = None,
    *,
    level: str,
    other_level: str | None = None,
    first_deal: bool | None = None,
    dealer: str | None = None,
    passes: Sequence[str] = (),
    robs: Sequence[tuple[str, CardText]] = (),
    seats: Sequence[str] = STANDARD_SEATS,
) -> BiddingRuling:
    """Judge bids 亮主 and robbings 抢底 in time order, and say what they make trump and who deals.

    Args:
        ruleset: the rules.
        bids: each a seat and the cards shown, or only a suit (``"S"``, ``"NT"``); empty: nobody bid; None: not known.
        level: level of the deal.
        other_level: level of the other side, where the deal may pass to it; the same if not said.
        first_deal: is the deal contested, with no dealer yet? None: not said; then neither, unless ``dealer`` is given.
        dealer: the seat that deals by the rotation, in a later deal.
        passes: seats that passed before the first bid.
        robs: robbings after the burial.
        seats: names of the seats in turn order.

    Raises:
        ValueError: a seat is not at the table, there is no such level, or cards cannot be read.
    """
    name = read_level(level)
    if bids is None and not robs:
        return _ladder(ruleset, name)
    due = None if dealer is None else seat_index(seats, dealer)
    other = name if other_level is None else read_level(other_level)
    silent = [seat_index(seats, seat) for seat in passes]
    firsts = (first_deal,) if first_deal is not None else (False,) if due is not None else (True, False)
    openings = [_begin(ruleset, name, other, first, due, silent) for first in firsts]
    heard = [_hear(ruleset, opening, bids, robs, seats) for opening in openings]
    return _ruling(ruleset, heard, seats)


def _begin(ruleset: Ruleset, level: str, other: str, first: bool, due: int | None, passes: Sequence[int]) -> Bidding:
    """The bidding before the first bid, and after those who passed."""
    sides = ((other,), (level,)) if due is not None and side_of(ruleset.players.count, due) else ((level,), (other,))
    bidding = rules.begin(ruleset, level, first_deal=first, dealer=None if first else due, sides=sides)
    return rules.passed(bidding, passes)


def _hear(
    ruleset: Ruleset,
    bidding: Bidding,
    bids: Sequence[tuple[str, CardText]] | None,
    robs: Sequence[tuple[str, CardText]],
    seats: Sequence[str],
) -> _Heard:
    """All bids and robbings one after the other."""
    names, judged = tuple(seats), []
    for seat, shown in bids or ():
        call = _call(ruleset, seats, seat, shown)
        verdict, bidding = rules.bid(bidding, call)
        judged.append(BidRuling(seats[call.seat], _say(call), False, bid_ruling(ruleset, names, verdict, call.cards)))
    holder = rules.declared(bidding).dealer
    for seat, shown in robs:
        call = _call(ruleset, seats, seat, shown)
        bidding = bidding if holder is None else rules.buried(bidding, holder)
        verdict, bidding = rules.rob(bidding, call)
        judged.append(BidRuling(seats[call.seat], _say(call), True, bid_ruling(ruleset, names, verdict, call.cards)))
        holder = call.seat if verdict.verdict == "legal" else holder
    return _Heard(tuple(judged), rules.declared(bidding), bidding)


def _call(ruleset: Ruleset, seats: Sequence[str], seat: str, shown: CardText) -> BidCall:
    cards = shown_of(shown)
    if isinstance(cards, Cards):
        return BidCall(seat_index(seats, seat), in_deck(ruleset, cards))
    return BidCall(seat_index(seats, seat), None, cards)


def _say(call: BidCall) -> str:
    if call.cards is None:
        return TRUMPS[call.suit or 0]
    return format_cards(call.cards.faces, unknown=call.cards.unknown)


def _ruling(ruleset: Ruleset, heard: Sequence[_Heard], seats: Sequence[str]) -> BiddingRuling:
    """One ruling for what was heard; where first and later deals differ, what depends on it is not certain."""
    first = heard[0]
    agreed = [
        one.ruling if all(h.bids[at].ruling.verdict == one.ruling.verdict for h in heard) else None
        for at, one in enumerate(first.bids)
    ]
    bids = tuple(
        one if ruling is not None else one._replace(ruling=_either(one.ruling))
        for one, ruling in zip(first.bids, agreed, strict=True)
    )
    trumps, dealers = {h.end.trump for h in heard}, {h.end.dealer for h in heard}
    lacks = () if len(dealers) == 1 and len(trumps) == 1 and None not in agreed else (Phrase("ask.lack.first_deal"),)
    last = bids[-1].ruling if bids else None
    end = first.end
    rule = last.rule if last is not None and last.rule is not None else end.trump_rule
    cited = ruleset.written(rule)
    return BiddingRuling(
        last.verdict if last is not None else "undetermined" if len(trumps) > 1 else "legal",
        code=None if last is None else last.code,
        rule=rule,
        steps=(*_spoken(bids), *_ends(heard, seats)),
        source=cited.source,
        ruling=cited.ruling,
        lacks=lacks,
        bids=bids,
        trump=_trump(trumps),
        dealer=_dealer(dealers, seats),
        deal_level=end.level if len({h.end.level for h in heard}) == 1 else None,
        redeal=all(h.end.redeal for h in heard),
    )


def _either(ruling: Ruling) -> Ruling:
    return replace(ruling, verdict="undetermined", code=None, steps=(Phrase("ask.bid.depends_first"),))


def _trump(trumps: set[int | None]) -> str | None:
    only = next(iter(trumps)) if len(trumps) == 1 else None
    return None if only is None else TRUMPS[only]


def _dealer(dealers: set[int | None], seats: Sequence[str]) -> str | None:
    only = next(iter(dealers)) if len(dealers) == 1 else None
    return None if only is None else seats[only]


def _spoken(bids: Sequence[BidRuling]) -> Iterator[Phrase]:
    for one in bids:
        facts = {"seat": SeatName(one.seat), "what": Series(one.ruling.steps, "list")}
        yield Phrase("ask.bid.robs" if one.robs else f"ask.bid.{one.ruling.verdict}", facts)


def _ends(heard: Sequence[_Heard], seats: Sequence[str]) -> Iterator[Phrase]:
    """What is trump and who deals, with the rule that says so."""
    first = heard[0].end
    if len({(h.end.trump, h.end.redeal) for h in heard}) == 1:
        yield _trump_step(first)
    else:
        for each in heard:
            yield Phrase(_deal_key(each), {"what": _trump_step(each.end)})
    if all(each.end.redeal for each in heard):
        return
    if len({each.end.dealer for each in heard}) == 1 and first.dealer is not None:
        yield _dealer_step(first, seats)
        return
    for each in heard:
        if not each.end.redeal:
            yield Phrase(_deal_key(each), {"what": _dealer_step(each.end, seats)})


def _deal_key(heard: _Heard) -> str:
    return "ask.bid.if_first" if heard.bidding.first_deal else "ask.bid.if_later"


def _trump_step(end: Declared) -> Phrase:
    if end.redeal:
        return Phrase("ask.bid.redeal", {"rule": end.trump_rule})
    if end.trump is None:
        return Phrase("ask.bid.trump_open")
    key = "ask.bid.trump" if end.declared else "ask.bid.trump_undeclared"
    return Phrase(key, {"trump": TrumpName(end.trump), "rule": end.trump_rule})


def _dealer_step(end: Declared, seats: Sequence[str]) -> Phrase:
    if end.dealer is None:
        by_rotation = end.dealer_rule == "rotation.later_deals"
        return Phrase("ask.bid.dealer_by_rotation" if by_rotation else "ask.bid.dealer_open")
    return Phrase("ask.bid.dealer", {"seat": SeatName(seats[end.dealer]), "rule": end.dealer_rule})


def _ladder(ruleset: Ruleset, level: str) -> BiddingRuling:
    """No bids given: what may be shown at all, weakest first."""
    forms = sorted(ruleset.declare.forms, key=lambda form: form.strength)
    steps = tuple(
        Phrase(
            "ask.bid.form" if form.opening else "ask.bid.form_overcall",
            {
                "form": say_form(form.pattern),
                "strength": form.strength,
                "trump": Phrase(f"ask.bid.makes.{form.trump}"),
            },
        )
        for form in forms
    )
    cited = ruleset.written("declare.forms")
    return BiddingRuling(
        "undetermined",
        rule="declare.forms",
        steps=(Phrase("ask.bid.ladder", {"level": level}), *steps),
        source=cited.source,
        ruling=cited.ruling,
        lacks=(Phrase("ask.lack.bids"),),
    )


def say_form(pattern: BidPattern) -> Phrase | Count:
    """The cards of a bid form in words: a pair of level cards, a joker with a level card."""
    if pattern.joker is None:
        return Count(pattern.levels, "level_card")
    jokers = Count(pattern.jokers, f"joker_{pattern.joker}")
    if not pattern.levels:
        return jokers
    return Phrase("replay.form.with", {"jokers": jokers, "levels": Count(pattern.levels, "level_card")})
