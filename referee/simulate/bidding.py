"""Random legal bidding 亮主: each seat may bid, overcall or reinforce with the cards it has drawn so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.cards import Cards, Unknown
from referee.packed import contains, pack
from referee.record import BidLine, Line, PassLine
from referee.rules import bids
from referee.rules.rotation import side_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from referee.rules.bids import Bidding
    from referee.ruleset.model import Ruleset

_BID_CHANCE = 0.3
_WILLING_CHANCE = 0.75
"""How often a seat that is asked in turn, and can bid, does."""
_SILENT_CHANCE = 0.06
"""How often a deal passes without any bid, so that undeclared deals are seen too."""
_SAID_CHANCE = 0.04
"""How often it is written down that nobody bid: of these deals, the later ones of a match."""
_PATIENT_CHANCE = 0.7
"""How often seats keep what overcalls for robbing the kitty."""
_ROUNDS = 3
"""How often the seats come round where all bidding is done after the deal."""
_TELL_CHANCE = 0.7
"""How often a bid says how many cards were drawn."""
_HIDE_CHANCE = 0.6
"""How often a secret bid 暗叫 is recorded as the table saw it: so many cards."""


@dataclass(slots=True)
class Auction:
    """A bidding in the making: its lines and its state.

    Args:
        ruleset: the rules.
        levels: level of each side.
        hands: the cards of each seat in the order drawn.
        rng: source of chance.
        first_deal: True for a contested first deal.
        dealer: the seat the rotation gives, None in a contested first deal.
    """

    ruleset: Ruleset
    levels: Sequence[str]
    hands: Sequence[Sequence[int]]
    rng: Random
    first_deal: bool
    dealer: int | None
    lines: list[Line] = field(default_factory=list)
    bidding: Bidding = field(init=False)
    public: Bidding = field(init=False)
    """A secret bidding 暗叫 as the record tells it."""
    patient: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.bidding = self.public = self._open(0 if self.dealer is None else self.dealer)
        self.patient = self.ruleset.kitty.rob.allowed and self.rng.random() < _PATIENT_CHANCE

    def hold(self) -> None:
        """Let the seats bid."""
        chance = self.rng.random()
        silent = chance < _SILENT_CHANCE
        if self.ruleset.rotation.later_deals == "declarer" and self.dealer is not None:
            self._ask_in_turn(self.dealer, silent=silent)
            return
        if not silent:
            self._while_drawing()
        if bids.may_pass_on(self.bidding) and not self._stands():
            self._pass_on(silent=silent)
        elif self.dealer is not None and chance < _SAID_CHANCE:
            seats = tuple(range(len(self.hands)))
            self.bidding, self.public = (bids.passed(each, seats) for each in (self.bidding, self.public))
            self.lines.append(PassLine(0, "", seats))

    def _open(self, seat: int) -> Bidding:
        """A bidding at the level of a seat's side."""
        level = self.levels[side_of(len(self.hands), seat)]
        dealt = [pack(hand) for hand in self.hands]
        sides = ((self.levels[0],), (self.levels[1],))
        return bids.begin(self.ruleset, level, first_deal=self.first_deal, dealer=self.dealer, dealt=dealt, sides=sides)

    def _stands(self) -> bool:
        return self.bidding.states[0].standing is not None

    def _pass_on(self, *, silent: bool) -> None:
        """All cards are drawn and nobody has bid: the dealer side bids or passes, then its opponents may (A-11)."""
        count, size = len(self.hands), len(self.hands[0])
        order = sorted(range(count), key=lambda seat: bids.opens_for_others(self.bidding, seat))
        for seat in order:
            willing = not silent and self.rng.random() < _WILLING_CHANCE
            if not (willing and self._bid(seat, size, tell=self.rng.random() < _TELL_CHANCE)) and not self._stands():
                self.bidding, self.public = (bids.passed(each, [seat]) for each in (self.bidding, self.public))
                self.lines.append(PassLine(0, "", (seat,)))

    def _while_drawing(self) -> None:
        count, size = len(self.hands), len(self.hands[0])
        first = self.dealer if self.dealer is not None else self.rng.randrange(count)
        after_deal = self.ruleset.declare.when == "after_deal"
        for drawn in [size] * _ROUNDS if after_deal else range(1, size + 1):
            for step in range(count):
                seat = (first + step) % count
                waits = bids.opens_for_others(self.bidding, seat) and not self._stands()
                if self.rng.random() < _BID_CHANCE and not waits:
                    self._bid(seat, drawn, tell=self.rng.random() < _TELL_CHANCE)

    def _ask_in_turn(self, dealer: int, *, silent: bool) -> None:
        """From the favoured seat on each is asked, at the level of its own side; the first to bid ends it."""
        count = len(self.hands)
        order = [(dealer + step) % count for step in range(count)]
        for index, seat in enumerate(order):
            self.bidding = self.public = bids.passed(self._open(seat), order[:index])
            willing = not silent and self.rng.random() < _WILLING_CHANCE
            if willing and self._bid(seat, len(self.hands[seat]), tell=False):
                return
            self.lines.append(PassLine(0, "", (seat,)))
        self.bidding = bids.passed(self._open(dealer), order)

    def _bid(self, seat: int, drawn: int, *, tell: bool) -> bool:
        held = pack(self.hands[seat][:drawn])
        told = drawn if tell else None
        (level,) = bids.levels_for(self.bidding, self.bidding.states[0], seat)
        options = [r for r in bids.all_readings(self.ruleset, level) if contains(held, pack(r.faces))]
        self.rng.shuffle(options)
        if self.patient and self._stands():
            return False
        for option in options:
            cards = Cards(option.faces)
            verdict, after = bids.bid(self.bidding, bids.BidCall(seat, cards, None, told))
            shown = verdict.reading
            if verdict.verdict == "legal" and shown is not None and contains(held, pack(shown.faces)):
                recorded = self._record(seat, cards, told)
                if recorded is not None:
                    self.bidding = after
                    self.lines.append(BidLine(0, "", seat, recorded, None, told))
                    return True
        return False

    def _record(self, seat: int, cards: Cards, told: int | None) -> Cards | None:
        """The cards of a bid as written, of a secret one now and then only how many; None: it could seem wrong.

        Who wrote down of an earlier bid only how many cards it had cannot tell whether a later one keeps to its suit.
        """
        if self.ruleset.declare.visibility != "secret_until_settled":
            return cards
        hidden = Cards((), (Unknown(None, len(cards.faces)),))
        for recorded in (hidden, cards) if self.rng.random() < _HIDE_CHANCE else (cards,):
            verdict, after = bids.bid(self.public, bids.BidCall(seat, recorded, None, told))
            if verdict.verdict == "legal":
                self.public = after
                return recorded
        return None
