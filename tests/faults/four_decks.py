"""Faults of four decks: secret bids, skipped rungs, shapes that beat others, points that change sides at the end.

Most other kinds of fault can happen there too: ``SHARED``.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import claims  # noqa: F401 - four decks share many of its faults
from injection import FAULTS, claim, facts, find, hand, insert_after, lines, play, played, some_deal
from plays import BrokenList, Chance

import referee.simulate.bidding as simulated_bidding
import referee.simulate.tricks as simulated_tricks
from referee.cards import Cards, Unknown
from referee.notation import read_text
from referee.notation.writer import write_record
from referee.packed import unpack
from referee.record import BidLine, CapturedLine, PassLine, ScoreLine, TrickLine, TrumpLine
from referee.rules import bids, contest, follow
from referee.rules.bound import bind
from referee.shapes import Shape
from referee.simulate import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from referee.record import Deal, Record
    from referee.rules.bound import Bound, Lead
    from referee.rules.capture import Captured
    from referee.ruleset.model import Ruleset

FOUR = ("qq-4deck",)
QUAD, TRACTOR, THREE_PAIRS, TWO_TRIPLES = Shape(4, 1), Shape(2, 2), Shape(2, 3), Shape(3, 2)

SHARED = {
    *("another winner written down", "other points of a trick", "two followers written in the wrong order"),
    *("one seat written twice in a trick", "a follow short of a card", "a card played that another seat holds"),
    *("a play left out of a trick", "a trick with a wrong number", "a wrong score between two tricks"),
    *("a wrong final score", "another multiplier of the capture", "a captured total that is not the product"),
    *("other points in the captured kitty", "a fine that no rule knows", "another result than the score gives"),
    *("wrong levels after the deal", "wrong levels at the start of a deal", "a level that is not the dealer side's"),
    *("another next dealer", "a match won that goes on", "cards bid that make no bid"),
    *(
        "a level card bid that the seat does not hold",
        "a hand short of a card",
        "a second, different statement of a hand",
    ),
    *("a play more than there are cards", "a lead of two suits, where the record then stops"),
    *("a gap in the deal numbers", "a bid after the first trick", "two dealers written down"),
    "a waiver with nothing to waive",
    *("revoke: a side card or trump on a suit still held", "a pair held and not played on a pair"),
    *("a pair held and not played on a throw with a pair", "a triple held and not played on a triple"),
    *("a throw stands that should have failed", "another component kept after a failed throw"),
    *("a card kept that was not thrown", "a throw taken back that stands", "another seat leads than the winner"),
    "a throw where nobody else holds the suit",
    *("another first dealer than the bids make", "a later dealer who does not follow from the deal before"),
}
"""Kinds of fault of the other games that four decks know as well."""

for number, fault in enumerate(FAULTS):
    if fault.name in SHARED:
        FAULTS[number] = replace(fault, rulesets=(*fault.rulesets, *FOUR))
missing = SHARED - {fault.name for fault in FAULTS}
assert not missing, missing


# --- bids


def _more_bids(record: Record, rules: Ruleset, fits: Callable[[bids.Reading, BidLine], bool], *, own: bool) -> bool:
    """Add a bid after the last one, by its seat (``own``) or by one that has said nothing, that fits it."""
    for deal in played(record):
        told = lines(deal, BidLine)
        for seat in range(4) if told else ():
            silent = seat not in {bid.seat for bid in told}
            held = hand(deal, seat)
            for new in bids.all_readings(rules, facts(deal)[1]):
                enough = all(held.count(face) >= new.faces.count(face) for face in new.faces)
                if enough and (seat == told[-1].seat if own else silent) and fits(new, told[-1]):
                    insert_after(deal, told[-1], BidLine(0, "", seat, Cards(new.faces), None, None))
                    return True
    return False


def _number(bid: BidLine) -> int:
    assert bid.cards is not None
    return bid.cards.size or 0


@claim("a bid of no more cards than the one that stands", "BID003", FOUR)
def as_many(record: Record, rng: Random, rules: Ruleset) -> bool:
    return _more_bids(record, rules, lambda new, old: len(new.faces) == _number(old), own=False)


@claim("a secret bid of no more cards than the one that stands", "BID003", FOUR)
def as_many_secretly(record: Record, rng: Random, rules: Ruleset) -> bool:
    """Only the number of cards is recorded, and says enough."""
    if not _more_bids(record, rules, lambda new, old: len(new.faces) <= _number(old), own=False):
        return False
    for deal in played(record):
        told = lines(deal, BidLine)
        if len(told) > 1 and _number(told[-1]) <= _number(told[-2]):
            told[-1].cards = Cards((), (Unknown(None, _number(told[-1])),))
            return True
    return False


@claim("one's own bid changed to another suit with more cards", "BID004", FOUR)
def changed_suit(record: Record, rng: Random, rules: Ruleset) -> bool:
    """With more cards, so that anybody else might."""
    return _more_bids(
        record,
        rules,
        lambda new, old: len(new.faces) > _number(old) and bool(old.cards.faces) and new.faces[0] != old.cards.faces[0],
        own=True,
    )


@claim("jokers as a bid where only level cards bid", "BID001", FOUR)
def joker_bid(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal in played(record):
        for seat in range(4):
            jokers = [face for face in hand(deal, seat) if face == 53]
            if lines(deal, BidLine) and len(jokers) > 1:
                insert_after(deal, lines(deal, BidLine)[-1], BidLine(0, "", seat, Cards(tuple(jokers)), None, None))
                return True
    return False


@claim("another trump than the rules give where nobody bid", "BID009", (*FOUR, "qq-2deck", "qq-3deck"))
def undeclared_trump(record: Record, rng: Random, rules: Ruleset) -> Any:
    """The record stops there: nothing is played by another trump."""
    chances = {"_SILENT_CHANCE": 0.4, "_SAID_CHANCE": 0.4}
    usual = {name: getattr(simulated_bidding, name) for name in chances}
    try:
        for name, value in chances.items():
            setattr(simulated_bidding, name, value)
        record = read_text("".join(games(rules, 4, rng.randrange(10**9))))
    finally:
        for name, value in usual.items():
            setattr(simulated_bidding, name, value)
    for deal in played(record):
        if find(deal, PassLine) is not None:
            trump = find(deal, TrumpLine)
            trump.suit = (trump.suit + rng.randint(1, 4)) % 5
            del deal.events[deal.events.index(trump) + 1 :]
            del record.deals[record.deals.index(deal) + 1 :]
            return write_record(record)
    return False


@play("no-trump although only suits can be bid", "BID009", FOUR)
class NoTrump(Chance):
    """What a secret bid was is known only by the trump it made; this it cannot have made."""

    def declared(self, found: Any) -> Any:
        return None if found.redeal or not found.declared else found._replace(trump=4)


@play("the first bidder deals though he was overcalled", "BID010", FOUR)
class OvercalledDealer(Chance):
    first_deal = True

    def declared(self, found: Any) -> Any:
        return None if found.redeal or not found.declared else found._replace(dealer=(found.dealer + 1) % 4)


# --- following


class ByChance(BrokenList):
    """As ``BrokenList``, with answers tried that are far apart."""

    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        if lead.shapes != (self.wanted,):
            return None
        faces = unpack(holding & bound.mask[lead.info.domain])
        if len(faces) <= lead.info.size:
            return None
        for _ in range(200):
            chosen = tuple(sorted(self.rng.sample(faces, lead.info.size)))
            fault = follow.check(bound, lead, holding, bound.info(chosen))
            if fault is not None and fault.kind == "shape":
                return chosen
        return None


@play("a rung skipped after a quad", "FOL005", FOUR)
class SkippedAfterQuad(ByChance):
    wanted = QUAD


@play("a rung skipped after two adjacent pairs", "FOL005", FOUR)
class SkippedAfterTractor(ByChance):
    wanted = TRACTOR


@play("a rung skipped after three adjacent pairs", "FOL005", FOUR)
class SkippedAfterThreePairs(ByChance):
    wanted = THREE_PAIRS


@play("a rung skipped after two adjacent triples", "FOL005", FOUR)
class SkippedAfterTwoTriples(ByChance):
    wanted = TWO_TRIPLES


@play("a rung skipped after four adjacent pairs", "FOL005", FOUR)
class SkippedAfterFourPairs(ByChance):
    wanted = Shape(2, 4)


@play("a rung skipped after two adjacent quads", "FOL005", FOUR)
class SkippedAfterTwoQuads(ByChance):
    wanted = Shape(4, 2)


@play("quads apart although adjacent ones are held", "FOL005", FOUR, deals=24)
class QuadsApart(Chance):
    wanted = Shape(4, 2)

    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        if lead.shapes != (self.wanted,):
            return None
        suit_cards = holding & bound.mask[lead.info.domain]
        quads = [face for face in set(unpack(suit_cards)) if suit_cards >> (4 * face) & 15 == 4]
        for pair in combinations(quads, 2):
            chosen = tuple(sorted(4 * pair))
            if follow.check(bound, lead, holding, bound.info(chosen)) is not None:
                return chosen
        return None


# --- winners


def _crossing(bound: Bound, lead: Lead, holding: int) -> tuple[int, ...] | None:
    """A legal answer of another shape that beats a lead of one component, or None."""
    if len(lead.shapes) != 1:
        return None
    faces = unpack(holding & bound.mask[lead.info.domain])
    for shape in contest.crossing(bound.ruleset, lead.shapes[0]):
        for place in bound.placements(lead.info.domain, shape.length):
            chosen = tuple(sorted(face for face in place.faces for _ in range(shape.width)))
            if all(faces.count(face) >= shape.width for face in place.faces):
                legal = follow.check(bound, lead, holding, bound.info(chosen)) is None
                return chosen if legal else None
    return None


@contextmanager
def _liking(lead: Shape | None, *, cross: bool) -> Iterator[None]:
    """The players of the simulation lead a shape, or beat a lead across shapes, whenever they can."""
    choose_lead, choose_follow = simulated_tricks.choose_lead, simulated_tricks.choose_follow

    class Liked(Chance):
        wanted = lead

    def leading(bound: Bound, holding: int, others: Any, rng: Random) -> Any:
        return Liked(rng).prepare(bound, holding, others) or choose_lead(bound, holding, others, rng)

    def following(bound: Bound, led: Lead, holding: int, rng: Random) -> Any:
        liked = _crossing(bound, led, holding) if cross else None
        return choose_follow(bound, led, holding, rng) if liked is None else liked

    simulated_tricks.choose_lead, simulated_tricks.choose_follow = leading, following
    try:
        yield
    finally:
        simulated_tricks.choose_lead, simulated_tricks.choose_follow = choose_lead, choose_follow


@claim("the highest of the shape led wins, not the shape that beats it", "WIN001", FOUR)
def winner_across(record: Record, rng: Random, rules: Ruleset) -> Any:
    with _liking(TRACTOR, cross=True):
        record = read_text("".join(games(rules, 2, rng.randrange(10**9))))
    crossed = [
        (deal, trick) for deal in played(record) for trick in lines(deal, TrickLine) if _crossed(deal, trick, rules)
    ]
    if not crossed:
        return False
    trick = rng.choice(crossed)[1]
    trick.winner = trick.plays[0].seat
    return write_record(record)


def _crossed(deal: Deal, trick: TrickLine, rules: Ruleset) -> bool:
    _, level, trump = facts(deal)
    bound = bind(rules, level, trump)
    lead = bound.lead(trick.plays[0].cards.faces)
    won = next(each for each in trick.plays if each.seat == trick.winner)
    shapes = [component.shape for component in bound.components(bound.info(won.cards.faces))]
    return len(lead.shapes) == 1 and shapes != list(lead.shapes)


@claim("a shape that does not beat the one led wins", "WIN001", FOUR)
def winner_uncrossed(record: Record, rng: Random, rules: Ruleset) -> Any:
    """A pair with two single cards beats no triple, two pairs apart no quad: a higher card is not enough."""
    tricks = [trick for deal in played(record) for trick in lines(deal, TrickLine)]
    wide = [
        t for t in tricks if len(t.plays[0].cards.faces) > 2 and t.plays[0].seat == t.winner and not t.plays[0].throws
    ]
    if not wide:
        return False
    trick = rng.choice(wide)
    trick.winner = rng.choice(trick.plays[1:]).seat
    return True


# --- the last trick


def _settled(rules: Ruleset, rng: Random, change: Callable[[Captured, Any], Captured | None]) -> str | None:
    """Games in which the capture of one deal is reckoned wrongly, and everything after it goes by that."""
    capture = simulated_tricks.capture
    done: list[bool] = []

    def wrongly(ruleset: Ruleset, last: Any, points: int | None) -> Captured:
        found = capture(ruleset, last, points)
        wrong = None if done or not found.points else change(found, last)
        done.extend([True] if wrong is not None else [])
        return found if wrong is None else wrong

    simulated_tricks.capture = wrongly
    try:
        text = "".join(games(rules, 3, rng.randrange(10**9)))
    finally:
        simulated_tricks.capture = capture
    return text if done else None


@claim("the points of the last trick with the wrong sign", "SCO006", FOUR)
def wrong_sign(record: Record, rng: Random, rules: Ruleset) -> Any:
    return _settled(rules, rng, lambda found, last: found._replace(effect=-found.effect)) or False


@claim("nothing taken from the attackers when the dealer side wins the last trick", "SCO006", FOUR)
def no_transfer(record: Record, rng: Random, rules: Ruleset) -> Any:
    """The capture is written down, but the score stays as it was."""
    return _settled(rules, rng, lambda found, last: None if last.by_attackers else found._replace(effect=0)) or False


@claim("the losers' cards of the last trick counted twice", "SCO006", FOUR)
def counted_twice(record: Record, rng: Random, rules: Ruleset) -> Any:
    """Their points are captured and, with the whole trick, won as well."""

    def twice(found: Captured, last: Any) -> Captured | None:
        whole = last.own_points + last.loser_points
        return found._replace(trick_points=whole) if last.by_attackers and last.loser_points else None

    return _settled(rules, rng, twice) or False


@claim("a capture of the winners' own points too", "SCO002", FOUR)
def own_points(record: Record, rng: Random, rules: Ruleset) -> Any:
    def all_points(found: Captured, last: Any) -> Captured | None:
        base = last.own_points + last.loser_points
        points = base * (found.multiplier or 0)
        effect = points if last.by_attackers else -points
        return found._replace(base=base, points=points, effect=effect) if last.own_points else None

    return _settled(rules, rng, all_points) or False


@claim("a capture by the largest component instead of the cards", "SCO003", FOUR)
def by_component(record: Record, rng: Random, rules: Ruleset) -> Any:
    """Of a throw won at the end only the largest part is counted."""

    def largest(found: Captured, last: Any) -> Captured | None:
        times = max(shape.cards for shape in last.shapes)
        points = (found.base or 0) * times
        effect = points if last.by_attackers else -points
        return found._replace(multiplier=times, points=points, effect=effect) if times != last.cards else None

    return _settled(rules, rng, largest) or False


@claim("a capture left out of the score", "SCO006", FOUR)
def left_out(record: Record, rng: Random, rules: Ruleset) -> bool:
    """The line of the capture is there and right."""
    deal = some_deal(record, rng)
    captured = None if deal is None else find(deal, CapturedLine)
    if deal is None or captured is None or not captured.total:
        return False
    dealer = facts(deal)[0]
    sign = -1 if lines(deal, TrickLine)[-1].winner % 2 == dealer % 2 else 1
    lines(deal, ScoreLine)[-1].points -= sign * captured.total
    return True
