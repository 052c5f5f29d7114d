"""Follow lists: for each worked holding the engine owes the rung of the list."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from casebook import group, rungs
from variants import table_of

from referee.packed import pack
from referee.rules.follow import best_pieces
from referee.shapes import parse_shape
from referee.table import read_cards

LEADS = {
    "S3": "HQQQ",
    "S4": "HQQQQ",
    "T2x2": "HKKAA",
    "T2x3": "HQQKKAA",
    "T3x2": "HKKKAAA",
    "T2x4": "HJJQQKKAA",
    "T4x2": "HJx4 HQx4",
}


@pytest.mark.parametrize(("book", "rung", "holding"), rungs())
def test_rung_owed(book: dict[str, Any], rung: int, holding: str) -> None:
    table = table_of(book)
    lead = LEADS[book["lead"]]
    bound = table.bound
    owed = best_pieces(bound, bound.lead(read_cards(lead).faces), pack(read_cards(holding).faces))
    tier = table.ruleset.follow.tiers[book["lead"]][rung - 1 + book.get("above", 0)]
    wanted = [sorted(piece for piece, times in way.terms for _ in range(times)) for way in tier.alternatives]
    assert sorted(owed) in wanted


@pytest.mark.parametrize(("book", "rung", "holding"), rungs())
def test_a_play_is_legal_if_it_gives_the_rung(book: dict[str, Any], rung: int, holding: str) -> None:
    table = table_of(book)
    lead = LEADS[book["lead"]]
    names = sorted(group(holding).elements())
    size = sum(group(lead).values())
    plays = {" ".join(play) for play in combinations(names, size)}
    legal = {play for play in plays if table.judge_follow(lead=lead, holding=holding, play=play).verdict == "legal"}
    assert legal
    assert len(legal) == table.count_legal_follows(lead=lead, holding=holding)
    for play in plays - legal:
        assert table.judge_follow(lead=lead, holding=holding, play=play).tier is not None


def test_leads_have_the_shapes_they_are_named_by() -> None:
    table = table_of({"ruleset": "qq-4deck", "level": "2", "trump": "S"})
    for name, lead in LEADS.items():
        assert [part.shape for part in table.shapes(lead).components] == [parse_shape(name)]
