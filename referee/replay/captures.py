"""The capture 扣底 of a deal: what the last trick brings, and what the record claims it brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cards import Cards
from referee.packed import unpack
from referee.phrases import Count
from referee.rules import capture as captures
from referee.rules.bound import MIXED
from referee.rules.order import TRUMP
from referee.rules.trick import capture_shapes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.record import CapturedLine
    from referee.replay.findings import Findings
    from referee.replay.table import Played, Trick
    from referee.replay.tally import Tally
    from referee.rules.bound import Bound
    from referee.rules.capture import Captured


class CaptureCheck:
    """The capture of one deal, for the attackers (side ``side``). ``truth``: what the rules give, once ``work_out``."""

    def __init__(self, bound: Bound, played: Played, side: int, tally: Tally, found: Findings) -> None:
        self.bound = bound
        self.played = played
        self.side = side
        self.tally = tally
        self.found = found
        self.truth: Captured | None = None

    def work_out(self, trick: Trick) -> Captured:
        """What the last trick brings, by the seat that really won it."""
        self.truth = self._capture_for(trick, trick.winner if trick.winner is not None else trick.line.winner)
        return self.truth

    def _capture_for(self, trick: Trick, winner: int | None) -> Captured:
        own: int | None = 0
        losers: int | None = 0
        for seat, play in zip(trick.seats, trick.plays, strict=True):
            points = None if play is None else play.points
            if winner is None or points is None:
                own = losers = None
                break
            if seat % 2 == winner % 2:
                own = None if own is None else own + points
            else:
                losers = None if losers is None else losers + points
        at = None if winner is None or winner not in trick.seats else list(trick.seats).index(winner)
        play = None if at is None else trick.plays[at]
        shapes = None
        if trick.lead is not None and play is not None and play.domain != MIXED:
            shapes = capture_shapes(self.bound, trick.lead, play)
        last = captures.LastTrick(
            by_attackers=None if winner is None else winner % 2 == self.side,
            shapes=shapes,
            trump=None if play is None else play.domain == TRUMP,
            cards=None if trick.lead is None else trick.lead.info.size,
            own_points=own,
            loser_points=losers,
            loser_score=None if winner is None else self._taken(1 - winner % 2),
        )
        return captures.capture(self.bound.ruleset, last, self._kitty_points())

    def _as_claimed(self, trick: Trick) -> Captured | None:
        """What the last trick would have brought by its recorded winner, where that one was reported as wrong."""
        if trick.cause is None or trick.line.winner is None or trick.line.winner == trick.winner:
            return None
        return self._capture_for(trick, trick.line.winner)

    def _taken(self, side: int) -> int | None:
        """The points of all tricks a side won, where the rules ask for them; None where that is not known."""
        if self.bound.ruleset.capture.base != "loser_hand_score":
            return None
        total = 0
        for trick in self.played.tricks:
            if trick.winner is None or trick.points is None or trick.gap:
                return None
            total += trick.points if trick.winner % 2 == side else 0
        return total

    def _kitty_points(self) -> int | None:
        if self.played.buried is None:
            return None
        return sum(self.bound.ruleset.points[face] for face in unpack(self.played.buried))

    def check(self, line: CapturedLine) -> None:
        """Base, multiplier and product of a recorded capture."""
        trick = self.played.tricks[-1] if self.played.tricks else None
        truth = self.truth
        if trick is None or truth is None:
            self._check_product(line)
            self.tally.add(
                self._as_effect(line.total if line.total is not None else (line.base or 0) * (line.multiplier or 0))
            )
            return
        product = line.total if line.total is not None else (line.base or 0) * (line.multiplier or 0)
        other = self._as_claimed(trick)
        if other is not None and product == (other.points if other.captures else 0):
            self.tally.add(truth.effect if truth.effect is not None else self._as_effect(product))
            self.tally.slip({(other.effect or 0) - (truth.effect or 0)}, trick.cause)
            return
        if truth.captures is False:
            if product:
                facts = {"winner": self.found.name(trick.winner if trick.winner is not None else trick.leader)}
                at = self.found.add(
                    "SCO010", line, facts, place=self.found.place_word(line, "INT"), rule=truth.rule, played=product
                )
                self.tally.slip({product}, at)
            return
        base, times = truth.base, truth.multiplier
        wrong: int | None = None
        first = 0 if line.total is None else 1
        if line.base is not None and base is not None and line.base != base:
            facts2 = {"points": Count(base, "point"), "claimed": line.base}
            wrong = self.found.add(
                "SCO002",
                line,
                facts2,
                place=self.found.place_word(line, "INT", first),
                rule="capture.base",
                required=base,
                played=line.base,
            )
        if line.multiplier is not None and times is not None and line.multiplier != times:
            wrong = trick.cause
            if other is None or other.multiplier != line.multiplier:
                wrong = self._report_multiplier(line, trick, times, truth.rule)
        self._check_amount(line, truth, wrong)

    def _report_multiplier(self, line: CapturedLine, trick: Trick, times: int, rule: str) -> int:
        winner = trick.winner if trick.winner is not None else trick.leader
        play = trick.plays[list(trick.seats).index(winner)]
        facts = {
            "winner": self.found.name(winner),
            "cards": Cards(play.faces if play is not None else ()),
            "multiplier": times,
            "claimed": line.multiplier,
        }
        return self.found.add(
            "SCO003",
            line,
            facts,
            place=self.found.place_word(line, "INT", 1 if line.total is None else 2),
            rule=rule,
            required=times,
            played=line.multiplier,
        )

    def _check_amount(self, line: CapturedLine, truth: Captured, wrong: int | None) -> None:
        base = line.base if line.base is not None else truth.base
        times = line.multiplier if line.multiplier is not None else truth.multiplier
        product = None if base is None or times is None else base * times
        total = line.total if line.total is not None else product
        if total is not None and product is not None and total not in {product, truth.points}:
            facts = {"base": base, "multiplier": times, "total": product, "claimed": total}
            wrong = self._report_product(line, facts)
        effect = truth.effect
        if effect is None:
            self.tally.add(self._as_effect(total))
            return
        sign = -1 if effect < 0 else 1
        self.tally.add(effect)
        options = {sign * each - effect for each in (total, product) if each is not None}
        self.tally.slip(options, wrong)

    def _check_product(self, line: CapturedLine) -> None:
        if line.total is None or line.base is None or line.multiplier is None:
            return
        product = line.base * line.multiplier
        if product != line.total:
            facts = {"base": line.base, "multiplier": line.multiplier, "total": product, "claimed": line.total}
            self._report_product(line, facts)

    def _report_product(self, line: CapturedLine, facts: Mapping[str, Any]) -> int:
        return self.found.add(
            "SCO004",
            line,
            facts,
            place=self.found.place_word(line, "INT"),
            rule="capture",
            required=facts["total"],
            played=facts["claimed"],
        )

    def _as_effect(self, claimed: int | None) -> int | None:
        """What a claimed capture does to the attackers' points; where points change sides it hangs on who won."""
        if not claimed or self.bound.ruleset.capture.effect != "transfer":
            return claimed
        trick = self.played.tricks[-1] if self.played.tricks else None
        winner = None if trick is None else trick.winner if trick.winner is not None else trick.line.winner
        if winner is None:
            return None
        return claimed if winner % 2 == self.side else -claimed

    def add_unwritten(self) -> None:
        """A capture that nobody wrote down belongs to the score all the same."""
        truth = self.truth
        if truth is None or truth.captures is False:
            return
        self.tally.add(truth.effect)
        trick = self.played.tricks[-1]
        other = self._as_claimed(trick)
        if other is not None and other.effect is not None and truth.effect is not None:
            self.tally.slip({other.effect - truth.effect}, trick.cause)
