"""Every numbered rule is carried by the rulesets and exercised; whatever is taken away is missed."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from referee.ruleset import load_text
from referee.ruleset.examples import run
from referee.ruleset.model import Citation

sys.path.append(str(Path(__file__).parents[2] / ".ci"))

import rules_coverage
from rules_coverage.facts import Facts, Loaded
from rules_coverage.rules import _rule, chapters, rows

FACTS = rules_coverage.collect()
RULES = {name: rule for chapter in FACTS.rules["chapters"] for name, rule in chapter["rules"].items()}
ROWS = {row.id: row for row in rows(chapters(FACTS))}

NUMBERED = {
    "G": 11,
    "1D": 5,
    "2Q": 24,
    "2L": 12,
    "2R": 24,
    "3Q": 6,
    "3L": 6,
    "4D": 21,
    "KQ": 4,
    "KL": 4,
    "PT": 8,
    "FT": 8,
    "FR": 3,
    "F1": 18,
    "F2": 19,
    "F3": 7,
    "F4": 10,
    "F5": 6,
    "F6": 4,
}
"""How many rules each series has, and how many rungs each follow list."""


def test_nothing_is_wrong() -> None:
    assert rules_coverage.problems(FACTS) == []


def test_no_number_is_left_out() -> None:
    numbered = {f"{series}-{number}" for series, last in NUMBERED.items() for number in range(1, last + 1)}
    assert {name for name in ROWS if re.fullmatch(r"\w\w?-\d+", name)} == numbered
    assert len(FACTS.rules["titles"]["rows"]) == 18
    assert [len(given["rows"]) for given in FACTS.rules["bands"]] == [8, 8, 7, 6, 6, 7, 7, 7, 6]
    assert FACTS.rules["count_of_readings"] == 34


def changed(facts: Facts, **changes: Any) -> Facts:
    """The facts with fields of every ruleset replaced."""
    loaded = {name: Loaded(replace(old.ruleset, **changes), old.values) for name, old in facts.rulesets.items()}
    return facts._replace(rulesets=loaded)


def without_value(facts: Facts, path: str) -> Facts:
    """The facts with one value gone from every ruleset that has it."""
    return facts._replace(
        rulesets={
            name: old._replace(values={key: value for key, value in old.values.items() if key != path})
            for name, old in facts.rulesets.items()
        }
    )


def test_a_rule_taken_out_of_the_rulesets_is_missed() -> None:
    for name, rule in RULES.items():
        for path in {path for _, path in ROWS[name].carried}:
            found = _rule(without_value(FACTS, path), name, rule).problems
            assert f"has no {path}" in " ".join(found), (name, path)


def test_a_rule_without_its_examples_is_missed() -> None:
    bare = changed(FACTS, examples=())
    exercised = [name for name in RULES if ROWS[name].examples]
    assert len(exercised) > 100
    for name in exercised:
        assert "no example" in " ".join(_rule(bare, name, RULES[name]).problems), name


def test_a_rule_without_its_cases_is_missed() -> None:
    bare = FACTS._replace(cases={area: {} for area in FACTS.cases})
    for name, rule in RULES.items():
        if any(isinstance(wanted, str) and ":" in wanted for wanted in rule["shown"]):
            assert "there is no case" in " ".join(_rule(bare, name, rule).problems), name


def test_a_rule_cited_at_a_wrong_line_is_noticed() -> None:
    for name, rule in RULES.items():
        elsewhere = {path: Citation("000:9", None, None) for _, path in ROWS[name].carried}
        moved = changed(FACTS, citations=MappingProxyType(elsewhere))
        assert "cites 000:9, not a line of" in " ".join(_rule(moved, name, rule).problems), name


def test_whatever_belongs_to_no_rule_is_noticed() -> None:
    three, two = FACTS.rulesets["qq-3deck"], FACTS.rulesets["qq-2deck"]
    examples = list(three.ruleset.examples)
    examples[-1] = replace(examples[-1], data=MappingProxyType({**examples[-1].data, "source": "000:9"}))
    citation = "capture: {cap: 64, source: {cap: '000:108'}}"
    damaged = {
        **FACTS.rulesets,
        "qq-3deck": three._replace(ruleset=replace(three.ruleset, examples=tuple(examples))),
        "qq-2deck": two._replace(ruleset=load_text(f"id: m\ntitle: M\nextends: qq-2deck\n{citation}\n")),
    }
    rules = {**FACTS.rules, "silent": FACTS.rules["silent"][1:]}
    found = rules_coverage.problems(FACTS._replace(rules=rules, rulesets=damaged))
    assert [f"no rule comes from line 000:{line}" for line in range(2, 14)] == [
        p for p in found if "no rule comes" in p
    ]
    assert "no rule names capture.cap of qq-2deck, which cites 000:108" in found
    assert [p for p in found if p.endswith("an example that cites 000:9 exercises no rule")]


CHANGES = [
    ("2Q-2", "qq-2deck-permanent2", "trump: {permanent_ranks: []}"),
    ("2Q-3", "qq-2deck", "adjacency: {close_gaps: false}"),
    ("2Q-9", "qq-2deck", "declare: {self_overcall: false}"),
    ("2Q-13", "qq-2deck", "throw: {failed: {play: fewest_cards_beaten}}"),
    ("2Q-15", "qq-2deck", "follow: {run_remainder: sets}"),
    ("2Q-16", "qq-2deck", "ruff: {match: exact}"),
    ("2Q-19", "qq-2deck", "rotation: {first_dealer: final_bidder}"),
    ("2Q-21", "qq-2deck", "bands: {step: {turnover: 120}}"),
    ("KQ-2", "qq-2deck", "capture: {cap: 32}"),
    ("PT-2", "qq-2deck", "game_points: {dealer_side: {cap: 3}}"),
    ("2L-5", "lianzhong-2deck", "declare: {overcall: strictly_stronger}"),
    ("KL-2", "lianzhong-3deck", "capture: {multiplier: {triple: {value: 8}}}"),
    ("2R-9", "table-2deck", "declare: {self_overcall: true}"),
    ("2R-14", "table-2deck", "kitty: {rob: {changes_dealer: true}}"),
    ("2R-19", "table-2deck", "capture: {side_suit: null}"),
    ("2R-7", "table-2deck-coloured", "declare: {joker_color_match: null}"),
    ("3Q-2", "qq-3deck", "declare: {forms: {triple: {strength: 6}}}"),
    ("FT-3", "qq-3deck", "follow: {tiers: {T3x2: [T3x2, T2x2 + any2, S3 + any3, any6]}}"),
    ("4D-7", "qq-4deck", "declare: {undeclared: {suit: H}}"),
    ("4D-15", "qq-4deck", "beats: {cross_shape: []}"),
    ("4D-16", "qq-4deck", "throw: {others_void: ok}"),
    ("4D-20", "qq-4deck", "capture: {by: attackers}"),
]


@pytest.mark.parametrize(("rule", "ruleset", "change"), CHANGES, ids=[f"{rule}-{name}" for rule, name, _ in CHANGES])
def test_the_examples_of_a_rule_notice_its_change(rule: str, ruleset: str, change: str) -> None:
    altered = load_text(f"id: altered\ntitle: Altered\nextends: {ruleset}\n{change}\n")
    numbers = [number for name, number in ROWS[rule].examples if name == ruleset]
    chosen = tuple(FACTS.rulesets[ruleset].ruleset.examples[number] for number in numbers)
    assert not all(result.passed for result in run(replace(altered, examples=chosen)))
