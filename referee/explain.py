"""Why: the reasons of a verdict as phrases, built only when somebody asks or something is wrong."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import Cards
from referee.packed import common, missing, unpack
from referee.phrases import Count, DomainName, Phrase, Series
from referee.rules import answers, follow
from referee.shapes import Alternative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.rules.bound import Bound, Lead, PlayInfo
    from referee.rules.follow import FollowFault
    from referee.rules.throw import LeadVerdict
    from referee.shapes import Shape

LEAD_CODES = {
    "not_held": "CRD003",
    "mixed": "LED003",
    "grouping": "LED007",
    "no_throws": "LED004",
    "trump_throw": "LED004",
    "all_void": "LED008",
    "not_all_void": "LED008",
}
"""The finding that each kind of illegal lead is reported as."""


BID_CODES = {
    "form": "BID001",
    "joker_color": "BID011",
    "drawn": "BID007",
    "not_held": "BID008",
    "opening": "BID002",
    "overcall": "BID003",
    "reinforce": "BID004",
    "repeat": "BID004",
    "self_overcall": "BID004",
    "self_overcall_weak": "BID004",
    "first_special": "BID005",
    "who_may_bid": "BID006",
    "turn": "BID006",
    "first_hand_no_trump": "BID006",
    "rob_not_allowed": "BID012",
    "rob_first_hand": "BID012",
    "rob_max": "BID012",
    "rob_who": "BID012",
    "rob_turn": "BID012",
    "rob_form": "BID013",
    "rob_weak": "BID013",
    "rob_same_suit": "BID013",
}
"""The finding that each kind of bid or robbing fault is reported as."""


def follow_code(fault: FollowFault) -> str:
    """The finding that a follow fault is reported as."""
    if fault.kind != "shape":
        return {"count": "FOL001", "not_held": "CRD003", "revoke": "FOL002"}[fault.kind]
    if fault.tier is not None:
        return "FOL005"
    if any(piece.length > 1 for piece in fault.missing):
        return "FOL004"
    return "FOL003" if all(piece.width == 2 for piece in fault.missing) else "FOL006"


class FollowReasons(NamedTuple):
    """Why a follow is illegal: ``steps`` in order, what was owed, the cards that owe it, and some legal plays."""

    steps: tuple[Phrase, ...]
    required: Phrase
    owing: tuple[int, ...]
    examples: tuple[tuple[int, ...], ...]
    count: int | None  # type: ignore[assignment]  # hides tuple.count, which nobody asks


def pieces_phrase(pieces: Sequence[Shape]) -> Alternative:
    """Pieces as one sum, equal ones together: two pairs and a triple."""
    return Alternative(tuple(Counter(pieces).items()), 0)


def follow_reasons(bound: Bound, lead: Lead, holding: int, play: PlayInfo, fault: FollowFault) -> FollowReasons:
    """The reasons of a follow fault, for a holding that is (or may be taken to be) whole."""
    domain = lead.info.domain
    mask = bound.mask[domain]
    suit_cards = holding & mask
    held = tuple(unpack(suit_cards))
    led = Phrase(
        "follow.led",
        {"cards": Cards(lead.info.faces), "shapes": pieces_phrase(lead.shapes), "domain": DomainName(domain)},
    )
    examples = answers.some_legal_follows(bound, lead, holding, 3)
    count = answers.count_legal_follows(bound, lead, holding)
    match fault.kind:
        case "count":
            required = Phrase("follow.required_count", {"cards": Count(lead.info.size, "card")})
            steps: tuple[Phrase, ...] = (led, Phrase("follow.count", {"played": Count(play.size, "card")}), required)
        case "not_held":
            lacking = Cards(tuple(missing(holding, play.packed)))
            required = Phrase("follow.required_held", {})
            steps = (Phrase("follow.not_held", {"cards": lacking}),)
        case "revoke":
            kept = Cards(tuple(unpack(suit_cards - common(play.packed & mask, suit_cards))))
            owed = min(lead.info.size, len(held))
            required = Phrase("follow.required_suit", {"cards": Count(owed, f"suit_{domain}")})
            steps = (led, Phrase("follow.holds", {"cards": Cards(held), "domain": DomainName(domain)}), required)
            held = kept.faces
        case "shape":
            required = Phrase("follow.required_shape", {"pieces": pieces_phrase(fault.owed)})
            steps = (led, Phrase("follow.holds", {"cards": Cards(held), "domain": DomainName(domain)}), required)
            if fault.tier is not None:
                steps += (Phrase("follow.tier", {"rule": fault.rule, "tier": fault.tier}),)
    return FollowReasons(steps, required, held, examples, count)


def follow_reasons_legal(bound: Bound, lead: Lead, holding: int, play: PlayInfo) -> tuple[Phrase, ...]:
    """Why a follow is legal."""
    domain = lead.info.domain
    suit_cards = holding & bound.mask[domain]
    held = unpack(suit_cards)
    name = DomainName(domain)
    if not held:
        return (Phrase("follow.void", {"domain": name}),)
    if len(held) <= lead.info.size:
        return (Phrase("follow.short", {"cards": Count(len(held), f"suit_{domain}")}),)
    pieces = follow.best_pieces(bound, lead, suit_cards)
    if not pieces:
        return (Phrase("follow.no_duty", {"domain": name, "shapes": pieces_phrase(lead.shapes)}),)
    return (Phrase("follow.answered", {"pieces": pieces_phrase(pieces), "cards": Cards(play.faces)}),)


def lead_reasons(bound: Bound, verdict: LeadVerdict, faces: tuple[int, ...]) -> tuple[Phrase, ...]:
    """Why a lead is legal, fails, or is illegal."""
    cards = Cards(faces)
    if verdict.kind == "ok" and verdict.lead is not None:
        key = "lead.single" if len(verdict.lead.components) == 1 else "lead.stands"
        return (Phrase(key, {"cards": cards, "shapes": pieces_phrase(verdict.lead.shapes)}),)
    if verdict.kind != "fails":
        return (Phrase(f"lead.{verdict.kind}", {"cards": cards}),)
    beaten = tuple(
        Phrase("lead.beaten", {"component": Cards(b.component.faces), "by": Cards(b.faces)}) for b in verdict.beaten
    )
    kept = Series(tuple(Cards(faces) for faces in verdict.kept), "either")
    fine = (Phrase("lead.fine", {"points": Count(verdict.fine, "point")}),) if verdict.fine else ()
    return (*beaten, Phrase(f"lead.keep.{bound.ruleset.throw.failed_play}", {"kept": kept}), *fine)
