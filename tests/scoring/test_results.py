"""Bands, levels, rotation, room points and titles: the cases of their data files, and properties that must hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import cases, change, table

from referee.rules.bands import expand_step
from referee.rules.gamepoints import game_points, title
from referee.rules.levels import advance, after_deal, match_leader
from referee.rules.result import Outcome, band_use, outcome
from referee.rules.rotation import next_dealer, same_side, side_of, turn_order
from referee.ruleset.model import Bands

Case = dict[str, Any]
KEPT = Outcome("dealer", 1, deal_passes=False)
LOST = Outcome("attackers", 0, deal_passes=True)


@pytest.mark.parametrize("case", cases("bands"))
def test_bands(case: Case) -> None:
    rules = table(case["table"])
    for points, dealer, attackers, passes in case["rows"]:
        found = outcome(rules.bands, points)
        gains = {"dealer": 0, "attackers": 0, found.side: found.levels}
        assert (gains["dealer"], gains["attackers"], found.deal_passes) == (dealer, attackers, passes), points


def test_bands_name_their_row_and_the_steps_above_it() -> None:
    found = band_use(table("qq-2deck").bands, 205)
    assert (found.row, found.tail_steps, found.outcome.levels) == (4, 2, 3)


def test_label_of_a_row() -> None:
    assert outcome(table("negative-rows").bands, 0).label == "shutout"


@pytest.mark.parametrize(
    "bad", [{"size": 0}, {"turnover": 0}, {"dead_zone": -1}, {"tail_step": 0}], ids=lambda bad: next(iter(bad))
)
def test_step_rules_that_make_no_sense(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="positive"):
        expand_step(**{"size": 40, "turnover": 80, "dead_zone": 1, **bad})


STEPS = st.builds(
    lambda size, turnover, dead, tail: Bands(
        *expand_step(size=size, turnover=turnover, dead_zone=dead, tail_step=tail), None, zero_or_negative=False
    ),
    st.integers(1, 100),
    st.integers(1, 400),
    st.integers(0, 3),
    st.integers(1, 100) | st.none(),
)


def standing(result: Outcome) -> int:
    """A result as one number, better for the attackers the higher it is."""
    return result.levels if result.side == "attackers" else -result.levels


@given(STEPS, st.integers(-100, 2000), st.integers(0, 300))
def test_more_points_are_never_worse(bands: Bands, points: int, more: int) -> None:
    assert standing(outcome(bands, points)) <= standing(outcome(bands, points + more))
    assert outcome(bands, points + more).deal_passes >= outcome(bands, points).deal_passes


@given(st.integers(1, 100), st.integers(1, 400), st.integers(0, 3), st.integers(1, 2000))
def test_step_rule_by_its_definition(size: int, turnover: int, dead: int, points: int) -> None:
    """Counted step by step downward and upward from the turnover."""
    bands = Bands(*expand_step(size=size, turnover=turnover, dead_zone=dead), None, zero_or_negative=False)
    found = outcome(bands, points)
    if points < turnover:
        k = next(k for k in range(1, 500) if turnover - k * size <= points < turnover - (k - 1) * size)
        assert found == Outcome("dealer", k, deal_passes=False)
    else:
        assert found == Outcome("attackers", max(0, (points - turnover) // size - dead + 1), deal_passes=True)


@pytest.mark.parametrize("case", cases("rotation"))
def test_rotation(case: Case) -> None:
    rules = change(table(case["table"]), "players", count=case["players"])
    found = next_dealer(rules, case["dealer"], KEPT if case["won"] else LOST)
    assert (found.seat, found.asked) == (case["next"], case.get("asked", False))
    assert found.rule == ("rotation.keep" if case["won"] else "rotation.lose")


@pytest.mark.parametrize("count", [4, 6])
@pytest.mark.parametrize("name", ["qq-2deck", "godot"])
def test_next_dealer_sits_on_the_right_side(count: int, name: str) -> None:
    rules = change(table(name), "players", count=count)
    for dealer in range(count):
        assert same_side(count, dealer, next_dealer(rules, dealer, KEPT).seat)
        assert not same_side(count, dealer, next_dealer(rules, dealer, LOST).seat)


@pytest.mark.parametrize("count", [4, 6])
def test_the_deal_goes_round_the_whole_side(count: int) -> None:
    rules = change(table("qq-2deck"), "players", count=count)
    seats, dealer = [], 1
    for _ in range(count // 2):
        seats.append(dealer)
        dealer = next_dealer(rules, dealer, KEPT).seat
    assert sorted(seats) == list(range(1, count, 2))
    assert dealer == 1


def test_turn_order() -> None:
    assert turn_order(4, 2) == (2, 3, 0, 1)
    assert turn_order(6, 5) == (5, 0, 1, 2, 3, 4)
    with pytest.raises(ValueError, match="no seat 4"):
        side_of(4, 4)


@pytest.mark.parametrize("case", cases("rotation", "levels"))
def test_levels(case: Case) -> None:
    rules = table(case["table"])
    dealer, attackers = case["before"]
    end = after_deal(rules, dealer, attackers, outcome(rules.bands, case["points"]))
    assert [end.dealer, end.attackers] == case["after"]
    expected = case.get("match")
    assert end.won_known == (expected != "unknown")
    assert end.won == (None if expected == "unknown" else expected)
    assert (end.advance.stopped_at if end.advance else None) == case.get("stopped")


def test_a_level_that_is_not_played() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        after_deal(table("qq-2deck"), "NT", "2", KEPT)


def test_after_last_end_ends_the_match_without_a_winning_rule() -> None:
    rules = change(table("qq-2deck"), "match", win="none")
    end = after_deal(rules, "A", "2", KEPT)
    assert (end.won, end.won_rule) == ("dealer", "match.after_last")


def test_match_leader() -> None:
    rules = table("lianzhong-2deck")
    assert [match_leader(rules, pair) for pair in (("A", "10"), ("9", "10"), ("5", "5"))] == [0, 1, None]


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@given(
    st.sets(st.sampled_from(RANKS), max_size=5),
    st.sampled_from(["stop", "win_as_dealer"]),
    st.sampled_from(["end", "stay", "wrap_to_start"]),
    st.sampled_from(RANKS),
    st.integers(0, 40),
    st.booleans(),
)
def test_no_gain_jumps_over_a_level_that_must_be_played(
    must: set[str], requires: Any, after_last: Any, level: str, gain: int, as_dealer: bool
) -> None:
    rules = change(table("qq-2deck"), "levels", must_play=tuple(must), must_play_requires=requires)
    rules = change(rules, "match", after_last=after_last)
    found = advance(rules, level, gain, as_dealer=as_dealer)
    at = RANKS.index(level)
    passed = [RANKS[(at + step) % 13] for step in range(1, found.steps)]
    assert not must & set(passed)
    assert RANKS[(at + found.steps) % 13] == found.level
    assert found.steps <= gain
    if found.steps < gain:
        assert found.stopped_at is not None or (found.passed_last and found.level == "A")
    if requires == "win_as_dealer" and not as_dealer and level in must:
        assert found.level == level


def test_a_huge_gain_takes_no_longer() -> None:
    found = advance(table("wrapping"), "2", 10**15, as_dealer=True)
    assert (found.steps, found.passed_last) == (10**15, True)


@pytest.mark.parametrize("case", cases("points"))
def test_room_points(case: Case) -> None:
    rules = table(case["table"]).game_points
    assert rules is not None
    rules = replace(rules, basis=case.get("basis", rules.basis), shutout_override=case.get("shutout"))
    result = Outcome(case["side"], case["levels"], deal_passes=case["side"] == "attackers")
    risen = case.get("risen", case["levels"])
    found = game_points(rules, result, case.get("total"), case["standings"], risen)
    assert (found.dealer, found.attackers) == (case["dealer"], case["attackers"])


def test_room_points_without_multipliers_need_no_standings() -> None:
    rules = table("qq-2deck").game_points
    assert rules is not None
    found = game_points(
        replace(rules, multipliers=(), dealer_cap=None), Outcome("dealer", 9, deal_passes=False), 0, [None] * 4
    )
    assert (found.dealer, found.multiplier, found.rule) == (10, 1, "game_points.dealer_side")


@given(
    st.lists(st.integers(0, 600) | st.none(), min_size=4, max_size=4), st.sampled_from(["all_in_band", "min_player"])
)
def test_unknown_standings_never_contradict_a_completion(standings: list[int | None], basis: Any) -> None:
    rules = table("qq-2deck").game_points
    assert rules is not None
    rules = replace(rules, basis=basis)
    said = game_points(rules, KEPT, 45, standings).dealer
    fillings = [[filler if value is None else value for value in standings] for filler in (0, 79, 80, 299, 300, 600)]
    completed = {game_points(rules, KEPT, 45, filling).dealer for filling in fillings}
    assert completed == {said} if said is not None else None not in completed


@pytest.mark.parametrize("case", cases("titles"))
def test_titles(case: Case) -> None:
    for points, name in case["titles"]:
        found = title(table(case["table"]).titles, points)
        assert (None if found is None else found.name) == name
