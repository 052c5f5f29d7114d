"""Shapes 牌型: sets (single, pair, triple, quad) and runs (tractor 拖拉机, Titanic 泰坦尼克), and tiers of follow lists.

A shape is written ``S{w}`` (w identical cards) or ``T{w}x{l}`` (run of l adjacent sets of width w).
"""

from __future__ import annotations

from typing import NamedTuple


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
