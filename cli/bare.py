"""Options that may stand without a value: put into full before the command line is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def spelled_out(words: Sequence[str]) -> list[str]:
    """A command line in which ``--compare`` of ``referee ask`` has its value: ``all``, where none was given."""
    if list(words[:1]) != ["ask"]:
        return list(words)
    full: list[str] = []
    for at, word in enumerate(words):
        full.append(word)
        if word == "--compare" and (at + 1 == len(words) or words[at + 1].startswith("-")):
            full.append("all")
    return full
