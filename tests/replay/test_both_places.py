"""Two statements that contradict each other, and no play to decide: the finding names the place of both."""

from __future__ import annotations

import pytest

from referee.checking import check
from referee.notation import read_text
from referee.phrases import say

CASES = {
    "the bid and the trump": ("BID009", "dealer N\nlevel 2\nbid N S2\ntrump H", 7, 6),
    "the bid and the dealer": ("BID010", "dealer N\nlevel 2\nbid E S2\ntrump S", 4, 6),
    "the levels and the level": ("ADV001", "levels NS 3 EW 2\ndealer N\nlevel 2", 6, 4),
    "the score and the result": ("SCO009", "dealer N\nlevel 2\nscore 85\nresult attackers +1", 7, 6),
    "the result and the levels": (
        "ADV003",
        "levels NS 2 EW 2\ndealer N\nlevel 2\nresult dealer +1\nlevels NS 2 EW 2",
        8,
        7,
    ),
    "the result and the dealer": ("ADV004", "dealer N\nlevel 2\nresult dealer +1\nnext dealer E", 7, 6),
}


@pytest.mark.parametrize("name", CASES)
def test_both_places_are_named(name: str) -> None:
    code, lines, here, there = CASES[name]
    (finding,) = check(read_text(f'[ruleset "qq-2deck"]\n[event "x"]\ndeal 1\n{lines}')).findings
    assert (finding.code, finding.place.line) == (code, here)
    (note,) = finding.notes
    assert say(note, "en").startswith(f"The other statement stands in line {there};")
    assert say(note, "zh").startswith(f"另一种说法在第 {there} 行；")


def test_where_the_play_decides_nothing_is_left_open() -> None:
    lines = "dealer N\nlevel 2\nbid N S2\ntrump H\n1. N HA, E HA, S H3, W H4; N 0\n2. N DA, E S3, S D4, W D6; E 0"
    found = check(read_text(f'[ruleset "qq-2deck"]\ndeal 1\n{lines}')).findings
    assert [(finding.code, finding.notes) for finding in found] == [("BID009", ())]
