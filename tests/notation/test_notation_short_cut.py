"""Whatever the short cuts for tricks and lists of cards accept, the grammar reads the same. One direction only."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark.exceptions import UnexpectedInput
from notation_strategies import holding_lines, shaken, trick_lines

from referee.notation.build import Source, build
from referee.notation.fault import LineFault
from referee.notation.holdings import holding_reader
from referee.notation.plays import trick_reader
from referee.notation.reader import iter_deals, line_parser
from referee.notation.seats import seating
from referee.notation.text import clean
from referee.record import STANDARD_SEATS


def by_grammar(text, seats):
    plain = clean(text)
    try:
        return build(line_parser().parse(plain.text), Source(1, text, seating(seats)))
    except (UnexpectedInput, LineFault):
        return None


def by_short_cut(text, seats):
    return trick_reader(seats).read(1, text, clean(text).text)


def holding_of(text, seats):
    return holding_reader(seats).read(1, text, clean(text).text)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trick_lines.flatmap(lambda pair: st.tuples(st.just(pair[0]), shaken(pair[1]))))
def test_never_wider_than_the_grammar(pair):
    seats, text = pair
    quick = by_short_cut(text, seats)
    if quick is not None:
        assert by_grammar(text, seats) == quick


@settings(max_examples=150, deadline=None)
@given(trick_lines)
def test_takes_every_canonical_line(pair):
    seats, text = pair
    assert by_short_cut(text, seats) is not None
    assert by_grammar(text, seats) == by_short_cut(text, seats)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(holding_lines.flatmap(lambda pair: st.tuples(st.just(pair[0]), st.just(pair[1]), shaken(pair[1]))))
def test_lists_of_cards_are_read_as_the_grammar_reads_them(found):
    seats, canonical, text = found
    assert holding_of(canonical, seats) == by_grammar(canonical, seats) is not None
    quick = holding_of(text, seats)
    if quick is not None:
        assert by_grammar(text, seats) == quick


@pytest.mark.parametrize(
    "text", ["hand n s5", "BURY S S5", "bury S5 S6", "埋 北 ♠5", "底牌♠5", "bury S ?x8", "bury S?x8", "手北♠5?x3"]
)
def test_lists_of_cards_as_people_type_them(text):
    assert holding_of(text, STANDARD_SEATS) == by_grammar(text, STANDARD_SEATS) is not None


@pytest.mark.parametrize("text", ["hand S5", "handN S5", "hand SS5", "kitty N S5", "扣牌5", "底 ſ5", "hand P1 S5"])
def test_lists_that_are_none_are_left_alone(text):
    assert holding_of(text, STANDARD_SEATS) is None
    assert by_grammar(text, STANDARD_SEATS) is None


def test_a_line_that_comes_again_is_the_same_but_for_its_place():
    lines = [
        "dealer N",
        "bid E S2 @5",
        "hand N S5",
        "1. N H5",
        "1. N H5",
        "waive FOL002",
        "dealer N # again",
        "waive FOL002",
    ]
    deals = list(iter_deals(["deal 1", *lines, "deal 2", *lines]))
    for event in deals[0].events:
        quick = next(each for each in deals[1].events if each.line == event.line + len(lines) + 1)
        assert type(quick) is type(event)
        for name in event.__dataclass_fields__:
            before, after = getattr(event, name), getattr(quick, name)
            assert after == (before + len(lines) + 1 if name in {"line", "applies_to"} else before)


def test_lines_are_remembered_for_their_seats_only():
    east, other = (list(iter_deals([f"[seats {seats}]", "dealer N", "dealer N"])) for seats in ("N E S W", "E N W S"))
    assert [line.seat for line in east[0].events] == [0, 0]
    assert [line.seat for line in other[0].events] == [1, 1]


def test_memory_of_lines_is_bounded(monkeypatch):
    monkeypatch.setattr("referee.notation.reader._KEPT", 3)
    (deal,) = iter_deals([f"score {points}" for points in range(50)] * 2)
    assert [line.points for line in deal.events] == [*range(50)] * 2


@pytest.mark.parametrize(
    "text",
    [
        "1. N S5, S7 S2",
        "1. N S5, S S2",
        "1. N S5, S?, S ?",
        "1. N S5,S10;N",
        "1. N甩H98留H8",
        "1. 北♠️5，东甩♥5；北大15",
        "1. N H5 + H6, E H7",
        "1,N S5,E S6",
        "1. n s5x2 , e ?x2 ; w won +15 分",
    ],
)
def test_takes_what_the_grammar_takes(text):
    assert by_short_cut(text, STANDARD_SEATS) == by_grammar(text, STANDARD_SEATS) is not None


@pytest.mark.parametrize(
    "text",
    [
        "1. S5, S6",
        "1. N S5, E H4+H3",
        "1. N S5 keeps S4",
        "1. N S5,, S6",
        "1. N S5; wins 5",
        "1. N S5; N 5; N 5",
        "1. P3 S5",
    ],
)
def test_leaves_the_rest(text):
    assert by_short_cut(text, STANDARD_SEATS) is None
    assert by_grammar(text, STANDARD_SEATS) is None


def test_a_name_glued_to_a_word_is_no_seat():
    assert by_short_cut("1. P3甩 H5", ("P1", "P2", "P3", "P4")) is None


def test_names_that_cannot_be_told_from_cards_are_left_to_the_grammar():
    seats = ("S5", "N甲", "P3", "P4")
    for text in ("1. P3 H5, S5 H6", "1. N甲 H5", "1. S5 H6"):
        quick = by_short_cut(text, seats)
        assert quick is None or quick == by_grammar(text, seats)


def test_memory_of_pieces_is_bounded(monkeypatch):
    monkeypatch.setattr("referee.notation.plays.MAX_KEPT", 3)
    reader = trick_reader(("A1", "B1"))
    for rank in "23456789":
        trick = reader.read(1, "", f"1. A1 S{rank}, B1 H{rank}; A1 {rank}")
        assert trick.points == int(rank)
    assert max(len(reader._leads), len(reader._plays[1]), len(reader._claims)) <= 3
