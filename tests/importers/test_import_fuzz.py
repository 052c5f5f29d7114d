"""Damaged logs: whatever is done to the bytes, the importers answer or say what is wrong."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from exporters import godot_json, room_jsonl

from referee.importers import ImportProblem, import_file
from referee.notation import read_text
from referee.phrases import say
from referee.ruleset import load_ruleset
from referee.simulate import games

LOGS = {
    "room": room_jsonl(read_text("".join(games(load_ruleset("room"), 3, 1)))),
    "godot": godot_json(read_text("".join(games(load_ruleset("godot"), 2, 1)))),
}
ODD: list[Any] = [None, True, -1, 10**40, 1.5, "", "x", "♥", [], [[]], {}, {"seat": 9}, "\x1b[2J"]


def answers(data: bytes) -> None:
    """Either a record that can be read again without a complaint, or problems that can be said in both languages."""
    try:
        imported = import_file(data)
    except ImportProblem as problem:
        problems = [problem]
    else:
        if imported is None:
            return
        problems = list(imported.problems)
        record = imported.record()
        assert [finding.code for finding in record.findings if finding.code != "REC030"] == []
        assert max(imported.source_lines.values()) <= data.count(b"\n") + 1
    for each in problems:
        assert each.line >= 1
        assert say(each.phrase, "en")
        assert say(each.phrase, "zh")


@pytest.mark.parametrize("name", LOGS)
def test_damaged_bytes(name: str) -> None:
    rng = Random(name)
    for _ in range(60):
        data = bytearray(LOGS[name])
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            damage = rng.choice(("flip", "drop", "double", "cut"))
            if damage == "flip":
                data[at] = rng.randrange(256)
            elif damage == "drop":
                del data[at : at + rng.randint(1, 30)]
            elif damage == "double":
                data[at:at] = data[at : at + rng.randint(1, 30)]
            elif rng.random() < 0.2:
                del data[max(at, 400) :]
        answers(bytes(data))


def _spoil(value: Any, rng: Random) -> Any:
    """The same JSON with one value somewhere replaced, removed or of another type."""
    if isinstance(value, dict) and value and rng.random() < 0.95:
        key = rng.choice(list(value))
        if rng.random() < 0.05:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: _spoil(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], _spoil(value[at], rng), *value[at + 1 :]]
    return rng.choice(ODD)


@pytest.mark.parametrize("name", LOGS)
def test_values_of_other_types(name: str) -> None:
    rng = Random(name)
    for _ in range(100):
        if name == "godot":
            answers(json.dumps(_spoil(json.loads(LOGS[name]), rng)).encode())
        else:
            lines = LOGS[name].splitlines()
            at = rng.randrange(len(lines))
            lines[at] = json.dumps(_spoil(json.loads(lines[at]), rng)).encode()
            answers(b"\n".join(lines))
