"""Protection 保护 of larger sets and runs when following (semantics §4.3; reading A-23).

Where a ruleset protects them, a holding owes a pair only from faces it holds exactly twice (``sets``), or not from
faces that form a run (``runs``), or both; the play itself may still spend what it likes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.packed import LOW_BITS
from referee.rules.placing import at_least, fits, fits_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.rules.bound import Bound
    from referee.shapes import Shape


def guard(
    bound: Bound, domain: int, suit_cards: int, packed: int
) -> tuple[Callable[[tuple[Shape, ...]], bool], Callable[[tuple[Shape, ...]], bool]]:
    """Two tests of a list of pieces: does the holding owe them, does the play give them."""
    rules = bound.ruleset.follow
    whole_sets = rules.protect_larger_sets in {"sets", "both"}
    runs = rules.protect_larger_sets in {"runs", "both"}
    in_runs = {width: faces_in_runs(bound, domain, suit_cards, width) if runs else 0 for width in (1, 2, 3, 4)}

    def owed_from(piece: Shape) -> int:
        faces = exactly(suit_cards, piece.width) if whole_sets else LOW_BITS
        return faces & ~in_runs[piece.width] if piece.length == 1 else faces

    def can_hold(pieces: tuple[Shape, ...]) -> bool:
        return fits_on(bound, domain, suit_cards, pieces, owed_from)

    def can_play(pieces: tuple[Shape, ...]) -> bool:
        if rules.protect_from_being_spent:
            return fits_on(bound, domain, packed, pieces, lambda piece: exactly(suit_cards, piece.width))
        return fits(bound, domain, packed, pieces)

    return can_hold, can_play


def exactly(holding: int, width: int) -> int:
    """One bit for each face held exactly ``width`` times."""
    return at_least(holding, width) & ~at_least(holding, width + 1)


def faces_in_runs(bound: Bound, domain: int, holding: int, width: int) -> int:
    """One bit for each face that belongs to a run of sets at least ``width`` wide in the holding."""
    faces = 0
    for rule in bound.ruleset.shapes.runs:
        if rule.width < width:
            continue
        held = at_least(holding, rule.width)
        for place in bound.placements(domain, rule.min_length):
            if place.mask & held == place.mask:
                faces |= place.mask
    return faces
