"""Small records, each with everything the referee finds in it (cases.yaml, robbing.yaml)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from referee.checking import check
from referee.notation import read_text
from referee.ruleset import load_text

if TYPE_CHECKING:
    from referee.findings import Finding

HOUSE = 'id: house\ntitle: {en: "House rules", zh: "自家规则"}\nextends: qq-2deck\n'
HEAD = '[ruleset "qq-2deck"]\n'


def read(name: str, head: str) -> list[dict[str, Any]]:
    """The cases of a file, those without a head or rules of their own with this one."""
    found: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return [case if "rules" in case else {"head": head, **case} for case in found]


CASES = [*read("cases.yaml", HEAD), *read("robbing.yaml", '[ruleset "table-2deck"]\n')]


def place(finding: Finding, wanted: list[str]) -> str:
    """A finding as the cases write it, with the seat if the case names one."""
    plain = f"{finding.code}@{finding.place.line}"
    return f"{plain} {finding.seat}" if f"{plain} {finding.seat}" in wanted else plain


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    rules = load_text(HOUSE + case["rules"]) if "rules" in case else None
    report = check(read_text(case.get("head", HEAD) + case["record"]), rules)
    assert [place(finding, case["find"]) for finding in report.findings] == case["find"]
    waived = [place(finding, case["find"]) for finding in report.findings if finding.waived is not None]
    assert waived == case.get("waived", [])
    assert report.verdict == case["verdict"]


def test_ids_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
