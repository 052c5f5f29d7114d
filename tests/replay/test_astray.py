"""A trick written out of turn is one slip; other faults of the deal are found beside it all the same."""

from __future__ import annotations

from random import Random

import pytest

from referee.checking import check
from referee.findings.catalogue import message
from referee.notation import read_text
from referee.record import TrickLine
from referee.ruleset import load_ruleset
from referee.simulate import games

SEED = 11


@pytest.mark.parametrize("hands", [True, False])
def test_another_fault_is_found_beside_the_slip(hands: bool) -> None:
    rng = Random(hands)
    rules = load_ruleset("qq-2deck")
    for number in range(6):
        record = read_text("".join(games(rules, 1, SEED + number)))
        deal = record.deals[0]
        if not hands:
            deal.events = [event for event in deal.events if type(event).__name__ not in {"HandLine", "BuryLine"}]
        tricks = [event for event in deal.events if isinstance(event, TrickLine)]
        astray, wrong = rng.sample(tricks, 2)
        one, other = rng.sample(range(4), 2)
        plays = astray.plays
        first, second = plays[one].seat, plays[other].seat
        plays[one], plays[other] = plays[one]._replace(seat=second), plays[other]._replace(seat=first)
        wrong.points = (wrong.points or 0) + 5
        found = check(record).findings
        assert sorted((finding.code, finding.trick) for finding in found) == sorted(
            [("LED002", astray.number), ("SCO001", wrong.number)]
        )


def test_who_really_led_out_of_turn_is_told_so() -> None:
    """Nothing else speaks for a slip, so it is none."""
    text = (
        '[ruleset "qq-2deck"]\ndeal\nlevel 2\ntrump S\n1. N HA, E H5, S H3, W H4; N 5\n2. E CA, S C3, W C4, N C6; E 0'
    )
    (finding,) = check(read_text(text)).findings
    assert finding.code == "LED001"
    assert message(finding) == "E leads, but N won trick 1 and leads this one."


def test_the_message_says_what_changed_places() -> None:
    text = '[ruleset "qq-2deck"]\ndeal\nlevel 2\ntrump S\n1. N HQ, S HK, E H3, W H4; E 10'
    (finding,) = check(read_text(text)).findings
    assert (finding.code, finding.variant) == ("LED002", "names")
    assert message(finding, "zh") == "这里写的是南，可轮到的是东；从其余各处看，只是座位写颠倒了。"
