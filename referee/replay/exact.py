"""Replaying a complete deal: every seat played all its cards, so every hand is known and every play judged exactly.

This is the way nearly every record of a finished game goes, and it is kept short: a few integer operations a play.
What is irregular in any way is left to ``replay.careful``, which judges the same things with all the care needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.packed import contains, pack, pack_counts, size
from referee.replay.reasons import report_follow, report_lead
from referee.replay.sheet import DEALT
from referee.replay.table import Fine, Leaders, Played, Trick, check_points, check_winner
from referee.replay.throws import judge_attempt, judge_standing, report_unheld
from referee.rules import follow, throw
from referee.rules import trick as tricks
from referee.rules.bound import MIXED

if TYPE_CHECKING:
    from referee.record import Play, TrickLine
    from referee.replay.findings import Findings
    from referee.replay.kitty import Taking
    from referee.replay.sheet import Sheet
    from referee.rules.bound import Bound, Lead, PlayInfo
    from referee.ruleset.model import Ruleset


class Survey(NamedTuple):
    """A regular deal: the plays of each trick, each seat's whole hand at the first trick, and the buried cards."""

    rows: list[list[PlayInfo]]
    hands: list[int]
    buried: int


def survey(ruleset: Ruleset, sheet: Sheet, bound: Bound, takings: list[Taking]) -> Survey | None:
    """Look the deal over; None unless it is complete and regular throughout."""
    seats = ruleset.players.count
    info = bound.info
    hands = [0] * seats
    following = tuple((seat + 1) % seats for seat in range(seats))
    rows: list[list[PlayInfo]] = []
    laid = 0
    for number, trick in enumerate(sheet.tricks, 1):
        plays = trick.plays
        if len(plays) != seats or trick.number != number or trick.incomplete:
            return None
        turn = plays[0].seat
        asked = len(plays[0].cards.faces)
        laid += asked
        row: list[PlayInfo] = []
        for seat, cards, attempted, _, _ in plays:
            faces = cards.faces
            if seat != turn or len(faces) != asked or cards.unknown:
                return None
            if attempted is not None and attempted.unknown:
                return None
            found = info(faces)
            hands[seat] += found.packed
            row.append(found)
            turn = following[seat]
        rows.append(row)
    if laid != ruleset.deal.hand_size:
        return None
    played = sum(hands)
    deck = pack_counts(ruleset.deck.counts)
    if not contains(deck, played) or size(played) != seats * laid:
        return None
    buried = deck - played
    return Survey(rows, hands, buried) if _agrees(sheet, takings, hands, buried) else None


def _agrees(sheet: Sheet, takings: list[Taking], hands: list[int], buried: int) -> bool:
    """Do hand lines, kitty and burial say just what the plays say? With robbing the accounts have to be kept."""
    if len(takings) > 1:
        return False
    taking = takings[0]
    taker = taking.seat
    if taking.laid is not None and not (taking.laid.known and pack(taking.laid.faces) == buried):
        return False
    if taking.taken is not None:
        if not taking.taken.known or taker is None:
            return False
        kitty = pack(taking.taken.faces)
        if not contains(hands[taker] + buried, kitty):
            return False
    for stage, line in sheet.hands:
        if stage > 0 or not line.cards.known:
            return False
        packed = pack(line.cards.faces)
        if stage == DEALT and line.seat == taker:
            if taking.taken is None or packed + pack(taking.taken.faces) != hands[taker] + buried:
                return False
        elif packed != hands[line.seat]:
            return False
    return True


def replay(
    ruleset: Ruleset, sheet: Sheet, bound: Bound, regular: Survey, dealer: int | None, found: Findings
) -> Played:
    """Judge every play of a regular deal."""
    seats = ruleset.players.count
    following = tuple((seat + 1) % seats for seat in range(seats))
    orders = tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))
    mask = bound.mask
    hold = list(regular.hands)
    leaders = Leaders(found, dealer)
    done: list[Trick] = []
    for line, row in zip(sheet.tricks, regular.rows, strict=True):
        first = line.plays[0]
        leader = seat = first.seat
        leaders.check(line, leader)
        led = row[0]
        trick = Trick(line, leader, None, 0, None, orders[leader], row)
        done.append(trick)
        lead = trick.lead = _judge_lead(bound, line, first, led, hold, trick, found)
        hold[leader] -= led.packed
        points = led.points
        domain = led.domain
        in_suit = mask[domain]
        single = led.size == 1
        for index in range(1, seats):
            seat = following[seat]
            play = row[index]
            held = hold[seat]
            points += play.points
            hold[seat] = held - play.packed
            if lead is None:
                continue
            if play.domain == domain:
                if single or follow.check(bound, lead, held, play) is None:
                    continue
            elif held & in_suit == play.packed & in_suit:
                continue
            fault = follow.check(bound, lead, held, play)
            if fault is not None:
                report_follow(found, bound, lead, line, index, seat, play, held, fault, whole=True)
        trick.points = points
        if lead is not None:
            trick.winner = trick.seats[tricks.winner(bound, lead, row)]
            if line.winner is not None and line.winner != trick.winner:
                check_winner(found, bound, trick)
        if line.points is not None and line.points != points:
            check_points(found, bound, trick)
        leaders.won(line, trick.winner, trick.seats)
    return Played(done, finished=True, buried=regular.buried, hands=list(regular.hands))


def _judge_lead(
    bound: Bound, line: TrickLine, first: Play, led: PlayInfo, hold: list[int], trick: Trick, found: Findings
) -> Lead | None:
    """The lead that everyone follows; None where it is of several suits."""
    leader = first.seat
    if first.attempted is not None:
        return _judge_attempt(bound, line, first, led, hold, trick, found)
    groups = None if first.groups is None else tuple(group.faces for group in first.groups)
    if led.domain == MIXED:
        report_lead(found, bound, line, 0, leader, first.cards, "mixed", "throw")
        return None
    if led.size == 1:
        return bound.lead(first.cards.faces)
    try:
        lead = bound.lead(first.cards.faces, groups)
    except ValueError:
        report_lead(found, bound, line, 0, leader, first.cards, "grouping", "throw.decompose")
        groups = None
        lead = bound.lead(first.cards.faces)
    if len(lead.components) > 1:
        holders = trick.seats[1:]
        verdict = throw.check(bound, first.cards.faces, None, [hold[seat] for seat in holders], groups)
        trick.fine = judge_standing(found, bound, line, 0, leader, first.cards, verdict, holders)
    return lead


def _judge_attempt(
    bound: Bound, line: TrickLine, first: Play, led: PlayInfo, hold: list[int], trick: Trick, found: Findings
) -> Lead | None:
    leader = first.seat
    if first.attempted is None or led.domain == MIXED:
        report_lead(found, bound, line, 0, leader, first.cards, "mixed", "throw")
        return None
    holders = trick.seats[1:]
    groups = None if first.groups is None else tuple(group.faces for group in first.groups)
    attempted = first.attempted
    tried = pack(attempted.faces) if len(attempted.faces) <= size(hold[leader]) else None
    if tried is None or not contains(hold[leader], tried):
        report_unheld(found, line, 0, leader, attempted, first.cards, hold[leader])
        if bound.ruleset.throw.penalty is not None:
            trick.fine = Fine(leader % 2, None, noticed=True)
    else:
        verdict = throw.check(bound, attempted.faces, None, [hold[seat] for seat in holders], groups)
        trick.fine = judge_attempt(found, bound, line, 0, leader, attempted, first.cards, verdict, holders)
    return bound.lead(first.cards.faces)
