"""A trick out of turn read in another way: only the names changed places, or only the order of writing.

One slip in a trick's line would else be followed by many accusations: cards not held, a wrong winner, revokes later on.
The reading that leaves the fewest of them stands, and the slip itself is still reported.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.record import TrickLine
    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet

_MOST = 3
"""With more tricks out of turn it is no slip of the pen."""


class Turned(NamedTuple):
    """How a trick is read: ``leader`` leads, and all go on in turn. ``written``: the seats as the line names them.

    With ``names`` the cards are in their order and the names are not; else the names are right and the order is not.
    """

    leader: int
    written: tuple[int, ...]
    names: bool

    @property
    def shifted(self) -> bool:
        """True if the line itself goes on in turn, from another leader."""
        return len({(seat - index) % len(self.written) for index, seat in enumerate(self.written)}) == 1


def suspects(sheet: Sheet, found: Findings) -> list[tuple[TrickLine, int]]:
    """Tricks found out of turn, each with the seat that should lead it."""
    tricks = {trick.line: trick for trick in sheet.tricks}
    leaders: dict[int, list[int]] = {}
    for item in found.items:
        trick = tricks.get(item.place.line)
        if trick is None or item.variant == "twice" or len(trick.plays) != len(found.seats):
            continue
        if len({play.seat for play in trick.plays}) < len(trick.plays):
            continue
        if item.code == "LED001":
            leaders.setdefault(trick.line, []).append(found.seats.index(item.facts["winner"].name))
        elif item.code == "LED002":
            dealer = [sheet.dealer.seat] if trick is sheet.tricks[0] and sheet.dealer is not None else []
            leaders.setdefault(trick.line, []).extend([trick.plays[0].seat, *dealer])
    if len(leaders) > _MOST:
        return []
    return [(tricks[line], leader) for line, who in leaders.items() for leader in dict.fromkeys(who)]


def other_readings(sheet: Sheet, trick: TrickLine, leader: int) -> Iterator[Sheet]:
    """The deal with this trick read in another way: who played what is believed first, then the order of the cards."""
    written = tuple(play.seat for play in trick.plays)
    seats = len(written)
    for names in (False, True):
        turned = Turned(leader, written, names)
        if turned.shifted and not names:
            continue
        plays = trick.plays
        if names:
            plays = [play._replace(seat=(leader + index) % seats) for index, play in enumerate(plays)]
        line = replace(trick, plays=plays)
        tricks = [line if each is trick else each for each in sheet.tricks]
        yield replace(sheet, tricks=tricks, turned=sheet.turned | {trick.line: turned})


def report(found: Findings, trick: TrickLine, turned: Turned) -> None:
    """Report the slip."""
    seats = len(turned.written)
    first = next(index for index, seat in enumerate(turned.written) if seat != (turned.leader + index) % seats)
    seat = turned.written[first]
    variant = "message" if not turned.names else "shifted" if turned.shifted else "names"
    facts = {"seat": found.name(seat), "turn": found.name((turned.leader + first) % seats)}
    place = found.place_play(trick, first)
    found.add("LED002", trick, facts, variant=variant, place=place, trick=trick.number, seat=seat)


def in_turn(turned: Turned) -> Sequence[int]:
    """The indices of the plays in the order in which they were played."""
    seats = range(len(turned.written))
    return (
        seats if turned.names else sorted(seats, key=lambda index: (turned.written[index] - turned.leader) % len(seats))
    )
