"""Reading the data files of tests/cases, and cards written in them.

Cards are read here and not by the package, so that a case compares multisets of cards, whatever the notation reads.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

CASES = Path(__file__).parent.parent / "cases"


def read(area: str) -> dict[str, Any]:
    """The whole data file of an area."""
    with (CASES / f"{area}.yaml").open(encoding="utf-8") as file:
        content = yaml.safe_load(file)
    assert isinstance(content, dict)
    return content


def cases(*areas: str, having: str | None = None) -> list[Any]:
    """The cases of these files as parameters named after them; ``having``: only those with this key.

    A case that names several rulesets (``ruleset: [...]``) is a parameter for each of them.
    """
    found = []
    for area in areas:
        content = read(area)
        ids = [case["id"] for case in content["cases"]]
        assert len(ids) == len(set(ids)), f"an id is used twice in {area}.yaml"
        for case in content["cases"]:
            assert "source" in case, case["id"]
            if having is None or having in case:
                found += for_each_ruleset({**content.get("defaults", {}), **case}, f"{area}:{case['id']}")
    return found


def for_each_ruleset(case: dict[str, Any], name: str) -> list[Any]:
    """A case as a parameter for each ruleset it names; one parameter if it names one or none."""
    rulesets = case.get("ruleset")
    if not isinstance(rulesets, list):
        return [pytest.param(case, id=name)]
    return [pytest.param({**case, "ruleset": ruleset}, id=f"{name}-{ruleset}") for ruleset in rulesets]


def rungs() -> list[Any]:
    """Each row of the follow lists of tiers.yaml as a parameter: the list (for one ruleset), the rung, the holding."""
    found = []
    for each in read("tiers")["lists"]:
        for book in for_each_ruleset(each, each["id"]):
            case = {"level": "2", "trump": "S", **book.values[0]}
            found += [
                pytest.param(case, rung, f"H{holding}", id=f"{book.id}-{rung}-{holding}")
                for rung, holding in case["rows"]
            ]
    return found


def group(text: str) -> Counter[str]:
    """The cards of a text as a multiset of names: ``H7788 S10x3 LJLJ``."""
    found: Counter[str] = Counter()
    for word in text.replace("+", " ").split():
        body, _, times = word.partition("x")
        names = [body[0] + rank for rank in re.findall(r"10|[2-9JQKA]", body[1:])]
        if body.startswith(("LJ", "BJ")):
            names = re.findall("LJ|BJ", body)
        found.update(names)
        found[names[-1]] += int(times or 1) - 1
    return found


def several(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value
