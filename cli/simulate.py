"""``referee simulate``: random legal games on standard output."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.options import RecordLangOption


def simulate(
    ruleset: Annotated[str, typer.Option("--ruleset", "-r", metavar="ID|PATH", help="The rules to play by.")],
    deals: Annotated[int, typer.Option("--deals", "-n", metavar="N", min=1, help="How many deals.")] = 1,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same games.")] = 0,
    lang: RecordLangOption = None,
) -> int:
    """Write random legal games as a record."""
    from referee.cli.language import default_language
    from referee.cli.ruleset_errors import load
    from referee.simulate import games

    language = lang or default_language()
    for text in games(load(ruleset, language), deals, seed, language):
        typer.echo(text, nl=False)
    return 0
