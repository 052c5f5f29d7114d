"""The shipped rulesets: their examples come out, their rules are cited, their values are those of the texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import rulesets
from referee.cards import RANK_INDEX
from referee.ruleset import RulesetError, check_file, load_ruleset, load_text
from referee.ruleset.errors import describe
from referee.ruleset.examples import run

READY = [name for name in rulesets.ids() if name != "base"]


@pytest.mark.parametrize("name", READY)
def test_examples_come_out(name: str) -> None:
    results = run(load_ruleset(name))
    assert len(results) >= 10
    assert [(result.number, result.expected, result.got) for result in results if not result.passed] == []


def test_base_cannot_referee() -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset("base")
    assert [finding.code for finding in caught.value.findings] == ["RUL013"]


def test_files_are_named_after_their_ids() -> None:
    assert [load_ruleset(name).id for name in READY] == READY


UNCITED = {
    *("bands.mode", "deal.order", "deal.first_drawer", "game_points.shutout_override", "rank_order"),
    *("declare.when", "declare.visibility", "declare.overcall_margin", "declare.joker_color_match"),
    *("declare.kitty_cards_count", "declare.who_may_bid", "declare.dealer_side_cannot"),
    *("declare.first_hand", "kitty.forbidden", "kitty.rob", "adjacency.trump_links", "shapes.run_names"),
    *("throw.others_void", "throw.decompose", "follow.protect_from_being_spent", "beats", "bands.attacker_cap"),
    *("capture.base", "capture.count", "capture.effect", "capture.replaces_trick_points", "capture.side_suit"),
    *("capture.default", "bands.zero_or_negative", "rotation.later_deals", "match", "game_points", "titles"),
    *("rulings", "sources", "id", "title", "extends", "declare.undeclared.suit", "ruff.tie", "throw.failed.penalty"),
}
"""Values the texts say nothing of: switches of other games, set to "not played"."""


@pytest.mark.parametrize("name", READY)
def test_rules_are_cited(name: str) -> None:
    ruleset = load_ruleset(name)
    leaves = [
        path
        for path in ruleset.origins
        if not any(other.startswith((f"{path}.", f"{path}[")) for other in ruleset.origins)
    ]
    bare = [
        path
        for path in leaves
        if ruleset.cite(path) == (None, None, None)
        and not any(path == known or path.startswith((f"{known}.", f"{known}[")) for known in UNCITED)
    ]
    assert bare == []


def test_cited_documents_and_rulings_are_listed() -> None:
    for name in READY:
        ruleset = load_ruleset(name)
        for path, citation in ruleset.citations.items():
            assert citation.source is None or citation.document, path
            assert citation.ruling is None or set(ruleset.rulings[citation.ruling]) == {"en", "zh"}, path


def test_qq_2deck_says_what_the_text_says() -> None:
    ruleset = load_ruleset("qq-2deck")
    assert sum(ruleset.deck.counts) == 108
    assert sum(worth * count for worth, count in zip(ruleset.points, ruleset.deck.counts, strict=True)) == 200
    assert [(band.min, band.side, band.levels) for band in ruleset.bands.rows] == [
        (0, "dealer", 3),
        (1, "dealer", 2),
        (40, "dealer", 1),
        (80, "attackers", 0),
        (120, "attackers", 1),
    ]
    assert ruleset.bands.tail_step == 40
    assert [form.name for form in ruleset.declare.forms] == ["single", "pair", "little_pair", "big_pair"]
    assert ruleset.levels.sequence == tuple(RANK_INDEX)
    assert ruleset.capture.cap == 64
    assert len(ruleset.titles) == 18


def test_permanent2_differs_in_trump_only() -> None:
    plain, permanent = load_ruleset("qq-2deck"), load_ruleset("qq-2deck-permanent2")
    assert permanent.trump.permanent_ranks == ("2",)
    for section in ("players", "deck", "deal", "declare", "throw", "follow", "ruff", "capture", "bands", "game_points"):
        assert getattr(plain, section) == getattr(permanent, section)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (
            "{size: 20, turnover: 80, dead_zone: 1, dealer_at_zero: 5}",
            {0: 5, 5: 4, 15: 4, 20: 3, 40: 2, 60: 1, 80: 0, 95: 0, 100: -1},
        ),
        (
            "{size: 40, turnover: 40, dead_zone: 1, dealer_at_zero: 2, tail_step: 20}",
            {0: 2, 5: 1, 35: 1, 40: 0, 75: 0, 80: -1, 100: -2, 140: -4},
        ),
        (
            "{size: 80, turnover: 160, dead_zone: 0, dealer_at_zero: 3}",
            {0: 3, 5: 2, 80: 1, 155: 1, 160: -1, 235: -1, 240: -2, 400: -4},
        ),
        (
            "{size: 60, turnover: 120, dead_zone: 1, dealer_at_zero: 3}",
            {0: 3, 55: 2, 60: 1, 120: 0, 175: 0, 180: -1, 300: -3},
        ),
    ],
)
def test_step_rules(step: str, expected: dict[int, int]) -> None:
    text = f"id: s\ntitle: S\nextends: qq-2deck\nbands:\n  step: {step.replace('}', '')}, tail_step: null}}\n"
    if "tail_step" in step:
        text = f"id: s\ntitle: S\nextends: qq-2deck\nbands:\n  step: {step}\n"
    ruleset = load_text(text)
    for points, levels in expected.items():
        outcome = ruleset.outcome(points)
        assert outcome.levels * (1 if outcome.side == "dealer" else -1) == levels, points
        assert outcome.deal_passes == (outcome.side == "attackers")


def test_a_failing_example_is_a_finding() -> None:
    ruleset = load_text(
        "id: e\ntitle: E\nextends: qq-2deck\nexamples:\n"
        "  - {kind: result, points: 85, expect: attackers +1}\n"
        "  - {kind: follow, level: 10, trump: S, lead: HX, holding: H5, play: H5, expect: legal}\n"
        "  - {kind: follow, level: 10, trump: S, lead: H7, holding: H5 S3, play: S3, expect: illegal, code: FOL003}\n"
        "  - {kind: shapes, level: 10, trump: S, cards: H77 S3, expect: none}\n"
    )
    results = run(ruleset)
    assert [result.passed for result in results] == [False, False, False, True]
    assert [(r.finding.variant, r.finding.place.line) for r in results if r.finding] == [
        ("message", 5),
        ("impossible", 6),
        ("message", 7),
    ]
    assert results[2].finding is not None
    assert results[2].finding.facts == {"expected": "illegal (FOL003)", "got": "illegal (FOL002)"}


GOOD = sorted((Path(__file__).parent / "good").glob("*.yaml"))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_other_games_can_be_written(path: Path) -> None:
    assert [describe(finding) for finding in check_file(path)] == []
    results = run(load_ruleset(path))
    assert [describe(result.finding) for result in results if result.finding] == []


def test_the_house_rule_of_the_manual_works(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "rulesets.md").read_text(encoding="utf-8")
    path = tmp_path / "friday-night.yaml"
    path.write_text(manual.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    assert check_file(path) == []
    ruleset = load_ruleset(path)
    assert (ruleset.capture.cap, ruleset.throw.penalty is not None) == (32, True)
    assert [result.passed for result in run(ruleset)] == [True]


def test_a_restatement_that_no_longer_holds_is_dropped() -> None:
    ruleset = load_text("id: n\ntitle: N\nextends: qq-2deck\nfollow: {run_length_mismatch: exact_only}\n")
    assert "follow.generic" not in ruleset.origins
    assert "follow.generic" in load_ruleset("qq-2deck").origins
