"""Simulated games written as the logs of other programs and read again: the same games."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from exporters import godot_json, levels_of, room_jsonl

from referee.cards import NO_SUIT, Cards, Unknown
from referee.importers import import_file
from referee.notation import read_text
from referee.notation.writer import write_deal
from referee.record import BidLine, DealerLine, HandLine, LevelsLine, RobLine
from referee.ruleset import load_ruleset
from referee.simulate import games

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.record import Deal, Line, Record

DEALS = 40
JOKERS = (52, 53)
BOTH = {(joker, joker) for joker in JOKERS}


def simulated(ruleset: str, seed: int) -> Record:
    record = read_text("".join(games(load_ruleset(ruleset), DEALS, seed)))
    assert not record.findings
    return record


def told(deal: Deal, forget: Callable[[str], str]) -> list[str]:
    """The lines of a deal in a fixed order, without what the other format cannot say."""
    lines = [forget(each) for line in write_deal(deal)[1:] for each in _one_by_one(line)]
    return sorted(line for line in lines if line)


def _one_by_one(line: str) -> list[str]:
    """Seats that pass one after another may share a line."""
    word, *seats = line.split()
    return [f"pass {seat}" for seat in seats] if word == "pass" else [line]


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
    for deal, back, levels in zip(map(as_logged, record.deals), again.deals, starts(record), strict=True):
        robbed = any(isinstance(event, RobLine) for event in deal.events)
        expected, found = ([line for line in told(d, godot_forgets) if _kept(line, deal, robbed)] for d in (deal, back))
        assert without_running_scores(found, back) == sorted([*without_running_scores(expected, deal), levels])


def as_logged(deal: Deal) -> Deal:
    """The log says that a pair of jokers was shown, not which: who holds both pairs may have shown either."""
    hands = {event.seat: event.cards.faces for event in deal.events if isinstance(event, HandLine)}
    return replace(deal, events=[_as_logged(event, hands) for event in deal.events])


def _as_logged(event: Line, hands: dict[int, tuple[int, ...]]) -> Line:
    if not isinstance(event, BidLine | RobLine) or event.cards is None or event.cards.faces not in BOTH:
        return event
    if any(hands[event.seat].count(joker) < 2 for joker in JOKERS):
        return event
    if isinstance(event, BidLine):
        return replace(event, cards=None, suit=NO_SUIT)
    return replace(event, cards=Cards((), (Unknown(None, 2),)))


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
