"""Less is known, nobody is accused who would not be: legal games and games with one fault, parts of them hidden."""

from __future__ import annotations

from collections import Counter

import pytest
from hidden import DOUBT_RULESETS, SHIPPED, HiddenFault, accusations, hidden_faults, hidden_games
from hiding import WAYS, Way

EACH_WAY = 1
MIXED = 8
HARMLESS = {"some hand lines", "all hand lines", "winners and points", "what came of it"}
"""What is told by the play itself: without it a game is still legal for certain."""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_hidden_in_one_way(way: Way) -> None:
    for ruleset in SHIPPED:
        for game in hidden_games(ruleset, range(EACH_WAY), (way,), deals=2):
            report, accused = accusations(game)
            assert accused == [], game.label
            assert report.verdict in {"legal", "undetermined"}, game.label
            if way.name in HARMLESS:
                assert report.verdict == "legal", game.label


@pytest.mark.parametrize("ruleset", DOUBT_RULESETS)
def test_hidden_in_several_ways(ruleset: str) -> None:
    for game in hidden_games(ruleset, range(MIXED)):
        report, accused = accusations(game)
        assert accused == [], game.label
        assert report.verdict in {"legal", "undetermined"}, game.label


CONSEQUENCES = {
    ("LED009", "LED006"): "whether the throw stands or fails, another part should have been kept",
    ("BID010", "BID010"): "without the dealer line the wrong dealer shows in the burial",
    ("BID009", "BID009"): "without the trump line the plays show what was trump",
    ("ADV005", "ADV005"): "the same in a later deal",
}
"""Findings of a partial record that the whole one does not have there, and why they are certain."""


def beyond(game: HiddenFault) -> set[tuple[str, str]]:
    return {(game.fault.code, finding.code) for finding in game.beyond}


def test_a_hidden_fault_of_play_accuses_nobody_else() -> None:
    """After a fault of play every claim is honest: whatever else is found would be a false accusation."""
    seen: Counter[str] = Counter()
    for game in hidden_faults(1, only_play=True, times=2, every=6):
        assert beyond(game) <= set(CONSEQUENCES), game.label
        seen["seen" if game.seen else "not seen"] += 1
    assert seen["seen"] > seen["not seen"], seen


def test_hiding_hides_something() -> None:
    """Some ways leave a legal game legal for certain, others do not."""
    games = [game for way in WAYS for game in hidden_games("qq-2deck", range(1), (way,), deals=1)]
    verdicts = Counter(accusations(game)[0].verdict for game in games)
    assert set(verdicts) == {"legal", "undetermined"}
    assert min(verdicts.values()) >= 5, verdicts
