"""Shapes, tiers, leads and bid forms as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ruleset.bidforms import parse_bid
from referee.ruleset.model import BidPattern
from referee.shapes import Alternative, Shape, ShapeError, Tier, parse_lead, parse_shape, parse_tier, shapes_name


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("S1", (1, 1)),
        ("S4", (4, 1)),
        ("T2x3", (2, 3)),
        ("T3x12", (3, 12)),
        ("single", (1, 1)),
        ("pair", (2, 1)),
        ("triple", (3, 1)),
        ("quad", (4, 1)),
        ("tractor", (2, 2)),
        ("tractor(3)", (2, 3)),
        ("titanic(2)", (3, 2)),
        ("单张", (1, 1)),
        ("对子", (2, 1)),
        ("三同张", (3, 1)),
        ("四同张", (4, 1)),
        ("拖拉机", (2, 2)),
        ("拖拉机（3）", (2, 3)),
        ("泰坦尼克", (3, 2)),
        ("  T2x2 ", (2, 2)),
    ],
)
def test_shapes(text: str, shape: tuple[int, int]) -> None:
    assert parse_shape(text) == Shape(*shape)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("T2x2 + S2 + any2", "T2x2 + S2 + any2"),
        ("2*S4", "2*S4"),
        ("2*对子+任意2", "2*S2 + any2"),
        ("any6", "any6"),
        ("any(6)", "any6"),
        ("T2x4 | 2*S4", "T2x4 | 2*S4"),
        ("titanic｜tractor（3）", "T3x2 | T2x3"),
        ("any1 + S2 + any1", "S2 + any2"),
    ],
)
def test_tiers(text: str, written: str) -> None:
    assert str(parse_tier(text)) == written


@pytest.mark.parametrize(
    ("text", "variant", "offset"),
    [
        ("", "unfinished", 0),
        ("S2 +", "unfinished", 4),
        ("any", "unfinished", 3),
        ("pear + any2", "unexpected", 0),
        ("S2 + pear", "unexpected", 5),
        ("S2 S2", "unexpected", 3),
        ("S0", "unexpected", 0),
        ("T2x1", "length", 0),
        ("tractor(1)", "length", 0),
        ("0*S2", "length", 0),
        ("S5", "too_big", 0),
        ("T4x99", "too_big", 0),
        ("tractor(99999)", "too_big", 8),
        ("90*S2", "too_big", 0),
        ("S2 + " * 50 + "S2", "too_long", 0),
    ],
)
def test_unreadable_tiers(text: str, variant: str, offset: int) -> None:
    with pytest.raises(ShapeError) as caught:
        parse_tier(text)
    assert (caught.value.variant, caught.value.offset) == (variant, offset)


def test_leads() -> None:
    assert parse_lead("S1 + 拖拉机") == (Shape(1, 1), Shape(2, 2))
    assert shapes_name(parse_lead("S1 + 拖拉机")) == "T2x2 + S1"
    with pytest.raises(ShapeError):
        parse_lead("T2x20 + T2x20 + T2x20")


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("level", (None, 0, 1)),
        ("level*2", (None, 0, 2)),
        ("little*2", ("little", 2, 0)),
        ("big * 3", ("big", 3, 0)),
        ("joker_same*2", ("same", 2, 0)),
        ("joker + level*2", ("any", 1, 2)),
        ("level*1 + big", ("big", 1, 1)),
        ("级牌*2", (None, 0, 2)),
        ("王 + 级牌", ("any", 1, 1)),
    ],
)
def test_bid_forms(text: str, pattern: tuple[str | None, int, int]) -> None:
    found = parse_bid(text)
    assert isinstance(found, BidPattern)
    assert (found.joker, found.jokers, found.levels) == pattern


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("levels*2", "unexpected"),
        ("little + big", "jokers"),
        ("joker*2", "jokers_same"),
        ("level*0", "length"),
        ("level*9", "too_big"),
        ("level*", "unfinished"),
    ],
)
def test_unreadable_bid_forms(text: str, variant: str) -> None:
    with pytest.raises(ShapeError) as caught:
        parse_bid(text)
    assert caught.value.variant == variant


shapes = st.builds(Shape, st.integers(1, 4), st.integers(1, 5))
alternatives = st.builds(
    Alternative,
    st.lists(st.tuples(shapes, st.integers(1, 3)), min_size=1, max_size=3).map(tuple),
    st.integers(0, 9),
)


def fits(alternative: Alternative) -> bool:
    return sum(shape.cards * k for shape, k in alternative.terms) + alternative.any_cards <= 108


@given(st.lists(alternatives.filter(fits), min_size=1, max_size=3).map(lambda parts: Tier(tuple(parts))))
def test_what_is_written_reads_the_same(tier: Tier) -> None:
    assert parse_tier(str(tier)) == tier


@given(st.text("STx0123456789+*|any( )对子级牌levelbig", max_size=30))
def test_no_text_breaks_them(text: str) -> None:
    for read in (parse_shape, parse_tier, parse_lead, parse_bid):
        offset = 0
        try:
            read(text)  # type: ignore[operator]
        except ShapeError as error:
            offset = error.offset
        assert 0 <= offset <= max(len(text), 1)
