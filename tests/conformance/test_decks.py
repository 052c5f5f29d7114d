"""What a game is dealt."""

from __future__ import annotations

from typing import Any

import pytest
from casebook import cases

import referee


@pytest.mark.parametrize("case", cases("decks"))
def test_cards_and_points(case: dict[str, Any]) -> None:
    rules = referee.load_ruleset(case["ruleset"])
    counts = rules.deck.counts
    assert sum(counts) == case["cards"]
    assert sum(worth * count for worth, count in zip(rules.points, counts, strict=True)) == case["points"]
    assert (rules.deal.hand_size, rules.deal.kitty_size) == (case["hand"], case["kitty"])
    assert rules.players.count * case["hand"] + case["kitty"] == case["cards"]
