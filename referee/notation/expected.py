"""What could stand at a place of a line, in words a player knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.notation.cardfault import WORD
from referee.notation.fault import Fault, quoted
from referee.phrases import Phrase, Series

if TYPE_CHECKING:
    from referee.notation.walk import Walk

MOST_NAMED: Final = 3
_ORDER: Final = (
    "SEAT", "SIDE", "CARDS", "SUIT", "NT", "INT", "FACE", "CODE", "THROWS", "KEEPS", "WINS", "DEALER", "ATTACKERS",
    "TAKE_OVER", "REDEAL", "COMMA", "SEMICOLON", "AT", "STRING", "TAG_VALUE", "TIMES", "LPAR", "RPAR", "RSQB", "PLUS",
    "TAG_NAME", "RULESET", "SEATS",
)  # fmt: skip
_SAME: Final = {"FACE": "INT", "TAG_VALUE": "STRING"}
"""Terminals a player would not tell apart there."""


def said(terminal: str) -> Phrase:
    """A terminal of the grammar in words."""
    return Phrase(f"notation.terminal.{terminal}")


def expected_words(terminals: frozenset[str]) -> Series:
    """At most three of the things that could stand there."""
    names: list[str] = []
    for terminal in sorted(terminals - {"$END", "BLANK"}, key=_rank):
        name = _SAME.get(terminal, terminal)
        if name not in names and len(names) < MOST_NAMED:
            names.append(name)
    return Series(tuple(said(name) for name in names), "or")


def _rank(terminal: str) -> tuple[int, str]:
    return (_ORDER.index(terminal) if terminal in _ORDER else len(_ORDER), terminal)


def generic(text: str, way: Walk) -> Fault:
    """The fault where nothing better is known: what was expected, or that nothing more can follow."""
    stop = way.stop
    if stop >= len(text.rstrip()):
        return Fault("REC002", "too_short", stop, stop, {"expected": expected_words(way.expected)})
    word = WORD.match(text, stop)
    end = word.end() if word else stop + 1
    facts = {"word": quoted(text[stop:end]), "expected": expected_words(way.expected)}
    only_end = not way.expected - {"$END", "BLANK"}
    variant = "trailing" if only_end else "unexpected_or_end" if "$END" in way.expected else "unexpected"
    return Fault("REC002", variant, stop, end, facts)
