"""The attackers' points 得分 of a deal: tricks, fines, capture 扣底, and the claims about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.phrases import Count, Phrase
from referee.replay.captures import CaptureCheck
from referee.replay.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import ScoreLine, TrickLine
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
    running: Sequence[int | None] = ()
    """The total after each replayed trick, fines included, capture not; None: not known."""


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
        self.capture = CaptureCheck(bound, played, side, self.tally, found)
        self.fines_only = 0
        self.lost: TrickLine | None = None
        """The trick after which the score can no longer be followed."""
        self.captured: Captured | None = None
        self.running: list[int | None] = []

    def score(self) -> Scored:
        """Go through the tricks and compare every claim."""
        tricks = self.played.tricks
        pending = self._claims_by_trick()
        last = len(tricks) - 1
        for line in pending.get(0, []) if tricks else []:
            self._check_so_far(line)
        for index, trick in enumerate(tricks):
            final = index == last and self._is_last()
            if final:
                self.captured = self.capture.work_out(trick)
            self._trick(trick, final=final)
            if trick.fine is not None:
                self._fine(trick)
            self.running.append(self.tally.truth)
            if index < last and tricks[index + 1].gap:
                # A score written here may be of any moment in the gap.
                self.tally.add(None)
            elif index < last:
                for line in pending.get(trick.line.line, ()):
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
        """Is the last trick recorded the last one of the deal? What is said at the end does not prove it alone."""
        sheet = self.sheet
        return self.played.finished or (self.played.over and sheet.captured is not None and sheet.concede is None)

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
        before = self.tally.truth
        self.tally.add(gained)
        if gained is None and before is not None:
            self.lost = line
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
        claimed = next((line for n, line in self.sheet.penalties if self.sheet.tricks[n - 1] is trick.line), None)
        if fine.points is None and claimed is not None and claimed.side == fine.side:
            fine = fine._replace(points=claimed.points)
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
        if claimed is not None and (claimed.side, claimed.points) != (fine.side, fine.points):
            signed = -claimed.points if claimed.side == self.side else claimed.points
            self.tally.slip({signed - change}, None)

    # --- claims

    def _note_lost(self) -> None:
        """A claim is made that cannot be checked: say from where on."""
        if self.tally.truth is None and self.lost is not None:
            self.found.undetermined(
                self.lost, Phrase("replay.open.points", {"trick": self.lost.number}), self.lost.number
            )
            self.lost = None

    def _check_so_far(self, line: ScoreLine) -> None:
        self._note_lost()
        if self.tally.accepts(line.points):
            self._note(line.points)
            return
        truth = self.tally.truth or 0
        facts = {"points": Count(truth, "point"), "claimed": line.points}
        at = self.found.add(
            "SCO005",
            line,
            facts,
            place=self.found.place_word(line, "INT"),
            rule="points",
            required=truth,
            played=line.points,
        )
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
            return Scored(claimed, [] if claimed is None else [claimed], None, None, claimed, self.running)
        if not final and sheet.over:
            # Tricks are missing at the end: a score may be of any moment among them.
            self.tally.add(None)
            lines = []
        elif not final and self.played.over:
            self._may_have_captured(tricks[-1])
        for early in lines[:-1] if final else lines:
            self._check_so_far(early)
        if sheet.captured is not None:
            self.capture.check(sheet.captured)
        elif final and self.captured is not None:
            self.capture.add_unwritten()
        if line is not None and final:
            self._check_final(line)
        known = self.tally.truth if final or line is not None else None
        values = self.tally.values() if final else []
        claimed = None if line is None else line.points
        if not final and sheet.result is not None:
            values = []
        return Scored(known, values, self.captured, self.tally.cause, claimed, self.running)

    def _may_have_captured(self, trick: Trick) -> None:
        """Nothing is left to play, but no capture is written down: a score now may or may not contain it."""
        captured = self.capture.work_out(trick)
        if captured.captures is False:
            return
        if captured.effect is None or self.ruleset.capture.replaces_trick_points:
            self.tally.add(None)
        else:
            self.tally.slip({captured.effect}, None)

    def _check_final(self, line: ScoreLine) -> None:
        self._note_lost()
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
        effect = 0 if captured is None or captured.effect is None else captured.effect
        tricks = truth - effect - self.fines_only
        facts2 = {"points": Count(truth, "point"), "claimed": line.points, "tricks": tricks, "rest": rest}
        at = self.found.add(
            "SCO006",
            line,
            facts2,
            place=self.found.place_word(line, "INT"),
            rule="capture",
            required=truth,
            played=line.points,
        )
        self.tally.slip({line.points - truth}, at)
