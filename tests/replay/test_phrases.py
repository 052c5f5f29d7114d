"""Words put together: series, numbers beside Chinese, shapes in a player's words."""

from __future__ import annotations

import pytest

from referee.cards import Cards
from referee.phrases import Count, Phrase, SeatName, Series, fill, say
from referee.shapes import Alternative, Shape


@pytest.mark.parametrize(
    ("link", "en", "zh"),
    [
        ("and", "N, E and S", "北、东和南"),
        ("or", "N, E or S", "北、东或南"),
        ("either", "N, E or S", "北、东 或 南"),
        ("clauses", "N, E and S", "北，东，南"),
        ("list", "N, E, S", "北、东、南"),
    ],
)
def test_series(link, en, zh):
    series = Series((SeatName("N"), SeatName("E"), SeatName("S")), link)
    assert (say(series, "en"), say(series, "zh")) == (en, zh)


def test_numbers_stand_apart_from_chinese_and_touch_punctuation():
    facts = {"count": Count(3, "card"), "number": 12, "word": "12"}
    said = fill("出了{count}，还有{number}处（{number}）；{word}处", facts, "zh")
    assert said == "出了 3 张牌，还有 12 处（12）；12处"
    assert fill("{count}; {number}", facts, "en") == "3 cards; 12"


@pytest.mark.parametrize(
    ("terms", "any_cards", "en", "zh"),
    [
        (((Shape(2, 1), 2),), 0, "2 pairs", "两个对子"),
        (((Shape(2, 3), 1),), 0, "a tractor of 3 pairs", "三连对拖拉机"),
        (((Shape(2, 12), 1),), 0, "a tractor of 12 pairs", "十二连对拖拉机"),
        (((Shape(2, 2), 2), (Shape(2, 1), 1)), 2, "2 tractors of 2 pairs + a pair + any 2 cards", None),
    ],
)
def test_shapes(terms, any_cards, en, zh):
    shapes = Alternative(terms, any_cards)
    assert say(shapes, "en") == en
    assert say(shapes, "zh") == (zh or "两副二连对拖拉机＋对子＋任意 2 张")


def test_nothing_is_left_of_the_marks_of_numbers():
    said = say(Phrase("replay.beater", {"seat": SeatName("W"), "component": Cards((3,)), "faces": Cards((4,))}), "zh")
    assert said.isprintable()
