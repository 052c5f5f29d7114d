"""What rules are held against: the rules as written, the rulesets, the cases of the tests."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from referee.ruleset import load_ruleset
from referee.ruleset.files import open_ruleset
from referee.ruleset.merge import merge_chain, read_chain
from referee.ruleset.tree import path_text, walk
from referee.yamlfile import plain

if TYPE_CHECKING:
    from referee.ruleset.model import Ruleset

ROOT = Path(__file__).resolve().parent.parent.parent
Lines = frozenset[tuple[str, int]]
"""Lines of documents: ``("000", 49)``."""


class Loaded(NamedTuple):
    """A ruleset, and its values as written, by path."""

    ruleset: Ruleset
    values: dict[str, Any]


class Facts(NamedTuple):
    """Everything that rules are held against."""

    rules: dict[str, Any]
    rulesets: dict[str, Loaded]
    cases: dict[str, dict[str, dict[str, Any]]]
    """File of tests/cases → id → case."""

    def members(self, group: str) -> list[str]:
        """The rulesets that names of rulesets and groups stand for."""
        groups = self.rules["groups"]
        return list(dict.fromkeys(name for part in group.split() for name in groups.get(part, [part])))

    def every_line(self) -> Lines:
        """All lines of all documents."""
        values = next(iter(self.rulesets.values())).values
        sizes = {name: values[f"sources.{name}.lines"] for name in values["sources"]}
        return frozenset((name, line) for name, size in sizes.items() for line in range(1, size + 1))


def collect() -> Facts:
    """The rules, the rulesets they speak of, and the cases, as they are in the checkout."""
    rules = yaml.safe_load((ROOT / "docs" / "rules.yaml").read_text(encoding="utf-8"))
    loaded = {name: load(name) for name in rules["groups"]["all"]}
    return Facts(rules, loaded, {file.stem: cases(file) for file in sorted((ROOT / "tests" / "cases").glob("*.yaml"))})


def load(name: str) -> Loaded:
    """A ruleset by id or path."""
    tree, _ = merge_chain(read_chain(open_ruleset(name)))
    return Loaded(load_ruleset(name), {path_text(path): plain(node) for path, _, node in walk(tree)})


def cases(file: Path) -> dict[str, dict[str, Any]]:
    """The cases of a data file by id, whatever list of the file they stand in."""
    content = yaml.safe_load(file.read_text(encoding="utf-8"))
    found = (item for value in content.values() if isinstance(value, list) for item in value if isinstance(item, dict))
    return {str(item["id"]): item for item in found if "id" in item}


@cache
def lines(source: str | None) -> Lines:
    """The lines of ``000:62-68; 002:37``; parts that name no line of a document (``A-5``) have none."""
    found = re.findall(r"(\d{3}):(\d+)(?:-(\d+))?", source or "")
    return frozenset((name, line) for name, first, last in found for line in range(int(first), int(last or first) + 1))


def case_ids(text: str) -> list[str]:
    """``KQ-01..03 KQ-07`` → KQ-01, KQ-02, KQ-03, KQ-07."""
    found: list[str] = []
    for part in text.split():
        first, _, last = part.partition("..")
        stem = first.rstrip("0123456789")
        width = len(first) - len(stem)
        numbers = range(int(first[len(stem) :]), int(last) + 1) if last else ()
        found += [f"{stem}{number:0{width}}" for number in numbers] or [first]
    return found
