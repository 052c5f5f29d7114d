"""What people type in a question is taken for what they mean, and what cannot be meant is said."""

from __future__ import annotations

from random import Random

import pytest

from referee.cards import RANKS, Cards, format_cards, make_deck
from referee.phrases import PhraseError, say
from referee.reading import (
    level_name,
    read_cards,
    read_level,
    read_number,
    seat_index,
    split_list,
    split_seat,
    trump_index,
)

SAME = {
    "H8877": [
        "H7788",
        "h7 h8 H7h8",
        "7h 8h 7H 8H",
        "7788H",
        "H 7 7 8 8",
        "H7,7,8,8",
        "♥7♥7 ♥8♥8",
        "♥️7788",
        "红桃7788",
        "红7788",
        "红心 7 7 8 8",
        "红七七八八",
        "Ｈ７７８８",
        "hearts 7788",
        "Heart 7, heart 7, heart 8x2",
        "“H7788”",
        "H7x2 H8x2",
        "H7×2 H8*2",
    ],
    "H1010": ["HTT", "h10 10", "10H TH", "红十十", "红桃10x2"],
    "LJLJ BJ".replace(" ", ""): [
        "LJ LJ BJ",
        "小王x2 大王",
        "small joker, little joker, big joker",
        "小鬼小鬼大鬼",
        "lj lj bj",
    ],
    "SA DKQ": ["黑桃尖 方块 老K 圈", "SA DKQ", "spade a, diamonds k q", "As Kd Qd"],
    "H7 ?x3": ["H7 ?x3", "h7 ? x3", "7h ?x3", "红7 ?×3"],
    "S3 H?x2": ["H?x2 S3", "s3, h?x2"],
    "": ["", "-", "none", "断门", "无"],
}


@pytest.mark.parametrize(("meant", "written"), [(meant, written) for meant, ways in SAME.items() for written in ways])
def test_many_ways_to_write_the_same_cards(meant, written):
    assert str(read_cards(written)) == meant


@pytest.mark.parametrize(
    "written", ["7788", "H", "红桃", "H S7", "7H S", "H7 foo", "HX", "joker", "x2", "H7 x2x2", "H1"]
)
def test_what_is_no_card_is_said_in_both_languages(written):
    with pytest.raises(PhraseError) as caught:
        read_cards(written)
    assert say(caught.value.phrase, "en")
    assert say(caught.value.phrase, "zh")


def test_whatever_the_order_and_the_blanks_the_cards_are_the_same():
    rng = Random("cards as people write them")
    signs = [("S", "s", "♠", "黑桃", "spades "), ("H", "h", "♥", "红", "hearts "), ("D", "d", "♦", "方块", "方片 "),
             ("C", "c", "♣", "梅", "clubs ")]  # fmt: skip
    for _ in range(300):
        faces = rng.sample(make_deck(2), rng.randint(1, 12))
        words = []
        for face in faces:
            if face >= 52:
                words.append(rng.choice((("LJ", "小王", "little joker"), ("BJ", "大王", "big joker"))[face - 52]))
            else:
                rank = RANKS[face % 13]
                words.append(
                    rng.choice(signs[face // 13]) + rng.choice([rank, rank.lower(), "T" if rank == "10" else rank])
                )
        text = rng.choice([" ", ", ", " 、", "，"]).join(words)
        assert str(read_cards(text)) == format_cards(faces), text
        written_back = str(read_cards(text))
        assert str(read_cards(written_back)) == written_back


def test_cards_given_as_values_stay_what_they_are():
    assert read_cards(Cards((14, 14))) == Cards((14, 14))


@pytest.mark.parametrize(
    ("written", "suit"),
    [
        *[("S", 0), ("h", 1), ("♦", 2), ("梅花", 3), ("红心", 1), ("Spades", 0), ("草花主", 3), ("Ｓ", 0), ("♥️", 1)],
        *[("nt", 4), ("No Trump", 4), ("无主", 4), ("无将", 4)],
    ],
)
def test_trumps(written, suit):
    assert trump_index(written) == suit


@pytest.mark.parametrize("written", ["X", "红桃9", "H7", "trump", ""])
def test_what_is_no_trump(written):
    with pytest.raises(ValueError, match="is not a trump"):
        trump_index(written)


def test_levels():
    written = ["2", "T", "10", "十", "打10", "10级", 10, "level 10", "j", "Ace", "Ｋ"]
    assert [level_name(each) for each in written] == ["2", *["10"] * 7, "J", "A", "K"]
    assert read_level("q") == "Q"
    for wrong in ("1", "11", "joker", ""):
        with pytest.raises(ValueError, match="is not a level"):
            read_level(wrong)


def test_numbers_of_points():
    assert [read_number(each) for each in ("95", "95分", " 95 points", "-20", "−20", "９５", 95)] == [
        95,
        95,
        95,
        -20,
        -20,
        95,
        95,
    ]
    for wrong in ("", "x", "9.5", "1e3", "99999999"):
        with pytest.raises(ValueError, match="is not a number"):
            read_number(wrong)


def test_seats_in_front_of_plays():
    plays = ["N H55", "e h55", "北 红55", "西家♥55", "Ann: H55", "P1：H55", "S S34", "S34", "H55"]
    seats = ["N", "E", "N", "W", "Ann", "P1", "S", None, None]
    assert [split_seat(play)[0] for play in plays] == seats
    assert split_seat("S S34")[1] == "S34"
    assert [seat_index("NESW", seat) for seat in ("n", "东", "南家", "W")] == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="there is no seat"):
        seat_index(("N", "E", "S", "W"), "X")


def test_lists_are_parted_by_semicolons_else_by_commas():
    assert split_list("H7, H8；H9") == ["H7, H8", "H9"]
    assert split_list("H7，H8、H9") == ["H7", "H8", "H9"]
    assert split_list("HJ; -; ") == ["HJ", "-", ""]
