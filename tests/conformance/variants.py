"""Rulesets of a case: a shipped one, or one with single keys changed or with more decks.

A case names its ruleset by ``ruleset:`` (a shipped id; else the two-deck game of QQ) or ``permanent: true`` (the same,
the 2 a permanent trump). It may change it by ``variant:`` (one of ``VARIANTS``), ``rules:`` (path of a field in the
typed ruleset → value), ``lists:`` (follow lists) and ``penalty:``.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import referee
from referee.cards import RANK_INDEX
from referee.ruleset.model import CrossShape, Kind, Penalty, RunRule
from referee.shapes import parse_tier

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.ruleset.model import Ruleset
    from referee.table import Table

TWO_DECKS: dict[str, Any] = {}
THREE_DECKS_GENERIC: dict[str, Any] = {"decks": 3, "shapes.sets": [1, 2, 3], "shapes.runs": [[2, 2], [3, 2]]}
FOUR_DECKS_GENERIC: dict[str, Any] = {
    "decks": 4,
    "shapes.sets": [1, 2, 3, 4],
    "shapes.runs": [[2, 2], [3, 2], [4, 2]],
}
VARIANTS: dict[str, dict[str, Any]] = {
    "two_decks": TWO_DECKS,
    "three_decks_generic": THREE_DECKS_GENERIC,
    "four_decks_generic": FOUR_DECKS_GENERIC,
}


def table_of(case: Mapping[str, Any]) -> Table:
    """The table at which a case is played."""
    return ruleset_of(case).at(level=case["level"], trump=case["trump"])


def ruleset_of(case: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a case; equal settings give the same object."""
    return _made(base_of(case), json.dumps(changes_of(case)))


def base_of(case: Mapping[str, Any]) -> str:
    """The id of the shipped ruleset that a case starts from."""
    return str(case.get("ruleset") or ("qq-2deck-permanent2" if case.get("permanent") else "qq-2deck"))


def changes_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """Everything a case changes in the ruleset it starts from."""
    changes = {**VARIANTS[case.get("variant", "two_decks")], **case.get("rules", {})}
    if "lists" in case:
        changes["lists"] = {**changes.get("lists", {}), **case["lists"]}
    if "penalty" in case:
        changes["penalty"] = case["penalty"]
    return changes


@lru_cache
def _made(name: str, changes: str) -> Ruleset:
    rules = referee.load_ruleset(name)
    for path, value in json.loads(changes).items():
        rules = _change(rules, path, value)
    return rules


def _change(rules: Ruleset, path: str, value: Any) -> Ruleset:
    if path == "decks":
        return replace(rules, deck=replace(rules.deck, count=value, counts=(value,) * 54))
    if path == "lists":
        tiers = {lead: tuple(parse_tier(tier) for tier in rungs) for lead, rungs in value.items()}
        return replace(rules, follow=replace(rules.follow, format="tiers", tiers=tiers))
    if path == "cross_shape":
        return replace(rules, cross_shape=tuple(CrossShape(_kind(winner), _kind(over)) for winner, over in value))
    if path == "penalty":
        fine = Penalty(per=value["per"], points=value["points"], to="opponents", floor=None, cap=None)
        return replace(rules, throw=replace(rules.throw, penalty=fine))
    if path == "shapes.runs":
        return replace(rules, shapes=replace(rules.shapes, runs=tuple(RunRule(*run) for run in value)))
    if path == "rank_order":
        return replace(rules, rank_order=tuple(RANK_INDEX[rank] for rank in value))
    section, _, field = path.partition(".")
    part = getattr(rules, section)
    return replace(rules, **{section: replace(part, **{field: _frozen(value)})})


def _kind(text: str) -> Kind:
    return Kind(text[0] == "T", int(text[1]))


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
