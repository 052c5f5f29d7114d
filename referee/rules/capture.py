"""Kitty capture 扣底 on the last trick, and its multiplier 倍数 (semantics §8).

Works on shapes: which components count is the trick's business (``trick.capture_shapes``, ``capture.basis``).
Rules KQ-1…KQ-4, KL-1…KL-4, 2R-19, 4D-20; readings A-13, A-14, A-15, A-22, A-33.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.rules.order import TRUMP
from referee.rules.trick import capture_shapes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.rules.bound import Bound, Lead, PlayInfo
    from referee.ruleset.model import Capture, CaptureCase, Ruleset
    from referee.shapes import Shape


class LastTrick(NamedTuple):
    """The last trick of a deal as far as capture needs it; None where a fact is not known.

    ``shapes``: the components that count (``trick.capture_shapes``). ``trump``: the winner's cards are trump.
    ``cards``: cards per player. ``own_points`` and ``loser_points``: points that the winning and the losing side
    played to this trick. ``loser_score``: points the losing side took in all its tricks.
    """

    by_attackers: bool | None
    shapes: Sequence[Shape] | None
    trump: bool | None
    cards: int | None
    own_points: int | None = None
    loser_points: int | None = None
    loser_score: int | None = None


class Multiplier(NamedTuple):
    """A multiplier and the path that decided: a row, ``capture.default``, ``.cap`` or ``.side_suit``."""

    value: int
    rule: str


class Working(NamedTuple):
    """How a multiplier comes about: the row that applied (None: the default), its quantities, and its value.

    ``capped`` is the value after ``capture.cap``, ``multiplier`` the end of it, after ``capture.side_suit``.
    """

    case: CaptureCase | None
    quantities: Mapping[str, int]
    value: int
    capped: int
    multiplier: Multiplier


class Captured(NamedTuple):
    """What the last trick brings. ``captures``: the winner may capture at all (``capture.by``, KQ-1).

    ``base`` × ``multiplier`` = ``points``; ``effect`` is that with its sign for the attackers' score; ``trick_points``
    what the attackers score for the last trick itself. Each is None where it is not known.
    """

    captures: bool | None
    base: int | None
    multiplier: int | None
    points: int | None
    effect: int | None
    trick_points: int | None
    rule: str


def trick_multiplier(bound: Bound, lead: Lead, winning: PlayInfo) -> int:
    """The multiplier of a last trick by its cards: the lead (after a failed throw, the kept part) and the winning play.

    Raises:
        FormulaError: the formula has no value for these quantities.
    """
    shapes = capture_shapes(bound, lead, winning)
    return multiplier(bound.ruleset, shapes, trump=winning.domain == TRUMP, cards=lead.info.size).value


def multiplier(ruleset: Ruleset, shapes: Sequence[Shape], *, trump: bool, cards: int) -> Multiplier:
    """The multiplier for a last trick won with these components.

    Rows are read from the top, the first that is true decides (KL-2); then ``cap`` (KQ-2), then ``side_suit`` for a
    winner whose cards are not trump (A-33).

    Raises:
        FormulaError: the formula has no value for these quantities.
    """
    return working(ruleset, shapes, trump=trump, cards=cards).multiplier


def working(ruleset: Ruleset, shapes: Sequence[Shape], *, trump: bool, cards: int) -> Working:
    """How the multiplier for a last trick won with these components comes about, step by step.

    Raises:
        FormulaError: the formula has no value for these quantities.
    """
    rules = ruleset.capture
    applied = next((case for case in rules.cases if _applies(case, shapes, trump)), None)
    names: Mapping[str, int] = {}
    value, rule = rules.default, "capture.default"
    if applied is not None:
        names = _names(ruleset, applied, shapes, cards)
        value, rule = applied.value.evaluate(names), f"capture.multiplier.{applied.name}"
    capped = value
    if rules.cap is not None and value > rules.cap:
        capped, rule = rules.cap, "capture.cap"
    times = capped
    if rules.side_suit is not None and not trump:
        times, rule = capped // 2 if rules.side_suit == "halve" else rules.side_suit, "capture.side_suit"
    return Working(applied, names, value, capped, Multiplier(times, rule))


def _applies(case: CaptureCase, shapes: Sequence[Shape], trump: bool) -> bool:
    match case.kind:
        case "always":
            return case.domain is None or (case.domain == "trump") == trump
        case "domain":
            return (case.domain == "trump") == trump
        case "run":
            found = any(s.length > 1 and s.width == case.width and s.length >= case.min_length for s in shapes)
        case "set":
            found = any(s.width >= case.width for s in shapes)
    return found and (case.domain is None or (case.domain == "trump") == trump)


def _names(ruleset: Ruleset, case: CaptureCase, shapes: Sequence[Shape], cards: int) -> Mapping[str, int]:
    """The quantities of a formula: ``n``, ``len``, ``pairs``, ``cards``, ``decks``."""
    largest = max((shape.cards for shape in shapes), default=0)
    return {
        "n": cards if ruleset.capture.count == "cards_played" else largest,
        "len": _longest(shapes, case.width) if case.kind in {"run", "set"} else 1,
        "pairs": _longest(shapes, 2),
        "cards": cards,
        "decks": ruleset.deck.count,
    }


def _longest(shapes: Sequence[Shape], width: int) -> int:
    return max((shape.length for shape in shapes if shape.width == width), default=1)


def capture(ruleset: Ruleset, last: LastTrick, kitty_points: int | None) -> Captured:
    """What the last trick is worth.

    ``add_to_attackers``: attackers who win it add base × multiplier to their points; a winning dealer side adds
    nothing, for only the attackers' points count (G-9). ``transfer`` (A-22): the attackers' score rises by
    base × multiplier when they win and falls by as much when they lose; with ``replaces_trick_points`` the losers'
    cards of that trick then count only in the base.

    Args:
        ruleset: the rules.
        last: the last trick.
        kitty_points: points among the cards buried last; None where not known.

    Raises:
        FormulaError: the multiplier's formula has no value.
    """
    rules = ruleset.capture
    may = _may_capture(rules, last.by_attackers)
    trick_points = _trick_points(rules, last, may)
    if may is None:
        return Captured(None, None, None, None, None, trick_points, "capture.by")
    if not may:
        return Captured(False, 0, 0, 0, 0, trick_points, "capture.by")
    bases = {
        "kitty_points": kitty_points,
        "loser_last_trick_points": last.loser_points,
        "loser_hand_score": last.loser_score,
        "constant": rules.base_constant,
    }
    base = bases[rules.base]
    times, rule = _times(ruleset, last)
    points = 0 if base == 0 else None if base is None or times is None else base * times
    if last.by_attackers:
        effect = points
    elif rules.effect == "transfer":
        effect = None if points is None else -points
    else:
        effect = 0
    return Captured(True, base, times, points, effect, trick_points, rule)


def last_trick(
    bound: Bound,
    lead: Lead,
    plays: Sequence[PlayInfo],
    best: int,
    *,
    by_attackers: bool,
    loser_score: int | None = None,
) -> LastTrick:
    """A last trick whose plays are all known: the lead first, ``best`` the index of the winning one.

    Partners play at every second place. After a failed throw the lead is the kept part.
    """
    own = sum(play.points for index, play in enumerate(plays) if index % 2 == best % 2)
    return LastTrick(
        by_attackers=by_attackers,
        shapes=capture_shapes(bound, lead, plays[best]),
        trump=plays[best].domain == TRUMP,
        cards=lead.info.size,
        own_points=own,
        loser_points=sum(play.points for play in plays) - own,
        loser_score=loser_score,
    )


def _may_capture(rules: Capture, by_attackers: bool | None) -> bool | None:
    if rules.by != "attackers":
        return None if rules.by == "both" and by_attackers is None else rules.by == "both"
    return by_attackers


def _times(ruleset: Ruleset, last: LastTrick) -> tuple[int | None, str]:
    """The multiplier, if the facts it rests on are known."""
    if last.shapes is None or last.cards is None:
        return None, "capture.multiplier"
    if last.trump is not None:
        found = multiplier(ruleset, last.shapes, trump=last.trump, cards=last.cards)
        return found.value, found.rule
    either = [multiplier(ruleset, last.shapes, trump=trump, cards=last.cards) for trump in (True, False)]
    return (either[0].value, either[0].rule) if either[0].value == either[1].value else (None, "capture.multiplier")


def _trick_points(rules: Capture, last: LastTrick, may: bool | None) -> int | None:
    """The attackers' points for the last trick itself (G-9)."""
    if last.by_attackers is None:
        return None
    if not last.by_attackers:
        return 0
    if may and rules.replaces_trick_points:
        return last.own_points
    if last.own_points is None or last.loser_points is None:
        return None
    return last.own_points + last.loser_points
