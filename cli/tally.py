"""What is counted of one file and, added up, of many."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.findings import Finding
    from referee.report import DealReport


@dataclass(slots=True)
class Tally:
    """How many deals, tricks and findings; findings that were waived count only as such."""

    deals: int = 0
    tricks: int = 0
    undetermined_deals: int = 0
    waived: int = 0
    unread: int = 0
    """Errors because of which something could not be read."""
    codes: Counter[str] = field(default_factory=Counter)
    severities: Counter[str] = field(default_factory=Counter)

    def take(self, report: DealReport) -> None:
        """Count a deal, without its findings."""
        self.deals += 1
        self.tricks += len(report.tricks)
        self.undetermined_deals += bool(report.undetermined)

    def count(self, findings: Iterable[Finding]) -> None:
        """Count findings."""
        for finding in findings:
            if finding.waived is not None:
                self.waived += 1
                continue
            self.codes[finding.code] += 1
            self.severities[finding.severity] += 1
            self.unread += finding.severity == "error" and finding.code.startswith(("REC", "RUL"))

    def add(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.deals += other.deals
        self.tricks += other.tricks
        self.undetermined_deals += other.undetermined_deals
        self.waived += other.waived
        self.unread += other.unread
        self.codes.update(other.codes)
        self.severities.update(other.severities)
