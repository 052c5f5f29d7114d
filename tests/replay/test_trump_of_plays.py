"""The bid that made trump was not recorded, and no trump is written: the plays say what it was, in one finding."""

from __future__ import annotations

import re

import pytest

import referee
from referee.simulate import games

RULES = referee.load_ruleset("qq-2deck")


def overcalled() -> list[str]:
    """Simulated deals in which a bid was overcalled in another suit, each as a record of its own."""
    text = "".join(games(RULES, 120, 5))
    found = []
    for part in re.split(r"(?m)^(?=deal )", text)[1:]:
        bids = re.findall(r"(?m)^bid (\w) ([SHDC])\w+ @\d+\n", part)
        if len(bids) >= 2 and len({suit for _, suit in bids}) >= 2 and bids[-1][1] != bids[-2][1]:
            found.append(f'[ruleset "qq-2deck"]\n\n{part}')
    return found


def without_last_bid(text: str) -> str:
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("trump ")]
    last = max(at for at, line in enumerate(lines) if line.startswith("bid "))
    return "".join(lines[:last] + lines[last + 1 :])


@pytest.mark.parametrize("text", overcalled()[:6])
def test_one_finding_for_a_bid_that_was_not_written_down(text: str) -> None:
    report = referee.check(referee.parse(without_last_bid(text)))
    assert [(finding.code, finding.variant) for finding in report.findings] == [("BID009", "played")]
    assert report.deals[0].trump == referee.check(referee.parse(text)).deals[0].trump


def test_there_are_such_deals() -> None:
    assert len(overcalled()) >= 6


def test_a_single_fault_of_play_is_no_sign_of_another_trump() -> None:
    record = referee.parse(
        '[ruleset "qq-2deck"]\ndeal 2\ndealer N\nlevel 10\nbid N H10\n1. N S9, E S5, S S7, W D4; N 5\n'
    )
    assert "BID009" not in {finding.code for finding in referee.check(record).findings}
