"""The engine and the oracle asked the same question. Each function returns what they disagree about, in words."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from positions import random_follow, random_game, random_play, random_throw, random_trick
from settings import GAMES, alike, game_at
from variants import ruleset_of
from words import cards

import referee
from referee.cards import Cards as Group
from referee.packed import pack
from referee.rules import follow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from positions import Follow, Lead, Trick
    from words import Cards

    from referee import Table

TRIED = 3
"""So many plays of a hand are judged."""
ALSO_ILLEGAL = 0.05
"""How often an illegal one is put to ``judge_follow`` beside a legal one: finding reasons takes most of the time."""
ALL_PLAYS = 0.01
"""How often the whole set of legal plays is compared besides."""


@lru_cache(maxsize=1024)
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


def group_of(group: Cards) -> Group:
    return Group(faces(group))


def check_follow(names: Sequence[str], at: Follow, rng: Random) -> Iterator[str]:
    """Some plays by the rule itself; a legal one (an illegal one where chance finds none) by ``judge_follow``."""
    game = game_at(names[0], at.level, at.trump)
    shapes = game.shapes(at.lead)
    plays = {random_play(rng, at.holding, len(at.lead)) for _ in range(TRIED)}
    legal = {play: game.follow_is_legal(at.lead, at.holding, play, shapes) for play in sorted(plays)}
    explained = {verdict: play for play, verdict in legal.items()}
    if len(explained) == 2 and rng.random() > ALSO_ILLEGAL:
        del explained[False]
    every = game.legal_follows(at.lead, at.holding) if rng.random() < ALL_PLAYS else None
    lead, holding = group_of(at.lead), group_of(at.holding)
    for name in names:
        table = table_at(name, at.level, at.trump)
        led, held = table.bound.lead(lead.faces), pack(holding.faces)
        for play, expected in legal.items():
            fault = follow.check(table.bound, led, held, table.bound.info(faces(play)))
            if (fault is None) != expected:
                yield f"{name} {at}: {play} is {'legal' if expected else 'illegal'}, engine finds {fault}"
        for expected, play in explained.items():
            verdict = table.judge_follow(lead=lead, holding=holding, play=group_of(play)).verdict
            if (verdict == "legal") != expected:
                yield f"{name} {at}: {play} is {'legal' if expected else 'illegal'}, judged {verdict}"
        if every is not None:
            yield from _check_all_plays(name, table, at, every)


def _check_all_plays(name: str, table: Table, at: Follow, legal: set[Cards]) -> Iterator[str]:
    lead, holding = values(at.lead), values(at.holding)
    found = [cards(play) for play in table.legal_follows(lead=lead, holding=holding, limit=None)]
    if not legal or set(found) != legal or len(found) != len(legal):
        yield f"{name} {at}: legal {sorted(legal)}, engine {sorted(found)}"
    if table.count_legal_follows(lead=lead, holding=holding) != len(legal):
        yield f"{name} {at}: {len(legal)} legal plays, engine counts otherwise"


def check_lead(names: Sequence[str], at: Lead) -> Iterator[str]:
    game = game_at(names[0], at.level, at.trump)
    status, kept = game.lead_status(at.lead, at.others)
    expected = ("illegal" if status == "illegal" else "legal", kept)
    shapes = None if status == "illegal" else game.shapes(at.lead)
    lead, others = group_of(at.lead), [group_of(hand) for hand in at.others]
    for name in names:
        table = table_at(name, at.level, at.trump)
        ruling = table.judge_lead(lead, others=others)
        found = {cards(part) for part in ruling.kept}
        if (ruling.verdict, found) != expected or len(found) != len(ruling.kept):
            yield f"{name} {at}: {status}, keeps {kept}; engine {ruling.verdict}, keeps {ruling.kept}"
        if shapes is not None and table.bound.lead(lead.faces).shapes != shapes:
            yield f"{name} {at}: components {shapes}, engine {table.bound.lead(lead.faces).shapes}"


def check_winner(names: Sequence[str], at: Trick) -> Iterator[str]:
    expected = game_at(names[0], at.level, at.trump).winner(at.plays)
    plays = [group_of(play) for play in at.plays]
    for name in names:
        found = table_at(name, at.level, at.trump).winner(plays)
        if found != expected:
            yield f"{name} {at}: winner {expected}, engine {found}"


def twins(names: Sequence[str]) -> list[list[str]]:
    """These games, those with equal card rules together."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(alike(name), []).append(name)
    return list(found.values())


def disagreements(names: Sequence[str], what: str, amount: int, seed: int | str) -> Iterator[str]:
    """Compare random positions of a kind (``follow``, ``lead``, ``winner``), in games with the same card rules."""
    rng = Random(f"{names[0]} {what} {seed}")
    for _ in range(amount):
        game = random_game(rng, names[0])
        if what == "follow":
            yield from check_follow(names, random_follow(rng, game), rng)
        elif what == "lead":
            yield from check_lead(names, random_throw(rng, game))
        else:
            yield from check_winner(names, random_trick(rng, game))
