"""The worst single follow check: many leads and hands of up to four decks, the slowest one told."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.timing import best_seconds
from referee.cards import format_cards, make_deck
from referee.packed import pack, unpack
from referee.rules import follow
from referee.rules.bound import bind
from referee.rules.decompose import make_lead
from referee.ruleset import load_text

if TYPE_CHECKING:
    from referee.rules.bound import Bound
    from referee.ruleset.model import Ruleset

HOUSE = """\
id: wide-{decks}
title: many decks
extends: qq-2deck
deck: {{count: {decks}}}
deal: {{hand_size: {hand}, kitty_size: {kitty}}}
shapes: {{sets: [{sets}], runs: [{runs}]}}
follow: {{protect_larger_sets: none}}
"""


RUNS: Final = 0.3
"""So many of the leads are a single run."""


class Worst(NamedTuple):
    """The slowest check found."""

    checks: int
    seconds: float
    lead: str
    holding: str


def wide(decks: int) -> Ruleset:
    """A game of so many decks without follow lists, in which every width makes runs."""
    hand = (54 * decks - 8) // 4
    return load_text(
        HOUSE.format(
            decks=decks,
            hand=hand,
            kitty=54 * decks - 4 * hand,
            sets=", ".join(map(str, range(1, decks + 1))),
            runs=", ".join(f"{{width: {width}, min_length: 2}}" for width in range(2, decks + 1)),
        )
    )


def worst(ruleset: Ruleset, tries: int = 400) -> Worst:
    """The slowest of so many random checks; a slow one is measured again before it is believed."""
    bound = bind(ruleset, "2" if "2" in ruleset.levels.sequence else ruleset.levels.start, 0)
    rng = Random(ruleset.deck.count)
    found = Worst(0, 0.0, "", "")
    checks = 0
    for _ in range(tries):
        domain = rng.choice((1, 4))
        suit = [face for face in make_deck(ruleset.deck.count) if bound.domain[face] == domain]
        lead_faces = some_lead(bound, domain, suit, rng)
        rest = list(unpack(pack(suit) - pack(lead_faces)))
        held = clustered(rest, min(len(rest), ruleset.deal.hand_size), rng)
        if len(held) < len(lead_faces):
            continue
        play = tuple(sorted(rng.sample(held, len(lead_faces))))
        led, info, holding = bound.info(lead_faces), bound.info(play), pack(held)

        def check() -> None:
            follow.check(bound, make_lead(bound, led, None), holding, info)  # noqa: B023 - called at once

        checks += 1
        taken = best_seconds(check, 2)
        if taken > found.seconds:
            taken = best_seconds(check, 7)
        if taken > found.seconds:
            found = Worst(checks, taken, format_cards(lead_faces), format_cards(held))
    return found._replace(checks=checks)


def some_lead(bound: Bound, domain: int, suit: list[int], rng: Random) -> tuple[int, ...]:
    """One run, such as a follow list answers, or a throw of many components."""
    if rng.random() < RUNS:
        rule = rng.choice(bound.ruleset.shapes.runs)
        places = bound.placements(domain, rng.randint(rule.min_length, 4))
        if places:
            return tuple(sorted(face for face in rng.choice(places).faces for _ in range(rule.width)))
    rng.shuffle(suit)
    return tuple(sorted(clustered(suit, rng.randint(2, min(len(suit) // 2, bound.ruleset.deal.hand_size)), rng)))


def clustered(cards: list[int], size: int, rng: Random) -> list[int]:
    """So many of the cards, equal ones preferred, as leads with much to decide have them."""
    if rng.random() < 0.3:
        return rng.sample(cards, size)
    by_face: dict[int, list[int]] = {}
    for face in cards:
        by_face.setdefault(face, []).append(face)
    groups = list(by_face.values())
    if rng.random() < 0.5:
        groups.sort(key=lambda group: -len(group))
    else:
        rng.shuffle(groups)
    return [face for group in groups for face in group][:size]
