"""Checking a record: every deal replayed under its ruleset, everything wrong reported, waivers applied."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from referee.findings import Finding, Place
from referee.findings.catalogue import by_name
from referee.phrases import Count
from referee.replay.deal import replay_deal
from referee.replay.standing import Standing
from referee.report import DealReport, Report, verdict_of, worst

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.record import Deal, Header, Record, WaiveLine
    from referee.replay.deal import Replayed
    from referee.replay.findings import Findings
    from referee.ruleset.model import Ruleset


def check(record: Record, ruleset: Ruleset | str | Path | None = None) -> Report:
    """Check a record.

    Args:
        record: What was read; its reading findings become part of the report.
        ruleset: The rules to judge by, whatever the record names: a loaded ruleset, an id or a path.

    Raises:
        RulesetError: a ruleset given here cannot be loaded. (One named in the record becomes a finding.)
    """
    checker = Checker(record.path, ruleset)
    deals = list(checker.deals(record.deals, record.findings))
    findings = sorted(
        [*checker.waived_reading(record.findings), *(finding for deal in deals for finding in deal.findings)],
        key=lambda finding: (finding.place.line, finding.place.column),
    )
    verdicts = [deal.verdict for deal in deals]
    verdicts.append(verdict_of(findings, ()))
    return Report(record.path, checker.ruleset_id, worst(verdicts), deals, findings)


class Checker:
    """Checks the deals of one file one by one, in bounded memory."""

    def __init__(self, path: str | None = None, ruleset: Ruleset | str | Path | None = None) -> None:
        self._folder = Path(path).parent if path is not None else None
        self._given = _load(ruleset) if isinstance(ruleset, str | Path) else ruleset
        self._header: Header | None = None
        self._ruleset: Ruleset | None = None
        self._standing = Standing()
        self._reading_waivers: dict[int, tuple[int, str]] = {}
        self.ruleset_id: str | None = None
        self.replayed: Replayed | None = None
        """How the last deal went, for a view of it; None where it could not be replayed."""
        self.refused: list[Finding] = []
        """For each match under a faulty ruleset the finding that only says so, where its faults are told elsewhere."""

    def deals(self, deals: Iterable[Deal], reading: Sequence[Finding] = ()) -> Iterator[DealReport]:
        """Replay deals in order. ``reading``: what was found while reading, for waivers that speak of it."""
        for deal in deals:
            yield self.deal(deal, reading)

    def deal(self, deal: Deal, reading: Sequence[Finding] = ()) -> DealReport:
        """Replay one deal; the state of the match is carried over from the one before."""
        problems: list[Finding] = []
        if deal.header is not self._header:
            self._header = deal.header
            self._ruleset = self._find(deal, problems)
        ruleset = self._ruleset
        self.replayed = None
        if ruleset is None:
            return DealReport(deal.number, deal.line, "unreadable", findings=problems)
        self.ruleset_id = ruleset.id
        self.replayed = replayed = replay_deal(ruleset, deal, self._standing)
        self._standing = replayed.standing
        report = replayed.report
        found = [*problems, *replayed.found.finish()]
        report.findings = self._waive(replayed.sheet.waivers, found, replayed.found, reading)
        report.undetermined = sorted(replayed.found.open, key=lambda each: each.line)
        report.verdict = verdict_of(report.findings, report.undetermined)
        return report

    def waived_reading(self, reading: Sequence[Finding]) -> list[Finding]:
        """The reading findings, those marked that a ``waive`` line accepts."""
        return [
            replace(finding, waived=self._reading_waivers[id(finding)][1])
            if id(finding) in self._reading_waivers
            else finding
            for finding in reading
        ]

    # --- rulesets

    def _find(self, deal: Deal, problems: list[Finding]) -> Ruleset | None:
        """The ruleset of a match, or what is wrong with it."""
        from referee.ruleset import RulesetError  # noqa: PLC0415 - rulesets are loaded once a match

        ruleset = self._given
        name = deal.header.ruleset
        place = _tag_place(deal)
        unread = deal.header.unread
        if ruleset is None and name is None:
            if not unread & {"ruleset", ""}:
                problems.append(_no_ruleset(deal, place))
            return None
        if ruleset is None and name is not None:
            try:
                ruleset = _load(name, self._folder)
            except RulesetError as error:
                problems += self._refuse(_ruleset_faults(error.findings, name, place, deal), name, place, deal)
                return None
        if ruleset is not None and ruleset.players.count != len(deal.header.seats):
            if "seats" in unread:
                return None
            facts = {
                "count": Count(len(deal.header.seats), "seat"),
                "ruleset": ruleset.id,
                "wanted": ruleset.players.count,
            }
            problems.append(Finding("REC029", place, facts, deal=deal.number))
            return None
        return ruleset

    def _refuse(self, faults: Sequence[Finding], name: str, place: Place, deal: Deal) -> Sequence[Finding]:
        """The faults of a ruleset, told once a file."""
        if faults[0].code == "REC020":
            return () if "ruleset" in deal.header.unread else faults
        known = {finding.facts["path"] for finding in self.refused}
        facts = {"path": name, "faults": Count(len(faults), "fault")}
        self.refused.append(Finding("REC031", place, facts, deal=deal.number))
        return self.refused[-1:] if name in known else faults

    # --- waivers

    def _waive(
        self, waivers: Sequence[WaiveLine], findings: list[Finding], found: Findings, reading: Sequence[Finding]
    ) -> list[Finding]:
        """Mark what is waived; report waivers that waive nothing or name no finding."""
        if not waivers:
            return findings
        marked = list(findings)
        for waiver in waivers:
            try:
                entry = by_name(waiver.code)
            except KeyError:
                marked.append(Finding("REC028", Place(waiver.line), {"code": waiver.code}, deal=found.deal))
                continue
            seat = None if waiver.seat is None else found.seats[waiver.seat]
            used = False
            for index, finding in enumerate(marked):
                if _speaks_of(waiver, entry.code, seat, finding):
                    marked[index] = replace(finding, waived=waiver.reason or "")
                    used = True
            for each in reading:
                if _speaks_of(waiver, entry.code, seat, each):
                    self._reading_waivers[id(each)] = (waiver.line, waiver.reason or "")
                    used = True
            if not used:
                facts = {"code": entry.code, "name": entry.name}
                marked.append(Finding("REC024", Place(waiver.line), facts, severity="warning", deal=found.deal))
        return sorted(marked, key=lambda finding: (finding.place.line, finding.place.column))


def _speaks_of(waiver: WaiveLine, code: str, seat: str | None, finding: Finding) -> bool:
    return finding.code == code and finding.place.line == waiver.applies_to and (seat is None or finding.seat == seat)


def _load(name: str | Path, folder: Path | None = None) -> Ruleset:
    from referee.ruleset import load_ruleset  # noqa: PLC0415 - YAML is imported only when a ruleset is needed

    text = str(name)
    if folder is not None and text.endswith((".yaml", ".yml")) and not Path(text).is_absolute():
        return load_ruleset(folder / text)
    return load_ruleset(name)


def _usable(ruleset_id: str) -> bool:
    """False for a ruleset that is only a base for others."""
    from referee.ruleset import RulesetError  # noqa: PLC0415 - as above

    try:
        _load(ruleset_id)
    except RulesetError:
        return False
    return True


def _tag_place(deal: Deal) -> Place:
    line = next((tag.line for tag in deal.header.tags if tag.name == "ruleset"), None)
    if line is None:
        line = deal.header.tags[0].line if deal.header.tags else deal.line
    return Place(line)


def _no_ruleset(deal: Deal, place: Place) -> Finding:
    """No tag says which rules were played; perhaps one nearly does."""
    from difflib import get_close_matches  # noqa: PLC0415 - as above

    for tag in deal.header.tags:
        name, *rest = re.split("[:：=]", tag.name)
        if get_close_matches(name.lower(), ("ruleset", "rules", "规则", "規則"), 1):
            facts = {"tag": tag.name, "value": " ".join([*rest, *tag.values]).strip()}
            return Finding("REC020", Place(tag.line), facts, "misspelt", deal=deal.number)
    return Finding("REC020", place, {}, "missing", deal=deal.number)


def _ruleset_faults(faults: Sequence[Finding], name: str, place: Place, deal: Deal) -> list[Finding]:
    """A ruleset that is not there is the record's fault; one that is faulty has findings of its own."""
    from referee.rulesets import ids  # noqa: PLC0415 - as above

    if any(fault.code == "RUL001" and fault.variant == "no_file" and not fault.place.line for fault in faults):
        return [Finding("REC020", place, {"path": faults[0].file}, "no_file", deal=deal.number)]
    if any(fault.code == "RUL001" and not fault.place.line for fault in faults):
        facts = {"name": name, "known": ", ".join(each for each in ids() if _usable(each))}
        return [Finding("REC020", place, facts, deal=deal.number)]
    return list(faults)
