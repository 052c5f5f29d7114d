"""What goes from deal to deal: levels of the sides, who deals, room points, whether the match is over.

Each fact is kept with every value that would be consistent: the true one first, then the one the record claims where
it was reported as wrong. A later deal that goes on from either is not blamed again.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Standing:
    """The state before a deal. Tuples hold the acceptable values, the true one first; empty: not known."""

    levels: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    dealers: tuple[int, ...] = ()
    """Who deals, or with ``asked`` who is asked first."""
    asked: bool = False
    totals: dict[int, tuple[int, ...]] = field(default_factory=dict)
    first_deal: bool | None = None
    """True: contested, nobody is dealer yet. None: not known."""
    won: int | None = None
    """The side that has won the match."""
    number: int | None = None
    """Number of the deal before."""
    due: int | None = None
    """Number this deal should carry if the one before was misnumbered."""
