"""``referee check``: recorded games judged."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from referee.cli.failure import DEBUG
from referee.cli.options import Format, LangOption, RulesetOption, Severity


def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Records, folders, patterns; - for standard input.")
    ],
    ruleset: RulesetOption = None,
    lang: LangOption = None,
    form: Annotated[Format, typer.Option("--format", help="How to report.")] = Format.TEXT,
    select: Annotated[
        list[str] | None,
        typer.Option(metavar="CODES", help="Report only these: FOL002, FOL, follow-suit; with commas."),
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="CODES", help="Do not report these.")] = None,
    statistics: Annotated[bool, typer.Option("--statistics", help="Count each finding.")] = False,
    fail_on: Annotated[Severity, typer.Option(help="Exit with 1 from this severity on.")] = Severity.ERROR,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Processes to share the files among.")
    ] = 1,
) -> int:
    """Check recorded games: every illegal play, wrong winner and wrong score, with the rule and the reason."""
    from referee.cli import batch, output
    from referee.cli.judge import Wanted
    from referee.cli.language import default_language
    from referee.cli.progress import Progress
    from referee.cli.ruleset_errors import load
    from referee.cli.selection import chosen
    from referee.cli.source import expand

    language = str(lang or default_language())
    wanted = Wanted(
        ruleset, chosen(select or (), ignore or ()), language, deals=form is Format.JSON, debug=DEBUG in sys.argv
    )
    if ruleset is not None:
        load(ruleset, language)
    progress = Progress()
    outcomes = batch.run(expand(paths), wanted, output.renderer(form, language), jobs, progress)
    totals = output.write(form, outcomes, language, progress, statistics=statistics)
    return totals.status(fail_on)
