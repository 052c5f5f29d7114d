"""A word taken for a seat 座位 where nobody of that name sits: perhaps cards, perhaps a seat glued to what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.notation.build import unknown_seat
from referee.notation.cardfault import card_fault
from referee.notation.fault import Fault
from referee.notation.walk import match
from referee.phrases import SeatName

if TYPE_CHECKING:
    from referee.notation.seats import Seating

_CHINESE_FIRST = "\u4e00"


def stranger_fault(text: str, at: int, seats: Seating) -> Fault:
    """What is wrong with the word at ``at``."""
    seat = match("SEAT", text, at)
    end = seat.end() if seat else at + 1
    glued = _glued(text, at, end, seats)
    if glued is not None:
        return glued
    scanned = card_fault(text, at)
    if scanned is not None and not (scanned.variant == "not_suit" and cards_follow(text, end)):
        return scanned.fault
    return unknown_seat(text[at:end], at, seats)


def _glued(text: str, at: int, end: int, seats: Seating) -> Fault | None:
    """A seat with the next word or its cards right behind it."""
    for name in sorted(seats.written, key=len, reverse=True):
        stop = at + len(name)
        if stop < end and text[at:stop].casefold() == name.casefold():
            cards = match("CARDS", text, stop)
            if text[stop] >= _CHINESE_FIRST or (cards is not None and cards.end() >= end):
                return Fault("REC005", "glued", at, stop, {"seat": SeatName(name)})
    return None


def cards_follow(text: str, at: int) -> bool:
    """True if cards or a throw stand at ``at``, blanks aside."""
    at += len(text[at:]) - len(text[at:].lstrip(" \t"))
    return bool(match("CARDS", text, at) or match("THROWS", text, at))
