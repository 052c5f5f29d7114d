"""Who took the kitty 底牌, what was laid down 埋底, and what was robbed 抢底, in the order recorded."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from referee.cards import Cards, Unknown
from referee.phrases import Count
from referee.record import BuryLine, RobLine
from referee.replay.held import may_be_robbed, robs_unsaid
from referee.rules.kitty import BuryFault, check_bury

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.ruleset.model import Ruleset


@dataclass(slots=True)
class Taking:
    """One seat's turn with the kitty: what it took up and what it laid down, as far as recorded."""

    seat: int | None
    taken: Cards | None
    laid: Cards | None = None
    line: BuryLine | None = None
    rob: RobLine | None = None


def read_takings(ruleset: Ruleset, sheet: Sheet, first: int | None, found: Findings) -> list[Taking]:
    """The turns with the kitty in order; ``first`` is who takes it up, None where that is not known."""
    takings = [Taking(first, None if sheet.kitty is None else sheet.kitty.cards)]
    for call in sheet.calls:
        now = takings[-1]
        if isinstance(call, RobLine):
            if now.seat != call.seat or now.laid is not None:
                takings.append(Taking(call.seat, now.laid, rob=call))
        elif isinstance(call, BuryLine):
            robbed = robs_unsaid(ruleset, sheet, now.seat, call.seat)
            if now.laid is not None and not robbed and call.seat in {None, now.seat}:
                found.add("REC026", call, {"line": now.line.line if now.line is not None else call.line})
                continue
            _bury(takings, call, found, robbed=robbed)
    if may_be_robbed(ruleset, sheet):
        takings.append(Taking(None, takings[-1].laid))
    return takings


def hand_on(takings: Sequence[Taking]) -> None:
    """Who robs takes up what was laid down before, as far as that is still trusted."""
    for before, after in pairwise(takings):
        after.taken = before.laid


def _bury(takings: list[Taking], call: BuryLine, found: Findings, *, robbed: bool) -> None:
    """Note a burial: of whoever took the kitty up last, or of one who robbed it without a word (``robbed``)."""
    now = takings[-1]
    if now.seat is None and now.laid is None:
        now.seat = call.seat
    other = call.seat is not None and call.seat != now.seat
    if other and not robbed and now.seat is not None:
        facts = {"seat": found.name(call.seat or 0), "holder": found.name(now.seat)}
        found.add("KIT005", call, facts, place=found.place_word(call, "SEAT"), seat=call.seat, rule="kitty.taker")
    if now.laid is not None or (other and robbed):
        now = Taking(call.seat, now.laid)
        takings.append(now)
    now.laid = call.cards
    now.line = call


def judge_bury(ruleset: Ruleset, taking: Taking, level: str | None, trump: int | None, found: Findings) -> None:
    """Number, forbidden cards and limit of one burial; whether the cards were held is the accounts' business."""
    if taking.laid is None or taking.line is None:
        return
    laid = taking.laid
    for fault in check_bury(ruleset, laid, held=None, level=level, trump=trump).faults:
        _report(taking, fault, found)
        if fault.kind == "count":
            taking.laid = _as_far_as_sure(laid, fault.allowed)


def _as_far_as_sure(laid: Cards, due: int) -> Cards:
    """A burial of the wrong number: the cards written, if too few, and as many unknown ones as are missing."""
    if len(laid.faces) < due:
        return Cards(laid.faces, (Unknown(None, due - len(laid.faces)),))
    return Cards((), (Unknown(None, due),))


def _report(taking: Taking, fault: BuryFault, found: Findings) -> None:
    line, seat, laid = taking.line, taking.seat, taking.laid
    if line is None or laid is None:
        return
    match fault.kind:
        case "count":
            facts = {"count": Count(fault.number, "card"), "wanted": Count(fault.allowed, "card")}
            found.add(
                "KIT001",
                line,
                facts,
                place=found.place_card(line),
                seat=seat,
                rule=fault.rule,
                required=facts["wanted"],
            )
        case "forbidden":
            place = found.place_face(line, laid, fault.faces)
            found.add("KIT003", line, {"cards": Cards(fault.faces)}, place=place, seat=seat, rule=fault.rule)
        case "points":
            limits = {"points": Count(fault.number, "point"), "limit": Count(fault.allowed, "point")}
            found.add("KIT004", line, limits, place=found.place_card(line), seat=seat, rule=fault.rule)


def judge_kitty_size(ruleset: Ruleset, sheet: Sheet, found: Findings) -> bool:
    """Whether the kitty line has the right number of cards; if not it is reported and not to be used."""
    if sheet.kitty is None:
        return True
    cards, due = sheet.kitty.cards, ruleset.deal.kitty_size
    size = len(cards.faces) + sum(group.count or 1 for group in cards.unknown)
    if size == due or (cards.size is None and size < due):
        return True
    facts = {"count": Count(size, "card"), "wanted": Count(due, "card")}
    found.add("CRD004", sheet.kitty, facts, place=found.place_card(sheet.kitty), rule="deal.kitty_size")
    return False
