"""One file checked: read deal by deal, in memory bounded by the largest deal and by what is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from referee.checking import Checker
from referee.cli.failure import Failure
from referee.cli.source import RECORD, RULESETS, STDIN, open_source, pick_lines
from referee.cli.tally import Tally
from referee.findings import Finding, Place
from referee.notation import iter_deals, iter_stream
from referee.report import verdict_of, worst

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from referee.importers import Imported
    from referee.record import Deal
    from referee.replay.findings import Open
    from referee.report import DealReport, Verdict

_HEAD = 64 * 1024


@dataclass(slots=True)
class Wanted:
    """How to judge: the ruleset given, the codes to report, the language, whether each deal is told in full."""

    ruleset: str | None
    codes: frozenset[str]
    lang: str
    deals: bool = False
    debug: bool = False
    """A fault of the program itself is raised, not told."""


@dataclass(slots=True)
class Checked:
    """What a file comes to. ``lines`` holds the text of the lines that findings point at."""

    path: str
    ruleset: str | None = None
    verdict: Verdict = "legal"
    tally: Tally = field(default_factory=Tally)
    findings: list[Finding] = field(default_factory=list)
    refused: list[Finding] = field(default_factory=list)
    """What stands for the faults of a ruleset where they are reported with another record."""
    undetermined: list[Open] = field(default_factory=list)
    deal_reports: list[dict[str, Any]] = field(default_factory=list)
    lines: Mapping[int, str] = field(default_factory=dict)
    origin: Mapping[int, int] | None = None
    """For files of other programs: line of the record made from it → line of the file."""

    def line_in_file(self, line: int) -> int:
        """The line of the file that a line of the record stands for."""
        return line if self.origin is None else self.origin.get(line, line)


def judge(path: str, wanted: Wanted, tick: Callable[[int], None] = lambda _: None) -> Checked:
    """Check one file; ``tick`` is told the bytes read so far. Raises Failure where the file cannot be read."""
    checked = _judge(path, wanted, tick)
    checked.tally.count(checked.findings)
    return checked


def told_elsewhere(checked: Checked) -> Checked | None:
    """The same with the faults of its rulesets told elsewhere; None if there are none."""
    told = {id(finding) for finding in checked.findings if finding.file is not None}
    if not told:
        return None
    there = {finding.place.line for finding in checked.findings if finding.code == "REC031"}
    findings = [finding for finding in checked.findings if id(finding) not in told]
    findings += [finding for finding in checked.refused if finding.place.line not in there]
    findings.sort(key=lambda finding: (finding.place.line, finding.place.column))
    tally = replace(checked.tally, codes=Counter(), severities=Counter(), waived=0, unread=0)
    tally.count(findings)
    return replace(checked, findings=findings, tally=tally)


def _judge(path: str, wanted: Wanted, tick: Callable[[int], None]) -> Checked:
    if path.lower().endswith(RULESETS):
        raise Failure("ruleset_given", path=path)
    with open_source(path) as stream:
        imported = _imported(path, stream, wanted.lang)
        if isinstance(imported, Finding):
            return _unreadable(path, imported, wanted)
        if imported is not None:
            return _judge_imported(path, imported, wanted)
        reading: list[Finding] = []
        deals = _ticking(iter_stream(stream, reading), stream, tick)
        checked = _replay(path, deals, reading, wanted)
        checked.lines = pick_lines(stream, _lines_needed(checked))
        return checked


def _ticking(deals: Iterable[Deal], stream: BinaryIO, tick: Callable[[int], None]) -> Iterable[Deal]:
    for deal in deals:
        tick(stream.tell())
        yield deal


def _imported(path: str, stream: BinaryIO, lang: str) -> Imported | Finding | None:
    """The record in a file of another program, or what is wrong with it; None for a record of our own."""
    if path.lower().endswith(RECORD):
        return None
    head = stream.read(_HEAD)
    stream.seek(0)
    if not head.lstrip().startswith((b"{", b"[", b"\xef\xbb\xbf")):
        return None
    from referee.importers import ImportProblem, import_file, recognise
    from referee.importers.values import MAX_BYTES

    try:
        return import_file(stream.read(MAX_BYTES + 1), lang) if recognise(head) is not None else None
    except ImportProblem as problem:
        return problem.finding()
    finally:
        stream.seek(0)


def _judge_imported(path: str, imported: Imported, wanted: Wanted) -> Checked:
    reading: list[Finding] = []
    text = imported.text.split("\n")
    checked = _replay(path, iter_deals(text, reading), reading, wanted)
    checked.lines = {line: text[line - 1] for line in _lines_needed(checked) if line <= len(text)}
    checked.origin = imported.source_lines
    for open_matter in (each for deal in checked.deal_reports for each in deal["undetermined"]):
        open_matter["line"] = checked.line_in_file(open_matter["line"])
    back = {source: line for line, source in reversed(list(imported.source_lines.items()))}
    problems = [problem.finding() for problem in imported.problems]
    for finding in problems:
        if "REC030" in wanted.codes:
            place = Place(back.get(finding.place.line, finding.place.line))
            checked.findings.append(Finding(finding.code, place, finding.facts, finding.variant))
    if problems:
        checked.verdict = worst([checked.verdict, verdict_of(checked.findings, ())])
    return checked


def _unreadable(path: str, finding: Finding, wanted: Wanted) -> Checked:
    shown = [finding] if finding.code in wanted.codes else []
    return Checked(path, verdict="unreadable", findings=shown)


def _replay(path: str, deals: Iterable[Deal], reading: list[Finding], wanted: Wanted) -> Checked:
    """Replay deals one by one; keep what was found, forget the rest."""
    checked = Checked(path)
    checker = Checker(None if path == STDIN else path, wanted.ruleset)
    verdicts: list[Verdict] = []
    found: list[Finding] = []
    for report in checker.deals(deals, reading):
        _take(checked, report, wanted)
        shown = [finding for finding in report.findings if finding.code in wanted.codes]
        found += shown
        verdicts.append(verdict_of(shown, report.undetermined))
    found += [finding for finding in checker.waived_reading(reading) if finding.code in wanted.codes]
    if not checked.tally.deals and not reading:
        found.append(Finding("REC001", Place(1), {}, "empty"))
    checked.findings = sorted(found, key=lambda finding: (finding.place.line, finding.place.column))
    checked.ruleset = checker.ruleset_id
    checked.refused = [finding for finding in checker.refused if finding.code in wanted.codes]
    checked.verdict = worst([*verdicts, verdict_of(found, ())])
    return checked


def _take(checked: Checked, report: DealReport, wanted: Wanted) -> None:
    checked.tally.take(report)
    checked.undetermined += report.undetermined
    if wanted.deals:
        checked.deal_reports.append(report.to_json(wanted.lang))


def _lines_needed(checked: Checked) -> set[int]:
    return {finding.place.line for finding in (*checked.findings, *checked.refused) if finding.file is None}
