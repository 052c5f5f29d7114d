"""Findings: what the referee has to say about one place of a record or ruleset.

Each code is defined once, in the YAML file of its name in this folder: readable name, severity, titles, manual page,
wording of its messages in English and Chinese, a faulty and a correct sample.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.phrases import Phrase
    from referee.ruleset.model import Citation

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding points: line from 1, columns from 1, ``end_column`` exclusive. Column 0: the whole line.

    Line 0: no line, but a ruleset that is not there at all.
    """

    line: int
    column: int = 0
    end_column: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. ``facts`` fill the message template ``variant`` of its definition."""

    code: str
    place: Place
    facts: Mapping[str, Any] = field(default_factory=dict)
    variant: str = "message"
    severity: Severity = "error"
    deal: int | None = None
    trick: int | None = None
    seat: str | None = None
    """Name of the seat as in the record."""
    rule: str | None = None
    """Path in the ruleset, e.g. ``follow.tiers.T3x2[2]``."""
    citation: Citation | None = None
    notes: tuple[Phrase, ...] = ()
    """Consequences and further remarks, shown under the message."""
    required: Any = None
    """What was owed, as a fact (phrase, shape, cards); None where it does not apply."""
    played: Any = None
    """What was played or claimed, as a fact."""
    legal_examples: tuple[tuple[int, ...], ...] = ()
    """Faces of some plays that would have been legal."""
    legal_count: int | None = None
    """How many plays would have been legal, where counted."""
    file: str | None = None
    """For RUL findings: the ruleset file the place is in."""
    waived: str | None = None
    """Reason given by a ``waive`` line, ``""`` if none was given; None if not waived."""
