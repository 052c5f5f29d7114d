"""Judging with missing cards (semantics §11): what is certain whatever the unseen cards are.

A seat's holding is known in part: ``known`` (packed) is what it certainly holds before playing, ``unseen`` how many
more cards it has, ``pool`` (packed) the cards they may be. A verdict is given only when every completion agrees.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.cards import NO_SUIT, SUIT_OF
from referee.packed import ONE, contains, less, size, unpack
from referee.rules import follow, throw
from referee.rules.contest import crossing
from referee.rules.throw import Beaten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.cards import Cards
    from referee.rules.bound import Bound, Component, Lead, PlayInfo
    from referee.rules.follow import FollowFault
    from referee.shapes import Shape

Verdict = Literal["legal", "illegal", "undetermined"]
FILLED = 2
"""Up to so many unknown cards of one play are tried out one by one; with more only the suit duty is certain."""


class FollowDoubt(NamedTuple):
    """What can be said of a follow. ``fault`` belongs to an illegal one; it rests on the known cards alone."""

    verdict: Verdict
    fault: FollowFault | None = None


class ThrowDoubt(NamedTuple):
    """What can be said of a throw: it certainly stands, certainly fails (``beaten``), or neither.

    ``possible``: every component that may be kept in some completion in which it fails.
    """

    outcome: Literal["stands", "fails", "open"]
    beaten: tuple[Beaten, ...]
    possible: tuple[tuple[int, ...], ...]


LEGAL = FollowDoubt("legal")
UNDETERMINED = FollowDoubt("undetermined")


def judge_follow(bound: Bound, lead: Lead, known: int, unseen: int, pool: int, play: Cards) -> FollowDoubt:
    """Judge a follow whose seat holds ``known`` (its known cards of the play included) and ``unseen`` more."""
    if not play.known:
        return _with_gaps(bound, lead, known, unseen, pool, play)
    info = bound.info(play.faces)
    fault = follow.check(bound, lead, known, info)
    if fault is not None:
        return FollowDoubt("illegal", fault)
    if unseen == 0:
        return LEGAL
    mask = bound.mask[lead.info.domain]
    pool_in = pool & mask
    if not pool_in:
        return LEGAL
    forced = unseen - (size(pool) - size(pool_in))
    if info.domain != lead.info.domain:
        if forced > 0:
            return FollowDoubt("illegal", follow.FollowFault("revoke", "follow.suit"))
        return UNDETERMINED
    if forced >= size(pool_in):
        fault = follow.check(bound, lead, known + pool_in, info)
        return LEGAL if fault is None else FollowDoubt("illegal", fault)
    return UNDETERMINED if _can_do_better(bound, lead, known & mask, pool_in, unseen, info) else LEGAL


def judge_suit(bound: Bound, domain: int, known: int, pool: int, unseen: int, play: Cards) -> FollowDoubt:
    """The suit duty alone, where the led suit is known but not the cards led."""
    left = known & bound.mask[domain]
    off_suit = sum(bound.domain[face] != domain for face in play.faces) + _certainly_off(bound, domain, play)
    for face in play.faces:
        if bound.domain[face] == domain:
            left -= ONE[face]
    if off_suit and left:
        return FollowDoubt("illegal", follow.FollowFault("revoke", "follow.suit"))
    pool_in = size(pool & bound.mask[domain])
    if off_suit and play.known and unseen > size(pool) - pool_in:
        return FollowDoubt("illegal", follow.FollowFault("revoke", "follow.suit"))
    if play.known and off_suit and not left and not (unseen and pool_in):
        return LEGAL
    return UNDETERMINED


def _certainly_off(bound: Bound, domain: int, play: Cards) -> int:
    """How many unknown groups of a play certainly lie outside a domain: a suit is known, none of it is in there."""
    suits = {SUIT_OF[face] for face in range(54) if bound.domain[face] == domain}
    return sum(group.suit is not None and group.suit not in suits for group in play.unknown)


def _with_gaps(bound: Bound, lead: Lead, known: int, unseen: int, pool: int, play: Cards) -> FollowDoubt:
    """A play with unknown cards: judged over all ways to fill it from the pool."""
    asked = lead.info.size
    written = play.size
    if written is not None and written != asked:
        return FollowDoubt("illegal", follow.FollowFault("count", "follow"))
    gaps = asked - len(play.faces)
    if gaps < len(play.unknown):
        return FollowDoubt("illegal", follow.FollowFault("count", "follow"))
    suit_only = judge_suit(bound, lead.info.domain, known, pool, unseen, play)
    if suit_only.verdict == "illegal" or gaps > FILLED or gaps > unseen:
        return suit_only if suit_only.verdict == "illegal" else UNDETERMINED
    first: FollowDoubt | None = None
    for filling in _fillings(play, gaps, pool):
        extra = sum(ONE[face] for face in filling)
        filled = type(play)((*play.faces, *filling))
        found = judge_follow(bound, lead, known + extra, unseen - gaps, pool - extra, filled)
        if found.verdict == "undetermined" or (first is not None and first.verdict != found.verdict):
            return UNDETERMINED
        first = first or found
    return first or UNDETERMINED


def _fillings(play: Cards, gaps: int, pool: int) -> Iterator[tuple[int, ...]]:
    """Every different way to fill the unknown cards of a play from the pool."""
    wanted: list[int | None] = []
    for group in play.unknown:
        wanted.extend([group.suit] * (group.count or 1))
    loose = [group.suit for group in play.unknown if group.count is None]
    wanted.extend([loose[0] if len(loose) == 1 else None] * (gaps - len(wanted)))
    seen: set[tuple[int, ...]] = set()
    for filling in combinations(unpack(pool), gaps):
        if filling not in seen:
            seen.add(filling)
            if _suits_fit(list(filling), wanted):
                yield filling


def _suits_fit(faces: list[int], wanted: list[int | None]) -> bool:
    left = [suit for suit in wanted if suit is not None]
    for face in faces:
        if SUIT_OF[face] != NO_SUIT and SUIT_OF[face] in left:
            left.remove(SUIT_OF[face])
    return not left


def _can_do_better(bound: Bound, lead: Lead, held: int, pool: int, unseen: int, play: PlayInfo) -> bool:
    """True if at most ``unseen`` cards of the pool (led domain) would let the holding answer better than the play."""
    whole = held + pool
    protected = bound.ruleset.follow.protect_larger_sets != "none"
    if follow.check_shape(bound, lead, whole, play.packed) is None:
        return protected and bool(follow.plan(bound.ruleset, lead.shapes).steps)
    if unseen >= lead.info.size or protected:
        return True
    given = follow.rungs_missed(bound, lead, play.packed)
    domain = lead.info.domain
    return any(fewest_extra(bound, domain, held, whole, pieces, unseen) is not None for pieces in given)


def fewest_extra(bound: Bound, domain: int, held: int, whole: int, pieces: Sequence[Shape], most: int) -> int | None:
    """The least number of cards beyond ``held`` needed to give ``pieces`` from ``whole``; None if over ``most``."""
    ordered = sorted(pieces, key=lambda shape: (-shape.cards, -shape.width))
    places = [bound.placements(domain, piece.length) for piece in ordered]
    best = most + 1

    def place(left: int, index: int, start: int) -> None:
        nonlocal best
        cost = size(less(whole - left, held))
        if cost >= best:
            return
        if index == len(ordered):
            best = cost
            return
        width = ordered[index].width
        again = index + 1 < len(ordered) and ordered[index + 1] == ordered[index]
        for at in range(start, len(places[index])):
            taken = width * places[index][at].mask
            if contains(left, taken):
                place(left - taken, index + 1, at if again else 0)

    place(whole, 0, 0)
    return best if best <= most else None


def judge_throw(bound: Bound, lead: Lead, others: Sequence[tuple[int, int]], pool: int) -> ThrowDoubt:
    """What is certain of a throw, the other seats given as (known, unseen)."""
    mask = bound.mask[lead.info.domain]
    certain = throw.find_beaten(bound, lead, [known & mask for known, _ in others])
    sure = {id(b.component) for b in certain}
    maybe = [
        component
        for component in lead.components
        if id(component) not in sure
        and any(_may_beat(bound, lead.info.domain, k & mask, u, pool & mask, component) for k, u in others)
    ]
    if not certain and not maybe:
        return ThrowDoubt("stands", (), ())
    possible: set[tuple[int, ...]] = set()
    if certain:
        possible.update(throw.kept_components(bound, lead, certain))
    for component in maybe:
        beaten = [*certain, Beaten(component, 0, ())]
        possible.update(throw.kept_components(bound, lead, beaten))
    return ThrowDoubt("fails" if certain else "open", tuple(certain), tuple(sorted(possible)))


def _may_beat(bound: Bound, domain: int, known: int, unseen: int, pool: int, component: Component) -> bool:
    """True if a seat could be given cards from the pool with which it beats a component."""
    if not unseen:
        return False
    whole = known + pool
    shapes = [component.shape, *crossing(bound.ruleset, component.shape)]
    for shape in shapes:
        for place in bound.placements(domain, shape.length):
            if shape == component.shape and place.rank <= component.rank:
                break
            taken = shape.width * place.mask
            if contains(whole, taken) and size(less(taken, known)) <= unseen:
                return True
    return False
