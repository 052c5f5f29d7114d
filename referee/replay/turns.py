"""Hand lines among burials and robbings 抢底: after how many of its turns with the kitty a seat held these cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.packed import contains, less
from referee.replay.multiset import add, pack_safely
from referee.replay.sheet import DEALT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import HandLine
    from referee.replay.kitty import Taking


def place(takings: Sequence[Taking], stage: int, line: HandLine) -> tuple[int, int] | None:
    """Stage of a hand line before the first trick, and how many turns of its seat were over by then.

    ``DEALT`` with 0 turns over is the hand as dealt; stage 0 the hand at the first trick. None: of no certain moment.
    """
    if len(takings) < 2:
        return stage, 0
    ends = [_end(takings, at) for at in range(len(takings))]
    if any(taking.seat is None and _open(ends[at], line) for at, taking in enumerate(takings[1:], 1)):
        return None
    own = [at for at, taking in enumerate(takings) if taking.seat == line.seat]
    over = [at for at in own if not _open(ends[at], line)]
    if any(ends[at] is None and _begun(takings[at], line) for at in own):
        return None
    if own and len(over) == len(own):
        return 0, 0
    return DEALT if own else stage, len(over)


def _end(takings: Sequence[Taking], at: int) -> int | None:
    """The line that shows a turn to be over: its burial, or the next robbing; None if there is none."""
    lines = [takings[at].line, *(each for later in takings[at + 1 :] for each in (later.rob, later.line))]
    return min((each.line for each in lines if each is not None), default=None)


def _open(end: int | None, line: HandLine) -> bool:
    return end is None or line.line < end


def _begun(taking: Taking, line: HandLine) -> bool:
    return taking.rob is not None and taking.rob.line < line.line


def after(packed: int, turns: Sequence[Taking]) -> int | None:
    """A hand as dealt (packed) after these turns with the kitty; None where what was taken or laid is not known."""
    for taking in turns:
        taken, laid = taking.taken, taking.laid
        if taken is None or laid is None or not taken.known or not laid.known:
            return None
        held, gone = add(packed, pack_safely(taken.faces)), pack_safely(laid.faces)
        if not contains(held, gone):
            return None
        packed = less(held, gone)
    return packed
