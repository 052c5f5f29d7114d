"""What the importers share: faces, levels and outcomes as the typed lines of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import RANKS, Cards
from referee.importers.problem import ImportProblem
from referee.record import HandLine, LevelsLine, Outcome, Play, SideValue, TrickLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from referee.importers.values import Node

SEATS = 4
"""Both platforms seat four; seats 0 and 2 are side 0."""
MOST = 1_000_000
"""No round number, score or multiplier goes beyond this."""


def seat_of(node: Node) -> int:
    """A seat 0..3."""
    return node.number(0, SEATS - 1)


def faces_of(node: Node, face_of: Callable[[Node], int]) -> tuple[int, ...]:
    """The faces of a list of card codes, at least one."""
    items = node.items()
    if not items:
        raise ImportProblem("import.no_cards", {"where": node.path}, node.line, node.column)
    return tuple(face_of(item) for item in items)


def level_of(node: Node) -> str:
    """A level as its rank, ``2`` … ``A``."""
    return node.choice(RANKS)


def levels_line(levels: Sequence[str], source: int) -> LevelsLine:
    """Both sides' levels 级数."""
    return LevelsLine(source, "", tuple(SideValue(side, None, level) for side, level in enumerate(levels)))


def hand_lines(hands: Iterable[Sequence[int]], source: int) -> list[HandLine]:
    """The hands as dealt 手牌, seat by seat."""
    return [HandLine(source, "", seat, Cards(tuple(faces))) for seat, faces in enumerate(hands)]


def outcome(*, dealer_side: bool, levels: int) -> Outcome:
    """What the result 结果 gives to the side that won; attackers who gain no level take over 上台."""
    if dealer_side:
        return Outcome("dealer", levels)
    return Outcome("attackers", levels) if levels else Outcome("take_over", 0)


def trick_line(number: int, plays: Sequence[tuple[int, tuple[int, ...]]], source: int) -> TrickLine:
    """A trick 墩 without claims."""
    return TrickLine(source, "", number, [Play(seat, Cards(faces)) for seat, faces in plays])
