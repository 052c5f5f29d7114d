"""Simulated games written as the logs of other programs and read again: the same games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from exporters import godot_json, levels_of, room_jsonl

from referee.importers import import_file
from referee.notation import read_text
from referee.notation.writer import write_deal
from referee.record import DealerLine, LevelsLine, RobLine
from referee.ruleset import load_ruleset
from referee.simulate import games

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.record import Deal, Record

DEALS = 40


def simulated(ruleset: str, seed: int) -> Record:
    record = read_text("".join(games(load_ruleset(ruleset), DEALS, seed)))
    assert not record.findings
    return record


def told(deal: Deal, forget: Callable[[str], str]) -> list[str]:
    """The lines of a deal in a fixed order, without what the other format cannot say."""
    lines = [forget(line) for line in write_deal(deal)[1:]]
    return sorted(line for line in lines if line)


def starts(record: Record) -> list[str]:
    """The line of levels at the start of each deal, as the deal before (or the header) leaves them."""
    found: list[str] = []
    levels: list[str] = []
    for deal in record.deals:
        if deal.starts_match:
            assert deal.header.levels is not None
            levels = levels_of(deal.header.levels)
        found.append(f"levels NS {levels[0]} EW {levels[1]}")
        after = [event for event in deal.events if isinstance(event, LevelsLine)]
        levels = levels_of(after[-1]) if after else levels
    return found


def room_forgets(line: str) -> str:
    """No number of cards drawn, no passes, no throws, no score between tricks, only the product of a capture."""
    line = re.sub(r" @\d+", "", line)
    line = re.sub(r"throws [^,;]* keeps ", "", line).replace("throws ", "")
    line = re.sub(r"^captured (\d+) \(.*", r"captured \1", line)
    return "" if line == "captured 0" or line.startswith("pass ") else line


def without_running_scores(lines: list[str], deal: Deal) -> list[str]:
    """Only the last score of a deal."""
    scores = [line for line in write_deal(deal) if line.startswith("score")]
    for line in scores[:-1]:
        lines.remove(line)
    return lines


@pytest.mark.parametrize("seed", [1, 2])
def test_room(seed: int) -> None:
    record = simulated("room", seed)
    imported = import_file(room_jsonl(record))
    assert imported is not None
    assert not imported.problems
    again = imported.record()
    assert not again.findings
    assert [deal.number for deal in again.deals] == [deal.number for deal in record.deals]
    for deal, back, levels in zip(record.deals, again.deals, starts(record), strict=True):
        expected = without_running_scores(told(deal, room_forgets), deal)
        assert told(back, room_forgets) == sorted([*expected, levels])


def godot_forgets(line: str) -> str:
    line = re.sub(r" @\d+", "", line)
    line = re.sub(r"^captured (\d+) \(\d+ x 0\)", r"captured \1", line)
    return "" if line in {"captured 0"} else line


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("indent", [None, 2])
def test_godot(seed: int, indent: int | None) -> None:
    record = simulated("godot", seed)
    imported = import_file(godot_json(record, indent=indent))
    assert imported is not None
    assert not imported.problems
    again = imported.record()
    assert not again.findings
    for deal, back, levels in zip(record.deals, again.deals, starts(record), strict=True):
        robbed = any(isinstance(event, RobLine) for event in deal.events)
        expected, found = ([line for line in told(d, godot_forgets) if _kept(line, deal, robbed)] for d in (deal, back))
        assert without_running_scores(found, back) == sorted([*without_running_scores(expected, deal), levels])


def _kept(line: str, deal: Deal, robbed: bool) -> bool:
    """After a robbery the log has neither the first burial nor the cards of the first bid."""
    dealer = next(event.seat for event in deal.events if isinstance(event, DealerLine))
    return not robbed or not line.startswith(("bid", f"bury {'NESW'[dealer]}"))


def test_every_trick_leads_back_to_its_own_place() -> None:
    record = simulated("room", 5)
    log = room_jsonl(record)
    imported = import_file(log)
    assert imported is not None
    source = log.decode().splitlines()
    for number, line in enumerate(imported.text.splitlines(), start=1):
        if re.match(r"\d+\.", line):
            assert '"e": "play"' in source[imported.source_lines[number] - 1]
