"""The tricks of a deal and the plays in them, each with the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from referee.notation import locate
from referee.rules.bound import MIXED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.cards import Cards
    from referee.findings import Finding
    from referee.record import TrickLine
    from referee.replay.deal import Replayed
    from referee.replay.findings import Open
    from referee.replay.table import Trick
    from referee.report import DealReport
    from referee.rules.bound import Bound, PlayInfo
    from referee.view.hands import Hand

PlayVerdict = Literal["legal", "illegal", "undetermined"]
_OF_PLAYS = ("LED", "FOL", "CRD")


@dataclass(frozen=True, slots=True)
class PlayView:
    """One play as recorded.

    ``cards`` lay on the table; ``attempted`` is the whole throw 甩牌 where it failed. ``groups``: the components as the
    leader declared them or as the rules find them; None where cards are unknown or of several suits. Columns count
    from 1, ``end_column`` is exclusive. ``wins``: this play won by the rules; None where the winner is not known.
    ``findings``: errors of this play; ``undetermined``: what cannot be decided about it.
    """

    seat: str
    cards: Cards
    attempted: Cards | None
    line: int
    column: int
    end_column: int
    groups: tuple[tuple[int, ...], ...] | None
    verdict: PlayVerdict
    wins: bool | None
    findings: tuple[Finding, ...]
    undetermined: tuple[Open, ...]


@dataclass(frozen=True, slots=True)
class TrickView:
    """One trick; ``plays`` in the order written.

    ``winner`` and ``points`` by the rules, ``recorded_winner`` and ``recorded_points`` as written; ``score``: the
    attackers' points after it, fines included, capture not. ``hands``: what each seat held before it, in turn order.
    ``findings`` and ``undetermined`` are those of the trick itself, such as a wrong winner. ``gap``: tricks are missing
    before it.
    """

    number: int
    line: int
    leader: str | None
    plays: tuple[PlayView, ...]
    winner: str | None
    recorded_winner: str | None
    points: int | None
    recorded_points: int | None
    score: int | None
    hands: tuple[Hand, ...]
    gap: bool
    findings: tuple[Finding, ...]
    undetermined: tuple[Open, ...]


class TrickViewer:
    """Shows the tricks of one deal. ``bound`` None: level or trump is not known, so no play can be judged."""

    def __init__(self, replayed: Replayed, report: DealReport, bound: Bound | None) -> None:
        self.seats = replayed.sheet.deal.header.seats
        self.report = report
        self.bound = bound
        self.at: dict[int, tuple[list[Finding], list[Open]]] = {}
        for finding in report.findings:
            self.at.setdefault(finding.place.line, ([], []))[0].append(finding)
        for each in report.undetermined:
            self.at.setdefault(each.line, ([], []))[1].append(each)

    def show(self, line: TrickLine, trick: Trick | None, score: int | None, hands: tuple[Hand, ...]) -> TrickView:
        """One trick; ``trick`` None where it could not be replayed."""
        findings, opened = self.at.get(line.line, ([], []))
        plays = tuple(self._play(line, trick, index, findings, opened) for index in range(len(line.plays)))
        told = {id(each) for play in plays for each in (*play.findings, *play.undetermined)}
        winner = None if trick is None or trick.winner is None else self.seats[trick.winner]
        leader = trick.leader if trick is not None else line.plays[0].seat if line.plays else None
        return TrickView(
            number=line.number,
            line=line.line,
            leader=None if leader is None else self.seats[leader],
            plays=plays,
            winner=winner,
            recorded_winner=None if line.winner is None else self.seats[line.winner],
            points=None if trick is None else trick.points,
            recorded_points=line.points,
            score=score,
            hands=hands,
            gap=trick is not None and trick.gap,
            findings=tuple(each for each in findings if id(each) not in told),
            undetermined=tuple(each for each in opened if id(each) not in told),
        )

    def _play(
        self, line: TrickLine, trick: Trick | None, index: int, findings: Sequence[Finding], opened: Sequence[Open]
    ) -> PlayView:
        play = line.plays[index]
        name = self.seats[play.seat]
        own = tuple(each for each in findings if each.seat == name and each.code.startswith(_OF_PLAYS))
        unsure = tuple(each for each in opened if each.seat == name)
        first = all(other.seat != play.seat for other in line.plays[:index])
        winner = None if trick is None else trick.winner
        start, end = locate(self.seats, line.text, index)
        verdict: PlayVerdict = "legal"
        if any(each.severity == "error" for each in own):
            verdict = "illegal"
        elif unsure or self.bound is None or trick is None:
            verdict = "undetermined"
        return PlayView(
            seat=name,
            cards=play.cards,
            attempted=play.attempted,
            line=line.line,
            column=start,
            end_column=end,
            groups=self._groups(line, trick, index),
            verdict=verdict,
            wins=None if winner is None else winner == play.seat and first,
            findings=own,
            undetermined=unsure,
        )

    def _groups(self, line: TrickLine, trick: Trick | None, index: int) -> tuple[tuple[int, ...], ...] | None:
        play = line.plays[index]
        if play.groups is not None and all(group.known for group in play.groups):
            return tuple(group.faces for group in play.groups)
        info: PlayInfo | None = None
        if trick is not None and play.seat in trick.seats:
            info = trick.plays[list(trick.seats).index(play.seat)]
        if self.bound is None or info is None or info.domain == MIXED:
            return None
        return tuple(component.faces for component in self.bound.components(info))
