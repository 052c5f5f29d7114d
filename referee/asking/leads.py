"""``lead``: may this be led; does a throw 甩牌 stand, what is kept, what does a failure cost (semantics §6)?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.cards import Cards, Unknown
from referee.explain import pieces_phrase
from referee.packed import pack, unpack
from referee.phrases import DomainName, Phrase, SeatName, Series
from referee.reading import in_deck, read_cards, read_groups
from referee.rules import doubt, throw
from referee.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.reading import CardText
    from referee.rules.bound import Lead
    from referee.rules.throw import LeadVerdict
    from referee.table import Table


def explain_lead(
    table: Table,
    lead: CardText | None = None,
    *,
    others: Sequence[CardText] | None = None,
    holding: CardText | None = None,
    seats: Sequence[str | None] = (),
) -> Ruling:
    """May this be led, and if it is a throw: does it stand?

    Args:
        table: the rules at a level and trump.
        lead: the cards led or thrown; ``+`` groups them where the rules ask the leader.
        others: what the other seats hold, of the suit led at least; ``?x3`` for three cards not seen. Hands that are
            not given are not known.
        holding: the whole hand of the leader; None: not known.
        seats: names of the seats in ``others``, as far as they have one.

    Raises:
        ValueError: cards cannot be read.
    """
    groups = [] if lead is None else read_groups(lead)
    faces = tuple(face for group in groups for face in group.faces)
    if not faces or not all(group.known for group in groups):
        return Ruling("undetermined", lacks=(Phrase("ask.lack.lead" if not groups else "ask.lack.lead_cards"),))
    in_deck(table.ruleset, Cards(faces))
    hand = None if holding is None else in_deck(table.ruleset, read_cards(holding))
    held = pack(hand.faces) if hand is not None and hand.known else None
    declared = tuple(group.faces for group in groups) if len(groups) > 1 else None
    judged = _Judged(throw.check_shape(table.bound, faces, held, declared))
    led = judged.verdict.lead
    if judged.verdict.kind == "ok" and led is not None and len(led.components) > 1:
        hands = [in_deck(table.ruleset, read_cards(other)) for other in others or ()]
        in_deck(table.ruleset, Cards((*faces, *(face for known in hands for face in known.faces))))
        hands += [Cards((), (Unknown(None, None),))] * (table.ruleset.players.count - 1 - len(hands))
        judged = _against(table, judged.verdict, led, hands, held)
    return _ruling(table, judged, faces, seats)


class _Judged(NamedTuple):
    """A lead as far as it could be judged.

    ``open`` is what could not be settled: whether it stands (``throw``), whether a throw is allowed at all (``void``),
    or only what is kept (``kept``). ``unseen`` are the other hands (by index) that would have to be known.
    """

    verdict: LeadVerdict
    open: Literal["throw", "void", "kept"] | None = None
    unseen: tuple[int, ...] = ()


def _against(table: Table, verdict: LeadVerdict, lead: Lead, hands: Sequence[Cards], held: int | None) -> _Judged:
    """A throw against the other hands, known or not."""
    bound = table.bound
    if all(hand.known for hand in hands):
        declared = tuple(component.faces for component in lead.components) if lead.declared else None
        return _Judged(throw.check(bound, lead.info.faces, held, [pack(hand.faces) for hand in hands], declared))
    unseen = tuple(index for index, hand in enumerate(hands) if not hand.known)
    sizes = [table.ruleset.deal.hand_size if hand.size is None else hand.size for hand in hands]
    others = [(pack(h.faces), max(total - len(h.faces), 0)) for h, total in zip(hands, sizes, strict=True)]
    own = lead.info.faces if held is None else tuple(unpack(held))
    pool = table.pool_of([*own, *(face for hand in hands for face in hand.faces)])
    mask = bound.mask[lead.info.domain]
    some, none = (
        any(known & mask for known, _ in others),
        not any(known & mask for known, _ in others) and not pool & mask,
    )
    match table.ruleset.throw.others_void:
        case "forbidden_if_all_void" if not some:
            illegal = verdict._replace(kind="all_void", rule="throw.others_void")
            return _Judged(illegal) if none else _Judged(verdict, "void", unseen)
        case "only_if_all_void" if not none:
            illegal = verdict._replace(kind="not_all_void", rule="throw.others_void")
            return _Judged(illegal) if some else _Judged(verdict, "void", unseen)
    found = doubt.judge_throw(bound, lead, others, pool)
    if found.outcome == "stands":
        return _Judged(verdict)
    fails = verdict._replace(kind="fails", beaten=found.beaten, kept=found.possible, rule="throw.failed.play")
    if found.outcome == "open":
        return _Judged(fails, "throw", unseen)
    if len(found.possible) > 1:
        return _Judged(fails, "kept", unseen)
    return _Judged(fails._replace(fine=throw.fine(bound, lead, found.beaten)))


def _ruling(table: Table, judged: _Judged, faces: tuple[int, ...], seats: Sequence[str | None]) -> Ruling:
    """The ruling with its reasons, part by part for a throw."""
    verdict = judged.verdict
    base = table.lead_ruling(verdict, faces)
    lead = verdict.lead
    if verdict.kind not in {"ok", "fails"} or lead is None or len(lead.components) == 1:
        return base
    lacks = tuple(_unseen_hand(index, seats) for index in judged.unseen)
    facts = {"cards": Cards(faces), "shapes": pieces_phrase(lead.shapes), "domain": DomainName(lead.info.domain)}
    first = Phrase("ask.lead.throw", facts)
    if judged.open == "void":
        step = Phrase("ask.lead.void_unknown", facts)
        cited = table.ruleset.written("throw.others_void")
        return Ruling("undetermined", None, "throw.others_void", None, None, (first, step), cited.source, lacks=lacks)
    steps = (first, *_parts(verdict, lead, seats, whole=judged.open is None))
    if judged.open == "throw":
        return replace(base, verdict="undetermined", steps=(*steps, Phrase("ask.lead.open")), lacks=lacks)
    if judged.open == "kept":
        kept = Series(tuple(Cards(part) for part in verdict.kept), "either")
        return replace(base, steps=(*steps, Phrase("ask.lead.kept_open", {"kept": kept})), lacks=lacks)
    ends = [step for step in base.steps if step.key not in {"lead.beaten", "lead.stands"}]
    return replace(base, steps=(*steps, *(ends or [Phrase("ask.lead.stands")])))


def _unseen_hand(index: int, seats: Sequence[str | None]) -> Phrase:
    return Phrase("ask.lack.hand", {"seat": _who(index, seats)})


def _who(index: int, seats: Sequence[str | None]) -> SeatName | Phrase:
    name = seats[index] if index < len(seats) else None
    return Phrase("ask.other_hand", {"number": index + 1}) if name is None else SeatName(name)


def _parts(verdict: LeadVerdict, lead: Lead, seats: Sequence[str | None], *, whole: bool) -> Iterator[Phrase]:
    """Each part of a throw: who beats it, and with what, or that nobody does (``whole``: all hands are known)."""
    beaten = {id(each.component): each for each in verdict.beaten if each.faces}
    for component in lead.components:
        each, part = beaten.get(id(component)), Cards(component.faces)
        if each is not None:
            yield Phrase("ask.lead.beaten", {"part": part, "seat": _who(each.other, seats), "cards": Cards(each.faces)})
        elif whole:
            yield Phrase("ask.lead.unbeaten", {"part": part})
