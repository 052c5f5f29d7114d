"""Collecting what is found in a deal: findings with their consequences, and what stays undetermined."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.findings import Finding, Place
from referee.findings.catalogue import severity
from referee.phrases import Phrase, SeatName, SideName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from referee.cards import Cards
    from referee.record import Header, Line
    from referee.ruleset.model import Ruleset


class Marked(Protocol):
    """Anything that stands in a line of the record: a line, or a deal."""

    @property
    def line(self) -> int:
        """The number of the line."""


class Open(NamedTuple):
    """Something that cannot be decided for want of knowledge: where, and what is missing."""

    line: int
    trick: int | None
    seat: str | None
    reason: Phrase


RANKS = ("INT", "FACE", "NT")
"""How levels are written; see the record grammar."""
TRUMPS = ("SUIT", "NT")


class Findings:
    """The findings of one deal, in the making."""

    __slots__ = ("deal", "items", "notes", "open", "ruleset", "seats")

    def __init__(self, deal: int | None, header: Header, ruleset: Ruleset | None) -> None:
        self.deal = deal
        self.seats = header.seats
        self.ruleset = ruleset
        self.items: list[Finding] = []
        self.open: list[Open] = []
        self.notes: dict[int, list[Phrase]] = {}

    def add(
        self,
        code: str,
        line: Marked | None,
        facts: Mapping[str, Any] | None = None,
        *,
        variant: str = "message",
        place: Place | None = None,
        trick: int | None = None,
        seat: int | None = None,
        rule: str | None = None,
        required: Any = None,
        played: Any = None,
        examples: Iterable[tuple[int, ...]] = (),
        count: int | None = None,
        against: Marked | None = None,
    ) -> int:
        """Add a finding; returns its index, by which consequences can be noted under it.

        ``against``: the other line, where two say different things and nothing else decides between them.
        """
        cited = None
        if rule is not None and self.ruleset is not None:
            cited = self.ruleset.written(rule)
        self.items.append(
            Finding(
                code,
                place or Place(line.line if line is not None else 1),
                facts or {},
                variant,
                severity(code),
                self.deal,
                trick,
                None if seat is None else self.seats[seat],
                rule,
                cited,
                (),
                required,
                played,
                tuple(examples),
                count,
            )
        )
        at = len(self.items) - 1
        if against is not None:
            self.note(at, Phrase("replay.against", {"line": against.line}))
        return at

    def copy(self) -> Findings:
        """The same findings, to be gone on with in another way."""
        other = Findings.__new__(Findings)
        other.deal, other.seats, other.ruleset = self.deal, self.seats, self.ruleset
        other.items, other.open = list(self.items), list(self.open)
        other.notes = {index: list(notes) for index, notes in self.notes.items()}
        return other

    def note(self, index: int | None, phrase: Phrase) -> None:
        """Note a consequence under a finding."""
        if index is not None:
            self.notes.setdefault(index, []).append(phrase)

    def undetermined(self, line: Line, reason: Phrase, trick: int | None = None, seat: int | None = None) -> None:
        """Note that something cannot be decided."""
        self.open.append(Open(line.line, trick, None if seat is None else self.seats[seat], reason))

    def finish(self) -> list[Finding]:
        """The findings in the order of their places, with their notes."""
        done = [
            replace(item, notes=(*item.notes, *self.notes[index])) if index in self.notes else item
            for index, item in enumerate(self.items)
        ]
        done.sort(key=lambda item: (item.place.line, item.place.column))
        return done

    def place_play(self, line: Line, index: int, card: int | None = None, *, attempted: bool = False) -> Place:
        """Where a play stands in its line, or one of its cards."""
        from referee.notation import locate  # noqa: PLC0415 - columns are looked for only for a finding

        return self._span(line, lambda: locate(self.seats, line.text, index, card, attempted=attempted))

    def place_claim(self, line: Line, *, points: bool = False) -> Place:
        """Where the winner recorded for a trick stands, or its points."""
        from referee.notation import locate_claim  # noqa: PLC0415 - as above

        return self._span(line, lambda: locate_claim(self.seats, line.text, points=points))

    def place_face(self, line: Line, cards: Cards, faces: Sequence[int]) -> Place:
        """Where the first of some faces stands in a line with one list of cards."""
        return self.place_card(line, next((at for at, face in enumerate(cards.faces) if face in faces), None))

    def place_card(self, line: Line, card: int | None = None) -> Place:
        """Where a card of a line with one list of cards stands, or the list."""
        from referee.notation import locate_card  # noqa: PLC0415 - as above

        return self._span(line, lambda: locate_card(self.seats, line.text, card))

    def place_word(self, line: Line, kind: str | tuple[str, ...], index: int = 0) -> Place:
        """Where a word of some kind (``SEAT``, ``INT``, ``RANKS``) stands in its line."""
        from referee.notation import locate_word  # noqa: PLC0415 - as above

        return self._span(line, lambda: locate_word(self.seats, line.text, kind, index))

    @staticmethod
    def _span(line: Line, find: Callable[[], tuple[int, int]]) -> Place:
        return Place(line.line, *find()) if line.text else Place(line.line)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(item.severity == "error" for item in self.items)

    def name(self, seat: int) -> SeatName:
        """A seat as a fact of a message."""
        return SeatName(self.seats[seat])

    def side(self, side: int) -> SideName:
        """A side as a fact of a message."""
        return SideName(tuple(self.seats[side::2]))
