"""The attackers' points 得分 of a deal: tricks, fines, capture 扣底, and the claims about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import Cards
from referee.packed import unpack
from referee.phrases import Count, Phrase
from referee.replay.tally import Tally
from referee.rules import capture as captures
from referee.rules.bound import MIXED
from referee.rules.order import TRUMP
from referee.rules.trick import capture_shapes

if TYPE_CHECKING:
    from referee.record import CapturedLine, ScoreLine
    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.replay.table import Played, Trick
    from referee.rules.bound import Bound
    from referee.rules.capture import Captured
    from referee.ruleset.model import Ruleset


class Scored(NamedTuple):
    """The attackers' total and what the last trick brought. ``points`` None: not known."""

    points: int | None
    values: list[int]
    """The total, then totals that follow from slips already reported."""
    captured: Captured | None
    cause: int | None
    claimed: int | None


class Scorer:
    """Adds up one deal for the attackers, the side ``side``."""

    def __init__(self, bound: Bound, sheet: Sheet, played: Played, side: int, found: Findings) -> None:
        self.bound = bound
        self.ruleset: Ruleset = bound.ruleset
        self.sheet = sheet
        self.played = played
        self.side = side
        self.found = found
        first = played.tricks[0] if played.tricks else None
        anchored = first is not None and not first.gap and first.line.number == 1
        self.tally = Tally(0 if anchored else None)
        self.tricks_only = 0
        self.fines_only = 0
        self.captured: Captured | None = None

    def score(self) -> Scored:
        """Go through the tricks and compare every claim."""
        tricks = self.played.tricks
        pending = self._claims_by_trick()
        last = len(tricks) - 1
        for line in pending.get(0, []) if tricks else []:
            self._check_so_far(line)
        for index, trick in enumerate(tricks):
            final = index == last and self._is_last()
            if trick.gap and index:
                self.tally.add(None)
            if final:
                self.captured = self._capture(trick)
            self._trick(trick, final=final)
            if trick.fine is not None:
                self._fine(trick)
            lines = pending.get(trick.line.line)
            if lines and (not final or index < last):
                for line in lines:
                    self._check_so_far(line)
        return self._finish(pending)

    def _claims_by_trick(self) -> dict[int, list[ScoreLine]]:
        """Score lines by the trick line they stand under."""
        pending: dict[int, list[ScoreLine]] = {}
        for count, line in self.sheet.scores:
            under = self.sheet.tricks[count - 1].line if count else 0
            pending.setdefault(under, []).append(line)
        return pending

    def _is_last(self) -> bool:
        sheet = self.sheet
        return self.played.finished or (sheet.captured is not None and sheet.concede is None)

    # --- tricks and fines

    def _trick(self, trick: Trick, *, final: bool) -> None:
        winner, points, line = trick.winner, trick.points, trick.line
        if winner is None and line.winner is not None:
            winner = line.winner
        if points is None and line.points is not None:
            points = line.points
        captured = self.captured
        if points == 0:
            gained: int | None = 0
        elif winner is None or points is None:
            gained = None
        else:
            gained = points if winner % 2 == self.side else 0
        if final and captured is not None and self.ruleset.capture.replaces_trick_points:
            gained = captured.trick_points
        if gained:
            self.tricks_only += gained
        before = self.tally.truth
        self.tally.add(gained)
        if gained is None and before is not None:
            self.found.undetermined(line, Phrase("replay.open.points", {"trick": line.number}), line.number)
        if trick.cause is not None and gained is not None and points is not None:
            winners = {winner, line.winner if line.winner is not None else winner}
            amounts = {points, line.points if line.points is not None else points}
            options = {
                amount if who is not None and who % 2 == self.side else 0 for who in winners for amount in amounts
            }
            self.tally.slip({option - gained for option in options}, trick.cause)

    def _fine(self, trick: Trick) -> None:
        fine, rules = trick.fine, self.ruleset.throw.penalty
        if fine is None or rules is None:
            return
        if fine.points is None:
            self.tally.add(None)
            return
        gain = fine.points if rules.to == "opponents" else 0
        change = -fine.points if fine.side == self.side else gain
        truth = self.tally.truth
        if truth is not None:
            bounded = truth + change
            bounded = bounded if rules.floor is None else max(bounded, rules.floor)
            bounded = bounded if rules.cap is None else min(bounded, rules.cap)
            change = bounded - truth
        self.fines_only += change
        self.tally.add(change)
        if not fine.noticed:
            self.tally.slip({-change}, None)
        claimed = next((line for n, line in self.sheet.penalties if self.sheet.tricks[n - 1] is trick.line), None)
        if claimed is not None and (claimed.side, claimed.points) != (fine.side, fine.points):
            signed = -claimed.points if claimed.side == self.side else claimed.points
            self.tally.slip({signed - change}, None)

    # --- capture

    def _capture(self, trick: Trick) -> Captured | None:
        """What the last trick brings, by the seat that really won it."""
        return self._capture_for(trick, trick.winner if trick.winner is not None else trick.line.winner)

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
        return captures.capture(self.ruleset, last, self._kitty_points())

    def _taken(self, side: int) -> int | None:
        """The points of all tricks a side won; None where that is not known."""
        total = 0
        for trick in self.played.tricks:
            if trick.winner is None or trick.points is None or trick.gap:
                return None
            total += trick.points if trick.winner % 2 == side else 0
        return total

    def _kitty_points(self) -> int | None:
        if self.played.buried is None:
            return None
        return sum(self.ruleset.points[face] for face in unpack(self.played.buried))

    def _check_captured(self, line: CapturedLine) -> None:
        """Base, multiplier and product of a recorded capture."""
        trick = self.played.tricks[-1] if self.played.tricks else None
        truth = self.captured
        if trick is None or truth is None:
            self._check_product(line)
            total = line.total if line.total is not None else (line.base or 0) * (line.multiplier or 0)
            self._gain(total, total)
            return
        claimed_winner = trick.line.winner
        if truth.captures is False:
            product = line.total if line.total is not None else (line.base or 0) * (line.multiplier or 0)
            if trick.cause is not None and claimed_winner is not None and claimed_winner % 2 == self.side:
                self.tally.slip({product}, trick.cause)
            elif product:
                facts = {"winner": self.found.name(trick.winner if trick.winner is not None else trick.leader)}
                at = self.found.add("SCO010", line, facts, rule=truth.rule, played=product)
                self.tally.slip({product}, at)
            return
        base, times = truth.base, truth.multiplier
        wrong: int | None = None
        if line.base is not None and base is not None and line.base != base:
            facts2 = {"points": Count(base, "point"), "claimed": line.base}
            wrong = self.found.add("SCO002", line, facts2, rule="capture.base", required=base, played=line.base)
        if line.multiplier is not None and times is not None and line.multiplier != times:
            other = None
            if claimed_winner is not None and claimed_winner != trick.winner and trick.cause is not None:
                other = self._capture_for(trick, claimed_winner).multiplier
            wrong = trick.cause
            if other != line.multiplier:
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
        return self.found.add("SCO003", line, facts, rule=rule, required=times, played=line.multiplier)

    def _check_amount(self, line: CapturedLine, truth: Captured, wrong: int | None) -> None:
        base = line.base if line.base is not None else truth.base
        times = line.multiplier if line.multiplier is not None else truth.multiplier
        product = None if base is None or times is None else base * times
        total = line.total if line.total is not None else product
        if total is not None and product is not None and total not in {product, truth.points}:
            facts = {"base": base, "multiplier": times, "total": product, "claimed": total}
            wrong = self.found.add("SCO004", line, facts, rule="capture", required=product, played=total)
        effect = truth.effect
        if effect is None:
            sign = -1 if truth.effect is not None and truth.effect < 0 else 1
            self._gain(None if total is None else sign * total, total)
            return
        sign = -1 if effect < 0 else 1
        self._gain(effect, total)
        options = {sign * each - effect for each in (total, product) if each is not None}
        self.tally.slip(options, wrong)

    def _check_product(self, line: CapturedLine) -> None:
        if line.total is None or line.base is None or line.multiplier is None:
            return
        product = line.base * line.multiplier
        if product != line.total:
            facts = {"base": line.base, "multiplier": line.multiplier, "total": product, "claimed": line.total}
            self.found.add("SCO004", line, facts, rule="capture", required=product, played=line.total)

    def _gain(self, effect: int | None, claimed: int | None) -> None:
        self.tally.add(effect if effect is not None else claimed)

    # --- claims

    def _check_so_far(self, line: ScoreLine) -> None:
        if self.tally.accepts(line.points):
            self._note(line.points)
            return
        truth = self.tally.truth or 0
        facts = {"points": Count(truth, "point"), "claimed": line.points}
        at = self.found.add("SCO005", line, facts, rule="points", required=truth, played=line.points)
        self.tally.slip({line.points - truth}, at)

    def _note(self, claimed: int) -> None:
        truth = self.tally.truth
        if truth is not None and claimed != truth:
            facts = {"claimed": claimed, "points": Count(truth, "point")}
            self.found.note(self.tally.cause, Phrase("replay.follows.score", facts))

    def _finish(self, pending: dict[int, list[ScoreLine]]) -> Scored:
        sheet = self.sheet
        tricks = self.played.tricks
        lines = pending.get(tricks[-1].line.line, []) if tricks else pending.get(0, [])
        final = not tricks or self._is_last()
        line = lines[-1] if lines else None
        if sheet.concede is not None and not self.played.finished:
            # What a concession is worth is agreed at the table.
            claimed = None if line is None else line.points
            return Scored(claimed, [] if claimed is None else [claimed], None, None, claimed)
        for early in lines[:-1] if final else lines:
            self._check_so_far(early)
        if sheet.captured is not None:
            self._check_captured(sheet.captured)
        elif final and self.captured is not None:
            self._uncounted_capture()
        if line is not None and final:
            self._check_final(line)
        known = self.tally.truth if final or line is not None else None
        values = self.tally.values() if final else []
        if not final and sheet.result is not None:
            values = []
        return Scored(known, values, self.captured, self.tally.cause, None if line is None else line.points)

    def _uncounted_capture(self) -> None:
        """A capture that nobody wrote down belongs to the score all the same."""
        captured = self.captured
        if captured is None or captured.captures is False:
            return
        self.tally.add(captured.effect)

    def _check_final(self, line: ScoreLine) -> None:
        if self.tally.accepts(line.points):
            self._note(line.points)
            return
        truth = self.tally.truth or 0
        parts: list[Phrase] = []
        captured = self.captured
        if captured is not None and captured.effect:
            facts = {"base": captured.base, "multiplier": captured.multiplier, "total": captured.effect}
            parts.append(Phrase("replay.rest.capture", facts))
        if self.fines_only:
            parts.append(Phrase("replay.rest.fines", {"points": self.fines_only}))
        rest = parts[0] if parts else Phrase("replay.rest.none")
        if len(parts) == 2:
            rest = Phrase("replay.rest.both", {"one": parts[0], "two": parts[1]})
        facts2 = {"points": Count(truth, "point"), "claimed": line.points, "tricks": self.tricks_only, "rest": rest}
        at = self.found.add("SCO006", line, facts2, rule="capture", required=truth, played=line.points)
        self.tally.slip({line.points - truth}, at)


def check_penalties(ruleset: Ruleset, sheet: Sheet, played: Played, found: Findings) -> None:
    """Compare every penalty line with the failed throw of its trick."""
    by_line = {trick.line.line: trick for trick in played.tricks}
    for count, line in sheet.penalties:
        trick = by_line.get(sheet.tricks[count - 1].line)
        fine = None if trick is None else trick.fine
        number = sheet.tricks[count - 1].number
        if ruleset.throw.penalty is None:
            found.add(
                "SCO008",
                line,
                {"side": found.side(line.side)},
                variant="no_fines",
                trick=number,
                rule="throw.failed.penalty",
            )
        elif fine is None:
            found.add("SCO008", line, {"side": found.side(line.side)}, trick=number, rule="throw.failed.penalty")
        elif line.side != fine.side or (fine.points is not None and line.points != fine.points):
            facts = {
                "side": found.side(fine.side),
                "points": Count(fine.points or line.points, "point"),
                "claimed_side": found.side(line.side),
                "claimed": line.points,
            }
            found.add(
                "SCO007",
                line,
                facts,
                trick=number,
                rule="throw.failed.penalty",
                required=fine.points,
                played=line.points,
            )
