"""Every faulty sample of the manual gives its own finding and no other; the correct one gives none."""

from __future__ import annotations

import pytest

from referee.checking import check
from referee.findings.catalogue import all_codes, definition, message
from referee.notation import read_text
from referee.phrases import say
from referee.ruleset import load_text

READING = "REC020"
"""Findings of the replay begin here; those of reading and of rulesets are tested with reading and rulesets."""
CODES = [
    code
    for code in all_codes()
    if definition(code).faulty and (code[:3] not in {"REC", "RUL"} or READING <= code < "RUL")
]


def codes_of(text: str, house: str) -> list[str]:
    report = check(read_text(text), load_text(house) if house else None)
    for finding in report.findings:
        for lang in ("en", "zh"):
            said = message(finding, lang)
            assert said
            assert "{" not in said
            assert all(say(note, lang) for note in finding.notes)
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("code", CODES)
def test_faulty_sample(code: str) -> None:
    entry = definition(code)
    assert codes_of(entry.faulty, entry.ruleset) == [code]


@pytest.mark.parametrize("code", CODES)
def test_correct_sample(code: str) -> None:
    entry = definition(code)
    assert entry.correct
    assert codes_of(entry.correct, entry.ruleset) == []


def test_nearly_every_finding_has_samples() -> None:
    families = {"CRD", "BID", "KIT", "LED", "FOL", "WIN", "SCO", "ADV"}
    assert {code for code in all_codes() if code[:3] in families} <= set(CODES)
