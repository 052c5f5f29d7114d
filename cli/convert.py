"""``referee import``: records of other programs, written in the notation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.failure import UNREADABLE, Failure
from referee.cli.options import RecordLangOption

if TYPE_CHECKING:
    from referee.importers import Imported


def convert(
    paths: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files of other programs; - for standard input.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="Write NAME.sgr here, one for each file.")
    ] = None,
    lang: RecordLangOption = None,
) -> int:
    """Write records of other programs in the notation, on standard output or into a folder."""
    from referee.cli.files import write_text
    from referee.cli.language import default_language
    from referee.phrases import say

    language = lang or default_language()
    targets = _targets(paths, output)
    status = 0
    for path in paths:
        try:
            imported = _read(path, language)
        except Failure as failure:
            typer.echo(f"referee: {say(failure.phrase, language)}", err=True)
            imported = None
        if imported is None:
            status = UNREADABLE
            continue
        status = max(status, UNREADABLE if imported.problems else 0)
        for problem in imported.problems:
            _report(path, problem.line, problem.column, problem.phrase, language)
        if output is None:
            typer.echo(imported.text, nl=False)
        else:
            write_text(targets[path], imported.text)
    return status


def _targets(paths: list[str], output: Path | None) -> dict[str, Path]:
    """Where each file goes; two of them must not be the same."""
    if output is None:
        return {}
    if not output.is_dir():
        raise Failure("no_folder" if output.exists() else "missing_folder", path=str(output))
    targets: dict[str, Path] = {}
    for path in paths:
        name = "stdin" if path == "-" else Path(path).stem
        target = output / f"{name}.sgr"
        if target in targets.values():
            raise Failure("same_target", path=str(target))
        targets[path] = target
    return targets


def _read(path: str, lang: str) -> Imported | None:
    """The record in a file; None if it has none, which has then been said. Raises Failure."""
    from referee.cli.files import read_bytes
    from referee.importers import ImportProblem, import_file

    try:
        imported = import_file(read_bytes(path), lang)
    except ImportProblem as problem:
        _report(path, problem.line, problem.column, problem.phrase, lang)
        return None
    if imported is None:
        raise Failure("unknown_format", path=path)
    return imported


def _report(path: str, line: int, column: int, phrase: object, lang: str) -> None:
    from referee.phrases import say

    place = f"{path}:{line}:{column}" if column else f"{path}:{line}"
    typer.echo(f"{place}: {say(phrase, lang)}", err=True)
