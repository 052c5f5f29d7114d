"""The oracle itself against the worked cases: a second opinion is worth something only if it knows the rules."""

from __future__ import annotations

from typing import Any

import pytest
from board import choices
from brute import Game
from casebook import cases, rungs, several
from rulebook import NotInOracleError
from settings import oracle_rules
from words import cards, shape, shape_name

Case = dict[str, Any]


def known(*areas: str, having: str) -> list[Any]:
    """The cases whose settings the oracle knows, and whose lead is not grouped by hand."""
    return [param for param in cases(*areas, having=having) if game_of(param.values[0]) is not None]


def game_of(case: Case) -> Game | None:
    if "+" in str(case.get("cards", "")):
        return None
    try:
        rules = oracle_rules({key: value for key, value in case.items() if key != "penalty"})
    except NotInOracleError:
        return None
    return Game(rules, case["level"], case["trump"])


def the_game(case: Case) -> Game:
    game = game_of(case)
    assert game is not None
    return game


def test_most_cases_are_known() -> None:
    asked = [
        *cases("order", "tractors", "decomposition", "throws", "follow", "ruffs", "winners", "vectors", "disputes")
    ]
    assert sum(game_of(param.values[0]) is not None for param in asked) > 0.85 * len(asked)


@pytest.mark.parametrize("case", known("order", having="order"))
def test_order(case: Case) -> None:
    assert the_game(case).order(case["domain"]) == [set(several(rank)) for rank in case["order"]]


@pytest.mark.parametrize("case", known("tractors", "decomposition", "vectors", "disputes", having="is"))
def test_components(case: Case) -> None:
    game, group = the_game(case), cards(case["cards"])
    if case["is"] == "mixed":
        assert game.domain_of(group) is None
        return
    canonical = game.decompositions(group)
    assert {" + ".join(shape_name(of) for of, _, _ in parts) for parts in canonical} == {case["is"]}
    if "parts" in case:
        assert [part for _, _, part in canonical[0]] == [cards(part) for part in case["parts"]]


@pytest.mark.parametrize("case", known("throws", "vectors", "disputes", having="others"))
def test_leads(case: Case) -> None:
    status, kept = the_game(case).lead_status(cards(case["lead"]), [cards(other) for other in case["others"]])
    if case["result"] in ("illegal", "stands"):
        assert status == case["result"]
        assert not kept
    else:
        assert status == "fails"
        assert kept == {cards(part) for part in several(case["result"])}


@pytest.mark.parametrize("case", known("follow", "vectors", "disputes", having="holding"))
def test_follows(case: Case) -> None:
    game, lead, holding = the_game(case), cards(case["lead"]), cards(case["holding"])
    for verdict in ("legal", "illegal"):
        for play in case.get(verdict, []):
            assert game.follow_is_legal(lead, holding, cards(play)) == (verdict == "legal"), play
    if "only" in case:
        assert game.legal_follows(lead, holding) == {cards(play) for play in case["only"]}


@pytest.mark.parametrize("case", known("ruffs", "winners", "vectors", "disputes", having="winner"))
def test_winners(case: Case) -> None:
    assert the_game(case).winner([cards(play) for play in case["plays"]]) == case["winner"]


@pytest.mark.parametrize(("book", "rung", "holding"), rungs())
def test_rungs(book: Case, rung: int, holding: str) -> None:
    game = the_game(book)
    led, held = shape(book["lead"]), cards(holding)
    number = rung + book.get("above", 0)
    assert game.value(held, (led,)) == ((-number,),)
    plays = choices(held, led[0] * led[1])
    assert any(game.value(play, (led,)) == ((-number,),) for play in plays)
