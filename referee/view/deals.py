"""One deal as people look at it: how it was set up, its tricks, what it came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.record import BuryLine, TrickLine
from referee.rules.bound import bind
from referee.view.hands import hands_before
from referee.view.plot import Border, ScorePoint, borders, score_line
from referee.view.tricks import TrickView, TrickViewer

if TYPE_CHECKING:
    from referee.cards import Cards
    from referee.findings import Finding
    from referee.record import Deal, Line
    from referee.replay.deal import Replayed
    from referee.replay.findings import Open
    from referee.report import DealReport, Verdict
    from referee.rules.capture import Captured
    from referee.rules.result import Outcome
    from referee.view.hands import Hand

Levels = tuple[str | None, str | None]
"""The level of side 0 and of side 1."""


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the deal other than a trick (bid, kitty, score …): as recorded, with what was found there."""

    line: Line
    findings: tuple[Finding, ...]
    undetermined: tuple[Open, ...]


@dataclass(frozen=True, slots=True)
class DealView:
    """One deal.

    ``trump``: ``S H D C`` or ``NT``. ``calls``: bids, passes, robbings, turned cards and burials in time order.
    ``lines``: all lines but tricks, in the order of the file. ``kitty`` and ``buried``: as recorded. ``total``: the
    attackers' points, capture included; ``captured``: base x multiplier and its effect on the total; ``outcome``: what
    the total comes to. ``borders``: where the score bands begin. ``left``: what each seat holds after the last trick.
    ``findings``: everything found in the deal; ``elsewhere``: those at none of its lines.
    """

    number: int | None
    line: int
    seats: tuple[str, ...]
    verdict: Verdict
    dealer: str | None = None
    level: str | None = None
    trump: str | None = None
    calls: tuple[Line, ...] = ()
    kitty: Cards | None = None
    buried: Cards | None = None
    lines: tuple[LineView, ...] = ()
    tricks: tuple[TrickView, ...] = ()
    left: tuple[Hand, ...] = ()
    captured: Captured | None = None
    total: int | None = None
    recorded_total: int | None = None
    outcome: Outcome | None = None
    levels_before: Levels = (None, None)
    levels_after: Levels = (None, None)
    next_dealer: str | None = None
    borders: tuple[Border, ...] = ()
    findings: tuple[Finding, ...] = ()
    elsewhere: tuple[Finding, ...] = ()
    undetermined: tuple[Open, ...] = ()

    @property
    def plot(self) -> tuple[ScorePoint, ...]:
        """The running score over the tricks."""
        return score_line(self.tricks)


def unread_deal(deal: Deal, report: DealReport) -> DealView:
    """A deal that could not be replayed: no usable ruleset."""
    found = tuple(report.findings)
    return DealView(deal.number, deal.line, deal.header.seats, report.verdict, findings=found, elsewhere=found)


def deal_view(replayed: Replayed, report: DealReport) -> DealView:
    """One deal from its replay; ``report`` is that of ``Checker.deal``, with verdict and waivers."""
    sheet, run = replayed.sheet, replayed.run
    setting, scored, settled = run.setting, run.scored, run.settled
    burials = [call for call in sheet.calls if isinstance(call, BuryLine)]
    tricks, left = _tricks(replayed, report)
    there = {event.line for event in sheet.deal.events}
    return DealView(
        number=report.deal,
        line=report.line,
        seats=sheet.deal.header.seats,
        verdict=report.verdict,
        dealer=report.dealer,
        level=report.level,
        trump=report.trump,
        calls=tuple(sheet.calls),
        kitty=None if sheet.kitty is None else sheet.kitty.cards,
        buried=burials[-1].cards if burials else None,
        lines=_lines(sheet.deal, report),
        tricks=tricks,
        left=left,
        captured=None if scored is None else scored.captured,
        total=report.attackers_points,
        recorded_total=None if scored is None else scored.claimed,
        outcome=settled.outcome,
        levels_before=_first(setting.levels),
        levels_after=_first(settled.levels),
        next_dealer=report.next_dealer,
        borders=() if replayed.found.ruleset is None else borders(replayed.found.ruleset.bands),
        findings=tuple(report.findings),
        elsewhere=tuple(each for each in report.findings if each.place.line not in there),
        undetermined=tuple(report.undetermined),
    )


def _first(levels: tuple[tuple[str, ...], tuple[str, ...]]) -> Levels:
    one, two = levels
    return (one[0] if one else None, two[0] if two else None)


def _lines(deal: Deal, report: DealReport) -> tuple[LineView, ...]:
    return tuple(
        LineView(
            event,
            tuple(each for each in report.findings if each.place.line == event.line),
            tuple(each for each in report.undetermined if each.line == event.line),
        )
        for event in deal.events
        if not isinstance(event, TrickLine)
    )


def _tricks(replayed: Replayed, report: DealReport) -> tuple[tuple[TrickView, ...], tuple[Hand, ...]]:
    """The tricks as written, each with its replay where there is one; and what is held after the last."""
    sheet, run, ruleset = replayed.sheet, replayed.run, replayed.found.ruleset
    seats = len(sheet.deal.header.seats)
    bound = None
    if ruleset is not None and run.setting.level is not None and run.setting.trump is not None:
        bound = bind(ruleset, run.setting.level, run.setting.trump)
    viewer = TrickViewer(replayed, report, bound)
    hands = hands_before(run.played, seats)
    running = () if run.scored is None else run.scored.running
    nothing: tuple[Hand, ...] = (None,) * seats
    at = {trick.line.line: index for index, trick in enumerate(run.played.tricks)}
    shown = []
    for line in sheet.tricks:
        index = at.get(line.line)
        if index is None:
            shown.append(viewer.show(line, None, None, nothing))
        else:
            score = running[index] if index < len(running) else None
            shown.append(viewer.show(line, run.played.tricks[index], score, hands[index]))
    return tuple(shown), hands[-1]
