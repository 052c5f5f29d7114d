"""What a check comes to: findings and, for every deal, how it went; as values and as plain data for JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from referee.findings.catalogue import message
from referee.phrases import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.findings import Finding
    from referee.replay.findings import Open

Verdict = Literal["legal", "illegal", "undetermined", "unreadable"]
JSON_VERSION = 1


class TrickReport(NamedTuple):
    """One trick: its number, who led, who won it by the rules, and its points; None where not known."""

    trick: int
    leader: str
    winner: str | None
    points: int | None


class CaptureReport(NamedTuple):
    """Points added by the capture 扣底, and the multiplier."""

    points: int | None
    multiplier: int | None


class ResultReport(NamedTuple):
    """The result 结果: the side that gains or takes over, by how many levels, and whether the deal passes."""

    side: Literal["dealer", "attackers"]
    levels: int
    deal_passes: bool


@dataclass(slots=True)
class DealReport:
    """How one deal went, by the rules; None where it is not known."""

    deal: int | None
    line: int
    verdict: Verdict
    dealer: str | None = None
    level: str | None = None
    trump: str | None = None
    attackers_points: int | None = None
    capture: CaptureReport | None = None
    result: ResultReport | None = None
    levels_after: Mapping[str, str] = field(default_factory=dict)
    next_dealer: str | None = None
    tricks: Sequence[TrickReport] = ()
    findings: Sequence[Finding] = ()
    undetermined: Sequence[Open] = ()

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The deal as plain data (findings stand in the file's list)."""
        return {
            "deal": self.deal,
            "verdict": self.verdict,
            "dealer": self.dealer,
            "level": self.level,
            "trump": self.trump,
            "attackers_points": self.attackers_points,
            "capture": None if self.capture is None else self.capture._asdict(),
            "result": None if self.result is None else self.result._asdict(),
            "levels_after": dict(self.levels_after),
            "next_dealer": self.next_dealer,
            "tricks": [trick._asdict() for trick in self.tricks],
            "undetermined": [
                {"line": each.line, "trick": each.trick, "seat": each.seat, "reason": say(each.reason, lang)}
                for each in self.undetermined
            ],
        }


@dataclass(slots=True)
class Report:
    """The outcome of checking one record.

    ``findings`` holds everything found, in the order of the file, waived ones included; ``ruleset`` is the id of the
    ruleset of its (last) match, None if there was none.
    """

    path: str | None
    ruleset: str | None
    verdict: Verdict
    deals: list[DealReport]
    findings: list[Finding]

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The report of one file as plain data, the ``files`` entry of ``referee check --format json``."""
        return {
            "path": self.path,
            "ruleset": self.ruleset,
            "verdict": self.verdict,
            "deals": [deal.to_json(lang) for deal in self.deals],
            "findings": [finding_json(finding, lang) for finding in self.findings],
        }


def finding_json(finding: Finding, lang: str = "en") -> dict[str, Any]:
    """A finding as plain data, worded in a language."""
    citation = finding.citation
    return {
        "code": finding.code,
        "severity": finding.severity,
        "file": finding.file,
        "line": finding.place.line,
        "column": finding.place.column,
        "end_column": finding.place.end_column,
        "deal": finding.deal,
        "trick": finding.trick,
        "seat": finding.seat,
        "rule": finding.rule,
        "message": message(finding, lang),
        "notes": [say(note, lang) for note in finding.notes],
        "required": _fact(finding.required, lang),
        "played": _fact(finding.played, lang),
        "legal_examples": [say_faces(faces, lang) for faces in finding.legal_examples],
        "legal_count": finding.legal_count,
        "source": None if citation is None else citation.source,
        "ruling": None if citation is None else citation.ruling,
        "waived": finding.waived,
    }


def say_faces(faces: tuple[int, ...], lang: str = "en") -> str:
    """Cards in the canonical notation."""
    from referee.cards import format_cards  # noqa: PLC0415 - only when findings are shown

    return format_cards(faces, lang)


def _fact(value: Any, lang: str) -> Any:
    return value if value is None or isinstance(value, int) else say(value, lang)


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict on a whole record from those on its deals."""
    order: tuple[Verdict, ...] = ("illegal", "unreadable", "undetermined")
    for verdict in order:
        if verdict in verdicts:
            return verdict
    return "legal"


def verdict_of(findings: Sequence[Finding], undetermined: Sequence[Open]) -> Verdict:
    """The verdict on a deal.

    Illegal if anything breaks the rules, unreadable if a line could not be read, undetermined if something is missing,
    else legal. Waived findings do not count.
    """
    errors = [finding.code for finding in findings if finding.severity == "error" and finding.waived is None]
    if any(not code.startswith(("REC", "RUL")) for code in errors):
        return "illegal"
    if errors:
        return "unreadable"
    return "undetermined" if undetermined else "legal"
