"""``capture``: what the last trick brings 扣底, the multiplier with its formula worked out (semantics §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from referee.asking.rulings import CaptureRuling
from referee.cards import Cards
from referee.explain import pieces_phrase
from referee.phrases import Count, Phrase, PhraseError, Series
from referee.reading import in_deck, read_cards, read_groups
from referee.rules import capture as rules
from referee.rules import trick
from referee.rules.order import TRUMP
from referee.worked import worked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.reading import CardText
    from referee.rules.bound import Lead, PlayInfo
    from referee.rules.capture import Captured, Working
    from referee.ruleset.model import Capture, Ruleset
    from referee.shapes import Shape
    from referee.table import Table

By = Literal["attackers", "dealer"]


class _Last(NamedTuple):
    """The last trick as far as it is given: lead, winning cards, the shapes that count, points of either side."""

    lead: Lead
    winning: PlayInfo
    shapes: tuple[Shape, ...]
    own_points: int | None = None
    loser_points: int | None = None


def explain_capture(
    table: Table,
    *,
    lead: CardText | None = None,
    winning: CardText | None = None,
    plays: Sequence[CardText] | None = None,
    by: By | None = None,
    led_by: By | None = None,
    points: int | None = None,
    kitty: CardText | None = None,
    before: int | None = None,
) -> CaptureRuling:
    """What the last trick brings.

    Args:
        table: the rules at a level and trump.
        lead: the cards led (after a failed throw the part that was kept), and
        winning: the cards that won; or instead of both
        plays: all plays of the trick, the lead first.
        by: the side that won the trick; the attackers where it follows neither from this nor from ``plays`` and
        led_by: the side that led.
        points: the points that are multiplied: those of the kitty, or what else ``capture.base`` counts.
        kitty: the cards buried, instead of their points.
        before: the attackers' points without the capture; with ``plays`` without the last trick as well.

    Raises:
        ValueError: cards cannot be read, the lead is not one, or the cards cannot have won.
    """
    last, side = None, by or "attackers"
    if plays:
        last, first = _whole_trick(table, plays)
        if by is None and led_by is not None:
            side = led_by if first else "dealer" if led_by == "attackers" else "attackers"
    elif lead is not None and winning is not None:
        last = _won_with(table, lead, winning)
    lacks = () if last is not None else _not_given(lead, winning)
    return _ruling(table.ruleset, last, side, _base(table, points, kitty), before, lacks)


def _whole_trick(table: Table, plays: Sequence[CardText]) -> tuple[_Last, bool]:
    """A trick of which every play is given, and whether the side that led it won."""
    bound = table.bound
    led = table.lead_of(read_groups(plays[0]))
    cards = [in_deck(table.ruleset, read_cards(play)) for play in plays[1:]]
    if not all(play.known and play.faces for play in cards):
        raise PhraseError(Phrase("ask.plays_known"))
    infos = [led.info, *(bound.info(play.faces) for play in cards)]
    best = trick.winner(bound, led, infos)
    shapes = trick.capture_shapes(bound, led, infos[best])
    if len(infos) < table.ruleset.players.count:
        return _Last(led, infos[best], shapes), best % 2 == 0
    own = sum(info.points for index, info in enumerate(infos) if index % 2 == best % 2)
    return _Last(led, infos[best], shapes, own, sum(info.points for info in infos) - own), best % 2 == 0


def _won_with(table: Table, lead: CardText, winning: CardText) -> _Last:
    led = table.lead_of(read_groups(lead))
    info = table.bound.info(in_deck(table.ruleset, read_cards(winning)).faces)
    if info.size != led.info.size or trick.strength(table.bound, led, info) is None:
        raise PhraseError(Phrase("ask.cannot_win"))
    return _Last(led, info, trick.capture_shapes(table.bound, led, info))


def _not_given(lead: CardText | None, winning: CardText | None) -> tuple[Phrase, ...]:
    return tuple(Phrase(f"ask.lack.{key}") for key, given in (("lead", lead), ("winning", winning)) if given is None)


def _base(table: Table, points: int | None, kitty: CardText | None) -> int | None:
    """The points that are multiplied, as given or counted in the kitty."""
    if points is not None or kitty is None:
        return points
    buried = in_deck(table.ruleset, read_cards(kitty))
    return sum(table.bound.points[face] for face in buried.faces) if buried.known else None


def _ruling(
    ruleset: Ruleset, last: _Last | None, by: By, base: int | None, before: int | None, lacks: tuple[Phrase, ...]
) -> CaptureRuling:
    """The ruling, with the multiplier worked out where the trick is known."""
    trumps = None if last is None else last.winning.domain == TRUMP
    lost = base if last is None or last.loser_points is None else last.loser_points
    cards = None if last is None else last.lead.info.size
    shapes = None if last is None else last.shapes
    own = None if last is None else last.own_points
    found = rules.capture(ruleset, rules.LastTrick(by == "attackers", shapes, trumps, cards, own, lost, base), base)
    working: Working | None = None
    stages: tuple[str, ...] = ()
    if last is not None and found.captures:
        working = rules.working(ruleset, last.shapes, trump=bool(trumps), cards=last.lead.info.size)
        stages = worked(working.case.value, working.quantities) if working.case is not None else ()
    if not found.captures or found.base == 0:
        lacks = ()
    elif found.base is None:
        lacks = (*lacks, Phrase(f"ask.lack.base.{ruleset.capture.base}"))
    gain = found.trick_points if own is not None else 0
    total = None if before is None or found.effect is None or gain is None else before + found.effect + gain
    cited = ruleset.written(found.rule)
    steps = [*_steps(ruleset, last, by, found), *_worked(ruleset, working, stages), *_sum(ruleset, found)]
    if total is not None:
        parts = {"before": before, "trick": gain or 0, "effect": found.effect, "total": Count(total, "point")}
        steps.append(Phrase("ask.capture.total_with_trick" if own is not None else "ask.capture.total", parts))
    return CaptureRuling(
        "undetermined" if lacks else "legal",
        rule=found.rule,
        steps=tuple(steps),
        source=cited.source,
        ruling=cited.ruling,
        lacks=lacks,
        captures=found.captures,
        base=found.base,
        multiplier=found.multiplier,
        points=found.points,
        effect=found.effect,
        trick_points=found.trick_points if own is not None else None,
        total=total,
        formula=working.case.value.text if working is not None and working.case is not None else None,
        working=" = ".join(stages) or None,
    )


def _steps(ruleset: Ruleset, last: _Last | None, by: By, found: Captured) -> Iterator[Phrase]:
    """Who captures, and which shapes count."""
    side = Phrase(f"ask.side.{by}")
    kitty = "by" if ruleset.capture.base == "kitty_points" else "by_points"
    yield Phrase(f"ask.capture.{kitty if found.captures else 'not_by'}", {"side": side})
    if last is None or not found.captures:
        return
    facts = {
        "lead": Cards(last.lead.info.faces),
        "cards": Cards(last.winning.faces),
        "shapes": pieces_phrase(last.shapes),
        "size": Count(last.lead.info.size, "card"),
    }
    if ruleset.capture.count == "cards_played":
        yield Phrase("ask.capture.counts_cards", facts)
    else:
        yield Phrase(f"ask.capture.basis.{ruleset.capture.basis}", facts)


def _worked(ruleset: Ruleset, working: Working | None, stages: tuple[str, ...]) -> Iterator[Phrase]:
    """The row that applies and its formula with the numbers put in, then cap and side suit."""
    if working is None:
        return
    rule = ruleset.capture
    if working.case is None:
        yield Phrase("ask.capture.default", {"value": working.value})
    else:
        facts: dict[str, Any] = {"row": f"capture.multiplier.{working.case.name}", "working": " = ".join(stages)}
        used = working.case.value.names
        values = tuple(_quantity(rule, name, value) for name, value in working.quantities.items() if name in used)
        facts |= {"values": Series(values, "list")}
        alone = working.case.value.text in used
        yield Phrase(f"ask.capture.{'row_name' if alone else 'row' if values else 'row_plain'}", facts)
    if working.capped != working.value:
        yield Phrase("ask.capture.cap", {"value": working.value, "cap": working.capped})
    if working.multiplier.value != working.capped:
        key = "halved" if rule.side_suit == "halve" else "side_suit"
        yield Phrase(f"ask.capture.{key}", {"value": working.capped, "times": working.multiplier.value})


def _quantity(rule: Capture, name: str, value: int) -> Phrase:
    """A name of a formula with its value and what it counts."""
    counted = "cards" if name == "n" and rule.count == "cards_played" else name
    return Phrase(f"ask.quantity.{counted}", {"name": name, "value": value})


def _sum(ruleset: Ruleset, found: Captured) -> Iterator[Phrase]:
    """Base times multiplier, and to whom it goes."""
    if not found.captures:
        return
    base = Phrase(f"ask.base.{ruleset.capture.base}")
    facts = {"base": found.base, "what": base, "times": found.multiplier, "points": Count(found.points or 0, "point")}
    if found.points is None:
        if found.multiplier is not None:
            yield Phrase("ask.capture.times", facts)
        return
    yield Phrase("ask.capture.product" if found.multiplier is not None else "ask.capture.nothing", facts)
    if found.effect is not None and found.effect < 0:
        yield Phrase("ask.capture.taken_off", {"points": Count(-found.effect, "point")})
