"""What every trick has in common, whoever holds what: who leads, who won and for how much, and the claims about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from referee.phrases import Count
from referee.replay.reasons import points_cards, report_winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import TrickLine
    from referee.replay.findings import Findings
    from referee.rules.bound import Bound, Lead, PlayInfo


class Fine(NamedTuple):
    """What a failed throw costs: the side that pays, and how much (None: not known)."""

    side: int
    points: int | None
    noticed: bool
    """False where the record takes the throw as standing, so that nobody was fined at the table."""


@dataclass(slots=True)
class Trick:
    """A trick as it turned out. ``winner`` and ``points`` None: not known; ``plays`` None where cards are unknown."""

    line: TrickLine
    leader: int
    winner: int | None
    points: int | None
    lead: Lead | None
    seats: Sequence[int]
    plays: Sequence[PlayInfo | None]
    most_points: int | None = None
    """Where ``points`` is not known: the most there can be."""
    least_points: int = 0
    fine: Fine | None = None
    gap: bool = False
    cause: int | None = None
    """The finding about the winner or the points, if there is one."""


@dataclass(slots=True)
class Played:
    """All tricks of a deal. ``finished``: every card was played; ``buried``: what then lies in the kitty (packed).

    ``over``: nothing can be left after the last trick, whatever tricks are missing before it.
    """

    tricks: list[Trick] = field(default_factory=list)
    finished: bool = False
    over: bool = False
    buried: int | None = None
    hands: list[int | None] = field(default_factory=list)
    """Each seat's whole hand at the first trick (packed), where it is certain."""


class Leaders:
    """Who may lead the next trick: the winner of the last one, as recorded or as it really was."""

    __slots__ = ("_certain", "_found", "_trick", "_who")

    def __init__(self, found: Findings, dealer: int | None) -> None:
        self._found = found
        self._who: tuple[int, ...] = () if dealer is None else (dealer,)
        self._trick = 0
        self._certain = True

    def forget(self) -> None:
        """After a gap anybody may lead."""
        self._who = ()

    def check(self, line: TrickLine, leader: int, index: int = 0) -> None:
        """Report a leader who should not lead."""
        if not self._who or leader in self._who:
            return
        right = self._who[0]
        facts = {"seat": self._found.name(leader), "winner": self._found.name(right), "trick": self._trick}
        self._found.add(
            "LED001",
            line,
            facts,
            variant="first" if not self._trick else "message" if self._certain else "recorded",
            place=self._found.place_play(line, index),
            trick=line.number,
            seat=leader,
            rule="trick",
            required=facts["winner"],
        )

    def won(self, line: TrickLine, winner: int | None, possible: Sequence[int] = ()) -> None:
        """Note who won a trick, and who is recorded to have won it."""
        self._trick = line.number
        self._certain = winner is not None or line.winner is None
        if winner is not None:
            self._who = (winner,) if line.winner is None or line.winner == winner else (winner, line.winner)
        elif line.winner is not None:
            self._who = (line.winner,)
        else:
            self._who = tuple(possible)


def check_winner(found: Findings, bound: Bound, trick: Trick) -> None:
    """Compare the recorded winner with the seat that won."""
    if trick.line.winner is None or trick.winner is None or trick.line.winner == trick.winner or trick.lead is None:
        return
    best = trick.seats.index(trick.winner)
    trick.cause = report_winner(found, bound, trick.lead, trick.line, trick.seats, trick.plays, best)


def check_points(found: Findings, bound: Bound, trick: Trick) -> None:
    """Compare the recorded points of a trick with those of its cards."""
    claimed = trick.line.points
    if claimed is None:
        return
    if trick.points is None:
        if trick.least_points <= claimed and (trick.most_points is None or claimed <= trick.most_points):
            return
    elif claimed == trick.points:
        return
    points = trick.points if trick.points is not None else trick.least_points
    cards = points_cards([play for play in trick.plays if play is not None], bound.points)
    facts = {"points": Count(points, "point"), "cards": cards, "claimed": claimed}
    at = found.add(
        "SCO001",
        trick.line,
        facts,
        variant="message" if cards.faces else "none",
        place=found.place_claim(trick.line, points=True),
        trick=trick.line.number,
        rule="points",
        required=facts["points"],
        played=claimed,
    )
    trick.cause = at if trick.cause is None else trick.cause
