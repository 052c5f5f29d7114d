"""Faults of recording: the game was right, one line of the record is not."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from injection import (
    LAST_SHOWN,
    ONE_DECK,
    PLATFORM,
    SHIPPED,
    THREE_DECKS,
    WITH_PAIRS,
    after_play,
    claim,
    copy_line,
    facts,
    find,
    hand,
    insert_after,
    insert_before,
    kitty,
    lines,
    played,
    some_deal,
)

from referee.cards import RANK_INDEX, Cards, Unknown
from referee.notation.writer import write_record
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    Deal,
    DealerLine,
    HandLine,
    Header,
    KittyLine,
    LevelLine,
    LevelsLine,
    MatchLine,
    NextLine,
    Outcome,
    PassLine,
    PenaltyLine,
    Play,
    PointsLine,
    Record,
    ResultLine,
    RobLine,
    ScoreLine,
    SideValue,
    TitlesLine,
    TotalsLine,
    TrickLine,
    WaiveLine,
)
from referee.rules import bids
from referee.simulate.deal import Match, play_deal

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from referee.ruleset.model import Ruleset

JOKERS_DO_NOT_OPEN = ("qq-2deck", "qq-2deck-permanent2")
WITH_TITLES = (*JOKERS_DO_NOT_OPEN, "qq-3deck")
WITH_POINTS = (*WITH_TITLES, *PLATFORM)
NOT_ASKED = (*JOKERS_DO_NOT_OPEN, "room", *THREE_DECKS, *ONE_DECK, "lianzhong-2deck")
"""Whoever likes bids, with level cards."""
STRONGER = tuple(name for name in NOT_ASKED if name not in LAST_SHOWN)
"""Only a stronger bid overcalls."""
PAIRS_BID = tuple(name for name in NOT_ASKED if name in WITH_PAIRS)


# --- tricks


@claim("another winner written down", "WIN001")
def wrong_winner(record: Record, rng: Random, rules: Ruleset) -> bool:
    trick = rng.choice(lines(some_deal(record, rng), TrickLine))
    trick.winner = (trick.winner + rng.randint(1, 3)) % 4
    return True


@claim("other points of a trick", "SCO001")
def wrong_points(record: Record, rng: Random, rules: Ruleset) -> bool:
    trick = rng.choice(lines(some_deal(record, rng), TrickLine))
    trick.points += rng.choice((5, 10, -trick.points or 5))
    return True


@claim("two followers written in the wrong order", "LED002")
def out_of_turn(record: Record, rng: Random, rules: Ruleset) -> bool:
    tricks = [trick for trick in lines(some_deal(record, rng), TrickLine) if trick.winner == trick.plays[0].seat]
    if not tricks:
        return False
    plays = rng.choice(tricks).plays
    first = rng.choice((1, 2))
    plays[first], plays[first + 1] = plays[first + 1], plays[first]
    return True


@claim("one seat written twice in a trick", "LED002")
def seat_twice(record: Record, rng: Random, rules: Ruleset) -> bool:
    plays = rng.choice(lines(some_deal(record, rng), TrickLine)).plays
    at = rng.randint(1, 3)
    plays[at] = plays[at]._replace(seat=plays[at - 1].seat)
    return True


@claim("two plays of a trick written in each other's place", "LED002")
def plays_exchanged(record: Record, rng: Random, rules: Ruleset) -> bool:
    plays = rng.choice(lines(some_deal(record, rng), TrickLine)).plays
    one, other = rng.sample(range(len(plays)), 2)
    plays[one], plays[other] = plays[other], plays[one]
    return True


@claim("two seats of a trick written in each other's place", "LED002")
def names_exchanged(record: Record, rng: Random, rules: Ruleset) -> bool:
    plays = rng.choice(lines(some_deal(record, rng), TrickLine)).plays
    one, other = rng.sample(range(len(plays)), 2)
    first, second = plays[one].seat, plays[other].seat
    plays[one], plays[other] = plays[one]._replace(seat=second), plays[other]._replace(seat=first)
    return True


@claim("another leader written, and the others after him", "LED002")
def all_names_shifted(record: Record, rng: Random, rules: Ruleset) -> bool:
    plays = rng.choice(lines(some_deal(record, rng), TrickLine)).plays
    by = rng.randint(1, 3)
    plays[:] = [play._replace(seat=(play.seat + by) % len(plays)) for play in plays]
    return True


@claim("a follow short of a card", "FOL001")
def short_follow(record: Record, rng: Random, rules: Ruleset) -> bool:
    wide = [t for t in lines(some_deal(record, rng), TrickLine) if len(t.plays[0].cards.faces) > 1]
    wide = [t for t in wide if any(p.seat != t.winner and _worthless(p, rules) for p in t.plays[1:])]
    if not wide:
        return False
    trick = rng.choice(wide)
    at = next(i for i, p in enumerate(trick.plays) if i and p.seat != trick.winner and _worthless(p, rules))
    faces = list(trick.plays[at].cards.faces)
    faces.remove(next(face for face in faces if not rules.points[face]))
    trick.plays[at] = trick.plays[at]._replace(cards=Cards(tuple(faces)))
    return True


def _worthless(play: Play, rules: Ruleset) -> bool:
    return any(not rules.points[face] for face in play.cards.faces)


@claim("a card played that another seat holds", "CRD003")
def card_not_held(record: Record, rng: Random, rules: Ruleset) -> bool:
    return foreign_card(record, rng, rules, some_deal(record, rng)) is not None


def foreign_card(record: Record, rng: Random, rules: Ruleset, deal: Deal) -> int | None:
    """Let the last player of a trick play a card he does not hold; returns its face."""
    for trick in rng.sample(lines(deal, TrickLine), len(lines(deal, TrickLine))):
        play = trick.plays[3]
        if len(play.cards.faces) > 1 or play.seat == trick.winner:
            continue
        old = play.cards.faces[0]
        held = {*hand(deal, play.seat), *kitty(deal)}
        like = [f for f in range(52) if f // 13 == old // 13 and f not in held and rules.points[f] == rules.points[old]]
        like = [f for f in like if f % 13 != RANK_INDEX[facts(deal)[1]] and f < old]
        if like and old < 52 and old % 13 != RANK_INDEX[facts(deal)[1]]:
            new = rng.choice(like)
            trick.plays[3] = play._replace(cards=Cards((new,)))
            return new
    return None


@claim("a play left out of a trick", "REC027")
def play_missing(record: Record, rng: Random, rules: Ruleset) -> bool:
    tricks = lines(some_deal(record, rng), TrickLine)[:-1]
    trick = rng.choice([t for t in tricks if t.plays[3].seat != t.winner] or tricks)
    del trick.plays[3]
    return True


@claim("a trick with a wrong number", "REC021")
def trick_number(record: Record, rng: Random, rules: Ruleset) -> bool:
    trick = rng.choice(lines(some_deal(record, rng), TrickLine)[1:-1])
    trick.number += rng.choice((10, 20))
    return True


# --- points and result


@claim("a wrong score between two tricks", "SCO005")
def running_score(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    scores = lines(deal, ScoreLine)[:-1]
    if not scores:
        return False
    rng.choice(scores).points += rng.choice((5, 10, -5, 40))
    return True


@claim("a wrong final score", "SCO006")
def final_score(record: Record, rng: Random, rules: Ruleset) -> bool:
    lines(some_deal(record, rng), ScoreLine)[-1].points += rng.choice((5, -5, 100))
    return True


def _captured(record: Record, rng: Random) -> tuple[Any, CapturedLine] | None:
    found = [(deal, line) for deal in played(record) for line in lines(deal, CapturedLine) if line.base]
    return rng.choice(found) if found else None


@claim("other points in the captured kitty", "SCO002")
def captured_base(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = _captured(record, rng)
    if found is None:
        return False
    line = found[1]
    assert line.base is not None
    assert line.multiplier is not None
    line.base += 5
    line.total = line.base * line.multiplier
    return True


@claim("another multiplier of the capture", "SCO003")
def captured_multiplier(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = _captured(record, rng)
    if found is None:
        return False
    line = found[1]
    assert line.base is not None
    assert line.multiplier is not None
    line.multiplier += rng.choice((1, 2, 4))
    line.total = line.base * line.multiplier
    return True


@claim("a captured total that is not the product", "SCO004")
def captured_total(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = _captured(record, rng)
    if found is None:
        return False
    assert found[1].total is not None
    found[1].total += 5
    return True


@claim("a capture although the dealer side won the last trick", "SCO010")
def captured_unfounded(record: Record, rng: Random, rules: Ruleset) -> bool:
    deals = [deal for deal in played(record) if not lines(deal, CapturedLine)]
    if not deals:
        return False
    deal = rng.choice(deals)
    insert_before(deal, lines(deal, ScoreLine)[-1], CapturedLine(0, "", 20, 10, 2))
    return True


@claim("a fine that no rule knows", "SCO008")
def fine_unfounded(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    insert_after(deal, rng.choice(lines(deal, TrickLine)), PenaltyLine(0, "", rng.randrange(2), 10))
    return True


@claim("another fine than the failed throw costs", "SCO007", ("fined-throws", "table-2deck-coloured"))
def fine_amount(record: Record, rng: Random, rules: Ruleset) -> bool:
    fines = lines(some_deal(record, rng), PenaltyLine)
    if not fines:
        return False
    rng.choice(fines).points += 5
    return True


@claim("another result than the score gives", "SCO009")
def result(record: Record, rng: Random, rules: Ruleset) -> bool:
    line = find(some_deal(record, rng), ResultLine)
    old = line.outcomes[0]
    others = [Outcome("dealer", 1), Outcome("dealer", 2), Outcome("attackers", 1), Outcome("take_over", 0)]
    line.outcomes = (rng.choice([other for other in others if other != old]),)
    return True


# --- levels, dealer, match


@claim("wrong levels after the deal", "ADV003")
def levels_after(record: Record, rng: Random, rules: Ruleset) -> bool:
    line = after_play(some_deal(record, rng), LevelsLine)[0]
    side = rng.randrange(2)
    others = [level for level in rules.levels.sequence if level != line.levels[side].value]
    changed = list(line.levels)
    changed[side] = changed[side]._replace(value=rng.choice(others))
    line.levels = tuple(changed)
    return True


@claim("wrong levels at the start of a deal", "ADV002")
def levels_before(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng, later=True)
    if deal is None:
        return False
    before = after_play(record.deals[record.deals.index(deal) - 1], LevelsLine)
    if not before:
        return False
    own = facts(deal)[0] % 2
    levels = list(before[0].levels)
    other = levels[1 - own]
    levels[1 - own] = other._replace(value="3" if other.value != "3" else "4")
    insert_before(deal, deal.events[0], LevelsLine(0, "", tuple(levels)))
    return True


@claim("a level that is not the dealer side's", "ADV001")
def level(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng, later=True)
    if deal is None:
        return False
    before = after_play(record.deals[record.deals.index(deal) - 1], LevelsLine)
    own = facts(deal)[0] % 2
    if not before or before[0].levels[0].value == before[0].levels[1].value:
        return False
    find(deal, LevelLine).rank = before[0].levels[1 - own].value
    return True


@claim("another next dealer", "ADV004", (*NOT_ASKED, "table-2deck"))
def next_dealer(record: Record, rng: Random, rules: Ruleset) -> bool:
    line = find(some_deal(record, rng), NextLine)
    line.seat = (line.seat + rng.randint(1, 3)) % 4
    return True


@claim("a match won that goes on", "ADV006", tuple(name for name in SHIPPED if name not in PLATFORM))
def match_won(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng, last=True)
    if deal is None or lines(deal, MatchLine):
        return False
    deal.events.append(MatchLine(0, "", rng.randrange(2)))
    return True


@claim("a match won by the side that stands lower", "ADV006", PLATFORM, deals=25)
def match_lost(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = [line for deal in played(record) for line in lines(deal, MatchLine)]
    if not found:
        return False
    line = rng.choice(found)
    line.side = 1 - line.side
    return True


@claim("wrong room points", "ADV008", WITH_POINTS)
def points(record: Record, rng: Random, rules: Ruleset) -> bool:
    line = find(some_deal(record, rng), PointsLine)
    seat = rng.randrange(4)
    line.points = tuple((s, value + (s == seat)) for s, value in line.points)
    return True


@claim("a wrong total after the deal", "ADV009", WITH_POINTS)
def totals_after(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    found = after_play(deal, TotalsLine)
    if not found:
        return False
    seat = rng.randrange(4)
    found[0].totals = tuple((s, value + 10 * (s == seat)) for s, value in found[0].totals)
    return True


@claim("a title that goes with other points", "ADV012", WITH_TITLES)
def titles(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = [line for deal in played(record) for line in lines(deal, TitlesLine)]
    if not found:
        return False
    line = rng.choice(found)
    changed = list(line.titles)
    at = rng.randrange(len(changed))
    seat, right = changed[at]
    changed[at] = (seat, rng.choice([each.name for each in rules.titles if each.name != right]))
    line.titles = tuple(changed)
    return True


@claim("a wrong total at the start", "ADV010", WITH_POINTS)
def totals_before(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng, later=True)
    if deal is None:
        return False
    before = after_play(record.deals[record.deals.index(deal) - 1], TotalsLine)
    if not before:
        return False
    seat = rng.randrange(4)
    wrong = tuple((s, value + 1 * (s == seat)) for s, value in before[0].totals)
    insert_before(deal, deal.events[0], TotalsLine(0, "", wrong))
    return True


# --- bids


def _bid_deals(record: Record) -> list[tuple[Any, list[BidLine]]]:
    return [(deal, lines(deal, BidLine)) for deal in played(record) if lines(deal, BidLine)]


@claim("cards bid that make no bid", "BID001")
def bid_form(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = _bid_deals(record)
    if not found:
        return False
    deal, told = rng.choice(found)
    seat, level_rank = told[-1].seat, RANK_INDEX[facts(deal)[1]]
    plain = [face for face in hand(deal, seat) if face < 52 and face % 13 != level_rank]
    insert_after(deal, told[-1], BidLine(0, "", seat, Cards((rng.choice(plain),)), None, None))
    return True


@claim("a pair of jokers as first bid", "BID002", (*JOKERS_DO_NOT_OPEN, "table-2deck"))
def bid_opening(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in _bid_deals(record):
        for joker in (52, 53):
            for seat in range(4):
                if hand(deal, seat).count(joker) == 2:
                    insert_before(deal, told[0], BidLine(0, "", seat, Cards((joker, joker)), None, None))
                    return True
    return False


@claim("an overcall that is not stronger", "BID003", STRONGER)
def bid_weak(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in _bid_deals(record):
        rank = RANK_INDEX[facts(deal)[1]]
        for seat in range(4):
            level_cards = [face for face in hand(deal, seat) if face < 52 and face % 13 == rank]
            if seat != told[0].seat and level_cards and len(told[0].cards.faces) >= 1:
                insert_after(deal, told[0], BidLine(0, "", seat, Cards((level_cards[0],)), None, None))
                return True
    return False


def _after_the_last_bid(record: Record, rules: Ruleset, fits: Callable[[bids.Reading, bids.Reading], bool]) -> bool:
    """Add a bid that the seat holds and that fits what stands at the end: ``fits(new, standing)``.

    By a seat that has shown nothing yet: it could be adding to its cards.
    """
    for deal, told in _bid_deals(record):
        readings = bids.all_readings(rules, facts(deal)[1])
        standing = next((r for r in readings if sorted(r.faces) == sorted(told[-1].cards.faces)), None)
        for seat in range(4):
            for new in readings:
                held = all(hand(deal, seat).count(face) >= new.faces.count(face) for face in new.faces)
                if standing is not None and held and seat not in {bid.seat for bid in told} and fits(new, standing):
                    insert_after(deal, told[-1], BidLine(0, "", seat, Cards(new.faces), None, None))
                    return True
    return False


@claim("an overcall of the same step of the ladder", "BID003", THREE_DECKS)
def bid_same_step(record: Record, rng: Random, rules: Ruleset) -> bool:
    return _after_the_last_bid(
        record, rules, lambda new, old: new.form.strength == old.form.strength and len(new.faces) > 1
    )


@claim("two level cards over two jokers", "BID003", THREE_DECKS)
def bid_lower_step(record: Record, rng: Random, rules: Ruleset) -> bool:
    return _after_the_last_bid(
        record, rules, lambda new, old: len(new.faces) == len(old.faces) == 2 and new.form.strength < old.form.strength
    )


@claim("two jokers over three level cards", "BID003", THREE_DECKS)
def bid_two_steps_lower(record: Record, rng: Random, rules: Ruleset) -> bool:
    return _after_the_last_bid(record, rules, lambda new, old: len(new.faces) == 2 < len(old.faces) and new.trump == 4)


@claim("jokers of two kinds as a bid", "BID001", THREE_DECKS)
def bid_mixed_jokers(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in _bid_deals(record):
        for seat in range(4):
            if {52, 53} <= set(hand(deal, seat)):
                insert_after(deal, told[-1], BidLine(0, "", seat, Cards((52, 53)), None, None))
                return True
    return False


@claim("one's own bid shown again", "BID004", (*PAIRS_BID, "table-2deck"))
def bid_again(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = [(deal, told) for deal, told in _bid_deals(record) if len(told[-1].cards.faces) == 2]
    if not found:
        return False
    deal, told = rng.choice(found)
    insert_after(deal, told[-1], copy_line(told[-1]))
    return True


@claim("a bid by a seat that had passed", "BID006", ("godot",), deals=40)
def bid_seat(record: Record, rng: Random, rules: Ruleset) -> bool:
    """The partner of the declarer was asked first, passed although he could bid, and bids after all."""
    for deal, told in _bid_deals(record):
        passes = lines(deal, PassLine)
        partner = (told[0].seat + 2) % 4
        before = deal.events.index(told[0])
        if deal.starts_match or before < 2 or deal.events[before - 2] not in passes:
            continue
        held = hand(deal, partner)
        for reading in bids.all_readings(rules, facts(deal)[1]):
            fits = all(held.count(face) >= reading.faces.count(face) for face in reading.faces)
            if passes[0].seats == (partner,) and fits and _colours_match(rules, reading):
                insert_before(deal, told[0], BidLine(0, "", partner, Cards(reading.faces), None, None))
                return True
    return False


def _colours_match(rules: Ruleset, reading: Any) -> bool:
    colours = rules.declare.joker_color_match
    return colours is None or reading.trump == 4 or all(reading.trump in colours[joker] for joker in reading.jokers)


@claim("fewer cards drawn than at the bid before", "BID007", tuple(n for n in PAIRS_BID if n not in PLATFORM))
def bid_order(record: Record, rng: Random, rules: Ruleset) -> bool:
    for _, told in _bid_deals(record):
        first = told[0]
        if len(told) > 1 and len(told[1].cards.faces) == 2:
            first.drawn, told[1].drawn = 20, 10
            for later in told[2:]:
                later.drawn = None
            return True
    return False


@claim("a bid while the cards are still dealt", "BID007", PLATFORM)
def bid_early(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = [line for _, told in _bid_deals(record) for line in told]
    if not found:
        return False
    rng.choice(found).drawn = rng.randrange(2, rules.deal.hand_size)
    return True


@claim("more cards bid than drawn", "BID007", (*PAIRS_BID, "table-2deck"))
def bid_drawn(record: Record, rng: Random, rules: Ruleset) -> bool:
    """The last bid of a deal, so that no other one rests on it."""
    found = [told[-1] for _, told in _bid_deals(record) if len(told[-1].cards.faces) == 2]
    if not found:
        return False
    rng.choice(found).drawn = 1
    return True


@claim("a level card bid that the seat does not hold", "BID008", NOT_ASKED)
def bid_not_held(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in _bid_deals(record):
        rank = RANK_INDEX[facts(deal)[1]]
        for seat in rng.sample(range(4), 4):
            lacking = [suit * 13 + rank for suit in range(4) if suit * 13 + rank not in hand(deal, seat)]
            if lacking:
                insert_before(deal, told[0], BidLine(0, "", seat, Cards((rng.choice(lacking),)), None, None))
                return True
    return False


@claim("a joker of the wrong colour", "BID011", ("godot",))
def bid_colour(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in _bid_deals(record):
        rank = RANK_INDEX[facts(deal)[1]]
        seat = told[0].seat
        for joker, suits in ((53, (0, 3)), (52, (1, 2))):
            cards = [s * 13 + rank for s in suits if s * 13 + rank in hand(deal, seat)]
            if joker in hand(deal, seat) and cards:
                insert_before(deal, told[0], BidLine(0, "", seat, Cards((cards[0], joker)), None, None))
                return True
    return False


@claim("a kitty robbed where nobody may", "BID012", NOT_ASKED)
def robbed(record: Record, rng: Random, rules: Ruleset) -> bool:
    """The robber shows what he holds and puts the same cards down again."""
    for deal, told in _bid_deals(record):
        bury = find(deal, BuryLine)
        for seat in range(4):
            for reading in bids.all_readings(rules, facts(deal)[1]):
                enough = all(hand(deal, seat).count(face) >= reading.faces.count(face) for face in reading.faces)
                if seat != bury.seat and enough and told[-1].seat != seat:
                    insert_after(deal, bury, RobLine(0, "", seat, Cards(reading.faces)))
                    return True
    return False


# --- kitty and hands


@claim("a kitty short of a card when buried", "KIT001")
def bury_count(record: Record, rng: Random, rules: Ruleset) -> bool:
    line = lines(some_deal(record, rng), BuryLine)[-1]
    faces = list(line.cards.faces)
    worthless = [face for face in faces if not rules.points[face]]
    if not worthless:
        return False
    faces.remove(rng.choice(worthless))
    line.cards = Cards(tuple(faces))
    return True


@claim("a card buried that the seat did not hold", "KIT002")
def bury_not_held(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    line = lines(deal, BuryLine)[0]
    if lines(deal, RobLine):
        return False
    held = {*hand(deal, line.seat), *kitty(deal)}
    faces = list(line.cards.faces)
    like = [face for face in range(52) if face not in held and rules.points[face] == rules.points[faces[0]]]
    if not like:
        return False
    faces[0] = rng.choice(like)
    line.cards = Cards(tuple(faces))
    return True


@claim("another seat buried", "KIT005")
def bury_seat(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = [lines(deal, BuryLine)[0] for deal in played(record) if not lines(deal, RobLine)]
    if not found:
        return False
    line = rng.choice(found)
    line.seat = (line.seat + rng.randint(1, 3)) % 4
    return True


@claim("a hand short of a card", "CRD002")
def hand_size(record: Record, rng: Random, rules: Ruleset) -> bool:
    line = rng.choice(lines(some_deal(record, rng), HandLine))
    line.cards = Cards(line.cards.faces[:-1])
    return True


@claim("a kitty with a card too few", "CRD004")
def kitty_size(record: Record, rng: Random, rules: Ruleset) -> bool:
    line = find(some_deal(record, rng), KittyLine)
    line.cards = Cards(line.cards.faces[:-1])
    return True


@claim("a second, different statement of a hand", "CRD005")
def hand_differs(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    first, second = rng.sample(lines(deal, HandLine), 2)
    faces, others = list(first.cards.faces), list(second.cards.faces)
    new = rng.choice([face for face in others if face not in faces])
    faces[0] = new
    insert_after(deal, lines(deal, HandLine)[-1], HandLine(0, "", first.seat, Cards(tuple(faces))))
    return True


def _without_hands(deal: Deal) -> None:
    deal.events = [event for event in deal.events if not isinstance(event, HandLine | KittyLine)]


@claim("a third copy of a card, hands not recorded", "CRD001")
def third_copy(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    bury = lines(deal, BuryLine)[-1].cards.faces
    found = foreign_card(record, rng, rules, deal)
    if found is None or lines(deal, RobLine):
        return False
    _without_hands(deal)
    return found not in bury


@claim("a play more than there are cards", "CRD007")
def too_many_tricks(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    last = lines(deal, TrickLine)[-1]
    unknown = Cards((), (Unknown(None, 1),))
    insert_after(deal, last, TrickLine(0, "", last.number + 1, [Play(last.winner, unknown)]))
    return True


@claim("a lead of two suits, where the record then stops", "LED003")
def mixed_lead(record: Record, rng: Random, rules: Ruleset) -> bool:
    """What is led is what the leader leads in two tricks running, in two suits."""
    deal = record.deals[-1]
    tricks = lines(deal, TrickLine)
    for first, second in pairwise(tricks):
        leader = first.plays[0].seat
        faces = first.plays[0].cards.faces + second.plays[0].cards.faces
        if second.plays[0].seat == leader and len({face // 13 for face in faces}) == 2 and max(faces) < 52:
            level, trump = facts(deal)[1:]
            trumps = any(face // 13 == trump or face % 13 in (0, RANK_INDEX[level]) for face in faces)
            if trumps or first.plays[0].throws or second.plays[0].throws:
                continue
            del deal.events[deal.events.index(first) :]
            deal.events.append(TrickLine(0, "", first.number, [Play(leader, Cards(faces))]))
            return True
    return False


@claim("a declared group that is two components", "LED007", ("declared-groups",), deals=10)
def grouping(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal in played(record):
        for trick in lines(deal, TrickLine):
            first = trick.plays[0]
            faces = first.cards.faces
            if len(set(faces)) > 2 and first.attempted is None and max(map(faces.count, faces)) == 1:
                rest = tuple(Cards((face,)) for face in faces[2:])
                trick.plays[0] = first._replace(groups=(Cards(faces[:2]), *rest))
                return True
    return False


@claim("a robbery with a bid that is not stronger", "BID013", ("robbers",), deals=10)
def rob_weak(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in _bid_deals(record):
        bury = lines(deal, BuryLine)[-1]
        if lines(deal, RobLine) or len(told[-1].cards.faces) < 2:
            continue
        rank = RANK_INDEX[facts(deal)[1]]
        for seat in ((bury.seat + 1) % 4, (bury.seat + 3) % 4):
            mine = [face for face in hand(deal, seat) if face < 52 and face % 13 == rank]
            if mine and seat != told[-1].seat:
                insert_after(deal, bury, RobLine(0, "", seat, Cards((mine[0],))))
                return True
    return False


# --- the record itself


@claim("a gap in the deal numbers", "REC025")
def deal_number(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = record.deals[-1]
    if deal.starts_match or deal.number is None or len(record.deals) < 2:
        return False
    deal.number += rng.randint(1, 5)
    return True


@claim("a bid after the first trick", "REC023")
def misplaced(record: Record, rng: Random, rules: Ruleset) -> bool:
    found = _bid_deals(record)
    if not found:
        return False
    deal, told = rng.choice(found)
    insert_after(deal, rng.choice(lines(deal, TrickLine)[:-1]), copy_line(told[-1]))
    return True


@claim("two dealers written down", "REC026")
def said_twice(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    line = find(deal, DealerLine)
    insert_after(deal, line, copy_line(line, seat=(line.seat + rng.randint(1, 3)) % 4))
    return True


@claim("a waiver with nothing to waive", "REC024")
def waiver_unused(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    trick = rng.choice(lines(deal, TrickLine))
    insert_after(deal, trick, WaiveLine(0, "", "FOL002", rng.randrange(4), None, None))
    return True


@claim("a waiver of a code that does not exist", "REC028")
def waiver_code(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = some_deal(record, rng)
    insert_after(deal, rng.choice(lines(deal, TrickLine)), WaiveLine(0, "", "FOL999", None, None, None))
    return True


def _text_change(record: Record, rng: Random, change: Any) -> str | None:
    """The text with one trick line changed."""
    text = write_record(record).splitlines()
    tricks = [index for index, line in enumerate(text) if line[:1].isdigit()]
    at = rng.choice(tricks)
    text[at] = change(text[at])
    return "\n".join(text) + "\n"


@claim("a trick without its last comma", "REC002")
def comma(record: Record, rng: Random, rules: Ruleset) -> Any:
    return _text_change(record, rng, lambda line: ",".join(line.split(",")[:-1]) + line.rsplit(",", 1)[1])


@claim("a suit that does not exist", "REC004")
def no_suit(record: Record, rng: Random, rules: Ruleset) -> Any:
    return _text_change(record, rng, lambda line: re.sub(r", ([NESW]) [SHDC]", r", \1 X", line, count=1))


@claim("a seat that does not exist", "REC005")
def no_seat(record: Record, rng: Random, rules: Ruleset) -> Any:
    return _text_change(record, rng, lambda line: re.sub(r", [NESW] ", ", Z ", line, count=1))


@claim("a misspelt word", "REC003")
def unknown_word(record: Record, rng: Random, rules: Ruleset) -> Any:
    return write_record(record).replace("\nscore ", "\nscroe ", 1)


@claim("a tag given twice", "REC007")
def wrong_tag(record: Record, rng: Random, rules: Ruleset) -> Any:
    tag = f"[levels NS {rules.levels.start} EW {rules.levels.start}]"
    return write_record(record).replace(tag, f"{tag}\n{tag}", 1)


@claim("an unknown ruleset", "REC020")
def unknown_ruleset(record: Record, rng: Random, rules: Ruleset) -> Any:
    return write_record(record).replace(f'[ruleset "{rules.id}"]', '[ruleset "qq-2-decks"]', 1)


@claim("six seats at a table of four", "REC029")
def seats(record: Record, rng: Random, rules: Ruleset) -> Any:
    return f'[ruleset "{rules.id}"]\n[seats P1 P2 P3 P4 P5 P6]\n\ndeal 1\nlevel 2\n'


@claim("a version of the notation that is not known", "REC006")
def newer_notation(record: Record, rng: Random, rules: Ruleset) -> Any:
    return "[notation 7]\n" + write_record(record)


@claim("a number without end", "REC008")
def wrong_number(record: Record, rng: Random, rules: Ruleset) -> Any:
    return write_record(record).replace("\nscore ", "\nscore 99999999999999999999", 1)


@claim("a deal after the match was won", "ADV007", tuple(name for name in SHIPPED if name not in PLATFORM))
def after_match(record: Record, rng: Random, rules: Ruleset) -> bool:
    match = Match(["A", "A"], [1000] * 4)
    levels = LevelsLine(0, "", (SideValue(0, None, "A"), SideValue(1, None, "A")))
    totals = TotalsLine(0, "", tuple(enumerate(match.totals))) if rules.game_points else None
    header = Header(ruleset=rules.id, levels=levels, totals=totals)
    record.deals.clear()
    after = False
    while not after:
        if len(record.deals) > 30:
            return False
        after = match.over
        number = len(record.deals) + 1
        record.deals.append(Deal(header, number, 0, play_deal(rules, match, rng), starts_match=number == 1))
    last = record.deals[-1]
    last.events = [event for event in last.events if not isinstance(event, MatchLine)]
    # The levels are beyond the start: with several bidders nobody can say who deals.
    return len({bid.seat for bid in lines(record.deals[0], BidLine)}) <= 1
