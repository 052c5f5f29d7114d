"""Why each play of a trick wins or does not: the winner's test taken apart, play by play (semantics §7).

Who wins is decided by ``trick`` alone; here its measure of strength is read again to say what made the difference.
Rules G-6, 2Q-16…2Q-18, 4D-15; reading A-9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.rules import trick
from referee.rules.order import TRUMP
from referee.rules.placing import best_cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.rules.bound import Bound, Lead, PlayInfo
    from referee.rules.trick import Strength

Why = Literal[
    "lead",
    "answer",
    "ruff",
    "cross",
    "size",
    "off_suit",
    "mixed",
    "shape",
    "match",
    "ruffed",
    "narrower",
    "lower",
    "equal",
    "not_all",
]


class Weighed(NamedTuple):
    """One play of a trick. ``lead``, ``answer``, ``ruff`` and ``cross`` (a shape of another kind) win it.

    All other kinds say why a play does not. ``compared`` and ``against`` are the cards by which it was measured with
    the winning play, where they were; ``rule`` is the path in the ruleset that decided.
    """

    why: Why
    rule: str
    compared: tuple[int, ...] = ()
    against: tuple[int, ...] = ()


def weigh(bound: Bound, lead: Lead, plays: Sequence[PlayInfo]) -> tuple[int, list[Weighed]]:
    """The index of the winning play (``plays[0]`` is the lead), and what decided for each."""
    best = trick.winner(bound, lead, plays)
    return best, [
        _winning(bound, lead, play) if index == best else _losing(bound, lead, play, plays[best])
        for index, play in enumerate(plays)
    ]


def _winning(bound: Bound, lead: Lead, play: PlayInfo) -> Weighed:
    if play is lead.info:
        return Weighed("lead", "trick")
    found = trick.strength(bound, lead, play)
    if found is not None and found[1] and lead.info.size > 1:
        return Weighed("cross", "beats.cross_shape")
    if play.domain == TRUMP != lead.info.domain:
        return Weighed("ruff", "ruff.match" if len(lead.shapes) > 1 else "ruff")
    return Weighed("answer", "trick")


def _losing(bound: Bound, lead: Lead, play: PlayInfo, best: PlayInfo) -> Weighed:
    """Why a play does not win against the one that does."""
    several = len(lead.shapes) > 1
    if play.size != lead.info.size:
        return Weighed("size", "trick")
    if play.domain not in (lead.info.domain, TRUMP):
        trumps = any(bound.domain[face] == TRUMP for face in play.faces)
        return Weighed("mixed" if trumps else "off_suit", "ruff")
    own, other = trick.strength(bound, lead, play), trick.strength(bound, lead, best)
    if own is None or other is None:
        ruffing = play.domain == TRUMP != lead.info.domain
        return Weighed("match" if several else "shape", "ruff.match" if several and ruffing else "trick")
    if own[0] != other[0]:
        return Weighed("ruffed", "ruff")
    if own[1] != other[1]:
        return Weighed("narrower", "beats.cross_shape")
    return _by_rank(bound, lead, (play, own[2:]), (best, other[2:]))


def _by_rank(bound: Bound, lead: Lead, one: tuple[PlayInfo, Strength], best: tuple[PlayInfo, Strength]) -> Weighed:
    """Two contenders of one domain and shape: the first component that is not higher, or the first played stands."""
    several = len(lead.shapes) > 1
    pairs = list(zip(one[1], best[1], strict=True))
    pieces, others = (_pieces(bound, lead, play) for play, _ in (one, best))
    if all(a == b for a, b in pairs):
        return Weighed("equal", "ruff.tie" if several else "trick.tie", pieces[0], others[0])
    if several and bound.ruleset.ruff.compare == "all_components":
        at = next(index for index, (a, b) in enumerate(pairs) if a <= b)
        why: Why = "not_all" if any(a > b for a, b in pairs) or pairs[at][0] == pairs[at][1] else "lower"
        return Weighed(why, "ruff.compare", pieces[at], others[at])
    at = next(index for index, (a, b) in enumerate(pairs) if a != b)
    return Weighed("lower", "ruff.compare" if several else "trick", pieces[at], others[at])


def _pieces(bound: Bound, lead: Lead, play: PlayInfo) -> list[tuple[int, ...]]:
    """The cards whose ranks are compared, in the order in which they are."""
    if len(lead.shapes) == 1:
        return [play.faces]
    if bound.ruleset.ruff.compare == "highest_card":
        return [(max(play.faces, key=bound.position.__getitem__),)]
    shapes = sorted(lead.shapes, key=lambda shape: (-shape.cards, -shape.width))
    places = best_cut(bound, play.domain, play.packed, shapes) or ()
    return [
        tuple(f for f in place.faces for _ in range(shape.width)) for shape, place in zip(shapes, places, strict=True)
    ]
