"""Seats 座位 and sides: names as written to integers in turn order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from referee.grammar import load
from referee.notation.cards import cards_pattern
from referee.notation.text import clean
from referee.record import STANDARD_SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping

CHINESE: Final[Mapping[str, str]] = {"北": "N", "东": "E", "南": "S", "西": "W"}
MAX_NAME: Final = 16
MAX_SEATS: Final = 12
KEYWORD_PRIORITY: Final = 9


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a match.

    ``names`` are in turn order, as declared; ``written`` the same as the grammar sees them; ``index`` has every way
    to write one.
    """

    names: tuple[str, ...]
    written: tuple[str, ...]
    index: Mapping[str, int]

    def find(self, word: str) -> int | None:
        """The seat written so, or None."""
        seat = self.index.get(word)
        return self.index.get(word.casefold()) if seat is None else seat

    @property
    def usable(self) -> bool:
        """False if a name cannot be told from cards or keywords, as where a tag was not read."""
        return all(name in STANDARD_SEATS or name_fault(name) is None for name in self.written)

    @property
    def compass(self) -> bool:
        """True if the seats are N E S W, N and S partners: the sides are then NS and EW."""
        return sorted(self.names) == sorted(STANDARD_SEATS) and (self.index["N"] - self.index["S"]) % 2 == 0


@lru_cache(maxsize=256)
def seating(names: tuple[str, ...]) -> Seating:
    """The seating with these names; ``N E S W`` are also read in Chinese."""
    written = tuple(clean(name).text for name in names)
    index: dict[str, int] = {}
    for seat, name in enumerate(names):
        index[name] = index[written[seat]] = index[written[seat].casefold()] = seat
        if name in STANDARD_SEATS:
            index.update({chinese: seat for chinese, latin in CHINESE.items() if latin == name})
    return Seating(names, written, index)


def name_fault(name: str) -> str | None:
    """Why a word (mapped to ASCII) cannot name a seat: a message variant of REC007, or None if it can."""
    if len(name) > MAX_NAME:
        return "name_long"
    if cards_pattern().match(name):
        return "name_cards"
    if _reserved().fullmatch(name) or _reserved_start().match(name):
        return "name_keyword"
    seat = _seat().match(name)
    return None if seat and seat.end() == len(name) else "name_form"


@lru_cache(maxsize=1)
def _seat() -> re.Pattern[str]:
    return re.compile(load("record").get_terminal("SEAT").pattern.to_regexp())


@lru_cache(maxsize=1)
def _reserved() -> re.Pattern[str]:
    terminals = load("record").terminals
    words = [t.pattern.to_regexp() for t in terminals if t.priority == KEYWORD_PRIORITY or t.name == "SIDE"]
    return re.compile("|".join(f"(?:{word})" for word in words))


@lru_cache(maxsize=1)
def _reserved_start() -> re.Pattern[str]:
    """``throws`` may stand where a seat may, so that no name can begin with it."""
    return re.compile(load("record").get_terminal("THROWS").pattern.to_regexp())
