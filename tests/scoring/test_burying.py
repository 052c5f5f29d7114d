"""Burying: number, cards held, forbidden classes, limit on points; and the classes of cards."""

from __future__ import annotations

from typing import Any

import pytest
from tables import TRUMPS, cards, change, packed, table

from referee.cards import RANK_INDEX, SUIT_INDEX, format_cards
from referee.rules.bound import bind
from referee.rules.kitty import check_bury, classes_of
from referee.rules.order import TRUMP


def faults(
    buried: str, *, held: str | None = None, trump: str | None = "S", level: str | None = "10", **rules: Any
) -> list[str]:
    """What is wrong, as kind, cards, number and allowance; a question mark before what is left open."""
    changed = change(table("qq-2deck"), "kitty", **rules)
    at = None if trump is None else TRUMPS.index(trump)
    found = check_bury(changed, cards(buried), held=None if held is None else packed(held), level=level, trump=at)
    said = [
        f"{fault.kind} {fault.number}/{fault.allowed}" if fault.number else f"{fault.kind} {format_cards(fault.faces)}"
        for fault in found.faults
    ]
    return [*said, *(f"? {path}" for path in found.unsettled)]


@pytest.mark.parametrize(
    ("buried", "expected"),
    [
        ("S34567 H34 D9", []),
        ("S34567 H34", ["count 7/8"]),
        ("S34567 H34 D99", ["count 9/8"]),
        ("S34 ?", []),
        ("S34 ?x6", []),
        ("S34 ?x7", ["count 9/8"]),
        ("S34567 H345 ?", ["count 9/8"]),
    ],
)
def test_number_of_cards(buried: str, expected: list[str]) -> None:
    assert faults(buried) == expected


def test_cards_must_be_held() -> None:
    hand = "S34567 H34 D9 C9 BJ"
    assert faults("S34567 H34 D9", held=hand) == []
    assert faults("S34567 H34 D9", held="S34567 H34 C9") == ["not_held D9"]
    assert faults("S334567 H34", held=hand) == ["not_held S3"]


@pytest.mark.parametrize(
    ("forbidden", "buried", "expected"),
    [
        (("big_joker",), "S34567 H34 BJ", ["forbidden BJ"]),
        (("big_joker",), "S34567 H34 LJ", []),
        (("trump",), "S3 H34567 D10 LJ", ["forbidden S3 D10 LJ"]),
        (("level_off_suit",), "S10 H34567 D10 LJ", ["forbidden D10"]),
        (("level_on_suit",), "S10 H34567 D10 LJ", ["forbidden S10"]),
        (("points",), "S5 H34567 D10 CK", ["forbidden S5 H5 D10 CK"]),
        (("suit_cards",), "S5 H34567 D10 CK", ["forbidden S5"]),
        (("trump",), "H34567 D9 ?x2", ["? kitty.forbidden"]),
        (("trump",), "S4 H34567 ?x2", ["forbidden S4"]),
    ],
)
def test_forbidden_classes(forbidden: tuple[str, ...], buried: str, expected: list[str]) -> None:
    assert faults(buried, forbidden=forbidden) == expected


def test_forbidden_classes_where_trump_is_not_known() -> None:
    assert faults("S3 H34567 D10 LJ", forbidden=("trump",), trump=None) == ["? kitty.forbidden"]
    assert faults("S3 H34567 D10 BJ", forbidden=("trump", "big_joker"), trump=None) == ["forbidden BJ"]


@pytest.mark.parametrize(
    ("buried", "expected"),
    [
        ("S34567 H34 D9", []),
        ("S5 H5 D34679 CK", []),
        ("S5 H5 D34679 CK10", ["count 9/8", "points 30/20"]),
        ("S5 H55 D3467 CK", ["points 25/20"]),
        ("S5 ?", ["? kitty.bury_point_limit"]),
        ("SKK C10 ?", ["points 30/20"]),
    ],
)
def test_limit_on_points(buried: str, expected: list[str]) -> None:
    assert faults(buried, bury_point_limit=20) == expected


@pytest.mark.parametrize("name", ["qq-2deck", "qq-2deck-permanent2"])
@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("level", ["2", "10"])
def test_trump_is_the_same_here_and_in_the_order_of_cards(name: str, trump: str, level: str) -> None:
    rules = table(name)
    bound = bind(rules, level, TRUMPS.index(trump))
    for face in range(54):
        classes = classes_of(rules, face, level, TRUMPS.index(trump))
        assert ("trump" in classes) == (bound.domain[face] == TRUMP)
        assert ("points" in classes) == bool(rules.points[face])


@pytest.mark.parametrize(
    ("card", "trump", "expected"),
    [
        ("S2", "S", {"permanent_on_suit", "permanent_on_suit(2)", "trump"}),
        ("H2", "S", {"permanent_off_suit", "permanent_off_suit(2)", "trump"}),
        ("H2", "NT", {"permanent_off_suit", "permanent_off_suit(2)", "trump"}),
        ("H10", "H", {"level_on_suit", "trump", "points"}),
        ("H10", "NT", {"level_off_suit", "trump", "points"}),
        ("H3", "S", set()),
        ("S3", "S", {"suit_cards", "trump"}),
    ],
)
def test_classes(card: str, trump: str, expected: set[str]) -> None:
    face = SUIT_INDEX[card[0]] * 13 + RANK_INDEX[card[1:]]
    assert classes_of(table("qq-2deck-permanent2"), face, "10", TRUMPS.index(trump)) == expected
