"""Numbers of legal plays in chosen positions, kept as a table."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest
from casebook import read
from comparing import table_at
from settings import game_at
from words import cards

NAMES = ("qq-2deck", "qq-2deck-permanent2")
TABLE = read("perft")
BRUTE = 12_000
"""The oracle counts where there are no more plays than this to try."""

Position = dict[str, Any]


def positions() -> list[Any]:
    return [
        pytest.param(name, position, count, id=f"{name}-{position['id']}")
        for position in TABLE["positions"]
        for name, count in zip(NAMES, position["counts"], strict=True)
    ]


def test_enough_positions() -> None:
    assert len(TABLE["positions"]) >= 20
    assert len({position["id"] for position in TABLE["positions"]}) == len(TABLE["positions"])


@pytest.mark.parametrize(("name", "position", "count"), positions())
def test_number_of_legal_plays(name: str, position: Position, count: int) -> None:
    holding = TABLE["hands"][position["hand"]] if "hand" in position else position["holding"]
    lead, level, trump = position["lead"], position["level"], position["trump"]
    table = table_at(name, level, trump)
    assert table.count_legal_follows(lead=lead, holding=holding) == count
    assert len(list(table.legal_follows(lead=lead, holding=holding, limit=None))) == count
    group, hand = cards(lead), cards(holding)
    if comb(len(hand), len(group)) <= BRUTE:
        assert len(game_at(name, level, trump).legal_follows(group, hand)) == count
