"""The application and its commands; each lives in its own module and imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import ask, check, convert, explain, fmt, rules, simulate

app = typer.Typer(
    help="A referee for Shengji 升级: every illegal play, wrong winner and wrong score, with the reason.",
    epilog="Exit status: 0 nothing found, 1 findings, 2 could not be read or asked wrongly, 3 a fault of the program.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(short_help="Check recorded games.")(check.check)
app.add_typer(ask.app, name="ask", short_help="Ask about one situation at the table.")
app.command(short_help="Show what a finding means.")(explain.explain)
app.command(short_help="Put records into canonical form.")(fmt.fmt)
app.command(name="import", short_help="Write records of other programs in the notation.")(convert.convert)
app.add_typer(rules.app, name="rules", short_help="Rulesets: list, show, lint and test them.")
app.command()(simulate.simulate)


def _show_version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def _referee(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of a fault of the program itself.")
    ] = False,
) -> None:
    """Shown as the help of the application."""
