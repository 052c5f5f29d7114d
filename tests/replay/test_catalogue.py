"""The catalogue: complete in both languages, named well, and the manual in docs/ is made from it."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from referee.findings.catalogue import FAMILIES, all_codes, by_name, definition, render_docs

CODES = all_codes()
DOCS = Path(__file__).parents[2] / "docs" / "findings.md"


@pytest.mark.parametrize("code", CODES)
def test_page_is_complete(code: str) -> None:
    entry = definition(code)
    assert entry.code == code
    assert entry.family in FAMILIES
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+" if entry.family != "RUL" else r"[a-z]+(-[a-z]+)*", entry.name)
    assert entry.severity in {"error", "warning", "note"}
    for texts in (entry.title, entry.catches, entry.why, *entry.messages.values()):
        assert set(texts) == {"en", "zh"}
        assert all(text.strip() for text in texts.values())
        assert re.search(r"[\u4e00-\u9fff]|\{", texts["zh"])
    for texts in entry.messages.values() if code[:3] not in {"REC", "RUL"} else ():
        fields = [{name for _, name, _, _ in Formatter().parse(texts[lang]) if name} for lang in ("en", "zh")]
        assert fields[0] == fields[1], "both languages say the same"


def test_names_are_unique_and_found_in_any_case() -> None:
    assert len({definition(code).name for code in CODES}) == len(CODES)
    assert by_name("FOLLOW-pair").code == by_name("fol003").code == "FOL003"


@pytest.mark.parametrize("name", ["FOL999", "no-such-thing", "", "../FOL003"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(KeyError):
        by_name(name)


def test_every_family_of_a_deal_is_there() -> None:
    assert {code[:3] for code in CODES} == set(FAMILIES)


def test_manual_does_not_drift() -> None:
    assert DOCS.read_text(encoding="utf-8") == render_docs(), "write render_docs() to docs/findings.md again"
