"""One cause, one finding: each wrong claim put into a clean record is found once, and nothing is blamed for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.checking import check
from referee.notation import read_text

HERE = Path(__file__).parent
CLEAN = (HERE / "clean.sgr").read_text(encoding="utf-8")
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "cascades.yaml").read_text(encoding="utf-8"))


def test_clean() -> None:
    report = check(read_text(CLEAN))
    assert report.findings == []
    assert report.verdict == "legal"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_one_cause_one_finding(case: dict[str, Any]) -> None:
    text = CLEAN
    for old, new in [(case["old"], case["new"]), *case.get("also", ())]:
        assert text.count(old) == 1, f"{old!r} must stand exactly once"
        text = text.replace(old, new)
    findings = check(read_text(text)).findings
    assert [finding.code for finding in findings] == ([case["code"]] if case["code"] else [])
    if case.get("noted"):
        assert findings[0].notes
    if findings and not case["new"].startswith("\n"):
        first = CLEAN.index(case["old"])
        lines = case["new"].count("\n") + 1
        at = CLEAN.count("\n", 0, first) + 1
        assert at <= findings[0].place.line <= at + lines or case["code"] in {"CRD001", "CRD003", "REC021"}


def test_there_are_enough() -> None:
    assert sum(case["code"] is not None for case in CASES) >= 25
