"""Recorded games of real platforms, which are not part of the project: run where REFEREE_RECORDS names their folder.

The folder holds ``raw/`` (the platforms' own files) and ``expected.json`` (winner and points of every trick).
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from referee.checking import check
from referee.importers import import_file
from referee.notation import read_text
from referee.record import CapturedLine, ScoreLine, TrickLine

FOLDER = Path(os.environ.get("REFEREE_RECORDS", ""))
pytestmark = pytest.mark.skipif("REFEREE_RECORDS" not in os.environ, reason="REFEREE_RECORDS is not set")

FILES = {
    "godot-2026-05-14.json": 3,
    "godot-2026-05-15.json": 5,
    "room-live.jsonl": 2,
    "room-partial-starts.jsonl": 3,
    "room-selfplay.jsonl": 37,
}


def load(name: str) -> Any:
    imported = import_file(FOLDER / "raw" / name)
    assert imported is not None
    assert not imported.problems
    return imported


@pytest.mark.parametrize("name", FILES)
def test_no_finding(name: str) -> None:
    imported = load(name)
    assert imported.deals == FILES[name]
    report = check(imported.record(name))
    assert [(f.code, f.place.line, f.facts) for f in report.findings] == []
    again = check(read_text(imported.text))
    assert [(f.code, f.place.line, f.facts) for f in again.findings] == []


def expected() -> list[dict[str, Any]]:
    if "REFEREE_RECORDS" not in os.environ:
        return []
    rounds: list[dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))["rounds"]
    return rounds


@pytest.mark.parametrize("wanted", expected(), ids=lambda wanted: wanted["id"])
def test_confirmed_rounds(wanted: dict[str, Any]) -> None:
    name = Path(wanted["file"]).name
    report = check(load(name).record(name))
    (deal,) = (deal for deal in report.deals if deal.deal == wanted["round"])
    assert [trick.winner for trick in deal.tricks] == ["NESW"[seat] for seat in wanted["trick_winners"]]
    assert [trick.points for trick in deal.tricks] == wanted["trick_points"]
    assert deal.dealer == "NESW"[wanted["banker"]]
    assert deal.trump == (wanted["trump_suit"] or "NT")
    assert deal.level == wanted["trump_rank"]
    if "recorded_final" in wanted:
        assert deal.attackers_points == wanted["recorded_final"]


def test_the_whole_match_between_programs() -> None:
    """Every claim of the log against what the rules give: winners, points, kitty, totals."""
    record = load("room-selfplay.jsonl").record()
    report = check(record)
    assert report.verdict == "legal"
    for deal, told in zip(report.deals, record.deals, strict=True):
        tricks = [event for event in told.events if isinstance(event, TrickLine)]
        assert [trick.winner for trick in deal.tricks] == ["NESW"[trick.winner] for trick in tricks]  # type: ignore[index]
        assert [trick.points for trick in deal.tricks] == [trick.points for trick in tricks]
        (score,) = (event.points for event in told.events if isinstance(event, ScoreLine))
        assert deal.attackers_points == score
        (captured,) = (event.total for event in told.events if isinstance(event, CapturedLine))
        assert (deal.capture.points if deal.capture is not None else 0) == captured
