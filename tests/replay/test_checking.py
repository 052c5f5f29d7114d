"""Rulesets of records, streaming, reports as values and as plain data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import referee
from referee.checking import Checker, check
from referee.findings import Finding, Place
from referee.notation import iter_deals, read, read_text
from referee.phrases import Phrase
from referee.replay.findings import Open
from referee.report import verdict_of, worst
from referee.ruleset import RulesetError, load_ruleset

CLEAN = (Path(__file__).parent / "clean.sgr").read_text(encoding="utf-8")
TRICK = "deal\nlevel 2\ntrump H\n1. N SA, E S5, S S4, W S3; N 5\n"
HOUSE = 'id: mine\ntitle: {en: "Mine", zh: "我家"}\nextends: qq-2deck\nthrow: {allowed: no}\n'


def codes(report: referee.Report) -> list[str]:
    return [finding.code for finding in report.findings]


def test_public_name() -> None:
    assert referee.check(read_text(CLEAN)).verdict == "legal"
    assert referee.check is check, "the module must not hide the function"


def test_ruleset_by_path_beside_the_record(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(HOUSE, encoding="utf-8")
    file = tmp_path / "game.sgr"
    file.write_text(
        '[ruleset "mine.yaml"]\n' + TRICK.replace("N SA,", "N SAAK,").partition(",")[0] + "\n", encoding="utf-8"
    )
    report = check(read(file))
    assert codes(report) == ["LED004"]
    assert report.ruleset == "mine"


def test_ruleset_given_wins() -> None:
    text = '[ruleset "no-such"]\n' + TRICK
    assert codes(check(read_text(text), "qq-2deck")) == []
    assert codes(check(read_text(text), load_ruleset("room"))) == []
    with pytest.raises(RulesetError):
        check(read_text(TRICK), "no-such")


def test_no_ruleset() -> None:
    report = check(read_text(TRICK))
    assert codes(report) == ["REC020"]
    assert report.findings[0].variant == "missing"
    assert report.verdict == "unreadable"
    assert report.ruleset is None


def test_abstract_and_faulty_rulesets(tmp_path: Path) -> None:
    assert check(read_text('[ruleset "base"]\n' + TRICK)).verdict == "unreadable"
    (tmp_path / "bad.yaml").write_text(HOUSE + "nonsense: 1\n", encoding="utf-8")
    file = tmp_path / "game.sgr"
    file.write_text('[ruleset "bad.yaml"]\n' + TRICK, encoding="utf-8")
    report = check(read(file))
    assert report.verdict == "unreadable"
    assert codes(report)
    assert all(code.startswith("RUL") for code in codes(report))


def test_one_ruleset_fault_for_all_deals_of_a_match() -> None:
    assert codes(check(read_text('[ruleset "no-such"]\n' + TRICK * 3))) == ["REC020"]


def test_empty_record() -> None:
    report = check(read_text(""))
    assert (report.verdict, report.deals, report.findings) == ("legal", [], [])


def test_deals_can_be_streamed() -> None:
    findings: list[Finding] = []
    checker = Checker()
    deals = [checker.deal(deal, findings) for deal in iter_deals(CLEAN.splitlines(), findings)]
    assert [deal.to_json() for deal in deals] == [deal.to_json() for deal in check(read_text(CLEAN)).deals]


def test_report_of_a_deal() -> None:
    deal = check(read_text(CLEAN)).deals[0].to_json()
    assert deal["dealer"] == "N"
    assert (deal["level"], deal["trump"]) == ("2", "NT")
    assert deal["attackers_points"] == 95
    assert deal["capture"] == {"points": 50, "multiplier": 2}
    assert deal["result"] == {"side": "attackers", "levels": 0, "deal_passes": True}
    assert deal["levels_after"] == {"NS": "2", "EW": "2"}
    assert deal["next_dealer"] == "E"
    assert len(deal["tricks"]) == 19
    assert deal["tricks"][0] == {"trick": 1, "leader": "N", "winner": "E", "points": 0}


def test_plain_data_of_a_finding() -> None:
    record = read_text('[ruleset "qq-2deck"]\n' + CLEAN.replace("W HQQ, N HAA; N wins 0", "W HQQ, N HAA; E wins 0", 1))
    report = check(record)
    for lang in ("en", "zh"):
        data = report.to_json(lang)
        assert json.loads(json.dumps(data)) == data
        assert set(data) == {"path", "ruleset", "verdict", "deals", "findings"}
    finding = next(found for found in report.to_json()["findings"] if found["code"] == "WIN001")
    assert finding["column"] > 0
    assert finding["end_column"] > finding["column"]
    assert (finding["deal"], finding["trick"], finding["seat"]) == (1, 2, "E")
    assert finding["required"] == "N"


def test_a_six_seat_table_needs_its_ruleset() -> None:
    text = '[ruleset "qq-2deck"]\n[seats P1 P2 P3 P4 P5 P6]\ndeal\nlevel 2\n'
    assert codes(check(read_text(text))) == ["REC029"]


def test_seats_of_other_names() -> None:
    head = '[ruleset "qq-2deck"]\n[seats 甲 乙 丙 丁]\ndeal 1\ndealer 甲\n'
    text = head + "score 85\nresult attackers take over\nnext dealer 丙\n"
    report = check(read_text(text))
    assert codes(report) == ["ADV004"]
    assert report.deals[0].next_dealer == "乙"


@pytest.mark.parametrize(
    ("codes_found", "waived", "missing", "verdict"),
    [
        ((), False, False, "legal"),
        ((), False, True, "undetermined"),
        (("FOL002",), False, True, "illegal"),
        (("FOL002",), True, True, "undetermined"),
        (("REC002",), False, True, "unreadable"),
        (("REC002", "SCO001"), False, False, "illegal"),
    ],
)
def test_verdict(codes_found: tuple[str, ...], waived: bool, missing: bool, verdict: str) -> None:
    found = [Finding(code, Place(1), waived="" if waived else None) for code in codes_found]
    open_questions = [Open(1, None, None, Phrase("replay.open.trump"))] if missing else []
    assert verdict_of(found, open_questions) == verdict


def test_worst_verdict() -> None:
    assert worst(["legal", "undetermined", "unreadable", "illegal"]) == "illegal"
    assert worst(["legal", "undetermined", "unreadable"]) == "unreadable"
    assert worst(["legal", "undetermined"]) == "undetermined"
    assert worst([]) == "legal"
