"""The manual page of each RUL finding: its faulty ruleset gives that finding, its correct one does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.findings.catalogue import all_codes, definition, message
from referee.ruleset import RulesetError, check_file, load_ruleset
from referee.ruleset.examples import run

if TYPE_CHECKING:
    from pathlib import Path

    from referee.findings import Finding

CODES = [code for code in all_codes() if code.startswith("RUL")]


def findings(text: str, folder: Path) -> list[Finding]:
    path = folder / "my-house.yaml"
    path.write_text(text, encoding="utf-8")
    found = check_file(path)
    try:
        ruleset = load_ruleset(path)
    except RulesetError as error:
        return found or error.findings
    return [*found, *(result.finding for result in run(ruleset) if result.finding is not None)]


@pytest.mark.parametrize("code", CODES)
def test_samples(code: str, tmp_path: Path) -> None:
    page = definition(code)
    faulty = findings(page.faulty, tmp_path)
    assert code in [finding.code for finding in faulty]
    assert {finding.code for finding in faulty} <= {code, "RUL029"}
    assert {finding.code for finding in findings(page.correct, tmp_path)} <= ({"RUL029"} - {code})
    for finding in faulty:
        for lang in ("en", "zh"):
            text = message(finding, lang)
            assert "{" not in text.replace("{n}", "")
            assert text


@pytest.mark.parametrize("code", CODES)
def test_page_is_whole(code: str) -> None:
    page = definition(code)
    assert page.code == code
    for texts in (page.title, page.catches, page.why, *page.messages.values()):
        assert set(texts) == {"en", "zh"}
        assert all(text.strip() for text in texts.values())
        assert any("\u4e00" <= character <= "\u9fff" for character in texts["zh"])
