"""Answers at the table against the oracle: verdicts, counts, who wins and why, what is certain of a hand not seen."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random
from typing import TYPE_CHECKING

import pytest
from comparing import group_of, table_at
from positions import random_follow, random_game, random_play, random_trick
from settings import SHIPPED
from words import cards

if TYPE_CHECKING:
    from brute import Game
    from positions import Follow

POSITIONS = 40
MOST_PLAYS = 600
"""The oracle tries every play of a hand that has no more than so many."""
CANNOT_WIN = {"size", "off_suit", "mixed", "shape", "match"}


@pytest.mark.parametrize("name", SHIPPED)
def test_follow(name: str) -> None:
    """Verdict, number of legal plays and those named are the oracle's, with a play to judge and without."""
    rng = Random(f"asking {name}")
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        at = random_follow(rng, random_game(rng, name))
        game = random_game_at(name, at)
        if comb(len(at.holding), len(at.lead)) > MOST_PLAYS:
            continue
        table = table_at(name, at.level, at.trump)
        play = random_play(rng, at.holding, len(at.lead))
        legal = game.legal_follows(at.lead, at.holding)
        ruling = table.explain_follow(lead=group_of(at.lead), holding=group_of(at.holding), play=group_of(play))
        assert (ruling.verdict == "legal") == (play in legal), (at, play)
        assert ruling.legal_count == len(legal), at
        assert {cards(each) for each in ruling.legal_examples} <= legal, at
        assert len(ruling.legal_examples) == min(len(legal), 6)
        assert ruling.rule is not None
        assert ruling.source is not None
        open_question = table.explain_follow(lead=group_of(at.lead), holding=group_of(at.holding))
        assert (open_question.verdict, open_question.legal_count) == ("legal", len(legal))
        seen[ruling.verdict] += 1
    assert seen["legal"] >= 5, seen
    assert seen["illegal"] >= 5 or name.endswith("1deck"), seen


def random_game_at(name: str, at: Follow) -> Game:
    from settings import game_at

    return game_at(name, at.level, at.trump)


@pytest.mark.parametrize("name", SHIPPED)
def test_trick(name: str) -> None:
    """The winner is the oracle's; who cannot win has no strength there, everybody else has less or came later."""
    rng = Random(f"asking who wins {name}")
    reasons: Counter[str] = Counter()
    for _ in range(POSITIONS):
        game = random_game(rng, name)
        at = random_trick(rng, game)
        if max(Counter(card for play in at.plays for card in play).values()) > game.rules.decks:
            continue
        ruling = table_at(name, at.level, at.trump).explain_trick([group_of(play) for play in at.plays])
        assert ruling.winner == game.winner(at.plays), at
        best = game.strength(at.plays[0], at.plays[ruling.winner])
        assert best is not None
        for index, play in enumerate(ruling.plays):
            reasons[play.why] += 1
            assert play.wins == (index == ruling.winner)
            assert play.reason("en")
            assert play.reason("zh")
            own = game.strength(at.plays[0], at.plays[index]) if len(at.plays[index]) == len(at.plays[0]) else None
            assert (own is None) == (play.why in CANNOT_WIN), (at, play)
            if own is not None:
                assert own <= best, (at, play)
                assert (play.why == "equal") == (own == best and index != ruling.winner), (at, play)
    assert len(reasons) >= 4, reasons


@pytest.mark.parametrize("name", ["qq-2deck", "qq-3deck", "qq-4deck"])
def test_hand_not_seen(name: str) -> None:
    """Of a play alone: what is said to be certain is so in every hand that the oracle makes up."""
    rng = Random(f"asking without a hand {name}")
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        at = random_follow(rng, random_game(rng, name))
        game = random_game_at(name, at)
        play = random_play(rng, at.holding, len(at.lead))
        ruling = table_at(name, at.level, at.trump).explain_follow(lead=group_of(at.lead), play=group_of(play))
        seen[ruling.verdict] += 1
        if ruling.verdict == "undetermined":
            assert ruling.missing
            continue
        found = {game.follow_is_legal(at.lead, hand, play) for hand in hands_with(rng, game, play, at)}
        assert found == {ruling.verdict == "legal"}, (at, play)
    assert seen["legal"]
    assert seen["undetermined"]


def hands_with(rng: Random, game: Game, play: tuple[str, ...], at: Follow) -> list[tuple[str, ...]]:
    """Some hands that hold a play: it alone, with the cards at hand, and with random ones."""
    left = list(at.holding)
    for card in play:
        left.remove(card)
    pool = Counter(dict.fromkeys(game.domains, game.rules.decks)) - Counter([*at.lead, *play])
    faces = sorted(pool.elements())
    return [play, at.holding, *(tuple(sorted([*play, *rng.sample(faces, rng.randint(1, 8))])) for _ in range(12))]
