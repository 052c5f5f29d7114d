"""The engine against the oracle on random positions: 20,000 of the shipped two-deck games, fewer of other settings."""

from __future__ import annotations

from itertools import islice

import pytest
from comparing import disagreements
from settings import GAMES

SHIPPED = ("qq-2deck", "qq-2deck-permanent2")
AMOUNTS = {"follow": 2500, "lead": 3500, "winner": 4000}
CHUNK = 500


def test_amount() -> None:
    assert len(SHIPPED) * sum(AMOUNTS.values()) >= 20_000


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(
    ("what", "chunk"), [(what, chunk) for what, amount in AMOUNTS.items() for chunk in range(amount // CHUNK)]
)
def test_two_decks(name: str, what: str, chunk: int) -> None:
    assert list(islice(disagreements(name, what, CHUNK, chunk), 3)) == []


def other_settings() -> list[tuple[str, str]]:
    """What each of the other settings can change: some only what is owed, some only throws and winners."""
    found = []
    for name, case in GAMES.items():
        changed = {path.partition(".")[0] for path in case.get("rules", {})}
        kinds = [*AMOUNTS] if not changed else ["follow"] if "follow" in changed else ["lead", "winner"]
        found += [(name, kind) for kind in kinds if name not in SHIPPED]
    return found


@pytest.mark.parametrize(("name", "what"), other_settings())
def test_other_settings(name: str, what: str) -> None:
    assert list(islice(disagreements(name, what, 100, "other"), 3)) == []
