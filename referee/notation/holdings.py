"""Lists of cards that a seat holds, takes or buries: the short cut for ``hand``, ``kitty`` and ``bury`` lines.

They are long and never come twice. As for tricks, a pattern composed of the grammar's own terminals reads them; what it
does not take is left to the grammar: the pattern may be narrower, never wider.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.notation.plays import read_cards, seat_pattern, terminal
from referee.notation.seats import seating
from referee.record import BuryLine, HandLine, KittyLine

if TYPE_CHECKING:
    from referee.notation.seats import Seating


class HoldingReader:
    """The short cut for one seating."""

    def __init__(self, seats: Seating) -> None:
        self._seats = seats
        seat, cards = f"(?P<seat>{seat_pattern(seats)})", f"(?P<cards>{terminal('CARDS')})"
        hand, kitty, bury = (f"(?P<{name.lower()}>{terminal(name)})" for name in ("HAND", "KITTY", "BURY"))
        # The keywords of the grammar pay no heed to case, the cards do.
        self._line = re.compile(
            rf"[ \t]*(?i:{hand}|{kitty}|{bury})[ \t]*(?(kitty)|(?(hand){seat}|(?P<burier>{seat_pattern(seats)})?))"
            rf"[ \t]*{cards}[ \t]*"
        )

    def read(self, line: int, original: str, text: str) -> HandLine | KittyLine | BuryLine | None:
        """The list written in ``text`` (cleaned), or None where the grammar has to read it."""
        found = self._line.fullmatch(text)
        if found is None:
            return None
        cards = read_cards(found["cards"])
        if found["kitty"]:
            return KittyLine(line, original, cards)
        word = found["seat"] or found["burier"]
        seat = self._seats.find(word) if word else None
        if word and seat is None:
            return None
        if found["bury"]:
            return BuryLine(line, original, seat, cards)
        return None if seat is None else HandLine(line, original, seat, cards)


@lru_cache(maxsize=64)
def holding_reader(names: tuple[str, ...]) -> HoldingReader:
    """The short cut for a table with these seats."""
    return HoldingReader(seating(names))
