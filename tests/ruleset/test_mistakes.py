"""House rules with a mistake, as players write them: what `referee rules lint` and `test` print, in both languages.

One mistake a file, in ``mistakes/``; the reports stand in tests/golden/mistakes.en.txt and .zh.txt. The files of
``broken/`` are for every message there is, these for whether a player understands what he reads.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee.cli.ruleset_errors import show
from referee.ruleset import RulesetError, check_file, load_ruleset
from referee.ruleset.examples import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.findings import Finding

FOLDER = Path(__file__).parent / "mistakes"
NAMES = sorted(file.name for file in FOLDER.glob("*.yaml"))


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@lru_cache(maxsize=128)
def found(name: str) -> list[Finding]:
    """What is wrong with a file; if nothing is, what goes wrong when it is used and its examples are run."""
    findings = check_file(name)
    if any(finding.severity == "error" for finding in findings):
        return findings
    try:
        results = run(load_ruleset(name))
    except RulesetError as error:
        return error.findings
    return [*findings, *(result.finding for result in results if result.finding is not None)]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_reports(lang: str, golden: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]) -> None:
    for name in NAMES:
        print(f"$ referee rules lint {name}")  # noqa: T201 - the report is what is printed
        show(found(name), lang)
        print()  # noqa: T201
    golden(f"mistakes.{lang}.txt", capsys.readouterr().out)


def test_each_has_its_place() -> None:
    assert len(NAMES) >= 80
    for name in NAMES:
        findings = found(name)
        assert findings, name
        for finding in findings:
            assert finding.code.startswith("RUL"), name
            assert finding.place.line, name
            assert finding.place.column or name == "empty.yaml", name
