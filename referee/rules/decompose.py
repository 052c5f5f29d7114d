"""Decomposition 拆解: the components a lead consists of (semantics: throw.decompose).

Among all ways to cut the cards into sets and runs the canonical one is greatest by the list of its components, largest
first; the order is settled by asking, largest shape first, how many of it fit beside those already taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.packed import ONE, size, unpack
from referee.phrases import Phrase, PhraseError
from referee.rules.bound import MIXED, Bound, Component, Lead, PlayInfo
from referee.rules.placing import at_least, best_cut, fits
from referee.shapes import SINGLE, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.rules.bound import Placement
    from referee.ruleset.model import Ruleset


def make_lead(bound: Bound, info: PlayInfo, groups: tuple[tuple[int, ...], ...] | None = None) -> Lead:
    """A play as a lead. See ``Bound.lead``."""
    if info.domain == MIXED:
        raise PhraseError(Phrase("ask.one_suit"))
    if groups is None:
        components = bound.components(info)
    else:
        parts: list[Component] = []
        for group in groups:
            part = decompose(bound, info.domain, bound.info(group).packed)
            if len(part) != 1:
                raise PhraseError(Phrase("ask.one_component"))
            parts.extend(part)
        parts.sort(key=lambda c: (-c.shape.cards, -c.shape.width, -c.rank))
        components = tuple(parts)
    return Lead(info, components, tuple(c.shape for c in components), groups is not None)


def decompose(bound: Bound, domain: int, packed: int) -> tuple[Component, ...]:
    """The canonical components of cards of one domain (packed), in canonical order."""
    if not at_least(packed, 2):
        faces = sorted(unpack(packed), key=bound.position.__getitem__, reverse=True)
        return tuple([bound.singles[face] for face in faces])
    runs = has_run(bound, domain, packed)
    if not runs:
        return _only_sets(bound, domain, packed)
    whole = _one_run(bound, domain, packed)
    if whole is not None:
        return (whole,)
    shapes = component_shapes(bound, domain, packed)
    places = best_cut(bound, domain, packed, shapes)
    if places is None:
        raise AssertionError("the canonical shapes come from the cards themselves")
    return tuple(_component(bound, shape, place) for shape, place in zip(shapes, places, strict=True))


def has_run(bound: Bound, domain: int, packed: int) -> bool:
    """True if cards of one domain (packed) hold a run of any width that the ruleset knows."""
    for rule in bound.ruleset.shapes.runs:
        available = at_least(packed, rule.width)
        if available.bit_count() >= rule.min_length:
            for place in bound.placements(domain, rule.min_length):
                if place.mask & available == place.mask:
                    return True
    return False


def _only_sets(bound: Bound, domain: int, packed: int) -> tuple[Component, ...]:
    """Cards without a run: each face by itself gives its widest sets, and what is left over."""
    found: list[Component] = []
    widths = sorted(bound.ruleset.shapes.sets, reverse=True)
    faces = [face for face in bound.by_position[domain] if packed & (15 * ONE[face])]
    left = [packed >> (4 * face) & 15 for face in faces]
    for width in widths:
        if width == 1:
            break
        for index, face in enumerate(faces):
            while left[index] >= width:
                left[index] -= width
                found.append(_component(bound, Shape(width, 1), bound.single_places[face]))
    for face, copies in zip(faces, left, strict=True):
        found += [bound.singles[face]] * copies
    return tuple(found)


def _one_run(bound: Bound, domain: int, packed: int) -> Component | None:
    """Cards that are one run and nothing else, such as a tractor."""
    for rule in bound.ruleset.shapes.runs:
        mask = at_least(packed, rule.width)
        if mask * rule.width == packed:
            for place in bound.placements(domain, mask.bit_count()):
                if place.mask == mask:
                    return _component(bound, Shape(rule.width, mask.bit_count()), place)
    return None


def _component(bound: Bound, shape: Shape, place: Placement) -> Component:
    faces = tuple(face for face in place.faces for _ in range(shape.width))
    return Component(shape, place.rank, faces, max(bound.position[face] for face in place.faces))


def component_shapes(bound: Bound, domain: int, packed: int) -> tuple[Shape, ...]:
    """The shapes of the canonical decomposition, in canonical order, singles last."""
    left = size(packed)
    taken: list[Shape] = []
    for shape in _candidates(bound.ruleset, packed):
        while shape.cards <= left and fits(bound, domain, packed, [*taken, shape]):
            taken.append(shape)
            left -= shape.cards
    return (*taken, *(SINGLE,) * left)


def _candidates(ruleset: Ruleset, packed: int) -> Sequence[Shape]:
    """Shapes wider than a single that could occur, most important first."""
    found: list[Shape] = [Shape(width, 1) for width in ruleset.shapes.sets if width > 1]
    for rule in ruleset.shapes.runs:
        longest = at_least(packed, rule.width).bit_count()
        found.extend(Shape(rule.width, length) for length in range(rule.min_length, longest + 1))
    if ruleset.throw.decompose == "widest_first":
        return sorted(found, key=lambda s: (-s.width, -s.cards))
    return sorted(found, key=lambda s: (-s.cards, -s.width))
