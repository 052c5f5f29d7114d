"""The manual pages of the reading findings: each faulty sample gives exactly its finding, each mended one none."""

import pytest

from referee.findings.catalogue import all_codes, definition, message
from referee.notation import read_text

CODES = [code for code in all_codes() if code.startswith("REC") and code < "REC020"]


@pytest.mark.parametrize("code", CODES)
def test_samples(code):
    entry = definition(code)
    findings = read_text(entry.faulty).findings
    assert [(finding.code, finding.severity) for finding in findings] == [(code, entry.severity)]
    assert message(findings[0], "en") != message(findings[0], "zh")
    assert read_text(entry.correct).findings == []


def test_names_are_readable_and_hyphenated():
    assert [f"REC00{number}" for number in range(1, 9)] == CODES
    assert all("-" in definition(code).name for code in CODES)
