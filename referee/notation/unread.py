"""Lines that could not be read: what they most likely were, so that nothing after them is blamed for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    DealerLine,
    FlipLine,
    HandLine,
    KittyLine,
    LevelLine,
    NextLine,
    PassLine,
    ResultLine,
    RobLine,
    ScoreLine,
    TrickLine,
    TrumpLine,
)

if TYPE_CHECKING:
    from referee.record import Deal, Line

_DIGITS: Final = re.compile(r"[0-9]+")
_BEFORE_TRICKS: Final = (DealerLine, LevelLine, BidLine, PassLine, FlipLine, RobLine, KittyLine, BuryLine, TrumpLine)
_ENDINGS: Final = (ScoreLine, CapturedLine, ResultLine, NextLine)


def number_after(deal: Deal | None, text: str) -> int | None:
    """The number of a deal whose line cannot be read: the one due, if it stands there."""
    due = 1 if deal is None else (deal.number or 0) + 1
    return due if due in {int(digits) for digits in _DIGITS.findall(text) if len(digits) < 9} else None


def shows_new_deal(deal: Deal, event: Line) -> bool:
    """Does this line show that an unreadable one just before it began a deal? It cannot belong to the deal before."""
    if isinstance(event, TrickLine):
        return event.number == 1 and any(isinstance(each, TrickLine) for each in deal.events)
    if isinstance(event, HandLine):
        return any(isinstance(each, _ENDINGS) for each in deal.events[-4:])
    return isinstance(event, _BEFORE_TRICKS) and any(isinstance(each, TrickLine) for each in deal.events)
