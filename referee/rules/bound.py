"""A ruleset bound to a level and a trump suit: the tables every rule area works on, and what is known of each play.

Everything about a group of cards that does not depend on who holds what is worked out once and kept: ``info`` for a
play, ``lead`` for a lead with its components.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from referee.packed import ONE, pack
from referee.rules.order import make_order
from referee.shapes import SINGLE

if TYPE_CHECKING:
    from referee.ruleset.model import Ruleset
    from referee.shapes import Shape

MIXED = -1
"""Domain of a play whose cards are not all of one domain."""
KEPT = 1 << 10
"""How many plays are remembered per binding before the memory starts afresh."""


class PlayInfo:
    """A play as integers. ``top`` is the position of its highest card (of its domain; -1 if mixed)."""

    __slots__ = ("components", "domain", "faces", "packed", "points", "size", "top")

    def __init__(self, bound: Bound, faces: tuple[int, ...]) -> None:
        domains = set(map(bound.domain.__getitem__, faces))
        self.faces = tuple(sorted(faces))
        self.packed = pack(faces)
        self.size = len(faces)
        self.domain = domains.pop() if len(domains) == 1 else MIXED
        self.points = sum(map(bound.points.__getitem__, faces))
        self.components: tuple[Component, ...] | None = None
        """Its canonical components, once somebody asked (``Bound.components``)."""
        self.top = -1 if self.domain == MIXED else max(map(bound.position.__getitem__, faces))


class Placement(NamedTuple):
    """One place where a run can lie: its rank, one copy of each of its faces (packed), and the faces."""

    rank: int
    mask: int
    faces: tuple[int, ...]


class Component(NamedTuple):
    """A component of a play: shape, rank (compare within a shape), its faces, and its highest position."""

    shape: Shape
    rank: int
    faces: tuple[int, ...]
    top: int


class Lead(NamedTuple):
    """A lead 出牌 with its components, largest first. ``declared``: the leader grouped it himself."""

    info: PlayInfo
    components: tuple[Component, ...]
    shapes: tuple[Shape, ...]
    declared: bool


class Bound:
    """The tables of one (ruleset, level, trump). Made by ``bind``; never changed, but for what it remembers."""

    __slots__ = (
        "_higher",
        "_infos",
        "_leads",
        "_placements",
        "by_position",
        "domain",
        "level",
        "mask",
        "points",
        "position",
        "ruleset",
        "shared",
        "single_places",
        "singles",
        "tracks",
        "trump",
    )

    def __init__(self, ruleset: Ruleset, level: str, trump: int) -> None:
        order = make_order(ruleset, level, trump)
        self.ruleset = ruleset
        self.level = level
        self.trump = trump
        self.domain = order.domain
        self.position = order.position
        self.tracks = order.tracks
        self.points = ruleset.points
        self.mask = tuple(sum(15 * ONE[f] for f in range(54) if order.domain[f] == d) for d in range(5))
        """Packed fifteens over the faces of each domain: ``holding & mask[d]`` is what is held of it."""
        self.by_position = tuple(
            tuple(sorted((f for f in range(54) if order.domain[f] == d), key=lambda f: -order.position[f]))
            for d in range(5)
        )
        """The faces of each domain, highest first."""
        places = list(zip(order.domain, order.position, strict=True))
        self.shared = sum(15 * ONE[face] for face, place in enumerate(places) if places.count(place) > 1)
        """Packed fifteens over the faces that are as high as another, such as the off-suit level cards 副级牌."""
        self.single_places = tuple(Placement(order.position[f], ONE[f], (f,)) for f in range(54))
        self.singles = tuple(Component(SINGLE, order.position[f], (f,), order.position[f]) for f in range(54))
        """Each face as a place for a set, and as a component by itself."""
        self._infos: dict[tuple[int, ...], PlayInfo] = {}
        self._leads: dict[tuple[tuple[int, ...], tuple[tuple[int, ...], ...] | None], Lead] = {}
        self._placements: dict[tuple[int, int], tuple[Placement, ...]] = {}
        self._higher: dict[tuple[int, int], int] = {}

    def info(self, faces: tuple[int, ...]) -> PlayInfo:
        """What is known of these cards, remembered by the tuple as given."""
        known = self._infos.get(faces)
        if known is None:
            if len(self._infos) > KEPT:
                self._infos.clear()
            known = self._infos[faces] = PlayInfo(self, faces)
        return known

    def lead(self, faces: tuple[int, ...], groups: tuple[tuple[int, ...], ...] | None = None) -> Lead:
        """These cards as a lead, with canonical components or the declared ones (if the ruleset reads them).

        Raises:
            ValueError: the cards are not of one domain, or a declared group is not one component.
        """
        if groups is not None and self.ruleset.throw.decompose != "declared_by_player":
            groups = None
        known = self._leads.get((faces, groups))
        if known is None:
            from referee.rules.decompose import make_lead  # noqa: PLC0415 - decompose works on Bound

            if len(self._leads) > KEPT:
                self._leads.clear()
            known = self._leads[faces, groups] = make_lead(self, self.info(faces), groups)
        return known

    def components(self, info: PlayInfo) -> tuple[Component, ...]:
        """The canonical components of a play of one domain."""
        if info.components is None:
            from referee.rules.decompose import decompose  # noqa: PLC0415 - decompose works on Bound

            info.components = decompose(self, info.domain, info.packed)
        return info.components

    def higher(self, domain: int, position: int) -> int:
        """One bit (packed) for each face of a domain above a position."""
        known = self._higher.get((domain, position))
        if known is None:
            faces = [face for face in self.by_position[domain] if self.position[face] > position]
            known = self._higher[domain, position] = sum(ONE[face] for face in faces)
        return known

    def placements(self, domain: int, length: int) -> tuple[Placement, ...]:
        """Every place for a run of ``length`` sets (1: every face) in a domain, highest rank first."""
        known = self._placements.get((domain, length))
        if known is None:
            known = self._placements[domain, length] = _make_placements(self, domain, length)
        return known


def _make_placements(bound: Bound, domain: int, length: int) -> tuple[Placement, ...]:
    if length == 1:
        return tuple(bound.single_places[face] for face in bound.by_position[domain])
    found: dict[int, Placement] = {}
    for track in bound.tracks[domain]:
        for start in range(len(track) - length + 1):
            window = track[start : start + length]
            rank = max(slot.rank for slot in window)
            choices: list[tuple[int, ...]] = [()]
            for slot in window:
                choices = [(*chosen, face) for chosen in choices for face in slot.faces if face not in chosen]
            for chosen in choices:
                mask = sum(ONE[face] for face in chosen)
                if mask not in found or found[mask].rank < rank:
                    found[mask] = Placement(rank, mask, chosen)
    return tuple(sorted(found.values(), key=lambda placement: -placement.rank))


@lru_cache(maxsize=1024)
def bind(ruleset: Ruleset, level: str, trump: int) -> Bound:
    """The tables of a ruleset at a level (``"2"``…``"A"``) and trump suit (0..3 = S H D C, 4 = no-trump).

    Raises:
        ValueError: there is no such level.
    """
    return Bound(ruleset, level, trump)
