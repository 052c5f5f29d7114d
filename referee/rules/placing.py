"""Placing pieces: can these sets and runs be taken disjointly from a holding?

Everything about shapes comes down to this question. Runs are placed one by one on the places of their domain
(memory of failures keeps the search small), sets are counted: a face with c copies can give sets in only a few ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.packed import HIGH_BITS, LOW_BITS, unpack
from referee.shapes import SINGLE, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from referee.rules.bound import Bound, Placement


_TWO, _THREE, _FOUR = 2 * LOW_BITS, 3 * LOW_BITS, 4 * LOW_BITS


def at_least(holding: int, width: int) -> int:
    """One bit (packed) for each face held at least ``width`` times."""
    return (((holding | HIGH_BITS) - width * LOW_BITS) & HIGH_BITS) >> 3


def fits(bound: Bound, domain: int, holding: int, pieces: Iterable[Shape]) -> bool:
    """True if ``holding`` (packed, of one domain) gives all ``pieces`` at once, each from cards of its own."""
    runs, need = _sorted_out(pieces)
    return _place(bound, domain, holding, runs, need) >= 0


class Giving:
    """``fits`` for one holding, asked again and again with more pieces at the end.

    It remembers how the earlier pieces were placed: mostly the new ones find room in what was left. It remembers
    failures too: with the same runs, what has no room for some sets has none for more.
    """

    __slots__ = ("_bound", "_domain", "_failed", "_holding", "_left")

    def __init__(self, bound: Bound, domain: int, holding: int) -> None:
        self._bound = bound
        self._domain = domain
        self._holding = holding
        self._left: dict[tuple[Shape, ...], int] = {(): holding}
        self._failed: dict[tuple[Shape, ...], list[tuple[int, int, int]]] = {}

    def __call__(self, pieces: tuple[Shape, ...]) -> bool:
        """True if the holding gives all ``pieces`` at once."""
        runs, need = _sorted_out(pieces)
        known = len(pieces)
        while pieces[:known] not in self._left:
            known -= 1
        added = [piece for piece in pieces[known:] if piece.length > 1]
        left = -1
        if len(added) < len(runs):
            left = _place(self._bound, self._domain, self._left[pieces[:known]], added, need)
        if left < 0:
            left = self._afresh(runs, need)
        if left < 0:
            return False
        self._left[pieces] = left
        return True

    def _afresh(self, runs: list[Shape], need: tuple[int, int, int]) -> int:
        """What is left once everything is placed anew; -1 if it cannot be."""
        failed = self._failed.setdefault(tuple(sorted(runs)), [])
        pairs, triples, quads = need
        if any(p <= pairs and t <= triples and q <= quads for p, t, q in failed):
            return -1
        left = _place(self._bound, self._domain, self._holding, runs, need)
        if left < 0:
            failed.append(need)
        return left


def _sorted_out(pieces: Iterable[Shape]) -> tuple[list[Shape], tuple[int, int, int]]:
    """The runs among the pieces, and how many pairs, triples and quads."""
    runs: list[Shape] = []
    sets = [0, 0, 0, 0, 0]
    for piece in pieces:
        if piece.length > 1:
            runs.append(piece)
        else:
            sets[piece.width] += 1
    return runs, (sets[2], sets[3], sets[4])


def _place(bound: Bound, domain: int, holding: int, runs: list[Shape], need: tuple[int, int, int]) -> int:
    """What is left of a holding once the runs are taken and ``need`` still fits; -1 if that cannot be."""
    if not runs:
        return holding if sets_fit(holding, need) else -1
    runs.sort(key=_most_cards_first)
    return _Search([bound.placements(domain, run.length) for run in runs], runs, need).place(holding, 0, 0)


def _most_cards_first(shape: Shape) -> tuple[int, int]:
    return (-shape.width * shape.length, -shape.width)


def sets_fit(holding: int, need: tuple[int, int, int]) -> bool:
    """True if a holding gives so many pairs, triples and quads at once."""
    pairs, triples, quads = need
    if not (pairs or triples or quads):
        return True
    marked = holding | HIGH_BITS
    two = ((marked - _TWO) & HIGH_BITS).bit_count()
    if not (triples or quads):
        return pairs <= two or pairs <= two + ((marked - _FOUR) & HIGH_BITS).bit_count()
    three = ((marked - _THREE) & HIGH_BITS).bit_count()
    four = ((marked - _FOUR) & HIGH_BITS).bit_count() - quads
    if four < 0:
        return False
    exactly_three = three - four - quads
    from_four = max(0, triples - exactly_three)
    if from_four > four:
        return False
    return pairs <= (two - three) + (exactly_three - (triples - from_four)) + 2 * (four - from_four)


class _Search:
    """Depth-first placing of pieces, most cards first; identical pieces are placed in the order of their places."""

    __slots__ = ("failed", "needs", "pieces", "places")

    def __init__(
        self, places: Sequence[Sequence[Placement]], pieces: Sequence[Shape], need: tuple[int, int, int]
    ) -> None:
        self.pieces = pieces
        self.needs = _needs(pieces, need)
        self.places = places
        self.failed: set[tuple[int, int, int]] = set()

    def place(self, holding: int, index: int, start: int) -> int:
        """What is left once the pieces from ``index`` on are placed, at ``start`` or later; -1 if they cannot be."""
        if not sets_fit(holding, self.needs[index]):
            return -1
        if index == len(self.pieces):
            return holding
        key = (holding, index, start)
        if key in self.failed:
            return -1
        width = self.pieces[index].width
        available = at_least(holding, width)
        places = self.places[index]
        again = index + 1 < len(self.pieces) and self.pieces[index + 1] == self.pieces[index]
        for at in range(start, len(places)):
            mask = places[at].mask
            if mask & available != mask:
                continue
            left = self.place(holding - width * mask, index + 1, at if again else 0)
            if left >= 0:
                return left
        self.failed.add(key)
        return -1


def _needs(pieces: Sequence[Shape], need: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """The sets that must be there once so many pieces are placed: those asked for, and those the rest lies on."""
    needs = [need]
    pairs, triples, quads = need
    for piece in reversed(pieces):
        pairs += piece.length * (piece.width == 2)
        triples += piece.length * (piece.width == 3)
        quads += piece.length * (piece.width == 4)
        needs.append((pairs, triples, quads))
    needs.reverse()
    return needs


def fits_on(bound: Bound, domain: int, holding: int, pieces: Iterable[Shape], allowed: Callable[[Shape], int]) -> bool:
    """As ``fits``, but a piece may lie only on the faces that ``allowed`` gives for it (one bit each)."""
    ordered = sorted((piece for piece in pieces if piece.width > 1), key=_most_cards_first)
    places = [
        [p for p in bound.placements(domain, piece.length) if p.mask & allowed(piece) == p.mask] for piece in ordered
    ]
    return _Search(places, ordered, (0, 0, 0)).place(holding, 0, 0) >= 0


def available_places(bound: Bound, domain: int, holding: int, shape: Shape) -> list[Placement]:
    """Every place where a holding has this shape, highest rank first."""
    available = at_least(holding, shape.width)
    return [p for p in bound.placements(domain, shape.length) if p.mask & available == p.mask]


def best_cut(bound: Bound, domain: int, holding: int, shapes: Sequence[Shape]) -> tuple[Placement, ...] | None:
    """Cut a holding into exactly these shapes, singles included, so that the list of ranks is greatest.

    ``shapes`` are in order of importance; their cards must sum to the holding's. Returns a place for each shape in
    that order, or None if it cannot be cut so.
    """
    pieces = [shape for shape in shapes if shape != SINGLE]
    if not fits(bound, domain, holding, pieces):
        return None
    frontier: list[tuple[int, tuple[Placement, ...]]] = [(holding, ())]
    for index, shape in enumerate(shapes):
        if all(later == SINGLE for later in shapes[index:]):
            break
        rest = [later for later in shapes[index + 1 :] if later != SINGLE]
        best: list[tuple[int, tuple[Placement, ...]]] = []
        best_rank = -1
        for left, placed in frontier:
            for place in available_places(bound, domain, left, shape):
                if place.rank < best_rank:
                    break
                remaining = left - shape.width * place.mask
                if rest and not fits(bound, domain, remaining, rest):
                    continue
                if place.rank > best_rank:
                    best, best_rank = [], place.rank
                if all(remaining != seen for seen, _ in best):
                    best.append((remaining, (*placed, place)))
        frontier = best
    left, placed = frontier[0]
    faces = sorted(unpack(left), key=bound.position.__getitem__, reverse=True)
    return placed + tuple([bound.single_places[face] for face in faces])
