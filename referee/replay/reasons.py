"""Findings about leads, follows and winners: built only when something is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cards import NO_SUIT, Cards
from referee.explain import LEAD_CODES, follow_code, follow_reasons, pieces_phrase
from referee.phrases import DomainName, Phrase, Series
from referee.rules import trick as tricks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.record import TrickLine
    from referee.replay.findings import Findings
    from referee.rules.bound import Bound, Lead, PlayInfo
    from referee.rules.follow import FollowFault
    from referee.rules.throw import Beaten


def report_follow(
    found: Findings,
    bound: Bound,
    lead: Lead,
    line: TrickLine,
    index: int,
    seat: int,
    play: PlayInfo,
    holding: int,
    fault: FollowFault,
    *,
    whole: bool,
    later: Phrase | None = None,
) -> None:
    """Report an illegal follow. ``whole``: the holding is the whole hand, so legal plays can be named."""
    reasons = follow_reasons(bound, lead, holding, play, fault)
    domain = DomainName(lead.info.domain)
    facts: dict[str, Any] = {"seat": found.name(seat), "domain": domain}
    variant = "message"
    card: int | None = None
    if fault.kind == "revoke":
        off = tuple(face for face in play.faces if bound.domain[face] != lead.info.domain)
        written = line.plays[index].cards
        facts |= {"off": Cards(off) if off else written, "kept": Cards(reasons.owing), "must": reasons.required}
        card = next((at for at, face in enumerate(written.faces) if face in off), None)
        if not reasons.owing:
            variant = "unseen"
    else:
        facts |= {
            "lead": Cards(lead.info.faces),
            "played": Cards(play.faces),
            "held": Cards(reasons.owing),
            "owed": pieces_phrase(fault.owed),
            "tier": fault.tier,
        }
    at = found.add(
        follow_code(fault),
        line,
        facts,
        variant=variant,
        place=found.place_play(line, index, card),
        trick=line.number,
        seat=seat,
        rule=fault.rule,
        required=reasons.required,
        played=Cards(play.faces),
        examples=reasons.examples if whole else (),
        count=reasons.count if whole else None,
    )
    for note in _follow_notes(bound, lead, facts.get("off"), later):
        found.note(at, note)


def _follow_notes(bound: Bound, lead: Lead, off: Cards | None, later: Phrase | None) -> Iterator[Phrase]:
    """A level card 级牌 or permanent trump 常主 printed in the suit led does not follow it; later plays give away."""
    trumps = tuple(face for face in off.faces if face // 13 == lead.info.domain < NO_SUIT) if off is not None else ()
    if trumps:
        yield Phrase("replay.is_trump", {"cards": Cards(trumps), "level": bound.level})
    if later is not None:
        yield later


def report_lead(
    found: Findings, bound: Bound, line: TrickLine, index: int, seat: int, cards: Cards, kind: str, rule: str
) -> None:
    """Report a lead that is illegal whatever the others hold (or because of who is void)."""
    code = LEAD_CODES[kind]
    facts: dict[str, Any] = {"seat": found.name(seat), "cards": cards}
    variant = {"trump_throw": "trump", "not_all_void": "not_void"}.get(kind, "message")
    if kind == "mixed":
        parts: dict[int, list[int]] = {}
        for face in cards.faces:
            parts.setdefault(bound.domain[face], []).append(face)
        facts["parts"] = Series(
            tuple(
                Phrase("replay.part", {"cards": Cards(tuple(faces)), "domain": DomainName(domain)})
                for domain, faces in sorted(parts.items())
            ),
            "clauses",
        )
    elif kind == "grouping":
        groups = line.plays[index].groups or (cards,)
        facts["part"] = next((group for group in groups if _not_one(bound, group)), cards)
    elif code == "LED004":
        facts["shapes"] = pieces_phrase(bound.lead(cards.faces).shapes)
    else:
        facts["domain"] = DomainName(bound.info(cards.faces).domain)
    found.add(
        code,
        line,
        facts,
        variant=variant,
        place=found.place_play(line, index),
        trick=line.number,
        seat=seat,
        rule=rule,
        played=cards,
    )


def _not_one(bound: Bound, group: Cards) -> bool:
    return len(bound.lead(group.faces).components) != 1


def report_throw(
    found: Findings,
    code: str,
    line: TrickLine,
    index: int,
    seat: int,
    attempted: Cards,
    played: Cards,
    beaten: Sequence[Beaten],
    kept: Sequence[tuple[int, ...]],
    holders: Sequence[int],
) -> int:
    """Report a throw that should have failed (LED005), kept the wrong part (LED006) or stands (LED009)."""
    beaters = tuple(
        Phrase(
            "replay.beater",
            {
                "seat": found.name(holders[each.other]),
                "faces": Cards(each.faces),
                "component": Cards(each.component.faces),
            },
        )
        for each in beaten
        if each.faces
    )
    right = Series(tuple(Cards(faces) for faces in kept), "either")
    facts = {
        "seat": found.name(seat),
        "cards": attempted,
        "played": played,
        "beaters": Series(beaters, "clauses"),
        "kept": right,
    }
    return found.add(
        code,
        line,
        facts,
        variant="unseen" if code == "LED006" and not beaters else "message",
        place=found.place_play(line, index),
        trick=line.number,
        seat=seat,
        rule="throw.failed.play" if code != "LED009" else "throw",
        required=right if kept else None,
        played=played,
        examples=tuple(kept),
    )


def report_winner(
    found: Findings,
    bound: Bound,
    lead: Lead,
    line: TrickLine,
    seats: Sequence[int],
    plays: Sequence[PlayInfo | None],
    best: int,
) -> int:
    """Report a wrong recorded winner; ``seats`` and ``plays`` in the order played, ``best`` the index that wins."""
    claimed = line.winner if line.winner is not None else -1
    winning = plays[best]
    facts: dict[str, Any] = {
        "winner": found.name(seats[best]),
        "best": Cards(winning.faces) if winning is not None else Cards(()),
        "claimed": found.name(claimed),
    }
    variant = "message"
    if claimed not in seats:
        variant = "absent"
    else:
        at = seats.index(claimed)
        play = plays[at]
        facts["played"] = Cards(play.faces) if play is not None else Cards(())
        if play is not None and at > 0:
            strength = tricks.strength(bound, lead, play) if play.size == lead.info.size else None
            if strength is None:
                variant = "discard"
            elif at > best and winning is not None and strength == tricks.strength(bound, lead, winning):
                variant = "first"
    return found.add(
        "WIN001",
        line,
        facts,
        variant=variant,
        place=found.place_claim(line),
        trick=line.number,
        seat=claimed,
        rule="ruff.match" if variant == "discard" else "trick",
        required=facts["winner"],
        played=facts["claimed"],
    )


def points_cards(plays: Sequence[PlayInfo], points: Sequence[int]) -> Cards:
    """The cards of a trick that are worth points."""
    return Cards(tuple(face for play in plays for face in play.faces if points[face]))
