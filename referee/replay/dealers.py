"""Who deals 庄家: the seat written, the one the rotation or the bids make, and the one that acted as dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.record import BuryLine

if TYPE_CHECKING:
    from referee.record import DealerLine
    from referee.replay.calls import Called, Shown
    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.replay.standing import Standing
    from referee.ruleset.model import Ruleset


def possible_dealers(
    ruleset: Ruleset, sheet: Sheet, standing: Standing, first_deal: bool | None
) -> list[tuple[int | None, bool]]:
    """Who may be the dealer; the flag is set where the dealer line is then taken to be wrong.

    Without a dealer line the flag marks a seat that acted as dealer, whoever should have been it.
    """
    written = None if sheet.dealer is None else sheet.dealer.seat
    leader = _first_leader(sheet)
    options: list[tuple[int | None, bool]]
    if written is None:
        follows = first_deal is False and not standing.asked
        options = [(seat, False) for seat in standing.dealers if follows] or [(None, False)]
        acting = None if ruleset.kitty.taker != "dealer" else _first_burial(sheet)
        if acting is not None and leader in {None, acting.seat}:
            options += [(acting.seat, True)] if (acting.seat, False) not in options else []
        return options
    options = [(written, False)]
    if first_deal is False and not standing.asked:
        options += [
            (seat, True) for seat in standing.dealers[:1] if seat != written and written not in standing.dealers
        ]
    if leader is not None and leader != written and all(seat != leader for seat, _ in options):
        burial = _first_burial(sheet)
        if burial is None or burial.seat == leader:
            options.append((leader, True))
    return options


def _first_burial(sheet: Sheet) -> BuryLine | None:
    """The first burial that says whose it is."""
    return next((call for call in sheet.calls if isinstance(call, BuryLine) and call.seat is not None), None)


def _first_leader(sheet: Sheet) -> int | None:
    """Who led to the first trick, if it is recorded."""
    first = sheet.tricks[0] if sheet.tricks else None
    if first is None or first.number != 1 or not first.plays:
        return None
    turned = sheet.turned.get(first.line)
    return first.plays[0].seat if turned is None else turned.leader


def check_dealer(
    sheet: Sheet,
    standing: Standing,
    first_deal: bool | None,
    dealer: int | None,
    written_wrong: bool,
    called: Called | None,
    found: Findings,
) -> list[int | None]:
    """Compare the dealer written with the one that must be; returns who may really be it."""
    line = sheet.dealer
    leader = _first_leader(sheet)
    if called is not None and called.opened and (first_deal is True or standing.asked):
        by_bids = called.declared.dealer
        if line is None and written_wrong:
            return _acting(sheet, dealer, by_bids, "BID010", called.declared.dealer_rule, called, found)
        if line is None:
            return [by_bids if by_bids is not None else leader]
        if not called.dealers or line.seat in called.dealers or None in called.declared.dealers:
            return [dealer]
        right = min(called.dealers) if by_bids is None else by_bids
        rule, decided = called.declared.dealer_rule, bool(sheet.tricks)
        _report_dealer(found, "BID010", "message", line, right, rule, _shown(called), decided=decided)
        return [right] if written_wrong else [line.seat, right]
    if line is None and written_wrong:
        due, rule = _due(standing, called)
        if dealer in due:
            return [dealer]
        return _acting(sheet, dealer, due[0] if due else None, "ADV005", rule, called, found)
    if line is None:
        possible: frozenset[int | None] = frozenset()
        if called is not None and called.opened and standing.dealers:
            possible = called.declared.dealers
        if possible and not possible <= set(standing.dealers):
            # The deal passed to the other side, or may have.
            return [next(iter(possible)) if len(possible) == 1 else leader if leader in possible else None]
        return [dealer if dealer is not None else leader]
    due, rule = _due(standing, called)
    if first_deal is False and due and not standing.asked and line.seat not in due:
        _report_dealer(found, "ADV005", "message", line, due[0], rule)
    elif written_wrong and dealer is not None:
        _report_dealer(found, "ADV005", "play", line, dealer, None)
    return [dealer]


def _acting(
    sheet: Sheet, dealer: int | None, right: int | None, code: str, rule: str, called: Called | None, found: Findings
) -> list[int | None]:
    """A seat that buried (and led) as the dealer although another is it; no setting where it is none."""
    line = _first_burial(sheet)
    if line is None or right is None or right == dealer:
        return []
    variant = "acting" if code == "BID010" else "message"
    _report_dealer(found, code, variant, line, right, rule, _shown(called))
    return [dealer]


def _shown(called: Called | None) -> Shown | None:
    """The bid that decides who deals."""
    return None if called is None else called.opening or called.valid


def _report_dealer(
    found: Findings,
    code: str,
    variant: str,
    line: DealerLine | BuryLine,
    right: int,
    rule: str | None,
    bid: Shown | None = None,
    *,
    decided: bool = True,
) -> None:
    """Report that another seat than the one written is the dealer."""
    seat, written = found.name(right), found.name(line.seat or 0)
    found.add(
        code,
        line,
        {"seat": seat, "claimed": written, "written": written, "bid": "-" if bid is None else bid.cards},
        variant=variant,
        place=found.place_word(line, "SEAT"),
        seat=line.seat,
        rule=rule,
        required=seat,
        played=written,
        against=None if decided else bid,
    )


def _due(standing: Standing, called: Called | None) -> tuple[tuple[int, ...], str]:
    """Who may deal after the deal before; the bidding may have passed the deal on (A-11), wrongly perhaps.

    Empty: not known.
    """
    if called is None or not called.opened or not standing.dealers:
        return standing.dealers, "rotation"
    declared = called.declared
    if None in declared.dealers:
        return (), "rotation"
    by_bids = {seat for seat in declared.dealers if seat is not None} | called.claims
    if declared.dealer in {None, *standing.dealers}:
        return (*standing.dealers, *sorted(by_bids - set(standing.dealers))), "rotation"
    return (declared.dealer or 0, *sorted(by_bids - {declared.dealer})), declared.dealer_rule
