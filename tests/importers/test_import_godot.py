"""The shengji-godot log: what each part becomes, where it comes from, what is refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from exporters import godot_card

from referee.cards import make_deck
from referee.importers import Imported, ImportProblem, import_file
from referee.phrases import say

Json = dict[str, Any]
DECK = [godot_card(face) for face in make_deck(2)]
HANDS = [DECK[seat:100:4] for seat in range(4)]
KITTY = DECK[100:]
BURIED = ["♠2", "♠4", "♠6", "♠8", "♠10", "♠Q", "♠A", "♥3"]


def trick(number: int, leader: int, cards: list[list[str]], winner: int, points: int, after: int) -> Json:
    plays = [{"seat": (leader + i) % 4, "cards": c, "pattern": "Single"} for i, c in enumerate(cards)]
    return {
        "trick_num": number,
        "lead_seat": leader,
        "plays": plays,
        "winner": winner,
        "trick_points": points,
        "attack_score_after": after,
    }


ROUND: Json = {
    "round_num": 1,
    "seed": 10**25,
    "rank": 2,
    "team_ranks": [2, 2],
    "dealer": 1,
    "bid_history": [
        {"seat": 0, "action": "skip", "reason": "no_valid_cards"},
        {"seat": 1, "action": "bid", "suit": 3, "suit_symbol": "♣"},
    ],
    "bid": {"seat": 1, "suit": 3, "type": 3},
    "trump_suit": 3,
    "debug": {"initial_hands": HANDS, "bottom_cards": KITTY, "buried_cards": BURIED, "hand_with_bottom": []},
    "tricks": [
        trick(1, 1, [["♥5"], ["♥4"], ["♥4"], ["♥K"]], 0, 15, 15),
        trick(2, 0, [["♦9", "♦9"], ["♦8", "♦J"], ["♦3", "♦4"], ["♦10", "♦10"]], 3, 20, 15),
    ],
    "settlement": {
        "attack_base_score": 15,
        "bottom_score": 0,
        "bottom_multiplier": 0,
        "bottom_bonus": 0,
        "final_score": 15,
        "upgrading_side": 0,
        "upgrade_levels": 2,
        "new_dealer": -1,
        "new_rank": 4,
        "game_over": False,
    },
}
CONFIG: Json = {"allow_dump": False, "trump_joker_color_match": True, "no_skip_ranks": [5, 10, 13], "note": "x"}


def session(*rounds: Json, version: int = 1, **extra: Any) -> Json:
    return {"version": version, "rule_config": CONFIG, "rounds": list(rounds), **extra}


def load(log: Json, indent: int | None = None) -> Imported:
    imported = import_file(json.dumps(log, ensure_ascii=False, indent=indent).encode())
    assert imported is not None
    assert imported.ruleset == "godot"
    return imported


def lines_of(log: Json) -> list[str]:
    imported = load(log)
    assert not imported.problems
    return imported.text.splitlines()


def altered(*path_and_value: Any) -> Json:
    """ROUND with one value changed: keys and indices, then the new value."""
    *path, last, value = path_and_value
    one = copy.deepcopy(ROUND)
    target: Any = one
    for step in path:
        target = target[step]
    target[last] = value
    return one


def test_a_whole_round() -> None:
    lines = lines_of(session(ROUND, created_at="2024-03-09T10:11:12"))
    assert lines[:3] == [
        '[ruleset "godot"]',
        '[date "2024-03-09"]',
        '[rule_config "allow_dump=false no_skip_ranks=5,10,13 trump_joker_color_match=true"]',
    ]
    assert lines[3:7] == ["", "deal 1", "levels NS 2 EW 2", "level 2"]
    assert [line[:6] for line in lines[7:11]] == ["hand N", "hand E", "hand S", "hand W"]
    assert lines[11:] == [
        "pass N",
        "bid E C2 LJ",
        "dealer E",
        "kitty CAAKK LJLJBJBJ",
        "bury E SAQ108642 H3",
        "trump C",
        "1. E H5, S H4, W H4, N HK; N wins 15",
        "score 15",
        "2. N D99, E DJ8, S D43, W D1010; W wins 20",
        "captured 0",
        "score 15",
        "result dealer +2",
        "levels NS 2 EW 4",
        "next dealer E",
    ]


def test_lines_lead_back_to_the_objects_they_come_from() -> None:
    imported = load(session(ROUND), indent=1)
    source = json.dumps(session(ROUND), ensure_ascii=False, indent=1).splitlines()
    lines = imported.text.splitlines()
    back = {line: imported.source_lines[number] for number, line in enumerate(lines, start=1)}
    first, second = (i for i, line in enumerate(source, start=1) if '"trick_num"' in line)
    assert back["1. E H5, S H4, W H4, N HK; N wins 15"] == first - 1
    assert back["2. N D99, E DJ8, S D43, W D1010; W wins 20"] == second - 1
    assert source[back["pass N"]].strip().startswith('"seat": 0')
    assert "attack_base_score" in source[back["result dealer +2"]]


def test_all_on_one_line() -> None:
    assert set(load(session(ROUND)).source_lines.values()) == {1}


SETTLEMENTS: list[tuple[str, Json, list[str]]] = [
    ("take over", {"upgrading_side": 1, "upgrade_levels": 0, "new_dealer": 2, "new_rank": 2}, ["NS 2 EW 2", "S"]),
    ("attackers gain", {"upgrading_side": 1, "upgrade_levels": 1, "new_dealer": 2, "new_rank": 3}, ["NS 3 EW 2", "S"]),
]


@pytest.mark.parametrize(("change", "told"), [case[1:] for case in SETTLEMENTS], ids=[c[0] for c in SETTLEMENTS])
def test_settlements(change: Json, told: list[str]) -> None:
    lines = lines_of(session({**ROUND, "settlement": {**ROUND["settlement"], **change}}))
    gained = change["upgrade_levels"]
    assert f"result attackers {f'+{gained}' if gained else 'take over'}" in lines
    assert lines[-2:] == [f"levels {told[0]}", f"next dealer {told[1]}"]


def test_a_captured_kitty() -> None:
    change = {"bottom_score": 15, "bottom_multiplier": 2, "bottom_bonus": 30, "final_score": 45}
    lines = lines_of(session({**ROUND, "settlement": {**ROUND["settlement"], **change}}))
    assert lines[lines.index("captured 30 (15 x 2)") + 1] == "score 45"


def test_the_table_of_levels_is_what_the_result_speaks_of() -> None:
    """Where a level stops the gain, the log has both: what the points are worth and what came of it."""
    change = {"upgrade_levels": 1, "new_rank": 5, "proposed": {"upgrade_levels": 3, "new_rank": 7}}
    one = {**ROUND, "settlement": {**ROUND["settlement"], **change}}
    assert lines_of(session(one, version=2))[-3:] == ["result dealer +3", "levels NS 2 EW 5", "next dealer E"]


def test_the_end_of_the_match() -> None:
    one = {**ROUND, "settlement": {**ROUND["settlement"], "game_over": True, "new_rank": 14}}
    assert lines_of(session(one))[-3:] == ["levels NS 2 EW A", "next dealer E", "match won EW"]


def test_without_the_number_of_levels_no_result_is_claimed() -> None:
    settled = {k: v for k, v in ROUND["settlement"].items() if k != "upgrade_levels"}
    lines = lines_of(session({**ROUND, "settlement": settled}))
    assert not any(line.startswith("result") for line in lines)
    assert "levels NS 2 EW 4" in lines


BIDS: list[tuple[str, int, Json, str]] = [
    ("v1 joker and level card", 1, {"suit": 1, "type": 3}, "bid E H2 BJ"),
    ("v1 joker pair", 1, {"suit": -1, "type": 4}, "bid E NT"),
    ("v2 single", 2, {"suit": 3, "type": 1}, "bid E C2"),
    ("v2 pair", 2, {"suit": 0, "type": 2}, "bid E S22"),
    ("v2 joker and one", 2, {"suit": 0, "type": 3}, "bid E S2 LJ"),
    ("v2 joker and pair", 2, {"suit": 2, "type": 4}, "bid E D22 BJ"),
    ("v2 joker pair", 2, {"suit": -1, "type": 5}, "bid E NT"),
    ("type not recorded", 2, {"suit": 2}, "bid E D"),
    ("unknown type", 2, {"suit": 2, "type": 9}, "bid E D"),
]


@pytest.mark.parametrize(("version", "bid", "told"), [case[1:] for case in BIDS], ids=[c[0] for c in BIDS])
def test_the_cards_of_a_bid(version: int, bid: Json, told: str) -> None:
    history = [{"seat": 1, "action": "bid", "suit": bid["suit"]}]
    assert told in lines_of(session({**ROUND, "bid_history": history, "bid": {"seat": 1, **bid}}, version=version))


def test_the_hand_says_which_jokers_were_bid() -> None:
    hands = [HANDS[0], ["BlackJoker", "BlackJoker", *HANDS[1][2:]], *HANDS[2:]]
    one = {
        **altered("debug", "initial_hands", hands),
        "bid_history": [{"seat": 1, "action": "bid", "suit": -1}],
        "bid": {"seat": 1, "suit": -1, "type": 5},
    }
    assert "bid E LJLJ" in lines_of(session(one, version=2))


def test_a_bid_without_history() -> None:
    assert "bid E C2 LJ" in lines_of(session({**ROUND, "bid_history": []}))


def test_nobody_bid() -> None:
    one = {**ROUND, "bid": {"type": "NO_BID"}, "trump_suit": -1, "dealer": 0, "bid_history": []}
    lines = lines_of(session(one))
    assert not any(line.startswith("bid") for line in lines)
    assert "trump NT" in lines


def test_bids_after_burying_are_robberies() -> None:
    robs = [{"seat": 2, "type": 5, "suit": -1, "original_trump_suit": 3}]
    one = {**ROUND, "counter_bid_history": robs, "trump_suit": -1, "bid": {"seat": 2, "suit": -1, "type": 5}}
    lines = lines_of(session(one, version=2))
    at = lines.index("rob S ?x2")
    assert lines[at + 1 : at + 3] == ["bury S SAQ108642 H3", "trump NT"]
    assert "bid E C" in lines


def test_seats_that_do_not_rob_pass_after_the_burial() -> None:
    asked = [{"seat": seat, "action": "counter_pass", "reason": "player_choice"} for seat in (2, 0)]
    refused = [{"seat": 2, "action": "counter_rejected", "reason": "not_stronger"}]
    lines = lines_of(session({**ROUND, "bid_history": [*ROUND["bid_history"], *refused, *asked]}, version=2))
    at = lines.index("bury E SAQ108642 H3")
    assert lines[at + 1 : at + 3] == ["pass S", "pass N"]


def test_buried_cards_by_their_indices() -> None:
    merged = [*HANDS[1], *KITTY]
    debug = {**ROUND["debug"], "buried_cards": [], "hand_with_bottom": merged}
    one = {**ROUND, "debug": debug, "buried_indices": [0, 1, 2, 3, 4, 5, 6, 32]}
    assert "bury E SAQ108642 BJ" in lines_of(session(one))
    problems = load(session({**one, "buried_indices": [33]})).problems
    assert [p.phrase.key for p in problems] == ["import.range"]


def test_a_round_being_bid_says_nothing_of_dealer_and_trump() -> None:
    one = {**ROUND, "_in_progress": True, "bid": None, "bid_history": [], "tricks": [], "settlement": {}}
    one["debug"] = {**ROUND["debug"], "buried_cards": []}
    lines = lines_of(session(one))
    assert not any(line.startswith(("dealer", "trump", "bury")) for line in lines)


def test_a_round_being_played() -> None:
    running = {**trick(2, 0, [["♦9"]], -1, 0, 15), "_in_progress": True}
    one = {**ROUND, "_in_progress": True, "tricks": [ROUND["tricks"][0], running], "settlement": {}}
    lines = lines_of(session(one))
    assert lines[-2:] == ["score 15", "2. N D9"]


def test_a_gap_begins_a_new_match() -> None:
    lines = lines_of(session(ROUND, altered("round_num", 2), altered("round_num", 5)))
    assert lines.count('[ruleset "godot"]') == 2


PROBLEMS: list[tuple[str, Json, str, str]] = [
    ("card", altered("tricks", 1, "plays", 2, "cards", ["♦1"]), "import.card", "tricks[1].plays[2].cards[0]"),
    ("card is a number", altered("tricks", 1, "plays", 2, "cards", [7]), "import.not_text", "cards[0]"),
    ("no plays", altered("tricks", 1, {"trick_num": 2}), "import.missing", "plays"),
    ("winner", altered("tricks", 1, "winner", 4), "import.range", "winner"),
    ("huge points", altered("tricks", 1, "trick_points", 10**30), "import.range", "trick_points"),
    ("tricks", altered("tricks", {"1": 2}), "import.not_list", "tricks"),
    ("trick is no object", altered("tricks", 1, "x"), "import.not_object", "tricks[1]"),
    ("rank", altered("rank", 15), "import.range", "rank"),
    ("team ranks", altered("team_ranks", [2]), "import.count", "team_ranks"),
    ("three hands", altered("debug", "initial_hands", HANDS[:3]), "import.count", "initial_hands"),
    ("action", altered("bid_history", 0, "action", 3), "import.not_text", "action"),
    ("trump", altered("trump_suit", 4), "import.range", "trump_suit"),
    ("game over", altered("settlement", "game_over", "no"), "import.not_flag", "game_over"),
]


@pytest.mark.parametrize(("one", "key", "word"), [case[1:] for case in PROBLEMS], ids=[c[0] for c in PROBLEMS])
def test_a_round_that_cannot_be_read_to_its_end(one: Json, key: str, word: str) -> None:
    imported = load(session(one, altered("round_num", 2)))
    (problem,) = imported.problems
    assert problem.phrase.key == key
    assert word in say(problem.phrase, "en")
    assert word in say(problem.phrase, "zh")
    assert "deal 2" in imported.text


def test_a_problem_has_line_and_column() -> None:
    (problem,) = load(session(altered("tricks", 1, "plays", 2, "cards", ["♦1"])), indent=1).problems
    source = json.dumps(session(altered("tricks", 1, "plays", 2, "cards", ["♦1"])), ensure_ascii=False, indent=1)
    line = source.splitlines()[problem.line - 1]
    assert line[problem.column - 1] == "{"
    assert '"♦1"' in "".join(source.splitlines()[problem.line : problem.line + 4])


def test_a_file_cut_anywhere_says_where() -> None:
    text = json.dumps(session(ROUND), ensure_ascii=False, indent=1)
    for end in range(text.index('"round_num"') + 12, len(text) - 1, 97):
        with pytest.raises(ImportProblem) as caught:
            import_file(text[:end].encode())
        assert caught.value.phrase.key == "import.cut"
        assert caught.value.line >= text[:end].rstrip().count("\n") - 1


BROKEN: list[tuple[str, bytes, str, int]] = [
    ("comma", b'{"round_num": 1,\n "rounds": [,]}', "import.json", 2),
    ("not a number", b'{"round_num": NaN, "rounds": []}', "import.json", 1),
    ("encoding", b'{"round_num": 1,\n "rounds": ["\xff"]}', "import.encoding", 2),
    ("nesting", b'{"round_num": 1, "rounds": ' + b"[" * 5000 + b"]" * 5000 + b"}", "import.nesting", 1),
    ("no rounds", b'{"round_num": 1, "rounds": []}', "import.nothing", 1),
    ("rounds", b'{"round_num": 1, "rounds": [3]}', "import.not_object", 1),
]


@pytest.mark.parametrize(("data", "key", "line"), [case[1:] for case in BROKEN], ids=[c[0] for c in BROKEN])
def test_broken_files(data: bytes, key: str, line: int) -> None:
    with pytest.raises(ImportProblem) as caught:
        import_file(data)
    assert (caught.value.phrase.key, caught.value.line) == (key, line)
    assert str(caught.value).startswith(str(line))


def test_a_bare_round_gives_what_it_has() -> None:
    bare = {
        "round_num": 3,
        "tricks": [{"trick_num": 1, "plays": [{"seat": 2, "cards": ["♥️10"]}]}, {"trick_num": 2, "plays": []}],
    }
    imported = import_file(json.dumps({"rounds": [bare]}).encode())
    assert imported is not None
    assert imported.text.splitlines() == ['[ruleset "godot"]', "", "deal 3", "1. S H10"]


def test_settings_of_odd_kinds_are_left_out() -> None:
    imported = import_file(
        json.dumps({"rule_config": {"Name": 1, "who": "x", "l": [1, "2"]}, "rounds": [ROUND]}).encode()
    )
    assert imported is not None
    assert "rule_config" not in imported.text
    assert import_file(json.dumps({"rule_config": 5, "rounds": [ROUND]}).encode()) is not None


def test_a_settlement_in_pieces() -> None:
    one = {**ROUND, "settlement": {"final_score": 15}}
    assert lines_of(session(one))[-1] == "score 15"
    one = {**ROUND, "settlement": {"bottom_bonus": 0, "upgrading_side": 0}, "team_ranks": None}
    assert lines_of(session(one))[-1] == "captured 0"


def test_a_joker_of_any_colour() -> None:
    """Without the rule of matching colours the joker shown is known only if the hand has one kind."""
    log = session(ROUND, version=2)
    log["rule_config"] = {"trump_joker_color_match": False}
    assert "bid E C" in lines_of(log)
    hands = [HANDS[0], ["RedJoker", *HANDS[1][1:]], *HANDS[2:]]
    log["rounds"] = [altered("debug", "initial_hands", hands)]
    assert "bid E C2 BJ" in lines_of(log)


def test_a_type_that_does_not_go_with_the_suit() -> None:
    one = {**ROUND, "bid": {"seat": 1, "suit": 3, "type": 5}}
    assert "bid E C" in lines_of(session(one, version=2))
