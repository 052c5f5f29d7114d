"""Replaying a deal of which something is missing or wrong: verdicts only where every completion agrees.

What is certain is defined in semantics §11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import Cards
from referee.packed import missing, size, unpack
from referee.phrases import Count, Phrase
from referee.replay.accounts import Unseen
from referee.replay.leads import Leads
from referee.replay.multiset import add, pack_safely
from referee.replay.reasons import report_follow, report_winner
from referee.replay.table import Leaders, Played, Trick, check_points, check_winner
from referee.replay.winners import possible_winners
from referee.rules import doubt

if TYPE_CHECKING:
    from referee.replay.accounts import Accounts
    from referee.replay.findings import Findings
    from referee.replay.rounds import Laid, Round
    from referee.rules.bound import Bound, Lead, PlayInfo


class Careful:
    """One deal judged from what is certain."""

    def __init__(self, bound: Bound, accounts: Accounts, dealer: int | None, found: Findings) -> None:
        self.bound = bound
        self.accounts = accounts
        self.found = found
        self.seats = accounts.seats
        self.unseen = Unseen(accounts)
        self.leads = Leads(bound, accounts, self.unseen, found)
        self.leaders = Leaders(found, dealer)
        self.reported: set[int] = set()

    def replay(self) -> Played:
        """Judge everything that can be judged."""
        rounds = self.accounts.rounds
        tricks: list[Trick] = []
        for time, each in enumerate(rounds):
            if each.plays:
                tricks.append(self._trick(time, each))
            else:
                self.leaders.forget()
        hands: list[int | None] = []
        for seat in range(self.seats):
            known = self.accounts.known(seat, 0)
            start = self.accounts.start[seat]
            whole = self.accounts.unseen(seat, 0, known) == (0, True)
            hands.append(start if start is not None else known if whole else None)
        over = self.accounts.most_left() == 0
        return Played(tricks, finished=self._finished(), over=over, buried=self._buried(hands), hands=hands)

    def _finished(self) -> bool:
        rounds = self.accounts.rounds
        if not rounds:
            return False
        left = {self.accounts.hand_size(seat, len(rounds)) for seat in range(self.seats)} - {None}
        return left == {0}

    def _buried(self, hands: list[int | None]) -> int | None:
        """The buried cards, where they are certain: as written, or what is left of the deck."""
        accounts = self.accounts
        if accounts.buried is not None and accounts.buried.known:
            return pack_safely(accounts.buried.faces)
        total = 0
        for hand in hands:
            if hand is None:
                return None
            total = add(total, hand)
        rest = accounts.deck - total if not missing(accounts.deck, total) else None
        return rest if rest is not None and size(rest) == accounts.ruleset.deal.kitty_size else None

    # --- one trick

    def _trick(self, time: int, each: Round) -> Trick:
        line, first = each.line, each.plays[0]
        self.leaders.check(line, first.seat, first.index)
        self._count(time, each)
        plays = [self._info(play) for play in each.plays]
        gap = time > 0 and not self.accounts.rounds[time - 1].plays
        trick = Trick(line, first.seat, None, None, None, [play.seat for play in each.plays], plays, gap=gap)
        lead = self.leads.judge(time, each, trick)
        for index in range(1, len(each.plays)):
            self._follow(time, each, each.plays[index], lead)
        self._points(each, trick)
        self._winner(time, each, trick, lead)
        check_points(self.found, self.bound, trick)
        return trick

    def _count(self, time: int, each: Round) -> None:
        """Nobody plays more cards than he was dealt."""
        for play in each.plays:
            left, exact = self.accounts.unseen(play.seat, time, 0)
            if exact and each.size is not None and left < each.size and play.seat not in self.reported:
                self.reported.add(play.seat)
                hand = self.accounts.ruleset.deal.hand_size
                facts = {"seat": self.found.name(play.seat), "played": hand - left, "size": Count(hand, "card")}
                self.found.add(
                    "CRD007", each.line, facts, trick=each.line.number, seat=play.seat, rule="deal.hand_size"
                )

    def _info(self, play: Laid) -> PlayInfo | None:
        return self.bound.info(play.cards.faces) if play.cards.known and play.cards.faces else None

    # --- follows

    def _follow(self, time: int, each: Round, play: Laid, lead: Lead | None) -> None:
        known = self.unseen.held(time, play)
        unseen, exact = self.accounts.unseen(play.seat, time, known)
        pool = self.unseen.of(play.seat, time, known)
        if lead is None:
            self._suit_only(each, play, known, unseen if exact else 0, pool)
            return
        outside = size(pool) - size(pool & self.bound.mask[lead.info.domain])
        too_many = unseen > outside and not exact
        found = doubt.judge_follow(self.bound, lead, known, 0 if too_many else unseen, pool, play.cards)
        if found.fault is not None and found.fault.kind == "count":
            return
        if found.fault is not None:
            info = self.bound.info(play.cards.faces)
            later = self._proof(time, play.seat, found.fault.kind, lead, known)
            report_follow(
                self.found, self.bound, lead, each.line, play.index, play.seat, info, known, found.fault,
                whole=unseen == 0 and play.cards.known, later=later,
            )  # fmt: skip
        elif (found.verdict == "undetermined" or too_many) and not play.doubtful:
            self._open(each, play, "replay.open.follow", {"unseen": Count(unseen, "card")})

    def _suit_only(self, each: Round, play: Laid, known: int, unseen: int, pool: int) -> None:
        """Where the cards led are not all known, still their suit may be."""
        lead = each.plays[0]
        domains = {self.bound.domain[face] for face in lead.cards.faces}
        if len(domains) == 1 and not lead.doubtful and each.size is not None:
            domain = domains.pop()
            found = doubt.judge_suit(self.bound, domain, known, pool, unseen, play.cards)
            if found.fault is not None:
                led = self.bound.lead(lead.cards.faces)
                info = self.bound.info(play.cards.faces)
                report_follow(
                    self.found, self.bound, led, each.line, play.index, play.seat, info, known, found.fault,
                    whole=False,
                )  # fmt: skip
                return
        if not play.doubtful and not lead.doubtful and len(domains) < 2:
            self._open(each, play, "replay.open.lead", {})

    def _proof(self, time: int, seat: int, kind: str, lead: Lead, known: int) -> Phrase | None:
        """Where a later play shows the card that was kept back."""
        if kind != "revoke":
            return None
        mask = self.bound.mask[lead.info.domain]
        for each in self.accounts.rounds[time + 1 :]:
            for play in each.plays:
                shown = pack_safely(play.cards.faces) & mask
                if play.seat == seat and shown & known:
                    cards = Cards(tuple(unpack(shown)))
                    return Phrase("replay.later_play", {"cards": cards, "trick": each.line.number})
        return None

    def _open(self, each: Round, play: Laid, key: str, facts: dict[str, object]) -> None:
        facts = {"seat": self.found.name(play.seat), **facts}
        self.found.undetermined(each.line, Phrase(key, facts), each.line.number, play.seat)

    # --- winner and points

    def _points(self, each: Round, trick: Trick) -> None:
        value = self.bound.points
        least = sum(value[face] for play in each.plays for face in play.cards.faces)
        gaps = 0
        open_end = len(each.plays) < self.seats and each.size is None
        for play in each.plays:
            if play.cards.known:
                continue
            if play.size is None:
                open_end = True
            else:
                gaps += play.size - len(play.cards.faces)
        if len(each.plays) < self.seats:
            gaps += (self.seats - len(each.plays)) * (each.size or 0)
        trick.least_points = least
        if not gaps and not open_end:
            trick.points = least
        elif not open_end:
            trick.most_points = least + gaps * max(value)

    def _winner(self, time: int, each: Round, trick: Trick, lead: Lead | None) -> None:
        if lead is None:
            self.leaders.won(each.line, None)
            return
        trick.lead = lead
        pools = {
            play.seat: self.unseen.of(play.seat, time, self.unseen.held(time, play))
            for play in each.plays
            if not play.cards.known
        }
        possible = possible_winners(self.bound, lead, each, trick.plays, self.seats, pools)
        if len(possible) == 1:
            trick.winner = possible[0]
            check_winner(self.found, self.bound, trick)
        elif each.line.winner is not None and each.line.winner not in possible:
            best = trick.seats.index(possible[0])
            trick.cause = report_winner(self.found, self.bound, lead, each.line, trick.seats, trick.plays, best)
        self.leaders.won(each.line, trick.winner, possible)
