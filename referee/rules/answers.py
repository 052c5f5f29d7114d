"""Legal answers to a lead: one example, all of them, and how many there are.

Whether an answer is good enough depends only on which faces it holds twice or more. So the choices for those faces
are gone through (few), each is judged once, and the single cards are filled in, or counted by binomials. A long throw
that is followed from a long holding leaves too many of them: whoever wants an answer at once says how many to try.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, Final

from referee.packed import ONE, size, unpack
from referee.rules import follow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.rules.bound import Bound, Lead


MOST_TRIED: Final = 100_000
"""So many choices are gone through while somebody waits: about a second."""


class TooManyError(Exception):
    """More choices than were to be tried."""


def legal_follows(bound: Bound, lead: Lead, holding: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every legal play of a holding (packed) as sorted faces, cheap cards first; each play once.

    Raises:
        TooManyError: while iterating, once ``most`` choices were tried (None: never).
    """
    mask = bound.mask[lead.info.domain]
    suit_cards = holding & mask
    asked = lead.info.size
    held = size(suit_cards)
    if held <= asked:
        forced = tuple(unpack(suit_cards))
        rest = _cheap_first(bound, unpack(holding - suit_cards))
        for filling in _choose(rest, asked - held):
            yield tuple(sorted(forced + filling))
        return
    for pattern, loose in _patterns(bound, lead, suit_cards, most):
        paired = tuple(unpack(pattern))
        for filling in combinations(loose, asked - len(paired)):
            yield tuple(sorted(paired + filling))


def some_legal_follows(bound: Bound, lead: Lead, holding: int, limit: int) -> tuple[tuple[int, ...], ...]:
    """The first few legal plays; fewer where looking for more would take long."""
    found: list[tuple[int, ...]] = []
    with suppress(TooManyError):
        found.extend(islice(legal_follows(bound, lead, holding, MOST_TRIED), limit))
    return tuple(found)


def count_legal_follows(bound: Bound, lead: Lead, holding: int, most: int | None = MOST_TRIED) -> int | None:
    """How many different legal plays a holding (packed) has; None where more than ``most`` choices were to be tried."""
    suit_cards = holding & bound.mask[lead.info.domain]
    asked = lead.info.size
    held = size(suit_cards)
    if held <= asked:
        return _ways(holding - suit_cards, asked - held)
    try:
        return sum(comb(len(loose), asked - size(taken)) for taken, loose in _patterns(bound, lead, suit_cards, most))
    except TooManyError:
        return None


def _patterns(bound: Bound, lead: Lead, suit_cards: int, most: int | None) -> Iterator[tuple[int, list[int]]]:
    """Legal choices of the faces played twice or more (packed), each with the faces left for single cards."""
    asked = lead.info.size
    faces = _cheap_first(bound, sorted(set(unpack(suit_cards))))
    several = [(face, (suit_cards >> (4 * face)) & 15) for face in faces if (suit_cards >> (4 * face)) & 14]
    singles = len(faces) - len(several)
    tried = 0

    def choose(index: int, used: int, pattern: int, loose: int) -> Iterator[int]:
        nonlocal tried
        if used > asked:
            return
        tried += 1
        if most is not None and tried > most:
            raise TooManyError
        if index == len(several):
            if used + loose >= asked and follow.check_shape(bound, lead, suit_cards, pattern) is None:
                yield pattern
            return
        face, copies = several[index]
        for taken in range(copies, 1, -1):
            yield from choose(index + 1, used + taken, pattern + taken * ONE[face], loose)
        yield from choose(index + 1, used, pattern, loose + 1)

    for pattern in choose(0, 0, 0, singles):
        yield pattern, [face for face in faces if not (pattern >> (4 * face)) & 15]


def _cheap_first(bound: Bound, faces: list[int]) -> list[int]:
    """Faces in the order a player would part with them: side suits before trump, no points first, low first."""
    return sorted(faces, key=lambda f: (bound.domain[f] == 4, bound.points[f], bound.position[f], f))


def _choose(faces: list[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every different choice of so many cards from a list with repetition."""
    seen: set[tuple[int, ...]] = set()
    for chosen in combinations(faces, number):
        key = tuple(sorted(chosen))
        if key not in seen:
            seen.add(key)
            yield key


def _ways(holding: int, number: int) -> int:
    """How many different multisets of ``number`` cards a holding contains."""
    ways = [1] + [0] * number
    while holding:
        copies = holding & 15
        if copies:
            ways = [sum(ways[total - k] for k in range(min(copies, total) + 1)) for total in range(number + 1)]
        holding >>= 4
    return ways[number]
