"""Faults of a trick line 出牌行, by the token before the place that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.notation.build import unknown_seat
from referee.notation.cardfault import card_fault
from referee.notation.cards import decode
from referee.notation.fault import Fault, quoted
from referee.notation.stranger import cards_follow, stranger_fault
from referee.notation.suggest import misspelt
from referee.notation.walk import match
from referee.phrases import SeatName

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.notation.seats import Seating
    from referee.notation.walk import Walk

_WORDS_AFTER_CARDS = frozenset({"KEEPS"})


def trick_fault(text: str, way: Walk, seats: Seating) -> Fault | None:
    """The fault at ``way.stop``, or None where no more can be said than what was expected."""
    handler = _AFTER.get(way.tokens[-1].type)
    if any(token.type == "SEMICOLON" for token in way.tokens):
        handler = _after_semicolon if way.tokens[-1].type == "SEMICOLON" else _in_claim
    return handler(text, way, seats) if handler else None


def _ended(text: str, at: int) -> bool:
    return at >= len(text.rstrip()) or text[at] in ",;"


def _after_number(text: str, way: Walk, seats: Seating) -> Fault | None:
    """The leader's seat must stand here."""
    stop = way.stop
    if _ended(text, stop):
        return None
    cards = match("CARDS", text, stop)
    if cards is not None:
        facts = {"seat": SeatName(seats.names[0]), "cards": decode(cards[0])}
        return Fault("REC002", "no_leader", stop, cards.end(), facts)
    if way.stranger:
        return stranger_fault(text, way.stop, seats)
    scanned = card_fault(text, stop)
    return scanned.fault if scanned else None


def _after_comma(text: str, way: Walk, seats: Seating) -> Fault | None:
    """A play must stand here."""
    if _ended(text, way.stop):
        return Fault("REC002", "missing_play", way.stop, min(way.stop + 1, len(text)))
    if way.stranger:
        return stranger_fault(text, way.stop, seats)
    return _cards(text, way)


def _after_seat(text: str, way: Walk, seats: Seating) -> Fault | None:
    """The cards of a seat must stand here."""
    if _ended(text, way.stop):
        token = way.tokens[-1]
        facts = {"seat": SeatName(_name(token, seats))}
        return Fault("REC002", "no_cards", token.start_pos or 0, token.end_pos or 0, facts)
    return _cards(text, way)


def _after_throws(text: str, way: Walk, _: Seating) -> Fault | None:
    if _ended(text, way.stop):
        return Fault("REC002", "nothing_thrown", way.stop, min(way.stop + 1, len(text)))
    return _cards(text, way)


def _after_keeps(text: str, way: Walk, _: Seating) -> Fault | None:
    if _ended(text, way.stop):
        return Fault("REC002", "nothing_kept", way.stop, min(way.stop + 1, len(text)))
    return _cards(text, way)


def _after_cards(text: str, way: Walk, seats: Seating) -> Fault | None:
    """A play may be over here."""
    stop = way.stop
    if match("WINS", text, stop):
        return _no_winner(text, stop)
    keeps = match("KEEPS", text, stop)
    if keeps is not None and "KEEPS" not in way.expected:
        return Fault("REC002", "keeps_alone", stop, keeps.end(), {"word": keeps[0]})
    seat = match("SEAT", text, stop)
    who = seats.find(seat[0]) if seat else None
    if seat is not None and who is not None:
        return _next_seat(text, seat.start(), seat.end(), seats.names[who])
    scanned = card_fault(text, stop)
    named = seat is not None and cards_follow(text, seat.end())
    if scanned is not None and not (named and scanned.variant == "not_suit"):
        return scanned.fault
    slip = misspelt(text, stop, way.expected | _WORDS_AFTER_CARDS)
    if slip is None and seat is not None and named:
        return unknown_seat(seat[0], stop, seats)
    return slip


def _next_seat(text: str, start: int, end: int, name: str) -> Fault:
    """A seat right after cards: the next play, or the winner."""
    rest = text[end:].strip()
    won = match("WINS", rest, 0)
    points = match("INT", rest, won.end() + _blanks(rest, won.end()) if won else 0)
    if won or not rest or (points and points.end() == len(rest)):
        number = points[0] if points else ""
        facts = {"seat": SeatName(name), "points": f" {number}".rstrip(), "number": number}
        return Fault("REC002", "missing_semicolon", start, end, facts)
    return Fault("REC002", "missing_comma", start, end, {"seat": SeatName(name)})


def _after_semicolon(text: str, way: Walk, seats: Seating) -> Fault | None:
    """The winner's seat must stand here."""
    stop = way.stop
    if match("WINS", text, stop) or match("INT", text, stop):
        return _no_winner(text, stop)
    if way.stranger:
        word = match("SEAT", text, stop)
        return unknown_seat(word[0] if word else text[stop], stop, seats)
    return None


def _in_claim(text: str, way: Walk, _: Seating) -> Fault | None:
    return None if _ended(text, way.stop) else misspelt(text, way.stop, way.expected)


def _no_winner(text: str, at: int) -> Fault:
    word = match("WINS", text, at) or match("INT", text, at)
    return Fault("REC002", "no_winner", at, word.end() if word else at + 1)


def _cards(text: str, way: Walk) -> Fault | None:
    """Cards should stand here."""
    scanned = card_fault(text, way.stop)
    return scanned.fault if scanned else misspelt(text, way.stop, way.expected)


def _blanks(text: str, at: int) -> int:
    return len(text[at:]) - len(text[at:].lstrip(" \t"))


def _name(token: Any, seats: Seating) -> str:
    seat = seats.find(token)
    return quoted(token) if seat is None else seats.names[seat]


_AFTER: dict[str, Callable[[str, Walk, Seating], Fault | None]] = {
    "TRICK_NUMBER": _after_number,
    "COMMA": _after_comma,
    "SEAT": _after_seat,
    "THROWS": _after_throws,
    "PLUS": _after_throws,
    "KEEPS": _after_keeps,
    "CARDS": _after_cards,
}
