"""The tricks 墩 of a simulated deal, and what they bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import Cards
from referee.packed import pack
from referee.record import Line, PenaltyLine, Play, ScoreLine, TrickLine
from referee.rules import trick as contest
from referee.rules.capture import Captured, capture, last_trick
from referee.rules.rotation import same_side, side_of, turn_order
from referee.simulate.playing import choose_follow, choose_lead

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from referee.rules.bound import Bound, Lead, PlayInfo

_SAY_THROWS = 0.6
"""How often a throw that stood is written as one."""
_SAY_SCORE = 0.15
"""How often the score so far is written between two tricks."""


class Tricks:
    """Plays a deal to its end.

    Attributes:
        lines: tricks, penalties and scores in order.
        score: the attackers' points, fines included, and after ``play`` the capture too.
        captured: what the last trick brought from the kitty.
    """

    def __init__(self, bound: Bound, holdings: list[int], dealer: int, rng: Random) -> None:
        self.bound = bound
        self.holdings = holdings
        self.dealer = dealer
        self.rng = rng
        self.count = len(holdings)
        self.lines: list[Line] = []
        self.score = 0
        self.taken = [0, 0]
        self.captured: Captured | None = None
        self._fine = 0

    def play(self, buried: Sequence[int]) -> None:
        """Play all tricks; ``buried`` is what the kitty holds."""
        leader, number = self.dealer, 1
        while any(self.holdings):
            leader = self._one(leader, number, buried)
            number += 1

    def _attacker(self, seat: int) -> bool:
        return not same_side(self.count, seat, self.dealer)

    def _one(self, leader: int, number: int, buried: Sequence[int]) -> int:
        first, lead = self._lead(leader)
        plays, infos = [first], [lead.info]
        for seat in turn_order(self.count, leader)[1:]:
            faces = choose_follow(self.bound, lead, self.holdings[seat], self.rng)
            info = self.bound.info(faces)
            self.holdings[seat] -= info.packed
            plays.append(Play(seat, Cards(faces)))
            infos.append(info)
        best = contest.winner(self.bound, lead, infos)
        winner, points = plays[best].seat, sum(info.points for info in infos)
        self.lines.append(TrickLine(0, "", number, plays, winner, points))
        if self._fine:
            self.lines.append(PenaltyLine(0, "", side_of(self.count, leader), self._fine))
        self._count(leader, winner, points)
        if not any(self.holdings):
            self._capture(lead, plays, infos, best, buried)
        elif self.rng.random() < _SAY_SCORE:
            self.lines.append(ScoreLine(0, "", self.score))
        return winner

    def _lead(self, leader: int) -> tuple[Play, Lead]:
        others = [self.holdings[seat] for seat in turn_order(self.count, leader)[1:]]
        faces, verdict = choose_lead(self.bound, self.holdings[leader], others, self.rng)
        self._fine = verdict.fine
        kept = self.rng.choice(verdict.kept) if verdict.kind == "fails" else faces
        self.holdings[leader] -= pack(kept)
        if sorted(kept) != sorted(faces):
            return Play(leader, Cards(kept), Cards(faces), throws=True), self.bound.lead(kept)
        lead = self.bound.lead(faces)
        thrown = len(lead.components) > 1
        said = thrown and (verdict.kind == "fails" or self.rng.random() < _SAY_THROWS)
        return Play(leader, Cards(faces), None, throws=said), lead

    def _count(self, leader: int, winner: int, points: int) -> None:
        """Add a trick's points, and the fine for a failed throw."""
        self.taken[side_of(self.count, winner)] += points
        if self._attacker(winner):
            self.score += points
        penalty = self.bound.ruleset.throw.penalty
        if not self._fine or penalty is None:
            return
        if self._attacker(leader):
            self.score -= self._fine
        elif penalty.to == "opponents":
            self.score += self._fine
        if penalty.floor is not None:
            self.score = max(self.score, penalty.floor)
        if penalty.cap is not None:
            self.score = min(self.score, penalty.cap)

    def _capture(
        self, lead: Lead, plays: Sequence[Play], infos: Sequence[PlayInfo], best: int, buried: Sequence[int]
    ) -> None:
        """Add what the last trick brings beyond its own points."""
        winner = plays[best].seat
        last = last_trick(
            self.bound,
            lead,
            infos,
            best,
            by_attackers=self._attacker(winner),
            loser_score=self.taken[1 - side_of(self.count, winner)],
        )
        kitty_points = sum(self.bound.points[face] for face in buried)
        self.captured = capture(self.bound.ruleset, last, kitty_points)
        if self._attacker(winner):
            self.score += (self.captured.trick_points or 0) - sum(info.points for info in infos)
        self.score += self.captured.effect or 0
