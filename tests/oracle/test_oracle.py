"""The engine against the oracle on random positions: 20,000 of the shipped two-deck games, fewer of other settings."""

from __future__ import annotations

from itertools import islice

import pytest
from comparing import disagreements
from settings import GAMES

SHIPPED = ("qq-2deck", "qq-2deck-permanent2")
AMOUNTS = {"follow": 3000, "lead": 3500, "winner": 3500}
CHUNK = 500


def test_amount() -> None:
    assert len(SHIPPED) * sum(AMOUNTS.values()) >= 20_000


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(
    ("what", "chunk"), [(what, chunk) for what, amount in AMOUNTS.items() for chunk in range(amount // CHUNK)]
)
def test_two_decks(name: str, what: str, chunk: int) -> None:
    assert list(islice(disagreements(name, what, CHUNK, chunk), 3)) == []


@pytest.mark.parametrize("name", [name for name in GAMES if name not in SHIPPED])
@pytest.mark.parametrize("what", AMOUNTS)
def test_other_settings(name: str, what: str) -> None:
    assert list(islice(disagreements(name, what, 100, "other"), 3)) == []
