"""What goes wrong with ruleset files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.findings import Finding, Place
from referee.ruleset.tree import path_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.ruleset.tree import Path
    from referee.yamlfile import Mark


class RulesetError(Exception):
    """A ruleset that cannot be used; ``findings`` (family RUL) say what is wrong, all of it, and where."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(findings)
        self.findings = list(findings)

    def __str__(self) -> str:
        return "\n".join(describe(finding) for finding in self.findings)


def fault(code: str, mark: Mark, variant: str = "message", path: Path = (), **facts: Any) -> Finding:
    """A finding at ``mark``."""
    return Finding(code, mark.place, facts, variant, file=mark.file, rule=path_text(path) or None)


def describe(finding: Finding, lang: str = "en") -> str:
    """A finding on one line: ``file:line:column: CODE message``."""
    from referee.findings.catalogue import message  # noqa: PLC0415 - only when something has to be said

    place: Place = finding.place
    where = (finding.file or "-") + "".join(f":{number}" for number in (place.line, place.column) if number)
    return f"{where}: {finding.code} {message(finding, lang)}"
