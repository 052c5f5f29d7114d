"""Formulas against Python's own arithmetic, and at their bounds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.formula import MAX_VALUE, FormulaError, constant, parse_formula

NAMES = {"n": 3, "len": 2, "pairs": 2, "cards": 6, "decks": 2}


def value(text: str) -> int:
    return parse_formula(text).evaluate(NAMES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2**n", 8),
        ("2 * 3**len", 18),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -0", 1),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("6 / 3", 2),
        ("1 + 2 * 3 - 4", 3),
        ("min(cards, n, 5)", 3),
        ("max(1, 2) + min(9, 8)", 10),
        ("if(len > 1, 8, 4)", 8),
        ("if(len == 1, 1 // 0, 4)", 4),
        ("if(n, 1, 2)", 1),
        ("(n >= 3) + (n <= 3) + (n != 3) + (n < 3)", 2),
        ("if ( cards >= 6 , min ( 1 , 2 ) , 0 )", 1),
        ("1 ** 999999999", 1),
        ("0 ** 0", 1),
        ("(-1) ** 1000001", -1),
        ("10 ** 18", MAX_VALUE),
    ],
)
def test_values(text: str, expected: int) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "variant", "offset"),
    [
        ("", "unfinished", 0),
        ("2 **", "unfinished", 4),
        ("(n", "unfinished", 2),
        ("2 ^ n", "unexpected", 2),
        ("2n", "unexpected", 1),
        ("1 < 2 < 3", "unexpected", 6),
        ("if(1, 2)", "unexpected", 7),
        ("min(1)", "unexpected", 5),
        ("__import__('os')", "unexpected", 10),
        ("1" * 301, "too_long", 0),
        ("(" * 50 + "1" + ")" * 50, "too_deep", 0),
        ("-" * 100 + "1", "too_deep", 0),
    ],
)
def test_unreadable(text: str, variant: str, offset: int) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)
    assert (caught.value.variant, caught.value.offset) == (variant, offset)


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("2 ** 10 ** 10", "too_big"),
        ("10 ** 18 + 1", "too_big"),
        ("10 ** 18 * 10 ** 18", "too_big"),
        ("-(10 ** 18) - 1", "too_big"),
        ("9 ** 9 ** 9 ** 9", "too_big"),
        ("n // (n - 3)", "division"),
        ("n / (n - 3)", "division"),
        ("n % (n - 3)", "division"),
        ("n / 2", "uneven"),
        ("2 ** (n - 4)", "negative_exponent"),
        ("n + m", "unknown_name"),
    ],
)
def test_no_value(text: str, variant: str) -> None:
    with pytest.raises(FormulaError) as caught:
        value(text)
    assert caught.value.variant == variant


def test_a_number_beyond_all_bounds_is_refused_when_read() -> None:
    with pytest.raises(FormulaError, match="too_big"):
        parse_formula("9" * 200)


def test_names_and_their_places() -> None:
    formula = parse_formula("n + len * n")
    assert formula.names == {"n": 0, "len": 4}
    assert str(formula) == "n + len * n"
    assert formula == parse_formula("n + len * n")
    assert constant(4).evaluate({}) == 4


numbers = st.integers(0, 40).map(str)
atoms = st.one_of(numbers, st.sampled_from(sorted(NAMES)))


def _nodes(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(children, children)
    return st.one_of(
        st.tuples(children, st.sampled_from(["+", "-", "*", "//", "%", "**"]), children).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        st.tuples(children, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), children).map(
            lambda t: f"({t[0]}{t[1]}{t[2]})"
        ),
        pair.map(lambda t: f"min({t[0]}, {t[1]})"),
        pair.map(lambda t: f"max({t[0]},{t[1]})"),
        st.tuples(children, children, children).map(lambda t: f"if({t[0]}, {t[1]}, {t[2]})"),
        children.map(lambda t: f"(-{t})"),
    )


formulas = st.recursive(atoms, _nodes, max_leaves=8)


def _python(text: str) -> Any:
    """The same formula by Python, whose operators are those of the language; only ``if`` is written otherwise."""
    names = {**NAMES, "min": min, "max": max, "iff": lambda test, a, b: a if test else b}
    return int(eval(text.replace("if(", "iff("), {"__builtins__": {}}, names))


@given(formulas)
def test_agrees_with_python(text: str) -> None:
    try:
        got = value(text)
    except FormulaError:
        return
    if text.count("**") > 1:
        return  # Python would compute numbers without bound
    try:
        assert got == _python(text)
    except ZeroDivisionError:
        assert "if(" in text  # Python evaluates both branches


@given(st.text("0123456789n len+-*/%()<>=!,ifmax^$", max_size=40))
def test_no_text_breaks_it(text: str) -> None:
    with suppress(FormulaError):
        value(text)
