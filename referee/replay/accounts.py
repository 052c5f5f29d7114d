"""Where every card was: what each seat certainly held before each trick, and what nobody is known to have.

Times are indices of rounds: time 0 is before the first recorded trick. Hands are packed multisets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.cards import Cards, Unknown
from referee.packed import less, pack_counts, size
from referee.replay.multiset import add, pack_safely, union

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.replay.kitty import Taking
    from referee.replay.rounds import Laid, Round
    from referee.ruleset.model import Ruleset


@dataclass(slots=True)
class Evidence:
    """Cards a seat certainly held before a round."""

    time: int
    packed: int


class Accounts:
    """The cards of one deal, as far as they are certain; ``reconcile`` fills in what the record says.

    ``start``: hands at the first trick that are wholly known. ``takers``: seats that had the kitty, if there is one.
    """

    def __init__(self, ruleset: Ruleset, rounds: list[Round], takings: Sequence[Taking]) -> None:
        self.ruleset = ruleset
        self.rounds = rounds
        self.seats = ruleset.players.count
        self.deck = pack_counts(ruleset.deck.counts)
        self.takings = takings
        self.takers = {taking.seat for taking in takings} if ruleset.deal.kitty_size else set()
        self.kitty = takings[0].taken
        self.buried = takings[-1].laid
        self.start: list[int | None] = [None] * self.seats
        self.evidence: list[list[Evidence]] = [[] for _ in range(self.seats)]
        self.before: list[list[int]] = []
        self.unseen_before: list[list[int]] = []
        self.sum_up()

    def may_take(self, seat: int) -> bool:
        """Did this seat have the kitty, or may it have had it?"""
        return seat in self.takers or None in self.takers

    def hand_size(self, seat: int, time: int) -> int | None:
        """How many cards a seat holds before a round; None where tricks are missing before it."""
        left = self.ruleset.deal.hand_size
        for each in self.rounds[:time]:
            if each.size is None:
                return None
            left -= each.size if any(play.seat == seat for play in each.plays) else 0
            if all(play.seat != seat for play in each.plays):
                return None
        return max(left, 0)

    def most_left(self) -> int:
        """The most cards a seat can hold after the last round: every trick not recorded took a card at least."""
        played = [each for each in self.rounds if each.plays]
        if not played:
            return self.ruleset.deal.hand_size
        before = max(played[-1].line.number - len(played), 0)
        return max(self.ruleset.deal.hand_size - before - sum(each.size or 1 for each in played), 0)

    def sum_up(self) -> None:
        """Running sums: what each seat is known to have played before each round, and how much is unknown."""
        rounds, seats = self.rounds, self.seats
        self.before = [[0] * (len(rounds) + 1) for _ in range(seats)]
        self.unseen_before = [[0] * (len(rounds) + 1) for _ in range(seats)]
        for time, each in enumerate(rounds):
            for seat in range(seats):
                self.before[seat][time + 1] = self.before[seat][time]
                self.unseen_before[seat][time + 1] = self.unseen_before[seat][time] + 1
            for play in each.plays:
                sums = self.before[play.seat]
                sums[time + 1] = add(sums[time + 1], pack_safely(play.cards.faces))
                self.unseen_before[play.seat][time + 1] -= play.cards.known

    def played(self, seat: int, since: int, until: int) -> int | None:
        """What a seat played in these rounds; None where part of it is not known."""
        total = 0
        for each in self.rounds[since:until]:
            play = next((play for play in each.plays if play.seat == seat), None)
            if play is None or not play.cards.known:
                return None
            total = add(total, pack_safely(play.cards.faces))
        return total

    def known(self, seat: int, time: int) -> int:
        """What a seat certainly holds before a round."""
        before = self.before[seat]
        held = before[-1] - before[time]
        for each in self.evidence[seat]:
            if each.time >= time:
                held = union(held, add(each.packed, before[each.time] - before[time]))
            elif self.unseen_before[seat][time] == self.unseen_before[seat][each.time]:
                held = union(held, less(each.packed, before[time] - before[each.time]))
        return held

    def unseen(self, seat: int, time: int, known: int) -> tuple[int, bool]:
        """How many cards a seat holds beyond ``known``, and whether that is exact (else it is the most possible)."""
        held = self.hand_size(seat, time)
        if held is not None:
            return max(held - size(known), 0), True
        most = self.ruleset.deal.hand_size
        if time < len(self.rounds) and self.rounds[time].plays:
            most -= max(self.rounds[time].line.number - 1, 0)
        return max(most - size(known), 0), False

    def floating(self, known: Sequence[int]) -> tuple[int, int]:
        """The buried cards known, and the cards of the kitty of which it is not known where they went."""
        buried = pack_safely(self.buried.faces) if self.buried is not None else 0
        if self.kitty is None:
            return buried, 0
        located = buried
        for seat, held in enumerate(known):
            if self.may_take(seat):
                located = add(located, held)
        return buried, less(pack_safely(self.kitty.faces), located)

    def pool(self) -> tuple[int, int]:
        """The cards nobody is known to have, and those of the kitty that only its taker (or the burial) can have."""
        known = [self.known(seat, 0) for seat in range(self.seats)]
        buried, floating = self.floating(known)
        total = add(buried, floating)
        for held in known:
            total = add(total, held)
        return less(self.deck, total), floating


class Unseen:
    """What the seats may hold beyond what they certainly hold, once the accounts are settled."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.pool, self.floating = accounts.pool()
        self._first = [accounts.known(seat, 0) for seat in range(accounts.seats)]

    def of(self, seat: int, time: int, known: int) -> int:
        """The cards a seat may hold beyond ``known``: those nobody is known to have, and its own gone unseen."""
        own = less(self._first[seat], add(self.accounts.before[seat][time], known))
        if self.accounts.start[seat] is not None:
            return own
        pool = add(self.pool, self.floating) if self.accounts.may_take(seat) else self.pool
        return add(pool, own)

    def held(self, time: int, play: Laid) -> int:
        """What a seat certainly holds before this play; an unknown card in it may be any that is not played later."""
        if play.cards.known:
            return self.accounts.known(play.seat, time)
        return add(self.accounts.known(play.seat, time + 1), pack_safely(play.cards.faces))


def hide(play: Laid, unwanted: Callable[[int], bool]) -> None:
    """Turn cards of a play into unknown ones."""
    kept = tuple(face for face in play.cards.faces if not unwanted(face))
    gone = len(play.cards.faces) - len(kept)
    if gone:
        play.cards = Cards(kept, (*play.cards.unknown, Unknown(None, gone)))
        play.attempted = None
        play.groups = None
        play.doubtful = True


def without(cards: Cards | None, faces: set[int]) -> Cards | None:
    """These cards with some faces turned into unknown ones."""
    if cards is None or not any(face in faces for face in cards.faces):
        return cards
    kept = tuple(face for face in cards.faces if face not in faces)
    return Cards(kept, (*cards.unknown, Unknown(None, len(cards.faces) - len(kept))))
