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
    TotalsLine,
    TrickLine,
    TrumpLine,
    WaiveLine,
)

if TYPE_CHECKING:
    from referee.record import Deal, Line
    from referee.replay.findings import Findings

DEALT = -1
"""Stage of a hand line: as dealt. 0 is after burying, k after the k-th recorded trick."""

_CALLS = (BidLine, PassLine, RobLine, FlipLine)
_FACTS = {DealerLine: "dealer", LevelLine: "level", TrumpLine: "trump", KittyLine: "kitty"}
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
    waivers: list[WaiveLine] = field(default_factory=list)


def read_sheet(deal: Deal, found: Findings) -> Sheet:
    """Sort the lines of a deal."""
    sheet = Sheet(deal)
    tricks = sheet.tricks
    last_trick = len(deal.events) - 1
    while last_trick >= 0 and type(deal.events[last_trick]) is not TrickLine:
        last_trick -= 1
    ended = False
    buried = False
    for at, event in enumerate(deal.events):
        kind = type(event)
        if kind is TrickLine:
            tricks.append(event)  # type: ignore[arg-type]
        elif kind is HandLine:
            stage = len(tricks) if tricks else (0 if buried else DEALT)
            sheet.hands.append((stage, event))  # type: ignore[arg-type]
        elif kind in _FACTS:
            _fact(sheet, _FACTS[kind], event, found)
        elif kind is BuryLine:
            buried = True
            sheet.calls.append(event)
        elif kind in _CALLS:
            if tricks:
                found.add("REC023", event)
            else:
                sheet.calls.append(event)
        elif kind is LevelsLine or kind is TotalsLine:
            name = "levels" if kind is LevelsLine else "totals"
            if tricks and at < last_trick:
                found.add("REC023", event, variant="after")
            else:
                _fact(sheet, name + ("_after" if tricks or ended else "_before"), event, found)
        elif kind is ScoreLine:
            ended = ended or last_trick < 0
            sheet.scores.append((len(tricks), event))  # type: ignore[arg-type]
        elif kind is PenaltyLine:
            if tricks:
                sheet.penalties.append((len(tricks), event))  # type: ignore[arg-type]
            else:
                found.add("REC023", event, variant="penalty")
        elif kind in _ENDINGS:
            ended = True
            if at < last_trick:
                found.add("REC023", event, variant="after")
            else:
                _fact(sheet, _ENDINGS[kind], event, found)
        elif kind is WaiveLine:
            sheet.waivers.append(event)  # type: ignore[arg-type]
        elif kind is not FriendLine:
            raise TypeError(f"unknown line {kind.__name__}")
    return sheet


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
