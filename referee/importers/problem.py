"""What goes wrong while a file of another program is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from referee.findings import Finding, Place
from referee.phrases import Phrase, say

if TYPE_CHECKING:
    from collections.abc import Mapping


class ImportProblem(Exception):  # noqa: N818 - it is also listed, not only raised
    """Something in a foreign file could not be read.

    Attributes:
        line: line of the file, from 1.
        column: column in that line, from 1; 0 where only the line is known.
        phrase: what is wrong, in both languages.
    """

    def __init__(self, key: str, facts: Mapping[str, Any], line: int = 1, column: int = 0) -> None:
        super().__init__(key)
        self.phrase = Phrase(key, facts)
        self.line = line
        self.column = column

    def finding(self) -> Finding:
        """The problem as a finding of the family REC, to stand among those of the record."""
        end = self.column + 1 if self.column else 0
        return Finding("REC030", Place(self.line, self.column, end), {"problem": self.phrase})

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}" if self.column else str(self.line)
        return f"{place}: {say(self.phrase, 'en')}"


def shown(value: object, limit: int = 40) -> str:
    """A foreign value as it may safely be printed: escaped, and cut where it is long."""
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    text = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "…"
