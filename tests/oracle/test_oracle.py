"""The engine against the oracle on random positions: 20,000 of every shipped game, fewer of other settings."""

from __future__ import annotations

from itertools import islice

import pytest
from comparing import disagreements, twins
from rulebook import rules_of
from settings import GAMES, SHIPPED

AMOUNTS = {"follow": 5000, "lead": 7000, "winner": 8000}
CHUNK = 1000


def test_amount() -> None:
    assert sum(AMOUNTS.values()) >= 20_000
    assert all(amount % CHUNK == 0 for amount in AMOUNTS.values())
    assert {name for names in twins(SHIPPED) for name in names} == set(SHIPPED)


def test_every_number_of_decks_and_lists_are_among_them() -> None:
    assert {rules_of(name).decks for name in SHIPPED} == {1, 2, 3, 4}
    assert {rules_of(name).decks for name in SHIPPED if rules_of(name).tiers} == {3, 4}


@pytest.mark.parametrize("names", twins(SHIPPED), ids=" ".join)
@pytest.mark.parametrize(
    ("what", "chunk"), [(what, chunk) for what, amount in AMOUNTS.items() for chunk in range(amount // CHUNK)]
)
def test_shipped(names: list[str], what: str, chunk: int) -> None:
    assert list(islice(disagreements(names, what, CHUNK, chunk), 3)) == []


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
    assert list(islice(disagreements([name], what, 150, "other"), 3)) == []
