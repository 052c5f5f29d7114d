"""The kitty 底牌 in a simulated deal: turned up, taken and buried 埋底, robbed 抢底 and buried again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import LITTLE_JOKER, Cards
from referee.packed import contains, pack, unpack
from referee.record import BuryLine, Line, PassLine, RobLine
from referee.rules import bids
from referee.rules.bidstate import levels_in
from referee.rules.kitty import check_bury

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from referee.rules.bids import Bidding, Reading
    from referee.ruleset.model import Ruleset

_ROB_CHANCE = 0.75
_PASS_CHANCE = 0.3
"""How often seats say that they do not rob, and how often cards shown before are not shown again."""
_TRIES = 60


def turned_up(ruleset: Ruleset, kitty: Sequence[int]) -> tuple[int, ...]:
    """The cards of the kitty turned up 翻底 until trump is settled."""
    if ruleset.declare.undeclared.flip_joker == "no_trump":
        return tuple(kitty[:1])
    plain = next((index for index, face in enumerate(kitty) if face < LITTLE_JOKER), len(kitty))
    return tuple(kitty[: plain + 1])


def choose_bury(ruleset: Ruleset, hand: int, level: str, trump: int, rng: Random) -> tuple[int, ...]:
    """A random legal burial from a hand with the kitty taken (packed)."""
    faces = unpack(hand)
    size = ruleset.deal.kitty_size
    for _ in range(_TRIES):
        chosen = tuple(sorted(rng.sample(faces, size)))
        if not check_bury(ruleset, Cards(chosen), held=hand, level=level, trump=trump).faults:
            return chosen

    def lawful(face: int) -> bool:
        return not check_bury(ruleset, Cards((face,) * size), held=None, level=level, trump=trump).faults

    allowed = [face for face in faces if lawful(face)]
    if len(allowed) < size:
        raise ValueError(f"no legal burial was found under {ruleset.id}")
    return tuple(sorted(rng.sample(allowed, size)))


class Robbing:
    """Burials and robbings after the first burial.

    Attributes:
        lines: ``bury`` and ``rob`` lines in order.
        buried: the cards buried last.
        holdings: what each seat holds (packed), kept up to date.
    """

    def __init__(self, bidding: Bidding, holdings: list[int], rng: Random) -> None:
        self.bidding = bidding
        self.holdings = holdings
        self.rng = rng
        self.lines: list[Line] = []
        self.buried: tuple[int, ...] = ()

    def run(self, taker: int, kitty: Sequence[int], trump: int) -> None:
        """Let the taker bury, and then who may and likes to rob."""
        self._take(taker, kitty, trump)
        seat: int | None = taker
        while seat is not None:
            seat = self._robber(seat)
            standing = self.bidding.states[0].standing
            if seat is not None and standing is not None:
                self._take(seat, self.buried, standing.reading.trump)

    def _level(self) -> str:
        return next(iter(levels_in(self.bidding, self.bidding.states[0])), self.bidding.level)

    def _take(self, seat: int, cards: Sequence[int], trump: int) -> None:
        held = self.holdings[seat] + pack(cards)
        self.buried = choose_bury(self.bidding.ruleset, held, self._level(), trump, self.rng)
        self.holdings[seat] = held - pack(self.buried)
        self.bidding = bids.buried(self.bidding, seat)
        self.lines.append(BuryLine(0, "", seat, Cards(self.buried)))

    def _robber(self, last: int) -> int | None:
        """Find a seat that robs, and note it; None if nobody does, who then may say so."""
        if not self.bidding.ruleset.kitty.rob.allowed:
            return None
        count = len(self.holdings)
        order = [(last + step) % count for step in range(1, count)]
        for seat in order:
            for reading in bids.all_readings(self.bidding.ruleset, self._level()):
                if self._may_show(seat, reading) and self.rng.random() < _ROB_CHANCE and self._rob(seat, reading):
                    return seat
        if self.rng.random() < _PASS_CHANCE:
            self.bidding = bids.passed(self.bidding, order)
            self.lines.append(PassLine(0, "", tuple(order)))
        return None

    def _may_show(self, seat: int, reading: Reading) -> bool:
        """Does the seat hold these cards, and were they dealt to it where that counts?"""
        faces, dealt = pack(reading.faces), self.bidding.dealt[seat]
        counts = self.bidding.ruleset.declare.kitty_cards_count
        return contains(self.holdings[seat], faces) and (counts or (dealt is not None and contains(dealt, faces)))

    def _rob(self, seat: int, reading: Reading) -> bool:
        """Rob with this reading, if that is legal; cards that still lie on the table may be left out."""
        shown = self.bidding.states[0].shown[seat]
        faces = list(reading.faces)
        if shown is not None and self.rng.random() < _PASS_CHANCE:
            for face in shown.faces:
                if face in faces:
                    faces.remove(face)
        for cards in (Cards(tuple(faces)), Cards(reading.faces)) if faces else (Cards(reading.faces),):
            verdict, after = bids.rob(self.bidding, bids.BidCall(seat, cards), self.holdings[seat])
            if verdict.verdict == "legal":
                self.bidding = after
                self.lines.append(RobLine(0, "", seat, cards))
                return True
        return False
