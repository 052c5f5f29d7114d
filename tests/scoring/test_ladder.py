"""The bid ladder against a slow reading of the rulebook that shares no code with the package.

The rulebook: rungs of bids from low to high. A newcomer needs a higher rung; the bidder himself may add copies of his
suit or, where allowed, change it on a higher rung. Once that happened or a suit was overcalled, two-deck suits rest.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import cards, table

from referee.rules import bids

SUITS = ("S", "H", "D", "C")


def rung_of(name: str, shown: str) -> int | None:
    """The rung of exactly these cards, counted from 1; None where they are no bid."""
    held = Counter(shown.split())
    jokers = {card: held.pop(card) for card in ("LJ", "BJ") if card in held}
    if len(held) > 1 or len(jokers) > 1 or any(not card.endswith("10") for card in held):
        return None
    copies = next(iter(held.values()), 0)
    joker, number = next(iter(jokers.items()), ("", 0))
    ladders: dict[str, dict[tuple[int, str, int], int]] = {
        "qq-2deck": {(1, "", 0): 1, (2, "", 0): 2, (0, "LJ", 2): 3, (0, "BJ", 2): 4},
        "qq-3deck": {
            (1, "", 0): 1,
            (2, "", 0): 2,
            (0, "LJ", 2): 3,
            (0, "BJ", 2): 3,
            (3, "", 0): 4,
            (0, "LJ", 3): 5,
            (0, "BJ", 3): 5,
        },
        "table-2deck": {
            (1, "LJ", 1): 1,
            (1, "BJ", 1): 1,
            (2, "LJ", 1): 2,
            (2, "BJ", 1): 2,
            (0, "LJ", 2): 3,
            (0, "BJ", 2): 4,
        },
        "qq-4deck": {(k, "", 0): k for k in (1, 2, 3, 4)},
    }
    return ladders[name].get((copies, joker, number))


def suit_of(shown: str) -> str:
    return next((card[0] for card in shown.split() if card[0] in SUITS), "NT")


class Rulebook:
    """Every bid in time order, judged by looking at the list of valid ones so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.valid: list[tuple[int, str]] = []

    def judge(self, seat: int, shown: str) -> bool:
        valid = self._is_valid(seat, shown)
        added = f"{self._last_of(seat)} {shown}".strip()
        if not valid and added != shown and self._is_valid(seat, added):
            valid, shown = True, added
        if valid:
            self.valid.append((seat, shown))
        return valid

    def _last_of(self, seat: int) -> str:
        return next((shown for at, shown in reversed(self.valid) if at == seat), "")

    def _is_valid(self, seat: int, shown: str) -> bool:
        rung = rung_of(self.name, shown)
        if rung is None:
            return False
        if not self.valid:
            return not (self.name in {"qq-2deck", "table-2deck"} and suit_of(shown) == "NT")
        holder, top = self.valid[-1]
        higher = rung > (rung_of(self.name, top) or 0)
        if seat != holder or suit_of(shown) == suit_of(top):
            if not higher:
                return False
        elif self.name in {"table-2deck", "qq-4deck"} or not higher:
            return False
        return not (self.name == "qq-2deck" and suit_of(shown) != "NT" and self._closed())

    def _closed(self) -> bool:
        """Has anybody reinforced, overcalled or changed a suit?"""
        later = self.valid[1:]
        return any(suit_of(shown) != "NT" for _, shown in later)


UNIVERSE = {
    "qq-2deck": [
        *(f"{s}10" for s in SUITS),
        *(f"{s}10 {s}10" for s in SUITS),
        "LJ LJ",
        "BJ BJ",
        "LJ BJ",
        "S9",
        "S10 H10",
        "LJ S10",
    ],
    "qq-3deck": [
        *(" ".join([f"{s}10"] * k) for s in SUITS for k in (1, 2, 3)),
        *("LJ LJ", "BJ BJ", "LJ LJ LJ", "BJ BJ BJ", "LJ LJ BJ", "LJ", "S10 S10 H10"),
    ],
    "table-2deck": [
        *(f"{j} {' '.join([f'{s}10'] * k)}" for s in SUITS for k in (1, 2) for j in ("LJ", "BJ")),
        *("LJ LJ", "BJ BJ", "S10", "LJ BJ", "LJ BJ S10"),
    ],
    "qq-4deck": [*(" ".join([f"{s}10"] * k) for s in SUITS for k in (1, 2, 3, 4)), "LJ LJ", "S10 H10"],
}


def said_by_the_package(name: str, calls: list[tuple[int, str]]) -> tuple[list[bool], str | None, int | None]:
    judged = bids.judge_bids(table(name), [(seat, cards(shown)) for seat, shown in calls], "10")
    assert all(ruling.verdict != "undetermined" for ruling in judged.rulings)
    trump = None if judged.trump is None else (*SUITS, "NT")[judged.trump]
    return [ruling.verdict == "legal" for ruling in judged.rulings], trump, judged.dealer


def said_by_the_rulebook(name: str, calls: list[tuple[int, str]]) -> tuple[list[bool], str | None, int | None]:
    book = Rulebook(name)
    verdicts = [book.judge(seat, shown) for seat, shown in calls]
    if not book.valid:
        return verdicts, None, None
    first_deals = name in {"qq-2deck", "qq-3deck"}
    return verdicts, suit_of(book.valid[-1][1]), book.valid[0 if first_deals else -1][0]


@pytest.mark.parametrize("name", sorted(UNIVERSE))
@given(data=st.data())
def test_ladder(name: str, data: Any) -> None:
    calls = data.draw(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(UNIVERSE[name])), min_size=1, max_size=8))
    assert said_by_the_package(name, calls) == said_by_the_rulebook(name, calls)


@pytest.mark.parametrize("name", sorted(UNIVERSE))
def test_every_bid_over_every_other(name: str) -> None:
    for top in UNIVERSE[name]:
        for new in UNIVERSE[name]:
            for seat in (0, 1):
                calls = [(0, top), (seat, new)]
                assert said_by_the_package(name, calls) == said_by_the_rulebook(name, calls), calls


@pytest.mark.parametrize("name", ["qq-2deck", "qq-3deck", "qq-4deck"])
@given(data=st.data())
def test_unknown_bids_never_contradict_what_they_may_be(name: str, data: Any) -> None:
    """A bid with its cards or its suit unseen: certain verdicts hold for every way to fill it in."""
    exact = [shown for shown in UNIVERSE[name] if rung_of(name, shown)]
    calls = data.draw(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(exact)), min_size=1, max_size=4))
    hidden = data.draw(st.sets(st.integers(0, len(calls) - 1), min_size=1))
    known = []
    for at, (seat, shown) in enumerate(calls):
        known.append((seat, cards(f"?x{len(shown.split())}" if at in hidden else shown)))
    blurred = bids.judge_bids(table(name), known, "10")
    verdicts, trump, dealer = said_by_the_package(name, calls)
    for ruling, legal in zip(blurred.rulings, verdicts, strict=True):
        assert ruling.verdict in {"undetermined", "legal" if legal else "illegal"}
    assert blurred.trump is None or (*SUITS, "NT")[blurred.trump] == trump
    assert blurred.dealer in {None, dealer}


@pytest.mark.parametrize("name", sorted(UNIVERSE))
@given(data=st.data())
def test_an_invalid_bid_changes_nothing(name: str, data: Any) -> None:
    calls = data.draw(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(UNIVERSE[name])), min_size=1, max_size=6))
    verdicts, trump, dealer = said_by_the_package(name, calls)
    kept = [call for call, legal in zip(calls, verdicts, strict=True) if legal]
    if kept:
        assert said_by_the_package(name, kept) == ([True] * len(kept), trump, dealer)


@pytest.mark.parametrize("name", sorted(UNIVERSE))
@given(data=st.data())
def test_suits_and_seats_have_no_favourites(name: str, data: Any) -> None:
    calls = data.draw(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(UNIVERSE[name])), min_size=1, max_size=6))
    order = data.draw(st.permutations(SUITS))
    turn = data.draw(st.integers(0, 3))
    other = dict(zip(SUITS, order, strict=True))
    moved = [
        ((seat + turn) % 4, " ".join(other[c[0]] + c[1:] if c[0] in SUITS else c for c in shown.split()))
        for seat, shown in calls
    ]
    verdicts, trump, dealer = said_by_the_package(name, calls)
    renamed = None if trump is None else other.get(trump, trump)
    assert said_by_the_package(name, moved) == (verdicts, renamed, None if dealer is None else (dealer + turn) % 4)


class RobbersBook(Rulebook):
    """After the bids of a first deal: burials and robbings, judged from lists of what was shown and who buried."""

    def __init__(self) -> None:
        super().__init__("table-2deck")
        self.robs: list[tuple[int, str]] = []

    def holder(self) -> int:
        return (self.robs or self.valid)[-1][0]

    def rob(self, seat: int, shown: str) -> bool:
        """A robber is an opponent of who buried last, and shows more than stands, with or without what lies there."""
        told = [*self.valid, *self.robs]
        top = rung_of(self.name, told[-1][1]) or 0
        own = next((cards for at, cards in reversed(told) if at == seat), "")
        for size in range(len(own.split()) + 1):
            for added in combinations(own.split(), size):
                whole = " ".join([*shown.split(), *added])
                if (seat - self.holder()) % 2 == 1 and (rung_of(self.name, whole) or 0) > top:
                    self.robs.append((seat, whole))
                    return True
        return False


@given(data=st.data())
def test_robbing(data: Any) -> None:
    shown = st.sampled_from([*UNIVERSE["table-2deck"], "LJ", "BJ"])
    calls = data.draw(st.lists(st.tuples(st.integers(0, 3), shown), min_size=1, max_size=4))
    robs = data.draw(st.lists(st.tuples(st.integers(0, 3), shown), min_size=1, max_size=6))
    book = RobbersBook()
    bidding = bids.begin(table("table-2deck"), "10", first_deal=True)
    for seat, cards_shown in calls:
        verdict, bidding = bids.bid(bidding, bids.BidCall(seat, cards(cards_shown)))
        assert (verdict.verdict == "legal") == book.judge(seat, cards_shown)
    if not book.valid:
        return
    dealer = book.holder()
    for seat, cards_shown in robs:
        bidding = bids.buried(bidding, book.holder())
        verdict, bidding = bids.rob(bidding, bids.BidCall(seat, cards(cards_shown)))
        assert (verdict.verdict == "legal") == book.rob(seat, cards_shown)
    found = bids.declared(bidding)
    assert found.dealer == dealer
    assert found.trump is not None
    assert (*SUITS, "NT")[found.trump] == suit_of((book.robs or book.valid)[-1][1])


def test_every_robbing_over_every_other() -> None:
    """Bid by seat 0, robbed by one seat, and then by another or the same: by all pairs of forms."""
    forms = [shown for shown in UNIVERSE["table-2deck"] if rung_of("table-2deck", shown)]
    forms = [shown for shown in forms if suit_of(shown) in {"S", "H", "NT"}]
    for first in forms:
        for second in forms:
            for seat, other in ((1, 0), (1, 2), (1, 3), (3, 1), (2, 1)):
                book = RobbersBook()
                bidding = bids.begin(table("table-2deck"), "10", first_deal=True)
                _, bidding = bids.bid(bidding, bids.BidCall(0, cards("LJ S10")))
                assert book.judge(0, "LJ S10")
                for at, shown in ((seat, first), (other, second)):
                    bidding = bids.buried(bidding, book.holder())
                    verdict, bidding = bids.rob(bidding, bids.BidCall(at, cards(shown)))
                    assert (verdict.verdict == "legal") == book.rob(at, shown), (seat, first, other, second)
