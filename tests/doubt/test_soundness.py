"""A legal game of which parts are hidden is never accused, whatever is missing."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "faults"))
sys.path.insert(0, str(Path(__file__).parent))

from hiding import WAYS, copied, enrich, hide, hide_deals
from injection import rules_named

from referee.checking import check
from referee.notation import read_text
from referee.notation.writer import write_record
from referee.ruleset import load_ruleset
from referee.simulate import games

SHIPPED = ("qq-2deck", "qq-2deck-permanent2", "room", "godot")
HOUSE = ("fined-throws", "robbers", "three-decks")
NUMBERING = {"REC021", "REC025", "REC027"}
"""Warnings that are right where tricks, plays or deals really are missing."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", [*SHIPPED, *HOUSE])
def test_hidden_parts_accuse_nobody(name: str, seed: int) -> None:
    rules = rules_named(name)
    base = read_text("".join(games(rules, 3, seed)))
    for number in range(6):
        rng = Random(f"{name} {seed} {number}")
        record = copied(base)
        enrich(record, rng)
        ways = rng.sample(WAYS, rng.randint(1, 4))
        hide(record, rng, ways)
        if rng.random() < 0.3:
            hide_deals(record, rng)
        text = write_record(record)
        report = check(read_text(text), ruleset=rules)
        wrong = [finding for finding in report.findings if finding.code not in NUMBERING]
        assert not wrong, f"hidden: {[way.name for way in ways]}\n{wrong[0]}\n{text}"
        assert report.verdict in {"legal", "undetermined"}


def test_hiding_makes_doubt() -> None:
    """The ways of hiding do hide something: some records stay legal, others become undetermined."""
    rules = load_ruleset("qq-2deck")
    base = read_text("".join(games(rules, 2, 9)))
    verdicts: Counter[str] = Counter()
    for way in WAYS:
        record = copied(base)
        hide(record, Random(way.name), [way])
        verdicts[check(read_text(write_record(record)), ruleset=rules).verdict] += 1
    assert verdicts["legal"]
    assert verdicts["undetermined"]
    assert set(verdicts) == {"legal", "undetermined"}
