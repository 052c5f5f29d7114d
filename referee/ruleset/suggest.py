"""What was surely meant where something else is written: the nearest word, a number in a text, the section of a key."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from referee import rulesets
from referee.ruleset.tree import path_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.ruleset.tree import Path

_YES: Final = frozenset(["yes", "on", "y"])
_NO: Final = frozenset(["no", "off", "n"])
_NOTHING: Final = _NO | {"none", "无"}
_NUMBER: Final = re.compile(r"([-+]?)0*(\d{1,3}(?:[,_ ]\d{3})+|\d+)(?:\.0*)?(?:\s*[^\W\d][^\d:]*)?")
"""A whole number with leading zeros, thousands parted, or a unit: ``032``, ``1,000``, ``32 times``."""
_SUITS: Final[dict[str, tuple[str, ...]]] = {
    "S": ("spades", "spade", "♠", "黑桃"),
    "H": ("hearts", "heart", "♥", "红桃", "红心"),
    "D": ("diamonds", "diamond", "♦", "方块", "方片"),
    "C": ("clubs", "club", "♣", "梅花", "草花"),
}
_SIGNS: Final = {"^": "**", "÷": "//", "=": "==", "≤": "<=", "≥": ">="}


def word(text: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The nearest of the words known; empty if none is near."""
    return "".join(difflib.get_close_matches(text.lower(), list(known), 1, cutoff))


def value(text: str, known: list[str]) -> str:
    """The nearest of the values that may stand there: a suit by its name, a number without zeros, a word like it."""
    text = text.lower().strip()
    suit = next((letter for letter, names in _SUITS.items() if text in names), "")
    told = [name for name in (suit, text.lstrip("0").upper()) if name in known]
    inside = [name for name in known if (len(text) >= 4 and text in name) or name.lower() == text]
    return next(iter([*told, *inside]), "") or word(text, known, 0.7)


def typed(text: str, types: set[str]) -> str:
    """A text as a value of one of these types: ``on`` → true, ``no`` → null, ``32 times`` → 32."""
    text = text.strip().lower()
    if "boolean" in types and text in _YES | _NO:
        return "true" if text in _YES else "false"
    if "null" in types and text in _NOTHING:
        return "null"
    number = _NUMBER.fullmatch(text)
    return number[1].strip("+") + re.sub(r"\D", "", number[2]) if number and "integer" in types else ""


def name(text: str, link: str) -> str:
    """A text as a name in lower case: ``Joker Pair`` → joker_pair. Empty if that makes none."""
    words = re.findall("[a-z0-9]+", text.lower())
    return link.join(words) if words and words[0][0].isalpha() else ""


def sign(found: str) -> str:
    """The sign that formulas know for one that they do not: ``^`` → ``**``."""
    return _SIGNS.get(found, "")


def sections(key: str) -> list[str]:
    """The sections in which a key has its place: ``tail_step`` → bands, bands.step."""
    return [] if key in {"source", "ruling"} else [path_text(path) for path in _homes().get(key, ())]


@lru_cache(maxsize=1)
def _homes() -> dict[str, list[Path]]:
    """Key → the sections that can have it, as far as their names are fixed."""
    homes: dict[str, list[Path]] = {}
    waiting: list[tuple[Path, dict[str, Any]]] = [((), rulesets.schema())]
    while waiting:
        path, schema = waiting.pop(0)
        for key, inner in schema.get("properties", {}).items():
            if path:
                homes.setdefault(key, []).append(path)
            if path[:1] != ("examples",):
                waiting.append(((*path, key), inner))
    return homes
