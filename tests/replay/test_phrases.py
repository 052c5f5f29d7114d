"""Words put together: series, numbers beside Chinese, shapes in a player's words."""

from __future__ import annotations

import re

import pytest

from referee.cards import Cards
from referee.findings import catalogue
from referee.phrases import Count, DomainName, Phrase, SeatName, Series, catalogue_keys, fill, say, wording
from referee.shapes import Alternative, Shape


@pytest.mark.parametrize(
    ("link", "en", "zh"),
    [
        ("and", "N, E and S", "北、东和南"),
        ("or", "N, E or S", "北、东或南"),
        ("either", "N, E or S", "北、东或南"),
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


BIG, LITTLE, ACE = 53, 52, 12


@pytest.mark.parametrize(
    ("facts", "template", "said"),
    [
        (
            {"seat": SeatName("W"), "faces": Cards((LITTLE, BIG))},
            "{seat}的 {faces} 管得住黑桃",
            "西的小王大王管得住黑桃",
        ),
        ({"seat": SeatName("W"), "faces": Cards((ACE,))}, "{seat}的 {faces} 管得住黑桃", "西的 ♠A 管得住黑桃"),
        ({"cards": Cards((ACE, BIG))}, "打出了 {cards} 之后", "打出了 ♠A 大王之后"),
        ({"cards": Series((Cards((BIG,)), Cards((ACE,))), "either")}, "应出 {cards} 才对", "应出大王或 ♠A 才对"),
        ({"cards": Series((Cards((ACE,)), Cards((BIG,))), "either")}, "应出 {cards} 才对", "应出 ♠A 或大王才对"),
        ({"domain": DomainName(4), "word": "主"}, "是 {domain} 的 {word} 字", "是主牌的 主 字"),
    ],
)
def test_chinese_words_stand_without_blanks(facts, template, said):
    assert fill(template, facts, "zh") == said


@pytest.mark.parametrize(
    ("number", "noun", "en", "zh"),
    [
        (1, "card", "1 card", "1 张牌"),
        (2, "card", "2 cards", "2 张牌"),
        (1, "joker_big", "a big joker", "大王"),
        (2, "joker_big", "2 big jokers", "2 张大王"),
        (1, "time", "once", "1 次"),
    ],
)
def test_one_and_many(number, noun, en, zh):
    assert (say(Count(number, noun), "en"), say(Count(number, noun), "zh")) == (en, zh)


_NOUN = (
    "cards|decks|seats|times|points|tricks|levels|entries|players|jokers|copies|examples|rulesets|faults|lines|files|"
    "pairs|triples|singles|rows|tiers"
)


def test_no_number_is_put_before_a_plural_by_hand():
    """What is counted is a Count, which knows its noun; only numbers that are never one may stand by themselves."""
    texts = {key: wording(key, "en") for key in catalogue_keys() if not key.startswith(("count.", "shape"))}
    for code in catalogue.all_codes():
        texts |= {f"{code} {variant}": words["en"] for variant, words in catalogue.definition(code).messages.items()}
    never_one = {"limit", "most", "width"}
    number = re.compile(rf"\{{(\w+)\}} (?:(?!in |has )[a-z]+ )?(?:{_NOUN})\b")
    found = {key: [fact for fact in number.findall(text) if fact not in never_one] for key, text in texts.items()}
    assert {key: facts for key, facts in found.items() if facts} == {}


_SENTENCES = {"en": re.compile(r'[A-Z0-9"{].*[.?}]', re.DOTALL), "zh": re.compile(".*[。？}.]", re.DOTALL)}


def test_every_finding_speaks_in_whole_sentences():
    """What was found, what should be there, a suggestion: sentences of one style, quoting with one kind of mark."""
    for code in catalogue.all_codes():
        for variant, words in catalogue.definition(code).messages.items():
            for lang, form in _SENTENCES.items():
                assert form.fullmatch(words[lang]), (code, variant, words[lang])
                assert not set(words[lang]) & set("“”`"), (code, variant, words[lang])


def test_nothing_is_left_of_the_marks_of_numbers():
    said = say(Phrase("replay.beater", {"seat": SeatName("W"), "component": Cards((3,)), "faces": Cards((4,))}), "zh")
    assert said.isprintable()
