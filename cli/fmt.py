"""``referee fmt``: records in canonical form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.failure import FOUND, UNREADABLE, Failure
from referee.cli.options import Language

if TYPE_CHECKING:
    from collections.abc import Iterator


def fmt(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Records, folders, patterns; - for standard input.")
    ],
    lang: Annotated[
        Language | None,
        typer.Option("--lang", help="Write the records in this language; by default each keeps its own."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit with 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> int:
    """Put records into canonical form, in place; standard input goes to standard output."""
    from referee.cli.language import default_language
    from referee.cli.source import expand
    from referee.phrases import say

    language = lang or default_language()
    sources = expand(paths, foreign=False)
    failed = list(sources.idle.values())
    changed = 0
    for path in sources.files:
        try:
            changed += _format(path, lang, language, check=check, diff=diff)
        except Failure as failure:
            failed.append(failure.phrase)
    for why in failed:
        typer.echo(f"referee: {say(why, language)}", err=True)
    if failed:
        return UNREADABLE
    return FOUND if changed and (check or diff) else 0


def _format(path: str, lang: str | None, language: str, *, check: bool, diff: bool) -> bool:
    """Put one file into canonical form, or say what would change; True if anything does. Raises Failure."""
    from referee.cli.files import read_text, write_text
    from referee.notation.fmt import format_text
    from referee.phrases import Count, Phrase, say

    before = read_text(path)
    after = format_text(before, lang)
    differs = after != before
    if diff:
        typer.echo("".join(_diff(path, before, after)), nl=False)
    elif not check and path == "-":
        typer.echo(after, nl=False)
    elif differs and not check:
        write_text(Path(path), after)
    if differs and not diff and path != "-":
        key = "cli.fmt.would_change" if check else "cli.fmt.changed"
        typer.echo(say(Phrase(key, {"path": path}), language), err=True)
    unread = _unread(after)
    if unread:
        facts = {"path": path, "lines": Count(unread, "line")}
        typer.echo(say(Phrase("cli.fmt.unread", facts), language), err=True)
    return differs


def _unread(text: str) -> int:
    """How many lines of a record cannot be read, so that they stayed as they were."""
    from referee.notation import read_text

    return len({finding.place.line for finding in read_text(text).findings if finding.severity == "error"})


def _diff(path: str, before: str, after: str) -> Iterator[str]:
    from difflib import unified_diff

    for line in unified_diff(before.splitlines(True), after.splitlines(True), path, path):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
