"""A formula 公式 worked out before the reader's eyes: as written, with the numbers put in, and its value.

``2 * 2**len`` with ``len`` 3 is shown as ``2 × 2^len = 2 × 2^3 = 16``; of an ``if`` only the branch taken is put in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from referee.formula import TWINS, parse_formula
from referee.grammar import load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee.formula import Formula

_SIGNS: Final = {"*": " × ", "/": " ÷ ", "//": " // ", "%": " mod ", "+": " + ", "-": " − ", "**": "^"}
_COMPARED: Final = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "<", ">": ">"}


def worked(formula: Formula, values: Mapping[str, int]) -> tuple[str, ...]:
    """The stages of a formula for these quantities, each worth the same; one alone where it is just a number.

    Raises:
        FormulaError: the formula has no value for these quantities.
    """
    value = formula.evaluate(values)
    tree = load("formula").parse(formula.text.translate(TWINS)) if formula.names else None
    stages = [str(value)] if tree is None else [_put(tree, None), _put(tree, values), str(value)]
    return tuple(stage for at, stage in enumerate(stages) if at == 0 or stage != stages[at - 1])


def _put(tree: Any, values: Mapping[str, int] | None) -> str:
    """A part of a formula in writing; with ``values`` the names are replaced."""
    return _WRITERS[tree.data](tree, values)


def _leaf(tree: Any, values: Mapping[str, int] | None) -> str:
    word = str(tree.children[0])
    if tree.data == "number" or values is None:
        return word
    value = values[word]
    return str(value) if value >= 0 else f"({value})"


def _group(tree: Any, values: Mapping[str, int] | None) -> str:
    inner = _put(tree.children[1], values)
    return inner if inner.isalnum() else f"({inner})"


def _negative(tree: Any, values: Mapping[str, int] | None) -> str:
    return f"−{_put(tree.children[1], values)}"


def _binary(tree: Any, values: Mapping[str, int] | None) -> str:
    left, sign, right = tree.children
    return f"{_put(left, values)}{_SIGNS[str(sign)]}{_put(right, values)}"


def _compared(tree: Any, values: Mapping[str, int] | None) -> str:
    left, sign, right = tree.children
    return f"{_put(left, values)} {_COMPARED[str(sign.children[0])]} {_put(right, values)}"


def _choice(tree: Any, values: Mapping[str, int] | None) -> str:
    test, then, otherwise = (tree.children[index] for index in (2, 4, 6))
    if values is None:
        return f"if({_put(test, None)}, {_put(then, None)}, {_put(otherwise, None)})"
    return _put(then if _value(test, values) else otherwise, values)


def _extreme(tree: Any, values: Mapping[str, int] | None) -> str:
    return f"{tree.children[0]}({', '.join(_put(part, values) for part in tree.children[2::2])})"


def _value(tree: Any, values: Mapping[str, int]) -> int:
    return parse_formula(_source(tree)).evaluate(values)


def _source(tree: Any) -> str:
    """A part of a formula as it could have been written."""
    return " ".join(str(token) for token in tree.scan_values(lambda _: True))


_WRITERS: Final[Mapping[str, Callable[[Any, Mapping[str, int] | None], str]]] = {
    "number": _leaf,
    "name": _leaf,
    "group": _group,
    "negative": _negative,
    "binary": _binary,
    "compared": _compared,
    "choice": _choice,
    "extreme": _extreme,
}
