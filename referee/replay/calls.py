"""The bidding of a recorded deal: every bid and robbing judged, and what trump and which dealer come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee.cards import LITTLE_JOKER, NO_SUIT, SUIT_OF, Cards
from referee.explain import BID_CODES
from referee.packed import contains, missing
from referee.phrases import Count, Phrase, Series, TrumpName
from referee.record import BidLine, BuryLine, FlipLine, PassLine, RobLine
from referee.replay.multiset import pack_safely
from referee.rules import bids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.rules.bids import Bidding, BidFault, BidVerdict, Declared
    from referee.ruleset.model import Ruleset


@dataclass(slots=True)
class Called:
    """What the bidding came to. ``spoken``: anything at all is recorded of it, so that its silence means something.

    ``opened``: more than robbings is recorded, so that who bid first is known.

    ``trumps`` and ``dealers`` also hold what would follow if bids reported as wrong had counted.
    """

    declared: Declared
    spoken: bool
    opened: bool
    valid: tuple[int, Any] | None
    """Seat and cards of the last valid bid, for messages."""
    opening: tuple[int, Any] | None
    trumps: set[int] = field(default_factory=set)
    dealers: set[int] = field(default_factory=set)
    faulty: set[int] = field(default_factory=set)
    """Lines of bids found illegal."""


def judge_calls(
    ruleset: Ruleset,
    sheet: Sheet,
    level: str,
    *,
    first_deal: bool,
    dealer: int | None,
    dealt: Sequence[int | None],
    found: Findings,
) -> Called:
    """Judge the bids, passes, robbings and turned cards of a deal, in time order."""
    bidding = bids.begin(ruleset, level, first_deal=first_deal, dealer=dealer, dealt=dealt)
    called = Called(bids.declared(bidding), False, False, None, None)
    flipped: list[Cards] = []
    passed: set[int] = set()
    drawn = 0
    holder: int | None = None
    for call in sheet.calls:
        if isinstance(call, BidLine):
            called.opened = True
            drawn = _check_drawn(ruleset, call, drawn, found)
            before = bidding
            verdict, bidding = bids.bid(bidding, bids.BidCall(call.seat, call.cards, call.suit, call.drawn))
            _heard(ruleset, level, call, verdict, before, called, found)
        elif isinstance(call, RobLine):
            called.spoken = True
            if holder is None:
                bidding = _laid_down(bidding, _taker(sheet, called, bidding))
            before = bidding
            verdict, bidding = bids.rob(bidding, bids.BidCall(call.seat, call.cards))
            _heard(ruleset, level, call, verdict, before, called, found)
            holder = call.seat
        elif isinstance(call, PassLine):
            passed |= set(call.seats)
            bidding = bids.passed(bidding, call.seats)
        elif isinstance(call, BuryLine):
            holder = call.seat if call.seat is not None else holder
            holder = holder if holder is not None else _taker(sheet, called, bidding)
            bidding = _laid_down(bidding, holder)
        elif isinstance(call, FlipLine):
            flipped.append(call.cards)
    called.opened = called.opened or len(passed) == ruleset.players.count or bool(flipped)
    called.spoken = called.spoken or called.opened
    if ruleset.declare.visibility != "open" and sheet.trump is not None:
        bidding = bids.narrow(bidding, sheet.trump.suit)
    faces = tuple(face for cards in flipped for face in cards.faces)
    called.declared = bids.declared(bidding, Cards(faces) if flipped else None)
    called.trumps |= {trump for trump in called.declared.trumps if trump is not None}
    called.dealers |= {seat for seat in called.declared.dealers if seat is not None}
    return called


def _taker(sheet: Sheet, called: Called, bidding: Bidding) -> int | None:
    """Who takes up the kitty first, as far as the bidding so far and the dealer line tell."""
    if bidding.ruleset.kitty.taker == "declarer" and called.valid is not None:
        return called.valid[0]
    return sheet.dealer.seat if sheet.dealer is not None else bids.declared(bidding).dealer


def _laid_down(bidding: Bidding, seat: int | None) -> Bidding:
    """The kitty buried by a seat, if it is known by whom."""
    return bidding if seat is None else bids.buried(bidding, seat)


def _heard(
    ruleset: Ruleset,
    level: str,
    call: BidLine | RobLine,
    verdict: BidVerdict,
    before: Bidding,
    called: Called,
    found: Findings,
) -> None:
    shown = call.cards if call.cards is not None else TrumpName(call.suit or 0) if isinstance(call, BidLine) else None
    if verdict.verdict == "illegal" and verdict.fault is not None:
        called.faulty.add(call.line)
        _report(ruleset, level, call, shown, verdict.fault, before, found)
        called.dealers.add(call.seat)
        fault = verdict.fault
        if fault.shown is not None:
            called.trumps.add(fault.shown.trump)
        elif call.cards is not None:
            called.trumps |= {SUIT_OF[face] for face in call.cards.faces if face < LITTLE_JOKER}
            called.trumps |= {NO_SUIT} if all(face >= LITTLE_JOKER for face in call.cards.faces) else set()
        return
    if verdict.verdict == "undetermined" and verdict.fault is not None:
        found.undetermined(call, Phrase("replay.open.bid", {"seat": found.name(call.seat)}), None, call.seat)
    called.valid = (call.seat, shown)
    called.opening = called.opening or called.valid


def _check_drawn(ruleset: Ruleset, call: BidLine, before: int, found: Findings) -> int:
    """``@n`` must grow from bid to bid (by turns: one less is still possible) and stay within a hand.

    Where trump is declared after the deal (2L-5) it is a whole hand.
    """
    drawn = call.drawn
    if drawn is None or (call.cards is not None and len(call.cards.faces) > drawn):
        return before
    size = ruleset.deal.hand_size
    early = drawn < size and ruleset.declare.when == "after_deal"
    if before - 1 <= drawn <= size and not early:
        return max(before, drawn)
    variant = "size" if drawn > size else "early" if early else "order"
    rule = "deal.hand_size" if drawn > size else "declare.when"
    facts = {"seat": found.name(call.seat), "drawn": drawn, "before": before, "size": size}
    place = found.place_word(call, "INT")
    found.add("BID007", call, facts, variant=variant, place=place, seat=call.seat, rule=rule)
    return before


def _report(
    ruleset: Ruleset, level: str, call: BidLine | RobLine, shown: Any, fault: BidFault, before: Bidding, found: Findings
) -> None:
    facts: dict[str, Any] = {"seat": found.name(call.seat), "cards": shown, "level": level}
    standing = fault.standing
    if standing is not None:
        facts |= {"standing": Cards(standing.reading.faces), "holder": found.name(standing.seat)}
    else:
        facts |= {"standing": "-", "holder": "-"}
    facts["need"] = Phrase(f"replay.need.{fault.kind}", {"number": fault.number or 0})
    match fault.kind:
        case "form" | "opening":
            forms = [f for f in ruleset.declare.forms if f.opening or fault.kind == "form"]
            patterns = dict.fromkeys((f.pattern.joker, f.pattern.jokers, f.pattern.levels) for f in forms)
            facts["forms"] = Series(tuple(_say_pattern(*pattern) for pattern in patterns), "or")
        case "drawn":
            size = 0 if call.cards is None else len(call.cards.faces)
            facts |= {"count": Count(size, "card"), "drawn": fault.number}
        case "not_held":
            facts["lacking"] = Cards(fault.faces) if fault.faces else shown
        case "joker_color":
            colors = ruleset.declare.joker_color_match or {}
            jokers = [face for face in (call.cards.faces if call.cards is not None else ()) if face >= LITTLE_JOKER]
            suits = colors.get(jokers[0], ()) if jokers else ()
            facts["suits"] = Series(tuple(TrumpName(suit) for suit in suits), "or")
    if before.states and fault.kind == "form" and fault.rule == "declare.forms":
        facts["standing"] = "-"
    place = found.place_card(call) if call.cards is not None else None
    found.add(BID_CODES[fault.kind], call, facts, place=place, seat=call.seat, rule=fault.rule, played=shown)


def _say_pattern(joker: str | None, jokers: int, levels: int) -> Phrase:
    if joker is None:
        return Phrase("replay.form.level" if levels == 1 else "replay.form.levels", {"levels": levels})
    if levels == 0:
        return Phrase(f"replay.form.{joker}", {"jokers": jokers})
    shown = Phrase("replay.form.level" if levels == 1 else "replay.form.levels", {"levels": levels})
    return Phrase(f"replay.form.{joker}_levels", {"jokers": jokers, "levels": shown})


def check_shown(
    sheet: Sheet, called: Called, hands: Sequence[int | None], extra: dict[int, int], found: Findings
) -> None:
    """Once every hand is known from the plays: was each card shown in a bid dealt to that seat?

    ``hands``: whole hands at the first trick; ``extra``: buried cards (packed) of the seats that took the kitty.
    """
    for call in sheet.calls:
        if not isinstance(call, BidLine) or call.cards is None or call.line in called.faulty:
            continue
        hand = hands[call.seat]
        if hand is None:
            continue
        held, shown = hand + extra.get(call.seat, 0), pack_safely(call.cards.faces)
        if not contains(held, shown):
            lacking = missing(held, shown)
            facts = {"seat": found.name(call.seat), "cards": call.cards, "lacking": Cards(tuple(lacking))}
            found.add("BID008", call, facts, place=found.place_card(call), seat=call.seat, rule="declare.forms")
