"""Whole records: turning the table or renaming the side suits changes no finding."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

import referee
from referee.simulate import games

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee import Report

NAMES = ("qq-2deck", "qq-2deck-permanent2", "qq-3deck")


def clean(text: str, rng: Random) -> str:
    return text


def wrong_score(text: str, rng: Random) -> str:
    return re.sub(r"(?m)^score (\d+)$", lambda found: f"score {int(found[1]) + 5}", text)


def exchanged_cards(text: str, rng: Random) -> str:
    """In one trick the second and the third player have each other's cards."""
    tricks = [found for found in re.finditer(r"(?m)^\d+\. .*$", text) if "throws" not in found[0]]
    trick = rng.choice(tricks)
    plays, _, claim = trick[0].partition(";")
    first, second, third, fourth = plays.split(", ")
    second, third = second[0] + third[1:], third[0] + second[1:]
    return text[: trick.start()] + f"{first}, {second}, {third}, {fourth};{claim}" + text[trick.end() :]


def wrong_winner(text: str, rng: Random) -> str:
    claims = list(re.finditer(r"; ([NESW])(?= wins)", text))
    claim = rng.choice(claims)
    return text[: claim.start(1)] + "NESW"["NESW".index(claim[1]) - 1] + text[claim.end(1) :]


def turned(text: str, rng: Random) -> str:
    """Every seat moved on by one."""
    return "\n".join(line if line.startswith("trump") else _turned_line(line) for line in text.split("\n"))


def _turned_line(line: str) -> str:
    return re.sub(
        r"(?<!\S)(NS|EW|[NESW])(?=[\s,;]|$)",
        lambda found: {"N": "E", "E": "S", "S": "W", "W": "N", "NS": "EW", "EW": "NS"}[found[1]],
        line,
    )


def renamed(text: str, rng: Random) -> str:
    """Side suits for one another, in every card group."""
    found = re.search(r"(?m)^trump (\S+)", text)
    side = [suit for suit in "SHDC" if found is None or suit != found[1]]
    new = dict(zip(side, side[1:] + side[:1], strict=True))
    return re.sub(r"(?<![A-Z])[SHDC](?=[2-9TJQKA1])", lambda card: new.get(card[0], card[0]), text)


def outline(report: Report) -> list[tuple[object, ...]]:
    """The findings without seats and words, and how each deal ended."""
    found = [(finding.code, finding.place.line, finding.severity) for finding in report.findings]
    return [(report.verdict,), *sorted(found)]


@pytest.mark.parametrize("fault", [clean, wrong_score, wrong_winner, exchanged_cards])
@pytest.mark.parametrize("change", [turned, renamed])
@pytest.mark.parametrize("name", NAMES)
def test_record(name: str, change: Callable[[str, Random], str], fault: Callable[[str, Random], str]) -> None:
    rng = Random(f"{name} {change.__name__} {fault.__name__}")
    rules = referee.load_ruleset(name)
    for seed in range(4):
        text = fault("".join(games(rules, 1, seed)), rng)
        other = change(text, rng)
        assert other != text
        before, after = referee.check(referee.parse(text)), referee.check(referee.parse(other))
        assert outline(after) == outline(before), other
        if fault is clean:
            assert not before.findings
        if fault in (wrong_score, wrong_winner):
            assert before.findings
