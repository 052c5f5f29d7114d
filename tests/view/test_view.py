"""The view of a record: it agrees with the check, and its own numbers agree with each other."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import referee
from referee.simulate import games
from referee.view import view
from referee.view.plain import record_json

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.sgr"))
RULESETS = ("qq-2deck", "godot", "lianzhong-1deck", "qq-3deck", "qq-4deck", "table-2deck", "room")


def deals(record):
    return [deal for match in view(record).matches for deal in match.deals]


def sound(record):
    """What must hold of every view."""
    report = referee.check(record)
    shown = deals(record)
    assert [deal.verdict for deal in shown] == [deal.verdict for deal in report.deals]
    for deal in shown:
        placed = [each for line in deal.lines for each in line.findings]
        placed += [each for trick in deal.tricks for each in trick.findings]
        placed += [each for trick in deal.tricks for play in trick.plays for each in play.findings]
        assert {(each.code, each.place) for each in (*placed, *deal.elsewhere)} == {
            (each.code, each.place) for each in deal.findings
        }
        hands = [*(trick.hands for trick in deal.tricks), deal.left]
        for trick, after in zip(deal.tricks, hands[1:], strict=True):
            for play in trick.plays:
                seat = deal.seats.index(play.seat)
                before = trick.hands[seat]
                if before is not None and after[seat] is not None:
                    assert Counter(before) == Counter(after[seat]) + Counter(play.cards.faces)
        score = deal.tricks[-1].score if deal.tricks else None
        effect = None if deal.captured is None else deal.captured.effect
        if None not in (score, effect, deal.total):
            assert score + effect == deal.total
    return shown


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples(path):
    assert sound(referee.read(path))


@pytest.mark.parametrize("name", RULESETS)
def test_simulated_games(name):
    shown = sound(referee.parse("".join(games(referee.load_ruleset(name), 3, 5))))
    tricks = [trick for deal in shown for trick in deal.tricks]
    assert tricks
    assert all(trick.score is not None for trick in tricks)
    assert all(hand is not None for trick in tricks for hand in trick.hands)
    assert all(play.verdict == "legal" for trick in tricks for play in trick.plays)
    assert all(sum(play.wins is True for play in trick.plays) == 1 for trick in tricks)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_plain_data(path, lang):
    plain = json.loads(json.dumps(record_json(view(referee.read(path)), lang), ensure_ascii=False))
    codes = [each["code"] for match in plain["matches"] for deal in match["deals"] for each in deal["elsewhere"]]
    for match in plain["matches"]:
        for deal in match["deals"]:
            for place in (
                *deal["lines"],
                *deal["tricks"],
                *(play for trick in deal["tricks"] for play in trick["plays"]),
            ):
                codes += [each["code"] for each in place["findings"]]
    report = referee.check(referee.read(path))
    assert set(codes) == {finding.code for deal in report.deals for finding in deal.findings}


@pytest.mark.parametrize("name", RULESETS)
def test_the_last_trick_and_the_capture_make_the_total(name):
    shown = sound(referee.parse("".join(games(referee.load_ruleset(name), 3, 9))))
    played = [deal for deal in shown if deal.tricks]
    assert played
    for deal in played:
        effect = 0 if deal.captured is None else deal.captured.effect
        assert deal.plot[-1].score + effect == deal.total


@pytest.mark.parametrize("kept", [1, 5, 12])
def test_a_record_that_breaks_off(kept):
    text = next(path for path in SAMPLES if path.stem == "revoke").read_text(encoding="utf-8").split("\n")
    last = next(at for at, line in enumerate(text) if line.startswith(f"{kept}. "))
    deal = sound(referee.parse("\n".join(text[: last + 1]) + "\n"))[0]
    assert len(deal.tricks) == kept
    assert deal.outcome is None


def test_an_illegal_play_carries_its_finding():
    deal = sound(referee.read(next(path for path in SAMPLES if path.stem == "revoke")))[0]
    faulty = [play for trick in deal.tricks for play in trick.plays if play.verdict == "illegal"]
    assert [(play.seat, play.line, play.column, play.findings[0].code) for play in faulty] == [("E", 26, 23, "FOL002")]


def test_without_trump_no_play_is_judged():
    deal = sound(referee.parse('[ruleset "qq-2deck"]\ndeal 1\ndealer N\n1. N SAA, E S34, S S5 S10, W S66; N 15\n'))[0]
    assert [play.verdict for play in deal.tricks[0].plays] == ["undetermined"] * 4
    assert deal.tricks[0].hands == (None,) * 4
