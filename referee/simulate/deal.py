"""One simulated deal 局 from shuffle to settlement, as lines of a record with every claim made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.cards import FACES, Cards
from referee.packed import pack
from referee.record import (
    CapturedLine,
    DealerLine,
    FlipLine,
    HandLine,
    KittyLine,
    LevelLine,
    LevelsLine,
    Line,
    MatchLine,
    NextLine,
    Outcome,
    PointsLine,
    ResultLine,
    RobLine,
    ScoreLine,
    SideValue,
    TitlesLine,
    TotalsLine,
    TrumpLine,
)
from referee.rules import bids
from referee.rules.bound import bind
from referee.rules.gamepoints import game_points, title
from referee.rules.levels import after_deal, match_leader
from referee.rules.result import outcome
from referee.rules.rotation import next_dealer, side_of
from referee.simulate.bidding import Auction
from referee.simulate.kitty import Robbing, turned_up
from referee.simulate.tricks import Tricks

if TYPE_CHECKING:
    from random import Random

    from referee.rules.bids import Declared
    from referee.rules.result import Outcome as Won
    from referee.ruleset.model import Ruleset

_SAY_TOTALS = 0.3
_STOP_CHANCE = 0.08
"""How often a match that no deal ends is ended after a deal, by the players."""
_BADLY_SHUFFLED = 0.3
"""How often the deck is shuffled badly in a game with runs of triples or quads, or with robbing: what these need would
hardly be dealt otherwise."""
_PACKET = 8
_SMALL_PACKET = 3
"""Most cards that then stay together; the small ones give many hands a pair of jokers or of level cards."""


@dataclass(slots=True)
class Match:
    """Where a match stands: levels of both sides, who deals (None: contested), each player's room points."""

    levels: list[str]
    totals: list[int]
    dealer: int | None = None
    first_deal: bool = True
    over: bool = False


def play_deal(ruleset: Ruleset, match: Match, rng: Random) -> list[Line]:
    """Play the next deal of a match, which is moved on; returns the lines of the deal."""
    count, size = ruleset.players.count, ruleset.deal.hand_size
    deck = _shuffled(ruleset, rng)
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(count)]
    kitty = deck[count * size :]
    auction = Auction(ruleset, match.levels, hands, rng, match.first_deal, match.dealer)
    auction.hold()
    flipped = () if auction.bidding.states[0].standing is not None else _flipped(ruleset, match, kitty)
    declared = bids.declared(auction.bidding, Cards(flipped) if flipped else None)
    head: list[Line] = [LevelLine(0, "", declared.level or auction.bidding.level)]
    head += [HandLine(0, "", seat, Cards(tuple(hand))) for seat, hand in enumerate(hands)]
    head += auction.lines
    if declared.redeal:
        return [*head, ResultLine(0, "", (Outcome("redeal", 0),))]
    if flipped:
        head.append(FlipLine(0, "", Cards(flipped)))
    return [*head, *_play(ruleset, match, auction, declared, kitty, rng)]


def _shuffled(ruleset: Ruleset, rng: Random) -> list[int]:
    deck = [face for face in range(FACES) for _ in range(ruleset.deck.counts[face])]
    wide = any(run.width > 2 for run in ruleset.shapes.runs)
    if (wide or ruleset.kitty.rob.allowed) and rng.random() < _BADLY_SHUFFLED:
        most = _PACKET if wide else _SMALL_PACKET
        packets: list[list[int]] = []
        while deck:
            packets.append([deck.pop() for _ in range(min(len(deck), rng.randint(1, most)))])
        rng.shuffle(packets)
        return [face for packet in packets for face in packet]
    rng.shuffle(deck)
    return deck


def _flipped(ruleset: Ruleset, match: Match, kitty: list[int]) -> tuple[int, ...]:
    rules = ruleset.declare.undeclared
    action = rules.first_hand if match.first_deal else rules.action
    return turned_up(ruleset, kitty) if action == "flip_kitty" else ()


def _play(
    ruleset: Ruleset, match: Match, auction: Auction, declared: Declared, kitty: list[int], rng: Random
) -> list[Line]:
    dealer, trump = declared.dealer, declared.trump
    if dealer is None or trump is None:
        raise ValueError(f"{ruleset.id} does not say who deals, or what is trump, after this bidding")
    lines: list[Line] = [DealerLine(0, "", dealer)]
    holdings = [pack(hand) for hand in auction.hands]
    robbing = Robbing(auction.bidding, holdings, rng)
    if kitty:
        lines.append(KittyLine(0, "", Cards(tuple(kitty))))
        final = auction.bidding.states[0].final
        taker = final if ruleset.kitty.taker == "declarer" and final is not None else dealer
        robbing.run(taker, kitty, trump)
        if any(isinstance(line, RobLine) for line in robbing.lines):
            declared = bids.declared(robbing.bidding)
            dealer = declared.dealer if declared.dealer is not None else dealer
            trump = declared.trump if declared.trump is not None else trump
            lines[0] = DealerLine(0, "", dealer)
    lines += [*robbing.lines, TrumpLine(0, "", trump)]
    tricks = Tricks(bind(ruleset, declared.level or auction.bidding.level, trump), holdings, dealer, rng)
    tricks.play(robbing.buried)
    lines += tricks.lines
    captured = tricks.captured
    if captured is not None and captured.captures:
        lines.append(CapturedLine(0, "", captured.points, captured.base, captured.multiplier))
    lines.append(ScoreLine(0, "", tricks.score))
    return [*lines, *_settle(ruleset, match, dealer, tricks.score, rng)]


def _settle(ruleset: Ruleset, match: Match, dealer: int, score: int, rng: Random) -> list[Line]:
    """Result 结果, levels, next dealer, room points, end of the match."""
    count = ruleset.players.count
    own = side_of(count, dealer)
    won = outcome(ruleset.bands, score)
    party = "dealer" if won.side == "dealer" else "attackers" if won.levels else "take_over"
    end = after_deal(ruleset, match.levels[own], match.levels[1 - own], won)
    match.levels[own] = end.dealer or match.levels[own]
    match.levels[1 - own] = end.attackers or match.levels[1 - own]
    match.dealer = next_dealer(ruleset, dealer, won).seat
    match.first_deal = False
    lines: list[Line] = [
        ResultLine(0, "", (Outcome(party, won.levels),)),
        LevelsLine(0, "", tuple(SideValue(side, None, level) for side, level in enumerate(match.levels))),
        NextLine(0, "", match.dealer),
        *_room_points(ruleset, match, own, won, score, 0 if end.advance is None else end.advance.steps, rng),
    ]
    winner = None if end.won is None else own if end.won == "dealer" else 1 - own
    if ruleset.match.win == "highest_level_at_end" and rng.random() < _STOP_CHANCE:
        winner = match_leader(ruleset, (match.levels[0], match.levels[1]))
        match.over = True
    if winner is not None:
        match.over = True
        lines.append(MatchLine(0, "", winner))
    return lines


def _room_points(ruleset: Ruleset, match: Match, own: int, won: Won, score: int, risen: int, rng: Random) -> list[Line]:
    """The players' room points 积分, where the ruleset has them."""
    if ruleset.game_points is None:
        return []
    gained = game_points(ruleset.game_points, won, score, match.totals, risen)
    if gained.dealer is None or gained.attackers is None:
        raise ValueError(f"{ruleset.id} gives no points although every standing is known")
    each = [gained.dealer if seat % 2 == own else gained.attackers for seat in range(ruleset.players.count)]
    match.totals = [total + more for total, more in zip(match.totals, each, strict=True)]
    lines: list[Line] = [PointsLine(0, "", tuple(enumerate(each)))]
    if rng.random() < _SAY_TOTALS:
        lines.append(TotalsLine(0, "", tuple(enumerate(match.totals))))
        earned = [(seat, title(ruleset.titles, total)) for seat, total in enumerate(match.totals)]
        named = tuple((seat, each.name) for seat, each in earned if each is not None)
        lines += [TitlesLine(0, "", named)] if named else []
    return lines
