"""Questions to a table that are put wrongly, or in another way than usual."""

from __future__ import annotations

import pytest

from referee import load_ruleset
from referee.phrases import PhraseError, say


@pytest.fixture(scope="module")
def table():
    return load_ruleset("qq-2deck").at(level="10", trump="S")


def test_levels_and_trumps_may_be_written_as_people_do():
    rules = load_ruleset("qq-2deck")
    asked = [rules.at(level=level, trump=trump) for level, trump in (("10", "S"), ("T", "♠"), (10, "黑桃"))]
    assert len({table.bound for table in asked}) == 1


@pytest.mark.parametrize(("level", "trump", "said"), [("11", "S", "not a level"), ("10", "X", "not a trump")])
def test_no_such_level_or_trump(level, trump, said):
    with pytest.raises(ValueError, match=said):
        load_ruleset("qq-2deck").at(level=level, trump=trump)


def test_a_trick_has_a_lead(table):
    with pytest.raises(ValueError, match="at least its lead"):
        table.winner([])


def test_a_lead_is_of_one_suit(table):
    with pytest.raises(ValueError, match="one suit"):
        table.judge_follow(lead="H77 C8", holding="H335", play="H335")


def test_what_is_wrong_is_said_in_both_languages(table):
    with pytest.raises(PhraseError) as caught:
        table.judge_follow(lead="H777", holding="H335", play="H335")
    assert (str(caught.value), say(caught.value.phrase, "zh")) == (
        "the deck has only 2 copies of H7",
        "整副牌里 ♥7 只有 2 张",
    )


def test_cards_that_cannot_be_read_are_named(table):
    with pytest.raises(ValueError, match="O is not a rank"):
        table.judge_follow(lead="H77", holding="H335", play="H3O")


def test_what_was_owed_is_said_in_both_languages(table):
    ruling = table.judge_follow(lead="H77", holding="H335", play="H35")
    assert (ruling.verdict, ruling.required) == ("illegal", "the play must contain a pair")
    assert ruling.required_in("zh") == "跟的牌里必须有对子"
    legal = table.judge_follow(lead="H77", holding="H335", play="H33")
    assert (legal.required, legal.required_in("zh")) == (None, None)
