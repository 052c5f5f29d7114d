"""Faults at the beginning of a line: an unknown word, a trick without its number, words in the wrong order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from referee.grammar import load
from referee.notation.cardfault import NUMERALS, WORD, card_fault
from referee.notation.cards import decode
from referee.notation.fault import Fault, quoted
from referee.notation.seats import KEYWORD_PRIORITY
from referee.notation.suggest import misspelt
from referee.notation.walk import match
from referee.notation.words import TAG_NAMES, WORDS
from referee.phrases import SeatName

if TYPE_CHECKING:
    from referee.notation.seats import Seating

_NUMBER: Final = re.compile(r"[0-9]+")
_NUMERAL_DEAL: Final = re.compile(rf"第[ \t]*([{''.join(NUMERALS)}])[ \t]*局")
_LATIN: Final = re.compile(r"[A-Za-z]+")
_SEAT_FIRST: Final = ("DEALER", "HAND", "BID", "PASS", "BURY", "ROB", "NEXT", "LEVELS", "TOTALS", "TITLES", "POINTS")


def line_start_fault(text: str, at: int, seats: Seating, last_trick: int) -> Fault:
    """Why no line can begin as this one does at ``at``."""
    number = _NUMBER.match(text, at)
    if number:
        return _after_number(number)
    seat = match("SEAT", text, at)
    who = seats.find(seat[0]) if seat else None
    if seat is not None and who is not None:
        return _seat_first(text, seat, who, seats, last_trick)
    cards = match("CARDS", text, at)
    if cards is not None:
        return _no_number(at, cards.end(), last_trick, seats.names[0], cards[0])
    return _unknown_word(text, at)


def _after_number(number: re.Match[str]) -> Fault:
    start, end = number.span()
    if len(number[0]) > 3:
        return Fault("REC008", "trick_number", start, end, {"word": quoted(number[0])})
    return Fault("REC002", "missing_dot", start, end, {"number": int(number[0])})


def _seat_first(text: str, seat: re.Match[str], who: int, seats: Seating, last_trick: int) -> Fault:
    start, end = seat.span()
    after = len(text) - len(text[end:].lstrip(" \t"))
    for terminal in _SEAT_FIRST:
        keyword = match(terminal, text, after)
        if keyword is not None:
            rest = text[keyword.end() :].strip()
            right = " ".join(part for part in (keyword[0], seat[0], rest) if part)
            return Fault("REC002", "keyword_first", start, end, {"keyword": keyword[0], "right": quoted_line(right)})
    cards = match("CARDS", text, after)
    return _no_number(start, end, last_trick, seats.names[who], cards[0] if cards else "SAA")


def _no_number(start: int, end: int, last_trick: int, seat: str, cards: str) -> Fault:
    facts: dict[str, Any] = {"number": last_trick + 1, "seat": SeatName(seat), "cards": decode(cards)}
    return Fault("REC002", "missing_number", start, end, facts)


def quoted_line(text: str) -> str:
    """Part of a line as it can be shown in a message."""
    return quoted(text[:24]) if len(text) <= 24 else quoted(text[:24]) + "…"


def _unknown_word(text: str, at: int) -> Fault:
    numeral = _NUMERAL_DEAL.match(text, at)
    if numeral:
        return Fault("REC002", "digits", *numeral.span(1), {"right": NUMERALS[numeral[1]]})
    latin = _LATIN.match(text, at)
    word = latin or WORD.match(text, at)
    if word is None or not any(character.isalnum() for character in word[0]):
        return Fault("REC002", "line_start", at, at + 1, {"word": quoted(text[at])})
    scanned = None if latin and len(latin[0]) > 2 else card_fault(text, at)
    if scanned is not None:
        return scanned.fault
    tag = next((name for name in TAG_NAMES if match(name, text, at)), None)
    if tag is not None:
        facts = {"english": WORDS[tag][0], "chinese": WORDS[tag][1]}
        return Fault("REC002", "brackets", at, word.end(), facts)
    found = misspelt(text, at, _line_keywords())
    return found or Fault("REC003", "message", at, word.end(), {"word": quoted(word[0])})


def _line_keywords() -> set[str]:
    inside = {"NT", "THROWS", "KEEPS", "WINS", "ATTACKERS", "TAKE_OVER", "REDEAL", *TAG_NAMES} - {"LEVELS", "TOTALS"}
    terminals = load("record").terminals
    return {terminal.name for terminal in terminals if terminal.priority == KEYWORD_PRIORITY} - inside
