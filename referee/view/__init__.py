"""A checked record as people look at it: matches, deals, tricks, plays, and the numbers to plot.

``view(record)`` checks a record and keeps how every deal went. All values are frozen; seats are named as in the record,
cards are faces or ``Cards``, points are the attackers' 闲家, and None always means *not known*. Nothing here is built
during a check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.checking import Checker
from referee.view.deals import deal_view, unread_deal
from referee.view.matches import MatchView, RecordView

if TYPE_CHECKING:
    from pathlib import Path

    from referee.record import Record
    from referee.ruleset.model import Ruleset
    from referee.view.deals import DealView


def view(record: Record, ruleset: Ruleset | str | Path | None = None) -> RecordView:
    """Check a record and show how it went.

    Args:
        record: What was read, by ``referee.read``, ``referee.parse`` or an importer.
        ruleset: The rules to judge by, whatever the record names.

    Raises:
        RulesetError: a ruleset given here cannot be loaded.
    """
    checker = Checker(record.path, ruleset)
    matches: list[list[DealView]] = []
    for deal in record.deals:
        report = checker.deal(deal, record.findings)
        replayed = checker.replayed
        shown = unread_deal(deal, report) if replayed is None else deal_view(replayed, report)
        if deal.starts_match or not matches:
            matches.append([])
        matches[-1].append(shown)
    reading = tuple(checker.waived_reading(record.findings))
    return RecordView(record.path, tuple(MatchView(deals[0].seats, tuple(deals)) for deals in matches), reading)
