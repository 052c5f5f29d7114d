"""Rulesets for the scoring cases: the shipped two-deck game, or that game with single sections changed by hand.

A case names one of ``TABLES``. Each is made from the typed model, so that a case never depends on another ruleset file.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import referee
from referee.formula import parse_formula
from referee.notation import parse_cards
from referee.packed import pack
from referee.ruleset.model import Band, CaptureCase

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.cards import Cards
    from referee.ruleset.model import Ruleset

CASES = Path(__file__).parent.parent / "cases"
SEATS = "NESW"
TRUMPS = ("S", "H", "D", "C", "NT")


def cases(area: str, kind: str = "cases") -> list[Any]:
    """The cases of a data file as parameters named by their ids; ``kind``: the list of the file to take."""
    with (CASES / f"{area}.yaml").open(encoding="utf-8") as file:
        content = yaml.safe_load(file)
    found = content[kind]
    ids = [case["id"] for case in found]
    assert len(ids) == len(set(ids)), f"an id is used twice in {area}.yaml"
    assert all("source" in case for case in found)
    return [param for case in found for param in _at_each_table({**content.get("defaults", {}), **case})]


def _at_each_table(case: dict[str, Any]) -> list[Any]:
    """A case as a parameter for each table it names."""
    if not isinstance(case.get("table"), list):
        return [pytest.param(case, id=case["id"])]
    return [pytest.param({**case, "table": name}, id=f"{case['id']}-{name}") for name in case["table"]]


def cards(text: str) -> Cards:
    return parse_cards(text)


def packed(text: str) -> int:
    return pack(parse_cards(text).faces)


def seat(name: str | None) -> int | None:
    return None if name is None else SEATS.index(name)


@lru_cache
def table(name: str) -> Ruleset:
    """One of ``TABLES``, or a shipped ruleset."""
    made = TABLES.get(name)
    return made() if made is not None else referee.load_ruleset(name)


def change(rules: Ruleset, section: str, **values: Any) -> Ruleset:
    return replace(rules, **{section: replace(getattr(rules, section), **values)})


def _two() -> Ruleset:
    return referee.load_ruleset("qq-2deck")


def _four() -> Ruleset:
    return referee.load_ruleset("qq-4deck")


def _table() -> Ruleset:
    return referee.load_ruleset("table-2deck")


def _negative_rows() -> Ruleset:
    """Bands that go on below zero, written as a table."""
    rows = (
        Band(-40, "dealer", 4, deal_passes=False, label="rout"),
        Band(0, "dealer", 3, deal_passes=False, label="shutout"),
        Band(5, "dealer", 1, deal_passes=False, label=None),
        Band(80, "attackers", 1, deal_passes=True, label=None),
    )
    return change(_two(), "bands", rows=rows, tail_step=None, attacker_cap=3)


def _row(name: str, kind: Any, width: int, least: int, value: str, domain: Any = None) -> CaptureCase:
    return CaptureCase(name, kind, width, least, domain, parse_formula(value))


TABLES: dict[str, Callable[[], Ruleset]] = {
    "negative-rows": _negative_rows,
    "halved": lambda: change(referee.load_ruleset("lianzhong-3deck"), "capture", side_suit="halve"),
    "by-domain": lambda: change(
        _two(),
        "capture",
        cases=(_row("trumps", "domain", 0, 0, "5", "trump"), _row("side_pair", "set", 2, 1, "len + decks", "side")),
    ),
    "no-capture": lambda: change(_two(), "capture", by="none"),
    "four-beside": lambda: change(_four(), "capture", replaces_trick_points=False),
    "loser-score": lambda: change(_four(), "capture", base="loser_hand_score"),
    "fixed-base": lambda: change(_two(), "capture", base="constant", base_constant=15),
    "must-win": lambda: change(_two(), "levels", must_play=("5",), must_play_requires="win_as_dealer"),
    "capped": lambda: change(_two(), "levels", cap=2),
    "wrapping": lambda: change(_two(), "match", after_last="wrap_to_start"),
    "wrapping-must": lambda: change(
        change(_two(), "match", after_last="wrap_to_start"), "levels", must_play=("2",), must_play_requires="stop"
    ),
    "last-shown": lambda: change(_two(), "declare", overcall="last_shown", first_special_stands=True),
    "last-shown-open": lambda: change(_two(), "declare", overcall="last_shown", first_special_stands=False),
    "suit-order": lambda: change(
        _two(),
        "declare",
        overcall="stronger_or_suit_order",
        same_tier_suit_order=(2, 3, 1, 0),
        first_special_stands=False,
    ),
    "also-after-overcall": lambda: change(
        _two(), "declare", self_reinforce="also_after_overcall", first_special_stands=False
    ),
    "no-reinforce": lambda: change(_two(), "declare", self_reinforce="no", self_overcall=False),
    "no-trump-later": lambda: change(
        _two(), "declare", first_hand=replace(_two().declare.first_hand, no_trump=False, changes_dealer=True)
    ),
    "dealer-side-only": lambda: change(_table(), "declare", who_may_bid="dealer_side_only"),
    "dealer-side-only-continue": lambda: change(
        _table(), "declare", who_may_bid="dealer_side_only", dealer_side_cannot="continue"
    ),
    "asked-in-turn": lambda: change(_two(), "rotation", later_deals="declarer", keep="same_player"),
    "rob-in-turn": lambda: _robbing(order="in_turn_from_next", who="anyone_but_holder"),
    "rob-restart": lambda: _robbing(order="restart_after_robber", who="anyone_but_holder", same_suit=False),
    "rob-once": lambda: _robbing(max=1, changes_dealer=True, first_hand=False),
    "rob-jokers": lambda: _robbing(forms=("little_pair", "big_pair")),
}


def _robbing(**values: Any) -> Ruleset:
    rules = _table()
    return change(rules, "kitty", rob=replace(rules.kitty.rob, **values))
