"""After the last trick: result 结果, levels 升级, next dealer 轮庄, room points 积分, end of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.phrases import Count, Phrase
from referee.replay.findings import RANKS
from referee.replay.roompoints import points_after
from referee.rules import levels, result, rotation
from referee.rules.result import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import LevelsLine, Line
    from referee.replay.findings import Findings
    from referee.replay.score import Scored
    from referee.replay.sheet import Sheet
    from referee.replay.standing import Standing
    from referee.rules.levels import DealEnd
    from referee.ruleset.model import Ruleset


class Settled(NamedTuple):
    """What a deal came to. ``outcomes``: the true one first, then those consistent with slips already reported."""

    outcome: Outcome | None
    levels: tuple[tuple[str, ...], tuple[str, ...]]
    dealers: tuple[int, ...]
    asked: bool
    totals: dict[int, tuple[int, ...]]
    won: int | None
    redeal: bool = False


class Settler:
    """Settles one deal. ``before``: levels of both sides, each with every acceptable value."""

    def __init__(
        self,
        ruleset: Ruleset,
        sheet: Sheet,
        scored: Scored | None,
        dealer: int | None,
        before: tuple[tuple[str, ...], tuple[str, ...]],
        standing: Standing,
        found: Findings,
    ) -> None:
        self.ruleset = ruleset
        self.sheet = sheet
        self.scored = scored
        self.dealer = dealer
        self.before = before
        self.standing = standing
        self.found = found
        self.cause: int | None = None if scored is None else scored.cause

    def settle(self) -> Settled:
        """Compare every claim made after the last trick."""
        outcomes = self._outcomes()
        ends = self._ends(outcomes)
        after = self._levels(ends)
        dealers, asked = self._next(outcomes)
        points = None if self.scored is None else self.scored.points
        gains = [(outcome, risen) for outcome in outcomes for risen in self._risen(outcome)]
        totals = points_after(self.ruleset, self.sheet, self.dealer, points, gains, self.standing, self.found)
        won = self._match(ends, after)
        outcome = outcomes[0] if outcomes else None
        return Settled(outcome, after, dealers, asked, totals, won)

    # --- result

    def _outcomes(self) -> list[Outcome]:
        bands = self.ruleset.bands
        points = [] if self.scored is None else list(self.scored.values)
        if self.scored is not None and self.scored.claimed is not None and points:
            points.append(self.scored.claimed)
        outcomes = list(dict.fromkeys(result.outcome(bands, value) for value in points))
        line = self.sheet.result
        if line is None:
            return outcomes
        claimed = next((o for o in line.outcomes if o.party != "redeal" and o.levels >= 0), None)
        if claimed is None:
            return outcomes
        party = "dealer" if claimed.party == "dealer" else "attackers"
        if not outcomes:
            return [self._as_outcome(party, claimed.levels)]
        for outcome in outcomes:
            if (outcome.side, outcome.levels) == (party, claimed.levels):
                if outcome != outcomes[0]:
                    facts = {"result": say_outcome(outcomes[0]), "claimed": say_outcome(outcome)}
                    self.found.note(self.cause, Phrase("replay.follows.result", facts))
                return outcomes
        own = self._as_outcome(party, claimed.levels)
        points_text = Count(points[0], "point")
        right, wrong = say_outcome(outcomes[0]), say_outcome(own)
        words = {"points": points_text, "result": right, "claimed": wrong}
        against = self.sheet.scores[-1][1] if self.sheet.scores and not self.sheet.tricks else None
        self.cause = self.found.add("SCO009", line, words, rule="bands", required=right, played=wrong, against=against)
        return [*outcomes, own]

    def _as_outcome(self, party: str, gained: int) -> Outcome:
        """A recorded result as an outcome of this ruleset; whether the deal passes is taken from its bands."""
        side: result.Side = "dealer" if party == "dealer" else "attackers"
        for row in self.ruleset.bands.rows:
            if (row.side, row.levels) == (side, gained):
                return Outcome(row.side, row.levels, row.deal_passes, row.label)
        return Outcome(side, gained, side == "attackers")

    # --- levels

    def _ends(self, outcomes: Sequence[Outcome]) -> list[DealEnd]:
        """What each possible outcome, with each acceptable level before, leads to; the true one first."""
        if self.dealer is None:
            return []
        own, other = self.before[self.dealer % 2], self.before[1 - self.dealer % 2]
        ends: list[DealEnd] = []
        for outcome in outcomes:
            for mine in own or (None,):
                for theirs in other or (None,):
                    try:
                        end = levels.after_deal(self.ruleset, mine, theirs, outcome)
                    except ValueError:
                        continue
                    if end not in ends:
                        ends.append(end)
        return ends

    def _levels(self, ends: Sequence[DealEnd]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        sides: list[tuple[str, ...]] = [(), ()]
        if self.dealer is not None:
            own = self.dealer % 2
            sides[own] = tuple(dict.fromkeys(end.dealer for end in ends if end.dealer is not None))
            sides[1 - own] = tuple(dict.fromkeys(end.attackers for end in ends if end.attackers is not None))
        line = self.sheet.levels_after
        if line is not None:
            self._compare_levels(line, sides, ends)
        return sides[0], sides[1]

    def _compare_levels(self, line: LevelsLine, sides: list[tuple[str, ...]], ends: Sequence[DealEnd]) -> None:
        for index, claim in enumerate(line.levels):
            acceptable = sides[claim.side]
            if not acceptable:
                sides[claim.side] = (claim.value,)
            elif claim.value in acceptable:
                if claim.value != acceptable[0]:
                    facts = {"side": self.found.side(claim.side), "level": acceptable[0], "claimed": claim.value}
                    self.found.note(self.cause, Phrase("replay.follows.level", facts))
                sides[claim.side] = (acceptable[0], *(v for v in acceptable[1:] if v == claim.value))
            else:
                self._report_level(line, index, acceptable[0], ends[0] if ends else None)
                sides[claim.side] = (acceptable[0], claim.value)

    def _report_level(self, line: LevelsLine, index: int, right: str, end: DealEnd | None) -> None:
        side, _, claimed = line.levels[index]
        before = self.before[side][0] if self.before[side] else "?"
        gain = Phrase("replay.gain.none")
        rule = "levels"
        moved = None if end is None else end.advance
        if moved is not None and before != right:
            gain = Phrase("replay.gain.levels", {"levels": Count(moved.steps, "level")})
            rule = moved.rule
        if moved is not None and moved.stopped_at is not None:
            gain = Phrase("replay.gain.stopped", {"level": moved.stopped_at})
            rule = moved.rule
        facts = {"side": self.found.side(side), "level": right, "before": before, "gain": gain, "claimed": claimed}
        self.cause = self.found.add(
            "ADV003",
            line,
            facts,
            place=self.found.place_word(line, RANKS, index),
            rule=rule,
            required=right,
            played=claimed,
            against=self._told(),
        )

    def _told(self) -> Line | None:
        """The line that the outcome is taken from where no trick tells it."""
        if self.sheet.tricks:
            return None
        return self.sheet.scores[-1][1] if self.sheet.scores else self.sheet.result

    # --- next dealer

    def _next(self, outcomes: Sequence[Outcome]) -> tuple[tuple[int, ...], bool]:
        if self.dealer is None or not outcomes:
            line = self.sheet.next
            asked = self.ruleset.rotation.later_deals == "declarer"
            return ((line.seat,) if line is not None else ()), asked
        found = [rotation.next_dealer(self.ruleset, self.dealer, outcome) for outcome in outcomes]
        seats = list(dict.fromkeys(each.seat for each in found))
        line = self.sheet.next
        if line is not None and line.seat not in seats and not found[0].asked:
            key = "replay.next.lose" if outcomes[0].deal_passes else "replay.next.keep"
            reason = Phrase(key, {"dealer": self.found.name(self.dealer)})
            facts = {
                "seat": self.found.name(seats[0]),
                "reason": reason,
                "claimed": self.found.name(line.seat),
            }
            self.cause = self.found.add(
                "ADV004",
                line,
                facts,
                place=self.found.place_word(line, "SEAT"),
                seat=line.seat,
                rule=found[0].rule,
                required=facts["seat"],
                played=facts["claimed"],
                against=self._told(),
            )
            seats.append(line.seat)
        elif line is not None and line.seat != seats[0] and not found[0].asked:
            facts2 = {"seat": self.found.name(seats[0]), "claimed": self.found.name(line.seat)}
            self.found.note(self.cause, Phrase("replay.follows.dealer", facts2))
        return tuple(seats), found[0].asked

    def _risen(self, outcome: Outcome) -> list[int | None]:
        """The levels that the gaining side may really have risen; None where its level is not known or nobody asks."""
        if self.ruleset.game_points is None or self.ruleset.game_points.count == "result":
            return [None]
        moved = [end.advance for end in self._ends([outcome])]
        return list(dict.fromkeys(None if each is None else each.steps for each in moved)) or [None]

    # --- the match

    def _match(self, ends: Sequence[DealEnd], after: tuple[tuple[str, ...], tuple[str, ...]]) -> int | None:
        line = self.sheet.match
        at_end = self.ruleset.match.win == "highest_level_at_end"
        sides = self._leaders(after) if at_end else [self._side(end) for end in ends if end.won_known]
        unknown = not sides or (not at_end and any(not end.won_known for end in ends))
        if line is None:
            return None if at_end or unknown else sides[0]
        if unknown or line.side in sides or self.ruleset.match.win == "none":
            return line.side
        truth = sides[0]
        rule = "match.win" if at_end else ends[0].won_rule
        place = self.found.place_word(line, ("SIDE", "SEAT"))
        if truth is None:
            match = self.ruleset.match
            level = after[0][0] if at_end else match.level or self.ruleset.levels.sequence[-1]
            reason = Phrase(f"replay.match.{match.win}", {"level": level})
            goes_on = {"side": self.found.side(line.side), "reason": reason}
            self.found.add("ADV006", line, goes_on, place=place, rule=rule)
        else:
            facts = {"side": self.found.side(truth), "claimed": self.found.side(line.side)}
            self.found.add("ADV006", line, facts, variant="other", place=place, rule=rule)
        return truth

    def _leaders(self, after: tuple[tuple[str, ...], tuple[str, ...]]) -> list[int | None]:
        """The sides that may stand on the higher level, None for neither (2L-1)."""
        pairs = [(mine, theirs) for mine in after[0] for theirs in after[1]]
        return list(dict.fromkeys(levels.match_leader(self.ruleset, pair) for pair in pairs))

    def _side(self, end: DealEnd) -> int | None:
        if end.won is None or self.dealer is None:
            return None
        own = self.dealer % 2
        return own if end.won == "dealer" else 1 - own


def say_outcome(outcome: Outcome) -> Phrase:
    """A result in words."""
    if outcome.side == "dealer":
        return Phrase("replay.result.dealer", {"levels": Count(outcome.levels, "level")})
    if outcome.levels == 0:
        return Phrase("replay.result.take_over")
    return Phrase("replay.result.attackers", {"levels": Count(outcome.levels, "level")})
