"""Answers at the table: what decides is named, what is missing is said, nothing is guessed."""

from __future__ import annotations

import pytest

import referee
from referee.asking.question import TRUMPS, Question, answer, answer_key, answer_under_any, foundation, shipped
from referee.asking.words import WordError, canonical, question_of
from referee.phrases import PhraseError
from referee.ruleset import load_text

RULES = {ruleset.id: ruleset for ruleset in shipped()}
HOUSE = "id: house\ntitle: house\nextends: qq-2deck\n"


@pytest.fixture(scope="module")
def table():
    return RULES["qq-2deck"].at("10", "S")


def keys(ruling):
    return [step.key for step in ruling.steps]


# --- follow


def test_follow_names_what_is_owed_and_what_was_given(table):
    ruling = table.explain_follow(lead="7788h", holding="H33 H599J SA", play="H335J")
    assert (ruling.verdict, ruling.code, ruling.rule, ruling.source) == (
        "illegal",
        "FOL003",
        "follow.generic",
        "000:50",
    )
    assert ruling.reason == [
        "H8877 was led: a tractor of 2 pairs in hearts",
        "The hand holds HJ99533 in hearts",
        "The hand does not have a tractor of 2 pairs in hearts",
        "The play must contain 2 pairs",
        "HJ533 is only a pair + 2 singles",
    ]
    assert (ruling.legal_examples, ruling.legal_count, ruling.missing) == (("H9933",), 1, [])


def test_a_list_is_named_with_its_tier():
    table = RULES["qq-3deck"].at("2", "S")
    ruling = table.explain_follow(lead="H777888", holding="H33344669J SA", play="H33366J")
    assert (ruling.verdict, ruling.code, ruling.rule) == ("illegal", "FOL005", "follow.tiers.T3x2[2]")
    assert ruling.tier == "T2x2 + any2"
    assert any("8 tiers; the first that this hand can meet is number 2" in step for step in ruling.reason)
    legal = table.explain_follow(lead="H777888", holding="H33344669J SA", play="H33446J")
    assert (legal.verdict, legal.rule, legal.source) == ("legal", "follow.tiers.T3x2[2]", "000:84")


@pytest.mark.parametrize(
    ("holding", "said", "count"),
    [
        ("D9 SA C44 D5", "follow.void", 5),
        ("H34 D9 SA C5", "ask.follow.all_of_suit", 3),
        ("H3459 D9", "ask.follow.any", 4),
        ("H33459", "follow.required_shape", 3),
    ],
)
def test_what_may_be_played(table, holding, said, count):
    ruling = table.explain_follow(lead="H77 HA", holding=holding)
    assert (ruling.verdict, keys(ruling)[-1]) == ("legal", said)
    assert ruling.legal_count == len(list(table.legal_follows(lead="H77 HA", holding=holding, limit=None)))
    if said == "follow.required_shape":
        assert ruling.legal_count == count


def test_a_hand_must_be_large_enough_to_follow(table):
    with pytest.raises(PhraseError, match="too few to follow"):
        table.explain_follow(lead="H7788", holding="H33")


@pytest.mark.parametrize(
    ("words", "verdict", "missing"),
    [
        ({}, "undetermined", ["the cards led", "the hand before the play"]),
        ({"holding": "H3355"}, "undetermined", ["the cards led"]),
        ({"lead": "H77?x2", "holding": "H33 S4455", "play": "S4455"}, "illegal", []),
        ({"lead": "H77?x2", "holding": "H33 S4455", "play": "H33 S44"}, "undetermined", ["all of the cards led"]),
        ({"lead": "H7788"}, "undetermined", ["the hand before the play"]),
        ({"lead": "H7788", "play": "H335J"}, "undetermined", ["the hand before the play"]),
        ({"lead": "H7788", "play": "H3344"}, "legal", []),
        ({"lead": "H7788", "play": "H334"}, "illegal", []),
        ({"lead": "H7788", "play": "C3344"}, "undetermined", ["the hand before the play"]),
        ({"lead": "H7788", "holding": "H3355 ?x3", "play": "H335J"}, "illegal", []),
        ({"lead": "H7788", "holding": "H335 ?x3", "play": "H335J"}, "undetermined", ["3 cards of the hand"]),
        ({"lead": "H7788", "holding": "H335 ?", "play": "H335J"}, "undetermined", ["the rest of the hand"]),
        ({"lead": "H7788", "holding": "H335 ?"}, "undetermined", ["the rest of the hand"]),
        ({"lead": "H7", "holding": "H35 C8", "play": "?"}, "undetermined", ["all of the cards played"]),
        ({"lead": "H77", "holding": "H3 C8 ?x2", "play": "C8 ?"}, "illegal", []),
    ],
)
def test_follow_without_knowing_everything(table, words, verdict, missing):
    ruling = table.explain_follow(**words)
    assert ruling.verdict == verdict
    assert len(ruling.missing) == len(missing)
    assert all(said.startswith(begin) for said, begin in zip(ruling.missing, missing, strict=True))
    assert ruling.missing_in("zh") != ruling.missing or not missing


# --- lead


def test_a_throw_part_by_part(table):
    ruling = table.explain_lead("H98844", others=["HJ", "H55", ""], seats=["E", "S", None])
    assert (ruling.verdict, ruling.kept, ruling.rule, ruling.ruling) == ("legal", ("H44",), "throw.failed.play", "A-5")
    assert ruling.reason[1:] == [
        "Nobody beats H88",
        "H44 is beaten by H55 (S)",
        "H9 is beaten by HJ (E)",
        "The throw fails; the lowest beaten part must be played: H44",
    ]
    stands = table.explain_lead("HAAK", others=["HQQ", "HJ", "H3"])
    assert (stands.verdict, stands.kept, keys(stands)[-1]) == ("legal", (), "ask.lead.stands")


@pytest.mark.parametrize(
    ("others", "verdict", "missing"),
    [
        (None, "undetermined", 3),
        ([], "undetermined", 3),
        (["HJ", "H6"], "undetermined", 1),
        (["HQQ55", "H6"], "legal", 0),
        (["H3 ?x2", "H6", "H3"], "undetermined", 1),
    ],
)
def test_hands_not_given_are_not_known(table, others, verdict, missing):
    """A throw surely fails as soon as one known hand beats a part of it; what is kept may still be open."""
    ruling = table.explain_lead("H9 H88", others=others)
    fails = others == ["HJ", "H6"]
    assert ruling.verdict == ("legal" if fails else verdict)
    assert len(ruling.missing) == missing


def test_a_throw_that_nothing_left_can_beat_stands_whatever_is_not_seen(table):
    """The leader holds all aces, and the other king himself; without his hand the second king may be outside."""
    assert table.explain_lead("HAAK").verdict == "legal"
    assert table.explain_lead("HAKQ", holding="HAAKKQ").verdict == "legal"
    assert table.explain_lead("HAKQ", holding="HAKQ").verdict == "undetermined"


def test_who_is_void_may_decide():
    table = RULES["qq-4deck"].at("10", "S")
    assert table.explain_lead("HAK", others=["", "", ""]).code == "LED008"
    unknown = table.explain_lead("HAK", others=["", ""])
    assert (unknown.verdict, unknown.rule, len(unknown.missing)) == ("undetermined", "throw.others_void", 1)
    assert table.explain_lead("HAK", others=["H3", ""]).verdict == "undetermined"  # whether it stands
    assert table.explain_lead("HAAAAK", others=["H3 ?x9", "?", "?"]).verdict == "legal"


# --- trick


def test_why_each_play_does_not_win(table):
    ruling = table.explain_trick(["H544", "S977", "S884", "H6 S2 D3"], seats="NESW")
    assert (ruling.winner, ruling.seat, ruling.points, ruling.rule) == (2, "S", 5, "ruff.match")
    assert [(play.seat, play.wins, play.why) for play in ruling.plays] == [
        ("N", False, "ruffed"),
        ("E", False, "lower"),
        ("S", True, "ruff"),
        ("W", False, "mixed"),
    ]
    assert ruling.plays[1].reason() == "compared by S77 against S88: lower"
    assert ruling.plays[1].rule == "ruff.compare"


@pytest.mark.parametrize(
    ("plays", "why"),
    [
        (["HA", "HA", "H5", "C9"], ["lead", "equal", "lower", "off_suit"]),
        (["H55", "H67", "S34", "S99"], ["ruffed", "shape", "shape", "ruff"]),
        (["H554", "H9966", "HJJ3", "S98D3"], ["lower", "size", "answer", "mixed"]),
        (["HAK", "S79", "S69", "S78"], ["ruffed", "ruff", "equal", "lower"]),
        (["HAK", "S79", "S89"], ["ruffed", "ruff", "equal"]),
        (["H4455", "S6678", "HJJQQ"], ["lower", "shape", "answer"]),
    ],
)
def test_reasons_of_plays(table, plays, why):
    assert [play.why for play in table.explain_trick(plays).plays] == why


def test_one_shape_over_another():
    ruling = RULES["qq-4deck"].at("10", "S").explain_trick(["H667788", "HJJJQQQ", "H99KKAA"])
    assert [play.why for play in ruling.plays] == ["narrower", "cross", "shape"]
    assert ruling.rule == "beats.cross_shape"


def test_all_components_must_beat():
    rules = load_text(HOUSE + "ruff: {compare: all_components}\n")
    plays = rules.at("10", "S").explain_trick(["H44 H5", "S77 S9", "S88 S3"]).plays
    assert [play.why for play in plays] == ["ruffed", "ruff", "not_all"]
    assert plays[2].reason() == "does not beat every part of S977: S3 is not above S9"


@pytest.mark.parametrize(
    ("plays", "winner", "may_win"),
    [
        (["H55", "H66", "?x2"], None, [2]),
        (["H55", "BJBJ", "?x2"], 1, []),
        (["H55", "H66", "C3 ?"], 1, []),
        (["H55", "H66", "H3 ?"], 1, []),
        (["H55", "H66", "H9 ?"], None, [2]),
        (["H55", "H9 ?", "HQQ"], 2, []),
        (["HA", "?", "H3"], None, [1]),
        (["BJ", "?", "?"], 0, []),
    ],
)
def test_plays_not_seen(table, plays, winner, may_win):
    ruling = table.explain_trick(plays)
    assert ruling.winner == winner
    assert (ruling.verdict == "undetermined") == bool(may_win)
    assert [index for index, play in enumerate(ruling.plays) if play.why == "unknown" and play.wins is None] == may_win
    assert len(ruling.missing) == len(may_win)
    assert ruling.points is None


def test_questions_about_no_trick(table):
    assert table.explain_trick().missing == ["the plays of the trick"]
    assert table.explain_trick(["H5?", "H6"]).verdict == "undetermined"
    for plays, said in ((["H55", ""], "no cards"), (["H55", "H55", "H5"], "only 2 copies"), (["H5 C6"], "one suit")):
        with pytest.raises(PhraseError, match=said):
            table.explain_trick(plays)


# --- capture


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("qq-2deck", {"lead": "H4455", "winning": "S3344", "points": 20}, (16, 320, "2^n = 2^4 = 16")),
        ("qq-2deck", {"lead": "H44556677", "winning": "S33445566", "points": 10}, (64, 640, "2^n = 2^8 = 256")),
        (
            "lianzhong-2deck",
            {"lead": "H445566", "winning": "H445566", "points": 5},
            (16, 80, "2 × 2^len = 2 × 2^3 = 16"),
        ),
        ("lianzhong-2deck", {"lead": "HAAJJ", "winning": "HAAJJ", "kitty": "H5 D3"}, (4, 20, "4")),
        ("table-2deck", {"lead": "HAA", "winning": "HAA", "points": 20}, (1, 20, None)),
        ("qq-2deck", {"lead": "H44", "winning": "H55", "by": "dealer", "points": 20}, (0, 0, None)),
    ],
)
def test_the_formula_is_worked_out(name, words, expected):
    ruling = RULES[name].at("2", "S").explain_capture(**words)
    multiplier, points, working = expected
    assert (ruling.verdict, ruling.multiplier, ruling.points) == ("legal", multiplier, points)
    if working is not None:
        assert ruling.working == working
        assert working in " ".join(ruling.reason)


def test_the_score_after_the_last_trick():
    table = RULES["qq-4deck"].at("10", "S")
    plays = ["H6677", "H3344", "HQQQQ", "H5 H10 SAA"]
    won = table.explain_capture(plays=plays, led_by="attackers", before=60)
    assert (won.base, won.multiplier, won.effect, won.trick_points, won.total) == (15, 4, 60, 0, 120)
    lost = table.explain_capture(plays=plays, led_by="dealer", before=60)
    assert (lost.effect, lost.total) == (-60, 0)


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ({}, ["the cards led", "the cards that won", "the points in the kitty"]),
        ({"lead": "H44", "winning": "H55"}, ["the points in the kitty"]),
        ({"lead": "H44", "points": 20}, ["the cards that won"]),
        ({"lead": "H44", "winning": "H55", "kitty": "H5?x7"}, ["the points in the kitty"]),
        ({"by": "dealer"}, []),
        ({"points": 0}, []),
    ],
)
def test_capture_without_knowing_everything(table, words, missing):
    ruling = table.explain_capture(**words)
    assert ruling.missing == missing
    assert ruling.verdict == ("undetermined" if missing else "legal")


def test_cards_that_cannot_have_won(table):
    for words in (
        {"lead": "H44", "winning": "H56"},
        {"lead": "H44", "winning": "H5"},
        {"lead": "H44", "winning": "C55"},
    ):
        with pytest.raises(PhraseError, match="cannot win"):
            table.explain_capture(**words)


# --- result


def test_a_result_with_all_that_follows_from_it():
    ruling = RULES["qq-2deck"].explain_result(125, level="10", other_level="K", dealer="N", totals=[90] * 4)
    assert (ruling.side, ruling.levels, ruling.deal_passes, ruling.band) == ("attackers", 1, True, (120, 160))
    assert (ruling.dealer_level, ruling.attackers_level, ruling.next_dealer, ruling.won) == ("10", "A", "E", None)
    assert tuple(ruling.room_points) == (-6, 6, 3, 2)


@pytest.mark.parametrize(
    ("name", "points", "rule", "band"),
    [
        ("qq-2deck", 0, "bands.step", (0, 1)),
        ("qq-2deck", -20, "bands.step", (0, 1)),
        ("qq-2deck", 205, "bands.step", (200, 240)),
        ("lianzhong-2deck", 95, "bands.table[4]", (80, 120)),
        ("lianzhong-2deck", 245, "bands.tail_step", (240, 280)),
    ],
)
def test_bands(name, points, rule, band):
    ruling = RULES[name].explain_result(points)
    assert (ruling.rule, ruling.band) == (rule, band)
    assert ruling.source is not None


def test_the_match_may_be_won():
    ruling = RULES["table-2deck"].explain_result(0, level="A", dealer="N")
    assert ruling.won == "dealer"
    assert "The match is won by the dealer side" in ruling.reason


def test_without_points_the_whole_table_is_shown():
    ruling = RULES["qq-2deck"].explain_result()
    assert (ruling.verdict, ruling.missing, len(ruling.steps)) == ("undetermined", ["the attackers' points"], 6)


def test_a_level_that_is_not_played():
    rules = load_text(HOUSE + "levels: {sequence: [2, 5, 10, K, A]}\n")
    with pytest.raises(PhraseError, match="no level 3"):
        rules.explain_result(0, level="3")


# --- bids


def test_overcalls_and_who_deals():
    ruling = RULES["qq-2deck"].explain_bids([("N", "H10"), ("东", "C10 C10"), ("S", "D1010")], level="T")
    assert [bid.ruling.verdict for bid in ruling.bids] == ["legal", "legal", "illegal"]
    assert (ruling.verdict, ruling.code, ruling.rule, ruling.trump) == ("illegal", "BID003", "declare.overcall", "C")
    assert (ruling.dealer, ruling.missing) == (None, ["whether this is the first deal, or who deals"])
    first = RULES["qq-2deck"].explain_bids([("N", "H10"), ("E", "C1010")], level="10", first_deal=True)
    assert (first.dealer, first.missing) == ("N", [])
    later = RULES["qq-2deck"].explain_bids([("N", "H10"), ("E", "C1010")], level="10", dealer="S")
    assert (later.dealer, later.trump) == ("S", "C")


def test_nobody_bids():
    undecided = RULES["qq-2deck"].explain_bids([], level="2")
    assert (undecided.verdict, undecided.trump, undecided.redeal) == ("undetermined", None, False)
    assert RULES["qq-2deck"].explain_bids([], level="2", first_deal=True).redeal
    assert RULES["qq-2deck"].explain_bids([], level="2", dealer="N").trump == "NT"


def test_robbing():
    bids, robs = [("N", "LJ S10")], [("E", "BJ H1010")]
    ruling = RULES["table-2deck"].explain_bids(bids, level="10", robs=robs, dealer="N")
    assert [(bid.robs, bid.ruling.verdict) for bid in ruling.bids] == [(False, "legal"), (True, "legal")]
    assert ruling.trump == "H"
    none = RULES["qq-2deck"].explain_bids([("N", "S10")], level="10", robs=[("E", "H1010")], dealer="N")
    assert (none.verdict, none.code, none.rule) == ("illegal", "BID012", "kitty.rob.allowed")
    assert none.reasons("zh")[1] == "东抢底：本规则没有抢底"


def test_what_may_be_bid():
    ruling = RULES["qq-2deck"].explain_bids(level="10")
    assert ruling.missing == ["the bids"]
    assert len(ruling.steps) == 5


# --- level, trump and ruleset not said


def test_what_does_not_depend_on_the_trump_is_answered():
    words = {"lead": "H7788", "holding": "H33599J SA", "play": "H335J"}
    ruling = referee.ask("follow", "qq-2deck", level="10", **words)
    assert (ruling.verdict, ruling.code, ruling.missing) == ("illegal", "FOL003", [])
    assert ruling.reason[-1] == "The answer does not depend on the trump suit"


def test_what_depends_on_the_trump_is_not():
    ruling = referee.ask("trick", "qq-2deck", level="10", plays=["H7", "S3", "H9"])
    assert (ruling.verdict, ruling.missing) == ("undetermined", ["the trump suit"])
    assert ruling.reason == [
        "With spades as trump: play 2 wins with S3",
        "With hearts, diamonds, clubs or no-trump as trump: play 3 wins with H9",
    ]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("follow", {"lead": "H77", "holding": "H33 H5 S2 D2", "play": "H35"}),
        ("trick", {"plays": ["H2", "S3", "H9", "D2"]}),
        ("lead", {"lead": "H22 H9", "others": ["H3", "S2", "HJ"]}),
        ("capture", {"lead": "H22", "winning": "H33", "points": 10}),
    ],
)
def test_a_missing_trump_and_level_is_every_trump_and_level(kind, words):
    """What is said of a question is what all its completions say: tried one by one."""
    rules = RULES["qq-2deck"]
    for level in (None, "2", "10"):
        found = set()
        for each in (level,) if level else rules.levels.sequence:
            for trump in TRUMPS:
                question = Question(kind, each, trump, words)
                try:
                    found.add(answer_key(question, answer(question, rules)))
                except PhraseError:
                    continue
        ruling = answer(Question(kind, level, None, words), rules)
        assert (ruling.verdict == "undetermined") == (len(found) > 1)
        assert bool(ruling.missing) == (len(found) > 1)


def test_without_a_ruleset_all_shipped_ones_are_asked():
    words = {"lead": "H7788", "holding": "H33599J SA", "play": "H335J"}
    agreed = referee.ask("follow", level="10", trump="S", **words)
    assert (agreed.verdict, agreed.rule, agreed.reason[-1]) == (
        "illegal",
        None,
        "The answer does not depend on the ruleset",
    )
    ruling = referee.ask("result", points=95)
    assert (ruling.verdict, ruling.missing) == ("undetermined", ["the ruleset"])
    assert any(step.startswith("Godot, qq-2deck, ") and "nobody rises" in step for step in ruling.reason)


def test_a_question_that_nobody_can_be_asked():
    with pytest.raises(PhraseError, match="one suit"):
        answer_under_any(Question("follow", "10", "S", {"lead": "H7 C8"}))


def test_the_ruleset_to_compare_with_is_the_one_most_others_start_from():
    assert foundation().id == "qq-2deck"


# --- words


def test_words_are_read_and_said_in_canonical_form():
    question = question_of("trick", {"level": "t", "trump": "黑桃", "plays": "北 红5 5; E: s3 4；W h66"})
    assert canonical(question) == {"kind": "trick", "level": "10", "trump": "S", "plays": ["N H55", "E S43", "W H66"]}
    assert canonical(question, "zh")["plays"] == ["北 ♥55", "东 ♠43", "西 ♥66"]


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [
        ("follow", {"lead": "?", "holding": " ", "play": None}, {"kind": "follow"}),
        (
            "lead",
            {"lead": "h9 8 8+h44", "others": ["HJ", "-"]},
            {"kind": "lead", "lead": "H988 + H44", "others": ["HJ", "-"]},
        ),
        ("lead", {"others": "e hj; -"}, {"kind": "lead", "others": ["E HJ", "-"]}),
        (
            "capture",
            {"by": "庄家", "points": "20分", "kitty": "h5"},
            {"kind": "capture", "by": "dealer", "points": 20, "kitty": "H5"},
        ),
        (
            "result",
            {"points": "95", "dealer": "东家", "totals": "1, 2 3、4"},
            {"kind": "result", "points": 95, "dealer": "E", "totals": [1, 2, 3, 4]},
        ),
        (
            "bid",
            {"bids": "h10, s10 10", "first_deal": "是"},
            {"kind": "bid", "bids": ["N H10", "E S1010"], "first_deal": True},
        ),
        ("bid", {"bids": "none"}, {"kind": "bid", "bids": []}),
        (
            "bid",
            {"bids": ["N 红桃", "E nt"], "passes": "南 W"},
            {"kind": "bid", "bids": ["N H", "E NT"], "passes": ["S", "W"]},
        ),
    ],
)
def test_words(kind, given, expected):
    assert canonical(question_of(kind, given)) == expected


@pytest.mark.parametrize(
    ("kind", "word", "given"),
    [
        ("follow", "level", "11"),
        ("follow", "trump", "X"),
        ("follow", "holding", "H7 foo"),
        ("trick", "plays", "N H55, E foo"),
        ("capture", "by", "nobody"),
        ("capture", "points", "many"),
        ("result", "totals", "1 x"),
        ("bid", "first_deal", "perhaps"),
        ("bid", "bids", "N foo"),
    ],
)
def test_a_word_that_cannot_be_read_is_named(kind, word, given):
    with pytest.raises(WordError) as caught:
        question_of(kind, {word: given})
    assert caught.value.word == word
