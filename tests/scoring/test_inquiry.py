"""Questions about the bidding in words, as a table asks them."""

from __future__ import annotations

import pytest

import referee
from referee.phrases import LANGUAGES

RULES = referee.load_ruleset("qq-2deck")


def test_a_ladder_of_bids() -> None:
    judged = RULES.judge_bids([("E", "H10"), ("N", "C10 C10"), ("S", "LJLJ"), ("W", "S1010")], level="10")
    assert [(ruling.verdict, ruling.code) for ruling in judged.rulings] == [
        ("legal", None),
        ("legal", None),
        ("legal", None),
        ("illegal", "BID003"),
    ]
    assert (judged.trump, judged.dealer) == ("NT", "E")
    assert judged.rulings[3].source == "000:35-43"
    assert judged.rulings[3].ruling == "A-4"


@pytest.mark.parametrize(
    ("bids", "code"),
    [
        ([("N", "H9")], "BID001"),
        ([("N", "LJLJ")], "BID002"),
        ([("N", "H10"), ("E", "S10")], "BID003"),
        ([("N", "H10"), ("N", "S10")], "BID004"),
        ([("N", "H10"), ("N", "H10")], None),
    ],
)
def test_every_answer_has_reasons_in_both_languages(bids: list[tuple[str, str]], code: str | None) -> None:
    last = RULES.judge_bids(bids, level="T").rulings[-1]
    assert last.code == code
    for lang in LANGUAGES:
        assert all(last.reasons(lang))


def test_a_later_deal_has_its_dealer() -> None:
    judged = RULES.judge_bids([("E", "H10")], level="10", first_deal=False, dealer="S")
    assert (judged.trump, judged.dealer) == ("H", "S")


def test_a_suit_alone_is_a_bid() -> None:
    assert RULES.judge_bids([("N", "♥")], level="10").trump == "H"


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="X"):
        RULES.judge_bids([("X", "H10")], level="10")
