"""Replaying a deal of which something is missing or wrong: verdicts only where every completion agrees.

What is certain is defined in semantics §11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import Cards
from referee.packed import missing, size, unpack
from referee.phrases import Count, Phrase
from referee.replay.multiset import add, less, pack_safely, union
from referee.replay.reasons import report_follow, report_lead, report_throw, report_winner
from referee.replay.table import Fine, Leaders, Played, Trick, check_points, check_winner
from referee.replay.throws import check_part, judge_attempt, judge_standing, report_unheld
from referee.replay.winners import possible_winners
from referee.rules import doubt, throw
from referee.rules.bound import MIXED

if TYPE_CHECKING:
    from referee.replay.accounts import Accounts
    from referee.replay.findings import Findings
    from referee.replay.rounds import Laid, Round
    from referee.rules.bound import Bound, Lead, PlayInfo


class _Others(NamedTuple):
    """The other seats: who they are, what each holds (known, unseen), whether that is certain, what may be unseen."""

    seats: list[int]
    held: list[tuple[int, int]]
    certain: bool
    pool: int


class Careful:
    """One deal judged from what is certain."""

    def __init__(self, bound: Bound, accounts: Accounts, dealer: int | None, found: Findings) -> None:
        self.bound = bound
        self.accounts = accounts
        self.found = found
        self.seats = accounts.seats
        self.pool, self.floating = accounts.pool()
        self.takers = accounts.takers
        self.first = [accounts.known(seat, 0) for seat in range(self.seats)]
        self.leaders = Leaders(found, dealer)
        self.reported: set[int] = set()

    def replay(self) -> Played:
        """Judge everything that can be judged."""
        rounds = self.accounts.rounds
        tricks = [self._trick(time, each) for time, each in enumerate(rounds) if each.plays]
        hands: list[int | None] = []
        for seat in range(self.seats):
            known = self.accounts.known(seat, 0)
            start = self.accounts.start[seat]
            whole = self.accounts.unseen(seat, 0, known) == (0, True)
            hands.append(start if start is not None else known if whole else None)
        return Played(tricks, finished=self._finished(), buried=self._buried(hands), hands=hands)

    def _finished(self) -> bool:
        rounds = self.accounts.rounds
        if not rounds:
            return False
        left = [self.accounts.unseen(seat, len(rounds), 0) for seat in range(self.seats)]
        return all(held == (0, True) for held in left)

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
        if each.gap:
            self.leaders.forget()
        self.leaders.check(line, first.seat, first.index)
        self._count(time, each)
        plays = [self._info(play) for play in each.plays]
        trick = Trick(line, first.seat, None, None, None, [play.seat for play in each.plays], plays, gap=each.gap)
        lead = self._lead(time, each, trick)
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

    # --- leads

    def _lead(self, time: int, each: Round, trick: Trick) -> Lead | None:
        """The lead as far as it is known, judged against what the others certainly or possibly hold."""
        play = each.plays[0]
        info = trick.plays[0]
        if play.cards.known != (info is not None) or info is None:
            if len({self.bound.domain[face] for face in play.cards.faces}) > 1:
                report_lead(self.found, self.bound, each.line, play.index, play.seat, play.shown, "mixed", "throw")
            return None
        if info.domain == MIXED:
            report_lead(self.found, self.bound, each.line, play.index, play.seat, play.cards, "mixed", "throw")
            return None
        groups = None if play.groups is None else tuple(group.faces for group in play.groups)
        if play.attempted is not None:
            lead = self.bound.lead(play.cards.faces)
            if play.attempted.known:
                self._attempt(time, each, trick, groups)
            return lead
        try:
            lead = self.bound.lead(play.cards.faces, groups)
        except ValueError:
            report_lead(
                self.found, self.bound, each.line, play.index, play.seat, play.cards, "grouping", "throw.decompose"
            )
            lead = self.bound.lead(play.cards.faces)
        if len(lead.components) > 1:
            self._standing(time, each, trick, lead, groups)
        return lead

    def _others(self, time: int, seat: int) -> _Others:
        """The other seats before this trick."""
        holders = [(seat + step) % self.seats for step in range(1, self.seats)]
        held: list[tuple[int, int]] = []
        certain = True
        pool = self.pool
        for holder in holders:
            known = self.accounts.known(holder, time)
            unseen, exact = self.accounts.unseen(holder, time, known)
            certain = certain and exact and unseen == 0
            held.append((known, unseen))
            pool = union(pool, self._pool_of(holder, time, known))
        return _Others(holders, held, certain, pool)

    def _standing(
        self, time: int, each: Round, trick: Trick, lead: Lead, groups: tuple[tuple[int, ...], ...] | None
    ) -> None:
        play, line = each.plays[0], each.line
        faces = play.cards.faces
        holders, held, certain, pool = self._others(time, play.seat)
        if certain:
            verdict = throw.check(self.bound, faces, None, [known for known, _ in held], groups)
            trick.fine = judge_standing(
                self.found, self.bound, line, play.index, play.seat, play.cards, verdict, holders
            )
            return
        shape = throw.check_shape(self.bound, faces, None, groups)
        if shape.kind != "ok":
            report_lead(self.found, self.bound, line, play.index, play.seat, play.cards, shape.kind, shape.rule)
            return
        found = doubt.judge_throw(self.bound, lead, held, pool)
        if found.outcome == "fails" and lead.info.faces not in found.possible:
            report_throw(
                self.found, "LED005", line, play.index, play.seat, play.cards, play.cards, found.beaten,
                throw.kept_components(self.bound, lead, found.beaten), holders,
            )  # fmt: skip
            if self.bound.ruleset.throw.penalty is not None:
                trick.fine = Fine(play.seat % 2, None, noticed=False)
        elif found.outcome == "open" or self._void_matters(lead):
            self._open(each, play, "replay.open.throw", {"cards": play.cards})

    def _void_matters(self, lead: Lead) -> bool:
        return self.bound.ruleset.throw.others_void != "ok" and len(lead.components) > 1

    def _attempt(self, time: int, each: Round, trick: Trick, groups: tuple[tuple[int, ...], ...] | None) -> None:
        play, line = each.plays[0], each.line
        attempted = play.attempted
        if attempted is None:
            return
        unseen, exact = self.accounts.unseen(play.seat, time, 0)
        future = self.accounts.before[play.seat][-1] - self.accounts.before[play.seat][time]
        if exact and size(future) == unseen and missing(future, pack_safely(attempted.faces)):
            report_unheld(self.found, line, play.index, play.seat, attempted, play.cards, future)
            return
        holders, held, certain, pool = self._others(time, play.seat)
        if certain:
            verdict = throw.check(self.bound, attempted.faces, None, [known for known, _ in held], groups)
            trick.fine = judge_attempt(
                self.found, self.bound, line, play.index, play.seat, attempted, play.cards, verdict, holders
            )
            return
        shape = throw.check_shape(self.bound, attempted.faces, None, groups)
        if not check_part(self.found, line, play.index, play.seat, attempted, play.cards):
            return
        if shape.kind != "ok" or shape.lead is None:
            report_lead(self.found, self.bound, line, play.index, play.seat, attempted, shape.kind, shape.rule)
            return
        found = doubt.judge_throw(self.bound, shape.lead, held, pool)
        if self.bound.ruleset.throw.penalty is not None:
            trick.fine = Fine(play.seat % 2, None, noticed=True)
        if found.outcome == "stands":
            report_throw(self.found, "LED009", line, play.index, play.seat, attempted, play.cards, (), (), holders)
        elif tuple(sorted(play.cards.faces)) not in found.possible:
            report_throw(
                self.found, "LED006", line, play.index, play.seat, attempted, play.cards, found.beaten,
                found.possible, holders,
            )  # fmt: skip
        elif found.outcome == "open" or len(found.possible) > 1:
            self._open(each, play, "replay.open.throw", {"cards": attempted})

    def _held(self, time: int, play: Laid) -> int:
        """What the seat certainly holds before this play; an unknown card in it may be any that is not played later."""
        if play.cards.known:
            return self.accounts.known(play.seat, time)
        return add(self.accounts.known(play.seat, time + 1), pack_safely(play.cards.faces))

    def _pool_of(self, seat: int, time: int, known: int) -> int:
        """The cards a seat may hold beyond ``known``: those nobody is known to have, and its own gone unseen."""
        pool = add(self.pool, self.floating) if seat in self.takers else self.pool
        return add(pool, less(self.first[seat], add(self.accounts.before[seat][time], known)))

    # --- follows

    def _follow(self, time: int, each: Round, play: Laid, lead: Lead | None) -> None:
        known = self._held(time, play)
        unseen, exact = self.accounts.unseen(play.seat, time, known)
        pool = self._pool_of(play.seat, time, known)
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
            play.seat: self._pool_of(play.seat, time, self._held(time, play))
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
