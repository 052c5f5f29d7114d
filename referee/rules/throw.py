"""Leads 出牌 and throws 甩牌: may this be led, does the throw stand, and what is kept if not (semantics §6).

Rules 2Q-12, 2Q-13, 2L-9, 2R-15…2R-17, 4D-16; readings A-5, A-8, A-17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.packed import missing, pack
from referee.rules.bound import MIXED, Bound, Component, Lead
from referee.rules.contest import beating
from referee.rules.decompose import decompose
from referee.rules.order import TRUMP

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.shapes import Shape

LeadKind = Literal[
    "ok", "fails", "not_held", "mixed", "grouping", "no_throws", "trump_throw", "all_void", "not_all_void"
]


class Beaten(NamedTuple):
    """A component of a throw that another seat can beat: which one, which of the others, and with what."""

    component: Component
    other: int
    faces: tuple[int, ...]


class LeadVerdict(NamedTuple):
    """How a lead stands. ``ok`` and ``fails`` are legal; the other kinds are illegal leads.

    ``rule`` is the path that decided; ``kept`` holds every acceptable kept component (faces) when the throw fails;
    ``fine`` is what the failure costs (0 where the ruleset has no penalty).
    """

    kind: LeadKind
    rule: str
    lead: Lead | None = None
    beaten: tuple[Beaten, ...] = ()
    kept: tuple[tuple[int, ...], ...] = ()
    fine: int = 0


def check_shape(
    bound: Bound, faces: tuple[int, ...], holding: int | None, groups: tuple[tuple[int, ...], ...] | None = None
) -> LeadVerdict:
    """What can be said of a lead without knowing the others' hands. ``holding`` None: not known."""
    info = bound.info(faces)
    if holding is not None and missing(holding, info.packed):
        return LeadVerdict("not_held", "throw")
    if info.domain == MIXED:
        return LeadVerdict("mixed", "throw")
    try:
        lead = bound.lead(faces, groups)
    except ValueError:
        return LeadVerdict("grouping", "throw.decompose")
    if len(lead.components) > 1:
        if bound.ruleset.throw.allowed == "no":
            return LeadVerdict("no_throws", "throw.allowed", lead)
        if bound.ruleset.throw.allowed == "side_suits_only" and info.domain == TRUMP:
            return LeadVerdict("trump_throw", "throw.allowed", lead)
    return LeadVerdict("ok", "throw", lead)


def check(
    bound: Bound,
    faces: tuple[int, ...],
    holding: int | None,
    others: Sequence[int],
    groups: tuple[tuple[int, ...], ...] | None = None,
) -> LeadVerdict:
    """Judge a lead against the other seats' whole holdings (packed), in any order."""
    verdict = check_shape(bound, faces, holding, groups)
    lead = verdict.lead
    if verdict.kind != "ok" or lead is None or len(lead.components) == 1:
        return verdict
    mask = bound.mask[lead.info.domain]
    held = [other & mask for other in others]
    rule = bound.ruleset.throw.others_void
    if rule == "forbidden_if_all_void" and not any(held):
        return LeadVerdict("all_void", "throw.others_void", lead)
    if rule == "only_if_all_void" and any(held):
        return LeadVerdict("not_all_void", "throw.others_void", lead)
    beaten = find_beaten(bound, lead, held)
    if not beaten:
        return verdict
    kept = kept_components(bound, lead, beaten)
    return LeadVerdict("fails", "throw.failed.play", lead, tuple(beaten), tuple(kept), fine(bound, lead, beaten))


def find_beaten(bound: Bound, lead: Lead, held: Sequence[int]) -> list[Beaten]:
    """The components of a throw that some single seat beats with its cards of the led domain (2Q-12)."""
    found: list[Beaten] = []
    for component in lead.components:
        for other, cards in enumerate(held):
            faces = beating(bound, lead.info.domain, cards, component) if cards else None
            if faces is not None:
                found.append(Beaten(component, other, faces))
                break
    return found


def kept_components(bound: Bound, lead: Lead, beaten: Sequence[Beaten]) -> list[tuple[int, ...]]:
    """Every acceptable kept component after a failed throw (``throw.failed.play``, A-5), as sorted faces."""
    losers = [b.component for b in beaten]
    match bound.ruleset.throw.failed_play:
        case "lowest_beaten":
            best = _lowest(losers, lambda c: (c.top, c.shape.cards))
        case "largest_type_lowest":
            best = _lowest(losers, lambda c: (-c.shape.cards, -c.shape.width, c.top))
        case "fewest_cards_beaten":
            best = _lowest(losers, lambda c: (c.shape.cards, c.top))
        case "smallest_overall":
            best = _lowest(lead.components, lambda c: (c.top, c.shape.cards))
        case "beater_chooses":
            best = [c.faces for c in losers]
        case "smallest_single":
            low = min(bound.position[face] for face in lead.info.faces)
            best = [(face,) for face in lead.info.faces if bound.position[face] == low]
        case "stands":
            best = [lead.info.faces]
    return sorted({faces for kept in best for faces in _equal_choices(bound, lead, kept)})


def _lowest(components: Sequence[Component], key: Callable[[Component], tuple[int, ...]]) -> list[tuple[int, ...]]:
    least = min(key(component) for component in components)
    return [component.faces for component in components if key(component) == least]


def _equal_choices(bound: Bound, lead: Lead, kept: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A kept component and those that take its place in an equal decomposition (any may be kept).

    Faces of equal position change places where the throw has as many copies of both, so that the rest of the throw
    stays cut as well as before: of H10 H10 D10 the single that is kept is D10.
    """
    if not lead.info.packed & bound.shared:
        return [tuple(sorted(kept))]
    choices: list[tuple[int, ...]] = [()]
    thrown = lead.info.faces
    for face in dict.fromkeys(kept):
        copies = kept.count(face)
        position = bound.position[face]
        counts = {thrown.count(face)}
        for component in lead.components:
            counts.update(
                thrown.count(f)
                for f in component.faces
                if component.faces.count(f) == copies and bound.position[f] == position
            )
        equals = {f for f in thrown if bound.position[f] == position and thrown.count(f) in counts}
        choices = [chosen + (f,) * copies for chosen in choices for f in sorted(equals) if f not in chosen]
    own = tuple(sorted(kept))
    found = {tuple(sorted(chosen)) for chosen in choices}
    return [chosen for chosen in found if chosen == own or _cut_as_well(bound, lead, own, chosen)]


def _cut_as_well(bound: Bound, lead: Lead, own: tuple[int, ...], chosen: tuple[int, ...]) -> bool:
    """True if cards and the rest of a throw come apart like a component and its rest (printed suits may matter)."""

    def cut(faces: int) -> list[tuple[Shape, int]]:
        return sorted((part.shape, part.rank) for part in decompose(bound, lead.info.domain, faces))

    thrown, kept, other = lead.info.packed, pack(own), pack(chosen)
    return cut(other) == cut(kept) and cut(thrown - other) == cut(thrown - kept)


def fine(bound: Bound, lead: Lead, beaten: Sequence[Beaten]) -> int:
    """Points that a failed throw costs: ``points`` times its units (2R-17, A-8)."""
    penalty = bound.ruleset.throw.penalty
    if penalty is None:
        return 0
    units = {
        "attempt": 1,
        "card": lead.info.size,
        "beaten_card": sum(b.component.shape.cards for b in beaten),
        "component": len(beaten),
    }
    return penalty.points * units[penalty.per]
