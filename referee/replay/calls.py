"""The bidding of a recorded deal: every bid and robbing judged, and what trump and which dealer come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.cards import LITTLE_JOKER, NO_SUIT, SUIT_OF, Cards, Unknown
from referee.explain import BID_CODES
from referee.phrases import Count, Phrase, Series, TrumpName
from referee.record import BidLine, BuryLine, FlipLine, PassLine, RobLine
from referee.replay.held import Held
from referee.rules import bids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.record import Line
    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.rules.bids import Bidding, BidFault, BidVerdict, Declared
    from referee.ruleset.model import Ruleset


class Shown(NamedTuple):
    """A bid as it is spoken of: who showed what, and the line."""

    seat: int
    cards: Any
    line: int


@dataclass(slots=True)
class Called:
    """What the bidding came to. ``spoken``: anything at all is recorded of it, so that its silence means something.

    ``opened``: more than robbings is recorded, so that who bid first is known.

    ``trumps`` and ``dealers`` also hold what would follow if bids reported as wrong had counted.
    """

    declared: Declared
    spoken: bool = False
    opened: bool = False
    valid: Shown | None = None
    """The last valid bid or robbing, for messages."""
    opening: Shown | None = None
    declarer: int | None = None
    """Seat of the last valid bid, robbings aside."""
    begun: bool = False
    """The kitty was taken up: a burial or robbing is recorded."""
    taker: int | None = None
    """Who then took it up first, as bids and burials tell."""
    trumps: set[int] = field(default_factory=set)
    dealers: set[int] = field(default_factory=set)
    claims: set[int] = field(default_factory=set)
    """Seats that bid although the deal was not theirs to open: if it went on so, they dealt."""
    faulty: set[int] = field(default_factory=set)
    """Lines of bids found illegal."""
    trump_then: dict[int, int | None] = field(default_factory=dict)
    """What was trump at each burial, by its line."""


def judge_calls(
    ruleset: Ruleset,
    sheet: Sheet,
    level: str,
    *,
    first_deal: bool,
    dealer: int | None,
    taker: int | None,
    sides: tuple[tuple[str, ...], tuple[str, ...]],
    dealt: Sequence[int | None],
    found: Findings,
) -> Called:
    """Judge the bids, passes, robbings and turned cards of a deal, in time order.

    Args:
        ruleset: the rules.
        sheet: the lines of the deal.
        level: the level of the deal.
        first_deal: the deal is contested.
        dealer: the seat the rotation gives.
        taker: the seat taken to be dealer, who takes up the kitty.
        sides: the levels of the sides, should the deal pass from one to the other.
        dealt: hands as dealt, where they are written whole.
        found: where findings go.
    """
    bidding = bids.begin(ruleset, level, first_deal=first_deal, dealer=dealer, dealt=dealt, sides=sides)
    kitty = None if sheet.kitty is None else sheet.kitty.cards
    calls = _Calls(
        ruleset,
        level,
        taker,
        bidding,
        Called(bids.declared(bidding)),
        Held(dealt, kitty, ruleset.deal.kitty_size),
        found,
    )
    for call in sheet.calls:
        calls.hear(call)
    return calls.sum_up(sheet)


@dataclass(slots=True)
class _Calls:
    """The calls of a deal, heard one after the other.

    ``holder``: who took up the kitty last, where known; ``buried``: and he buried.
    """

    ruleset: Ruleset
    level: str
    taker: int | None
    bidding: Bidding
    called: Called
    held: Held
    found: Findings
    holder: int | None = None
    buried: bool = False
    drawn: int = 0
    passed: set[int] = field(default_factory=set)
    flipped: list[Cards] = field(default_factory=list)

    def hear(self, call: Line) -> None:
        """Judge one call."""
        if isinstance(call, BidLine):
            self._bid(call)
        elif isinstance(call, RobLine):
            self._rob(call)
        elif isinstance(call, PassLine):
            self.passed |= set() if self.called.begun else set(call.seats)
            self.bidding = bids.passed(self.bidding, call.seats)
        elif isinstance(call, BuryLine):
            self._bury(call)
        elif isinstance(call, FlipLine):
            self.flipped.append(call.cards)

    def _bid(self, call: BidLine) -> None:
        self.called.opened = True
        self.drawn = _check_drawn(self.ruleset, call, self.drawn, self.found)
        before = self.bidding
        said = bids.BidCall(call.seat, call.cards, call.suit, call.drawn)
        verdict, self.bidding = bids.bid(self.bidding, said)
        _heard(self.ruleset, self.level, call, verdict, before, self.called, self.found)
        if call.line not in self.called.faulty:
            self.called.declarer = call.seat

    def _rob(self, call: RobLine) -> None:
        self.called.spoken = True
        if not self.called.begun:
            self._take_up(self._first_taker(None))
        if not self.buried and self.holder is not None:
            self.held.bury(self.holder, None)
            self.bidding = bids.buried(self.bidding, self.holder)
        before = self.bidding
        verdict, self.bidding = bids.rob(self.bidding, self._shown(call), self.held.hands[call.seat])
        _heard(self.ruleset, self.level, call, verdict, before, self.called, self.found)
        self._take_up(call.seat)

    def _shown(self, call: RobLine) -> bids.BidCall:
        """What a robber shows; without the bids other cards of his may lie there already."""
        cards = call.cards
        exact = bids.read_shown(self.ruleset, self.level, cards, None)
        if not exact and not self.called.opened and cards.known:
            cards = Cards(cards.faces, (Unknown(None, None),))
        return bids.BidCall(call.seat, cards)

    def _bury(self, call: BuryLine) -> None:
        if not self.called.begun:
            self._take_up(self._first_taker(call.seat))
        holder = self.holder
        if holder is not None:
            self.called.trump_then[call.line] = bids.declared(self.bidding).trump
            self.bidding = bids.buried(self.bidding, holder)
            self.held.bury(holder, call.cards if not self.buried else None)
            if call.seat not in {None, holder}:
                self.held.forget(holder, call.seat)
        self.buried = True

    def _first_taker(self, buried: int | None) -> int | None:
        """Who takes up the kitty first: the dealer, or who declared; where two may be it, the one who buried."""
        if self.ruleset.kitty.taker == "declarer" and self.called.declarer is not None:
            return self.called.declarer
        by_bids = bids.declared(self.bidding).dealers if self.called.opened else frozenset()
        possible = {self.taker, *by_bids} - {None}
        if buried in possible:
            return buried
        return possible.pop() if len(possible) == 1 else None if possible else buried

    def _take_up(self, seat: int | None) -> None:
        self.called.taker = self.called.taker if self.called.begun else seat
        self.called.begun = True
        self.holder, self.buried = seat, False
        if seat is None:
            self.held.forget(*range(self.ruleset.players.count))
        else:
            self.held.take(seat)

    def sum_up(self, sheet: Sheet) -> Called:
        """Trump and dealer after all calls."""
        called = self.called
        called.opened = called.opened or len(self.passed) == self.ruleset.players.count or bool(self.flipped)
        called.spoken = called.spoken or called.opened
        bidding = self.bidding
        if self.ruleset.declare.visibility != "open" and sheet.trump is not None:
            bidding = bids.narrow(bidding, sheet.trump.suit)
        faces = tuple(face for cards in self.flipped for face in cards.faces)
        called.declared = bids.declared(bidding, Cards(faces) if self.flipped else None)
        called.trumps |= {trump for trump in called.declared.trumps if trump is not None}
        called.dealers |= {seat for seat in called.declared.dealers if seat is not None}
        return called


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
        if isinstance(call, BidLine) or ruleset.kitty.rob.changes_dealer:
            called.dealers.add(call.seat)
        fault = verdict.fault
        if fault.kind == "who_may_bid" or bids.opens_for_others(before, call.seat):
            called.claims.add(call.seat)
        if fault.shown is not None:
            called.trumps.add(fault.shown.trump)
        elif call.cards is not None:
            called.trumps |= {SUIT_OF[face] for face in call.cards.faces if face < LITTLE_JOKER}
            called.trumps |= {NO_SUIT} if all(face >= LITTLE_JOKER for face in call.cards.faces) else set()
        return
    if verdict.verdict == "undetermined" and verdict.fault is not None:
        found.undetermined(call, Phrase("replay.open.bid", {"seat": found.name(call.seat)}), None, call.seat)
    called.valid = Shown(call.seat, shown, call.line)
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
    facts = {"seat": found.name(call.seat), "drawn": drawn, "before": before, "size": Count(size, "card")}
    place = found.place_word(call, "INT")
    found.add("BID007", call, facts, variant=variant, place=place, seat=call.seat, rule=rule)
    return before


def _report(
    ruleset: Ruleset, level: str, call: BidLine | RobLine, shown: Any, fault: BidFault, before: Bidding, found: Findings
) -> None:
    facts: dict[str, Any] = {"seat": found.name(call.seat), "cards": shown, "level": fault.level or level}
    standing = fault.standing
    if standing is not None:
        facts |= {"standing": Cards(standing.reading.faces), "holder": found.name(standing.seat)}
    else:
        facts |= {"standing": "-", "holder": "-"}
    need = fault.kind if fault.kind != "rob_who" or ruleset.kitty.rob.who == "opponents" else "rob_holder"
    facts["need"] = Phrase(f"replay.need.{need}", {"times": Count(fault.number or 0, "time")})
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
    variant = "rob" if fault.kind == "not_held" and isinstance(call, RobLine) else "message"
    if fault.rule == "declare.kitty_cards_count":
        variant = "message"
    found.add(
        BID_CODES[fault.kind], call, facts, variant=variant, place=place, seat=call.seat, rule=fault.rule, played=shown
    )


def _say_pattern(joker: str | None, jokers: int, levels: int) -> Phrase | Count:
    if joker is None:
        return Count(levels, "level_card")
    shown = Count(jokers, f"joker_{joker}")
    return Phrase("replay.form.with", {"jokers": shown, "levels": Count(levels, "level_card")}) if levels else shown
