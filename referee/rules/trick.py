"""Who wins a trick 一墩谁大: answers in the suit, ruffs 毙 and overruffs 盖毙 (semantics §7).

Rules G-6, G-10, 2Q-16…2Q-18, 2R-18, 4D-10, 4D-15; readings A-9, A-13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.rules.contest import crossing
from referee.rules.order import TRUMP
from referee.rules.placing import at_least, best_cut, fits
from referee.shapes import SINGLE, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from referee.rules.bound import Bound, Component, Lead, PlayInfo

Strength = tuple[int, ...]
"""How strong a contender is: trump before the led suit, then wider shapes, then the ranks that are compared."""


def winner(bound: Bound, lead: Lead, plays: Sequence[PlayInfo]) -> int:
    """Index of the winning play; ``plays[0]`` is the lead, the others follow in the order played."""
    if lead.info.size == 1:
        return _highest_single(plays)
    best = 0
    best_strength: Strength | None = None
    for index in range(1, len(plays)):
        play = plays[index]
        if play.size != lead.info.size:
            continue
        found = strength(bound, lead, play)
        if found is None:
            continue
        best_strength = best_strength or strength(bound, lead, lead.info)
        if best_strength is None:
            raise AssertionError("a lead always matches itself")
        if _beats(bound, found, best_strength):
            best, best_strength = index, found
    return best


def _beats(bound: Bound, later: Strength, earlier: Strength) -> bool:
    if later[0] == earlier[0] and bound.ruleset.ruff.compare == "all_components":
        return all(a > b for a, b in zip(later[2:], earlier[2:], strict=True)) and later[1] >= earlier[1]
    return later > earlier


def _highest_single(plays: Sequence[PlayInfo]) -> int:
    best = 0
    winning = plays[0]
    for index in range(1, len(plays)):
        play = plays[index]
        if play.size == 1 and (play.top > winning.top if play.domain == winning.domain else play.domain == TRUMP):
            best, winning = index, play
    return best


def strength(bound: Bound, lead: Lead, play: PlayInfo) -> Strength | None:
    """How strong a play is against a lead; None for a discard 垫, which cannot win."""
    domain = play.domain
    if domain not in (lead.info.domain, TRUMP):
        return None
    trumped = int(domain == TRUMP)
    if len(lead.shapes) == 1:
        return _single_component(bound, lead, play, trumped)
    if not matches(bound, lead, play):
        return None
    return (trumped, 0, *_compared_ranks(bound, lead, play))


def _single_component(bound: Bound, lead: Lead, play: PlayInfo, trumped: int) -> Strength | None:
    led = lead.shapes[0]
    if not bound.ruleset.cross_shape and at_least(play.packed, led.width).bit_count() != led.length:
        return None
    components = bound.components(play)
    if len(components) > 1:
        return None
    shape, rank = components[0].shape, components[0].rank
    if shape == led:
        return (trumped, 0, rank)
    return (trumped, shape.width, rank) if shape in crossing(bound.ruleset, led) else None


def _compared_ranks(bound: Bound, lead: Lead, play: PlayInfo) -> tuple[int, ...]:
    rules = bound.ruleset.ruff
    if rules.compare == "highest_card":
        return (play.top,)
    shapes = sorted(lead.shapes, key=lambda shape: (-shape.cards, -shape.width))
    places = best_cut(bound, play.domain, play.packed, shapes)
    if places is None:
        raise AssertionError("a contender can be cut into the shapes of the lead")
    ranks = tuple(place.rank for place in places)
    if rules.compare == "lead_largest_component" and rules.tie == "first_played":
        return ranks[:1]
    return ranks


def matches(bound: Bound, lead: Lead, play: PlayInfo) -> bool:
    """True if a play of one domain matches the components of a throw (``ruff.match``, A-9)."""
    rules = bound.ruleset.ruff
    wanted = [shape for shape in lead.shapes if shape != SINGLE]
    if not fits(bound, play.domain, play.packed, wanted):
        return False
    if rules.match == "at_least" and rules.split_longer:
        return True
    own = bound.components(play)
    if rules.match == "exact":
        return sorted(c.shape for c in own) == sorted(lead.shapes)
    if rules.match == "same_runs":
        return _runs(c.shape for c in own) == _runs(lead.shapes)
    return _serve(list(own), sorted(wanted, key=lambda s: (-s.length, -s.width)))


def _runs(shapes: Iterable[Shape]) -> list[Shape]:
    return sorted(shape for shape in shapes if shape.length > 1)


def _serve(own: list[Component], wanted: list[Shape]) -> bool:
    """Without splitting longer runs: a run of the play serves one component of the lead, its rest as singles."""
    if not wanted:
        return True
    need, rest = wanted[0], wanted[1:]
    tried: set[Shape] = set()
    for index, component in enumerate(own):
        shape = component.shape
        if shape in tried or shape.width < need.width or shape.length < need.length:
            continue
        tried.add(shape)
        left = own[:index] + own[index + 1 :]
        surplus = shape.width - need.width
        if shape.length == 1 and surplus > 1:
            left.append(component._replace(shape=Shape(surplus, 1)))
        if _serve(left, rest):
            return True
    return False


def capture_shapes(bound: Bound, lead: Lead, winning: PlayInfo) -> tuple[Shape, ...]:
    """The components that the kitty multiplier looks at (``capture.basis``, A-13), for the play that won the trick."""
    basis = bound.ruleset.capture.basis
    if basis == "lead_shape" or winning.domain not in (lead.info.domain, TRUMP):
        return lead.shapes
    own = bound.components(winning)
    crossed = len(lead.shapes) == 1 and len(own) == 1 and own[0].shape != lead.shapes[0]
    if basis == "winner_cards" or crossed:
        return tuple(component.shape for component in own)
    return lead.shapes
