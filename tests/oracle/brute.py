"""The card rules once more, slowly: a second opinion that shares nothing with the engine.

Every rule is worked out by trying everything: all ways to cut cards into components, all ways to take disjoint duty
pieces, all plays of a holding. What depends only on the pattern of the cards, and not on their ranks, is worked out
once for each pattern. Nothing here may import ``referee``: an error made there must not be repeated here.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from board import Board, Piece, Rules, choices, generic_kinds, kind, size, without

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from words import Cards, Rungs, Shape, Way

Guard = frozenset[tuple[str, int, bool]]
"""Faces that may not serve in a piece of a width, in runs (True) or sets (False)."""
Value = tuple[tuple[int, ...], ...]
"""How good an answer is: one entry for each component of the lead that asks for something."""
NO_GUARD: Guard = frozenset()


class Game(Board):
    """The rules at one level and trump suit (``S H D C``, or ``NT``)."""

    def __init__(self, rules: Rules, level: str, trump: str) -> None:
        super().__init__(rules, level, trump)
        self._guarded: dict[Hashable, Value] = {}

    # --- following

    def value(self, whole: Cards, led: tuple[Shape, ...], guard: Guard = NO_GUARD) -> Value:
        """How good an answer these cards of the led domain can be: compare two of them as tuples.

        Pieces that the guard names are not looked for.
        """
        if len(led) > 1 and led in self.rules.tiers:
            return (max(value for value, _ in self._by_list(whole, self.rules.tiers[led], guard)),)
        return self._value(whole, tuple(of for of in led if of != (1, 1)), guard)

    def _value(self, whole: Cards, led: tuple[Shape, ...], guard: Guard) -> Value:
        if not led:
            return ()
        memory = self._guarded if guard else self.rules.memory
        key = (whole, led, guard) if guard else ("value", led, self.pattern(whole))
        known: Value | None = memory.get(key)
        if known is None:
            rungs = self.rules.tiers.get(led[:1])
            ways = self._generic(whole, led[0], guard) if rungs is None else self._by_list(whole, rungs, guard)
            rests: dict[tuple[int, ...], set[Cards]] = {}
            for value, rest in ways:
                rests.setdefault(value, set()).add(rest)
            first = max(rests)
            known = memory[key] = (first, *max(self._value(rest, led[1:], guard) for rest in rests[first]))
        return known

    def _by_list(self, whole: Cards, rungs: Rungs, guard: Guard) -> Iterator[tuple[tuple[int, ...], Cards]]:
        """Each way to meet the first rung that can be met: (minus its number, what is left)."""
        for number, ways in enumerate(rungs, start=1):
            met = [rest for way in ways for rest in self._meet(whole, way, guard)]
            if met:
                yield from (((-number,), rest) for rest in met)
                return

    def _meet(self, whole: Cards, wanted: Way, guard: Guard) -> Iterator[Cards]:
        if not wanted:
            yield whole
            return
        for piece in self._asked(whole, wanted[0], guard):
            yield from self._meet(without(whole, piece[2]), wanted[1:], guard)

    def _asked(self, whole: Cards, of: Shape, guard: Guard) -> list[Piece]:
        """The pieces of a shape that can be asked for."""
        found = self.pieces(whole, of)
        if not guard:
            return found
        return [piece for piece in found if not any((face, of[0], of[1] > 1) in guard for face in piece[2])]

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
        on_offer = [piece for kind in kinds for piece in self._asked(whole, kind, guard)]
        needs = [Counter(piece[2]) for piece in on_offer]
        width, length = led

        def take(
            left: Counter[str], half_slots: int, start: int, taken: tuple[Shape, ...]
        ) -> Iterator[tuple[tuple[int, ...], Cards]]:
            yield tuple(taken.count(kind) for kind in kinds), tuple(sorted(left.elements()))
            for index in range(start, len(on_offer)):
                of = on_offer[index][0]
                cost = 2 * of[1] // (width // of[0])
                if self.rules.one_run and of[1] > 1 and any(length > 1 for _, length in taken):
                    continue
                if cost <= half_slots and needs[index] <= left:
                    yield from take(left - needs[index], half_slots - cost, index, (*taken, of))

        yield from take(Counter(whole), 2 * length, 0, ())

    def follow_is_legal(self, lead: Cards, holding: Cards, play: Cards, led: tuple[Shape, ...] | None = None) -> bool:
        """May this be played on this lead by a seat with this whole hand?"""
        if len(play) != len(lead):
            return False
        domain = self.domains[lead[0]]
        held = tuple(sorted(card for card in holding if self.domains[card] == domain))
        given = [card for card in play if self.domains[card] == domain]
        if len(given) < min(len(held), len(lead)) or Counter(play) - Counter(holding):
            return False
        if len(held) <= len(lead):
            return True
        shapes = self.shapes(lead) if led is None else led
        owed, spent = NO_GUARD, NO_GUARD
        if self.rules.protect != "none":
            if len(self._guarded) > 2_000:
                self._guarded.clear()
            owed = self.guard(held, self.rules.protect)
            spent = self.guard(held, "sets" if self.rules.not_spent else "none")
        return self.value(tuple(sorted(play)), shapes, spent) >= self.value(held, shapes, owed)

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
        if len(self.shapes(lead)) == 1:
            return "stands", set()
        all_void = all(self.domains[card] != domain for hand in others for card in hand)
        if not self.rules.throws or (all_void and self.rules.others_void == "forbidden_if_all_void"):
            return "illegal", set()
        kept: set[Cards] = set()
        for parts in self.decompositions(lead):
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

    def strength(self, lead: Cards, play: Cards) -> tuple[int, int, int] | None:
        """Trump or not, then the width where shapes compare, then rank; None if the play cannot win."""
        domain = self.domain_of(play)
        if domain not in ("trump", self.domains[lead[0]]) or len(play) != len(lead):
            return None
        trumped = int(domain == "trump")
        wanted = self.shapes(lead)
        if len(wanted) > 1:
            return self._strength_of_several(wanted, play, trumped)
        own = self.shapes(play)
        if len(own) > 1 or (own != wanted and (kind(own[0]), kind(wanted[0])) not in self.rules.cross):
            return None
        return trumped, own[0][0], max(rank for _, rank, _ in self.pieces(play, own[0]))

    def _strength_of_several(self, wanted: tuple[Shape, ...], play: Cards, trumped: int) -> tuple[int, int, int] | None:
        own = self.shapes(play)
        if self.rules.match == "exact" and own != wanted:
            return None
        if self.rules.match == "same_runs" and _runs(own) != _runs(wanted):
            return None
        ranks = [
            rank for _, rank, used in self.pieces(play, wanted[0]) if self.can_cut(without(play, used), wanted[1:])
        ]
        return (trumped, 0, max(ranks)) if ranks else None

    def winner(self, plays: Sequence[Cards]) -> int:
        """Index of the winning play; the first is the lead."""
        best, strongest = 0, self.strength(plays[0], plays[0])
        assert strongest is not None
        for index, play in enumerate(plays[1:], start=1):
            found = self.strength(plays[0], play)
            if found is not None and found > strongest:
                best, strongest = index, found
        return best


def _runs(shapes: tuple[Shape, ...]) -> list[Shape]:
    return sorted(of for of in shapes if of[1] > 1)
