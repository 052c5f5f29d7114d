"""Shapes 牌型: sets (single, pair, triple, quad) and runs (tractor 拖拉机, Titanic 泰坦尼克), and tiers.

A shape is written ``S{w}`` (w identical cards) or ``T{w}x{l}`` (run of l adjacent sets of width w).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, NamedTuple


class Shape(NamedTuple):
    """A component's shape: ``length`` sets of ``width`` identical cards each; a set has length 1."""

    width: int
    length: int

    @property
    def cards(self) -> int:
        """How many cards the shape has."""
        return self.width * self.length

    def __str__(self) -> str:
        return f"S{self.width}" if self.length == 1 else f"T{self.width}x{self.length}"


SINGLE: Final = Shape(1, 1)


class Alternative(NamedTuple):
    """One way to satisfy a tier: shaped terms (shape, how many), and so many further cards of the suit."""

    terms: tuple[tuple[Shape, int], ...]
    any_cards: int

    def __str__(self) -> str:
        parts = [f"{k}*{shape}" if k > 1 else str(shape) for shape, k in self.terms]
        if self.any_cards:
            parts.append(f"any{self.any_cards}")
        return " + ".join(parts)


class Tier(NamedTuple):
    """One rung of a follow list: alternatives of equal priority."""

    alternatives: tuple[Alternative, ...]

    def __str__(self) -> str:
        return " | ".join(str(alternative) for alternative in self.alternatives)


def shapes_name(shapes: tuple[Shape, ...] | list[Shape]) -> str:
    """Canonical name of a whole lead, components largest first: ``T2x2 + S2 + S1``."""
    return " + ".join(str(shape) for shape in sorted(shapes, key=lambda s: (-s.cards, -s.width)))


class ShapeError(ValueError):
    """A text that names no shape. Variants: ``unexpected``, ``unfinished``, ``too_long``, ``length``, ``too_big``."""

    def __init__(self, variant: str, offset: int = 0, **facts: object) -> None:
        super().__init__(f"{variant} {facts}" if facts else variant)
        self.variant = variant
        self.offset = offset
        self.facts = facts


MAX_TEXT: Final = 200
MAX_WIDTH: Final = 4
MAX_CARDS: Final = 108
"""No shape, term or sum of terms has more cards than half of the largest deck."""

_TWINS: Final = str.maketrans("（）＋＊×｜　０１２３４５６７８９", "()+**| 0123456789")
_SET_NAMES: Final = {
    "single": 1,
    "pair": 2,
    "triple": 3,
    "quad": 4,
    "单张": 1,
    "对子": 2,
    "对": 2,
    "三同张": 3,
    "四同张": 4,
}
_RUN_NAMES: Final = {"tractor": 2, "titanic": 3, "拖拉机": 2, "泰坦尼克": 3}


@lru_cache(maxsize=1024)
def parse_shape(text: str) -> Shape:
    """One shape: ``S2``, ``T2x3``, ``pair``, ``tractor(3)``, ``对子``, ``拖拉机(3)``.

    Raises:
        ShapeError: the text is no shape.
    """
    return _shape(shape_tree(text, "shape"))


@lru_cache(maxsize=1024)
def parse_lead(text: str) -> tuple[Shape, ...]:
    """The shapes of a lead, a single component or a throw 甩牌: ``T3x2``, ``T2x2 + S1``.

    Raises:
        ShapeError: the text is no sum of shapes.
    """
    shapes = tuple(_shape(part) for part in shape_tree(text, "lead").children[::2])
    if sum(shape.cards for shape in shapes) > MAX_CARDS:
        raise ShapeError("too_big", limit=MAX_CARDS)
    return shapes


@lru_cache(maxsize=1024)
def parse_tier(text: str) -> Tier:
    """One tier of a follow list, alternatives separated by ``|``: ``T2x2 + S2 + any2 | 2*S3``.

    Raises:
        ShapeError: the text is no tier.
    """
    return Tier(tuple(_alternative(part) for part in shape_tree(text, "tier").children[::2]))


def shape_tree(text: str, start: str) -> Any:
    """The parse tree of a text by one start rule of ``shape.lark``. Raises ShapeError."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken  # noqa: PLC0415 - lark is slow to import

    from referee.grammar import load  # noqa: PLC0415

    if len(text) > MAX_TEXT:
        raise ShapeError("too_long", limit=MAX_TEXT)
    source = text.translate(_TWINS)
    try:
        return load("shape").parse(source, start=start)
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise ShapeError("unfinished", len(text)) from None
        raise ShapeError("unexpected", error.token.start_pos or 0, found=str(error.token)) from None
    except UnexpectedCharacters as error:
        offset, found = _word(source, error.pos_in_stream or 0)
        raise ShapeError("unexpected", offset, found=found) from None


def _word(text: str, offset: int) -> tuple[int, str]:
    """The whole word around a character that cannot be read, and where it begins."""
    for word in re.finditer(r"\w+", text):
        if word.start() <= offset < word.end():
            return word.start(), word.group()
    return offset, text[offset]


def _shape(tree: Any) -> Shape:
    token = tree.children[0]
    word = str(token)
    if tree.data == "short_set":
        width, length = int(word[1:]), 1
    elif tree.data == "short_run":
        width, length = int(word[1]), int(word[3:])
    elif tree.data == "named_set":
        width, length = _SET_NAMES[word], 1
    else:
        width, length = _RUN_NAMES[word], _number(tree.children[2]) if len(tree.children) > 1 else 2
    if tree.data.endswith("run") and length < 2:
        raise ShapeError("length", token.start_pos, found=word)
    if width > MAX_WIDTH or width * length > MAX_CARDS:
        raise ShapeError("too_big", token.start_pos, limit=MAX_CARDS)
    return Shape(width, length)


def _alternative(tree: Any) -> Alternative:
    terms: list[tuple[Shape, int]] = []
    any_cards = 0
    for term in tree.children[::2]:
        if term.data == "free":
            any_cards += _number(term.children[2 if len(term.children) > 1 else 0])
        elif term.data == "several":
            times = _number(term.children[0])
            if times == 0:
                raise ShapeError("length", term.children[0].start_pos, found=str(term.children[0]))
            terms.append((_shape(term.children[2]), times))
        else:
            terms.append((_shape(term.children[0]), 1))
    if sum(shape.cards * times for shape, times in terms) + any_cards > MAX_CARDS:
        raise ShapeError("too_big", limit=MAX_CARDS)
    return Alternative(tuple(terms), any_cards)


def _number(token: Any) -> int:
    digits = str(token).lstrip("any任意")
    if not digits:
        raise ShapeError("unfinished", token.end_pos)
    if len(digits) > 3:
        raise ShapeError("too_big", token.start_pos, limit=MAX_CARDS)
    return int(digits)
