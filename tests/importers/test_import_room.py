"""The web-room log: what each event becomes, what is left out, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cards import face_name, make_deck
from referee.importers import ImportProblem, import_file
from referee.phrases import say

Event = dict[str, Any]
# Seat 0 is dealt S2 S2 S4 …: each face once to one seat, once to the seat two places on, and so forth.
DECK = [face_name(face) for face in make_deck(2)]


def log(*events: Event, number: int = 1, room: str = "ABCD") -> bytes:
    return b"".join(json.dumps({"room": room, "round": number, **event}).encode() + b"\n" for event in events)


START: Event = {"e": "round_start", "deck": DECK, "banker": None, "trump_rank": "2", "levels": ["2", "2"]}
TRUMP: Event = {"e": "trump", "suit": "H", "rank": "2", "banker": 3, "declared": True}
BURY: Event = {"e": "bury", "seat": 3, "cards": ["S3", "S5", "S7", "S9", "SJ", "SK", "H3", "H5"], "bot": True}


def declare(seat: int, *cards: str) -> Event:
    return {"e": "declare", "seat": seat, "cards": list(cards), "bot": False}


def plays(leader: int, *cards: list[str]) -> list[Event]:
    return [{"e": "play", "seat": (leader + i) % 4, "cards": c, "bot": True} for i, c in enumerate(cards)]


FIRST = plays(3, ["C3"], ["C4"], ["CK"], ["C5"])
SECOND = plays(1, ["D3", "D3"], ["D4", "D4"], ["D5", "D6"], ["D7", "D7"])
END: Event = {
    "e": "round_end",
    "attacker_points": 85,
    "kitty": BURY["cards"],
    "kitty_points": 20,
    "winner_team": 0,
    "level_change": 0,
    "new_levels": ["2", "2"],
    "next_banker": 0,
    "game_over": False,
}


def lines_of(data: bytes, lang: str = "en") -> list[str]:
    imported = import_file(data, lang)
    assert imported is not None
    assert imported.ruleset == "room"
    assert not imported.problems
    return imported.text.splitlines()


def test_a_whole_round() -> None:
    trick = {"e": "trick", "winner": 1, "points": 15, "plays": [{"seat": 3, "cards": ["C3"]}]}
    trick["plays"] = [{"seat": e["seat"], "cards": e["cards"]} for e in FIRST]
    data = log(START, declare(0, "H2"), declare(3, "S2", "S2"), TRUMP, BURY, *FIRST, trick, *SECOND, END)
    lines = lines_of(data)
    assert lines[:4] == ['[ruleset "room"]', "", "deal 1", "levels NS 2 EW 2"]
    assert lines[4] == "level 2"
    assert [line[:6] for line in lines[5:9]] == ["hand N", "hand E", "hand S", "hand W"]
    assert lines[9:] == [
        "bid N H2",
        "bid W S22",
        "dealer W",
        "trump H",
        "kitty CAAKK LJLJBJBJ",
        "bury W SKJ9753 H53",
        "1. W C3, N C4, E CK, S C5; E wins 15",
        "2. E D33, S D44, W D65, N D77",
        "captured 20",
        "score 85",
        "result attackers take over",
        "levels NS 2 EW 2",
        "next dealer N",
    ]


def test_the_deck_is_dealt_round_the_table() -> None:
    lines = lines_of(log(START, TRUMP))
    north = next(line for line in lines if line.startswith("hand N"))
    assert north == "hand N SAQ108642 HKJ9753 DAQ108642 CJ9753"


def test_each_line_leads_back_to_its_event() -> None:
    imported = import_file(log(START, declare(0, "H2"), {"e": "chat", "text": "x"}, TRUMP, BURY, *FIRST, *SECOND))
    assert imported is not None
    lines = imported.text.splitlines()
    back = {lines[line - 1]: source for line, source in imported.source_lines.items()}
    assert back["bid N H2"] == 2
    assert back["trump H"] == 4
    assert back["1. W C3, N C4, E CK, S C5"] == 6
    assert back["2. E D33, S D44, W D65, N D77"] == 10
    assert sorted(imported.source_lines) == list(range(1, len(lines) + 1))


def test_nobody_declared_turns_the_kitty_up_to_the_first_card_that_is_no_joker() -> None:
    deck = [*DECK[:100], "LJ", "BJ", "C9", "LJ", "BJ", "CA", "CK", "C9"]
    trump = {**TRUMP, "suit": "C", "declared": False, "banker": 0}
    lines = lines_of(log({**START, "deck": deck}, trump))
    assert "flip LJBJ C9" in lines
    assert lines.index("flip LJBJ C9") < lines.index("trump C")


def test_a_later_round_knows_its_dealer_and_goes_on_with_the_match() -> None:
    later = {**START, "banker": 2, "levels": ["3", "2"], "trump_rank": "3"}
    data = log(START, TRUMP) + log(later, {**TRUMP, "banker": 2, "rank": "3"}, number=2)
    lines = lines_of(data)
    assert lines.count('[ruleset "room"]') == 1
    assert lines[lines.index("deal 2") :][:4] == ["deal 2", "levels NS 3 EW 2", "level 3", "dealer S"]


def test_a_gap_or_another_room_begins_a_new_match() -> None:
    data = log(START, TRUMP) + log(START, TRUMP, number=3) + log(START, TRUMP, number=4, room="WXYZ")
    lines = lines_of(data)
    assert lines.count('[ruleset "room"]') == 3
    assert [line for line in lines if line.startswith("deal ")] == ["deal 1", "deal 3", "deal 4"]


def test_the_end_of_the_match() -> None:
    end = {**END, "winner_team": 1, "level_change": 2, "game_over": True, "new_levels": ["2", "A"]}
    lines = lines_of(log(START, TRUMP, BURY, *FIRST, end))
    assert lines[-4:] == ["result dealer +2", "levels NS 2 EW A", "next dealer N", "match won EW"]


def test_the_attackers_gain_levels() -> None:
    assert "result attackers +3" in lines_of(log(START, TRUMP, BURY, *FIRST, {**END, "level_change": 3}))


def test_a_log_without_trick_events_or_bury() -> None:
    lines = lines_of(log(START, TRUMP, *FIRST, *SECOND[:2], END))
    bury = lines.index("bury W SKJ9753 H53")
    assert lines[bury - 1].startswith("kitty")
    assert lines[bury + 1 : bury + 3] == ["1. W C3, N C4, E CK, S C5", "2. E D33, S D44"]


def test_a_log_with_trick_events_only() -> None:
    trick = {"e": "trick", "winner": 1, "points": 15}
    trick["plays"] = [{"seat": e["seat"], "cards": e["cards"]} for e in FIRST]
    assert "1. W C3, N C4, E CK, S C5; E wins 15" in lines_of(log(START, TRUMP, BURY, trick))


def test_names_and_chat_are_left_out() -> None:
    players = [{"seat": 0, "name": "Wilhelmina", "is_bot": False}]
    data = log({**START, "players": players}, {"e": "chat", "seat": 0, "text": "Wilhelmina here"}, TRUMP)
    imported = import_file(data)
    assert imported is not None
    assert "Wilhelmina" not in imported.text


def test_the_day_is_kept() -> None:
    assert '[date "2023-11-14"]' in lines_of(log({**START, "t": 1_700_000_000.25}, TRUMP))


def test_chinese() -> None:
    lines = lines_of(log(START, declare(0, "H2"), declare(1, "S2", "S2"), TRUMP, BURY, *FIRST), "zh")
    assert lines[0] == '[规则 "room"]'
    assert "第1局" in lines
    assert "亮 北 ♥2" in lines
    assert "反 东 ♠22" in lines
    assert "1. 西 ♣3，北 ♣4，东 ♣K，南 ♣5" in lines


PROBLEMS: list[tuple[str, Event | bytes, str, str]] = [
    ("no card", {**START, "deck": ["S1", *DECK[1:]]}, "import.card", "S1"),
    ("short deck", {**START, "deck": DECK[:-1]}, "import.count", "107"),
    ("empty deck", {**START, "deck": []}, "import.no_cards", "deck"),
    ("deck is no list", {**START, "deck": "S2 S3"}, "import.not_list", "deck"),
    ("level", {**START, "trump_rank": "T"}, "import.choice", "trump_rank"),
    ("level is a number", {**START, "trump_rank": 2}, "import.not_text", "trump_rank"),
    ("three levels", {**START, "levels": ["2", "2", "2"]}, "import.count", "levels"),
    ("seat", {**START, "banker": 4}, "import.range", "banker"),
    ("seat is true", {**START, "banker": True}, "import.not_number", "banker"),
    ("seat is a half", {**START, "banker": 1.5}, "import.range", "1.5"),
]


@pytest.mark.parametrize(("start", "key", "word"), [case[1:] for case in PROBLEMS], ids=[c[0] for c in PROBLEMS])
def test_a_start_that_cannot_be_read(start: Event, key: str, word: str) -> None:
    good = log(START, TRUMP, number=1)
    imported = import_file(good + log(start, TRUMP, number=2) + log(START, TRUMP, number=3))
    assert imported is not None
    (problem,) = imported.problems
    assert problem.phrase.key == key
    assert problem.line == 3
    assert word in say(problem.phrase, "en")
    assert word in say(problem.phrase, "zh")
    assert "deal 3" in imported.text


def test_what_comes_after_a_problem_in_a_round_is_left_out() -> None:
    bad = {"e": "play", "seat": 1, "cards": ["X9"]}
    imported = import_file(log(START, TRUMP, BURY, *FIRST, bad, *SECOND, END))
    assert imported is not None
    assert imported.text.splitlines()[-2:] == ["1. W C3, N C4, E CK, S C5", '# cards[0]: there is no card "X9".']
    assert [(p.line, p.phrase.key) for p in imported.problems] == [(8, "import.card")]


def test_a_summary_that_names_other_cards() -> None:
    trick = {"e": "trick", "winner": 1, "points": 15}
    trick["plays"] = [{"seat": e["seat"], "cards": ["CA"]} for e in FIRST]
    imported = import_file(log(START, TRUMP, BURY, *FIRST, trick))
    assert imported is not None
    assert [p.phrase.key for p in imported.problems] == ["import.other_plays"]


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_log_cut_in_its_last_line(cut: int) -> None:
    data = log(START, TRUMP, BURY, *FIRST).rstrip()
    imported = import_file(data[:-cut])
    assert imported is not None
    (problem,) = imported.problems
    assert (problem.line, problem.phrase.key) == (7, "import.cut")
    assert problem.column > 1
    assert imported.text.splitlines()[-2] == "1. W C3, N C4, E CK"
    assert imported.text.splitlines()[-1] == "# The JSON breaks off here; the file seems to be cut."


def test_broken_utf8() -> None:
    imported = import_file(log(START, TRUMP) + b'{"e":"play","round":1,"x":"\xff"}\n')
    assert imported is not None
    assert [(p.line, p.column, p.phrase.key) for p in imported.problems] == [(3, 28, "import.encoding")]


def test_nothing_but_a_broken_start() -> None:
    with pytest.raises(ImportProblem) as caught:
        import_file(log({"e": "round_start", "deck": 5}))
    assert (caught.value.line, caught.value.phrase.key) == (1, "import.not_list")


def test_no_deal_at_all() -> None:
    with pytest.raises(ImportProblem) as caught:
        import_file(log({"e": "chat", "text": "nobody plays"}))
    assert caught.value.phrase.key == "import.nothing"


def test_unknown_events_and_fields_do_no_harm() -> None:
    plain = lines_of(log(START, TRUMP, BURY, *FIRST))
    odd = [{**event, "decision": {"depth": [1, [2]]}, "huge": 10**40} for event in (START, TRUMP, BURY, *FIRST)]
    assert lines_of(log(odd[0], {"e": "bot_timing", "ms": 4}, *odd[1:])) == plain


def test_byte_order_mark_and_crlf() -> None:
    data = log(START, TRUMP, BURY, *FIRST)
    assert lines_of(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")) == lines_of(data)


def test_a_stripped_log_gives_what_it_has() -> None:
    """Published logs lack fields: whatever is missing is simply not said."""
    data = log(
        {"e": "round_start"},
        {"e": "trump"},
        *FIRST,
        {"e": "trick", "winner": 1},
        {"e": "round_end", "winner_team": 1, "level_change": 1},
    )
    assert lines_of(data)[2:] == ["deal 1", "1. W C3, N C4, E CK, S C5; E wins"]


def test_a_log_that_begins_in_the_middle() -> None:
    assert lines_of(log(*FIRST, number=4))[2:] == ["deal 4", "1. W C3, N C4, E CK, S C5"]


def test_a_flip_without_a_deck_is_not_told() -> None:
    lines = lines_of(log({"e": "round_start"}, {**TRUMP, "declared": False}))
    assert not any(line.startswith("flip") for line in lines)


def test_a_trick_event_without_any_plays() -> None:
    imported = import_file(log(START, TRUMP, {"e": "trick", "winner": 1}))
    assert imported is not None
    assert [p.phrase.key for p in imported.problems] == ["import.missing"]


@pytest.mark.parametrize("time", [True, "noon", -5, 10**12])
def test_times_that_are_no_times(time: Any) -> None:
    assert not any(line.startswith("[date") for line in lines_of(log({**START, "t": time}, TRUMP)))


def test_a_new_start_of_the_same_round() -> None:
    """The server was started again: the round is told once more from the beginning."""
    lines = lines_of(log(START, TRUMP, BURY, *FIRST, START, TRUMP, BURY))
    assert lines.count("deal 1") == 2


def test_problems_become_findings_of_the_record() -> None:
    imported = import_file(log(START, {"e": "play", "seat": 1, "cards": ["X9"]}))
    assert imported is not None
    record = imported.record("room.jsonl")
    (finding,) = record.findings
    assert (finding.code, finding.facts["problem"].key) == ("REC030", "import.card")
    assert imported.text.splitlines()[finding.place.line - 1] == '# cards[0]: there is no card "X9".'
    assert imported.source_lines[finding.place.line] == 2
    assert record.source_lines == imported.source_lines
    assert str(imported.problems[0]).startswith("2: ")


def test_every_problem_of_a_file_is_told_in_its_place() -> None:
    broken = b'{"e": "play", "round": 1,\n'
    data = broken + log(START, TRUMP) + broken + log(START, TRUMP, number=2) + broken.replace(b"1", b"2")
    imported = import_file(data)
    assert imported is not None
    assert [problem.line for problem in imported.problems] == [1, 4, 7]
    lines = imported.text.splitlines()
    comments = [number for number, line in enumerate(lines, start=1) if line.startswith("#")]
    assert list(imported.problem_lines) == comments
    assert [imported.source_lines[number] for number in comments] == [1, 4, 7]
    deals = [number for number, line in enumerate(lines, start=1) if line.startswith("deal ")]
    assert comments[0] < deals[0] < comments[1] < deals[1] < comments[2]
