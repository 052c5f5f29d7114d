"""``referee rules``: the rulesets, their values and where each was set, their faults and their worked examples."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.failure import FOUND, UNREADABLE
from referee.cli.options import LangOption, RulesetArgument

app = typer.Typer(help="Rulesets: list, show, lint, test, and the JSON Schema for editors.", no_args_is_help=True)


@app.command(name="list")
def list_rulesets(lang: LangOption = None) -> int:
    """List the shipped rulesets."""
    from referee import rulesets
    from referee.cli.language import default_language
    from referee.cli.ruleset_view import title

    language = lang or default_language()
    columns = max(map(len, rulesets.ids()))
    for name in rulesets.ids():
        typer.echo(f"{name:<{columns}}  {title(name, language)}")
    return 0


@app.command()
def show(
    ruleset: RulesetArgument,
    origin: Annotated[bool, typer.Option("--origin", help="Say where each value was set.")] = False,
    lang: LangOption = None,
) -> int:
    """Show a ruleset as it is after all that it extends."""
    from referee.cli.language import default_language
    from referee.cli.ruleset_view import lines

    for line in lines(ruleset, lang or default_language(), origin=origin):
        typer.echo(line)
    return 0


@app.command()
def lint(
    rulesets: Annotated[list[str], typer.Argument(metavar="ID|PATH...", help="Shipped rulesets, or files.")],
    lang: LangOption = None,
) -> int:
    """Say what is wrong with rulesets, and where."""
    from referee.cli.language import default_language
    from referee.cli.ruleset_errors import show as show_findings
    from referee.phrases import Phrase, say
    from referee.ruleset import check_file

    language = lang or default_language()
    status = 0
    for name in rulesets:
        findings = check_file(name)
        show_findings(findings, language)
        if not findings:
            typer.echo(say(Phrase("cli.rules.fine", {"name": name}), language))
        if any(finding.severity == "error" for finding in findings):
            status = UNREADABLE
    return status


@app.command()
def test(
    rulesets: Annotated[list[str], typer.Argument(metavar="ID|PATH...", help="Shipped rulesets, or files.")],
    lang: LangOption = None,
) -> int:
    """Run the worked examples of rulesets."""
    from referee.cli.language import default_language
    from referee.cli.ruleset_errors import load
    from referee.cli.ruleset_errors import show as show_findings
    from referee.phrases import Count, Phrase, say
    from referee.ruleset.examples import run

    language = lang or default_language()
    failed = 0
    for name in rulesets:
        results = run(load(name, language))
        wrong = [result.finding for result in results if result.finding is not None]
        show_findings(wrong, language)
        facts = {"name": name, "passed": len(results) - len(wrong), "total": Count(len(results), "example")}
        typer.echo(say(Phrase("cli.rules.tested", facts), language))
        failed += len(wrong)
    return FOUND if failed else 0


@app.command()
def schema() -> int:
    """Print the JSON Schema of a ruleset file, for editors."""
    from referee import rulesets

    typer.echo(rulesets.schema_text(), nl=False)
    return 0
