"""Bidding, robbing and what follows from them: the cases of tests/cases/bids.yaml."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tables import SEATS, TRUMPS, cards, cases, packed, seat, table

from referee.rules import bids
from referee.rules.bids import BidCall, Bidding, BidVerdict

Case = dict[str, Any]


def call_of(text: str) -> BidCall:
    """``N S1010 @17`` as a call; the cards may be a suit or ``NT``."""
    name, _, rest = text.partition(" ")
    shown, _, drawn = rest.partition(" @")
    number = int(drawn) if drawn else None
    if shown in TRUMPS:
        return BidCall(SEATS.index(name), None, TRUMPS.index(shown), number)
    return BidCall(SEATS.index(name), cards(shown), None, number)


def check(verdict: BidVerdict, expected: str, given: str | None = None) -> None:
    """``expected``: empty for a valid bid, else the kind of fault and its path."""
    if given is not None:
        assert verdict.verdict == given
    elif not expected:
        assert verdict.verdict == "legal", verdict
        assert verdict.fault is None
    else:
        assert verdict.verdict == "illegal", verdict
        assert verdict.fault is not None
        assert f"{verdict.fault.kind} {verdict.fault.rule}" == expected


def opened(case: Case) -> Bidding:
    hands = case.get("hands", {})
    dealt = [packed(hands[name]) if name in hands else None for name in SEATS]
    own = case.get("sides")
    sides = None if own is None else (tuple(own[0]), tuple(own[1]))
    deals = seat(case.get("rotation"))
    bidding = bids.begin(
        table(case["table"]), case["level"], first_deal=case["first"], dealer=deals, dealt=dealt, sides=sides
    )
    bidding = bids.passed(bidding, [SEATS.index(name) for name in case.get("passes", ())])
    for index, line in enumerate(case["bids"]):
        said, _, expected = line.partition(": ")
        verdict, bidding = bids.bid(bidding, call_of(said))
        check(verdict, expected, case["verdicts"][index] if "verdicts" in case else None)
    return bidding


def check_end(case: Case, bidding: Bidding) -> None:
    result = bids.declared(bidding)
    if "trump" in case:
        assert result.trump == (None if case["trump"] is None else TRUMPS.index(case["trump"]))
    if "dealer" in case:
        assert result.dealer == seat(case["dealer"])
    assert result.redeal == case.get("redeal", result.redeal)
    assert result.level == case.get("deal_level", result.level)
    if "strength" in case:
        standing = bidding.states[0].standing
        assert standing is not None
        assert standing.reading.form.strength == case["strength"]
    for turned, (trump, dealer) in case.get("narrow", {}).items():
        known = bids.declared(bids.narrow(bidding, TRUMPS.index(turned)))
        assert (known.trump, known.dealer) == (TRUMPS.index(trump), seat(dealer))


@pytest.mark.parametrize("case", cases("bids"))
def test_bids(case: Case) -> None:
    check_end(case, opened(case))


@pytest.mark.parametrize("case", cases("bids", "robbing"))
def test_robbing(case: Case) -> None:
    bidding = opened(case)
    for line in case["then"]:
        said, _, expected = line.partition(": ")
        name, action, *shown = said.split()
        at = SEATS.index(name)
        if action == "bury":
            bidding = bids.buried(bidding, at)
        elif action == "pass":
            bidding = bids.passed(bidding, [at])
        else:
            verdict, bidding = bids.rob(bidding, BidCall(at, cards(" ".join(shown))))
            check(verdict, expected)
    check_end(case, bidding)


@pytest.mark.parametrize("case", cases("bids", "flips"))
def test_flips(case: Case) -> None:
    rules = table("qq-2deck")
    how = replace(rules.declare.undeclared, action="flip_kitty", flip_joker=case.get("joker", "skip"))
    rules = replace(rules, declare=replace(rules.declare, undeclared=how))
    flipped = None if case["flipped"] is None else cards(case["flipped"])
    found = bids.undeclared(rules, first_deal=False, dealer=2, flipped=flipped)
    expected = None if case["trump"] is None else TRUMPS.index(case["trump"])
    assert found == (False, expected, 2, "declare.undeclared.action")


def test_first_deal_undeclared_with_a_fixed_dealer() -> None:
    rules = table("room")
    assert bids.undeclared(rules, first_deal=True, flipped=cards("C4")) == (
        False,
        3,
        0,
        "declare.undeclared.first_hand",
    )


@pytest.mark.parametrize("counts", [True, False])
def test_cards_of_the_kitty_for_robbing(counts: bool) -> None:
    rules = table("table-2deck")
    rules = replace(rules, declare=replace(rules.declare, kitty_cards_count=counts))
    dealt = [packed("LJ S3"), packed("LJ H4"), None, None]
    bidding = bids.begin(rules, "3", first_deal=True, dealt=dealt)
    _, bidding = bids.bid(bidding, call_of("N LJ S3"))
    bidding = bids.buried(bidding, 0)
    verdict, _ = bids.rob(bidding, BidCall(1, cards("LJLJ")), held=packed("LJLJ H4"))
    check(verdict, "" if counts else "not_held declare.kitty_cards_count")


def test_judge_bids_answers_for_the_whole_sequence() -> None:
    judged = bids.judge_bids(table("qq-2deck"), [(1, cards("H10")), (0, cards("C1010")), (2, 1)], "10")
    assert [ruling.verdict for ruling in judged.rulings] == ["legal", "legal", "illegal"]
    assert [ruling.action for ruling in judged.rulings] == ["opening", "overcall", None]
    assert (judged.trump, judged.dealer) == (3, 1)
    assert judged.result.trump_rule == "declare.forms.pair"
    assert judged.result.dealer_rule == "rotation.first_dealer"


def test_judge_bids_refuses_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no seat 4"):
        bids.judge_bids(table("qq-2deck"), [(4, cards("H10"))], "10")


@pytest.mark.parametrize(("key", "dealer"), [("first_bidder", 0), ("final_bidder", 1), ("contest", None), ("fixed", 0)])
def test_first_dealer(key: Any, dealer: int | None) -> None:
    rules = table("qq-2deck")
    rules = replace(rules, rotation=replace(rules.rotation, first_dealer=key))
    assert bids.judge_bids(rules, [(0, cards("S10")), (1, cards("H1010"))], "10").dealer == dealer


@pytest.mark.parametrize(("changes", "dealer"), [(True, 1), (False, 0)])
def test_first_hand_may_say_whether_overcalls_change_the_dealer(changes: bool, dealer: int) -> None:
    rules = table("table-2deck")
    first_hand = replace(rules.declare.first_hand, changes_dealer=changes)
    rules = replace(rules, declare=replace(rules.declare, first_hand=first_hand))
    assert bids.judge_bids(rules, [(0, cards("LJ S3")), (1, cards("LJ H33"))], "3").dealer == dealer


def test_the_opponents_final_bidder_takes_a_deal_that_passed() -> None:
    """A-11: the deal passes to the opponents; which of them, their own bids decide."""
    calls = [(1, cards("LJ S3")), (3, cards("BJ H33")), (0, cards("LJLJ"))]
    bidding = bids.passed(bids.begin(table("table-2deck"), "3", first_deal=False, dealer=0), [0, 2])
    for at, shown in calls[:2]:
        _, bidding = bids.bid(bidding, BidCall(at, shown))
    assert bids.declared(bidding).dealer == 3
    _, bidding = bids.bid(bidding, BidCall(*calls[2]))
    assert bids.declared(bidding).dealer == 3
    assert bids.declared(bidding).trump == 4


def test_no_trump_level_has_no_level_cards() -> None:
    assert {reading.trump for reading in bids.all_readings(table("qq-3deck"), "NT")} == {4}


def test_more_unknown_bids_than_can_be_followed_are_undetermined() -> None:
    """Whatever is written, the work stays bounded."""
    rules = table("last-shown-open")
    unknown = [(at % 4, cards("?")) for at in range(40)]
    judged = bids.judge_bids(rules, unknown, "10")
    assert judged.rulings[-1].verdict == "undetermined"
    assert judged.trump is None
    assert judged.result.declared is None


def test_robbing_a_deal_nobody_declared_sets_trump_but_no_dealer() -> None:
    rules = table("table-2deck")
    declare = replace(rules.declare, undeclared=replace(rules.declare.undeclared, action="no_trump"))
    bidding = bids.begin(replace(rules, declare=declare), "3", first_deal=False, dealer=2)
    verdict, bidding = bids.rob(bidding, BidCall(1, cards("LJ S3")))
    check(verdict, "")
    result = bids.declared(bidding)
    assert (result.trump, result.dealer, result.declared) == (0, 2, False)


def test_robbing_while_nobody_knows_who_holds_the_kitty() -> None:
    bidding = bids.begin(table("table-2deck"), "3", first_deal=False)
    check(bids.rob(bidding, BidCall(3, cards("LJLJ")))[0], "")


def test_calls_may_carry_the_number_of_cards_drawn() -> None:
    judged = bids.judge_bids(table("qq-2deck"), [call_of("N S1010 @1")], "10")
    check(judged.rulings[0], "drawn declare.when")


def test_forms_that_the_deck_cannot_give_are_never_read() -> None:
    """One deck: no pairs; a form for a suit without a level card says nothing."""
    two = table("qq-2deck")
    one = replace(two, deck=replace(two.deck, count=1, counts=(1,) * 54))
    assert {len(reading.faces) for reading in bids.all_readings(one, "10")} == {1}
    forms = tuple(replace(form, trump="suit") for form in one.declare.forms)
    rules = replace(one, declare=replace(one.declare, forms=forms))
    assert all(reading.trump < 4 for reading in bids.all_readings(rules, "10"))


def test_forms_of_the_same_cards_count_as_the_strongest() -> None:
    rules = table("qq-2deck")
    single = rules.declare.forms[0]
    for forms in ((single, replace(single, name="again", strength=5)), (replace(single, strength=5), single)):
        changed = replace(rules, declare=replace(rules.declare, forms=forms))
        (reading,) = bids.read_shown(changed, "10", cards("S10"), None)
        assert reading.form.strength == 5


@pytest.mark.parametrize(
    ("shown", "allowed"),
    [("?", True), ("H2 ?", True), ("H?x3", False), ("H? ?x1", True), ("H? S?", False), ("S?x1 ?", False)],
)
def test_unknown_groups_are_dealt_out_card_by_card(shown: str, allowed: bool) -> None:
    """Against every split of H2 H2 written out by hand."""
    rules = table("qq-2deck")
    found = bids.read_shown(rules, "2", cards(shown), None)
    assert any(reading.faces == cards("H22").faces for reading in found) == allowed


def test_dealt_cards_rob_whether_or_not_kitty_cards_count() -> None:
    rules = table("table-2deck")
    rules = replace(rules, declare=replace(rules.declare, kitty_cards_count=False))
    bidding = bids.begin(rules, "3", first_deal=True, dealt=[packed("LJ S3"), packed("LJLJ H4"), None, None])
    _, bidding = bids.bid(bidding, call_of("N LJ S3"))
    check(bids.rob(bids.buried(bidding, 0), BidCall(1, cards("LJLJ")), held=packed("H4"))[0], "")
