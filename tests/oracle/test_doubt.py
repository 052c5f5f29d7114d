"""Judging with unseen cards, against every way to deal them: what is called certain must hold in all of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest
from board import choices, without
from comparing import faces, table_at
from positions import away, clumped, neighbourhood, random_domain, random_game, random_lead, random_throw
from words import Cards, cards

from referee.cards import Cards as Written
from referee.cards import Unknown
from referee.packed import pack
from referee.rules import doubt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brute import Game

    from referee import Table


class Position(NamedTuple):
    """A follow by a hand of which ``unseen`` cards of ``pool`` are not known; ``gaps`` of the play are unknown too."""

    lead: Cards
    known: Cards
    unseen: int
    pool: Cards
    play: Cards
    gaps: int


def random_position(rng: Random, game: Game, gaps: int) -> Position:
    """A hand of one suit and a little else; two or three of the cards it does not play are hidden in a small pool."""
    domain = random_domain(rng, game)
    lead: Cards = ()
    while len(lead) < max(gaps, 1) or len(lead) > 6:
        pool = neighbourhood(rng, game, domain, least=5)
        lead = random_lead(rng, game, pool, singles=0.1, parts=(1, 1, 2, 3))
    near = tuple(sorted(card for card, copies in pool.items() for _ in range(copies)))
    elsewhere = tuple(rng.sample(away(game, domain), len(lead) + 4))
    held = tuple(sorted(clumped(rng, pool, rng.randint(0, len(lead) + 4))))
    others = elsewhere[: max(rng.choice([0, 0, 1, 3]), len(lead) - len(held))]
    hand = tuple(sorted(held + others))
    answers = sorted(game.legal_follows(lead, hand) if rng.random() < 0.6 else choices(hand, len(lead)))
    play = tuple(rng.sample(rng.choice(answers), len(lead) - gaps))
    back = without(hand, play)
    hidden = rng.sample(back, min(len(back), rng.randint(gaps, 3)))
    left = without(near, held) + elsewhere[len(others) :]
    unseen = tuple(sorted([*hidden, *rng.sample(left, min(len(left), rng.randint(0, 5)))]))
    return Position(lead, without(hand, hidden), len(hidden), unseen, tuple(sorted(play)), gaps)


def verdicts(game: Game, at: Position) -> Iterator[bool]:
    """Legal or not, for every way to deal the unseen cards and to fill the gaps of the play from them."""
    for dealt in choices(at.pool, at.unseen):
        holding = tuple(sorted(at.known + dealt))
        for filling in choices(dealt, at.gaps):
            yield game.follow_is_legal(at.lead, holding, tuple(sorted(at.play + filling)))


def forced_in_suit(game: Game, at: Position) -> bool:
    """Must some of the unseen cards be of the led suit? There an answer may be weaker than the best possible."""
    domain = game.domain_of(at.lead)
    return sum(game.domains[card] != domain for card in at.pool) < at.unseen


@pytest.mark.parametrize("gaps", [0, 1, 2])
@pytest.mark.parametrize("name", ["qq-2deck", "qq-2deck-permanent2", "qq-3deck"])
def test_follow(name: str, gaps: int) -> None:
    rng = Random(f"doubt {name} {gaps}")
    seen: Counter[str] = Counter()
    for _ in range(300):
        game = random_game(rng, name)
        at = random_position(rng, game, gaps)
        found = set(verdicts(game, at))
        expected = "undetermined" if len(found) > 1 else "legal" if found == {True} else "illegal"
        verdict = judge(table_at(name, game.level, game.trump), at)
        seen[expected] += 1
        if verdict == "undetermined" and forced_in_suit(game, at):
            continue
        assert verdict == expected, (name, game.level, game.trump, at)
    assert min(seen[verdict] for verdict in ("legal", "illegal", "undetermined")) >= 10, seen


def judge(table: Table, at: Position) -> str:
    bound = table.bound
    play = Written(faces(at.play), (Unknown(None, at.gaps),) if at.gaps else ())
    lead = bound.lead(faces(at.lead))
    return doubt.judge_follow(bound, lead, pack(faces(at.known)), at.unseen, pack(faces(at.pool)), play).verdict


@pytest.mark.parametrize("name", ["qq-2deck", "qq-2deck-permanent2"])
def test_throw(name: str) -> None:
    rng = Random(f"doubt of throws {name}")
    seen: Counter[str] = Counter()
    while sum(seen.values()) < 250:
        game = random_game(rng, name)
        at = random_throw(rng, game)
        if game.domain_of(at.lead) is None or len(game.shapes(at.lead)) == 1:
            continue
        domain = game.domain_of(at.lead)
        hands = [tuple(card for card in hand if game.domains[card] == domain) for hand in at.others]
        hidden = [tuple(rng.sample(hand, min(len(hand), rng.randint(0, 2)))) for hand in hands]
        known = [without(hand, part) for hand, part in zip(hands, hidden, strict=True)]
        pool = tuple(sorted(sum(hidden, ())))
        expected: set[str] = set()
        kept: set[Cards] = set()
        for others in deals(known, [len(part) for part in hidden], pool):
            status, parts = game.lead_status(at.lead, others)
            expected.add(status)
            kept |= parts
        table = table_at(name, game.level, game.trump)
        found = doubt.judge_throw(
            table.bound,
            table.bound.lead(faces(at.lead)),
            [(pack(faces(hand)), len(part)) for hand, part in zip(known, hidden, strict=True)],
            pack(faces(pool)),
        )
        seen[found.outcome] += 1
        if found.outcome != "open":
            assert expected == {found.outcome}, at
        else:
            assert "fails" in expected, at
        assert {tuple(sorted(faces(part))) for part in kept} <= set(found.possible), at
    assert min(seen[outcome] for outcome in ("stands", "fails", "open")) >= 10, seen


def deals(known: list[Cards], unseen: list[int], pool: Cards) -> Iterator[list[Cards]]:
    """Every way to deal the pool to hands that lack so many cards."""
    if not known:
        yield []
        return
    for dealt in set(combinations(pool, unseen[0])):
        for rest in deals(known[1:], unseen[1:], without(pool, dealt)):
            yield [tuple(sorted(known[0] + dealt)), *rest]


def test_pool_without_a_second_nine() -> None:
    """Of one nine and no other pair in the pool, two unseen cards cannot make the pair that would be owed."""
    table = table_at("qq-2deck", "10", "S")
    at = Position(cards("H55"), cards("H378"), 2, cards("H9 D4 C6"), cards("H37"), 0)
    assert judge(table, at) == "legal"
    assert judge(table, at._replace(pool=cards("H99 D4 C6"))) == "undetermined"
    assert judge(table, at._replace(pool=cards("H3 D4 C6"))) == "undetermined"
