"""What lies on the oracle's table: suits and trump, the order of the cards, sets and runs, and how a lead is cut.

Nothing here may import ``referee``: an error made there must not be repeated here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Literal

from words import RANKS, Cards, Rungs, Shape

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

Piece = tuple[Shape, int, Cards]
"""A shape, its rank, and its cards."""
Place = tuple[str, ...]
"""The faces that a run may use for one of its sets."""


@dataclass(frozen=True)
class Rules:
    """The settings that the card rules depend on, with the two-deck QQ game as default."""

    decks: int = 2
    permanent: tuple[str, ...] = ()
    """Ranks that are trump for good, high to low."""
    sets: tuple[int, ...] = (1, 2)
    runs: tuple[tuple[int, int], ...] = ((2, 2),)
    """(width, least length) of each kind of run."""
    neighbours: Literal["size", "natural", "skip"] = "size"
    """Runs by the order of size; by natural rank within one printed suit of trump; or within any one printed suit,
    the level in its place or left out."""
    tiers: dict[tuple[Shape, ...], Rungs] = field(default_factory=dict)
    """A lead → its follow list."""
    exact_runs_only: bool = False
    """A run shorter than the one led is not asked for."""
    one_run: bool = False
    """After one run only sets are asked for."""
    protect: str = "none"
    """Which larger shapes of a holding need not be broken: ``none``, ``sets``, ``runs`` or ``both``."""
    not_spent: bool = False
    """Nor do they count for a smaller one when they are played."""
    throws: bool = True
    others_void: str = "ok"
    failed: str = "lowest_beaten"
    match: str = "at_least"
    cross: tuple[tuple[str, str], ...] = ()
    """(winner, loser) kinds: ``("T3", "T2")``, ``("S4", "T2")``."""
    memory: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was found out about patterns of cards, at any level and trump."""


def size(of: Shape) -> int:
    return of[0] * of[1]


def kind(of: Shape) -> str:
    return f"{'S' if of[1] == 1 else 'T'}{of[0]}"


def without(whole: Cards, part: Iterable[str]) -> Cards:
    left = list(whole)
    for card in part:
        left.remove(card)
    return tuple(left)


def choices(whole: Cards, amount: int) -> set[Cards]:
    """Every different group of so many cards of ``whole``."""
    return set(combinations(sorted(whole), amount))


class Board:
    """The cards under some rules, at one level and trump suit (``S H D C``, or ``NT``)."""

    def __init__(self, rules: Rules, level: str, trump: str) -> None:
        self.rules = rules
        self.level = level
        self.trump = trump
        self.permanent = tuple(rank for rank in rules.permanent if rank != level)
        self.faces = [suit + rank for suit in "SHDC" for rank in RANKS] + ["LJ", "BJ"]
        self.domains = {card: self._domain(card) for card in self.faces}
        self.positions = self._positions()
        self.orders = {domain: self._order(domain) for domain in ("S", "H", "D", "C", "trump")}
        self.lines = {domain: self._lines(domain) for domain in self.orders}
        self.joining = {face for rows in self.lines.values() for row in rows for place in row for face in place}

    @cached_property
    def deck(self) -> Cards:
        return tuple(card for card in self.domains for _ in range(self.rules.decks))

    # --- domains, positions

    def _domain(self, card: str) -> str:
        if card in {"LJ", "BJ"} or card[1:] == self.level or card[1:] in self.permanent or card[0] == self.trump:
            return "trump"
        return card[0]

    def _positions(self) -> dict[str, int]:
        found: dict[str, int] = {}
        plain = [rank for rank in RANKS if rank != self.level and rank not in self.permanent]
        for suit in "SHDC":
            if suit != self.trump:
                found |= {suit + rank: number for number, rank in enumerate(plain)}
        classes: list[list[str]] = []
        if self.trump != "NT":
            classes += [[self.trump + rank] for rank in plain]
        for rank in [*reversed(self.permanent), self.level]:
            classes.append([suit + rank for suit in "SHDC" if suit != self.trump])
            if self.trump != "NT":
                classes.append([self.trump + rank])
        classes += [["LJ"], ["BJ"]]
        for number, members in enumerate(classes):
            found |= dict.fromkeys(members, number)
        return found

    def _order(self, domain: str) -> list[set[str]]:
        groups: dict[int, set[str]] = {}
        for card, of in self.domains.items():
            if of == domain:
                groups.setdefault(self.positions[card], set()).add(card)
        return [groups[position] for position in sorted(groups, reverse=True)]

    def order(self, domain: str) -> list[set[str]]:
        """The cards of a domain, high to low, equal cards together."""
        return self.orders[domain]

    def domain_of(self, group: Iterable[str]) -> str | None:
        """The one domain of these cards; None if they are of several."""
        found = {self.domains[card] for card in group}
        return found.pop() if len(found) == 1 else None

    # --- sets and runs

    def _lines(self, domain: str) -> list[list[Place]]:
        """Rows of places: a run takes one face from each of several places that follow one another in a row."""
        if self.rules.neighbours == "natural" and domain == "trump":
            circle = ["A", *RANKS]
            return [[self._only(suit + rank, domain) for rank in circle] for suit in "SHDC"]
        if self.rules.neighbours == "skip":
            gone = [rank for rank in RANKS if rank != self.level]
            own = [suit for suit in "SHDC" if domain in (suit, "trump" if suit == self.trump else "")]
            return [[self._only(suit + rank, domain) for rank in row] for suit in own for row in (RANKS, gone)]
        return [[tuple(sorted(faces)) for faces in reversed(self.orders[domain])]]

    def _only(self, face: str, domain: str) -> Place:
        return (face,) if self.domains[face] == domain else ()

    def run_rank(self, faces: Cards, top: int) -> int:
        """The rank of a run whose last place is number ``top`` of its row."""
        if self.rules.neighbours == "natural" and self.domains[faces[0]] == "trump":
            return 2 * top + (faces[0][0] == self.trump)
        return max(self.positions[face] for face in faces)

    def is_shape(self, of: Shape) -> bool:
        width, length = of
        if length == 1:
            return width in self.rules.sets
        return any(width == w and length >= least for w, least in self.rules.runs)

    def pieces(self, whole: Cards, of: Shape) -> list[Piece]:
        """Every different piece of a shape that can be taken from these cards of one domain."""
        width, length = of
        counts = Counter(whole)
        if length == 1:
            return [(of, self.positions[face], (face,) * width) for face, copies in counts.items() if copies >= width]
        found: dict[Cards, int] = {}
        for row in self.lines[self.domains[whole[0]]] if whole else ():
            here = [tuple(face for face in place if counts[face] >= width) for place in row]
            for start in range(len(here) - length + 1):
                if all(here[start : start + length]):
                    for faces in product(*here[start : start + length]):
                        used = tuple(sorted(faces * width))
                        found[used] = self.run_rank(faces, start + length - 1)
        return [(of, rank, used) for used, rank in found.items()]

    # --- patterns

    def pattern(self, whole: Cards) -> Hashable:
        """Cards of one domain as far as pieces of two or more cards depend on them.

        These are the faces held more than once, how often each, and how they neighbour one another. In the order of
        size ranks do not matter; where printed suits do, the ranks are taken as they are.
        """
        several = {face: copies for face, copies in Counter(whole).items() if copies > 1}
        if not several:
            return None
        if self.rules.neighbours == "skip":
            return self.level, *self._by_suit(several)
        if self.rules.neighbours == "natural" and self.domains[whole[0]] == "trump":
            return self._by_suit(several)
        at: dict[int, list[int]] = {}
        for face, copies in several.items():
            at.setdefault(self.positions[face], []).append(copies)
        rows: list[list[tuple[int, ...]]] = []
        last = -2
        for position in sorted(at):
            if position != last + 1:
                rows.append([])
            rows[-1].append(tuple(sorted(at[position])))
            last = position
        return tuple(sorted(map(tuple, rows)))

    def _by_suit(self, several: dict[str, int]) -> tuple[Hashable, ...]:
        """The ranks of each suit, whichever suit it is; and how often those are held that join no run."""
        suits: dict[str, list[tuple[str, int]]] = {}
        loose: list[int] = []
        for face, copies in several.items():
            if face in self.joining:
                suits.setdefault(face[0], []).append((face[1:], copies))
            else:
                loose.append(copies)
        return "suits", tuple(sorted(tuple(sorted(each)) for each in suits.values())), tuple(sorted(loose))

    # --- decomposition

    def partitions(self, whole: Cards) -> Iterator[list[Shape]]:
        """The shapes of every way to cut cards of one domain into sets and runs."""
        if not whole:
            yield []
            return
        first = whole[0]
        for width in range(1, whole.count(first) + 1):
            for length in range(1, len(set(whole)) + 1):
                if self.is_shape((width, length)):
                    for of, _, used in self.pieces(whole, (width, length)):
                        if first in used:
                            for rest in self.partitions(without(whole, used)):
                                yield [of, *rest]

    def shapes(self, whole: Cards) -> tuple[Shape, ...]:
        """The shapes of a lead, canonical order: of all ways to cut it the one with the largest, widest pieces."""
        key = "shapes", self.pattern(whole)
        several = tuple(card for card in whole if whole.count(card) > 1)
        if key not in self.rules.memory:
            sizes = max(sorted(((size(of), of[0]) for of in way), reverse=True) for way in self.partitions(several))
            self.rules.memory[key] = tuple((width, cards // width) for cards, width in sizes)
        found: tuple[Shape, ...] = self.rules.memory[key]
        return found + ((1, 1),) * (len(whole) - len(several))

    def cuts(self, whole: Cards, wanted: tuple[Shape, ...]) -> Iterator[list[Piece]]:
        """Every way to cut cards into exactly these shapes; shapes that are equal come in the order of their cards."""
        if not wanted:
            if not whole:
                yield []
            return
        if wanted[0] == (1, 1):
            if len(whole) == len(wanted):
                yield [((1, 1), self.positions[card], (card,)) for card in whole]
            return
        for piece in self.pieces(whole, wanted[0]):
            for rest in self.cuts(without(whole, piece[2]), wanted[1:]):
                if not rest or rest[0][0] != piece[0] or rest[0][2] >= piece[2]:
                    yield [piece, *rest]

    def can_cut(self, whole: Cards, wanted: tuple[Shape, ...]) -> bool:
        """Can cards be cut into exactly these shapes?"""
        key = ("cut", wanted, len(whole), self.pattern(whole))
        if key not in self.rules.memory:
            self.rules.memory[key] = any(True for _ in self.cuts(whole, wanted))
        return bool(self.rules.memory[key])

    def decompositions(self, whole: Cards) -> list[list[Piece]]:
        """The canonical ways to cut a lead; several only where equal faces can change places."""
        ways = [
            sorted(way, key=lambda piece: (-size(piece[0]), -piece[0][0], -piece[1]))
            for way in self.cuts(whole, self.shapes(whole))
        ]
        highest = max([rank for _, rank, _ in way] for way in ways)
        found: list[list[Piece]] = []
        for way in ways:
            if [rank for _, rank, _ in way] == highest and all(sorted(way) != sorted(seen) for seen in found):
                found.append(way)
        return found


@lru_cache(maxsize=4096)
def generic_kinds(led: Shape) -> tuple[Shape, ...]:
    """What a component without a list asks for, most important first."""
    width, length = led
    found = [led]
    found += [(width, shorter) for shorter in range(length - 1, 1, -1)]
    for narrower in range(width - 1, 1, -1):
        found += [(narrower, runs) for runs in range(length * (width // narrower), 1, -1)]
    if length > 1:
        found.append((width, 1))
    found += [(narrower, 1) for narrower in range(width - 1, 1, -1)]
    return tuple(found)
