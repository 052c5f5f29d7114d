"""The shipped rulesets 规则, as YAML, and their JSON Schema."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


@lru_cache(maxsize=1)
def ids() -> tuple[str, ...]:
    """The ids of the shipped rulesets, in order; the abstract ``base`` is one of them."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.yaml")))


def path(ruleset_id: str) -> Path:
    """The file of a shipped ruleset. Raises KeyError if there is none of that id."""
    if ruleset_id not in ids():
        raise KeyError(ruleset_id)
    return _FOLDER / f"{ruleset_id}.yaml"


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a ruleset file."""
    loaded: dict[str, Any] = json.loads(schema_text())
    return loaded


def schema_text() -> str:
    """The JSON Schema as it is written."""
    return (_FOLDER / "ruleset.schema.json").read_text(encoding="utf-8")
