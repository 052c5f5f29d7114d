"""The worked cases of the card rules: order, shapes, leads, follows, winners. Each case is a line of a data file."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from casebook import cases, group, several
from variants import table_of

Case = dict[str, Any]


@pytest.mark.parametrize("case", cases("order", having="order"))
def test_order(case: Case) -> None:
    found = table_of(case).order(case["domain"])
    assert [set(rank) for rank in found] == [set(several(rank)) for rank in case["order"]]


@pytest.mark.parametrize("case", cases("order", having="count"))
def test_size_of_suits(case: Case) -> None:
    table = table_of(case)
    decks = table.ruleset.deck.count
    found = {domain: decks * sum(len(rank) for rank in table.order(domain)) for domain in case["count"]}
    assert found == case["count"]


@pytest.mark.parametrize("case", cases("order", "vectors", having="descending"))
def test_each_beats_the_next(case: Case) -> None:
    table = table_of(case)
    sets = [f"{card}x{case['copies']}" for card in case["descending"]]
    for higher, lower in pairwise(sets):
        assert table.winner([lower, higher]) == 1, (higher, lower)
        assert table.winner([higher, lower]) == 0, (higher, lower)


@pytest.mark.parametrize("case", cases("tractors", "decomposition", "vectors", "disputes", having="is"))
def test_components(case: Case) -> None:
    table = table_of(case)
    found = table.shapes(case["cards"])
    if case["is"] == "mixed":
        assert found.domain is None
        assert not found.components
        assert table.judge_lead(case["cards"]).verdict == "illegal"
        return
    assert " + ".join(str(part.shape) for part in found.components) == case["is"]
    total = sum((group(part.cards) for part in found.components), group(""))
    assert total == group(case["cards"])
    if "parts" in case:
        assert [group(part.cards) for part in found.components] == [group(part) for part in case["parts"]]


@pytest.mark.parametrize("case", cases("throws", "vectors", "disputes", having="others"))
def test_leads(case: Case) -> None:
    ruling = table_of(case).judge_lead(case["lead"], others=case["others"])
    assert ruling.verdict == ("illegal" if case["result"] == "illegal" else "legal")
    kept = [] if case["result"] in ("illegal", "stands") else several(case["result"])
    assert sorted(map(cards_key, ruling.kept)) == sorted(map(cards_key, kept))
    if "fine" in case:
        assert ruling.fine == case["fine"]


@pytest.mark.parametrize("case", cases("follow", "vectors", "disputes", having="holding"))
def test_follows(case: Case) -> None:
    table = table_of(case)
    lead, holding = case["lead"], case["holding"]
    for play in [*case.get("legal", []), *case.get("only", [])]:
        ruling = table.judge_follow(lead=lead, holding=holding, play=play)
        assert ruling.verdict == "legal", (play, ruling)
    for play in case.get("illegal", []):
        ruling = table.judge_follow(lead=lead, holding=holding, play=play)
        assert ruling.verdict == "illegal", play
        assert ruling.code is not None
        for example in ruling.legal_examples:
            assert table.judge_follow(lead=lead, holding=holding, play=example).verdict == "legal", example
    if "only" in case:
        found = table.legal_follows(lead=lead, holding=holding, limit=None)
        assert sorted(map(cards_key, found)) == sorted(map(cards_key, case["only"]))
        assert table.count_legal_follows(lead=lead, holding=holding) == len(case["only"])


@pytest.mark.parametrize("case", cases("ruffs", "winners", "vectors", "disputes", having="winner"))
def test_winners(case: Case) -> None:
    assert table_of(case).winner(case["plays"]) == case["winner"]


@pytest.mark.parametrize("case", cases("doubt"))
def test_unseen_cards(case: Case) -> None:
    ruling = table_of(case).judge_follow(lead=case["lead"], holding=case["holding"], play=case["play"])
    assert ruling.verdict == case["verdict"]


def cards_key(text: str) -> list[str]:
    return sorted(group(text).elements())


@pytest.mark.parametrize("case", cases("vectors", having="total"))
def test_totals_and_bands(case: Case) -> None:
    table = table_of(case)
    total = case["tricks"]
    if "last_trick" in case:
        lead, winning = case["last_trick"]
        total += case["kitty"] * table.multiplier(lead=lead, winning=winning)
    assert total == case["total"]
    outcome = table.ruleset.outcome(total)
    assert (outcome.side, outcome.levels) == (case["side"], case["levels"])
