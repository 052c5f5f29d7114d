"""Step rules of score bands 分数段 written out as rows (semantics §9, Bands); used when a ruleset is loaded."""

from __future__ import annotations

from referee.ruleset.model import Band


def expand_step(
    *,
    size: int,
    turnover: int,
    dead_zone: int,
    dealer_at_zero: int | None = None,
    tail_step: int | None = None,
) -> tuple[tuple[Band, ...], int]:
    """The rows of ``bands.step`` by ascending ``min``, and the step that goes on at the top (2Q-21, 2Q-22, 2R-21).

    The dealer side gains one level for each step, begun or whole, by which the attackers stay below the turnover,
    as long as they have any points. At zero it gains ``dealer_at_zero``. From the turnover the deal passes: without
    a level for ``dead_zone`` steps, then +1, and +1 for every further ``tail_step``.

    Args:
        size: points of one step, positive.
        turnover: points with which the attackers take over 上台, positive.
        dead_zone: steps after the turnover in which nobody gains a level, zero or more.
        dealer_at_zero: levels of a shutout 大光; one more than the lowest step gives, if None.
        tail_step: points of a step above the first level of the attackers; ``size`` if None.

    Returns:
        The rows, and the tail step in points.

    Raises:
        ValueError: a size, turnover or tail step that is not positive, or a negative dead zone.
    """
    tail = size if tail_step is None else tail_step
    if size <= 0 or turnover <= 0 or tail <= 0 or dead_zone < 0:
        raise ValueError("size, turnover and tail_step must be positive, dead_zone not negative")
    steps = -(-turnover // size)
    rows = [Band(0, "dealer", steps + 1 if dealer_at_zero is None else dealer_at_zero, False, None)]
    rows += [Band(max(turnover - k * size, 1), "dealer", k, False, None) for k in range(steps, 0, -1)]
    if dead_zone:
        rows.append(Band(turnover, "attackers", 0, True, None))
    rows.append(Band(turnover + dead_zone * size, "attackers", 1, True, None))
    return tuple(rows), tail
