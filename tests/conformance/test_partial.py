"""Records that stop early, judged on what they show."""

from __future__ import annotations

from typing import Any

import pytest
from casebook import cases

import referee

HEADER = '[ruleset "qq-2deck"]\nlevel 10\ntrump S\n'


@pytest.mark.parametrize("case", cases("partial"))
def test_record(case: dict[str, Any]) -> None:
    report = referee.check(referee.parse(HEADER + case["record"]))
    first = HEADER.count("\n")
    wrong = {(f"{finding.place.line - first} {finding.facts['seat'].name}") for finding in report.findings}
    assert all(finding.code.startswith("FOL") for finding in report.findings)
    assert wrong == set(case.get("illegal", []))
    unsure = {f"{each.trick} {each.seat}" for deal in report.deals for each in deal.undetermined}
    assert unsure == set(case["open"])
    assert report.verdict == ("illegal" if wrong else "undetermined" if unsure else "legal")
