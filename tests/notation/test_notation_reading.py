"""What each line of a record says, in both languages, and how deals and matches follow each other."""

import pytest

from referee.cards import Card, Cards, Unknown
from referee.notation import iter_deals, read_text
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    ConcedeLine,
    DealerLine,
    FlipLine,
    FriendLine,
    HandLine,
    KittyLine,
    LevelLine,
    LevelsLine,
    MatchLine,
    NextLine,
    Outcome,
    PassLine,
    PenaltyLine,
    PointsLine,
    ResultLine,
    RobLine,
    ScoreLine,
    SideValue,
    TitlesLine,
    TotalsLine,
    TrickLine,
    TrumpLine,
    WaiveLine,
)


def cards(names: str, *unknown: tuple[int | None, int | None]) -> Cards:
    faces = tuple(Card("", n).face if n in {"LJ", "BJ"} else Card(n[0], n[1:]).face for n in names.split())
    return Cards(faces, tuple(Unknown(*one) for one in unknown))


LINES = [
    (DealerLine, {"seat": 0}, "dealer N", "庄家 北", "庄北", "DEALER n"),
    (LevelLine, {"rank": "10"}, "level 10", "level T", "级 10", "打10", "级牌 10"),
    (LevelLine, {"rank": "NT"}, "level NT", "级 无主"),
    (
        LevelsLine,
        {"levels": (SideValue(0, None, "10"), SideValue(1, None, "J"))},
        "levels NS 10 EW J",
        "级数 南北 10 东西 J",
        "级别南北10东西j",
        "levels N+S 10 E+W J",
    ),
    (LevelsLine, {"levels": (SideValue(1, 1, "A"),)}, "levels E A", "级数 东 A"),
    (TotalsLine, {"totals": ((0, 90), (1, -400))}, "totals N 90 E -400", "总分 北 90分 东 −400"),
    (
        TitlesLine,
        {"titles": ((0, "单车"), (1, "太空堡垒"))},
        "titles N 单车 E 太空堡垒",
        "等级 北 单车 东 太空堡垒",
        '等级北 "单车" 东太空堡垒',
        "Title n “单车” e 太空堡垒",
    ),
    (TitlesLine, {"titles": ((2, "old hand"),)}, 'titles S "old hand"', "称号 南 “old hand”"),
    (PointsLine, {"points": ((0, 2), (3, -2))}, "points N +2 W -2", "积分 北 2 西 -2"),
    (
        HandLine,
        {"seat": 0, "cards": cards("SA SA SK S4 H10", (None, None))},
        "hand N SAAK4 H10 ?",
        "手牌 北 ♠AAK4 ♥10 ?",
    ),
    (
        BidLine,
        {"seat": 3, "cards": cards("BJ H3 H3"), "suit": None, "drawn": 20},
        "bid W BJ H33 @20",
        "亮 西 大王 ♥33 @20",
        "反 西 大鬼红心33 @20",
        "自保 西 BJH3x2 @ 20",
        "overcall w bj h33 @20",
    ),
    (BidLine, {"seat": 1, "cards": None, "suit": 3, "drawn": None}, "bid E C", "亮 东 ♣", "亮 东 草花"),
    (BidLine, {"seat": 1, "cards": None, "suit": 4, "drawn": None}, "bid E NT", "反主 东 无将"),
    (BidLine, {"seat": 1, "cards": cards("", (None, 2)), "suit": None, "drawn": None}, "bid E ?x2", "亮东?×2"),
    (BidLine, {"seat": 2, "cards": cards("", (1, None)), "suit": None, "drawn": None}, "bid S H?", "亮 南 红?"),
    (BidLine, {"seat": 2, "cards": cards("D10 D10 D10"), "suit": None, "drawn": None}, "bid S D10x3", "bid S D101010"),
    (PassLine, {"seats": (1, 2)}, "pass E S", "过 东 南", "不反东南"),
    (TrumpLine, {"suit": 4}, "trump NT", "主 无主"),
    (TrumpLine, {"suit": 2}, "trump D", "主牌 方片", "主♦", "trump ♢"),
    (FlipLine, {"cards": cards("H7 S2")}, "flip H7 S2", "翻底 ♥7♠2"),
    (KittyLine, {"cards": cards("S5 HK D3", (None, None))}, "kitty S5 HK D3 ?", "底牌 ♠5 ♥K ♦3 ?", "底♠5♥K♦3 ?"),
    (BuryLine, {"seat": 0, "cards": cards("S4 S3", (None, 6))}, "bury N S43 ?x6", "埋 北 ♠43 ?x6", "扣牌北♠43 ？×６"),
    (BuryLine, {"seat": None, "cards": cards("S4")}, "bury S4", "埋底 ♠4"),
    (RobLine, {"seat": 1, "cards": cards("LJ LJ")}, "rob E LJLJ", "抢底 东 小王小王", "炒底东小鬼x2", "反底 东 LJ LJ"),
    (FriendLine, {"cards": cards("CK"), "ordinal": 1}, "friend CK 1", "朋友 ♣K 1"),
    (FriendLine, {"cards": cards("CK"), "ordinal": None}, "friend CK", "朋友 梅K"),
    (ScoreLine, {"points": 85}, "score 85", "得分 85", "得分85分"),
    (PenaltyLine, {"side": 0, "points": 10}, "penalty NS 10", "罚 南北 10", "罚分南10", "penalty N 10"),
    (CapturedLine, {"total": 40, "base": None, "multiplier": None}, "captured 40", "扣底 40", "抠底40"),
    (CapturedLine, {"total": 40, "base": 10, "multiplier": 4}, "captured 40 (10 x 4)", "扣底 40（10×4）"),
    (CapturedLine, {"total": None, "base": 10, "multiplier": 4}, "captured 10x4", "抠底 10 × 4"),
    (ResultLine, {"outcomes": (Outcome("dealer", 1),)}, "result dealer +1", "结果 庄家方 +1"),
    (
        ResultLine,
        {"outcomes": (Outcome("take_over", 0),)},
        "result attackers take over",
        "result take over",
        "result attackers +0",
        "结果 上台",
        "结果 闲家上台",
    ),
    (
        ResultLine,
        {"outcomes": (Outcome("attackers", 2), Outcome("dealer", -1))},
        "result attackers +2, dealer -1",
        "结果 抓分方 +2，庄家 -1",
    ),
    (ResultLine, {"outcomes": (Outcome("redeal", 0),)}, "result redeal", "结果 流局"),
    (NextLine, {"seat": 1}, "next dealer E", "next E", "下局庄家 东", "下庄东"),
    (ConcedeLine, {"side": 1}, "concede EW", "认输 东西"),
    (MatchLine, {"side": 0}, "match won NS", "match NS", "胜方 南北"),
    (
        WaiveLine,
        {"code": "FOL002", "seat": 3, "reason": "agreed", "applies_to": 1},
        'waive FOL002 W "agreed"',
        "免究 fol002 西 “agreed”",
        "不究 FOL002西「agreed」",
        "免究 FOL002 西 ”agreed“",
        "免究 FOL002 西 ”agreed” # ”",
    ),
    (WaiveLine, {"code": "follow-pair", "seat": None, "reason": None, "applies_to": 1}, "waive follow-pair"),
]


@pytest.mark.parametrize(
    ("kind", "values", "text"),
    [(kind, values, text) for kind, values, *texts in LINES for text in texts],
    ids=[text for _, _, *texts in LINES for text in texts],
)
def test_line(kind, values, text):
    record = read_text(f"deal\n{text}\n")
    assert record.findings == []
    (event,) = record.deals[0].events
    assert event == kind(2, text, **values)


TRICKS = [
    "3. N CJJ, E C5 D3, S ?, W C99; N wins 10",
    "3. N CJJ, C5 D3, ?, C99; N 10",
    "３．北♣ＪＪ，♣5♦3，南 ?，♣99；北赢10",
    "3、北梅JJ、梅5方3、南?、西草花9x2；北 10分",
    "003)n cjj,c5d3,?,c9x2;n won 10",
    "3: N CJJ , C5 D3 , ? , C9 C9 ; N win 10",
]


@pytest.mark.parametrize("text", TRICKS)
def test_trick(text):
    record = read_text(text)
    assert record.findings == []
    trick = record.deals[0].events[0]
    assert isinstance(trick, TrickLine)
    assert (trick.number, trick.winner, trick.points, trick.incomplete, trick.text) == (3, 0, 10, False, text)
    assert [play.seat for play in trick.plays] == [0, 1, 2, 3]
    laid = [play.cards for play in trick.plays]
    assert laid == [cards("CJ CJ"), cards("C5 D3"), cards("", (None, None)), cards("C9 C9")]


def trick_of(text):
    record = read_text(text)
    assert record.findings == []
    return record.deals[0].events[-1]


def test_throws():
    lead = trick_of("1. N throws H98844 keeps H44, E H55").plays[0]
    assert (lead.cards, lead.attempted, lead.throws) == (cards("H4 H4"), cards("H9 H8 H8 H4 H4"), True)
    assert trick_of("1. 北甩♥98844留♥44，东♥55").plays[0] == lead
    stood = trick_of("1. N throw H98844").plays[0]
    assert (stood.cards, stood.attempted, stood.throws) == (cards("H9 H8 H8 H4 H4"), None, True)
    forgotten = trick_of("1. N throws ? keeps H44").plays[0]
    assert (forgotten.cards, forgotten.attempted) == (cards("H4 H4"), cards("", (None, None)))


def test_declared_groups():
    lead = trick_of("1. N HQQQ+HJJ, E S34").plays[0]
    assert lead.groups == (cards("HQ HQ HQ"), cards("HJ HJ"))
    assert lead.cards == cards("HQ HQ HQ HJ HJ")
    assert trick_of("1. N throws HQ + HJJ keeps HJJ").plays[0].groups == (cards("HQ"), cards("HJ HJ"))


def test_seats_continue_from_whoever_played_last():
    assert [play.seat for play in trick_of("1. W S5, S6, S S7, S8").plays] == [3, 0, 2, 3]


def test_the_suit_s_and_the_seat_s():
    assert trick_of("1. S S5, S?, S ?, S S6").plays == trick_of("1. S S5, W S?, S ?, S S6").plays


def test_declared_seats_and_sides():
    record = read_text(
        "[levels P1+P3+P5 2 P2 3]\n[seats P1 P2 P3 P4 P5 P6]\n[names P1 “Li # Wei” P2 Wang]\ndeal 1\n"
        "1. p6 S5, S6, P2 S7\nlevels P2+P4+P6 K P5 A\n",
    )
    assert record.findings == []
    header = record.deals[0].header
    assert header.seats == ("P1", "P2", "P3", "P4", "P5", "P6")
    assert header.levels.levels == (SideValue(0, None, "2"), SideValue(1, 1, "3"))
    assert header.tags[2].values == ("P1", "Li # Wei", "P2", "Wang")
    assert not header.standard_seats
    assert [play.seat for play in record.deals[0].events[0].plays] == [5, 0, 1]
    assert record.deals[0].events[1].levels == (SideValue(1, None, "K"), SideValue(0, 4, "A"))


def test_the_order_of_the_compass_can_be_declared():
    record = read_text("[座位 北 西 南 东]\n1. 北♠5，♠6，♠7，♠8\nlevels NS 2 EW 3\n")
    deal = record.deals[0]
    assert deal.header.seats == ("N", "W", "S", "E")
    assert deal.header.standard_seats
    assert deal.events[1].levels == (SideValue(0, None, "2"), SideValue(1, None, "3"))


def test_undeclared_standard_seats_are_strangers():
    assert [f.code for f in read_text("[seats A1 B1 C1 D1]\ndealer N\n").findings] == ["REC005"]


@pytest.mark.parametrize(
    ("names", "variant"),
    [
        ("S5 B2 C1 D1", "name_cards"),
        ("P1 小王 P3 P4", "name_cards"),
        ("P1 NT P3 P4", "name_keyword"),
        ("P1 wins P3 P4", "name_keyword"),
        ("P1 甩手 P3 P4", "name_keyword"),
        ("NS P2 P3 P4", "name_keyword"),
        ("Li li P3 P4", "name_twice"),
        ("abcdefghijklmnopq P2 P3 P4", "name_long"),
        ("1P P2 P3 P4", "name_form"),
        ("P1", "seat_count"),
    ],
)
def test_names_that_no_seat_can_have(names, variant):
    findings = read_text(f"[seats {names}]\ndeal\n").findings
    assert [(f.code, f.variant) for f in findings] == [("REC007", variant)]


@pytest.mark.parametrize("name", ["庄生", "大刘", "Li-2", "_x", "X5", "方明", "abcdefghijklmnop", "Ñu"])
def test_names_a_seat_can_have(name):
    record = read_text(f"[seats P1 {name} P3 P4]\n1. P1 S5, {name} S6, S7, S8; {name} 10\ndealer {name}\n")
    assert record.findings == []
    assert record.deals[0].events[0].winner == 1


def test_unclosed_seats_are_used_all_the_same():
    record = read_text("[seats P1 P2 P3 P4\n1. P1 S5, P2 S6\n")
    assert [f.variant for f in record.findings] == ["tag_open"]
    assert len(record.deals[0].events[0].plays) == 2


def test_header_tags():
    record = read_text(
        '[notation 1]\n[规则 house/my.yaml]\n[event "Spring 杯"]\n[date 2025-01-02]\n[totals N 90 E -4]\n'
        '[日期时间 "x"]\n[weather]\n[names]\ndeal\n',
    )
    header = record.deals[0].header
    assert [f.place.line for f in record.findings] == [8]
    assert (header.ruleset, header.version, header.totals.totals) == ("house/my.yaml", 1, ((0, 90), (1, -4)))
    assert [(tag.name, tag.values) for tag in header.tags] == [
        ("notation", ("1",)),
        ("ruleset", ("house/my.yaml",)),
        ("event", ("Spring 杯",)),
        ("date", ("2025-01-02",)),
        ("totals", ("N", "90", "E", "-4")),
        ("日期时间", ("x",)),
        ("weather", ()),
    ]


def test_a_tag_given_twice():
    record = read_text("[ruleset a]\n[event x]\n[event y]\n[规则 b]\ndeal\n")
    assert [(f.code, f.variant, f.place.line) for f in record.findings] == [("REC007", "repeated", 4)]
    assert record.deals[0].header.ruleset == "a"


def test_a_newer_version_is_said_once():
    record = read_text("[notation 7]\ndeal\ndeal\nsparkle N\n")
    assert [(f.code, f.severity) for f in record.findings] == [("REC006", "warning"), ("REC003", "error")]


def test_matches_and_deals():
    record = read_text(
        "# an evening\n[ruleset a]\n\ndeal 1\nlevel 2\n第 2 局\n局 3\n[ruleset b]\n[seats A1 B1 C1 D1]\n"
        "level 5\ndeal\ndealer A1\n",
    )
    assert record.findings == []
    assert [(d.number, d.line, d.starts_match, d.header.ruleset, len(d.events)) for d in record.deals] == [
        (1, 4, True, "a", 1),
        (2, 6, False, "a", 0),
        (3, 7, False, "a", 0),
        (None, 10, True, "b", 1),
        (None, 11, False, "b", 1),
    ]
    assert record.deals[0].header is record.deals[2].header


def test_text_is_taken_as_people_type_it():
    text = "\ufeff[ruleset “a # b”] ＃ 注\r\n\r\n　deal　1 # x\r\n\t1.\tＮ\u00a0♠️ＡＡ，Ｅ　♤３\r\n"
    record = read_text(text)
    assert record.findings == []
    assert record.deals[0].header.ruleset == "a # b"
    assert record.deals[0].number == 1
    trick = record.deals[0].events[0]
    assert [play.cards for play in trick.plays] == [cards("SA SA"), cards("S3")]
    assert trick.text == "\t1.\tＮ\u00a0♠️ＡＡ，Ｅ　♤３"


def test_traditional_characters_in_our_words():
    record = read_text(
        "莊家 東\n級數 南北 10\n過 東\n搶底 東 ♥5\n1. 北♠5；北贏 5\n結果 閒家 +1\n下局莊家 東\n扣底 10\n無"
    )
    assert [f.place.line for f in record.findings] == [9]
    assert len(record.deals[0].events) == 8


def test_waivers_speak_of_the_line_above():
    record = read_text("deal\nwaive BID001\n1. N S5\n\n# talk\nwaive FOL001\nwaive FOL002 W\n2. N S1O\nwaive REC004\n")
    waives = [event for event in record.deals[0].events if isinstance(event, WaiveLine)]
    assert [waive.applies_to for waive in waives] == [1, 3, 3, 8]


def test_partial_records():
    record = read_text("12. W S5, S6\n13. N ?\n")
    deal = record.deals[0]
    assert (deal.number, deal.line, deal.starts_match) == (None, 1, True)
    assert [event.number for event in deal.events] == [12, 13]
    assert read_text("").deals == []
    assert read_text("# nothing\n[ruleset a]\n").deals == []


def test_deals_come_one_by_one():
    seen = []

    def lines():
        for number in range(1, 4):
            seen.append(number)
            yield f"deal {number}\n"

    deals = iter_deals(lines())
    assert next(deals).number == 1
    assert seen == [1, 2]
    assert [deal.number for deal in deals] == [2, 3]
