"""The games that are compared, and the settings of a case, told to the oracle."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from brute import Game
from rulebook import NEIGHBOURS, NotInOracleError, rules_of, shipped
from variants import base_of, changes_of
from words import lead, rungs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from board import Rules

SHIPPED: list[str] = shipped()
WITH_LISTS = [name for name in SHIPPED if rules_of(name).tiers]
GAMES: dict[str, dict[str, Any]] = {
    **{name: {"ruleset": name} for name in SHIPPED},
    **{f"{name}, no lists": {"ruleset": name, "rules": {"follow.format": "generic"}} for name in WITH_LISTS},
    "same runs": {"rules": {"ruff.match": "same_runs", "throw.failed_play": "fewest_cards_beaten"}},
    "exact": {"rules": {"ruff.match": "exact", "throw.failed_play": "largest_type_lowest"}},
    "exact runs only": {"rules": {"follow.run_length_mismatch": "exact_only"}},
    "one run, of three pairs": {"rules": {"follow.run_remainder": "sets", "shapes.runs": [[2, 3]]}},
    **{
        f"{what} protected{', not spent' if spent else ''}": {
            "variant": "three_decks_generic",
            "rules": {"follow.protect_larger_sets": what, "follow.protect_from_being_spent": spent},
        }
        for what, spent in [("sets", False), ("sets", True), ("runs", False), ("both", False), ("both", True)]
    },
    "one run, three decks": {"variant": "three_decks_generic", "rules": {"follow.run_remainder": "sets"}},
}
"""The games that are compared: a case (see tests/conformance/variants.py) without level and trump.

Runs protected and sets not, but triples not to be spent, is no ruleset (RUL026): a holding could owe a pair and be
refused it.
"""


@lru_cache(maxsize=512)
def game_at(name: str, level: str, trump: str) -> Game:
    """The oracle's game under one of ``GAMES``; games of equal card rules are one game."""
    return _game(alike(name), level, trump)


@lru_cache(maxsize=512)
def _game(name: str, level: str, trump: str) -> Game:
    return Game(_rules(name), level, trump)


@lru_cache
def alike(name: str) -> str:
    """The first of ``GAMES`` with the same card rules."""
    return next(other for other in GAMES if _rules(other) == _rules(name))


@lru_cache
def _rules(name: str) -> Rules:
    return oracle_rules(GAMES[name])


def oracle_rules(case: Mapping[str, Any]) -> Rules:
    """The oracle's settings for a case. Raises NotInOracleError for what it does not know."""
    settings: dict[str, Any] = {}
    for path, value in changes_of(case).items():
        if path not in _SETTINGS:
            raise NotInOracleError(path)
        settings |= _SETTINGS[path](value)
    return replace(rules_of(base_of(case)), **settings, memory={})


def _only(name: str, *known: str) -> Callable[[Any], dict[str, Any]]:
    def setting(value: Any) -> dict[str, Any]:
        if value not in known:
            raise NotInOracleError(value)
        return {name: value}

    return setting


_SETTINGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "decks": lambda value: {"decks": value},
    "shapes.sets": lambda value: {"sets": tuple(value)},
    "shapes.runs": lambda value: {"runs": tuple((width, least) for width, least in value)},
    "lists": lambda value: {"tiers": {lead(name): rungs(texts) for name, texts in value.items()}},
    "cross_shape": lambda value: {"cross": tuple((winner, over) for winner, over in value)},
    "trump.permanent_ranks": lambda value: {"permanent": tuple(value)},
    "adjacency.model": lambda value: {"neighbours": NEIGHBOURS[value]},
    "throw.others_void": _only("others_void", "ok", "forbidden_if_all_void"),
    "throw.failed_play": _only("failed", "lowest_beaten", "fewest_cards_beaten", "largest_type_lowest"),
    "ruff.match": _only("match", "at_least", "same_runs", "exact"),
    "follow.format": lambda value: {"tiers": {}} if _only("format", "generic")(value) else {},
    "follow.protect_larger_sets": lambda value: {"protect": value},
    "follow.protect_from_being_spent": lambda value: {"not_spent": value},
    "follow.run_length_mismatch": lambda value: {"exact_runs_only": value == "exact_only"},
    "follow.run_remainder": lambda value: {"one_run": value == "sets"},
}
