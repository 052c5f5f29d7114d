"""What a complete ruleset says: the keys that must be there once all files are laid over each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

Data = dict[str, Any]

REQUIRED: Final[dict[str, tuple[str, ...]]] = {
    "players": ("count", "partnership", "direction", "level_owner"),
    "deck": ("count",),
    "points": (),
    "deal": ("hand_size", "kitty_size", "order", "first_drawer"),
    "levels": ("sequence", "start", "must_play", "must_play_requires", "cap"),
    "trump": ("permanent_ranks", "order", "off_suit_levels_equal", "no_trump.level_cards_are_trump"),
    "rank_order": (),
    "declare": (
        *("when", "visibility", "forms", "joker_color_match", "overcall", "overcall_margin", "self_reinforce"),
        *("self_overcall", "first_special_stands", "kitty_cards_count", "who_may_bid", "dealer_side_cannot"),
        *("first_hand.no_trump", "first_hand.changes_dealer", "undeclared.action", "undeclared.first_hand"),
        "undeclared.first_hand_dealer",
    ),
    "kitty": (
        *("taker", "bury_point_limit", "forbidden", "rob.allowed", "rob.forms", "rob.who", "rob.order"),
        *("rob.same_suit", "rob.max", "rob.changes_dealer", "rob.first_hand"),
    ),
    "shapes": ("sets", "runs", "run_names"),
    "adjacency": ("model", "close_gaps", "trump_links"),
    "throw": ("allowed", "others_void", "decompose", "failed.play", "failed.penalty"),
    "follow": (*("format", "run_length_mismatch", "run_remainder", "protect_larger_sets", "protect_from_being_spent"),),
    "ruff": ("match", "split_longer", "compare", "tie"),
    "beats": ("cross_shape",),
    "capture": (
        *("by", "base", "basis", "count", "effect", "replaces_trick_points", "multiplier", "default", "cap"),
        "side_suit",
    ),
    "bands": ("mode", "attacker_cap", "zero_or_negative"),
    "rotation": ("first_dealer", "keep", "lose", "later_deals"),
    "match": ("win", "level", "after_last"),
    "game_points": (),
    "titles": (),
}
"""Section → the keys it must have once all files are laid over each other."""


def missing(data: Data) -> list[tuple[str, ...]]:
    """Paths of the keys a complete ruleset must have and this one lacks; of a missing section only its own."""
    lacking: list[tuple[str, ...]] = [("title",)] if "title" not in data else []
    for section, keys in REQUIRED.items():
        if section not in data:
            lacking.append((section,))
            continue
        dependent = _DEPENDENT.get(section) if isinstance(data[section], dict) else None
        for key in (*keys, *(dependent(data[section]) if dependent else ())):
            path = key.split(".")
            value: Any = data[section]
            for part in path:
                value = value.get(part, _ABSENT) if isinstance(value, dict) else _ABSENT
            if value is _ABSENT:
                lacking.append((section, *path))
    return lacking


_ABSENT: Final = object()


def _declare_needs(data: Data) -> tuple[str, ...]:
    needs: tuple[str, ...] = ()
    if data.get("overcall") == "stronger_or_suit_order":
        needs += ("same_tier_suit_order",)
    undeclared = data.get("undeclared")
    if isinstance(undeclared, dict) and "suit" in [undeclared.get("action"), undeclared.get("first_hand")]:
        needs += ("undeclared.suit",)
    return needs + _entries(data, "forms", ("cards", "trump", "strength"))


def _entries(data: Data, section: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    named = data.get(section)
    return tuple(f"{section}.{name}.{key}" for name in named for key in keys) if isinstance(named, dict) else ()


def _penalty_needs(data: Data) -> tuple[str, ...]:
    failed = data.get("failed")
    penalty = failed.get("penalty") if isinstance(failed, dict) else None
    return tuple(f"failed.penalty.{key}" for key in ("per", "points", "to")) if penalty is not None else ()


_BAND_NEEDS: Final = {
    "table": ("table",),
    "step": ("step.size", "step.turnover", "step.dead_zone", "step.dealer_at_zero"),
}
_POINT_NEEDS: Final = {
    "result": ("dealer_side.first", "dealer_side.per_level", "attackers.takeover", "attackers.per_level"),
    "level_changes": ("per_level",),
}
_DEPENDENT: Final[dict[str, Callable[[Data], tuple[str, ...]]]] = {
    "declare": _declare_needs,
    "bands": lambda data: _BAND_NEEDS.get(str(data.get("mode")), ()),
    "throw": _penalty_needs,
    "game_points": lambda data: _POINT_NEEDS.get(str(data.get("count")), _POINT_NEEDS["result"]),
    "capture": lambda data: (
        _entries(data, "multiplier", ("when", "value")) + (("base_constant",) if data.get("base") == "constant" else ())
    ),
}
