"""Cards as text: for the interface, and the place of each card in a line."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.cards import Card, Cards, Unknown, format_cards
from referee.notation import CardError, locate, locate_card, locate_claim, locate_word, parse_cards
from referee.notation.cards import GROUP, cards_pattern, decode, spans
from referee.phrases import say

LETTERS = "SHDCshdc♠♥\ufe0f黑桃红方梅花草心23456789010TJQKAtjqkaLBlb小大王鬼xX?? \t!_"
SEATS = ("N", "E", "S", "W")


def names(cards):
    return " ".join(str(Card.of(face)) for face in cards.faces)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("H33 H599J SA", "H3 H3 H5 H9 H9 HJ SA"),
        ("H1097", "H10 H9 H7"),
        ("HT97", "H10 H9 H7"),
        ("hks5bjLJ", "HK S5 BJ LJ"),
        ("♥Ｋ　♠️5 大王小鬼", "HK S5 BJ LJ"),
        ("黑桃A黑K红桃3红心4红5方块6方片7方8梅花9梅10草花J", "SA SK H3 H4 H5 D6 D7 D8 C9 C10 CJ"),
        ("S10x4", "S10 S10 S10 S10"),
        ("SAKx2", "SA SK SK"),
        ("BJ×２", "BJ BJ"),
        ("SJ", "SJ"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_forgiving(text, known):
    assert names(parse_cards(text)) == known
    assert parse_cards(text).known


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("?", Cards((), (Unknown(None, None),))),
        ("?x3", Cards((), (Unknown(None, 3),))),
        ("H?", Cards((), (Unknown(1, None),))),
        ("H?x2", Cards((), (Unknown(1, 2),))),
        ("HK?", Cards((24,), (Unknown(1, None),))),
        ("S5 ?", Cards((3,), (Unknown(None, None),))),
        ("S5?x12 BJ?", Cards((3, 53), (Unknown(0, 12), Unknown(None, None)))),
        ("S10x2?", Cards((8, 8), (Unknown(None, None),))),
    ],
)
def test_unknown_cards(text, cards):
    assert parse_cards(text) == cards


@pytest.mark.parametrize(
    ("text", "offset", "english"),
    [
        ("S5 S1O", 4, "`1O` is one and the letter O; ten is written 10 or T."),
        ("H5 X5", 3, "X is not a suit. Suits are S H D C."),
        ("5", 0, "These ranks have no suit."),
        ("SA JO", 3, "Jokers are LJ (little) and BJ (big)."),
        ("words", 0, '"words" cannot be read as cards.'),
        ("S5, S6", 2, '"," cannot be read as cards.'),
        ("S5 # x", 3, '"#" cannot be read as cards.'),
        ("S5 S", 3, "The suit S has no ranks after it; no blank between suit and ranks."),
        ("S九", 1, "Ranks are written in digits: 9."),
    ],
)
def test_card_errors(text, offset, english):
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.offset, str(caught.value)) == (offset, english)
    assert caught.value.end > offset
    assert say(caught.value.phrase, "zh")


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.sampled_from("SHDCshdc♠♥\ufe0f黑桃红方梅花草心23456789010TJQKAtjqkaLBlb小大王鬼xX?? \t!_"), max_size=12)
)
@example("S10x2?")
@example("BJ?x2")
@example("♠️10\ufe0f")
def test_scanner_and_decoder_agree_with_the_grammar(text):
    whole = f"(?:{GROUP.pattern})(?:[ \\t]*(?:{GROUP.pattern}))*(?![A-Za-z0-9?_])"
    accepted = cards_pattern().fullmatch(text) is not None
    assert accepted == (re.fullmatch(whole, text) is not None)
    if accepted:
        cards = decode(text)
        again = format_cards(cards.faces, unknown=cards.unknown, sort=False)
        assert decode(again) == cards
        assert len(spans(text)) == len(cards.faces)
    elif text.strip() and not cards_pattern().fullmatch(text.strip()):
        with pytest.raises(CardError) as caught:
            parse_cards(text)
        assert 0 <= caught.value.offset < caught.value.end <= len(text) + 1
        assert str(caught.value)


def shown(text, span):
    return text[span[0] - 1 : span[1] - 1]


def test_places_of_plays_and_cards():
    text = "  1．北♠️ＡＡ　♥5，S3 S10x2，南 甩 ♥98 留 ♥8；南 赢 15 # x"
    assert shown(text, locate(SEATS, text, 0)) == "北♠️ＡＡ　♥5"
    assert [shown(text, locate(SEATS, text, 0, card)) for card in range(3)] == ["♠️Ａ", "Ａ", "♥5"]
    assert [shown(text, locate(SEATS, text, 1, card)) for card in range(3)] == ["S3", "S10x2", "S10x2"]
    assert shown(text, locate(SEATS, text, 2, 0)) == "♥8"
    assert shown(text, locate(SEATS, text, 2, 0, attempted=True)) == "♥9"
    assert shown(text, locate(SEATS, text, 2, 7)) == "南 甩 ♥98 留 ♥8"
    assert shown(text, locate(SEATS, text, 9)) == text[2:-4]
    assert shown(text, locate_claim(SEATS, text)) == "南"
    assert shown(text, locate_claim(SEATS, text, points=True)) == "15"


def test_places_on_other_lines():
    text = "手牌 北 ♠43 小王 ?"
    assert [shown(text, locate_card(SEATS, text, card)) for card in range(3)] == ["♠4", "3", "小王"]
    assert shown(text, locate_card(SEATS, text)) == "♠43 小王 ?"
    assert shown(text, locate_word(SEATS, text, "SEAT")) == "北"
    assert shown("score 85", locate_card(SEATS, "score 85")) == "score 85"
    assert shown("score 85", locate_word(SEATS, "score 85", "INT")) == "85"
    assert locate_claim(SEATS, "1. N S5") == (1, 8)


def test_places_in_a_trick_that_breaks_off():
    text = "1. P1 S5, P2 S6 Z S7"
    assert shown(text, locate(("P1", "P2"), text, 1, 0)) == "S6"
