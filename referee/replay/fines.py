"""Fines 罚分 in the record against the throws that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.phrases import Count

if TYPE_CHECKING:
    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.replay.table import Played
    from referee.ruleset.model import Ruleset


def check_penalties(ruleset: Ruleset, sheet: Sheet, played: Played, found: Findings) -> None:
    """Compare every penalty line with the failed throw of its trick."""
    by_line = {trick.line.line: trick for trick in played.tricks}
    for count, line in sheet.penalties:
        trick = by_line.get(sheet.tricks[count - 1].line)
        fine = None if trick is None else trick.fine
        number = sheet.tricks[count - 1].number
        if ruleset.throw.penalty is None:
            found.add(
                "SCO008",
                line,
                {"side": found.side(line.side)},
                variant="no_fines",
                trick=number,
                rule="throw.failed.penalty",
            )
        elif fine is None:
            found.add("SCO008", line, {"side": found.side(line.side)}, trick=number, rule="throw.failed.penalty")
        elif line.side != fine.side or (fine.points is not None and line.points != fine.points):
            facts = {
                "side": found.side(fine.side),
                "points": Count(fine.points or line.points, "point"),
                "claimed_side": found.side(line.side),
                "claimed": line.points,
            }
            found.add(
                "SCO007",
                line,
                facts,
                trick=number,
                place=found.place_word(line, "INT"),
                rule="throw.failed.penalty",
                required=fine.points,
                played=line.points,
            )
