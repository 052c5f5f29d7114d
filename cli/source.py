"""What is to be checked: files, folders, patterns and standard input, each as a stream that can be read twice."""

from __future__ import annotations

import glob
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from referee.cli.failure import Failure, reason_of
from referee.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STDIN = "-"
RECORD = ".sgr"
RULESETS = (".yaml", ".yml")
FOREIGN = (".json", ".jsonl")
_IN_MEMORY = 8 * 1024 * 1024
_LONGEST = 400_000


class Sources(NamedTuple):
    """What was asked for: the files, and why there are none for some of the paths."""

    files: list[str]
    idle: dict[str, Phrase]


def expand(paths: Iterable[str], *, foreign: bool = True) -> Sources:
    """Files in the order asked for, each once; those of a folder by name.

    ``foreign``: in folders also files of other programs, where they are recognised.
    """
    found: dict[str, None] = {}
    idle: dict[str, Phrase] = {}
    for path in paths:
        files = list(_expand_one(path, foreign=foreign))
        found.update(dict.fromkeys(files))
        if not files:
            folder = Path(path).is_dir()
            idle[path] = (
                Phrase("cli.empty_folder", {"path": path}) if folder else Phrase("cli.no_match", {"pattern": path})
            )
    return Sources(list(found), idle)


def _expand_one(path: str, *, foreign: bool) -> Iterable[str]:
    if path == STDIN:
        return (path,)
    if Path(path).is_dir():
        return _folder(Path(path), foreign=foreign)
    if glob.has_magic(path) and not Path(path).exists():
        matches = sorted(glob.glob(path, recursive=True))
        folders = ((_folder(Path(match), foreign=foreign) if Path(match).is_dir() else (match,)) for match in matches)
        return (file for files in folders for file in files)
    return (path,)


def _folder(folder: Path, *, foreign: bool) -> Iterator[str]:
    """The records below a folder; files of other programs only if they are recognised."""
    for file in sorted(folder.rglob("*")):
        if not file.is_file():
            continue
        suffix = file.suffix.lower()
        if suffix == RECORD or (foreign and suffix in FOREIGN and _recognised(file)):
            yield str(file)


def _recognised(file: Path) -> bool:
    from referee.importers import recognise

    try:
        with file.open("rb") as stream:
            return recognise(stream.read(64 * 1024)) is not None
    except OSError:
        return False


def open_source(path: str) -> BinaryIO:
    """A file or standard input as a stream that can be read twice. Raises Failure."""
    try:
        if path == STDIN:
            return _copy(sys.stdin.buffer)
        stream = Path(path).open("rb")  # noqa: SIM115 - closed by the caller
        if not stream.seekable():
            with stream:
                return _copy(stream)
    except OSError as error:
        raise Failure("unreadable", path=path, reason=reason_of(error)) from None
    return stream


def _copy(stream: BinaryIO) -> BinaryIO:
    copy = cast("BinaryIO", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))  # noqa: SIM115 - as above
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy


def size_of(path: str) -> int:
    """Bytes of a file, 0 where that is not known."""
    try:
        return 0 if path == STDIN else Path(path).stat().st_size
    except OSError:
        return 0


def pick_lines(stream: BinaryIO, wanted: set[int]) -> dict[int, str]:
    """The text of some lines (from 1) of a stream, from its beginning; what is not UTF-8 is replaced."""
    found: dict[int, str] = {}
    if not wanted:
        return found
    stream.seek(0)
    last = max(wanted)
    line = 0
    whole = True
    while line < last or not whole:
        data = stream.readline(_LONGEST)
        if not data:
            break
        line += whole
        if whole and line in wanted:
            found[line] = data.decode("utf-8", "replace").rstrip("\r\n").removeprefix("\ufeff" if line == 1 else "")
        whole = data.endswith(b"\n")
    return found
