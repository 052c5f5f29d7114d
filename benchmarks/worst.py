"""The worst single follow check: many leads and hands of up to four decks, the slowest one told."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from benchmarks.timing import best_seconds
from referee.cards import format_cards, make_deck
from referee.packed import pack, unpack
from referee.rules import follow
from referee.rules.bound import bind
from referee.rules.decompose import make_lead
from referee.ruleset import load_text

HOUSE = """\
id: wide-{decks}
title: many decks
extends: qq-2deck
deck: {{count: {decks}}}
deal: {{hand_size: {hand}, kitty_size: {kitty}}}
shapes: {{sets: [{sets}], runs: [{runs}]}}
follow: {{protect_larger_sets: none}}
"""


class Worst(NamedTuple):
    """The slowest check found."""

    decks: int
    checks: int
    seconds: float
    lead: str
    holding: str


def worst(decks: int, tries: int = 400) -> Worst:
    """The slowest of so many random checks; a slow one is measured again before it is believed."""
    ruleset = load_text(
        HOUSE.format(
            decks=decks,
            hand=(54 * decks - 8) // 4,
            kitty=54 * decks - 4 * ((54 * decks - 8) // 4),
            sets=", ".join(map(str, range(1, decks + 1))),
            runs=", ".join(f"{{width: {width}, min_length: 2}}" for width in range(2, decks + 1)),
        )
    )
    bound = bind(ruleset, "2", 0)
    rng = Random(decks)
    found = Worst(decks, 0, 0.0, "", "")
    checks = 0
    for _ in range(tries):
        domain = rng.choice((1, 4))
        suit = [face for face in make_deck(decks) if bound.domain[face] == domain]
        rng.shuffle(suit)
        size = rng.randint(2, min(len(suit) // 2, ruleset.deal.hand_size))
        lead_faces = tuple(sorted(clustered(suit, size, rng)))
        rest = list(unpack(pack(suit) - pack(lead_faces)))
        held = clustered(rest, min(len(rest), ruleset.deal.hand_size), rng)
        if len(held) < size:
            continue
        play = tuple(sorted(rng.sample(held, size)))
        led, info, holding = bound.info(lead_faces), bound.info(play), pack(held)

        def check() -> None:
            follow.check(bound, make_lead(bound, led, None), holding, info)  # noqa: B023 - called at once

        checks += 1
        taken = best_seconds(check, 2)
        if taken > found.seconds:
            taken = best_seconds(check, 7)
        if taken > found.seconds:
            found = Worst(decks, checks, taken, format_cards(lead_faces), format_cards(held))
    return found._replace(checks=checks)


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
