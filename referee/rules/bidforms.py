"""Bid forms 亮主牌型: what the cards a seat shows can mean under ``declare.forms`` (semantics §10, check 1).

A *reading* is one way to understand what is shown: the form, the very cards, the trump they make. Exact cards have one
reading or none; unseen cards (secret bids 暗叫, 4D-3) and bids of which only the suit was recorded have several.
Rules 2Q-8, 2Q-9, 2R-7, 3Q-2, 4D-4; readings A-4, A-29.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import BIG_JOKER, LITTLE_JOKER, RANK_INDEX, SUIT_OF
from referee.rules.order import NO_TRUMP

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.cards import Cards, Unknown
    from referee.ruleset.model import BidForm, BidPattern, Declare, Ruleset


class Reading(NamedTuple):
    """What a seat shows, understood: a form, its cards (sorted faces), and the trump it makes (4 = no-trump)."""

    form: BidForm
    faces: tuple[int, ...]
    trump: int

    @property
    def jokers(self) -> tuple[int, ...]:
        """The jokers among its cards."""
        return tuple(face for face in self.faces if face >= LITTLE_JOKER)


@lru_cache(maxsize=256)
def all_readings(ruleset: Ruleset, level: str) -> tuple[Reading, ...]:
    """Every bid that ``declare.forms`` knows at a level, with every suit and joker (colours are not looked at).

    At a level without cards of its own (``"NT"``) only forms without level cards remain.
    """
    found: list[Reading] = []
    for form in ruleset.declare.forms:
        for jokers in _jokers(form.pattern):
            for levels in _levels(form.pattern, level):
                faces = tuple(sorted(jokers + levels))
                if form.trump == "suit" and not levels:
                    continue
                if any(faces.count(face) > ruleset.deck.counts[face] for face in set(faces)):
                    continue
                found.append(Reading(form, faces, SUIT_OF[levels[0]] if form.trump == "suit" else NO_TRUMP))
    return tuple(found)


def _jokers(pattern: BidPattern) -> list[tuple[int, ...]]:
    count = pattern.jokers
    if not pattern.joker or not count:
        return [()]
    kinds = {"little": [LITTLE_JOKER], "big": [BIG_JOKER]}.get(pattern.joker, [LITTLE_JOKER, BIG_JOKER])
    if pattern.joker == "any":
        return list(combinations_with_replacement(kinds, count))
    return [(kind,) * count for kind in kinds]


def _levels(pattern: BidPattern, level: str) -> list[tuple[int, ...]]:
    if not pattern.levels:
        return [()]
    if level not in RANK_INDEX:
        return []
    return [(suit * 13 + RANK_INDEX[level],) * pattern.levels for suit in range(4)]


@lru_cache(maxsize=256)
def _by_faces(ruleset: Ruleset, level: str) -> Mapping[tuple[int, ...], Reading]:
    found: dict[tuple[int, ...], Reading] = {}
    for reading in all_readings(ruleset, level):
        known = found.get(reading.faces)
        if known is None or known.form.strength < reading.form.strength:
            found[reading.faces] = reading
    return found


def read_exact(ruleset: Ruleset, level: str, faces: tuple[int, ...]) -> Reading | None:
    """The reading of exactly these cards, the strongest if forms overlap; None where they match no form."""
    return _by_faces(ruleset, level).get(tuple(sorted(faces)))


def read_shown(ruleset: Ruleset, level: str, cards: Cards | None, suit: int | None) -> tuple[Reading, ...]:
    """Every reading of what was recorded of a bid; empty where no form fits.

    Args:
        ruleset: the rules.
        level: level of the deal.
        cards: the cards shown, unknown ones among them allowed; None where only the suit was recorded.
        suit: the suit of a bid recorded without cards (0..3, 4 = no-trump); None with cards.
    """
    if cards is not None and cards.known:
        exact = read_exact(ruleset, level, cards.faces)
        return () if exact is None else (exact,)
    if cards is None:
        return tuple(r for r in all_readings(ruleset, level) if suit is None or r.trump == suit)
    return tuple(r for r in all_readings(ruleset, level) if may_be(r.faces, cards))


def may_be(faces: Sequence[int], cards: Cards) -> bool:
    """True if these faces may be the cards shown, unknown groups filled in."""
    rest = list(faces)
    for face in cards.faces:
        if face not in rest:
            return False
        rest.remove(face)
    return _fills(rest, cards.unknown)


def _fills(rest: list[int], groups: tuple[Unknown, ...]) -> bool:
    """True if the cards can be dealt out to the groups: each takes its number, or one or more where it has none."""
    least_total = 0
    room = 0
    for suit in {group.suit for group in groups if group.suit is not None}:
        mine = [group for group in groups if group.suit == suit]
        least = sum(group.count or 1 for group in mine)
        available = sum(SUIT_OF[face] == suit for face in rest)
        if available < least:
            return False
        least_total += least
        if any(group.count is None for group in mine):
            room += available - least
    free = [group for group in groups if group.suit is None]
    surplus = len(rest) - least_total - sum(group.count or 1 for group in free)
    if any(group.count is None for group in free):
        return surplus >= 0
    return 0 <= surplus <= room


def colors_match(declare: Declare, reading: Reading) -> bool:
    """True if the jokers of a bid may stand beside its suit (``declare.joker_color_match`` 王色对应, 2R-7)."""
    colors = declare.joker_color_match
    if colors is None or reading.trump == NO_TRUMP:
        return True
    return all(reading.trump in colors.get(joker, ()) for joker in reading.jokers)


def above(declare: Declare, new: Reading, old: Reading) -> bool:
    """True if one bid ranks above another, whoever made them (``declare.overcall``; ``last_shown`` looks at strength).

    ``stronger_or_suit_order``: equal strength, at least two cards and a higher suit will do. ``more_cards``: at least
    ``overcall_margin`` more cards (4D-4). Otherwise strictly greater strength (A-4).
    """
    if declare.overcall == "more_cards":
        return len(new.faces) >= len(old.faces) + max(declare.overcall_margin, 1)
    if new.form.strength != old.form.strength or declare.overcall != "stronger_or_suit_order":
        return new.form.strength > old.form.strength
    order = declare.same_tier_suit_order
    if len(new.faces) < 2 or new.trump not in order or old.trump not in order:
        return False
    return order.index(new.trump) > order.index(old.trump)


def equal_strength(declare: Declare, new: Reading, old: Reading) -> bool:
    """True if two bids stand on the same rung of the ladder."""
    if declare.overcall == "more_cards":
        return len(new.faces) == len(old.faces)
    return new.form.strength == old.form.strength


def raises(declare: Declare, new: Reading, old: Reading) -> bool:
    """True if a bid shows more of the same: the trump of the old one with more cards or, at no-trump, a higher form."""
    if new.trump != old.trump:
        return False
    return len(new.faces) > len(old.faces) or (new.trump == NO_TRUMP and above(declare, new, old))
