"""Throws 甩牌 in a record: those that stood and those of which part was taken back, with what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import Cards
from referee.packed import contains, missing
from referee.replay.multiset import pack_safely
from referee.replay.reasons import report_lead, report_throw
from referee.replay.table import Fine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import TrickLine
    from referee.replay.findings import Findings
    from referee.rules.bound import Bound
    from referee.rules.throw import LeadVerdict


def judge_standing(
    found: Findings,
    bound: Bound,
    line: TrickLine,
    index: int,
    seat: int,
    cards: Cards,
    verdict: LeadVerdict,
    holders: Sequence[int],
) -> Fine | None:
    """A lead of several components that was played out whole, judged against the other hands."""
    if verdict.kind == "ok":
        return None
    if verdict.kind != "fails":
        report_lead(found, bound, line, index, seat, cards, verdict.kind, verdict.rule)
        return None
    if tuple(sorted(cards.faces)) not in verdict.kept:
        report_throw(found, "LED005", line, index, seat, cards, cards, verdict.beaten, verdict.kept, holders)
        return Fine(seat % 2, verdict.fine, noticed=False) if verdict.fine else None
    return Fine(seat % 2, verdict.fine, noticed=True) if verdict.fine else None


def judge_attempt(
    found: Findings,
    bound: Bound,
    line: TrickLine,
    index: int,
    seat: int,
    attempted: Cards,
    kept: Cards,
    verdict: LeadVerdict,
    holders: Sequence[int],
) -> Fine | None:
    """A throw recorded as failed, judged against the other hands."""
    fine = Fine(seat % 2, verdict.fine, noticed=True) if verdict.fine else None
    if not check_part(found, line, index, seat, attempted, kept):
        return fine
    if verdict.kind == "ok":
        report_throw(found, "LED009", line, index, seat, attempted, kept, (), (), holders)
        return None
    if verdict.kind != "fails":
        report_lead(found, bound, line, index, seat, attempted, verdict.kind, verdict.rule)
        return None
    if tuple(sorted(kept.faces)) not in verdict.kept:
        report_throw(found, "LED006", line, index, seat, attempted, kept, verdict.beaten, verdict.kept, holders)
    return fine


def check_part(found: Findings, line: TrickLine, index: int, seat: int, attempted: Cards, kept: Cards) -> bool:
    """What is kept must be part of what was thrown."""
    if contains(pack_safely(attempted.faces), pack_safely(kept.faces)):
        return True
    facts = {"seat": found.name(seat), "cards": kept, "thrown": attempted}
    found.add(
        "LED010",
        line,
        facts,
        place=found.place_play(line, index),
        trick=line.number,
        seat=seat,
        rule="throw",
        played=kept,
    )
    return False


def report_unheld(
    found: Findings, line: TrickLine, index: int, seat: int, attempted: Cards, kept: Cards, held: int
) -> None:
    """The cards taken back were never played: the seat did not hold what it threw."""
    lacking = missing(held, pack_safely(attempted.faces))
    facts = {"seat": found.name(seat), "thrown": attempted, "cards": Cards(tuple(lacking) or kept.faces)}
    found.add(
        "CRD003",
        line,
        facts,
        variant="thrown",
        place=found.place_play(line, index),
        trick=line.number,
        seat=seat,
        played=attempted,
    )
