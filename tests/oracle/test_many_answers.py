"""Throws of many components followed from a long holding have more answers than anybody wants to wait for."""

from __future__ import annotations

import time

import referee

TABLE = referee.load_ruleset("qq-4deck").at(level="3", trump="S")
HOLDING = "SAAAKKKQQQJJJ101010999888777666555444 H33322 S33322 LJLJBJBJ"
THROW = "S44555667788899 H22 D22 C2 SAKQ"


def test_an_answer_comes_at_once() -> None:
    begun = time.process_time()
    ruling = TABLE.judge_follow(lead=THROW, holding=HOLDING, play="SAKQJ1098765432 H32 LJLJBJBJ SAK")
    assert ruling.verdict == "illegal"
    assert len(ruling.legal_examples) >= 3
    assert ruling.legal_count is None
    for play in ruling.legal_examples:
        assert TABLE.judge_follow(lead=THROW, holding=HOLDING, play=play).verdict == "legal"
    assert TABLE.count_legal_follows(lead=THROW, holding=HOLDING) is None
    assert time.process_time() - begun < 20


def test_what_can_be_counted_is_counted() -> None:
    assert TABLE.count_legal_follows(lead="S44445555", holding=HOLDING) == 11
