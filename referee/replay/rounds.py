"""The tricks as they lay on the table: seats put right, wrong numbers of cards set aside, gaps in the record seen.

Every slip found here is reported once; what cannot be trusted afterwards is treated as unknown cards, so that nothing
else is blamed for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.cards import Cards, Unknown
from referee.phrases import Count, Series
from referee.replay.astray import in_turn, report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import Play, TrickLine
    from referee.replay.astray import Turned
    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet


@dataclass(slots=True)
class Laid:
    """One play on the table: ``cards`` that can be trusted, ``shown`` as written, ``index`` its place in the line."""

    index: int
    seat: int
    cards: Cards
    shown: Cards
    attempted: Cards | None
    groups: tuple[Cards, ...] | None
    size: int | None
    doubtful: bool = False
    """True once the cards written are known to be wrong somehow: nothing is proved from them."""


@dataclass(slots=True)
class Round:
    """One trick: its plays in the order played, and how many cards were led.

    A round without plays stands for any number of tricks of which nothing is known; its line is that of the next one.
    """

    line: TrickLine
    plays: list[Laid]
    size: int | None


def read_rounds(sheet: Sheet, seats: int, found: Findings) -> list[Round]:
    """The recorded tricks in order, with everything reported that is wrong with their form.

    A trick missing where a line could not be read has been reported so.
    """
    tricks, unread = sheet.tricks, sheet.unread
    rounds: list[Round] = []
    expected: int | None = None
    before: TrickLine | None = None
    for at, trick in enumerate(tricks):
        gap = expected is None and trick.number != 1
        if before is not None and trick.number == before.number and trick.plays == before.plays:
            same = {"number": trick.number, "before": before.number}
            place = found.place_word(trick, "TRICK_NUMBER")
            found.add("REC021", trick, same, place=place, trick=trick.number)
            continue
        if expected is not None and before is not None and trick.number != expected:
            if not 0 < trick.number - expected <= sum(before.line < line < trick.line for line in unread):
                facts = {"number": trick.number, "before": before.number}
                found.add("REC021", trick, facts, place=found.place_word(trick, "TRICK_NUMBER"), trick=trick.number)
            slip = at + 1 < len(tricks) and tricks[at + 1].number == expected + 1
            gap = not slip
        else:
            slip = False
        expected = (expected if slip and expected is not None else trick.number) + 1
        before = trick
        last = at + 1 == len(tricks)
        turned = sheet.turned.get(trick.line)
        plays = _turned(trick, turned, found) if turned else _seated(trick, seats, found, last=last)
        if gap:
            rounds.append(Round(trick, [], None))
        rounds.append(Round(trick, plays, _sizes(trick, plays, seats, found)))
    return rounds


def _laid(play: Play, index: int, seat: int) -> Laid:
    return Laid(index, seat, play.cards, play.cards, play.attempted, play.groups, play.cards.size)


def _turned(trick: TrickLine, turned: Turned, found: Findings) -> list[Laid]:
    """The plays of a trick out of turn, in turn."""
    report(found, trick, turned)
    return [_laid(trick.plays[index], index, trick.plays[index].seat) for index in in_turn(turned)]


def _seated(trick: TrickLine, seats: int, found: Findings, *, last: bool) -> list[Laid]:
    """The plays with their seats; a seat written twice gives way to the one that is missing."""
    plays = trick.plays[:seats]
    if not plays:
        return []
    written = [play.seat for play in plays]
    leader = _likely_leader(written, seats)
    taken: set[int] = set()
    absent = [seat for seat in ((leader + step) % seats for step in range(seats)) if seat not in written]
    laid: list[Laid] = []
    reported = False
    step = -1
    for index, play in enumerate(plays):
        seat = play.seat
        due = (leader + index) % seats
        if written.count(seat) > 1 and seat != due and absent:
            real = due if due in absent else absent[0]
            absent.remove(real)
            facts = {"seat": found.name(seat), "turn": found.name(real)}
            where = found.place_play(trick, index)
            found.add("LED002", trick, facts, variant="twice", place=where, trick=trick.number, seat=seat)
            seat = real
            reported = True
        elif seat in taken:
            facts = {"seat": found.name(seat), "turn": found.name(due)}
            where = found.place_play(trick, index)
            found.add("LED002", trick, facts, variant="twice", place=where, trick=trick.number, seat=seat)
            reported = True
            continue
        steps = (seat - leader) % seats
        if steps < step and not reported:
            facts = {"seat": found.name(seat), "turn": found.name((leader + index) % seats)}
            first = _first_astray(written, leader, seats)
            facts = {"seat": found.name(written[first]), "turn": found.name((leader + first) % seats)}
            where = found.place_play(trick, first)
            found.add("LED002", trick, facts, place=where, trick=trick.number, seat=written[first])
            reported = True
        step = max(step, steps)
        taken.add(seat)
        laid.append(_laid(play, index, seat))
    if len(trick.plays) > seats:
        extra = trick.plays[seats]
        facts = {"seat": found.name(extra.seat), "turn": found.name(leader)}
        where = found.place_play(trick, seats)
        found.add("LED002", trick, facts, variant="twice", place=where, trick=trick.number, seat=extra.seat)
    _missing(trick, laid, seats, found, last=last)
    return laid


def _likely_leader(written: Sequence[int], seats: int) -> int:
    """The leader under whom most plays stand in turn; the first seat written where there is a choice."""
    best, most = written[0], -1
    for turn in range(seats):
        leader = (written[0] + turn) % seats
        matches = sum(seat == (leader + index) % seats for index, seat in enumerate(written))
        if len(set(written)) == len(written) and leader != written[0]:
            continue
        if matches > most:
            best, most = leader, matches
    return best


def _first_astray(written: Sequence[int], leader: int, seats: int) -> int:
    return next(index for index, seat in enumerate(written) if seat != (leader + index) % seats)


def _missing(trick: TrickLine, laid: Sequence[Laid], seats: int, found: Findings, *, last: bool) -> None:
    """Report plays that are missing though the game went on."""
    if trick.incomplete or not laid:
        return
    there = {play.seat for play in laid}
    leader = laid[0].seat
    absent = [seat for seat in ((leader + step) % seats for step in range(seats)) if seat not in there]
    if last:
        furthest = max((play.seat - leader) % seats for play in laid)
        absent = [seat for seat in absent if (seat - leader) % seats < furthest]
    if absent:
        names = Series(tuple(found.name(seat) for seat in absent))
        found.add("REC027", trick, {"seats": names}, trick=trick.number)


def _sizes(trick: TrickLine, plays: list[Laid], seats: int, found: Findings) -> int | None:
    """How many cards were led; plays with another number are reported and set aside."""
    if not plays:
        return None
    lead = plays[0]
    sizes = [play.size for play in plays[1:]]
    known = {size for size in sizes if size is not None}
    asked = lead.size
    if asked is None:
        asked = known.pop() if len(known) == 1 else None
        if asked is not None and len(lead.cards.faces) >= asked:
            asked = None
    elif len(plays) == seats and seats > 2 and len(known) == 1 and None not in sizes and asked not in known:
        facts = {"seat": found.name(lead.seat), "count": Count(asked, "card"), "asked": Count(min(known), "card")}
        place = found.place_play(trick, lead.index)
        found.add(
            "FOL001", trick, facts, variant="lead", place=place, trick=trick.number, seat=lead.seat, rule="follow"
        )
        asked = min(known)
        _set_aside(lead, asked)
    if asked is None:
        return None
    for play in plays[1:]:
        _judge_size(trick, play, asked, found)
    return asked


def _judge_size(trick: TrickLine, play: Laid, asked: int, found: Findings) -> None:
    least = len(play.cards.faces) + sum(group.count or 1 for group in play.cards.unknown)
    if play.size == asked or (play.size is None and least <= asked):
        play.size = asked
        return
    facts = {"seat": found.name(play.seat), "count": Count(least, "card"), "asked": Count(asked, "card")}
    found.add(
        "FOL001",
        trick,
        facts,
        place=found.place_play(trick, play.index),
        trick=trick.number,
        seat=play.seat,
        rule="follow",
        required=Count(asked, "card"),
        played=play.shown,
    )
    _set_aside(play, asked)


def _set_aside(play: Laid, size: int) -> None:
    """Trust nothing of a play but its number of cards."""
    play.cards = Cards((), (Unknown(None, size),))
    play.attempted = None
    play.groups = None
    play.size = size
    play.doubtful = True
