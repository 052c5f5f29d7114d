"""The JSON Schema itself, and the shipped files by it (they are not checked again when loaded)."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from referee import rulesets
from referee.ruleset import check_file
from referee.ruleset.schema import schema_faults
from referee.yamlfile import MapNode, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = rulesets.schema()
FAILED_PLAY = """lowest_beaten largest_type_lowest fewest_cards_beaten smallest_overall smallest_single
beater_chooses stands"""


def properties(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, dict):
        for name, value in node.get("properties", {}).items():
            yield f"{path}.{name}", value
        for key, value in node.items():
            yield from properties(value, f"{path}.{key}")
    elif isinstance(node, list):
        for value in node:
            yield from properties(value, path)


def test_is_a_valid_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_key_is_described_in_both_languages() -> None:
    for path, value in properties(SCHEMA):
        if ".if.properties" in path or path.startswith(".allOf"):
            continue
        if "const" in value:
            continue
        described = value if "description" in value else SCHEMA["$defs"][value["$ref"].rpartition("/")[2]]
        english, _, chinese = described["description"].partition(" · ")
        assert english, path
        assert any("\u4e00" <= character <= "\u9fff" for character in chinese), path


def test_every_object_is_strict() -> None:
    def objects(node: Any) -> Iterator[dict[str, Any]]:
        if isinstance(node, dict):
            if {"properties", "type", "description"} <= set(node):
                yield node
            for value in node.values():
                yield from objects(value)
        elif isinstance(node, list):
            for value in node:
                yield from objects(value)

    loose = [node["description"] for node in objects(SCHEMA) if "additionalProperties" not in node]
    assert loose == [SCHEMA["$defs"]["example"]["description"]]  # its kinds are strict


@pytest.mark.parametrize("name", rulesets.ids())
def test_shipped_files_fit(name: str) -> None:
    node = parse(rulesets.path(name).read_text(encoding="utf-8"), name)
    assert isinstance(node, MapNode)
    assert schema_faults(node) == []
    assert check_file(name) == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("throw.failed.play", FAILED_PLAY),
        ("throw.decompose", "largest_component_first widest_first declared_by_player"),
        ("throw.others_void", "ok forbidden_if_all_void only_if_all_void"),
        ("throw.allowed", "yes no side_suits_only"),
        ("adjacency.model", "size_order natural_rank natural_or_skip"),
        ("follow.format", "tiers generic none"),
        ("follow.run_length_mismatch", "longest_within exact_only"),
        ("follow.run_remainder", "runs sets"),
        ("follow.protect_larger_sets", "none sets runs both"),
        ("ruff.match", "at_least same_runs exact"),
        ("ruff.compare", "lead_largest_component all_components highest_card"),
        ("ruff.tie", "first_played next_component"),
        ("capture.basis", "winner_through_lead winner_cards lead_shape"),
        ("capture.effect", "add_to_attackers transfer"),
        ("capture.by", "attackers both none"),
        ("declare.overcall", "strictly_stronger stronger_or_suit_order more_cards last_shown"),
        ("declare.self_reinforce", "no while_winning also_after_overcall"),
        ("declare.undeclared.action", "no_trump suit redeal flip_kitty"),
        ("rotation.later_deals", "by_result declarer"),
        ("rotation.first_dealer", "first_bidder final_bidder contest fixed"),
        ("levels.must_play_requires", "stop win_as_dealer"),
        ("match.win", "pass_level win_at_level_as_dealer highest_level_at_end none"),
    ],
)
def test_values_of_the_semantics_are_there(path: str, words: str) -> None:
    node: Any = SCHEMA
    for part in path.split("."):
        node = node["properties"][part]
    assert set(node["enum"]) == set(words.split())


def test_loading_a_shipped_ruleset_does_not_import_jsonschema() -> None:
    code = "import sys, referee.ruleset as r; r.load_ruleset('qq-2deck'); sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
