"""Cards and bids as a shengji-godot log writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import BIG_JOKER, LITTLE_JOKER, NO_SUIT, RANK_INDEX, RANKS, SUIT_SYMBOLS, Cards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.importers.values import Node

_JOKERS = {"BlackJoker": LITTLE_JOKER, "RedJoker": BIG_JOKER}
_CARD = re.compile(rf"([{SUIT_SYMBOLS}])\ufe0f?(10|[2-9JQKA])")
_RED_SUITS = (1, 2)


class BidParts(NamedTuple):
    """How many jokers and how many level cards a type of bid shows."""

    jokers: int
    level_cards: int


BID_PARTS: Mapping[int, Mapping[int, BidParts]] = {
    1: {3: BidParts(1, 1), 4: BidParts(2, 0)},
    2: {1: BidParts(0, 1), 2: BidParts(0, 2), 3: BidParts(1, 1), 4: BidParts(1, 2), 5: BidParts(2, 0)},
}
"""Log version → number of a bid's type → the cards it shows."""


def face_of(node: Node) -> int:
    """The face of a card such as ``♥10`` or ``RedJoker``. Raises ImportProblem."""
    code = node.text()
    if code in _JOKERS:
        return _JOKERS[code]
    match = _CARD.fullmatch(code)
    if match is None:
        raise node.no_card()
    return SUIT_SYMBOLS.index(match[1]) * len(RANKS) + RANK_INDEX[match[2]]


def suit_of(node: Node) -> int:
    """A suit index; −1 in the log is no-trump 无主. Raises ImportProblem."""
    suit = node.number(-1, 3)
    return NO_SUIT if suit < 0 else suit


def level_rank(node: Node) -> str:
    """A level 2..14 as its rank. Raises ImportProblem."""
    return RANKS[node.number(2, 14) - 2]


def bid_cards(parts: BidParts, suit: int, level: str, hand: Sequence[int], *, colours_match: bool) -> Cards | None:
    """The cards shown by a bid 亮, where its type, its suit and the hand leave no choice."""
    if (suit == NO_SUIT) != (parts.level_cards == 0):
        return None
    level_cards = () if suit == NO_SUIT else (suit * len(RANKS) + RANK_INDEX[level],) * parts.level_cards
    if not parts.jokers:
        return Cards(level_cards)
    if suit != NO_SUIT and colours_match:
        possible = [BIG_JOKER if suit in _RED_SUITS else LITTLE_JOKER]
    else:
        possible = [joker for joker in (LITTLE_JOKER, BIG_JOKER) if hand.count(joker) >= parts.jokers]
    return Cards((possible[0],) * parts.jokers + level_cards) if len(possible) == 1 else None
