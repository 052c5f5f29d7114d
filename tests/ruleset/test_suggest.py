"""What is suggested where a ruleset has something that cannot stand there, and when nothing is."""

from __future__ import annotations

import pytest

from referee.formula import parse_formula
from referee.ruleset import suggest

RANKS = ["2", "3", "10", "J", "Q", "K", "A"]


@pytest.mark.parametrize(
    ("text", "types", "meant"),
    [
        ("on", {"boolean"}, "true"),
        ("No", {"boolean", "null"}, "false"),
        ("no", {"integer", "null"}, "null"),
        ("无", {"integer", "null"}, "null"),
        ("yes", {"integer", "null"}, ""),
        ("010", {"integer"}, "10"),
        ("32 times", {"integer", "null"}, "32"),
        ("20分", {"integer"}, "20"),
        ("1,000", {"integer"}, "1000"),
        ("-8", {"integer"}, "-8"),
        ("+8", {"integer"}, "8"),
        ("1:20", {"integer"}, ""),
        ("3-4", {"integer"}, ""),
        ("3 or 4", {"integer"}, ""),
        ("2024-05-01", {"integer"}, ""),
        ("32", {"string"}, ""),
    ],
)
def test_typed(text: str, types: set[str], meant: str) -> None:
    assert suggest.typed(text, types) == meant


@pytest.mark.parametrize(
    ("text", "known", "meant"),
    [
        ("hearts", ["S", "H", "D", "C"], "H"),
        ("梅花", ["S", "H", "D", "C"], "C"),
        ("03", RANKS, "3"),
        ("k", RANKS, "K"),
        ("joker", RANKS, ""),
        ("lowest", ["lowest_beaten", "stands"], "lowest_beaten"),
        ("beaten", ["stands"], ""),
    ],
)
def test_value(text: str, known: list[str], meant: str) -> None:
    assert suggest.value(text, known) == meant


def test_names() -> None:
    assert suggest.name("Joker Pair", "_") == "joker_pair"
    assert suggest.name("我们这桌", "-") == ""
    assert suggest.name("3 decks", "-") == ""


def test_sections() -> None:
    assert suggest.sections("tail_step") == ["bands", "bands.step"]
    assert suggest.sections("run_remainder") == ["follow"]
    assert suggest.sections("source") == []
    assert suggest.sections("weather") == []


def test_signs_of_a_chinese_keyboard_are_signs() -> None:
    assert parse_formula("2 × （n＋1）").evaluate({"n": 3}) == 8
