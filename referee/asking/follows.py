"""``follow``: may this be played to that lead, what is owed, by which rung of which list (semantics §4, §11)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from referee.cards import Cards, Unknown, format_cards
from referee.explain import follow_reasons_legal, pieces_phrase
from referee.packed import contains, pack, size, unpack
from referee.phrases import Count, DomainName, Phrase, PhraseError, Series
from referee.reading import in_deck, read_cards, read_groups
from referee.rules import answers, doubt, follow
from referee.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.reading import CardText
    from referee.rules.bound import Bound, Lead
    from referee.rules.follow import Ask, Step
    from referee.table import Table

SHOWN: Final = 6
"""So many legal plays are named."""


def explain_follow(
    table: Table,
    *,
    lead: CardText | None = None,
    holding: CardText | None = None,
    play: CardText | None = None,
    shown: int = SHOWN,
) -> Ruling:
    """May this be played, or without ``play``: what may be? Whatever is not said is taken as not known.

    Args:
        table: the rules at a level and trump.
        lead: the cards led; ``+`` groups them where the rules ask the leader.
        holding: the whole hand before the play; ``?x3`` for three unseen cards, ``?`` for any number.
        play: the cards played, or None.
        shown: so many legal plays are named.

    Raises:
        ValueError: cards cannot be read, or the lead is not one.
    """
    hand = None if holding is None else in_deck(table.ruleset, read_cards(holding))
    played = None if play is None else in_deck(table.ruleset, read_cards(play))
    groups = [] if lead is None else read_groups(lead)
    if not groups or not all(group.known and group.faces for group in groups):
        return _without_lead(table, groups, hand, played)
    led = table.lead_of(groups)
    if hand is None or not hand.known or (played is not None and not played.known):
        return _in_doubt(table, led, hand, played)
    return _certain(table, led, hand, played, shown)


def _certain(table: Table, led: Lead, hand: Cards, played: Cards | None, shown: int) -> Ruling:
    """Everything is known: the verdict, the rung that decided, and the legal plays."""
    bound, holding = table.bound, pack(hand.faces)
    if size(holding) < led.info.size:
        facts = {"cards": Count(size(holding), "card"), "lead": Cards(led.info.faces)}
        raise PhraseError(Phrase("ask.hand_short", facts))
    suit_cards = holding & bound.mask[led.info.domain]
    met: list[Ask] = []
    if size(suit_cards) > led.info.size:
        follow.best_pieces(bound, led, suit_cards, met)
    why = (_led(led), *_held(led, suit_cards), *_rungs(bound, led, suit_cards, met))
    examples = tuple(format_cards(faces) for faces in answers.some_legal_follows(bound, led, holding, shown))
    count = answers.count_legal_follows(bound, led, holding)
    if played is None:
        ruling = Ruling("legal", steps=(*why, *_owed(bound, led, suit_cards)))
    else:
        ruling = table.follow_ruling(led, hand, played)
        info = bound.info(played.faces)
        if ruling.verdict == "legal":
            ruling = replace(ruling, steps=(*why, *follow_reasons_legal(bound, led, holding, info)))
        elif ruling.code == "CRD003":
            ruling = replace(ruling, steps=(*ruling.steps, *why[:2]))
        else:
            owed = () if ruling.owed is None else (ruling.owed,)
            ruling = replace(ruling, steps=(*why, *owed, *_given(bound, led, played)))
    ruling = replace(ruling, legal_examples=examples, legal_count=count)
    return ruling if ruling.rule else _decided(table, ruling, met, size(suit_cards) > led.info.size)


def _decided(table: Table, ruling: Ruling, met: Sequence[Ask], free: bool) -> Ruling:
    """A legal follow with the rung that decided, and where it is written."""
    rule = met[-1].rule if met else "follow" if free else "follow.suit"
    cited = table.ruleset.written(rule)
    tier = None if not met or met[-1].tier is None else str(met[-1].tier)
    return replace(ruling, rule=rule, tier=tier, source=cited.source, ruling=cited.ruling)


def _led(led: Lead) -> Phrase:
    facts = {"cards": Cards(led.info.faces), "shapes": pieces_phrase(led.shapes), "domain": DomainName(led.info.domain)}
    return Phrase("follow.led", facts)


def _held(led: Lead, suit_cards: int) -> tuple[Phrase, ...]:
    held, domain = unpack(suit_cards), led.info.domain
    if not held:
        return ()
    return (Phrase("follow.holds", {"cards": Cards(tuple(held)), "domain": DomainName(domain)}),)


def _rungs(bound: Bound, led: Lead, suit_cards: int, met: Sequence[Ask]) -> Iterator[Phrase]:
    """For each component what the hand lacks of the better rungs, or which tier of its list is the first it meets."""
    if size(suit_cards) <= led.info.size:
        return
    lacking: list[Phrase | object] = []
    for step in follow.plan(bound.ruleset, led.shapes).steps:
        first = next((ask for ask in step.asks if ask in met), None)
        if step.asks and step.asks[0].tier is not None:
            yield from _tier_met(step, first)
            continue
        above = step.asks if first is None else step.asks[: step.asks.index(first)]
        lacking += [way for ask in above for way in (pieces_phrase(ask.ways[0]),) if way not in lacking]
    if lacking:
        facts = {"shapes": Series(tuple(lacking), "or"), "domain": DomainName(led.info.domain)}
        yield Phrase("ask.follow.lacks", facts)


def _tier_met(step: Step, first: Ask | None) -> Iterator[Phrase]:
    if first is None or first.tier is None:
        return
    number = step.asks.index(first) + 1
    name = first.rule.removeprefix("follow.tiers.").partition("[")[0]
    yield Phrase(
        "ask.follow.tier", {"lead": name, "number": number, "total": Count(len(step.asks), "tier"), "tier": first.tier}
    )


def _owed(bound: Bound, led: Lead, suit_cards: int) -> Iterator[Phrase]:
    """What may be played by this hand, in words."""
    domain, held = led.info.domain, size(suit_cards)
    if not held:
        yield Phrase("follow.void", {"domain": DomainName(domain)})
    elif held <= led.info.size:
        yield Phrase("ask.follow.all_of_suit", {"cards": Count(held, f"suit_{domain}")})
    else:
        pieces = follow.best_pieces(bound, led, suit_cards)
        if pieces:
            yield Phrase("follow.required_shape", {"pieces": pieces_phrase(pieces)})
        else:
            yield Phrase("ask.follow.any", {"cards": Count(led.info.size, f"suit_{domain}")})


def _given(bound: Bound, led: Lead, played: Cards) -> Iterator[Phrase]:
    """What an illegal play gives instead."""
    info = bound.info(played.faces)
    if info.size != led.info.size:
        yield Phrase("follow.count", {"played": Count(info.size, "card")})
    elif info.domain == led.info.domain:
        shapes = tuple(component.shape for component in bound.components(info))
        yield Phrase("ask.follow.gives", {"cards": played, "shapes": pieces_phrase(shapes)})
    else:
        others = tuple(face for face in played.faces if bound.domain[face] != led.info.domain)
        yield Phrase("ask.follow.off_suit", {"cards": Cards(others), "domain": DomainName(led.info.domain)})


def _order(bound: Bound, led: Lead) -> Iterator[Phrase]:
    """What such a lead asks for, the most important first."""
    for step in follow.plan(bound.ruleset, led.shapes).steps:
        rungs = [ask.tier or pieces_phrase(ask.ways[0]) for ask in step.asks if ask.ways[0]]
        if rungs:
            facts = {"rungs": Series(tuple(rungs), "list"), "domain": DomainName(led.info.domain)}
            yield Phrase("ask.follow.order", facts)
    if not follow.plan(bound.ruleset, led.shapes).steps:
        yield Phrase("ask.follow.suit_only", {"domain": DomainName(led.info.domain)})


def _in_doubt(table: Table, led: Lead, hand: Cards | None, played: Cards | None) -> Ruling:
    """Some cards are not known: a verdict only where all completions agree, else what is missing."""
    unseen = None if hand is None else hand.size
    known = () if hand is None else hand.faces
    lacks: tuple[Phrase, ...] = () if hand is not None and hand.known else (_unseen(hand),)
    if played is not None and not played.known:
        lacks += (Phrase("ask.lack.play"),)
    order = tuple(_order(table.bound, led))
    if played is None:
        return Ruling("undetermined", steps=(_led(led), *order), lacks=lacks)
    most = max(table.ruleset.deal.hand_size, led.info.size, len(known))
    sizes = {most, max(led.info.size, len(known))} if unseen is None else {unseen}
    rulings = [_with_unseen(table, led, known, total, played) for total in sorted(sizes)]
    if {ruling.verdict for ruling in rulings} in ({"legal"}, {"illegal"}):
        certain = rulings[-1] if rulings[-1].verdict == "legal" else rulings[0]
        steps = (_led(led), *order, Phrase("ask.follow.certain")) if certain.verdict == "legal" else certain.steps
        return replace(certain, steps=steps)
    return Ruling("undetermined", steps=(_led(led), *order, *_unless(table.bound, led, known, played)), lacks=lacks)


def _with_unseen(table: Table, led: Lead, known: tuple[int, ...], total: int, played: Cards) -> Ruling:
    """The ruling on a hand of so many cards of which these are known."""
    hidden = total - len(known)
    hand = Cards(known, (Unknown(None, hidden),) if hidden else ())
    return table.follow_ruling(led, hand, played)


def _unseen(hand: Cards | None) -> Phrase:
    if hand is None:
        return Phrase("ask.lack.holding")
    if hand.size is None:
        return Phrase("ask.lack.unseen_number")
    return Phrase("ask.lack.unseen", {"cards": Count(hand.size - len(hand.faces), "card")})


def _unless(bound: Bound, led: Lead, known: tuple[int, ...], played: Cards) -> Iterator[Phrase]:
    """What the unseen cards would have to be to make the play illegal."""
    if not played.known:
        return
    info, domain = bound.info(played.faces), led.info.domain
    name = DomainName(domain)
    if info.domain != domain:
        others = tuple(face for face in played.faces if bound.domain[face] != domain)
        yield Phrase("ask.follow.if_void", {"cards": Cards(others), "domain": name})
        return
    better = follow.rungs_missed(bound, led, info.packed)
    held = pack(face for face in known if bound.domain[face] == domain)
    if better and contains(held | info.packed, info.packed):
        ways = dict.fromkeys(pieces_phrase(pieces) for pieces in better)
        yield Phrase("ask.follow.unless", {"pieces": Series(tuple(ways), "or"), "domain": name})


def _without_lead(table: Table, groups: Sequence[Cards], hand: Cards | None, played: Cards | None) -> Ruling:
    """The lead is not known, or not all of it: at most the suit duty can be judged."""
    bound = table.bound
    seen = tuple(face for group in groups for face in group.faces)
    domains = {bound.domain[face] for face in seen}
    lacks: tuple[Phrase, ...] = (Phrase("ask.lack.lead" if not groups else "ask.lack.lead_cards"),)
    if len(domains) == 1 and hand is not None and hand.known and played is not None:
        domain, holding = domains.pop(), pack(hand.faces)
        pool = table.pool_of([*seen, *hand.faces])
        found = doubt.judge_suit(bound, domain, holding, pool, 0, played)
        if found.fault is not None:
            cited = table.ruleset.written(found.fault.rule)
            kept = tuple(unpack(holding & bound.mask[domain]))
            steps = (
                Phrase("follow.holds", {"cards": Cards(kept), "domain": DomainName(domain)}),
                Phrase("ask.follow.kept_back", {"domain": DomainName(domain)}),
            )
            return Ruling("illegal", "FOL002", found.fault.rule, steps=steps, source=cited.source, ruling=cited.ruling)
    return Ruling("undetermined", steps=(), lacks=(*lacks, *(() if hand is not None else (_unseen(None),))))
