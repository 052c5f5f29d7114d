"""The sum of many outcomes: what the summary says, and the exit status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.cli.failure import FAULT, FOUND, UNREADABLE
from referee.cli.style import Style, pad, width
from referee.cli.tally import Tally
from referee.phrases import Count, Phrase, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.cli.batch import Outcome

_GRAVEST_FIRST = ("error", "warning", "note")


@dataclass(slots=True)
class Totals(Tally):
    """Counts over all files."""

    files: int = 0
    clean: int = 0
    unreadable: int = 0
    """Files in which something could not be read."""
    unopened: int = 0
    """Files of which nothing at all could be read."""
    idle: int = 0
    """Folders and patterns without any record; each counts as a file of which nothing could be read."""
    faults: int = 0
    """Files on which the program itself failed."""

    def add_file(self, outcome: Outcome) -> None:
        """Count one file."""
        self.add(outcome.tally)
        failed = outcome.failure is not None
        self.files += 1
        self.clean += not outcome.tally.codes and not failed
        self.unreadable += failed or outcome.tally.unread > 0
        self.unopened += failed
        self.idle += outcome.idle
        self.faults += outcome.fault

    def status(self, fail_on: str) -> int:
        """The exit status: 3 a fault of the program, 2 something not read, 1 findings from ``fail_on`` on, else 0."""
        if self.faults:
            return FAULT
        if self.unreadable:
            return UNREADABLE
        barred = _GRAVEST_FIRST[: _GRAVEST_FIRST.index(fail_on) + 1] if fail_on in _GRAVEST_FIRST else ()
        return FOUND if any(self.severities[severity] for severity in barred) else 0

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {
            "files": self.files,
            "clean": self.clean,
            "deals": self.deals,
            "undetermined_deals": self.undetermined_deals,
            "unreadable": self.unreadable,
            **{f"{severity}s": self.severities[severity] for severity in _GRAVEST_FIRST},
            "waived": self.waived,
            "codes": dict(sorted(self.codes.items())),
        }

    def in_words(self, lang: str, style: Style) -> str:
        """The summary in one line."""
        counted = [(severity, self.severities[severity]) for severity in _GRAVEST_FIRST if self.severities[severity]]
        parts = [style.severity(say(Count(number, severity), lang), severity) for severity, number in counted]
        if self.unopened > self.idle:
            files = Count(self.unopened - self.idle, "file")
            parts.append(say(Phrase("cli.summary.unopened", {"files": files}), lang))
        if self.idle:
            parts.append(say(Phrase("cli.summary.idle", {"paths": Count(self.idle, "path")}), lang))
        if self.waived:
            parts.append(say(Phrase("cli.summary.waived", {"count": self.waived}), lang))
        if self.undetermined_deals:
            deals = say(Count(self.undetermined_deals, "deal"), lang)
            parts.append(say(Phrase("cli.summary.undetermined", {"deals": deals}), lang))
        comma = say(Phrase("series.comma"), lang)
        found = comma.join(parts) if parts else style.good(say(Phrase("cli.summary.nothing"), lang))
        facts = {"files": Count(self.files - self.idle, "file"), "deals": Count(self.deals, "deal"), "found": found}
        return say(Phrase("cli.summary.line", facts), lang)

    def table(self, lang: str, style: Style) -> Iterator[str]:
        """How often each finding occurred, the most frequent first."""
        from referee.findings import catalogue

        rows = sorted(self.codes.items(), key=lambda row: (-row[1], row[0]))
        names = {code: catalogue.definition(code).name for code in self.codes}
        columns = max(map(width, names.values()), default=0)
        for code, number in rows:
            entry = catalogue.definition(code)
            shown = style.severity(code, entry.severity)
            yield f"{number:>6}  {shown}  {pad(entry.name, columns)}  {entry.title[lang]}"
