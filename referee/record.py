"""A recorded game as values: what each line of a record says, and where it stands.

A ``Record`` holds deals 局; a ``Deal`` holds its lines in the order written, as typed values. Seats are
integers in turn order (0 is the first of ``Header.seats``); sides are 0 (seats 0, 2, …) and 1 (seats 1, 3, …).
Nothing here is checked against any rule: that is the replay's work. Lines are described in docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.cards import Cards
    from referee.findings import Finding


STANDARD_SEATS: Final = ("N", "E", "S", "W")
"""Seats 北东南西 that need no header, in turn order."""


@dataclass(slots=True)
class Line:
    """What every line has: its number in the file (from 1) and its text as written."""

    line: int
    text: str


class Unread(NamedTuple):
    """A line that could not be read: its number, and the terminal of its keyword in the grammar; "" if not known."""

    line: int
    kind: str


@dataclass(slots=True)
class TagLine(Line):
    """``[name value…]``; unknown tags are kept with their values as text."""

    name: str
    values: tuple[str, ...]


@dataclass(slots=True)
class DealerLine(Line):
    """``dealer N`` 庄家."""

    seat: int


@dataclass(slots=True)
class LevelLine(Line):
    """``level 10`` 级; rank as text (``"10"``, ``"A"``, ``"NT"``)."""

    rank: str


class SideValue(NamedTuple):
    """A value claimed for a side, or for one seat where the line named a single seat."""

    side: int
    seat: int | None
    value: str


@dataclass(slots=True)
class LevelsLine(Line):
    """``levels NS 10 EW 8`` 级数; before the first trick: at the start of the deal, after the last: afterwards."""

    levels: tuple[SideValue, ...]


@dataclass(slots=True)
class TotalsLine(Line):
    """``totals N 90 …`` 总分: each player's standing."""

    totals: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class TitlesLine(Line):
    """``titles N 单车 …`` 等级: each player's title."""

    titles: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class HandLine(Line):
    """``hand N …`` 手牌: what a seat holds at that moment."""

    seat: int
    cards: Cards


@dataclass(slots=True)
class BidLine(Line):
    """``bid E H10 @17`` 亮/反. ``cards`` is None where only the suit was recorded (``suit``: 0..3, 4 = NT)."""

    seat: int
    cards: Cards | None
    suit: int | None
    drawn: int | None


@dataclass(slots=True)
class PassLine(Line):
    """``pass E S`` 过."""

    seats: tuple[int, ...]


@dataclass(slots=True)
class TrumpLine(Line):
    """``trump C`` 主; suit index 0..3, 4 = no-trump."""

    suit: int


@dataclass(slots=True)
class FlipLine(Line):
    """``flip H7`` 翻底: kitty cards turned up, in that order."""

    cards: Cards


@dataclass(slots=True)
class KittyLine(Line):
    """``kitty …`` 底牌: the cards left over from the deal."""

    cards: Cards


@dataclass(slots=True)
class BuryLine(Line):
    """``bury N …`` 埋底; no seat: whoever took the kitty last."""

    seat: int | None
    cards: Cards


@dataclass(slots=True)
class RobLine(Line):
    """``rob E LJLJ`` 抢底."""

    seat: int
    cards: Cards


@dataclass(slots=True)
class FriendLine(Line):
    """``friend CK 1`` 朋友."""

    cards: Cards
    ordinal: int | None


class Play(NamedTuple):
    """One seat's play in a trick.

    ``cards`` is what lay on the table; ``attempted`` the whole throw where it failed and less was kept.
    ``throws`` is True where the record says so; ``groups`` are the parts declared with ``+``.
    """

    seat: int
    cards: Cards
    attempted: Cards | None = None
    throws: bool = False
    groups: tuple[Cards, ...] | None = None


@dataclass(slots=True)
class TrickLine(Line):
    """``1. N SAA, S34, …; N 15``. ``incomplete``: part of the line could not be read."""

    number: int
    plays: list[Play]
    winner: int | None = None
    points: int | None = None
    incomplete: bool = False


@dataclass(slots=True)
class ScoreLine(Line):
    """``score 85`` 得分: the attackers' points at that moment."""

    points: int


@dataclass(slots=True)
class PenaltyLine(Line):
    """``penalty NS 10`` 罚."""

    side: int
    points: int


@dataclass(slots=True)
class CapturedLine(Line):
    """``captured 40 (10 x 4)`` 扣底; ``total`` None where only the product was written."""

    total: int | None
    base: int | None
    multiplier: int | None


class Outcome(NamedTuple):
    """One clause of a result: ``party`` is ``dealer``, ``attackers``, ``take_over`` or ``redeal``."""

    party: str
    levels: int


@dataclass(slots=True)
class ResultLine(Line):
    """``result attackers +2, dealer -1`` 结果."""

    outcomes: tuple[Outcome, ...]


@dataclass(slots=True)
class NextLine(Line):
    """``next dealer E`` 下局庄家."""

    seat: int


@dataclass(slots=True)
class PointsLine(Line):
    """``points N 2 …`` 积分: gained in this deal."""

    points: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class ConcedeLine(Line):
    """``concede EW`` 认输."""

    side: int


@dataclass(slots=True)
class MatchLine(Line):
    """``match won NS`` 胜方."""

    side: int


@dataclass(slots=True)
class WaiveLine(Line):
    """``waive FOL002 W "agreed"`` 免究; ``applies_to`` is the number of the line it speaks of."""

    code: str
    seat: int | None
    reason: str | None
    applies_to: int | None


@dataclass(slots=True)
class Header:
    """The tags in force for the deals of one match."""

    seats: tuple[str, ...] = STANDARD_SEATS
    ruleset: str | None = None
    version: int = 1
    levels: LevelsLine | None = None
    totals: TotalsLine | None = None
    tags: list[TagLine] = field(default_factory=list)
    standard_seats: bool = True
    unread: set[str] = field(default_factory=set)
    """Kinds of tags, as in ``Unread``, that are there but could not be read."""


@dataclass(slots=True)
class Deal:
    """One deal 局: its header, its number if written, and its lines in order (tags excluded)."""

    header: Header
    number: int | None
    line: int
    events: list[Line] = field(default_factory=list)
    starts_match: bool = False
    """True for the first deal after a header: nothing is carried over from the deal before."""
    unread: list[Unread] = field(default_factory=list)
    """Lines that could not be read: what they said is not known, but not missing either."""


@dataclass(slots=True)
class Record:
    """A whole file: deals, and the findings made while reading it (family REC)."""

    path: str | None
    deals: list[Deal]
    findings: list[Finding]
    source_lines: Mapping[int, int] | None = None
    """For imported files: line of the converted record → line of the original file."""
