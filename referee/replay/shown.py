"""Were the cards shown in bids and robbings held at the time? Answered once the plays prove every hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import Cards
from referee.packed import contains, missing
from referee.record import BidLine
from referee.replay.held import look_back
from referee.replay.multiset import pack_safely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import RobLine
    from referee.replay.calls import Called
    from referee.replay.findings import Findings
    from referee.replay.kitty import Taking
    from referee.replay.sheet import Sheet
    from referee.replay.table import Played
    from referee.ruleset.model import Ruleset


def check_shown(
    ruleset: Ruleset, sheet: Sheet, called: Called, takings: Sequence[Taking], played: Played, found: Findings
) -> None:
    """Report cards shown that the seat cannot have held: in a bid as dealt, in a robbing before it took the kitty."""
    before = look_back(played.hands, takings, played.buried)
    for call in sheet.calls:
        if isinstance(call, BidLine):
            _check(call, before.dealt[call.seat], called, found, "message", "declare.forms")
    for taking, hand in zip(takings, before.turns, strict=True):
        if taking.rob is None:
            continue
        if ruleset.declare.kitty_cards_count:
            _check(taking.rob, hand, called, found, "rob", "declare.forms")
        else:
            dealt = before.dealt[taking.rob.seat]
            _check(taking.rob, dealt, called, found, "message", "declare.kitty_cards_count")


def _check(call: BidLine | RobLine, hand: int | None, called: Called, found: Findings, variant: str, rule: str) -> None:
    if hand is None or call.cards is None or call.line in called.faulty:
        return
    shown = pack_safely(call.cards.faces)
    if contains(hand, shown):
        return
    facts = {"seat": found.name(call.seat), "cards": call.cards, "lacking": Cards(tuple(missing(hand, shown)))}
    found.add("BID008", call, facts, variant=variant, place=found.place_card(call), seat=call.seat, rule=rule)
