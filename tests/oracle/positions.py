"""Random situations at the table, made to hit the hard spots: neighbours in the order, pairs, level cards, jokers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from brute import RANKS, Cards, Game, without
from settings import GAMES, oracle_rules

if TYPE_CHECKING:
    from random import Random

MOST_LED = 8
MOST_HELD = 10


class Follow(NamedTuple):
    level: str
    trump: str
    lead: Cards
    holding: Cards


class Lead(NamedTuple):
    level: str
    trump: str
    lead: Cards
    others: tuple[Cards, ...]


class Trick(NamedTuple):
    level: str
    trump: str
    plays: tuple[Cards, ...]


@lru_cache(maxsize=512)
def game_at(name: str, level: str, trump: str) -> Game:
    return Game(oracle_rules(GAMES[name]), level, trump)


def random_game(rng: Random, name: str) -> Game:
    return game_at(name, rng.choice(RANKS), rng.choice(["S", "H", "D", "C", "NT"]))


def random_follow(rng: Random, game: Game) -> Follow:
    """A lead, and a hand that holds up to ten cards of its suit."""
    domain = random_domain(rng, game)
    pool = neighbourhood(rng, game, domain, least=5)
    lead = random_lead(rng, game, pool, singles=0.08)
    pool = without(pool, lead)
    more = rng.random() < 0.8 and len(lead) < MOST_HELD
    held = clumped(rng, pool, rng.randint(len(lead) + 1, MOST_HELD) if more else rng.randint(0, len(lead)))
    away = [card for card in game.deck if game.domains[card] != domain]
    others = rng.sample(away, rng.choice([0, 0, 0, 1, 1, 2]) if len(held) > len(lead) else rng.randint(0, len(lead)))
    short = max(0, len(lead) - len(held) - len(others))
    others += rng.sample(list(without(tuple(away), others)), short)
    return Follow(game.level, game.trump, lead, tuple(sorted(held + tuple(others))))


def random_throw(rng: Random, game: Game) -> Lead:
    """A lead, mostly of several components, and the other three hands."""
    domain = random_domain(rng, game)
    pool = neighbourhood(rng, game, domain)
    lead = random_lead(rng, game, pool, singles=0.05, parts=(1, 2, 2, 3, 3, 4))
    if rng.random() < 0.03:
        lead = tuple(sorted([*lead, rng.choice(without(game.deck, lead))]))
    pool = tuple(card for card in pool if card not in lead or rng.random() < 0.8)
    others = []
    for _ in range(3):
        held = clumped(rng, pool, rng.randint(0, 6))
        pool = without(pool, held)
        away = [card for card in game.deck if game.domains[card] != domain]
        others.append(tuple(sorted(held + tuple(rng.sample(away, rng.randint(0, 3))))))
    return Lead(game.level, game.trump, lead, tuple(others))


def random_trick(rng: Random, game: Game) -> Trick:
    """A lead and three plays, legal or not, often of the shapes that were led."""
    domain = random_domain(rng, game)
    in_suit = neighbourhood(rng, game, domain)
    trumps = neighbourhood(rng, game, "trump")
    lead = random_lead(rng, game, in_suit, singles=0.3)
    shapes = game.shapes(lead)
    plays = [lead]
    for _ in range(3):
        pool = trumps if rng.random() < 0.65 else in_suit
        play: Cards = ()
        if rng.random() < 0.6:
            left = pool
            for shape in shapes:
                pieces = game.pieces(left, shape)
                if pieces:
                    piece = rng.choice(pieces)[2]
                    play, left = tuple(sorted(play + piece)), without(left, piece)
        if len(play) < len(lead):
            play = clumped(rng, pool, len(lead))
        if rng.random() < 0.1 or len(play) < len(lead):
            kept = play[1:]
            rest = list(without(game.deck, kept))
            play = tuple(sorted([*kept, *rng.sample(rest, len(lead) - len(kept))]))
        plays.append(play)
    return Trick(game.level, game.trump, tuple(plays))


def random_domain(rng: Random, game: Game) -> str:
    return "trump" if rng.random() < 0.4 else rng.choice([suit for suit in "SHDC" if suit != game.trump])


def neighbourhood(rng: Random, game: Game, domain: str, least: int = 3) -> Cards:
    """All copies of the cards at a few consecutive positions of a domain."""
    order = game.order(domain)
    width = min(rng.randint(least, 8), len(order))
    high = rng.randint(0, len(order) - width)
    if domain == "trump" and rng.random() < 0.5:
        high = min(high, rng.randint(0, 3))
    return tuple(
        sorted(card for group in order[high : high + width] for card in group for _ in range(game.rules.decks))
    )


def random_lead(
    rng: Random, game: Game, pool: Cards, singles: float, parts: tuple[int, ...] = (1, 1, 2, 2, 3, 4)
) -> Cards:
    """One to four components put together."""
    wanted = [(1, 1)] if rng.random() < singles else rng.choices(*shapes_led(game), k=rng.choice(parts))
    lead: Cards = ()
    for shape in wanted:
        pieces = game.pieces(without(pool, lead), shape)
        if pieces and len(lead) + shape[0] * shape[1] <= MOST_LED:
            lead = tuple(sorted(lead + rng.choice(pieces)[2]))
    return lead or (rng.choice(pool),)


def shapes_led(game: Game) -> tuple[list[tuple[int, int]], list[int]]:
    """The shapes a lead is put together from, and how often each."""
    weights = {(1, 1): 3, (2, 1): 5, (2, 2): 5, (2, 3): 1, (2, 4): 1}
    if 3 in game.rules.sets:
        weights |= {(3, 1): 4, (3, 2): 4}
    if 4 in game.rules.sets:
        weights |= {(4, 1): 4, (4, 2): 3}
    return list(weights), list(weights.values())


def clumped(rng: Random, pool: Cards, most: int) -> Cards:
    """So many cards of a pool (fewer if it runs out), in pairs more often than chance would have it."""
    left, taken = list(pool), []
    widest = max(2, *(pool.count(card) for card in pool)) if pool else 2
    while left and len(taken) < most:
        card = rng.choice(left)
        copies = min(left.count(card), most - len(taken), rng.randint(2, widest) if rng.random() < 0.6 else 1)
        for _ in range(copies):
            left.remove(card)
            taken.append(card)
    return tuple(sorted(taken))
