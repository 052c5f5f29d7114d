"""The simulator: what it makes is a complete record, the same every time, under rules of every kind."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path

import pytest

from referee.notation import format_text, read_text
from referee.record import (
    BidLine,
    BuryLine,
    Deal,
    HandLine,
    KittyLine,
    LevelLine,
    MatchLine,
    PenaltyLine,
    RobLine,
    TrickLine,
)
from referee.ruleset import load_ruleset
from referee.simulate import games

HOUSE = Path(__file__).parent / "rulesets"
SHIPPED = [
    *("qq-1deck", "qq-2deck", "qq-2deck-permanent2", "qq-3deck", "lianzhong-1deck", "lianzhong-2deck"),
    *("lianzhong-3deck", "table-2deck", "table-2deck-coloured", "room", "godot"),
]
ALL = SHIPPED + sorted(str(path) for path in HOUSE.glob("*.yaml"))


@pytest.mark.parametrize("name", ALL, ids=lambda name: Path(name).stem)
def test_every_card_is_accounted_for(name: str) -> None:
    rules = load_ruleset(name)
    record = read_text("".join(games(rules, 12, 7)))
    assert not record.findings
    assert len(record.deals) == 12
    for deal in record.deals:
        dealt: Counter[int] = Counter()
        for line in deal.events:
            if isinstance(line, HandLine | KittyLine):
                dealt.update(line.cards.faces)
        tricks = [line for line in deal.events if isinstance(line, TrickLine)]
        if not tricks:
            continue
        assert dealt == Counter({face: copies for face, copies in enumerate(rules.deck.counts) if copies})
        left = Counter([line for line in deal.events if isinstance(line, BuryLine)][-1].cards.faces)
        for trick in tricks:
            assert len({len(play.cards.faces) for play in trick.plays}) == 1
            for play in trick.plays:
                left.update(play.cards.faces)
        assert left == dealt
        assert [trick.number for trick in tricks] == list(range(1, len(tricks) + 1))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_text_is_canonical(name: str, lang: str) -> None:
    text = "".join(games(load_ruleset(name), 6, 11, lang))
    assert format_text(text) == text


def test_the_same_seed_gives_the_same_games() -> None:
    rules = load_ruleset("qq-2deck")
    first = list(games(rules, 5, 42))
    assert list(games(rules, 5, 42)) == first
    assert list(islice(games(rules, 50, 42), 5)) == first
    assert list(games(rules, 5, 43)) != first


def test_a_match_ends_and_another_begins() -> None:
    texts = list(games(load_ruleset("room"), 80, 5))
    starts = [index for index, text in enumerate(texts) if text.startswith("[ruleset")]
    assert len(starts) > 1
    for start in starts[1:]:
        assert "match won" in texts[start - 1]
        assert "deal 1\n" in texts[start]


def test_interesting_things_happen() -> None:
    text = "".join(games(load_ruleset("qq-2deck"), 200, 9))
    assert text.count(" keeps ") > 20
    assert text.count(" throws ") - text.count(" keeps ") > 20
    assert re.search(r"^captured .*x (4|8|16)\)", text, re.MULTILINE)
    assert text.count("result redeal") > 0
    deals = read_text(text).deals
    bids = [[line for line in deal.events if isinstance(line, BidLine)] for deal in deals]
    assert max(map(len, bids)) >= 3
    widths = Counter(len(t.plays[0].cards.faces) for d in deals for t in d.events if isinstance(t, TrickLine))
    assert set(range(1, 7)) <= set(widths)


def test_repeated_robbing() -> None:
    """The robbed side robs back, on a higher rung, and the dealer stays the one of the bids."""
    deals = read_text("".join(games(load_ruleset("table-2deck"), 150, 4))).deals
    robs = [[line for line in deal.events if isinstance(line, RobLine)] for deal in deals]
    assert max(map(len, robs)) >= 2
    for told in robs:
        assert all((one.seat + other.seat) % 2 == 1 for one, other in pairwise(told))
    levels = [line.rank for deal in deals for line in deal.events if isinstance(line, LevelLine)]
    assert {"3", "A"} <= set(levels)
    assert any(isinstance(line, MatchLine) for deal in deals for line in deal.events)


def test_robbing_and_fines() -> None:
    robbers = read_text("".join(games(load_ruleset(HOUSE / "robbers.yaml"), 60, 3)))
    robbed = [deal for deal in robbers.deals if any(isinstance(line, RobLine) for line in deal.events)]
    assert robbed
    for deal in robbed:
        kinds = [type(line) for line in deal.events if isinstance(line, RobLine | BuryLine)]
        assert kinds == [BuryLine] + [RobLine, BuryLine] * (len(kinds) // 2)
    fined = read_text("".join(games(load_ruleset(HOUSE / "fined-throws.yaml"), 10, 3)))
    assert any(isinstance(line, PenaltyLine) for deal in fined.deals for line in deal.events)


def test_three_decks_bring_titanics_and_the_whole_ladder() -> None:
    rules = load_ruleset("qq-3deck")
    deals = read_text("".join(games(rules, 60, 4))).deals
    widths = Counter(_most_copies(trick) for deal in deals for trick in _tricks(deal))
    assert min(widths[width] for width in (1, 2, 3)) > 30
    assert any(len(lead) == 6 and sorted(Counter(lead).values()) == [3, 3] for deal in deals for lead in _leads(deal))
    bids = [line.cards.faces for deal in deals for line in deal.events if isinstance(line, BidLine)]
    steps = Counter((len(faces), faces[0] >= 52) for faces in bids)
    assert min(steps[step] for step in [(1, False), (2, False), (2, True), (3, False), (3, True)]) > 0


def _tricks(deal: Deal) -> list[TrickLine]:
    return [line for line in deal.events if isinstance(line, TrickLine)]


def _leads(deal: Deal) -> list[tuple[int, ...]]:
    return [trick.plays[0].cards.faces for trick in _tricks(deal)]


def _most_copies(trick: TrickLine) -> int:
    return max(Counter(trick.plays[0].cards.faces).values())
