"""Burials and robbings against the hands: was each buried card held, and was each card taken up buried or played?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import Cards
from referee.packed import less, missing
from referee.replay.accounts import without
from referee.replay.kitty import hand_on
from referee.replay.multiset import add, pack_safely
from referee.replay.sheet import DEALT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.replay.accounts import Accounts
    from referee.replay.findings import Findings
    from referee.replay.kitty import Taking
    from referee.replay.reconcile import Statement
    from referee.replay.sheet import Sheet


def check_burials(accounts: Accounts, statements: Sequence[Statement], found: Findings) -> None:
    """Go through the burials in order, from hands as they are written, and report buried cards that were not held.

    A card reported is then taken as unknown, for the next who takes up the kitty too.
    """
    held: list[int | None] = [None] * accounts.seats
    source: list[Statement | None] = [None] * accounts.seats
    turns = [0] * accounts.seats
    for taking in accounts.takings:
        seat = taking.seat
        if seat is None:
            return
        stated = _stated(statements, seat, turns[seat])
        if stated is not None and held[seat] is None:
            held[seat], source[seat] = stated.packed, stated
        turns[seat] += 1
        hand, taken, written = held[seat], taking.taken, source[seat]
        if hand is None or taken is None or not taken.known or written is None:
            held[seat] = None
            continue
        hand = add(hand, pack_safely(taken.faces))
        _check_laid(accounts, taking, hand, written, found)
        laid = taking.laid
        held[seat] = less(hand, pack_safely(laid.faces)) if laid is not None and laid.known else None


def _stated(statements: Sequence[Statement], seat: int, turn: int) -> Statement | None:
    """What is written of a seat's whole hand before its next turn with the kitty."""
    mine = (each for each in statements if each.seat == seat and each.time == DEALT and each.turn == turn)
    return next((each for each in mine if each.whole), None)


def _check_laid(accounts: Accounts, taking: Taking, held: int, statement: Statement, found: Findings) -> None:
    if taking.laid is None or taking.line is None:
        return
    lacking = missing(held, pack_safely(taking.laid.faces))
    if not lacking:
        return
    facts = {"seat": found.name(statement.seat), "cards": Cards(tuple(lacking)), "line": statement.line.line}
    place = found.place_face(taking.line, taking.laid, lacking)
    found.add("KIT002", taking.line, facts, place=place, seat=statement.seat, rule="kitty.taker")
    taking.laid = without(taking.laid, set(lacking))
    hand_on(accounts.takings)
    accounts.buried = accounts.takings[-1].laid


def check_followed(accounts: Accounts, sheet: Sheet, found: Findings) -> None:
    """In a complete record every card taken up with the kitty was buried again or played by who took it."""
    after: dict[int, int | None] = {}
    for at in range(len(accounts.takings) - 1, -1, -1):
        taking = accounts.takings[at]
        seat, taken, laid = taking.seat, taking.taken, taking.laid
        if seat is None:
            return
        hand = after[seat] if seat in after else _whole(accounts, seat)
        if hand is None or laid is None or not laid.known:
            after[seat] = None
            continue
        hand = add(hand, pack_safely(laid.faces))
        if taken is None or not taken.known:
            after[seat] = None
            continue
        lost = missing(hand, pack_safely(taken.faces))
        after[seat] = None if lost else less(hand, pack_safely(taken.faces))
        if lost:
            _report_lost(accounts, sheet, at, Cards(tuple(lost)), found)


def _whole(accounts: Accounts, seat: int) -> int | None:
    """A seat's hand at the first trick, if all of it is known."""
    known = accounts.known(seat, 0)
    return known if accounts.unseen(seat, 0, known) == (0, True) else None


def _report_lost(accounts: Accounts, sheet: Sheet, at: int, lost: Cards, found: Findings) -> None:
    """Report cards taken up that are nowhere afterwards: of the kitty, or of the burial that was robbed."""
    seat = accounts.takings[at].seat or 0
    line = sheet.kitty if at == 0 else accounts.takings[at - 1].line
    if line is None:
        return
    facts = {"seat": found.name(seat), "cards": lost}
    place = found.place_face(line, line.cards, lost.faces)
    found.add("CRD006", line, facts, variant="message" if at == 0 else "robbed", place=place, seat=seat)
