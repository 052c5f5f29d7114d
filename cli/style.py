"""Colour where a terminal shows it, and the width of text in columns, Chinese characters counted as two."""

from __future__ import annotations

import os
import sys
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36"}


@dataclass(frozen=True, slots=True)
class Style:
    """How text is marked; without colour it stays as it is."""

    colour: bool = False

    @classmethod
    def for_stdout(cls) -> Style:
        """Colour only on a terminal that can show it, and not where NO_COLOR is set."""
        return cls(wants_colour(sys.stdout))

    def severity(self, text: str, severity: str) -> str:
        """Text in the colour of a severity."""
        return self._paint(text, _COLOURS[severity])

    def bold(self, text: str) -> str:
        """Text that stands out."""
        return self._paint(text, "1")

    def dim(self, text: str) -> str:
        """Text that stands back."""
        return self._paint(text, "2")

    def good(self, text: str) -> str:
        """Text that says all is well."""
        return self._paint(text, "32")

    def _paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour else text


def wants_colour(stream: Any) -> bool:
    """True if colour may be written to this stream."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(stream.isatty())


@lru_cache(maxsize=4096)
def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def width(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def pad(text: str, columns: int) -> str:
    """Text filled up with blanks to so many columns."""
    return text + " " * (columns - width(text))


def visible(text: str) -> str:
    """Text as it may be shown: one column for each tab, nothing that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\ufe0f" else " " if char == "\t" else "\ufffd" for char in text
    )
