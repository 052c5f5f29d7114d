"""Following 跟牌: a play must be as good an answer to the lead as the holding allows.

A lead becomes a plan: for each component the pieces it asks for, in order of priority. The value of a set of cards is
how far it gets in that plan; a play is legal when it gets as far as the whole holding does, and a fault names the
first place where it does not. Rules 2Q-14, 2Q-15, 3Q lists, 4D-9, 4D-10, 4D-14; readings A-19, A-23, A-24, A-25, A-28.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.packed import HIGH_BITS
from referee.rules.placing import Giving, at_least, fits
from referee.rules.protection import guard
from referee.shapes import Shape, shapes_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from referee.rules.bound import Bound, Lead, PlayInfo
    from referee.ruleset.model import Ruleset
    from referee.shapes import Tier

FollowKind = Literal["count", "not_held", "revoke", "shape"]
Pieces = tuple[Shape, ...]


class Ask(NamedTuple):
    """One rung: the ways to satisfy it (pieces, singles left out), its cost in half slots, where it is written."""

    ways: tuple[Pieces, ...]
    cost: int
    rule: str
    tier: Tier | None
    run: bool


class Step(NamedTuple):
    """What one component (or a whole throw with a list of its own) asks for, most important first.

    Each rung is met as often as its cost and the ``slots`` (half slots) allow; a rung of a list costs all of them,
    so that the first one met is the only one. ``one_run``: after one run only sets are owed.
    """

    component: int
    asks: tuple[Ask, ...]
    slots: int
    one_run: bool


class Plan(NamedTuple):
    """The steps of a lead, and the pieces of the led shapes where giving just those is the best answer (else None)."""

    steps: tuple[Step, ...]
    best: Pieces | None


NO_DUTY = Plan((), None)


class FollowFault(NamedTuple):
    """Why a follow is illegal.

    ``owed``: the pieces that the holding can give and the play should have given, up to and including the first
    that is missing (``missing``); ``rule``: path in the ruleset; ``tier``: the rung of a list that decided, if one did.
    """

    kind: FollowKind
    rule: str
    owed: Pieces = ()
    missing: Pieces = ()
    component: int = 0
    tier: Tier | None = None


def check(bound: Bound, lead: Lead, holding: int, play: PlayInfo) -> FollowFault | None:
    """Judge a follow by a seat holding ``holding`` (packed, before playing). None = legal.

    Unknown cards are the business of ``doubt``.
    """
    info = lead.info
    if play.size != info.size:
        return FollowFault("count", "follow")
    packed = play.packed
    if ((holding | HIGH_BITS) - packed) & HIGH_BITS != HIGH_BITS:
        return FollowFault("not_held", "follow")
    mask = bound.mask[info.domain]
    suit_cards = holding & mask
    if play.domain != info.domain:
        if suit_cards == packed & mask:
            return None
        return FollowFault("revoke", "follow.suit")
    if info.size == 1 or suit_cards == packed:
        return None
    return check_shape(bound, lead, suit_cards, packed)


def check_shape(bound: Bound, lead: Lead, suit_cards: int, packed: int) -> FollowFault | None:
    """The shape duty alone: play and holding lie in the led domain, and the holding has more cards than the lead."""
    if not at_least(suit_cards, 2):
        return None
    steps, best = plan(bound.ruleset, lead.shapes)
    if not steps or (best is not None and fits(bound, lead.info.domain, packed, best)):
        return None
    return _climb(steps, _abilities(bound, lead.info.domain, suit_cards, packed))[0]


def best_pieces(bound: Bound, lead: Lead, suit_cards: int, met: list[Ask] | None = None) -> Pieces:
    """The pieces that a holding of the led domain owes: those of its best value (empty: no shape duty).

    ``met``, if given, is filled with the rungs that give them, in the order of the plan.
    """
    can = _abilities(bound, lead.info.domain, suit_cards, suit_cards)
    return _climb(plan(bound.ruleset, lead.shapes).steps, can._replace(play=can.hold), met)[1]


class _Abilities(NamedTuple):
    """Two tests of a list of pieces: can the holding give them, does the play give them.

    ``nested``: whatever the play gives the holding can give too (not so where larger sets are protected).
    """

    hold: Callable[[Pieces], bool]
    play: Callable[[Pieces], bool]
    nested: bool


def _abilities(bound: Bound, domain: int, suit_cards: int, packed: int) -> _Abilities:
    if bound.ruleset.follow.protect_larger_sets != "none":
        hold, play = guard(bound, domain, suit_cards, packed)
        return _Abilities(hold, play, nested=False)
    return _Abilities(Giving(bound, domain, suit_cards), Giving(bound, domain, packed), nested=True)


def _added(before: Iterable[Pieces], ways: Sequence[Pieces]) -> dict[Pieces, Pieces]:
    """Every way to go on, once each: the order in which the same pieces (the key) were asked for is no difference."""
    return {tuple(sorted(pieces + way)): pieces + way for pieces in before for way in ways}


def _climb(steps: Sequence[Step], can: _Abilities, met: list[Ask] | None = None) -> tuple[FollowFault | None, Pieces]:
    """Walk the plan with the play and the holding side by side; the first rung only the holding meets is the fault.

    Several ways may be open at once (alternatives of one tier), so each side keeps a list of those still possible.
    Returns the fault, if any, and the pieces the play gives.
    """
    held: list[Pieces] = [()]
    played: list[Pieces] = [()]
    for step in steps:
        slots = step.slots
        run_taken = False
        for ask in step.asks:
            if ask.run and run_taken and step.one_run:
                continue
            while ask.cost <= slots:
                gives = {key: each for key, each in _added(played, ask.ways).items() if can.play(each)}
                given = gives if can.nested else {}
                could = [each for key, each in _added(held, ask.ways).items() if key in given or can.hold(each)]
                if could and not gives:
                    return _fault(step, ask, could[0]), ()
                if gives and not could:
                    return None, next(iter(gives.values()))
                if not gives:
                    break
                played, held = list(gives.values()), could
                slots -= ask.cost
                if met is not None:
                    met.append(ask)
                run_taken = run_taken or ask.run
                if ask.run and step.one_run:
                    break
    return None, played[0]


def rungs_missed(bound: Bound, lead: Lead, packed: int) -> list[Pieces]:
    """Every list of pieces that would be a better answer than this play of the led domain gives."""
    domain = lead.info.domain
    better: list[Pieces] = []

    def can(pieces: Pieces) -> bool:
        if fits(bound, domain, packed, pieces):
            return True
        better.append(pieces)
        return False

    _climb(plan(bound.ruleset, lead.shapes).steps, _Abilities(can, can, nested=True))
    return better


def _fault(step: Step, ask: Ask, owed: Pieces) -> FollowFault:
    missing = next((way for way in ask.ways if owed[len(owed) - len(way) :] == way), ())
    return FollowFault("shape", ask.rule, owed, missing, step.component, ask.tier)


@lru_cache(maxsize=4096)
def plan(ruleset: Ruleset, shapes: tuple[Shape, ...]) -> Plan:
    """What a lead of these shapes (canonical order) asks of followers; empty where it asks only for the suit."""
    follow = ruleset.follow
    if follow.format == "none":
        return NO_DUTY
    listed = follow.tiers if follow.format == "tiers" else {}
    name = shapes_name(shapes)
    if len(shapes) > 1 and name in listed:
        return Plan((_listed(0, name, listed[name]),), None)
    steps: list[Step] = []
    for index, shape in enumerate(shapes):
        if str(shape) in listed:
            steps.append(_listed(index, str(shape), listed[str(shape)]))
        elif shape.width > 1:
            steps.append(_generic(index, shape, ruleset))
    plain = follow.protect_larger_sets == "none" and not any(str(shape) in listed for shape in shapes)
    return Plan(tuple(steps), tuple(shape for shape in shapes if shape.width > 1) if plain else None)


def _listed(component: int, name: str, tiers: Sequence[Tier]) -> Step:
    asks: list[Ask] = []
    for number, tier in enumerate(tiers, start=1):
        ways = tuple(
            tuple(shape for shape, times in alternative.terms for _ in range(times) if shape.width > 1)
            for alternative in tier.alternatives
        )
        asks.append(Ask(ways, 1, f"follow.tiers.{name}[{number}]", tier, run=False))
    return Step(component, tuple(asks), slots=1, one_run=False)


@lru_cache(maxsize=256)
def _generic(component: int, led: Shape, ruleset: Ruleset) -> Step:
    """The generic order: the led shape; then runs before sets, wider before narrower, longer before shorter."""
    pieces = [led]
    for width in range(led.width, 1, -1):
        longest = led.length - 1 if width == led.width else led.length * (led.width // width)
        pieces.extend(Shape(width, length) for length in range(longest, 1, -1))
    pieces.extend(Shape(width, 1) for width in range(led.width, 1, -1) if width < led.width or led.length > 1)
    if ruleset.follow.run_length_mismatch == "exact_only":
        pieces = [piece for piece in pieces if piece.length in (1, led.length) or piece.length > led.length]
    asks = tuple(
        Ask(((piece,),), 2 * piece.length // (led.width // piece.width), "follow.generic", None, piece.length > 1)
        for piece in pieces
        if piece == led or is_shape(ruleset, piece)
    )
    return Step(component, asks, slots=2 * led.length, one_run=ruleset.follow.run_remainder == "sets")


def is_shape(ruleset: Ruleset, shape: Shape) -> bool:
    """True if the ruleset knows this shape as a set or a run."""
    if shape.length == 1:
        return shape.width in ruleset.shapes.sets
    return any(rule.width == shape.width and shape.length >= rule.min_length for rule in ruleset.shapes.runs)
