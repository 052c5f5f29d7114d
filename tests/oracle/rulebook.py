"""The shipped ruleset files read once more, as the oracle needs them: YAML, ``extends``, and the keys it knows.

Whatever a file says that the oracle does not know is refused, so that nothing is compared under half a ruleset.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from board import Rules
from words import RANKS, lead, rungs

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parents[2] / "rulesets"
TRUMP_ORDER = [
    *("big_joker", "little_joker", "level_on_suit", "level_off_suit", "permanent_on_suit", "permanent_off_suit"),
    "suit_cards",
]
NEIGHBOURS = {"size_order": "size", "natural_rank": "natural", "natural_or_skip": "skip"}
KNOWN: dict[str, dict[str, tuple[Any, ...]]] = {
    "deck": {"count": (1, 2, 3, 4)},
    "trump": {"order": (TRUMP_ORDER,), "off_suit_levels_equal": (True,)},
    "adjacency": {"model": tuple(NEIGHBOURS), "close_gaps": (True,), "trump_links": (None,)},
    "throw": {
        "allowed": (True, False),
        "others_void": ("ok", "forbidden_if_all_void"),
        "decompose": ("largest_component_first",),
        "checked_against": ("all_others",),
    },
    "follow": {"format": ("generic", "tiers"), "suit": ("must_exhaust",)},
    "ruff": {
        "when": ("void_in_suit",),
        "match": ("at_least", "same_runs", "exact"),
        "compare": ("lead_largest_component",),
        "tie": ("first_played",),
    },
    "trick": {"tie": ("first_played",)},
}
"""What the oracle can play; YAML reads ``allowed: yes`` as true."""


class NotInOracleError(Exception):
    """The oracle does not know this setting."""


def shipped() -> list[str]:
    """The rulesets that can referee."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml") if not _file(path.stem).get("abstract"))


@lru_cache
def _file(name: str) -> dict[str, Any]:
    with (FOLDER / f"{name}.yaml").open(encoding="utf-8") as file:
        content: dict[str, Any] = yaml.safe_load(file)
    lists = content.get("follow", {}).get("tiers", {})
    if lists:
        content["follow"]["tiers"] = {lead(name): _texts(rows) for name, rows in lists.items()}
    return content


def _texts(rows: Any) -> Any:
    """A follow list without its citations; None takes a list away."""
    if isinstance(rows, dict):
        rows = rows["tiers"]
    return rows and [row["tier"] if isinstance(row, dict) else row for row in rows]


def whole(name: str) -> dict[str, Any]:
    """A ruleset with everything it extends."""
    own = _file(name)
    return _laid_over(whole(own["extends"]), own) if "extends" in own else own


def _laid_over(below: Mapping[Any, Any], above: Mapping[Any, Any]) -> dict[Any, Any]:
    found = dict(below)
    for key, value in above.items():
        under = found.get(key)
        found[key] = _laid_over(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return found


@lru_cache
def rules_of(name: str) -> Rules:
    """The oracle's settings for a shipped ruleset. Raises NotInOracleError for what it does not know."""
    says = whole(name)
    for section, keys in KNOWN.items():
        for key, known in keys.items():
            if says[section][key] not in known:
                raise NotInOracleError(f"{section}.{key}: {says[section][key]}")
    if [str(rank) for rank in says["rank_order"]] != RANKS or set(says["deck"]) - {"count", "source", "ruling"}:
        raise NotInOracleError("other cards than usual")
    if not says["trump"]["no_trump"]["level_cards_are_trump"]:
        raise NotInOracleError("level cards that are no trump")
    if says["ruff"]["match"] == "at_least" and not says["ruff"]["split_longer"]:
        raise NotInOracleError("runs of a ruff that are not cut")
    follow, throw = says["follow"], says["throw"]
    lists = follow.get("tiers", {}) if follow["format"] == "tiers" else {}
    return Rules(
        decks=says["deck"]["count"],
        permanent=tuple(map(str, says["trump"]["permanent_ranks"])),
        sets=tuple(says["shapes"]["sets"]),
        runs=tuple((run["width"], run["min_length"]) for run in says["shapes"]["runs"]),
        neighbours=NEIGHBOURS[says["adjacency"]["model"]],  # type: ignore[arg-type]
        tiers={led: rungs(rows) for led, rows in lists.items() if rows},
        exact_runs_only=follow["run_length_mismatch"] == "exact_only",
        one_run=follow["run_remainder"] == "sets",
        protect=follow["protect_larger_sets"],
        not_spent=follow["protect_from_being_spent"],
        throws=throw["allowed"],
        others_void=throw["others_void"],
        failed=throw["failed"]["play"],
        match=says["ruff"]["match"],
        cross=tuple((pair["winner"], pair["over"]) for pair in says["beats"]["cross_shape"]),
    )
