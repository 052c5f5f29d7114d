"""Random legal leads 出牌 and follows 跟牌, with a liking for pairs, tractors, throws and ruffs."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from referee.packed import size, unpack
from referee.rules import answers, follow, throw
from referee.rules.decompose import decompose
from referee.rules.order import TRUMP

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from referee.rules.bound import Bound, Component, Lead
    from referee.rules.throw import LeadVerdict

Faces = tuple[int, ...]

_THROW_CHANCE = 0.5
_RASH_CHANCE = 0.35
_WIDE_CHANCE = 0.6
_RUFF_CHANCE = 0.6
_THRIFT_CHANCE = 0.6
"""How often pairs are kept for the last tricks."""
_LAST_CARDS = 8
_TRIES = 8
_FALLBACK = 24


def choose_lead(bound: Bound, holding: int, others: Sequence[int], rng: Random) -> tuple[Faces, LeadVerdict]:
    """A random legal lead from a holding (packed) against the other holdings, and how it stands.

    A throw 甩牌 may fail; then the verdict's ``kept`` says what may be kept.
    """
    domains = [domain for domain in range(5) if holding & bound.mask[domain]]
    components = _loose_suit(bound, holding, domains, rng) if size(holding) <= _LAST_CARDS else ()
    if components and rng.random() < _THRIFT_CHANCE:
        faces = rng.choice([c for c in components if c.shape.cards == 1]).faces
    else:
        domain = rng.choice(domains)
        components = decompose(bound, domain, holding & bound.mask[domain])
        faces = _wish(bound, components, others, rng)
    verdict = throw.check(bound, faces, holding, others)
    if verdict.kind not in {"ok", "fails"}:
        faces = (rng.choice(rng.choice(components).faces),)
        verdict = throw.check(bound, faces, holding, others)
    return faces, verdict


def _loose_suit(bound: Bound, holding: int, domains: Sequence[int], rng: Random) -> tuple[Component, ...]:
    """The components of some suit in which a single card is held; none if there is no such suit."""
    cut = [decompose(bound, domain, holding & bound.mask[domain]) for domain in domains]
    loose = [components for components in cut if components[-1].shape.cards == 1]
    return rng.choice(loose) if loose else ()


def _wish(bound: Bound, components: Sequence[Component], others: Sequence[int], rng: Random) -> Faces:
    """What the leader would like to lead, legal or not."""
    if len(components) > 1 and rng.random() < _THROW_CHANCE:
        masters = [c for c in components if _unbeaten(bound, c, others)]
        if len(masters) > 1:
            return _join(rng.sample(masters, rng.randint(2, min(len(masters), 6))))
        if rng.random() < _RASH_CHANCE:
            return _join(rng.sample(components, rng.randint(2, min(len(components), 4))))
    wide = [c for c in components if c.shape.width > 1] if rng.random() < _WIDE_CHANCE else []
    if wide:
        chosen = rng.choice(wide)
        if chosen.shape.length > 1 and rng.random() < 0.3:
            return (chosen.faces[0],) * rng.randint(1, chosen.shape.width)
        return chosen.faces
    single = min(rng.sample(components, min(2, len(components))), key=lambda c: c.shape.cards)
    return (rng.choice(single.faces),)


def _unbeaten(bound: Bound, component: Component, others: Sequence[int]) -> bool:
    lead = bound.lead(tuple(sorted(component.faces)))
    held = [other & bound.mask[lead.info.domain] for other in others]
    return not throw.find_beaten(bound, lead, held)


def _join(components: Sequence[Component]) -> Faces:
    return tuple(sorted(face for component in components for face in component.faces))


def choose_follow(bound: Bound, lead: Lead, holding: int, rng: Random) -> Faces:
    """A random legal answer of a holding (packed) to a lead."""
    asked = lead.info.size
    suit_cards = holding & bound.mask[lead.info.domain]
    short = asked - size(suit_cards)
    if short >= 0:
        return tuple(sorted([*unpack(suit_cards), *_fillers(bound, lead, holding - suit_cards, short, rng)]))
    for _ in range(_TRIES):
        faces = _lump(unpack(suit_cards), asked, rng)
        if follow.check(bound, lead, holding, bound.info(faces)) is None:
            return faces
    return rng.choice(list(islice(answers.legal_follows(bound, lead, holding), _FALLBACK)))


def _fillers(bound: Bound, lead: Lead, rest: int, short: int, rng: Random) -> Faces:
    """So many cards beside all those of the led suit; a seat void in it likes to ruff 毙."""
    trumps = unpack(rest & bound.mask[TRUMP])
    void = short == lead.info.size
    if void and len(trumps) >= short and rng.random() < _RUFF_CHANCE:
        return _lump(trumps, short, rng)
    cards = unpack(rest)
    rng.shuffle(cards)
    if rng.random() < _THRIFT_CHANCE:
        cards.sort(key=cards.count)
    return tuple(cards[:short])


def _lump(faces: list[int], number: int, rng: Random) -> Faces:
    """So many of these cards, taken in lumps of equal or neighbouring faces."""
    left = sorted(faces)
    chosen: list[int] = []
    while len(chosen) < number:
        start = rng.randrange(len(left))
        width = min(rng.choice((1, 1, 2, 2, 2, 4, 6)), number - len(chosen))
        chosen += left[start : start + width]
        del left[start : start + width]
    return tuple(sorted(chosen))
