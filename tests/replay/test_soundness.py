"""Whatever is missing from a legal record, nothing illegal is found in it; complete ones are judged alike both ways."""

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
    from collections.abc import Callable

    from referee.report import Report

DEALS = 12
RULESETS = ("qq-2deck", "room", "godot")
TRICK = re.compile(r"\d+\. ")


def legal_deals(ruleset: str, seed: int) -> list[list[str]]:
    """Legal deals as lists of lines, each with its own header."""
    rules = load_ruleset(ruleset)
    made = ["".join(games(rules, 1, seed * 1000 + number)).splitlines() for number in range(DEALS)]
    return [lines for lines in made if any(map(TRICK.match, lines))]


def without(*words: str) -> Callable[[list[str], Random], list[str]]:
    return lambda lines, rng: [line for line in lines if not line.startswith(words)]


def one_seat_view(lines: list[str], rng: Random) -> list[str]:
    seat = rng.choice("NESW")
    kept = [line for line in lines if not line.startswith("hand") or line.startswith(f"hand {seat}")]
    return stopped([line for line in kept if not line.startswith("kitty")], rng)


def stopped(lines: list[str], rng: Random) -> list[str]:
    tricks = [index for index, line in enumerate(lines) if TRICK.match(line)]
    return lines[: rng.choice(tricks) + 1]


def stopped_in_a_trick(lines: list[str], rng: Random) -> list[str]:
    lines = stopped(without("hand")(lines, rng), rng)
    plays = lines[-1].partition(";")[0].split(", ")
    return [*lines[:-1], ", ".join(plays[: rng.randint(1, len(plays))])]


def begun_late(lines: list[str], rng: Random) -> list[str]:
    lines = without("hand")(lines, rng)
    tricks = [index for index, line in enumerate(lines) if TRICK.match(line)]
    return lines[: tricks[0]] + lines[rng.choice(tricks) :]


def unknown_cards(lines: list[str], rng: Random) -> list[str]:
    """Some plays not seen, some seen in part."""

    def veil(play: str) -> str:
        if rng.random() > 0.08 or "throws" in play:
            return play
        seat, _, cards = play.partition(" ")
        groups = cards.split(" ")
        groups[rng.randrange(len(groups))] = "?"
        return f"{seat} {rng.choice(['?', ' '.join(groups)])}"

    def veiled(line: str) -> str:
        if not TRICK.match(line):
            return line
        head, semicolon, claim = line.partition(";")
        number, _, body = head.partition(" ")
        return f"{number} {', '.join(map(veil, body.split(', ')))}{semicolon}{claim}"

    return [veiled(line) for line in lines]


GAPS = {
    "nothing": lambda lines, rng: lines,
    "hands": without("hand"),
    "kitty and burial": without("kitty", "bury", "rob", "hand"),
    "bids": without("bid", "pass", "rob", "flip", "hand"),
    "all but one hand": one_seat_view,
    "the end": lambda lines, rng: stopped(without("hand")(lines, rng), rng),
    "the end, in a trick": stopped_in_a_trick,
    "the beginning": begun_late,
    "some cards": unknown_cards,
    "hands and some cards": lambda lines, rng: unknown_cards(without("hand")(lines, rng), rng),
    "winners": lambda lines, rng: [line.partition(";")[0] for line in lines],
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("gap", GAPS)
def test_a_legal_game_with_gaps_is_not_found_illegal(gap: str, ruleset: str) -> None:
    rng = Random(f"{gap} {ruleset}")
    for lines in legal_deals(ruleset, 3):
        text = "\n".join(GAPS[gap](lines, rng))
        report = check(read_text(text))
        assert [(finding.code, finding.place.line) for finding in report.findings] == [], text
        assert report.verdict in {"legal", "undetermined"}
        if gap in {"nothing", "hands", "kitty and burial", "winners"}:
            assert report.verdict == "legal", text


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
