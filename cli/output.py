"""Outcomes written one by one, as they come, in the format asked for."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from referee.cli.options import Format
from referee.cli.render_github import GithubReport
from referee.cli.render_json import JsonReport, head, tail
from referee.cli.render_text import TextReport
from referee.cli.style import Style
from referee.cli.totals import Totals
from referee.phrases import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.cli.batch import Outcome, Render
    from referee.cli.progress import Progress


def renderer(form: Format, lang: str) -> Render:
    """What puts one file into words."""
    match form:
        case Format.TEXT:
            return TextReport(lang, Style.for_stdout())
        case Format.JSON:
            return JsonReport(lang)
        case Format.GITHUB:
            return GithubReport(lang)


def write(form: Format, outcomes: Iterable[Outcome], lang: str, progress: Progress, *, statistics: bool) -> Totals:
    """Write every outcome and the summary; returns the totals."""
    totals = Totals()
    json = JsonReport(lang)
    if form is Format.JSON:
        sys.stdout.write(head())
    told: set[str] = set()
    for found in outcomes:
        outcome = found.again if found.again is not None and found.told <= told else found
        told |= found.told
        progress.clear()
        text = outcome.text
        if outcome.failure is not None:
            sys.stderr.write(f"referee: {say(outcome.failure, lang)}\n")
            text = json.failed(outcome.path, outcome.failure) if form is Format.JSON else ""
        if form is Format.JSON:
            text = ("\n" if not totals.files else ",\n") + text
        sys.stdout.write(text)
        totals.add_file(outcome)
    progress.clear()
    if form is Format.JSON:
        sys.stdout.write(tail(totals))
    elif form is Format.TEXT:
        _end(totals, lang, statistics=statistics)
    return totals


def _end(totals: Totals, lang: str, *, statistics: bool) -> None:
    style = Style.for_stdout()
    if statistics and totals.codes:
        sys.stdout.write("".join(f"{line}\n" for line in totals.table(lang, style)) + "\n")
    sys.stdout.write(f"{totals.in_words(lang, style)}\n")
