"""Rulesets as the commands need them: loaded, or their faults shown and exit status 2."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from referee.cli.failure import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.findings import Finding
    from referee.ruleset.model import Ruleset


def load(name: str, lang: str) -> Ruleset:
    """The ruleset of this id or path; where it is faulty, says how and leaves with 2."""
    from referee.ruleset import RulesetError, load_ruleset

    try:
        return load_ruleset(name)
    except RulesetError as error:
        show(error.findings, lang, err=True)
        raise typer.Exit(UNREADABLE) from None


def show(findings: Iterable[Finding], lang: str, *, err: bool = False) -> None:
    """Show findings about ruleset files."""
    import sys

    from referee.cli.judge import Checked
    from referee.cli.render_text import TextReport
    from referee.cli.style import Style, wants_colour

    report = TextReport(lang, Style(wants_colour(sys.stderr if err else sys.stdout)))
    for finding in findings:
        for line in report.finding(finding, Checked(finding.file or "-")):
            typer.echo(line, err=err)


def ruleset_line(file: str, line: int) -> str | None:
    """A line of a ruleset file under the name that findings use; None where there is none."""
    from referee import rulesets

    shown = Path(file)
    path = rulesets.path(shown.stem) if shown.parent.name == "rulesets" and shown.stem in rulesets.ids() else shown
    try:
        with (path if not shown.is_file() else shown).open(encoding="utf-8", errors="replace") as stream:
            return next((text.rstrip("\n") for number, text in enumerate(stream, 1) if number == line), None)
    except OSError:
        return None
