"""Records written as the logs of other programs, so that the importers can be tried on games of our own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from referee.cards import NO_SUIT, RANKS, SUIT_SYMBOLS, SUITS, face_name
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    DealerLine,
    FlipLine,
    HandLine,
    KittyLine,
    LevelLine,
    LevelsLine,
    MatchLine,
    NextLine,
    PassLine,
    ResultLine,
    RobLine,
    ScoreLine,
    TrickLine,
    TrumpLine,
)

if TYPE_CHECKING:
    from referee.record import Deal, Record

Json = dict[str, Any]


def pick(deal: Deal, kind: type) -> Any:
    """The first line of a type, or None."""
    return next((event for event in deal.events if isinstance(event, kind)), None)


def last(deal: Deal, kind: type) -> Any:
    return next((event for event in reversed(deal.events) if isinstance(event, kind)), None)


def levels_of(line: LevelsLine) -> list[str]:
    return [value.value for value in sorted(line.levels)]


def start_levels(deal: Deal) -> list[str] | None:
    for event in deal.events:
        if isinstance(event, TrickLine):
            break
        if isinstance(event, LevelsLine):
            return levels_of(event)
    return levels_of(deal.header.levels) if deal.header.levels and deal.starts_match else None


def end_levels(deal: Deal) -> list[str] | None:
    line = last(deal, LevelsLine)
    tricks = [index for index, event in enumerate(deal.events) if isinstance(event, TrickLine)]
    return levels_of(line) if line and tricks and deal.events.index(line) > tricks[-1] else None


# --- the web room


def room_jsonl(record: Record, **extra: Any) -> bytes:
    """JSONL as a web room writes it; ``extra`` goes into every line."""
    lines: list[Json] = []
    levels: list[str] | None = None
    for deal in record.deals:
        levels = start_levels(deal) or (None if deal.starts_match else levels)
        banker = None if deal.number == 1 else pick(deal, DealerLine).seat
        stamp = {"t": 1_700_000_000.5, "room": "TEST", "round": deal.number, **extra}
        lines += [{**stamp, **event} for event in _room_deal(deal, levels, banker)]
        levels = end_levels(deal) or levels
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def _room_deal(deal: Deal, levels: list[str] | None, banker: int | None) -> list[Json]:
    def codes(cards: Any) -> list[str]:
        return [face_name(face) for face in cards.faces]

    hands = [codes(event.cards) for event in deal.events if isinstance(event, HandLine)]
    deck = [hands[i % 4][i // 4] for i in range(100)] + codes((pick(deal, FlipLine) or pick(deal, KittyLine)).cards)
    flip, kitty, bury = pick(deal, FlipLine), pick(deal, KittyLine), pick(deal, BuryLine)
    if flip:
        rest = codes(kitty.cards)
        for code in codes(flip.cards):
            rest.remove(code)
        deck += rest
    level, dealer = pick(deal, LevelLine).rank, pick(deal, DealerLine).seat
    start = {"e": "round_start", "deck": deck, "banker": banker, "trump_rank": level}
    events = [{**start, "levels": levels} if levels else start]
    events.append({"e": "chat", "seat": 1, "text": "secret words"})
    events += [
        {"e": "declare", "seat": event.seat, "cards": codes(event.cards), "bot": True}
        for event in deal.events
        if isinstance(event, BidLine)
    ]
    suit = pick(deal, TrumpLine).suit
    letter = "NT" if suit == NO_SUIT else SUITS[suit]
    events.append({"e": "trump", "suit": letter, "rank": level, "banker": dealer, "declared": flip is None})
    events.append({"e": "bury", "seat": dealer, "cards": codes(bury.cards), "bot": True})
    for trick in deal.events:
        if isinstance(trick, TrickLine):
            plays = [{"seat": play.seat, "cards": codes(play.cards)} for play in trick.plays]
            events += [{"e": "play", **play, "bot": False} for play in plays]
            if trick.winner is not None:
                events.append({"e": "trick", "winner": trick.winner, "points": trick.points, "plays": plays})
    result = pick(deal, ResultLine)
    if result:
        won = result.outcomes[0]
        match, captured = pick(deal, MatchLine), pick(deal, CapturedLine)
        events.append(
            {
                "e": "round_end",
                "attacker_points": last(deal, ScoreLine).points,
                "kitty": codes(bury.cards),
                "kitty_points": captured.total if captured else 0,
                "winner_team": dealer % 2 if won.party == "dealer" else 1 - dealer % 2,
                "level_change": won.levels,
                "new_levels": end_levels(deal),
                "next_banker": pick(deal, NextLine).seat,
                "game_over": match is not None,
            }
        )
    return events


# --- shengji-godot


def godot_json(record: Record, version: int = 2, indent: int | None = 1) -> bytes:
    """One JSON object as shengji-godot writes it."""
    rounds: list[Json] = []
    levels: list[str] | None = None
    for deal in record.deals:
        levels = start_levels(deal) or (None if deal.starts_match else levels)
        rounds.append(_godot_round(deal, levels, version))
        levels = end_levels(deal) or levels
    config = {"allow_dump": False, "trump_joker_color_match": True, "no_skip_ranks": [5, 10, 13]}
    log = {"version": version, "created_at": "2024-03-09T10:11:12", "rule_config": config, "rounds": rounds}
    return json.dumps(log, indent=indent, ensure_ascii=False).encode()


def godot_card(face: int) -> str:
    return {52: "BlackJoker", 53: "RedJoker"}.get(face) or SUIT_SYMBOLS[face // 13] + RANKS[face % 13]


def godot_cards(cards: Any) -> list[str]:
    return [godot_card(face) for face in cards.faces]


def _rank(level: str) -> int:
    return RANKS.index(level) + 2


def _godot_suit(suit: int) -> int:
    return -1 if suit == NO_SUIT else suit


def _godot_bid(bid: BidLine | RobLine, version: int) -> Json:
    if isinstance(bid, BidLine) and bid.cards is None:
        return {"seat": bid.seat, "suit": _godot_suit(NO_SUIT if bid.suit is None else bid.suit)}
    jokers = sum(face >= 52 for face in bid.cards.faces)
    level_cards = [face for face in bid.cards.faces if face < 52]
    types = {(1, 1): 3, (2, 0): 4} if version == 1 else {(0, 1): 1, (0, 2): 2, (1, 1): 3, (1, 2): 4, (2, 0): 5}
    suit = level_cards[0] // 13 if level_cards else -1
    return {"seat": bid.seat, "suit": suit, "type": types[jokers, len(level_cards)]}


def _godot_round(deal: Deal, levels: list[str] | None, version: int) -> Json:
    dealer, trump = pick(deal, DealerLine).seat, pick(deal, TrumpLine).suit
    history: list[Json] = []
    for event in deal.events:
        if isinstance(event, PassLine):
            history += [{"seat": seat, "action": "skip", "reason": "no_valid_cards"} for seat in event.seats]
        elif isinstance(event, BidLine):
            history.append({"action": "bid", **{k: v for k, v in _godot_bid(event, version).items() if k != "type"}})
    bid = last(deal, BidLine)
    robs = [event for event in deal.events if isinstance(event, RobLine)]
    counters = [_godot_bid(rob, version) for rob in robs]
    hands = [godot_cards(event.cards) for event in deal.events if isinstance(event, HandLine)]
    tricks = [event for event in deal.events if isinstance(event, TrickLine)]
    scores = _scores_after(deal)
    return {
        "round_num": deal.number,
        "seed": 10**30,
        "rank": _rank(pick(deal, LevelLine).rank),
        **({"team_ranks": [_rank(level) for level in levels]} if levels else {}),
        "dealer": dealer,
        "bid_history": history,
        "bid": counters[-1] if counters else _godot_bid(bid, version) if bid else {"type": "NO_BID"},
        **({"counter_bid_history": counters} if counters else {}),
        "trump_suit": _godot_suit(trump),
        "debug": {
            "initial_hands": hands,
            "bottom_cards": godot_cards(pick(deal, KittyLine).cards),
            "buried_cards": godot_cards(last(deal, BuryLine).cards),
            "hand_with_bottom": [],
        },
        "tricks": [
            {
                "trick_num": trick.number,
                "lead_seat": trick.plays[0].seat,
                "plays": [{"seat": p.seat, "cards": godot_cards(p.cards), "pattern": "?"} for p in trick.plays],
                "winner": -1 if trick.winner is None else trick.winner,
                "trick_points": trick.points,
                **({"attack_score_after": scores[trick.number]} if trick.number in scores else {}),
            }
            for trick in tricks
        ],
        "settlement": _settlement(deal, dealer),
    }


def _scores_after(deal: Deal) -> dict[int, int]:
    found: dict[int, int] = {}
    trick = 0
    for event in deal.events:
        if isinstance(event, TrickLine):
            trick = event.number
        elif isinstance(event, ScoreLine):
            found.setdefault(trick, event.points)
    return found


def _settlement(deal: Deal, dealer: int) -> Json:
    result, captured, following = pick(deal, ResultLine), pick(deal, CapturedLine), pick(deal, NextLine)
    if result is None:
        return {}
    won = result.outcomes[0]
    side = dealer % 2 if won.party == "dealer" else 1 - dealer % 2
    after = end_levels(deal)
    return {
        "bottom_score": captured.base if captured else 0,
        "bottom_multiplier": captured.multiplier if captured else 0,
        "bottom_bonus": captured.total if captured else 0,
        "final_score": last(deal, ScoreLine).points,
        "upgrading_side": int(won.party != "dealer"),
        "upgrade_levels": won.levels,
        "new_rank": _rank(after[side]) if after else 2,
        "new_dealer": -1 if following.seat == dealer else following.seat,
        "game_over": pick(deal, MatchLine) is not None,
    }
