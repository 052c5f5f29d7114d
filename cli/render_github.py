"""Findings as annotations that GitHub shows beside the lines of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.findings import catalogue

if TYPE_CHECKING:
    from referee.cli.judge import Checked
    from referee.findings import Finding

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


@dataclass(frozen=True, slots=True)
class GithubReport:
    """Puts findings into workflow commands, worded in one language; waived ones are left out."""

    lang: str

    def __call__(self, checked: Checked) -> str:
        """The annotations of one file."""
        return "".join(self._annotation(finding, checked) for finding in checked.findings if finding.waived is None)

    def _annotation(self, finding: Finding, checked: Checked) -> str:
        place = finding.place
        properties = {"file": finding.file or checked.path, "line": str(checked.line_in_file(place.line))}
        if place.column and checked.origin is None:
            properties |= {"col": str(place.column), "endColumn": str(max(place.end_column - 1, place.column))}
        properties["title"] = f"{finding.code} {catalogue.definition(finding.code).name}"
        listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        return f"::{_LEVELS[finding.severity]} {listed}::{_data(catalogue.message(finding, self.lang))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
