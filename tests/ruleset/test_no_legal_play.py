"""Why ``protect_larger_sets: runs`` and ``protect_from_being_spent`` do not go together (RUL026)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee import load_ruleset
from referee.ruleset import RulesetError, load_text
from referee.table import Table

HOUSE = """
id: house
title: {en: "House", zh: "自家"}
extends: qq-3deck
follow: {format: generic, protect_larger_sets: %s, protect_from_being_spent: true}
examples: [{kind: result, points: 120, expect: passes}]
"""


def plays(larger: str) -> int:
    """Legal plays of HAA from a hand with one triple of hearts, whatever the loader says of such rules."""
    rules = load_ruleset("qq-3deck")
    follow = replace(rules.follow, format="generic", protect_larger_sets=larger, protect_from_being_spent=True)
    table = Table(replace(rules, follow=follow), "10", "S")
    return table.count_legal_follows(lead="HAA", holding="H3337 S22")


def test_the_pair_is_refused_because_nothing_could_be_played() -> None:
    assert plays("runs") == 0
    with pytest.raises(RulesetError) as caught:
        load_text(HOUSE % "runs")
    (finding,) = caught.value.findings
    assert (finding.code, finding.variant, finding.rule) == ("RUL026", "no_play", "follow.protect_from_being_spent")


@pytest.mark.parametrize("larger", ["sets", "both"])
def test_where_triples_are_protected_too_there_is_always_a_play(larger: str) -> None:
    assert plays(larger) > 0
    assert load_text(HOUSE % larger).follow.protect_from_being_spent
