"""Faults of games in which the kitty is robbed 抢底 and a bid needs a joker: wrong bids, robbings, burials, dealers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from injection import (
    TABLE,
    claim,
    copy_line,
    facts,
    find,
    hand,
    insert_after,
    insert_before,
    kitty,
    lines,
    play,
    played,
)

from referee.cards import Cards
from referee.packed import contains, pack
from referee.record import (
    BidLine,
    BuryLine,
    Deal,
    DealerLine,
    HandLine,
    Header,
    KittyLine,
    LevelsLine,
    MatchLine,
    PassLine,
    PenaltyLine,
    ResultLine,
    RobLine,
    SideValue,
)
from referee.rules import bids
from referee.simulate.deal import Match, play_deal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from referee.record import Record
    from referee.rules.bids import Reading
    from referee.ruleset.model import Ruleset


ROBBED = (*TABLE, "robbers")


def bid_deals(record: Record) -> list[tuple[Deal, list[BidLine]]]:
    return [(deal, lines(deal, BidLine)) for deal in played(record) if lines(deal, BidLine)]


def readings(deal: Deal, rules: Ruleset, faces: tuple[int, ...] | list[int]) -> list[Reading]:
    """The bids that these cards can make, jokers of the right colour, weakest first."""
    held = pack(faces)
    fitting = [r for r in bids.all_readings(rules, facts(deal)[1]) if contains(held, pack(r.faces))]
    colours = rules.declare.joker_color_match
    right = [r for r in fitting if colours is None or r.trump == 4 or all(r.trump in colours[j] for j in r.jokers)]
    return sorted(right, key=lambda reading: reading.form.strength)


def wrong_colours(deal: Deal, rules: Ruleset, faces: tuple[int, ...] | list[int]) -> list[Reading]:
    """The bids these cards would make but for the colour of the joker, weakest first."""
    held = pack(faces)
    found = [r for r in bids.all_readings(rules, facts(deal)[1]) if contains(held, pack(r.faces))]
    return sorted((r for r in found if r not in readings(deal, rules, r.faces)), key=lambda r: r.form.strength)


def standing(deal: Deal, rules: Ruleset) -> Reading | None:
    """What stands after all bids and robbings; None where cards shown before were left lying."""
    shown = [line.cards.faces for line in [*lines(deal, BidLine), *lines(deal, RobLine)]]
    exact = [bids.read_shown(rules, facts(deal)[1], Cards(faces), None) for faces in shown]
    return max((found[0] for found in exact), key=lambda r: r.form.strength) if exact and all(exact) else None


def in_the_end(deal: Deal, seat: int) -> list[int]:
    """What a seat holds after the last burial."""
    held, lying = list(hand(deal, seat)), list(kitty(deal))
    for line in lines(deal, BuryLine):
        if line.seat == seat:
            held += lying
            for face in line.cards.faces:
                held.remove(face)
        lying = list(line.cards.faces)
    return held


def rob_in_the_end(deal: Deal, seat: int, cards: Cards) -> None:
    """Let a seat rob the kitty after everything else and put the same cards down again."""
    last = lines(deal, BuryLine)[-1]
    insert_after(deal, last, RobLine(0, "", seat, cards), copy_line(last, seat=seat))


def may_be_robbed(record: Record, rules: Ruleset, rng: Random) -> Iterator[tuple[Deal, int, Reading]]:
    """Deals with bids, who holds the kitty, and what stands; none in which nobody declines any more."""
    deals = bid_deals(record)
    for deal, _ in rng.sample(deals, len(deals)):
        top = standing(deal, rules)
        if top is not None and (rules.kitty.rob.first_hand or not deal.starts_match):
            drop_passes(deal)
            yield deal, lines(deal, BuryLine)[-1].seat, top


def without_hands(deal: Deal) -> None:
    deal.events = [event for event in deal.events if not isinstance(event, HandLine | KittyLine)]


def drop_passes(deal: Deal) -> None:
    """Nobody has declined to rob."""
    first = deal.events.index(lines(deal, BuryLine)[0])
    rest = [event for event in deal.events[first:] if not isinstance(event, PassLine)]
    deal.events[first:] = rest


# --- bids


@claim("a bid below the ladder", "BID003", TABLE, deals=5)
def bid_below(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in bid_deals(record):
        top = bids.read_shown(rules, facts(deal)[1], told[0].cards, None)[0]
        for seat in rng.sample(range(4), 4):
            weak = [r for r in readings(deal, rules, hand(deal, seat)) if r.form.strength <= top.form.strength]
            if seat != told[0].seat and weak:
                insert_after(deal, told[0], BidLine(0, "", seat, Cards(weak[0].faces), None, None))
                return True
    return False


@claim("one's own bid changed to another suit", "BID004", TABLE, deals=5)
def bid_changed(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in bid_deals(record):
        last = told[-1]
        suit = bids.read_shown(rules, facts(deal)[1], last.cards, None)
        others = [r for r in readings(deal, rules, hand(deal, last.seat)) if suit and r.trump not in {suit[0].trump, 4}]
        if suit and suit[0].trump < 4 and others:
            insert_after(deal, last, BidLine(0, "", last.seat, Cards(rng.choice(others).faces), None, None))
            return True
    return False


@claim("a joker bid with a card that the seat does not hold", "BID008", TABLE)
def bid_joker_not_held(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in bid_deals(record):
        first = told[0]
        lacking = [r for r in bids.all_readings(rules, facts(deal)[1]) if r.form.opening]
        lacking = [r for r in lacking if r in readings(deal, rules, r.faces)]
        lacking = [r for r in lacking if not contains(pack(hand(deal, first.seat)), pack(r.faces))]
        if lacking:
            insert_before(deal, first, BidLine(0, "", first.seat, Cards(rng.choice(lacking).faces), None, None))
            return True
    return False


@claim("a bid at the level of the other side", "BID006", TABLE, deals=8)
def bid_for_others(record: Record, rng: Random, rules: Ruleset) -> bool:
    """The opponents open as if the deal were theirs, with level cards of the dealer side."""
    for deal, told in bid_deals(record):
        own = {value.side: value.value for value in _levels_before(record, deal)}
        dealer = facts(deal)[0]
        passed = any(isinstance(event, PassLine) for event in deal.events[: deal.events.index(told[0])])
        if deal.starts_match or passed or not own or own[0] == own[1] or told[0].seat % 2 != dealer % 2:
            continue
        for seat in ((dealer + 1) % 4, (dealer + 3) % 4):
            found = [r for r in readings(deal, rules, hand(deal, seat)) if r.form.opening]
            if found:
                insert_before(deal, told[0], BidLine(0, "", seat, Cards(found[0].faces), None, None))
                return True
    return False


def _levels_before(record: Record, deal: Deal) -> tuple[SideValue, ...]:
    at = record.deals.index(deal)
    after = [line for line in record.deals[at - 1].events if isinstance(line, LevelsLine)] if at else []
    return after[-1].levels if after else ()


@claim("a bid with a joker of the wrong colour", "BID011", ("table-2deck-coloured",), deals=5)
def bid_wrong_colour(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, told in bid_deals(record):
        held = pack(hand(deal, told[0].seat))
        wrong = [
            r for r in bids.all_readings(rules, facts(deal)[1]) if r.form.opening and contains(held, pack(r.faces))
        ]
        wrong = [r for r in wrong if r not in readings(deal, rules, r.faces)]
        if wrong:
            insert_before(deal, told[0], BidLine(0, "", told[0].seat, Cards(wrong[0].faces), None, None))
            return True
    return False


# --- robbings


@claim("robbed with a form that is not higher", "BID013", ROBBED, deals=5)
def rob_not_higher(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, holder, top in may_be_robbed(record, rules, rng):
        for seat in ((holder + 1) % 4, (holder + 3) % 4):
            weak = [r for r in readings(deal, rules, in_the_end(deal, seat)) if r.form.strength <= top.form.strength]
            shown = {line.seat for line in [*lines(deal, BidLine), *lines(deal, RobLine)]}
            if weak and seat not in shown:
                rob_in_the_end(deal, seat, Cards(weak[0].faces))
                return True
    return False


@claim("robbed by one's own side", "BID012", ROBBED, deals=8)
def rob_own_side(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, holder, top in may_be_robbed(record, rules, rng):
        for seat in (holder, (holder + 2) % 4):
            better = [r for r in readings(deal, rules, in_the_end(deal, seat)) if r.form.strength > top.form.strength]
            if better:
                rob_in_the_end(deal, seat, Cards(better[0].faces))
                return True
    return False


def _rob_not_held(record: Record, rng: Random, rules: Ruleset) -> Deal | None:
    for deal, holder, top in may_be_robbed(record, rules, rng):
        seat = (holder + rng.choice((1, 3))) % 4
        held = pack(in_the_end(deal, seat))
        better = [r for r in bids.all_readings(rules, facts(deal)[1]) if r.form.strength > top.form.strength]
        better = [r for r in better if r in readings(deal, rules, r.faces) and not contains(held, pack(r.faces))]
        fresh = seat not in {line.seat for line in [*lines(deal, BidLine), *lines(deal, RobLine)]}
        if better and fresh:
            rob_in_the_end(deal, seat, Cards(rng.choice(better).faces))
            return deal
    return None


@claim("robbed with cards that are not held", "BID008", ROBBED, deals=5)
def rob_not_held(record: Record, rng: Random, rules: Ruleset) -> bool:
    return _rob_not_held(record, rng, rules) is not None


@claim("robbed with cards that are not held, as the plays prove", "BID008", ROBBED, deals=5)
def rob_not_held_proved(record: Record, rng: Random, rules: Ruleset) -> bool:
    """Hands are not recorded, and the trump stays what it was."""
    deal = _rob_not_held(record, rng, rules)
    if deal is None:
        return False
    robbed = lines(deal, RobLine)[-1]
    trump = facts(deal)[2]
    made = bids.read_shown(rules, facts(deal)[1], robbed.cards, None)[0].trump
    without_hands(deal)
    return made == trump


@claim("robbed once too often", "BID012", ("strict-robbing",), deals=8)
def rob_too_often(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, holder, top in may_be_robbed(record, rules, rng):
        for seat in ((holder + 1) % 4, (holder + 3) % 4):
            better = [r for r in readings(deal, rules, in_the_end(deal, seat)) if r.form.strength > top.form.strength]
            if better and lines(deal, RobLine):
                rob_in_the_end(deal, seat, Cards(better[0].faces))
                return True
    return False


@claim("robbed after declining to", "BID012", ("strict-robbing",), deals=8)
def rob_out_of_turn(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, holder, top in may_be_robbed(record, rules, rng):
        for seat in ((holder + 1) % 4, (holder + 3) % 4):
            better = [r for r in readings(deal, rules, in_the_end(deal, seat)) if r.form.strength > top.form.strength]
            if better:
                rob_in_the_end(deal, seat, Cards(better[0].faces))
                insert_before(deal, lines(deal, RobLine)[-1], PassLine(0, "", (seat,)))
                return True
    return False


@claim("robbed in the first deal", "BID012", ("godot", "strict-robbing"), deals=1)
def rob_first_deal(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, _ in bid_deals(record):
        holder, top = lines(deal, BuryLine)[-1].seat, standing(deal, rules)
        for seat in ((holder + 1) % 4, (holder + 3) % 4):
            better = readings(deal, rules, in_the_end(deal, seat)) if top is not None else []
            better = [r for r in better if top is not None and r.form.strength > top.form.strength]
            if better and deal.starts_match:
                rob_in_the_end(deal, seat, Cards(better[0].faces))
                return True
    return False


@claim("robbed with a joker of the wrong colour", "BID011", ("table-2deck-coloured",), deals=8)
def rob_wrong_colour(record: Record, rng: Random, rules: Ruleset) -> bool:
    for deal, holder, top in may_be_robbed(record, rules, rng):
        for seat in ((holder + 1) % 4, (holder + 3) % 4):
            held = pack(in_the_end(deal, seat))
            found = [r for r in bids.all_readings(rules, facts(deal)[1]) if contains(held, pack(r.faces))]
            wrong = [
                r for r in found if r.form.strength > top.form.strength and r not in readings(deal, rules, r.faces)
            ]
            if wrong:
                rob_in_the_end(deal, seat, Cards(wrong[0].faces))
                return True
    return False


# --- burials


def _robbed(record: Record, rng: Random) -> Deal | None:
    found = [deal for deal in played(record) if lines(deal, RobLine)]
    return rng.choice(found) if found else None


@claim("another seat buried after a robbing", "KIT005", ROBBED, deals=8)
def bury_seat_robbed(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = _robbed(record, rng)
    if deal is None:
        return False
    line = lines(deal, BuryLine)[-1]
    line.seat = (line.seat + rng.randint(1, 3)) % 4
    return True


@claim("a card buried before a robbing that was not held", "KIT002", ROBBED, deals=8)
def bury_not_held_robbed(record: Record, rng: Random, rules: Ruleset) -> bool:
    deal = _robbed(record, rng)
    if deal is None:
        return False
    line = rng.choice(lines(deal, BuryLine))
    return _swap_buried(deal, line, rng, rules)


def _swap_buried(deal: Deal, line: BuryLine, rng: Random, rules: Ruleset) -> bool:
    """Another card is written among the buried ones, which its seat never had; of as many points."""
    mine = {*hand(deal, line.seat), *kitty(deal), *(f for b in lines(deal, BuryLine) for f in b.cards.faces)}
    faces = list(line.cards.faces)
    foreign = [face for face in range(52) if face not in mine and rules.points[face] == rules.points[faces[0]]]
    if not foreign:
        return False
    faces[0] = rng.choice(foreign)
    line.cards = Cards(tuple(faces))
    return True


@claim("a card robbed that is then nowhere", "CRD006", ROBBED, deals=8)
def robbed_card_lost(record: Record, rng: Random, rules: Ruleset) -> bool:
    """Hands are not recorded; a burial before the last one tells of a card that its robber never had."""
    deal = _robbed(record, rng)
    if deal is None:
        return False
    at = rng.randrange(len(lines(deal, BuryLine)) - 1)
    line, robber = lines(deal, BuryLine)[at], lines(deal, BuryLine)[at + 1].seat
    held = {*hand(deal, robber)}
    if not _swap_buried(deal, line, rng, rules) or line.cards.faces[0] in held:
        return False
    without_hands(deal)
    return True


@claim("a hand between burials that is not so", "CRD005", ROBBED, deals=8)
def hand_between_burials(record: Record, rng: Random, rules: Ruleset) -> bool:
    """After the first burial its seat is said to hold a card that is another's."""
    deal = _robbed(record, rng)
    if deal is None:
        return False
    line = lines(deal, BuryLine)[0]
    held = [*hand(deal, line.seat), *kitty(deal)]
    for face in line.cards.faces:
        held.remove(face)
    foreign = [face for face in hand(deal, (line.seat + 1) % 4) if face not in held and face not in kitty(deal)]
    held[rng.randrange(len(held))] = rng.choice(foreign)
    insert_after(deal, line, HandLine(0, "", line.seat, Cards(tuple(sorted(held)))))
    return True


# --- fines, dealers, levels


@claim("a fine that the other side pays", "SCO007", ("table-2deck-coloured",), deals=6)
def fine_side(record: Record, rng: Random, rules: Ruleset) -> bool:
    fines = [line for deal in played(record) for line in lines(deal, PenaltyLine)]
    if not fines:
        return False
    line = rng.choice(fines)
    line.side = 1 - line.side
    return True


@claim("the robber written down as dealer of the first deal", "BID010", ("table-2deck",), deals=4)
def rob_dealer_first(record: Record, rng: Random, rules: Ruleset) -> bool:
    return _robber_deals(record, first=True)


@claim("the robber written down as dealer of a later deal", "ADV005", ("table-2deck",), deals=8)
def rob_dealer_later(record: Record, rng: Random, rules: Ruleset) -> bool:
    return _robber_deals(record, first=False)


def _robber_deals(record: Record, *, first: bool) -> bool:
    for deal in played(record):
        robs = lines(deal, RobLine)
        if robs and deal.starts_match == first and robs[0].seat % 2 != facts(deal)[0] % 2:
            find(deal, DealerLine).seat = robs[0].seat
            return True
    return False


@play("the robber deals and leads", "BID010", ("table-2deck",), deals=4)
class RobberDeals:
    """In a first deal; everything after it is as if he were the dealer."""

    first_deal = True

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def robbed(self, found: Any, bidding: Any) -> Any:
        state = bidding.states[0]
        robber = state.holder
        return found._replace(dealer=robber) if state.robs and robber % 2 != found.dealer % 2 else None


@claim("a match won by the attackers at the last level", "ADV006", TABLE)
def won_as_attackers(record: Record, rng: Random, rules: Ruleset) -> bool:
    """A must be won by the side that deals; attackers who stand on it and gain levels go on."""
    levels = LevelsLine(0, "", (SideValue(0, None, "A"), SideValue(1, None, "A")))
    header = Header(ruleset=rules.id, levels=levels)
    for _ in range(60):
        deal = Deal(header, 1, 0, play_deal(rules, Match(["A", "A"], [0] * 4), rng), starts_match=True)
        result = find(deal, ResultLine).outcomes[0]
        if result.party == "attackers" and result.levels and len({bid.seat for bid in lines(deal, BidLine)}) == 1:
            deal.events.append(MatchLine(0, "", 1 - facts(deal)[0] % 2))
            record.deals[:] = [deal]
            return True
    return False
