"""The report for programs, as docs/check-output.schema.json describes it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.phrases import Phrase, say
from referee.report import JSON_VERSION, finding_json

if TYPE_CHECKING:
    from referee.cli.judge import Checked
    from referee.cli.totals import Totals


@dataclass(frozen=True, slots=True)
class JsonReport:
    """Puts files into JSON; messages are worded in one language."""

    lang: str

    def __call__(self, checked: Checked) -> str:
        """The entry of one file."""
        findings = []
        for finding in checked.findings:
            entry = finding_json(finding, self.lang)
            if checked.origin is not None:
                entry |= {"line": checked.line_in_file(finding.place.line), "column": 0, "end_column": 0}
            findings.append(entry)
        return dump(
            {
                "path": checked.path,
                "ruleset": checked.ruleset,
                "verdict": checked.verdict,
                "deals": checked.deal_reports,
                "findings": findings,
            }
        )

    def failed(self, path: str, reason: Phrase) -> str:
        """The entry of a file that could not be opened."""
        entry: dict[str, Any] = {"path": path, "ruleset": None, "verdict": "unreadable", "deals": [], "findings": []}
        return dump(entry | {"error": say(reason, self.lang)})


def head() -> str:
    """What stands before the files."""
    return f'{{"version": {JSON_VERSION}, "files": ['


def tail(totals: Totals) -> str:
    """What stands after the files."""
    return f'\n], "summary": {dump(totals.to_json())}}}\n'


def dump(value: Any) -> str:
    """JSON on one line, Chinese characters as they are."""
    return json.dumps(value, ensure_ascii=False)
