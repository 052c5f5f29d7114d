"""The engine and the oracle asked the same question. Each function returns what they disagree about, in words."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from brute import Cards, cards, choices
from positions import game_at, random_follow, random_game, random_throw, random_trick
from settings import GAMES
from variants import ruleset_of

import referee
from referee.packed import pack
from referee.rules import follow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from positions import Follow, Lead, Trick

    from referee import Table

JUDGED = 4
"""So many plays of a hand are put to ``judge_follow``, which gives reasons."""
TRIED = 40
"""So many plays, at most, are put to the rule itself. The whole set of legal plays is compared besides."""


@lru_cache(maxsize=512)
def table_at(name: str, level: str, trump: str) -> Table:
    return ruleset_of(GAMES[name]).at(level=level, trump=trump)


@lru_cache(maxsize=64)
def _card(name: str) -> referee.Card:
    return referee.Card("", name) if name in {"LJ", "BJ"} else referee.Card(name[0], name[1:])


@lru_cache(maxsize=64)
def _face(name: str) -> int:
    return _card(name).face


def values(group: Cards) -> tuple[referee.Card, ...]:
    """Cards as values of the public interface."""
    return tuple(_card(name) for name in group)


def faces(group: Cards) -> tuple[int, ...]:
    """Cards as the engine's integers."""
    return tuple(map(_face, group))


def check_follow(name: str, at: Follow, rng: Random) -> Iterator[str]:
    game, table = game_at(name, at.level, at.trump), table_at(name, at.level, at.trump)
    legal = game.legal_follows(at.lead, at.holding)
    lead, holding = values(at.lead), values(at.holding)
    found = [cards(play) for play in table.legal_follows(lead=lead, holding=holding, limit=None)]
    if not legal or set(found) != legal or len(found) != len(legal):
        yield f"{name} {at}: legal {sorted(legal)}, engine {sorted(found)}"
    if table.count_legal_follows(lead=lead, holding=holding) != len(legal):
        yield f"{name} {at}: {len(legal)} legal plays, engine counts otherwise"
    plays = sorted(choices(at.holding, len(at.lead)))
    led, held = table.bound.lead(faces(at.lead)), pack(faces(at.holding))
    for play in plays if len(plays) <= TRIED else rng.sample(plays, TRIED):
        fault = follow.check(table.bound, led, held, table.bound.info(faces(play)))
        if (fault is None) != (play in legal):
            yield f"{name} {at}: {play} is {'legal' if play in legal else 'illegal'}, engine finds {fault}"
    for play in rng.sample(plays, min(JUDGED, len(plays))):
        verdict = table.judge_follow(lead=lead, holding=holding, play=values(play)).verdict
        if (verdict == "legal") != (play in legal):
            yield f"{name} {at}: {play} is {'legal' if play in legal else 'illegal'}, judged {verdict}"


def check_lead(name: str, at: Lead) -> Iterator[str]:
    game, table = game_at(name, at.level, at.trump), table_at(name, at.level, at.trump)
    status, kept = game.lead_status(at.lead, at.others)
    ruling = table.judge_lead(values(at.lead), others=[values(hand) for hand in at.others])
    found = {cards(part) for part in ruling.kept}
    expected = ("illegal" if status == "illegal" else "legal", kept)
    if (ruling.verdict, found) != expected or len(found) != len(ruling.kept):
        yield f"{name} {at}: {status}, keeps {kept}; engine {ruling.verdict}, keeps {ruling.kept}"
    if status == "illegal":
        return
    shapes = [(part.shape.width, part.shape.length) for part in table.shapes(values(at.lead)).components]
    if tuple(shapes) != game.shapes(at.lead):
        yield f"{name} {at}: components {game.shapes(at.lead)}, engine {shapes}"


def check_winner(name: str, at: Trick) -> Iterator[str]:
    expected = game_at(name, at.level, at.trump).winner(at.plays)
    found = table_at(name, at.level, at.trump).winner([values(play) for play in at.plays])
    if found != expected:
        yield f"{name} {at}: winner {expected}, engine {found}"


def disagreements(name: str, what: str, amount: int, seed: int | str) -> Iterator[str]:
    """Compare on so many random positions of a kind (``follow``, ``lead``, ``winner``)."""
    rng = Random(f"{name} {what} {seed}")
    for _ in range(amount):
        game = random_game(rng, name)
        if what == "follow":
            yield from check_follow(name, random_follow(rng, game), rng)
        elif what == "lead":
            yield from check_lead(name, random_throw(rng, game))
        else:
            yield from check_winner(name, random_trick(rng, game))
        game.forget()
