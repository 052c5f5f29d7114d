"""Plays of a trick: the short cut for whole trick lines, and what both it and the grammar make of a play's text.

A trick line is split at ``;`` and ``,``, which no play contains, and each piece is matched against a pattern composed
of the grammar's own terminals, with the declared seats. Pieces once read are kept, so that most lines cost a few
look-ups. What the pattern does not take is left to the grammar: the pattern may be narrower, never wider.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from referee.cards import Cards
from referee.grammar import load
from referee.notation.cards import decode
from referee.notation.seats import CHINESE, name_fault, seating
from referee.record import STANDARD_SEATS, Play, TrickLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.notation.seats import Seating

MAX_KEPT: Final = 8192
"""So many pieces are remembered for each seat before the memory is emptied."""
_LONG: Final = 32
_DIGITS: Final = 9


def terminal(name: str) -> str:
    """The regular expression of a terminal of the record grammar, as a group."""
    return f"(?:{load('record').get_terminal(name).pattern.to_regexp()})"


def read_cards(text: str) -> Cards:
    """The cards of a ``CARDS`` token; long lists such as hands are not worth remembering."""
    return decode.__wrapped__(text) if len(text) > _LONG else decode(str(text))


def make_play(seat: int, parts: Sequence[str], *, throws: bool = False, kept: str | None = None) -> Play:
    """A play from the texts of its parts (more than one where ``+`` declares a grouping)."""
    if len(parts) == 1:
        cards, groups = read_cards(parts[0]), None
    else:
        groups = tuple(read_cards(part) for part in parts)
        cards = Cards(
            tuple(face for group in groups for face in group.faces),
            tuple(unknown for group in groups for unknown in group.unknown),
        )
    if kept is None:
        return Play(seat, cards, None, throws, groups)
    return Play(seat, read_cards(kept), cards, throws, groups)


class TrickReader:
    """The short cut for one seating."""

    def __init__(self, seats: Seating) -> None:
        self._seats = seats
        self._count = len(seats.names)
        seat, cards = f"(?P<seat>{seat_pattern(seats)})", terminal("CARDS")
        throws = rf"(?:(?P<throws>{terminal('THROWS')})[ \t]*)?"
        keeps = rf"(?(throws)(?:[ \t]*{terminal('KEEPS')}[ \t]*(?P<kept>{cards}))?)"
        grouped = rf"(?P<cards>{cards}(?:[ \t]*\+[ \t]*{cards})*)"
        self._head = re.compile(rf"[ \t]*({terminal('TRICK_NUMBER')})")
        self._lead = re.compile(rf"[ \t]*{seat}[ \t]*{throws}{grouped}{keeps}[ \t]*")
        self._play = re.compile(rf"[ \t]*(?:{seat}[ \t]*)?{throws}(?P<cards>{cards}){keeps}[ \t]*")
        won = rf"(?:{terminal('WINS')})?[ \t]*(?P<points>{terminal('INT')})?"
        self._claim = re.compile(rf"[ \t]*{seat}[ \t]*{won}[ \t]*")
        self._leads: dict[str, Play] = {}
        self._plays: list[dict[str, Play]] = [{} for _ in seats.names]
        self._claims: dict[str, tuple[int, int | None]] = {}

    def read(self, line: int, original: str, text: str) -> TrickLine | None:
        """The trick written in ``text`` (cleaned), or None where the grammar has to read it."""
        head = self._head.match(text)
        if head is None:
            return None
        body, semicolon, tail = text[head.end() :].partition(";")
        pieces = body.split(",")
        play = self._leads.get(pieces[0]) or self._read_lead(pieces[0])
        if play is None:
            return None
        plays = [play]
        for piece in pieces[1:]:
            turn = (play.seat + 1) % self._count
            play = self._plays[turn].get(piece) or self._read_play(piece, turn)
            if play is None:
                return None
            plays.append(play)
        trick = TrickLine(line, original, int(head[1][:-1]), plays)
        if semicolon:
            claim = self._claims.get(tail) or self._read_claim(tail)
            if claim is None:
                return None
            trick.winner, trick.points = claim
        return trick

    def _read_lead(self, piece: str) -> Play | None:
        return self._remember(self._leads, piece, self._lead.fullmatch(piece), 0)

    def _read_play(self, piece: str, turn: int) -> Play | None:
        return self._remember(self._plays[turn], piece, self._play.fullmatch(piece), turn)

    def _remember(self, known: dict[str, Play], piece: str, found: re.Match[str] | None, turn: int) -> Play | None:
        if found is None:
            return None
        seat = self._seats.find(found["seat"]) if found["seat"] else turn
        if seat is None:
            return None
        play = make_play(seat, found["cards"].split("+"), throws=bool(found["throws"]), kept=found["kept"])
        if len(known) >= MAX_KEPT:
            known.clear()
        if len(piece) <= _LONG:
            known[piece] = play
        return play

    def _read_claim(self, tail: str) -> tuple[int, int | None] | None:
        found = self._claim.fullmatch(tail)
        seat = self._seats.find(found["seat"]) if found else None
        if found is None or seat is None:
            return None
        digits = (found["points"] or "").rstrip("分 \t")
        if len(digits) > _DIGITS:
            return None
        claim = (seat, int(digits) if digits else None)
        if len(self._claims) >= MAX_KEPT:
            self._claims.clear()
        self._claims[tail] = claim
        return claim


def seat_pattern(seats: Seating) -> str:
    """The declared seats as a regular expression, narrower than the grammar's ``SEAT``."""
    words = [rf"[{name}{name.lower()}](?![A-Za-z0-9_?-])" for name in seats.names if name in STANDARD_SEATS]
    words += [chinese for chinese, latin in CHINESE.items() if latin in seats.names]
    declared = [name for name in seats.written if name not in STANDARD_SEATS and name_fault(name) is None]
    words += [rf"(?i:{re.escape(name)})(?![\w?-])" for name in sorted(declared, key=len, reverse=True)]
    return "|".join(words) or "(?!)"


@lru_cache(maxsize=64)
def trick_reader(names: tuple[str, ...]) -> TrickReader:
    """The short cut for a table with these seats."""
    return TrickReader(seating(names))
