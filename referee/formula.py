"""Formulas 公式 of a ruleset: integer arithmetic over named quantities, compiled to closures.

``2**n``, ``2 * 3**len``, ``if(len > 2, 8, 4)``, ``min(cards, 6)``. ``/`` must come out even, ``//`` and ``%`` round as
mathematicians do, comparisons give 1 or 0. Bounded: the text, the nesting, and every value on the way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from referee.grammar import load

if TYPE_CHECKING:
    from lark import Token, Tree

MAX_TEXT: Final = 300
MAX_DEPTH: Final = 40
MAX_VALUE: Final = 10**18
"""No value on the way may exceed this, either way."""
_MAX_EXPONENT: Final = 64

Run = Callable[[Mapping[str, int]], int]


class FormulaError(ValueError):
    """A formula that cannot be read or has no value; ``variant`` and ``facts`` word the finding.

    Variants: ``too_long``, ``too_deep``, ``unexpected``, ``unfinished`` (reading); ``division``, ``uneven``,
    ``negative_exponent``, ``too_big``, ``unknown_name`` (evaluating). ``offset`` counts characters from 0.
    """

    def __init__(self, variant: str, offset: int = 0, **facts: object) -> None:
        super().__init__(f"{variant} {facts}" if facts else variant)
        self.variant = variant
        self.offset = offset
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Formula:
    """A compiled formula; equal if written the same."""

    text: str
    names: Mapping[str, int] = field(compare=False)
    """The names it uses → offset of the first use."""
    run: Run = field(compare=False, repr=False)

    def evaluate(self, names: Mapping[str, int]) -> int:
        """The value for these quantities.

        Raises:
            FormulaError: no value (division by zero, uneven ``/``, too big), or a name is not among ``names``.
        """
        return self.run(names)

    def __str__(self) -> str:
        return self.text


TWINS: Final = str.maketrans("（）＋－＊×％，＜＞", "()+-**%,<>")
"""Signs as a Chinese keyboard writes them."""


@lru_cache(maxsize=512)
def parse_formula(text: str) -> Formula:
    """Read a formula.

    Raises:
        FormulaError: it is too long, nested too deep, or not a formula.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken  # noqa: PLC0415 - lark is slow

    if len(text) > MAX_TEXT:
        raise FormulaError("too_long", limit=MAX_TEXT)
    try:
        tree = load("formula").parse(text.translate(TWINS))
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise FormulaError("unfinished", len(text)) from None
        raise FormulaError("unexpected", error.token.start_pos or 0, found=str(error.token)) from None
    except UnexpectedCharacters as error:
        offset = error.pos_in_stream or 0
        raise FormulaError("unexpected", offset, found=text[offset]) from None
    except UnexpectedInput:  # pragma: no cover - the two kinds above are all that LALR raises
        raise FormulaError("unfinished", len(text)) from None
    names: dict[str, int] = {}
    return Formula(text, names, _compile(tree, names, 0))


def constant(value: int) -> Formula:
    """A formula that is just this number."""
    return Formula(str(value), {}, lambda _: value)


def _compile(tree: Any, names: dict[str, int], depth: int) -> Run:
    if depth > MAX_DEPTH:
        raise FormulaError("too_deep", limit=MAX_DEPTH)
    build: Callable[[Tree[Token], dict[str, int], int], Run] = _BUILDERS[tree.data]
    return build(tree, names, depth + 1)


def _number(tree: Tree[Token], _names: dict[str, int], _depth: int) -> Run:
    digits = str(tree.children[0])
    value = _bounded(int(digits) if len(digits) <= 19 else MAX_VALUE + 1)
    return lambda _: value


def _name(tree: Tree[Token], names: dict[str, int], _depth: int) -> Run:
    token = tree.children[0]
    name = str(token)
    names.setdefault(name, getattr(token, "start_pos", 0) or 0)

    def run(values: Mapping[str, int]) -> int:
        if name not in values:
            raise FormulaError("unknown_name", name=name)
        return values[name]

    return run


def _group(tree: Tree[Token], names: dict[str, int], depth: int) -> Run:
    return _compile(tree.children[1], names, depth)


def _negative(tree: Tree[Token], names: dict[str, int], depth: int) -> Run:
    inner = _compile(tree.children[1], names, depth)
    return lambda values: -inner(values)


def _binary(tree: Tree[Token], names: dict[str, int], depth: int) -> Run:
    left, right = _compile(tree.children[0], names, depth), _compile(tree.children[2], names, depth)
    work = _ARITHMETIC[str(tree.children[1])]
    return lambda values: _bounded(work(left(values), right(values)))


def _compared(tree: Tree[Token], names: dict[str, int], depth: int) -> Run:
    left, right = _compile(tree.children[0], names, depth), _compile(tree.children[2], names, depth)
    sign: Any = tree.children[1]
    test = _COMPARISONS[str(sign.children[0])]
    return lambda values: 1 if test(left(values), right(values)) else 0


def _choice(tree: Tree[Token], names: dict[str, int], depth: int) -> Run:
    test, then, otherwise = (_compile(tree.children[i], names, depth) for i in (2, 4, 6))
    return lambda values: then(values) if test(values) else otherwise(values)


def _extreme(tree: Tree[Token], names: dict[str, int], depth: int) -> Run:
    parts = [_compile(part, names, depth) for part in tree.children[2::2]]
    if str(tree.children[0]) == "min":
        return lambda values: min(part(values) for part in parts)
    return lambda values: max(part(values) for part in parts)


def _bounded(value: int) -> int:
    if not -MAX_VALUE <= value <= MAX_VALUE:
        raise FormulaError("too_big", limit=MAX_VALUE)
    return value


def _raise(base: int, exponent: int) -> int:
    if exponent < 0:
        raise FormulaError("negative_exponent")
    if exponent > _MAX_EXPONENT and base not in {0, 1, -1}:
        raise FormulaError("too_big", limit=MAX_VALUE)
    return int(base ** (exponent if base not in {1, -1} else exponent % 2))


def _floor(left: int, right: int) -> int:
    if right == 0:
        raise FormulaError("division")
    return left // right


def _remainder(left: int, right: int) -> int:
    if right == 0:
        raise FormulaError("division")
    return left % right


def _divide(left: int, right: int) -> int:
    if right == 0:
        raise FormulaError("division")
    if left % right:
        raise FormulaError("uneven", left=left, right=right)
    return left // right


_ARITHMETIC: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": _floor,
    "/": _divide,
    "%": _remainder,
    "**": _raise,
}
_COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}
_BUILDERS: Final[dict[str, Callable[[Tree[Token], dict[str, int], int], Run]]] = {
    "number": _number,
    "name": _name,
    "group": _group,
    "negative": _negative,
    "binary": _binary,
    "compared": _compared,
    "choice": _choice,
    "extreme": _extreme,
}
