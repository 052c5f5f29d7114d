"""A formula with its numbers put in: every stage is worth the same, in the notation of players."""

from __future__ import annotations

import pytest

from referee.formula import FormulaError, constant, parse_formula
from referee.worked import worked

VALUES = {"n": 4, "len": 3, "pairs": 2, "cards": 6, "decks": 2}


@pytest.mark.parametrize(
    ("formula", "stages"),
    [
        ("2**n", ("2^n", "2^4", "16")),
        ("2 * 2**len", ("2 × 2^len", "2 × 2^3", "16")),
        ("if(len > 2, 2 ** len, 4)", ("if(len > 2, 2^len, 4)", "2^3", "8")),
        ("if(len <= 2, 1, if(n == 4, n + 1, 0))", ("if(len ≤ 2, 1, if(n = 4, n + 1, 0))", "4 + 1", "5")),
        ("(n + 1) * 2 - cards // 4", ("(n + 1) × 2 − cards // 4", "(4 + 1) × 2 − 6 // 4", "9")),
        ("min(64, 2**cards) % 10", ("min(64, 2^cards) mod 10", "min(64, 2^6) mod 10", "4")),
        ("max(n, (len), 1)", ("max(n, len, 1)", "max(4, 3, 1)", "4")),
        ("cards / 2", ("cards ÷ 2", "6 ÷ 2", "3")),
        ("-(n - 9)", ("−(n − 9)", "−(4 − 9)", "5")),
        ("n", ("n", "4")),
        ("2＊n", ("2 × n", "2 × 4", "8")),
        ("7", ("7",)),
    ],
)
def test_stages(formula, stages):
    assert worked(parse_formula(formula), VALUES) == stages


@pytest.mark.parametrize("formula", ["2**n + len*cards", "if(n > len, n, len) * 3", "min(n, len) - pairs", "(n+1)//2"])
def test_every_stage_is_worth_the_same(formula):
    for n in range(1, 9):
        for length in range(1, 5):
            values = {**VALUES, "n": n, "len": length}
            *stages, value = worked(parse_formula(formula), values)
            for stage in stages:
                written = stage.replace("^", "**").replace("×", "*").replace("−", "-")
                assert parse_formula(written).evaluate(values) == int(value)


def test_a_number_has_one_stage():
    assert worked(constant(4), {}) == ("4",)


def test_no_value():
    with pytest.raises(FormulaError):
        worked(parse_formula("n // (len - 3)"), VALUES)
