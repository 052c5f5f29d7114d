"""A complete record is judged the same whether the short way is taken or the careful one."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from referee.checking import check
from referee.notation import read_text
from referee.replay import exact
from referee.ruleset import load_ruleset
from referee.simulate import games

if TYPE_CHECKING:
    from referee.report import Report

DEALS = 12
RULESETS = ("qq-2deck", "room", "godot")
TRICK = re.compile(r"\d+\. ")


def legal_deals(ruleset: str, seed: int) -> list[list[str]]:
    """Legal deals as lists of lines, each with its own header."""
    rules = load_ruleset(ruleset)
    made = ["".join(games(rules, 1, seed * 1000 + number)).splitlines() for number in range(DEALS)]
    return [lines for lines in made if any(map(TRICK.match, lines))]


def _outcome(report: Report) -> list[object]:
    return [
        [deal.to_json() | {"undetermined": None} for deal in report.deals],
        [(finding.code, finding.place, finding.variant, finding.required) for finding in report.findings],
    ]


def _spoil(lines: list[str], rng: Random) -> list[str]:
    """Exchange two cards of the same seat between two tricks: the hands stay whole, the play is most likely illegal."""
    tricks = [index for index, line in enumerate(lines) if TRICK.match(line)]
    one, other = rng.sample(tricks, 2)
    found = [re.search(r", E (\S+)", lines[index]) for index in (one, other)]
    if any(match is None or re.search(r"10|J", match[1]) or len(match[1]) > 3 for match in found):
        return lines
    first, second = (match[1] for match in found if match)
    if len(first) != len(second):
        return lines
    lines[one] = lines[one].replace(f", E {first}", f", E {second}", 1)
    lines[other] = lines[other].replace(f", E {second}", f", E {first}", 1)
    return lines


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_careful_way_agrees_with_the_short_one(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(ruleset)
    texts = ["\n".join(_spoil(lines, rng)) for lines in legal_deals(ruleset, 5) if not any("rob" in x for x in lines)]
    short = [_outcome(check(read_text(text))) for text in texts]
    with monkeypatch.context() as patched:
        patched.setattr(exact, "survey", lambda *args: None)
        careful = [_outcome(check(read_text(text))) for text in texts]
    assert careful == short
    assert any(found for _, found in short), "some of these games are illegal"
