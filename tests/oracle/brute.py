"""The card rules once more, slowly: a second opinion that shares nothing with the engine.

Every rule is worked out by trying everything: all ways to cut cards into components, all ways to take disjoint duty
pieces, all plays of a holding. Cards are text (``"H10"``, ``"LJ"``), a group of cards is a sorted tuple of them.
Nothing here may import ``referee``: an error made there must not be repeated here.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Cards = tuple[str, ...]
Shape = tuple[int, int]
"""(width, length): (2, 1) is a pair, (2, 3) a run of three pairs."""
Piece = tuple[Shape, int, Cards]
"""A shape, its rank, and its cards."""
Guard = frozenset[tuple[str, int, bool]]
"""Faces that may not serve in a piece of a width, in runs (True) or sets (False)."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NATURAL = {rank: number for number, rank in enumerate(RANKS, start=2)}


def cards(text: str) -> Cards:
    """Read ``"H7788 H10x3 LJ"``: sorted, one entry a copy."""
    found: list[str] = []
    for group in text.split():
        times = re.search(r"x(\d+)$", group)
        body = group[: times.start()] if times else group
        if not re.fullmatch(r"(LJ|BJ)+|[SHDC](10|[2-9JQKA])+", body):
            raise ValueError(f"cannot read {group}")
        if body[0] in "LB":
            names = re.findall("LJ|BJ", body)
        else:
            names = [body[0] + rank for rank in re.findall(r"10|[2-9JQKA]", body[1:])]
        found += names + names[-1:] * (int(times.group(1)) - 1 if times else 0)
    return tuple(sorted(found))


def shape(text: str) -> Shape:
    """Read ``S2`` or ``T2x3``."""
    if text[0] == "S":
        return int(text[1]), 1
    width, length = text[1:].split("x")
    return int(width), int(length)


def shape_name(of: Shape) -> str:
    return f"S{of[0]}" if of[1] == 1 else f"T{of[0]}x{of[1]}"


def without(whole: Cards, part: Iterable[str]) -> Cards:
    left = Counter(whole)
    left.subtract(part)
    if min(left.values(), default=0) < 0:
        raise ValueError("these cards are not all there")
    return tuple(sorted(left.elements()))


def choices(whole: Cards, size: int) -> set[Cards]:
    """Every different group of ``size`` cards of ``whole``."""
    return set(combinations(sorted(whole), size))


@dataclass(frozen=True)
class Rules:
    """The settings that the card rules depend on, with the two-deck QQ game as default."""

    decks: int = 2
    permanent: tuple[str, ...] = ()
    """Ranks that are trump for good, high to low."""
    sets: tuple[int, ...] = (1, 2)
    runs: tuple[tuple[int, int], ...] = ((2, 2),)
    """(width, least length) of each kind of run."""
    natural: bool = False
    """Runs of trump by natural rank within one printed suit."""
    tiers: dict[str, list[str]] = field(default_factory=dict)
    """Name of a lead → its tiers in order, alternatives separated by ``|``."""
    exact_runs_only: bool = False
    """A run shorter than the one led is not asked for."""
    one_run: bool = False
    """After one run only sets are asked for."""
    protect: str = "none"
    """Which larger shapes of a holding need not be broken: ``none``, ``sets``, ``runs`` or ``both``."""
    not_spent: bool = False
    """Nor do they count for a smaller one when they are played."""
    match: str = "at_least"
    failed: str = "lowest_beaten"
    others_void: str = "ok"
    cross: tuple[tuple[str, str], ...] = ()
    """(winner, loser) kinds: ``("T3", "T2")``, ``("S4", "T2")``."""


class Game:
    """The rules at one level and trump suit (``S H D C``, or ``NT``)."""

    def __init__(self, rules: Rules, level: str, trump: str) -> None:
        self.rules = rules
        self.level = level
        self.trump = trump
        self.permanent = tuple(rank for rank in rules.permanent if rank != level)
        deck = [suit + rank for suit in "SHDC" for rank in RANKS] + ["LJ", "BJ"]
        self.domains = {card: self._domain(card) for card in deck}
        self.positions = self._positions()
        self._values: dict[tuple[Cards, tuple[Shape, ...], Guard], tuple[tuple[int, ...], ...]] = {}
        self._pieces: dict[tuple[Cards, Shape], list[Piece]] = {}
        self._canonical: dict[Cards, list[list[Piece]]] = {}

    def forget(self) -> None:
        """Drop what was remembered, once it has become much."""
        if len(self._values) + len(self._pieces) > 2_000:
            self._values.clear()
            self._pieces.clear()
            self._canonical.clear()

    # --- cards, domains, positions

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

    def order(self, domain: str) -> list[set[str]]:
        """The cards of a domain, high to low, equal cards together."""
        groups: dict[int, set[str]] = {}
        for card, of in self.domains.items():
            if of == domain:
                groups.setdefault(self.positions[card], set()).add(card)
        return [groups[position] for position in sorted(groups, reverse=True)]

    def domain_of(self, group: Iterable[str]) -> str | None:
        """The one domain of these cards; None if they are of several."""
        found = {self.domains[card] for card in group}
        return found.pop() if len(found) == 1 else None

    # --- sets and runs

    def chain_rank(self, faces: Sequence[str]) -> int | None:
        """The rank of a run on these faces (different, of one domain); None if they form no chain."""
        if self.rules.natural and self.domains[faces[0]] == "trump":
            return self._natural_rank(faces)
        positions = sorted(self.positions[face] for face in faces)
        return positions[-1] if positions == list(range(positions[0], positions[0] + len(faces))) else None

    def _natural_rank(self, faces: Sequence[str]) -> int | None:
        if {"LJ", "BJ"} & set(faces) or len({face[0] for face in faces}) != 1:
            return None
        for ace in (14, 1):
            points = sorted(ace if face[1:] == "A" else NATURAL[face[1:]] for face in faces)
            if points == list(range(points[0], points[0] + len(faces))):
                return 2 * points[-1] + (faces[0][0] == self.trump)
        return None

    def is_shape(self, of: Shape) -> bool:
        width, length = of
        if length == 1:
            return width in self.rules.sets
        return any(width == w and length >= least for w, least in self.rules.runs)

    def pieces(self, whole: Cards, of: Shape) -> list[Piece]:
        """Every different piece of a shape that can be taken from these cards of one domain."""
        known = self._pieces.get((whole, of))
        if known is None:
            known = self._pieces[whole, of] = list(self._find_pieces(whole, of))
        return known

    def _find_pieces(self, whole: Cards, of: Shape) -> Iterator[Piece]:
        width, length = of
        counts = Counter(whole)
        enough = sorted(face for face, copies in counts.items() if copies >= width)
        for faces in combinations(enough, length):
            rank = self.positions[faces[0]] if length == 1 else self.chain_rank(faces)
            if rank is not None:
                yield of, rank, tuple(sorted(faces * width))

    # --- decomposition

    def partitions(self, whole: Cards) -> Iterator[list[Piece]]:
        """Every way to cut cards of one domain into sets and runs."""
        if not whole:
            yield []
            return
        first = whole[0]
        for width in range(1, whole.count(first) + 1):
            for length in range(1, len(set(whole)) + 1):
                if self.is_shape((width, length)):
                    for piece in self.pieces(whole, (width, length)):
                        if first in piece[2]:
                            for rest in self.partitions(without(whole, piece[2])):
                                yield [piece, *rest]

    def decompositions(self, whole: Cards) -> list[list[Piece]]:
        """The canonical ways to cut a lead; several only where equal faces can change places."""
        if whole not in self._canonical:
            self._canonical[whole] = self._decompositions(whole)
        return self._canonical[whole]

    def _decompositions(self, whole: Cards) -> list[list[Piece]]:
        best_key: tuple[list[tuple[int, int]], list[int]] | None = None
        best: list[list[Piece]] = []
        for parts in self.partitions(whole):
            ordered = sorted(parts, key=lambda piece: (-size(piece[0]), -piece[0][0], -piece[1]))
            key = ([(size(of), of[0]) for of, _, _ in ordered], [rank for _, rank, _ in ordered])
            if best_key is None or key > best_key:
                best_key, best = key, []
            if key == best_key and all(sorted(ordered) != sorted(seen) for seen in best):
                best.append(ordered)
        return best

    def shapes(self, whole: Cards) -> tuple[Shape, ...]:
        """The shapes of a lead, canonical order."""
        return tuple(of for of, _, _ in self.decompositions(whole)[0])

    # --- following

    def value(self, whole: Cards, led: tuple[Shape, ...], guard: Guard = frozenset()) -> tuple[tuple[int, ...], ...]:
        """How good an answer these cards of the led domain can be: compare two of them as tuples.

        Pieces that the guard names are not looked for.
        """
        name = " + ".join(shape_name(of) for of in led)
        if len(led) > 1 and name in self.rules.tiers:
            return (max(value for value, _ in self._by_tiers(whole, self.rules.tiers[name], guard)),)
        return self._value(whole, tuple(of for of in led if of != (1, 1)), guard)

    def _value(self, whole: Cards, led: tuple[Shape, ...], guard: Guard) -> tuple[tuple[int, ...], ...]:
        if not led:
            return ()
        known = self._values.get((whole, led, guard))
        if known is None:
            tiers = self.rules.tiers.get(shape_name(led[0]))
            ways = list(self._generic(whole, led[0], guard) if tiers is None else self._by_tiers(whole, tiers, guard))
            first = max(value for value, _ in ways)
            rests = {rest for value, rest in ways if value == first}
            known = (first, *max(self._value(rest, led[1:], guard) for rest in rests))
            self._values[whole, led, guard] = known
        return known

    def _by_tiers(self, whole: Cards, tiers: list[str], guard: Guard) -> Iterator[tuple[tuple[int, ...], Cards]]:
        """Each way to meet the first tier that can be met: (minus its number, what is left)."""
        for number, tier in enumerate(tiers, start=1):
            met = [rest for alternative in tier.split("|") for rest in self._meet(whole, terms(alternative), guard)]
            if met:
                yield from (((-number,), rest) for rest in met)
                return

    def _meet(self, whole: Cards, wanted: list[Shape], guard: Guard) -> Iterator[Cards]:
        if not wanted:
            yield whole
            return
        for piece in self.unguarded(whole, wanted[0], guard):
            yield from self._meet(without(whole, piece[2]), wanted[1:], guard)

    def unguarded(self, whole: Cards, of: Shape, guard: Guard) -> list[Piece]:
        """The pieces of a shape that can be asked for."""
        return [
            piece for piece in self.pieces(whole, of) if not any((face, of[0], of[1] > 1) in guard for face in piece[2])
        ]

    def guard(self, held: Cards, protect: str) -> Guard:
        """What need not be given of a holding of the led domain."""
        banned: set[tuple[str, int, bool]] = set()
        if protect in ("sets", "both"):
            for face, width in product(set(held), (2, 3, 4)):
                if width != held.count(face):
                    banned |= {(face, width, True), (face, width, False)}
        if protect in ("runs", "both"):
            for width, length in product((2, 3, 4), range(2, len(set(held)) + 1)):
                if self.is_shape((width, length)):
                    for _, _, used in self.pieces(held, (width, length)):
                        banned |= {(face, narrower, False) for face in used for narrower in range(2, width + 1)}
        return frozenset(banned)

    def _generic(self, whole: Cards, led: Shape, guard: Guard) -> Iterator[tuple[tuple[int, ...], Cards]]:
        """Each way to take pieces that fill the slots of a component: (how many of each kind, what is left)."""
        kinds = [of for of in generic_kinds(led) if of == led or self.is_shape(of)]
        if self.rules.exact_runs_only:
            kinds = [of for of in kinds if of[1] in (1, led[1]) or of[1] > led[1]]
        on_offer = [piece for kind in kinds for piece in self.unguarded(whole, kind, guard)]
        width, length = led

        def take(
            left: Cards, half_slots: int, start: int, taken: tuple[Shape, ...]
        ) -> Iterator[tuple[tuple[int, ...], Cards]]:
            yield tuple(taken.count(kind) for kind in kinds), left
            for index in range(start, len(on_offer)):
                of, _, used = on_offer[index]
                cost = 2 * of[1] // (width // of[0])
                if self.rules.one_run and of[1] > 1 and any(length > 1 for _, length in taken):
                    continue
                if cost <= half_slots and not Counter(used) - Counter(left):
                    yield from take(without(left, used), half_slots - cost, index, (*taken, of))

        yield from take(whole, 2 * length, 0, ())

    def follow_is_legal(self, lead: Cards, holding: Cards, play: Cards, led: tuple[Shape, ...] | None = None) -> bool:
        """May this be played on this lead by a seat with this whole hand?"""
        if len(play) != len(lead):
            return False
        domain = self.domain_of(lead)
        held = [card for card in holding if self.domains[card] == domain]
        given = [card for card in play if self.domains[card] == domain]
        if len(given) < min(len(held), len(lead)) or Counter(play) - Counter(holding):
            return False
        if len(held) <= len(lead):
            return True
        shapes = self.shapes(lead) if led is None else led
        suit = tuple(sorted(held))
        owed = self.guard(suit, self.rules.protect)
        spent = self.guard(suit, "sets" if self.rules.not_spent else "none")
        return self.value(tuple(sorted(play)), shapes, spent) >= self.value(suit, shapes, owed)

    def legal_follows(self, lead: Cards, holding: Cards) -> set[Cards]:
        """Every legal play of a whole hand."""
        shapes = self.shapes(lead)
        return {play for play in choices(holding, len(lead)) if self.follow_is_legal(lead, holding, play, shapes)}

    # --- throws

    def beats(self, piece: Piece, other: Piece) -> bool:
        """Does a piece beat another of its domain?"""
        if piece[0] == other[0]:
            return piece[1] > other[1]
        return size(piece[0]) == size(other[0]) and (kind(piece[0]), kind(other[0])) in self.rules.cross

    def is_beaten(self, piece: Piece, hand: Cards) -> bool:
        """Does a hand hold, in the domain of a thrown piece, something that beats it?"""
        domain = self.domains[piece[2][0]]
        held = tuple(card for card in hand if self.domains[card] == domain)
        amount = len(piece[2])
        rivals = [(width, amount // width) for width in self.rules.sets if amount % width == 0]
        return any(self.beats(rival, piece) for of in rivals if self.is_shape(of) for rival in self.pieces(held, of))

    def lead_status(self, lead: Cards, others: Sequence[Cards]) -> tuple[str, set[Cards]]:
        """``illegal``, ``stands`` or ``fails``; and, for a throw that fails, everything that may be kept."""
        domain = self.domain_of(lead)
        if domain is None:
            return "illegal", set()
        canonical = self.decompositions(lead)
        if len(canonical[0]) == 1:
            return "stands", set()
        all_void = all(self.domains[card] != domain for hand in others for card in hand)
        if all_void and self.rules.others_void == "forbidden_if_all_void":
            return "illegal", set()
        kept: set[Cards] = set()
        for parts in canonical:
            beaten = [piece for piece in parts if any(self.is_beaten(piece, hand) for hand in others)]
            if beaten:
                kept |= self.kept(beaten)
        return ("fails", kept) if kept else ("stands", set())

    def kept(self, beaten: list[Piece]) -> set[Cards]:
        """The components that may stay, of those that are beaten."""

        def key(piece: Piece) -> tuple[int, ...]:
            top = max(self.positions[card] for card in piece[2])
            if self.rules.failed == "lowest_beaten":
                return top, len(piece[2])
            if self.rules.failed == "fewest_cards_beaten":
                return len(piece[2]), top
            if self.rules.failed == "largest_type_lowest":
                return -len(piece[2]), -piece[0][0], top
            raise ValueError(self.rules.failed)

        least = min(map(key, beaten))
        return {piece[2] for piece in beaten if key(piece) == least}

    # --- the winner

    def cuts(self, whole: Cards, wanted: tuple[Shape, ...]) -> Iterator[list[Piece]]:
        """Every way to cut cards into exactly these shapes."""
        if not wanted:
            if not whole:
                yield []
            return
        for piece in self.pieces(whole, wanted[0]):
            for rest in self.cuts(without(whole, piece[2]), wanted[1:]):
                yield [piece, *rest]

    def strength(self, lead: Cards, play: Cards) -> tuple[int, int, int] | None:
        """Trump or not, then the width where shapes compare, then rank; None if the play cannot win."""
        domain = self.domain_of(play)
        if domain not in ("trump", self.domain_of(lead)) or len(play) != len(lead):
            return None
        trumped = int(domain == "trump")
        wanted = self.shapes(lead)
        if len(wanted) == 1:
            own = self.decompositions(play)[0]
            if len(own) > 1:
                return None
            [(of, rank, _)] = own
            if of != wanted[0] and (kind(of), kind(wanted[0])) not in self.rules.cross:
                return None
            return trumped, of[0], rank
        if not self._matches(wanted, play):
            return None
        ranks = [parts[0][1] for parts in self.cuts(play, wanted)]
        return (trumped, 0, max(ranks)) if ranks else None

    def _matches(self, wanted: tuple[Shape, ...], play: Cards) -> bool:
        own = self.shapes(play)
        if self.rules.match == "exact":
            return sorted(own) == sorted(wanted)
        if self.rules.match == "same_runs":
            return sorted(of for of in own if of[1] > 1) == sorted(of for of in wanted if of[1] > 1)
        return True

    def winner(self, plays: Sequence[Cards]) -> int:
        """Index of the winning play; the first is the lead."""
        best, strongest = 0, self.strength(plays[0], plays[0])
        assert strongest is not None
        for index, play in enumerate(plays[1:], start=1):
            found = self.strength(plays[0], play)
            if found is not None and found > strongest:
                best, strongest = index, found
        return best

    @cached_property
    def deck(self) -> Cards:
        return tuple(card for card in self.domains for _ in range(self.rules.decks))


def size(of: Shape) -> int:
    return of[0] * of[1]


def kind(of: Shape) -> str:
    return f"{'S' if of[1] == 1 else 'T'}{of[0]}"


def terms(alternative: str) -> list[Shape]:
    """The shaped terms of one alternative of a tier; what is free asks for nothing."""
    found: list[Shape] = []
    for term in alternative.split("+"):
        times, _, word = term.strip().rpartition("*")
        if not word.startswith("any"):
            found += [shape(word)] * int(times or 1)
    return found


def generic_kinds(led: Shape) -> list[Shape]:
    """What a component without a list asks for, most important first."""
    width, length = led
    found = [led]
    found += [(width, shorter) for shorter in range(length - 1, 1, -1)]
    for narrower in range(width - 1, 1, -1):
        found += [(narrower, runs) for runs in range(length * (width // narrower), 1, -1)]
    if length > 1:
        found.append((width, 1))
    found += [(narrower, 1) for narrower in range(width - 1, 1, -1)]
    return found
