"""The report for people: each finding with the line of the record, the card underlined, the rule and what was right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.cli.style import Style, pad, visible, width
from referee.findings import catalogue
from referee.phrases import Count, Phrase, Series, say
from referee.report import say_faces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.cli.judge import Checked
    from referee.findings import Finding
    from referee.ruleset.model import Citation

_SHOWN = 96
"""Columns of a record's line that are shown; a longer line is cut around the place."""
_NOT_TEXT = "\ufffd"
"""In place of bytes that are no text; a line of such is not worth showing where no place in it is meant."""
MANY = 3
"""Legal plays that are named; so many of a number not counted are only some of very many."""
_OPEN = 3
"""Undetermined matters told in words for each file."""


@dataclass(frozen=True, slots=True)
class TextReport:
    """Puts files into words, in one language."""

    lang: str
    style: Style

    def __call__(self, checked: Checked) -> str:
        """The report of one file; one line if there is nothing to say."""
        if not checked.findings and not checked.undetermined:
            return f"{self._file_line(checked)}\n"
        lines: list[str] = []
        for finding in checked.findings:
            lines += [*self.finding(finding, checked), ""]
        if checked.undetermined:
            lines += [self._file_line(checked), *self._open(checked), ""]
        return "".join(f"{line}\n" for line in lines)

    def finding(self, finding: Finding, checked: Checked) -> Iterator[str]:
        """One finding."""
        style = self.style
        entry = catalogue.definition(finding.code)
        line = finding.place.line if finding.file else checked.line_in_file(finding.place.line)
        column = finding.place.column if finding.file or checked.origin is None else 0
        place = (finding.file or checked.path) + "".join(f":{number}" for number in (line, column) if number)
        tail = "" if finding.severity == "error" else self._say("tail", what=self._say(f"severity.{finding.severity}"))
        if finding.waived is not None:
            tail += self._say("tail", what=self._waived(finding.waived))
        code = style.severity(entry.code, finding.severity)
        yield f"{style.bold(visible(place))} {code} {style.bold(entry.name)}{visible(tail)}"
        yield f"  {visible(catalogue.message(finding, self.lang))}"
        text = checked.lines.get(finding.place.line) if finding.file is None else line_of(finding.file, line)
        if text is not None and finding.waived is None and (column or _NOT_TEXT not in text):
            yield from self._excerpt(text, finding, line)
        if finding.waived is None:
            yield from self._details(finding)

    def _waived(self, reason: str) -> str:
        waived = self._say("waived")
        return self._say("waived_as", waived=waived, reason=reason) if reason else waived

    def _excerpt(self, text: str, finding: Finding, line: int) -> Iterator[str]:
        """The line of the record with the place underlined."""
        place = finding.place
        column, end = (place.column, max(place.end_column, place.column + 1)) if place.column else (0, 0)
        before, marked, after = cut(visible(text), column - 1, end - 1) if column else ("", "", visible(text)[:_SHOWN])
        gutter = f"{line:>4} | "
        yield f"{self.style.dim(gutter)}{before}{self.style.severity(marked, finding.severity)}{after}"
        if column:
            caret = "^" * max(1, width(marked))
            yield f"{self.style.dim('     | ')}{' ' * width(before)}{self.style.severity(caret, finding.severity)}"

    def _details(self, finding: Finding) -> Iterator[str]:
        """Rule, what was owed and would have been legal, where the rule is written, consequences."""
        if finding.required is not None and finding.file is None:
            yield self._detail("required", say(finding.required, self.lang))
        if finding.legal_examples:
            yield self._detail("legal", self._examples(finding))
        if finding.rule is not None and finding.file is None:
            yield self._detail("rule", finding.rule)
            yield from self._written(finding.citation)
        for note in finding.notes:
            yield self._detail("note", say(note, self.lang))

    def _examples(self, finding: Finding) -> str:
        shown = tuple(say_faces(faces, self.lang) for faces in finding.legal_examples[:MANY])
        total = finding.legal_count or 0
        if finding.legal_count is None and len(shown) == MANY:
            return self._say("many", shown=Series(shown, "list"))
        if total <= len(shown):
            return say(Series(shown, "either"), self.lang)
        return self._say("more", shown=Series(shown, "list"), others=Count(total - len(shown), "other"), total=total)

    def _written(self, citation: Citation | None) -> Iterator[str]:
        """Where the rule is written, and the reading of it that was taken."""
        if citation is not None and citation.source is not None:
            text = citation.source
            if citation.document:
                text = self._say("source", source=text, title=citation.document[self.lang])
            yield self._detail("source", text)
        if citation is not None and citation.ruling is not None:
            text = citation.ruling
            if citation.reading:
                text = self._say("reading", ruling=text, text=citation.reading[self.lang])
            yield self._detail("reading", text)

    def _detail(self, label: str, text: str) -> str:
        name = self._say(f"label.{label}")
        return f"       {self.style.dim(pad(name, 10 if self.lang == 'en' else 5))}{visible(text)}"

    def _file_line(self, checked: Checked) -> str:
        verdict = self._say(f"verdict.{checked.verdict}")
        if checked.verdict == "legal":
            verdict = self.style.good(verdict)
        parts = [
            say(Count(checked.tally.deals, "deal"), self.lang),
            say(Count(checked.tally.tricks, "trick"), self.lang),
        ]
        if checked.ruleset is not None:
            parts.append(checked.ruleset)
        what = say(Phrase("series.comma"), self.lang).join(parts)
        return self._say("file", path=self.style.bold(visible(checked.path)), verdict=verdict, what=what)

    def _open(self, checked: Checked) -> Iterator[str]:
        """What could not be decided, and why."""
        for each in checked.undetermined[:_OPEN]:
            reason = visible(say(each.reason, self.lang))
            yield f"  {self._say('line', line=checked.line_in_file(each.line), reason=reason)}"
        more = len(checked.undetermined) - _OPEN
        if more > 0:
            yield f"  {self._say('more_open', count=more)}"

    def _say(self, key: str, **facts: Any) -> str:
        return say(Phrase(f"cli.{key}", facts), self.lang)


def cut(text: str, start: int, end: int) -> tuple[str, str, str]:
    """A line before, at and after a place (offsets from 0), at most so many columns wide as are shown."""
    start = min(start, len(text))
    end = min(end, start + _SHOWN)
    before, marked, after = text[:start], text[start:end], text[end:]
    if width(text) <= _SHOWN:
        return before, marked, after
    room = max(12, (_SHOWN - width(marked)) // 2)
    if width(before) > room:
        before = "…" + _last_columns(before, room - 1)
    room = max(12, _SHOWN - width(before) - width(marked))
    if width(after) > room:
        after = _first_columns(after, room - 1) + "…"
    return before, marked, after


def _first_columns(text: str, columns: int) -> str:
    taken = 0
    for at, char in enumerate(text[: columns + 1]):
        taken += width(char)
        if taken > columns:
            return text[:at]
    return text


def _last_columns(text: str, columns: int) -> str:
    return _first_columns(text[::-1], columns)[::-1]


def line_of(file: str, line: int) -> str | None:
    """A line of a ruleset file that a finding points at."""
    from referee.cli.ruleset_errors import ruleset_line

    return ruleset_line(file, line)
