"""Every file of ``broken/`` states at its top exactly what is wrong with it: code, place, severity, both messages."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from referee.findings.catalogue import all_codes, message
from referee.ruleset import RulesetError, check_file, load_ruleset

FOLDER = Path(__file__).parent / "broken"
FILES = sorted(FOLDER.glob("*.yaml"))
STATED = re.compile(r"#! (\S+) (\S+) (error|warning)\n#  en: (.*)\n#  zh: (.*)\n")


def stated(path: Path) -> list[tuple[str, ...]]:
    return STATED.findall(path.read_text(encoding="utf-8"))


def found(path: Path) -> list[tuple[str, ...]]:
    findings = check_file(path)
    if all(finding.severity != "error" for finding in findings):
        try:
            load_ruleset(path)
        except RulesetError as error:
            findings = error.findings
    rows = []
    for finding in findings:
        where = f"{finding.place.line}:{finding.place.column}"
        if finding.file != str(path):
            where = f"{finding.file}:{where}"
        texts = [message(finding, lang).replace(f"{FOLDER}/", "") for lang in ("en", "zh")]
        rows.append((finding.code, where, finding.severity, *texts))
    return rows


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_broken_file(path: Path) -> None:
    expected = stated(path)
    assert expected, "the file states nothing"
    begun = time.perf_counter()
    rows = found(path)
    assert time.perf_counter() - begun < 5
    if all(row[0] != "RUL029" for row in expected):
        rows = [row for row in rows if row[0] != "RUL029"]
    assert rows == expected


def test_there_are_many() -> None:
    assert len(FILES) >= 100


def test_every_code_has_a_file() -> None:
    codes = {row[0] for path in FILES for row in stated(path)}
    elsewhere = {"RUL011", "RUL028"}  # circles need two files, examples must be run
    assert codes | elsewhere == {code for code in all_codes() if code.startswith("RUL")}


def test_no_message_speaks_of_illegal_files() -> None:
    assert not [path.stem for path in FILES for row in stated(path) if "illegal" in row[3]]
