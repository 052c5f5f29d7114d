"""What each seat held before each trick, where the record makes it certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.packed import contains, less, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.replay.table import Played, Trick

Hand = tuple[int, ...] | None
"""Faces in order; None: not wholly known."""


def hands_before(played: Played, seats: int) -> list[tuple[Hand, ...]]:
    """For each replayed trick the hand of every seat before it, and at the end what is left after the last."""
    now: list[int | None] = list(played.hands) if len(played.hands) == seats else [None] * seats
    shown = [_shown(now)]
    for trick in played.tricks:
        now = [None] * seats if trick.gap else now
        if trick.gap:
            shown[-1] = _shown(now)
        _take(now, trick)
        shown.append(_shown(now))
    return shown


def _take(now: list[int | None], trick: Trick) -> None:
    for seat, play in zip(trick.seats, trick.plays, strict=True):
        hand = now[seat]
        fits = hand is not None and play is not None and contains(hand, play.packed)
        now[seat] = less(hand, play.packed) if fits and hand is not None and play is not None else None


def _shown(now: Sequence[int | None]) -> tuple[Hand, ...]:
    return tuple(None if hand is None else tuple(unpack(hand)) for hand in now)
