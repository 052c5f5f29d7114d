"""When one component beats another (semantics §5). Rules G-6, 4D-15, 4D-18, 4D-19."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.placing import at_least, available_places
from referee.shapes import Shape

if TYPE_CHECKING:
    from referee.rules.bound import Bound, Component, Placement
    from referee.ruleset.model import Kind, Ruleset


def beating(bound: Bound, domain: int, holding: int, component: Component) -> tuple[int, ...] | None:
    """The faces of a piece in a holding (packed, of one domain) that beats a component of that domain, or None.

    Same width and length and higher rank, or a shape that beats it across shapes at equal card count. The lowest
    such piece of the component's own shape is named, for it is the one that shows the point.
    """
    width, length = component.shape
    available = at_least(holding, width)
    if length > 1 or available & bound.higher(domain, component.rank):
        better = None
        for place in bound.placements(domain, length):
            if place.rank <= component.rank:
                break
            if place.mask & available == place.mask:
                better = place
        if better is not None:
            return _faces(component.shape, better)
    if not bound.ruleset.cross_shape:
        return None
    for shape in crossing(bound.ruleset, component.shape):
        places = available_places(bound, domain, holding, shape)
        if places:
            return _faces(shape, places[-1])
    return None


def _faces(shape: Shape, place: Placement) -> tuple[int, ...]:
    return tuple(face for face in place.faces for _ in range(shape.width))


def crossing(ruleset: Ruleset, shape: Shape) -> list[Shape]:
    """The shapes that beat ``shape`` whatever the ranks, at equal card count (``beats.cross_shape``)."""
    found: list[Shape] = []
    for rule in ruleset.cross_shape:
        if not is_kind(shape, rule.over) or shape.cards % rule.winner.width:
            continue
        length = shape.cards // rule.winner.width
        if (length > 1) == rule.winner.run:
            found.append(Shape(rule.winner.width, length))
    return found


def is_kind(shape: Shape, kind: Kind) -> bool:
    """True if a shape is a run, or a set, of that width."""
    return shape.width == kind.width and (shape.length > 1) == kind.run
