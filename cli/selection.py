"""Which findings to report: codes (FOL002), beginnings of codes (FOL, FOL0), readable names (follow-suit)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cli.failure import Failure
from referee.findings import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def chosen(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str]:
    """The codes to report.

    A line that cannot be read is reported whatever is selected, unless it is ignored by its code: what was not read
    cannot be called legal.

    Raises:
        Failure: one of the words names no finding.
    """
    every = catalogue.all_codes()
    wanted = set(every)
    if select:
        reading = {code for code in every if code.startswith("REC") and catalogue.severity(code) == "error"}
        wanted = _matching(select) | reading
    return frozenset(wanted - _matching(ignore))


def _matching(words: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for word in (part.strip() for words_given in words for part in words_given.split(",")):
        if not word:
            continue
        codes = {code for code in catalogue.all_codes() if code.startswith(word.upper())}
        if not codes:
            try:
                codes = {catalogue.by_name(word).code}
            except KeyError:
                raise Failure("no_such_codes", word=word) from None
        found |= codes
    return found
