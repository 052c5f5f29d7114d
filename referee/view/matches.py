"""A record as its matches, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.view.plot import LevelPoint, level_progress

if TYPE_CHECKING:
    from referee.findings import Finding
    from referee.view.deals import DealView


@dataclass(frozen=True, slots=True)
class MatchView:
    """The deals under one header. ``seats``: their names in turn order; side 0 has seats 0, 2, …, side 1 the others."""

    seats: tuple[str, ...]
    deals: tuple[DealView, ...]

    @property
    def progress(self) -> tuple[LevelPoint, ...]:
        """The levels of both sides from deal to deal."""
        return level_progress(self.deals)


@dataclass(frozen=True, slots=True)
class RecordView:
    """A whole record. ``reading``: what was found while reading it, waivers applied."""

    path: str | None
    matches: tuple[MatchView, ...]
    reading: tuple[Finding, ...]
