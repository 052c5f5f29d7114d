"""Which importer takes a file, and files that none takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.importers import ImportProblem, formats, import_file, recognise, values
from referee.importers.problem import shown

if TYPE_CHECKING:
    from pathlib import Path

OTHERS = [
    b"",
    b"\n\n",
    b"deal 1\nlevel 2\n",
    b"[1, 2, 3]",
    b"{}",
    b'{"requests": [], "responses": []}',
    b'{"format": "other", "rounds": [1]}',
    b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    b"A" * 100_000,
    b"{" * 100_000,
    b'{"e": "play"}',
    b'{"round": 1, "event": "play"}',
]


@pytest.mark.parametrize("data", OTHERS)
def test_files_of_no_known_format(data: bytes) -> None:
    assert import_file(data) is None


def test_each_format_is_taken_by_its_importer_alone() -> None:
    samples = {
        "room": b'{"t": 1, "room": "A", "round": 1, "e": "round_start"}',
        "godot": b'{"rounds": [{"round_num": 1}]}',
    }
    for name, sample in samples.items():
        assert [importer.FORMAT for importer in formats() if importer.recognise(sample)] == [name]


def test_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b'{"e": "play", "round": 7, "seat": 2, "cards": ["S2"]}\n' * 4)
    imported = import_file(path)
    assert imported is not None
    assert imported.text.splitlines()[-1] == "1. S S2, S S2, S S2, S S2"
    assert imported.deals == 1
    path.write_bytes(b"deal 1\n")
    assert import_file(str(path)) is None


def test_a_file_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.importers.MAX_BYTES", 1000)
    path = tmp_path / "log"
    path.write_bytes(b'{"e": "play", "round": 7, "seat": 2, "cards": ["S2"]}\n' * 40)
    for source in (path, path.read_bytes()):
        with pytest.raises(ImportProblem) as caught:
            import_file(source)
        assert caught.value.phrase.key == "import.too_large"


def test_foreign_text_is_shown_safely() -> None:
    assert shown("\x1b[31mred\n") == "\\u001b[31mred\\u000a"
    assert shown("x" * 100) == "x" * 40 + "…"
    assert shown({"a": 1}) == "{…}"
    assert shown([1]) == "[…]"
    assert shown(1.5) == "1.5"


def test_deep_lines_are_refused() -> None:
    with pytest.raises(ImportProblem) as caught:
        values.parse_line("[" * 100_000, 3)
    assert (caught.value.line, caught.value.phrase.key) == (3, "import.nesting")


def test_recognise_gives_the_module() -> None:
    found = recognise(b'{"e":"play","round":1}')
    assert found is not None
    assert found.RULESET == "room"
