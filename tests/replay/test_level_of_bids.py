"""A wrong level that only the bids contradict is one finding, not one for every card."""

from __future__ import annotations

import pytest

from referee.checking import check
from referee.findings.catalogue import message
from referee.notation import read_text
from referee.ruleset import load_ruleset
from referee.simulate import games

LEFT_OUT = ("[levels", "levels", "match")


def deal(seed: int, ruleset: str, *left_out: str) -> list[str]:
    """The lines of a deal without anything that tells the level but its own line and the bids."""
    lines = "".join(games(load_ruleset(ruleset), 1, seed)).splitlines()
    return [line for line in lines if not line.startswith((*LEFT_OUT, *left_out))]


@pytest.mark.parametrize("ruleset", ["qq-2deck", "room"])
@pytest.mark.parametrize("left_out", [(), ("hand", "kitty", "bury")])
def test_the_bids_tell_the_level(ruleset: str, left_out: tuple[str, ...]) -> None:
    tried = 0
    for seed in range(300, 306):
        lines = deal(seed, ruleset, *left_out)
        shown = [line.split()[2] for line in lines if line.startswith("bid")]
        at = next(index for index, line in enumerate(lines) if line.startswith("level "))
        if not any(cards[0] in "SHDC" for cards in shown):
            continue
        lines[at] = "level K"
        (finding,) = check(read_text("\n".join(lines))).findings
        assert (finding.code, finding.variant, finding.place.line, finding.required) == ("ADV001", "bids", at + 1, "2")
        tried += 1
    assert tried >= 3


def test_a_wrong_bid_at_the_right_level_is_a_wrong_bid() -> None:
    lines = deal(300, "qq-2deck", "bid", "trump")
    at = next(index for index, line in enumerate(lines) if line.startswith("level "))
    suit = next(line.split()[1] for line in deal(300, "qq-2deck") if line.startswith("trump"))
    lines[at + 1 : at + 1] = ["bid N S7", f"trump {suit}"]
    assert [finding.code for finding in check(read_text("\n".join(lines))).findings] == ["BID001"]


def test_levels_in_the_header_are_blamed_where_no_line_says_the_level() -> None:
    text = "\n".join(line for line in deal(300, "qq-2deck") if not line.startswith("level "))
    wrong = text.replace("deal 1", "deal 1\nlevels NS 5 EW 5")
    (finding,) = check(read_text(wrong)).findings
    assert message(finding) == "The bids show level 2; the deal is written as level 5."
