"""What the seats hold between the deal and the first trick: dealt, kitty taken, buried, robbed 抢底 (packed hands)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.packed import contains, less
from referee.record import BidLine, BuryLine, RobLine
from referee.replay.multiset import add, pack_safely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.cards import Cards
    from referee.replay.kitty import Taking
    from referee.replay.sheet import Sheet
    from referee.ruleset.model import Ruleset


class Held:
    """The whole hand of each seat and what lies in the kitty, call by call; None where it is not wholly known."""

    def __init__(self, dealt: Sequence[int | None], kitty: Cards | None, kitty_size: int) -> None:
        self.hands = list(dealt)
        self.kitty: int | None = None
        self.kitty_size = kitty_size
        self._lay(kitty)

    def _lay(self, cards: Cards | None) -> None:
        whole = cards is not None and cards.known and len(cards.faces) == self.kitty_size
        self.kitty = pack_safely(cards.faces) if cards is not None and whole else None

    def take(self, seat: int) -> None:
        """A seat takes up the kitty."""
        hand = self.hands[seat]
        self.hands[seat] = None if hand is None or self.kitty is None else add(hand, self.kitty)

    def bury(self, seat: int, cards: Cards | None) -> None:
        """A seat that took the kitty buries; ``cards`` None: not recorded what."""
        self._lay(cards)
        hand = self.hands[seat]
        fits = hand is not None and self.kitty is not None and contains(hand, self.kitty)
        self.hands[seat] = less(hand, self.kitty) if fits and hand is not None and self.kitty is not None else None

    def forget(self, *seats: int | None) -> None:
        """Nothing is certain of these hands any more."""
        for seat in seats:
            if seat is not None:
                self.hands[seat] = None


class Before(NamedTuple):
    """The most that the seats can have held earlier: as dealt, and by the turn with the kitty before taking it up.

    None where no bound is known.
    """

    dealt: list[int | None]
    turns: list[int | None]


def look_back(hands: Sequence[int | None], takings: Sequence[Taking], buried: int | None) -> Before:
    """From the hands at the first trick back to the deal: what was buried comes back, what was taken goes.

    ``buried``: what lies in the kitty in the end, where the plays tell.
    """
    now = list(hands)
    turns: list[int | None] = [None] * len(takings)
    if any(taking.seat is None for taking in takings):
        return Before([None] * len(now), turns)
    for at in range(len(takings) - 1, -1, -1):
        taking = takings[at]
        seat = taking.seat or 0
        hand = now[seat]
        laid = pack_safely(taking.laid.faces) if taking.laid is not None and taking.laid.known else None
        laid = buried if laid is None and at == len(takings) - 1 else laid
        if hand is None or laid is None:
            now[seat] = None
            continue
        hand = add(hand, laid)
        if taking.taken is not None and taking.taken.known:
            hand = less(hand, pack_safely(taking.taken.faces))
        now[seat] = turns[at] = hand
    return Before(now, turns)


def is_told(sheet: Sheet) -> bool:
    """Is anything recorded of what was shown? Then every robbing is; else a burial may tell of one."""
    return any(isinstance(call, BidLine | RobLine) for call in sheet.calls)


def robs_unsaid(ruleset: Ruleset, sheet: Sheet, holder: int | None, seat: int | None) -> bool:
    """May a seat have robbed the kitty of its holder although no robbing is recorded?"""
    rob = ruleset.kitty.rob
    if not rob.allowed or is_told(sheet) or (seat is not None and seat == holder):
        return False
    return seat is None or holder is None or rob.who != "opponents" or seat % 2 != holder % 2


def may_be_robbed(ruleset: Ruleset, sheet: Sheet) -> bool:
    """May the kitty have been robbed without a trace? Not where bids, robbings or burials are recorded."""
    untold = not is_told(sheet) and not any(isinstance(call, BuryLine) for call in sheet.calls)
    return ruleset.kitty.rob.allowed and untold
