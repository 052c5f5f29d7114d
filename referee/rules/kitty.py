"""Burying 埋底: how many cards, which of them, and how many points among them.

Rules 2L-3, 2R-12, G-11; reading A-1. Each of these is judged on its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.cards import BIG_JOKER, LITTLE_JOKER, RANK_INDEX, RANKS, SUIT_OF
from referee.packed import missing, pack
from referee.rules.order import NO_TRUMP

if TYPE_CHECKING:
    from referee.cards import Cards
    from referee.ruleset.model import Ruleset

BuryKind = Literal["count", "not_held", "forbidden", "points"]


class BuryFault(NamedTuple):
    """One thing wrong with a burial.

    ``faces``: the cards concerned (``not_held``, ``forbidden``). ``number`` and ``allowed``: cards buried and due
    (``count``), or points buried and the limit (``points``). ``rule``: path in the ruleset.
    """

    kind: BuryKind
    rule: str
    faces: tuple[int, ...] = ()
    number: int = 0
    allowed: int = 0


class BuryVerdict(NamedTuple):
    """What is wrong for certain, and the paths of rules that unknown cards leave open."""

    faults: tuple[BuryFault, ...]
    unsettled: tuple[str, ...] = ()


def check_bury(
    ruleset: Ruleset, cards: Cards, *, held: int | None, level: str | None = None, trump: int | None = None
) -> BuryVerdict:
    """Judge a burial of these cards.

    Args:
        ruleset: the rules.
        cards: what was buried, as far as known.
        held: the seat's hand with the kitty taken (packed); None where not wholly known.
        level: level of the deal, for ``kitty.forbidden``; None where not known.
        trump: trump suit (0..3, 4 = no-trump), likewise.
    """
    rules = ruleset.kitty
    faults: list[BuryFault] = []
    unsettled: list[str] = []
    due = ruleset.deal.kitty_size
    if cards.size is not None and cards.size != due:
        faults.append(BuryFault("count", "deal.kitty_size", number=cards.size, allowed=due))
    elif cards.size is None and len(cards.faces) + len(cards.unknown) > due:
        faults.append(BuryFault("count", "deal.kitty_size", number=len(cards.faces) + len(cards.unknown), allowed=due))
    if held is not None and (lacking := missing(held, pack(cards.faces))):
        faults.append(BuryFault("not_held", "kitty.taker", tuple(lacking)))
    if rules.forbidden:
        banned = _forbidden(ruleset, cards.faces, level, trump)
        if banned:
            faults.append(BuryFault("forbidden", "kitty.forbidden", banned))
        elif not cards.known or level is None or trump is None:
            unsettled.append("kitty.forbidden")
    if rules.bury_point_limit is not None:
        points = sum(ruleset.points[face] for face in cards.faces)
        if points > rules.bury_point_limit:
            rule = "kitty.bury_point_limit"
            faults.append(BuryFault("points", rule, number=points, allowed=rules.bury_point_limit))
        elif not cards.known:
            unsettled.append("kitty.bury_point_limit")
    return BuryVerdict(tuple(faults), tuple(unsettled))


def _forbidden(ruleset: Ruleset, faces: tuple[int, ...], level: str | None, trump: int | None) -> tuple[int, ...]:
    banned = set(ruleset.kitty.forbidden)
    if level is None or trump is None:
        only_known = banned & {"big_joker", "little_joker", "points"}
        return tuple(f for f in faces if _plain_classes(ruleset, f) & only_known)
    return tuple(face for face in faces if classes_of(ruleset, face, level, trump) & banned)


def _plain_classes(ruleset: Ruleset, face: int) -> set[str]:
    """The classes of a card that do not depend on trump."""
    found = {"points"} if ruleset.points[face] else set()
    if face >= LITTLE_JOKER:
        found.add("big_joker" if face == BIG_JOKER else "little_joker")
    return found


def classes_of(ruleset: Ruleset, face: int, level: str, trump: int) -> frozenset[str]:
    """The classes of ``trump.order`` a card belongs to, with ``trump`` and ``points`` where they apply.

    A permanent trump 常主 also has the class of its rank, ``permanent_off_suit(2)``. A side card has no class but, at
    most, ``points``.
    """
    rules = ruleset.trump
    found = _plain_classes(ruleset, face)
    if face >= LITTLE_JOKER:
        return frozenset(found | {"trump"})
    rank = RANKS[face % 13]
    where = "on_suit" if SUIT_OF[face] == trump else "off_suit"
    if face % 13 == RANK_INDEX.get(level, -1) and (trump != NO_TRUMP or rules.no_trump_level_cards_are_trump):
        found |= {f"level_{where}", "trump"}
    elif rank in rules.permanent_ranks and rank != level:
        found |= {f"permanent_{where}", f"permanent_{where}({rank})", "trump"}
    elif SUIT_OF[face] == trump:
        found |= {"suit_cards", "trump"}
    return frozenset(found)
