"""The lines of a deal sorted by what they speak of: before the first trick, the tricks, between them, afterwards.

Where a line stands tells what it means (notation §5); lines that stand where they mean nothing are reported here, and
so are facts that are written twice and differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    ConcedeLine,
    DealerLine,
    FlipLine,
    FriendLine,
    HandLine,
    KittyLine,
    LevelLine,
    LevelsLine,
    MatchLine,
    NextLine,
    PassLine,
    PenaltyLine,
    PointsLine,
    ResultLine,
    RobLine,
    ScoreLine,
    TitlesLine,
    TotalsLine,
    TrickLine,
    TrumpLine,
    WaiveLine,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.record import Deal, Line, Unread
    from referee.replay.astray import Turned
    from referee.replay.findings import Findings

DEALT = -1
"""Stage of a hand line: as dealt. 0 is after burying, k after the k-th recorded trick."""

_CALLS = (BidLine, PassLine, RobLine, FlipLine)
_CALL_WORDS = {"BID", "OVERCALL", "PASS", "ROB", "FLIP", ""}
_FACTS = {DealerLine: "dealer", LevelLine: "level", TrumpLine: "trump", KittyLine: "kitty"}
_STANDINGS = {LevelsLine: "levels", TotalsLine: "totals", TitlesLine: "titles"}
_ENDINGS = {
    CapturedLine: "captured",
    ResultLine: "result",
    NextLine: "next",
    PointsLine: "points",
    MatchLine: "match",
    ConcedeLine: "concede",
}


@dataclass(slots=True)
class Sheet:
    """A deal's lines by their meaning."""

    deal: Deal
    dealer: DealerLine | None = None
    level: LevelLine | None = None
    trump: TrumpLine | None = None
    kitty: KittyLine | None = None
    levels_before: LevelsLine | None = None
    totals_before: TotalsLine | None = None
    titles_before: TitlesLine | None = None
    calls: list[Line] = field(default_factory=list)
    """Bids, passes, robbings, burials and turned cards in time order."""
    hands: list[tuple[int, HandLine]] = field(default_factory=list)
    """Hand lines with their stage."""
    tricks: list[TrickLine] = field(default_factory=list)
    scores: list[tuple[int, ScoreLine]] = field(default_factory=list)
    """Score lines with the number of recorded tricks before them."""
    penalties: list[tuple[int, PenaltyLine]] = field(default_factory=list)
    captured: CapturedLine | None = None
    result: ResultLine | None = None
    next: NextLine | None = None
    points: PointsLine | None = None
    match: MatchLine | None = None
    concede: ConcedeLine | None = None
    levels_after: LevelsLine | None = None
    totals_after: TotalsLine | None = None
    titles_after: TitlesLine | None = None
    waivers: list[WaiveLine] = field(default_factory=list)
    turned: dict[int, Turned] = field(default_factory=dict)
    """Tricks out of turn that are read otherwise than written, by their lines."""
    unread: list[int] = field(default_factory=list)
    """Lines that could not be read and may have been anything."""

    @property
    def over(self) -> bool:
        """Does anything say that the deal came to its end?"""
        endings = (self.captured, self.result, self.next, self.points, self.match)
        standings = (self.levels_after, self.totals_after, self.titles_after)
        return any(line is not None for line in endings + standings)


def read_sheet(deal: Deal, found: Findings) -> Sheet:
    """Sort the lines of a deal."""
    sheet = Sheet(deal)
    last_trick = len(deal.events) - 1
    while last_trick >= 0 and type(deal.events[last_trick]) is not TrickLine:
        last_trick -= 1
    reader = _Reader(sheet, found, last_trick)
    for at, event in enumerate(deal.events):
        if type(event) is TrickLine:
            sheet.tricks.append(event)
        else:
            _READ[type(event)](reader, event, at)
    if deal.unread:
        _leave_open(sheet, deal.unread)
    return sheet


def _leave_open(sheet: Sheet, unread: Sequence[Unread]) -> None:
    """Where one of the calls may be missing, nothing can be said of the others: they are as good as not recorded."""
    sheet.unread = [each.line for each in unread if not each.kind]
    first = sheet.tricks[0].line if sheet.tricks else unread[-1].line + 1
    if any(each.kind in _CALL_WORDS and each.line < first for each in unread):
        sheet.calls = [call for call in sheet.calls if isinstance(call, BuryLine)]


class _Reader:
    """Sorts the lines other than tricks. ``last_trick``: index of the last trick line, -1 without tricks."""

    __slots__ = ("buried", "ended", "found", "last_trick", "sheet")

    def __init__(self, sheet: Sheet, found: Findings, last_trick: int) -> None:
        self.sheet = sheet
        self.found = found
        self.last_trick = last_trick
        self.ended = False
        self.buried = False

    def hand(self, event: Any, _at: int) -> None:
        tricks = len(self.sheet.tricks)
        self.sheet.hands.append((tricks or (0 if self.buried else DEALT), event))

    def fact(self, event: Any, _at: int) -> None:
        _fact(self.sheet, _FACTS[type(event)], event, self.found)

    def bury(self, event: Any, _at: int) -> None:
        self.buried = True
        self.sheet.calls.append(event)

    def call(self, event: Any, _at: int) -> None:
        if self.sheet.tricks:
            self.found.add("REC023", event)
        else:
            self.sheet.calls.append(event)

    def standing(self, event: Any, at: int) -> None:
        name = _STANDINGS[type(event)]
        if self.sheet.tricks and at < self.last_trick:
            self.found.add("REC023", event, variant="after")
        else:
            when = "_after" if self.sheet.tricks or self.ended else "_before"
            _fact(self.sheet, name + when, event, self.found)

    def score(self, event: Any, _at: int) -> None:
        self.ended = self.ended or self.last_trick < 0
        self.sheet.scores.append((len(self.sheet.tricks), event))

    def penalty(self, event: Any, _at: int) -> None:
        if self.sheet.tricks:
            self.sheet.penalties.append((len(self.sheet.tricks), event))
        else:
            self.found.add("REC023", event, variant="penalty")

    def ending(self, event: Any, at: int) -> None:
        self.ended = True
        if at < self.last_trick:
            self.found.add("REC023", event, variant="after")
        else:
            _fact(self.sheet, _ENDINGS[type(event)], event, self.found)

    def waive(self, event: Any, _at: int) -> None:
        self.sheet.waivers.append(event)

    def friend(self, _event: Any, _at: int) -> None:
        """Kept in the record; only rulesets with friends would judge it."""


_READ: dict[type, Callable[[_Reader, Any, int], None]] = {
    HandLine: _Reader.hand,
    **dict.fromkeys(_FACTS, _Reader.fact),
    BuryLine: _Reader.bury,
    **dict.fromkeys(_CALLS, _Reader.call),
    **dict.fromkeys(_STANDINGS, _Reader.standing),
    ScoreLine: _Reader.score,
    PenaltyLine: _Reader.penalty,
    **dict.fromkeys(_ENDINGS, _Reader.ending),
    WaiveLine: _Reader.waive,
    FriendLine: _Reader.friend,
}


def _fact(sheet: Sheet, name: str, event: Line, found: Findings) -> None:
    """Keep the first line of a kind; report a later one that says something else."""
    known: Any = getattr(sheet, name)
    if known is None:
        setattr(sheet, name, event)
    elif _content(known) != _content(event):
        found.add("REC026", event, {"line": known.line})


def _content(event: Any) -> tuple[Any, ...]:
    """What a line says, without its place."""
    return tuple(
        (sorted(value.faces), value.unknown) if name == "cards" else value
        for name in type(event).__slots__
        if name not in {"line", "text"}
        for value in (getattr(event, name),)
    )
