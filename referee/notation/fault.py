"""What is wrong with a line, by offset; it becomes a finding of family REC when the line number is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from referee.findings import Finding, Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.findings import Severity

MAX_WORD = 24
"""A word quoted in a message is cut after so many characters."""


class Fault(NamedTuple):
    """A fault of one line: offsets from 0, end exclusive; an empty range stands for the end of the line."""

    code: str
    variant: str
    start: int
    end: int
    facts: Mapping[str, Any] = {}
    severity: Severity = "error"

    def finding(self, line: int, deal: int | None = None, trick: int | None = None) -> Finding:
        """The finding of this fault in that line, deal and trick."""
        place = Place(line, self.start + 1, max(self.end, self.start + 1) + 1)
        return Finding(self.code, place, self.facts, self.variant, self.severity, deal=deal, trick=trick)


class LineFault(Exception):  # noqa: N818 - a fault is not an error of the program
    """Raised while a line is read; ``fault`` says what is wrong with it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def quoted(word: str) -> str:
    """A word of the record as it can be shown in a message: short, and without control characters."""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in word[: MAX_WORD + 1])
    return shown if len(word) <= MAX_WORD else shown[:MAX_WORD] + "…"
