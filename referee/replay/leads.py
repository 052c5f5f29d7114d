"""Leads and throws of which not every hand is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.packed import missing, size
from referee.phrases import Phrase
from referee.replay.multiset import pack_safely, union
from referee.replay.reasons import report_lead, report_throw
from referee.replay.table import Fine
from referee.replay.throws import check_part, judge_attempt, judge_standing, report_unheld
from referee.rules import doubt, throw
from referee.rules.bound import MIXED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.cards import Cards
    from referee.replay.accounts import Accounts, Unseen
    from referee.replay.findings import Findings
    from referee.replay.rounds import Laid, Round
    from referee.replay.table import Trick
    from referee.rules.bound import Bound, Lead


class _Others(NamedTuple):
    """The other seats: who they are, what each holds (known, unseen), whether that is certain, what may be unseen."""

    seats: list[int]
    held: list[tuple[int, int]]
    certain: bool
    pool: int


class Leads:
    """Judges the leads of one deal from what is certain."""

    def __init__(self, bound: Bound, accounts: Accounts, unseen: Unseen, found: Findings) -> None:
        self.bound = bound
        self.accounts = accounts
        self.unseen = unseen
        self.found = found

    def judge(self, time: int, each: Round, trick: Trick) -> Lead | None:
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
            else:
                self._doubtful_fine(trick, play)
            return lead
        try:
            lead = self.bound.lead(play.cards.faces, groups)
        except ValueError:
            report_lead(
                self.found, self.bound, each.line, play.index, play.seat, play.cards, "grouping", "throw.decompose"
            )
            groups = None
            lead = self.bound.lead(play.cards.faces)
        if len(lead.components) > 1:
            self._standing(time, each, trick, lead, groups)
        return lead

    def _others(self, time: int, seat: int) -> _Others:
        """The other seats before this trick."""
        holders = [(seat + step) % self.accounts.seats for step in range(1, self.accounts.seats)]
        held: list[tuple[int, int]] = []
        certain = True
        pool = self.unseen.pool
        for holder in holders:
            known = self.accounts.known(holder, time)
            unseen, exact = self.accounts.unseen(holder, time, known)
            certain = certain and exact and unseen == 0
            held.append((known, unseen))
            pool = union(pool, self.unseen.of(holder, time, known))
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
        void = self._void(lead.info.domain, held, pool)
        if void is not None and void != "open":
            report_lead(self.found, self.bound, line, play.index, play.seat, play.cards, void, "throw.others_void")
            return
        found = doubt.judge_throw(self.bound, lead, held, pool)
        if found.outcome == "fails" and lead.info.faces not in found.possible:
            report_throw(
                self.found, "LED005", line, play.index, play.seat, play.cards, play.cards, found.beaten,
                throw.kept_components(self.bound, lead, found.beaten), holders,
            )  # fmt: skip
            if self.bound.ruleset.throw.penalty is not None:
                trick.fine = Fine(play.seat % 2, self._fine(lead), noticed=False)
        elif found.outcome == "open" or void == "open":
            self._open(each, play, play.cards)

    def _void(self, domain: int, held: Sequence[tuple[int, int]], pool: int) -> str | None:
        """What ``throw.others_void`` says of a throw in this domain: a kind of fault, "open", or None."""
        rule = self.bound.ruleset.throw.others_void
        if rule == "ok":
            return None
        mask = self.bound.mask[domain]
        if any(known & mask for known, _ in held):
            return "not_all_void" if rule == "only_if_all_void" else None
        if pool & mask and any(unseen for _, unseen in held):
            return "open"
        return "all_void" if rule == "forbidden_if_all_void" else None

    def _attempt(self, time: int, each: Round, trick: Trick, groups: tuple[tuple[int, ...], ...] | None) -> None:
        play, line = each.plays[0], each.line
        attempted = play.attempted
        if attempted is None:
            return
        unseen, exact = self.accounts.unseen(play.seat, time, 0)
        future = self.accounts.before[play.seat][-1] - self.accounts.before[play.seat][time]
        if exact and size(future) == unseen and missing(future, pack_safely(attempted.faces)):
            report_unheld(self.found, line, play.index, play.seat, attempted, play.cards, future)
            self._doubtful_fine(trick, play)
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
            self._doubtful_fine(trick, play)
            return
        if shape.kind != "ok" or shape.lead is None:
            report_lead(self.found, self.bound, line, play.index, play.seat, attempted, shape.kind, shape.rule)
            return
        void = self._void(shape.lead.info.domain, held, pool)
        if void is not None and void != "open":
            report_lead(self.found, self.bound, line, play.index, play.seat, attempted, void, "throw.others_void")
            return
        found = doubt.judge_throw(self.bound, shape.lead, held, pool)
        if self.bound.ruleset.throw.penalty is not None:
            trick.fine = Fine(play.seat % 2, self._fine(shape.lead), noticed=True)
        if found.outcome == "stands":
            report_throw(self.found, "LED009", line, play.index, play.seat, attempted, play.cards, (), (), holders)
        elif tuple(sorted(play.cards.faces)) not in found.possible:
            report_throw(
                self.found, "LED006", line, play.index, play.seat, attempted, play.cards, found.beaten,
                found.possible, holders,
            )  # fmt: skip
        elif found.outcome == "open" or len(found.possible) > 1:
            self._open(each, play, attempted)

    def _doubtful_fine(self, trick: Trick, play: Laid) -> None:
        """Something was thrown and failed, but what was thrown is not certain: neither is the fine."""
        if self.bound.ruleset.throw.penalty is not None:
            trick.fine = Fine(play.seat % 2, self._fine(None), noticed=True)

    def _fine(self, lead: Lead | None) -> int | None:
        """What the failure costs, where that does not depend on which components are beaten.

        ``lead`` None: it is not known what was thrown.
        """
        penalty = self.bound.ruleset.throw.penalty
        if penalty is None or penalty.per not in {"attempt", "card"}:
            return None
        if lead is None:
            return penalty.points if penalty.per == "attempt" else None
        return throw.fine(self.bound, lead, ())

    def _open(self, each: Round, play: Laid, cards: Cards) -> None:
        facts = {"seat": self.found.name(play.seat), "cards": cards}
        self.found.undetermined(each.line, Phrase("replay.open.throw", facts), each.line.number, play.seat)
