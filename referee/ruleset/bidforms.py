"""The cards of a bid form 亮主牌: ``level*2``, ``joker + level*2``, ``little*2``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from referee.ruleset.model import BidPattern
from referee.shapes import ShapeError, shape_tree

if TYPE_CHECKING:
    from collections.abc import Mapping

Joker = Literal["little", "big", "same", "any"]

_JOKERS: Final[Mapping[str, Joker]] = {
    "little": "little",
    "big": "big",
    "joker": "any",
    "joker_same": "same",
    "小王": "little",
    "大王": "big",
    "王": "any",
    "同色王": "same",
}
MAX_COPIES: Final = 8


@lru_cache(maxsize=256)
def parse_bid(text: str) -> BidPattern:
    """The pattern of a bid form.

    Raises:
        ShapeError: not a sum of level cards and at most one kind of joker.
    """
    joker: Joker | None = None
    jokers = levels = 0
    for term in shape_tree(text, "bid").children[::2]:
        word, copies = term.children[0], _copies(term)
        if str(word) in {"level", "级牌"}:
            levels += copies
        elif joker is not None:
            raise ShapeError("jokers", word.start_pos, found=str(word))
        else:
            joker, jokers = _JOKERS[str(word)], copies
    if joker == "any" and jokers > 1:
        raise ShapeError("jokers_same", 0)
    if jokers + levels > MAX_COPIES:
        raise ShapeError("too_big", 0, limit=MAX_COPIES)
    return BidPattern(joker, jokers, levels)


def _copies(term: Any) -> int:
    if len(term.children) == 1:
        return 1
    token = term.children[2]
    copies = int(str(token)[:4])
    if copies == 0:
        raise ShapeError("length", token.start_pos, found=str(token))
    return copies
