"""Verdicts that must not change: cards written in another order, side suits renamed, hands seen in another order."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from board import choices
from comparing import table_at, values
from positions import random_follow, random_game, random_throw, random_trick
from settings import GAMES, WITH_LISTS

from referee.cards import make_deck

if TYPE_CHECKING:
    from collections.abc import Callable

    from brute import Game
    from positions import Follow
    from words import Cards, Shape

AMOUNT = 20


def text(group: Cards, rng: Random) -> str:
    """A group of cards as text, in any order."""
    return " ".join(rng.sample(group, len(group)))


def renaming(rng: Random, trump: str) -> Callable[[Cards], Cards]:
    """Side suits for side suits; at no-trump all four are."""
    side = [suit for suit in "SHDC" if suit != trump]
    new = dict(zip(side, rng.sample(side, len(side)), strict=True))
    return lambda group: tuple(
        sorted(card if card in {"LJ", "BJ"} else new.get(card[0], card[0]) + card[1:] for card in group)
    )


def all_ways(name: str, what: str) -> Random:
    return Random(f"relations {name} {what}")


@pytest.mark.parametrize("name", GAMES)
def test_follows(name: str) -> None:
    rng = all_ways(name, "follow")
    for _ in range(AMOUNT):
        game = random_game(rng, name)
        at, table = random_follow(rng, game), table_at(name, game.level, game.trump)
        renamed = renaming(rng, game.trump)
        lead, holding = values(at.lead), values(at.holding)
        legal = list(table.legal_follows(lead=lead, holding=holding, limit=None))
        assert legal, "there is always something to play"
        assert table.count_legal_follows(lead=lead, holding=holding) == len(legal)
        assert table.count_legal_follows(lead=values(renamed(at.lead)), holding=values(renamed(at.holding))) == len(
            legal
        )
        plays = sorted(choices(at.holding, len(at.lead)))
        for play in rng.sample(plays, min(4, len(plays))):
            expected = table.judge_follow(lead=lead, holding=holding, play=values(play))
            shuffled = table.judge_follow(lead=text(at.lead, rng), holding=text(at.holding, rng), play=text(play, rng))
            assert (shuffled.verdict, shuffled.code, shuffled.rule) == (expected.verdict, expected.code, expected.rule)
            other = table.judge_follow(
                lead=values(renamed(at.lead)), holding=values(renamed(at.holding)), play=values(renamed(play))
            )
            assert (other.verdict, other.code, other.rule) == (expected.verdict, expected.code, expected.rule)
            for example in expected.legal_examples:
                assert table.judge_follow(lead=lead, holding=holding, play=example).verdict == "legal"


@pytest.mark.parametrize("name", GAMES)
def test_leads(name: str) -> None:
    rng = all_ways(name, "lead")
    for _ in range(AMOUNT):
        game = random_game(rng, name)
        at, table = random_throw(rng, game), table_at(name, game.level, game.trump)
        renamed = renaming(rng, game.trump)
        expected = table.judge_lead(values(at.lead), others=[values(hand) for hand in at.others])
        seats = rng.sample(at.others, len(at.others))
        assert table.judge_lead(text(at.lead, rng), others=[text(hand, rng) for hand in seats]).kept == expected.kept
        other = table.judge_lead(values(renamed(at.lead)), others=[values(renamed(hand)) for hand in at.others])
        assert other.verdict == expected.verdict
        assert len(other.kept) == len(expected.kept)


@pytest.mark.parametrize("name", GAMES)
def test_winners(name: str) -> None:
    rng = all_ways(name, "winner")
    for _ in range(AMOUNT):
        game = random_game(rng, name)
        at, table = random_trick(rng, game), table_at(name, game.level, game.trump)
        renamed = renaming(rng, game.trump)
        winner = table.winner([values(play) for play in at.plays])
        assert table.winner([text(play, rng) for play in at.plays]) == winner
        assert table.winner([values(renamed(play)) for play in at.plays]) == winner
        assert table.winner([values(at.plays[0]), values(at.plays[winner])]) == (winner > 0)


@pytest.mark.parametrize("name", GAMES)
def test_whole_hands_always_have_an_answer(name: str) -> None:
    """Full hands from a shuffled deck: any shape of lead leaves something legal, and it is judged legal."""
    rng = all_ways(name, "hands")
    for _ in range(10):
        game = random_game(rng, name)
        table = table_at(name, game.level, game.trump)
        deck = list(game.deck)
        rng.shuffle(deck)
        assert len(deck) == len(make_deck(game.rules.decks))
        leader, follower = tuple(sorted(deck[:25])), tuple(sorted(deck[25:50]))
        domain = rng.choice(sorted({game.domains[card] for card in leader}))
        suit = [card for card in leader if game.domains[card] == domain]
        lead = tuple(sorted(suit)[: rng.randint(1, 8)])
        answers = list(table.legal_follows(lead=values(lead), holding=values(follower), limit=5))
        assert answers
        for answer in answers:
            assert table.judge_follow(lead=values(lead), holding=values(follower), play=answer).verdict == "legal"


def answers(name: str, at: Follow) -> set[str]:
    """Every legal answer."""
    table = table_at(name, at.level, at.trump)
    return set(table.legal_follows(lead=values(at.lead), holding=values(at.holding), limit=None))


@pytest.mark.parametrize("name", WITH_LISTS)
def test_lists_say_what_the_generic_order_says(name: str) -> None:
    """Three decks: the lists are the generic order written out. Four decks: they are where they mean nothing else."""
    rng = Random(f"lists and generic order {name}")
    compared = 0
    while compared < 120:
        game = random_game(rng, name)
        at = random_follow(rng, game)
        listed = [led for led in game.shapes(at.lead) if (led,) in game.rules.tiers]
        if game.rules.decks == 3 or says_nothing_else(game, at, listed):
            assert answers(name, at) == answers(f"{name}, no lists", at), at
            compared += bool(listed)


def says_nothing_else(game: Game, at: Follow, listed: list[Shape]) -> bool:
    """Four decks: no component has a list, or the only one is a quad or a tractor and nothing is held three times.

    With a triple or a quad to give the lists rank it among pairs in their own way, the lists for runs of triples or
    quads ask for runs of pairs in their own way, and that for four pairs does not ask for a second tractor.
    """
    domain = game.domain_of(at.lead)
    held = [card for card in at.holding if game.domains[card] == domain]
    own_way = [led for led in listed if led not in {(4, 1), (2, 2), (2, 3)}]
    return not listed or (len(listed) == 1 and not own_way and max(map(held.count, held), default=0) < 3)
