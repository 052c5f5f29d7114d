"""Partial records, each with what is certain of it and what is not (cases.yaml)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.checking import check
from referee.notation import read_text
from referee.ruleset import load_text

HOUSE = 'id: house\ntitle: {en: "House rules", zh: "自家规则"}\nextends: qq-2deck\n'
HEAD = '[ruleset "qq-2deck"]\nlevel 10\ntrump S\n'
CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("cases.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    head = case.get("head", HEAD)
    rules = load_text(HOUSE + case["rules"]) if "rules" in case else None
    report = check(read_text(head + case["record"]), rules)
    first = head.count("\n")
    errors = [finding for finding in report.findings if finding.severity == "error"]
    found = {f"{finding.code}@{finding.place.line - first} {finding.seat or ''}".strip() for finding in errors}
    left_open = {f"{each.trick} {each.seat or ''}".strip() for deal in report.deals for each in deal.undetermined}
    assert found == set(case["find"])
    assert left_open == set(case["open"])
    assert report.verdict == ("illegal" if found else "undetermined" if left_open else "legal")


def test_ids_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
