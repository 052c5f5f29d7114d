"""The settings of a case, told to the oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brute import Rules
from variants import THREE_DECK_LISTS, base_of, changes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

GAMES: dict[str, dict[str, Any]] = {
    "qq-2deck": {},
    "qq-2deck-permanent2": {"permanent": True},
    "table-2deck": {"ruleset": "table-2deck"},
    "three decks": {"variant": "three_decks"},
    "three decks, no lists": {"variant": "three_decks_generic"},
    "four decks": {"variant": "four_decks"},
    "four decks, no lists": {"variant": "four_decks_generic"},
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

Runs protected and sets not, but triples not to be spent, is left out: such a table can owe a pair and refuse it.
"""


_ONE_DECK = {"decks": 1, "sets": (1,), "runs": ()}
_THREE_DECKS = {"decks": 3, "sets": (1, 2, 3), "runs": ((2, 2), (3, 2)), "tiers": THREE_DECK_LISTS}
_SHIPPED: dict[str, dict[str, Any]] = {
    "qq-1deck": _ONE_DECK,
    "qq-2deck": {},
    "qq-2deck-permanent2": {"permanent": ("2",)},
    "qq-3deck": _THREE_DECKS,
    "table-2deck": {"permanent": ("2",), "match": "same_runs"},
    "table-2deck-coloured": {"permanent": ("2",), "match": "same_runs"},
    "lianzhong-1deck": _ONE_DECK,
    "lianzhong-2deck": {},
    "lianzhong-3deck": _THREE_DECKS,
}
"""What the oracle has to know of a shipped ruleset; the rest is as in the two-deck game of QQ."""


class NotInOracleError(Exception):
    """The oracle does not know this setting."""


def oracle_rules(case: Mapping[str, Any]) -> Rules:
    """The oracle's settings for a case. Raises NotInOracleError for what it does not know."""
    if base_of(case) not in _SHIPPED:
        raise NotInOracleError(base_of(case))
    settings = dict(_SHIPPED[base_of(case)])
    for path, value in changes_of(case).items():
        if path not in _SETTINGS:
            raise NotInOracleError(path)
        settings |= _SETTINGS[path](value)
    return Rules(**settings)


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
    "lists": lambda value: {"tiers": value},
    "cross_shape": lambda value: {"cross": tuple((winner, over) for winner, over in value)},
    "trump.permanent_ranks": lambda value: {"permanent": tuple(value)},
    "adjacency.model": lambda value: {"natural": _only("model", "natural_rank")(value) != {}},
    "throw.others_void": _only("others_void", "ok", "forbidden_if_all_void"),
    "throw.failed_play": _only("failed", "lowest_beaten", "fewest_cards_beaten", "largest_type_lowest"),
    "ruff.match": _only("match", "at_least", "same_runs", "exact"),
    "follow.protect_larger_sets": lambda value: {"protect": value},
    "follow.protect_from_being_spent": lambda value: {"not_spent": value},
    "follow.run_length_mismatch": lambda value: {"exact_runs_only": value == "exact_only"},
    "follow.run_remainder": lambda value: {"one_run": value == "sets"},
}
