"""Files read and written whole: what is to be replaced is written beside it first, so nothing is left half written."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from referee.cli.failure import Failure, reason_of

LIMIT = 64 * 1024 * 1024
"""A file with more bytes is not read whole."""


def read_bytes(path: str) -> bytes:
    """The bytes of a file, ``-`` for standard input. Raises Failure."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LIMIT + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LIMIT + 1)
    except OSError as error:
        raise Failure("unreadable", path=path, reason=reason_of(error)) from None
    if len(data) > LIMIT:
        raise Failure("too_large", path=path, most=LIMIT // (1024 * 1024))
    return data


def read_text(path: str) -> str:
    """The text of a file in UTF-8, line ends kept. Raises Failure."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        data = error.object
        raise Failure("not_utf8", path=path, line=data.count(b"\n", 0, error.start) + 1) from None


def write_text(path: Path, text: str) -> None:
    """Replace a file, or make it, in one step. Raises Failure."""
    temporary = ""
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        target = path.resolve()
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=target.parent)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise Failure("unwritable", path=str(path), reason=reason_of(error)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
