"""Typed records to text and back, and records put into canonical form."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation_strategies import records, shaken, texts

from referee.notation import format_text, header_lines, language_of, line_of, read_text, write_record
from referee.record import BidLine, Header, LevelsLine, Outcome, ResultLine, SideValue, TagLine, TotalsLine


def essence(record):
    """What a record says, without line numbers and wording; waivers keep the event they speak of."""
    said = []
    for deal in record.deals:
        header = (deal.header.seats, deal.header.ruleset, deal.header.levels and deal.header.levels.levels)
        said.append((header, deal.number, deal.starts_match, [facts(event) for event in deal.events]))
    return said


def facts(event):
    hidden = {"line", "text", "applies_to"}
    shown = {name: getattr(event, name) for name in event.__dataclass_fields__ if name not in hidden}
    return type(event).__name__, shown


def sorted_facts(record):
    """As ``essence``, with the cards of each group in canonical order and unknown products worked out."""
    return write_record(record, "en").split("\n")


@settings(max_examples=70, deadline=None)
@given(records(), st.sampled_from(["en", "zh"]))
def test_write_and_read_again(record, lang):
    text = write_record(record, lang)
    again = read_text(text)
    assert again.findings == []
    assert essence(again) == essence(record)
    assert write_record(again, lang) == text


@settings(max_examples=70, deadline=None)
@given(texts.flatmap(shaken), st.sampled_from([None, "en", "zh"]))
def test_formatting_twice_changes_nothing(text, lang):
    once = format_text(text, lang)
    assert format_text(once, lang) == once
    assert once.count("\n") == text.count("\n")


@settings(max_examples=70, deadline=None)
@given(texts.flatmap(shaken), st.sampled_from(["en", "zh"]))
def test_formatting_changes_no_fact(text, lang):
    before, after = read_text(text), read_text(format_text(text, lang))
    assert [(f.code, f.variant, f.place.line) for f in before.findings] == [
        (f.code, f.variant, f.place.line) for f in after.findings
    ]
    assert sorted_facts(after) == sorted_facts(before)
    lines = [[event.line for event in deal.events] for deal in before.deals]
    assert [[event.line for event in deal.events] for deal in after.deals] == lines


CANONICAL = [
    ("[levels ns t EW j]", "[levels NS 10 EW J]", "[级数 南北 10 东西 J]"),
    ("[names N 「李」 e wang]", "[names N 「李」 E wang]", "[玩家 北 「李」 东 wang]"),
    ("[My  tag   「x」]", "[My  tag   「x」]", "[My  tag   「x」]"),
    ("[规则 ”qq-2deck“]", "[ruleset ”qq-2deck“]", "[规则 ”qq-2deck“]"),
    ("  deal   01  ", "deal 1", "第1局"),
    ("第2局#x", "deal 2  #x", "第2局  #x"),
    ("OVERCALL e h10@17", "bid E H10 @17", "亮 东 ♥10 @17"),
    ("1、N S34AA, LJBJS9x2;n 5", "1. N SAA43, E S99 LJBJ; N wins 5", "1. 北 ♠AA43，东 ♠99 小王大王；北 赢 5"),
    ("1. N HK?x2 ?", "1. N HK H?x2 ?", "1. 北 ♥K ♥?x2 ?"),
    ("1. N throw ? keep h44 ; N", "1. N throws ? keeps H44; N wins", "1. 北 甩 ? 留 ♥44；北 赢"),
    ("1. N HJJ + HQQQ", "1. N HJJ+HQQQ", "1. 北 ♥JJ+♥QQQ"),
    ("flip S2 HA", "flip S2 HA", "翻底 ♠2 ♥A"),
    ("captured 10x4", "captured 40 (10 x 4)", "扣底 40（10×4）"),
    ("result attackers +0", "result attackers take over", "结果 上台"),
    ("penalty N+S 10", "penalty NS 10", "罚 南北 10"),
    ('waive fol002 w “it\'s "ok"”', 'waive FOL002 W “it\'s "ok"”', '免究 FOL002 西 “it\'s "ok"”'),
    ("next E", "next dealer E", "下局庄家 东"),
    ("dealr  N  # typo", "dealr  N  # typo", "dealr  N  # typo"),
    ("   # only talk ", "   # only talk ", "   # only talk "),
]


@pytest.mark.parametrize(("typed", "english", "chinese"), CANONICAL, ids=[row[0] for row in CANONICAL])
def test_canonical_form(typed, english, chinese):
    assert format_text(typed, "en") == english
    assert format_text(typed, "zh") == chinese
    assert format_text(chinese, "en") == english


def test_later_bids_are_overcalls_in_chinese():
    text = "deal\nbid N H2\nbid E H22\ndeal\nbid N S2\n"
    assert format_text(text, "zh") == "局\n亮 北 ♥2\n反 东 ♥22\n局\n亮 北 ♠2\n"


def test_line_ends_and_byte_order_mark_stay():
    assert format_text("\ufeffdeal 1\r\n\r\n1. n s5") == "\ufeffdeal 1\r\n\r\n1. N S5"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("1. N S5\n局\n", "zh"),
        ("第1局\ndealer N\n", "zh"),
        ("[foo 庄家]\ndealer 北\n庄家 东", "en"),
        ("1. 北♠5\n", "zh"),
        ("1. N S5\n# 庄家", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_that_of_the_first_keyword(text, language):
    assert language_of(text) == language
    assert format_text(text) == format_text(text, language)


def test_sides_and_seats_of_other_tables():
    text = "[seats P1 P2 P3 P4]\n[levels P1+P3 2 p2 3]\npenalty P2 10\nmatch P1\n"
    assert format_text(text) == "[seats P1 P2 P3 P4]\n[levels P1+P3 2 P2 3]\npenalty P2+P4 10\nmatch won P1+P3\n"
    assert "[座位 北 西 南 东]" in format_text("[seats N W S E]\nmatch NS\n", "zh")


def test_a_header_is_settled_as_a_whole():
    text = "[levels p1 2]\n# talk\n[seats P1 P2 P3 P4\n1. p2 S5, S6\n"
    assert format_text(text) == "[levels P1 2]\n# talk\n[seats P1 P2 P3 P4\n1. P2 S5, P3 S6\n"


def test_headers_made_by_programs():
    levels = LevelsLine(0, "", (SideValue(0, None, "2"), SideValue(1, None, "A")))
    header = Header(ruleset='a "b"', levels=levels, totals=TotalsLine(0, "", ((0, 5),)), seats=("N", "W", "S", "E"))
    assert header_lines(header) == ['[ruleset “a "b"”]', "[seats N W S E]", "[levels NS 2 EW A]", "[totals N 5]"]
    assert header_lines(header, "zh")[1] == "[座位 北 西 南 东]"
    header.tags = [
        TagLine(0, "", "names", ("N", "Li")),
        TagLine(0, "", "x", ("a b",)),
        TagLine(0, "[y z]", "y", ("z",)),
    ]
    assert header_lines(header, "zh") == ['[玩家 北 "Li"]', '[x "a b"]', "[y z]"]
    header.tags = [TagLine(0, "", "levels", ("南北", "t", "N+S", "无主")), TagLine(0, "", "seats", ("北", "西"))]
    assert header_lines(header, "en") == ["[levels NS 10 NS NT]", "[seats N W]"]


def test_single_lines():
    assert line_of(ResultLine(0, "", (Outcome("dealer", 2),)), Header(), "zh") == "结果 庄家 +2"
    assert line_of(BidLine(0, "", 1, None, 4, 9), Header(), "zh", overcall=True) == "反 东 无主 @9"
