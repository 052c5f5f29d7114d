"""Random situations at the table, made to hit the hard spots: neighbours in the order, pairs, level cards, jokers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from settings import game_at
from words import RANKS, Cards, Shape

if TYPE_CHECKING:
    from random import Random

    from brute import Game

MOST_LED = 8
MOST_HELD = 10
TRUMPS = ("S", "H", "D", "C", "NT")
Pool = dict[str, int]
"""Cards that may be dealt: faces and how many copies of each are left."""


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


def random_game(rng: Random, name: str) -> Game:
    return game_at(name, rng.choice(RANKS), rng.choice(TRUMPS))


def random_follow(rng: Random, game: Game) -> Follow:
    """A lead, and a hand that holds up to ten cards of its suit."""
    domain = random_domain(rng, game)
    pool = neighbourhood(rng, game, domain, least=5)
    lead = random_lead(rng, game, pool, singles=0.08)
    more = rng.random() < 0.8 and len(lead) < MOST_HELD
    held = clumped(rng, pool, rng.randint(len(lead) + 1, MOST_HELD) if more else rng.randint(0, len(lead)))
    short = max(0, len(lead) - len(held))
    beside = rng.choice([0, 0, 0, 1, 1, 2]) if len(held) > len(lead) else rng.randint(0, len(lead))
    others = rng.sample(away(game, domain), max(short, beside))
    return Follow(game.level, game.trump, lead, tuple(sorted([*held, *others])))


def random_throw(rng: Random, game: Game) -> Lead:
    """A lead, mostly of several components, and the other three hands."""
    domain = random_domain(rng, game)
    pool = neighbourhood(rng, game, domain)
    lead = random_lead(rng, game, pool, singles=0.05, parts=(1, 2, 2, 3, 3, 4))
    if rng.random() < 0.03:
        lead = tuple(sorted([*lead, rng.choice(away(game, domain))]))
    others = []
    for _ in range(3):
        held = clumped(rng, pool, rng.randint(0, 6))
        others.append(tuple(sorted([*held, *rng.sample(away(game, domain), rng.randint(0, 3))])))
    return Lead(game.level, game.trump, lead, tuple(others))


def random_trick(rng: Random, game: Game) -> Trick:
    """A lead and three plays, legal or not, often of the shapes that were led."""
    domain = random_domain(rng, game)
    in_suit = neighbourhood(rng, game, domain)
    trumps = in_suit if domain == "trump" else neighbourhood(rng, game, "trump")
    lead = random_lead(rng, game, in_suit, singles=0.3)
    shapes = game.shapes(lead)
    plays = [lead]
    for _ in range(3):
        pool = trumps if rng.random() < 0.65 else in_suit
        play: list[str] = []
        if rng.random() < 0.6:
            for shape in shapes:
                play += random_piece(rng, game, pool, shape)
        play += clumped(rng, pool, len(lead) - len(play))
        if rng.random() < 0.1 and len(play) == len(lead):
            play.pop()
        if len(play) < len(lead):
            others = [card for card in rng.sample(away(game, domain), 3 * MOST_LED) if card not in play]
            play += others[: len(lead) - len(play)]
        plays.append(tuple(sorted(play)))
    return Trick(game.level, game.trump, tuple(plays))


def random_play(rng: Random, holding: Cards, amount: int) -> Cards:
    """Some cards of a hand, equal ones more often together than chance would have it."""
    pool: Pool = {}
    for card in holding:
        pool[card] = pool.get(card, 0) + 1
    return tuple(sorted(clumped(rng, pool, amount)))


def random_domain(rng: Random, game: Game) -> str:
    return "trump" if rng.random() < 0.4 else rng.choice([suit for suit in "SHDC" if suit != game.trump])


@lru_cache(maxsize=4096)
def away(game: Game, domain: str) -> list[str]:
    """All cards of other domains."""
    return [card for card in game.deck if game.domains[card] != domain]


def neighbourhood(rng: Random, game: Game, domain: str, least: int = 3) -> Pool:
    """All copies of the cards at a few consecutive positions of a domain."""
    order = game.order(domain)
    width = min(rng.randint(least, 8), len(order))
    high = rng.randint(0, len(order) - width)
    if domain == "trump" and rng.random() < 0.5:
        high = min(high, rng.randint(0, 3))
    return {card: game.rules.decks for group in order[high : high + width] for card in sorted(group)}


def random_lead(
    rng: Random, game: Game, pool: Pool, singles: float, parts: tuple[int, ...] = (1, 1, 2, 2, 3, 4)
) -> Cards:
    """One to four components put together; their cards leave the pool."""
    kinds, weights = shapes_led(game.rules.sets)
    wanted = [(1, 1)] if rng.random() < singles else rng.choices(kinds, weights, k=rng.choice(parts))
    lead: list[str] = []
    for shape in wanted:
        if len(lead) + shape[0] * shape[1] <= MOST_LED:
            lead += random_piece(rng, game, pool, shape)
    return tuple(sorted(lead or random_piece(rng, game, pool, (1, 1))))


@lru_cache
def shapes_led(sets: tuple[int, ...]) -> tuple[list[Shape], list[int]]:
    """The shapes a lead is put together from, and how often each."""
    weights = {(1, 1): 3}
    if 2 in sets:
        weights |= {(2, 1): 5, (2, 2): 5, (2, 3): 1, (2, 4): 1}
    if 3 in sets:
        weights |= {(3, 1): 4, (3, 2): 4}
    if 4 in sets:
        weights |= {(4, 1): 4, (4, 2): 3}
    return list(weights), list(weights.values())


def random_piece(rng: Random, game: Game, pool: Pool, shape: Shape) -> list[str]:
    """A piece of this shape out of the pool, which it leaves; nothing where a few tries find none."""
    width, length = shape
    enough = [card for card, copies in pool.items() if copies >= width]
    if not enough:
        return []
    chosen = [rng.choice(enough)]
    if length > 1:
        row = rng.choice(game.lines[game.domains[chosen[0]]] or [[]])
        starts = [at for at, place in enumerate(row) if chosen[0] in place]
        start = rng.choice(starts) - rng.randrange(length) if starts else len(row)
        places = row[start : start + length] if start >= 0 else []
        fitting = [[card for card in place if pool.get(card, 0) >= width] for place in places]
        if len(fitting) < length or not all(fitting):
            return []
        chosen = [rng.choice(faces) for faces in fitting]
    for card in chosen:
        pool[card] -= width
    return chosen * width


def clumped(rng: Random, pool: Pool, most: int) -> list[str]:
    """So many cards out of a pool (fewer if it runs out), in pairs more often than chance would have it."""
    left = [card for card, copies in pool.items() if copies]
    widest = max(2, *pool.values()) if left else 2
    taken: list[str] = []
    while left and len(taken) < most:
        card = rng.choice(left)
        copies = min(pool[card], most - len(taken), rng.randint(2, widest) if rng.random() < 0.6 else 1)
        taken += [card] * copies
        pool[card] -= copies
        if not pool[card]:
            left.remove(card)
    return taken
