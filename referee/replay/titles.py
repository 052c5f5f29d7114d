"""Titles 等级 written down for the players: do they go with their points?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.phrases import Count, Series
from referee.rules.gamepoints import title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.record import TitlesLine
    from referee.replay.findings import Findings
    from referee.ruleset.model import Ruleset


def check_titles(
    ruleset: Ruleset, line: TitlesLine | None, totals: Mapping[int, tuple[int, ...]], found: Findings
) -> None:
    """Compare each player's title with the one for his points; ``totals``: all that may be his points, where known."""
    if line is None:
        return
    known = {each.name for each in ruleset.titles}
    for index, (seat, claimed) in enumerate(line.titles):
        points = totals.get(seat, ())
        earned = [title(ruleset.titles, value) for value in points]
        names = [None if each is None else each.name for each in earned]
        if claimed in names or (not names and claimed in known):
            continue
        right = names[0] if names else None
        rule = "titles"
        if claimed not in known:
            variant = "unknown" if known else "none"
        elif right is None:
            variant = "below"
        else:
            variant, rule = "message", f"titles[{[each.name for each in ruleset.titles].index(right) + 1}]"
        facts = {
            "seat": found.name(seat),
            "title": right or "-",
            "claimed": claimed,
            "total": Count(points[0], "point") if points else "-",
            "known": Series(tuple(each.name for each in ruleset.titles), "or"),
        }
        place = found.place_word(line, ("STRING", "TAG_VALUE"), index)
        found.add(
            "ADV012",
            line,
            facts,
            variant=variant,
            place=place,
            seat=seat,
            rule=rule,
            required=right,
            played=claimed,
        )
