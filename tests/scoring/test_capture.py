"""Kitty capture: the cases of tests/cases/multipliers.yaml, and what is said when facts are missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tables import cases, change, table

from referee.formula import FormulaError, parse_formula
from referee.rules.capture import LastTrick, capture, multiplier
from referee.ruleset.model import CaptureCase
from referee.shapes import parse_shape

Case = dict[str, Any]


@pytest.mark.parametrize("case", cases("multipliers"))
def test_multiplier_of_a_trick(case: Case) -> None:
    at = table(case["table"]).at(level=case["level"], trump=case["trump"])
    winning: str = case["winning"]
    lead: str = case.get("lead", winning)
    assert at.multiplier(lead=lead, winning=winning) == case["x"]


@pytest.mark.parametrize("case", cases("multipliers", "shapes"))
def test_multiplier_of_shapes(case: Case) -> None:
    shapes = [parse_shape(text) for text in case["shapes"]]
    cards = case.get("cards", sum(shape.cards for shape in shapes))
    found = multiplier(table(case["table"]), shapes, trump=not case.get("side", False), cards=cards)
    assert found.value == case["x"]
    assert found.rule == case.get("rule", found.rule)


@pytest.mark.parametrize("case", cases("multipliers", "digs"))
def test_last_trick(case: Case) -> None:
    shapes = [parse_shape(text) for text in case.get("shapes", ["S1"])]
    last = LastTrick(case["attackers"], shapes, True, case["cards"], case["own"], case["loser"], case.get("score"))
    found = capture(table(case["table"]), last, case.get("kitty", 0))
    assert found.trick_points is not None
    assert found.effect is not None
    assert case["before"] + found.trick_points + found.effect == case["after"]


KNOWN = LastTrick(True, (parse_shape("S2"),), True, 2, 5, 10, 40)


def test_captured_is_base_times_multiplier() -> None:
    found = capture(table("qq-2deck"), KNOWN, 10)
    assert (found.captures, found.base, found.multiplier, found.points) == (True, 10, 4, 40)
    assert found.rule == "capture.multiplier.any_play"


@pytest.mark.parametrize(
    ("missing", "kitty", "points", "times"),
    [
        ({"shapes": None}, 10, None, None),
        ({"cards": None}, 10, None, None),
        ({"by_attackers": None}, 10, None, None),
        ({}, None, None, 4),
        ({"shapes": None}, 0, 0, None),
        ({"by_attackers": False, "shapes": None}, None, 0, 0),
        ({"trump": None}, 10, 40, 4),
    ],
)
def test_what_is_not_known_is_not_guessed(
    missing: Any, kitty: int | None, points: int | None, times: int | None
) -> None:
    found = capture(table("qq-2deck"), KNOWN._replace(**missing), kitty)
    assert (found.points, found.multiplier) == (points, times)


def test_unknown_domain_matters_only_where_it_counts() -> None:
    assert capture(table("table-2deck"), KNOWN._replace(trump=None), 10).points is None


@pytest.mark.parametrize(("own", "loser"), [(None, 10), (5, None)])
def test_unknown_trick_points(own: int | None, loser: int | None) -> None:
    assert capture(table("qq-2deck"), KNOWN._replace(own_points=own, loser_points=loser), 10).trick_points is None


def test_both_may_capture_whoever_won() -> None:
    found = capture(table("qq-4deck"), KNOWN._replace(by_attackers=None), None)
    assert (found.captures, found.trick_points) == (None, None)


def test_dealer_side_adds_nothing_without_a_transfer() -> None:
    rules = change(table("qq-2deck"), "capture", by="both")
    found = capture(rules, KNOWN._replace(by_attackers=False), 10)
    assert (found.points, found.effect, found.trick_points) == (40, 0, 0)


def test_a_formula_without_a_value_says_so() -> None:
    row = CaptureCase("odd", "always", 0, 0, None, parse_formula("n / 2"))
    rules = table("qq-2deck")
    rules = replace(rules, capture=replace(rules.capture, cases=(row,)))
    with pytest.raises(FormulaError):
        multiplier(rules, [parse_shape("S3")], trump=True, cards=3)
