"""What was asked wrongly or cannot be read: said in one sentence, exit status 2."""

from __future__ import annotations

from typing import Any

from referee.phrases import Phrase

FOUND = 1
UNREADABLE = 2
FAULT = 3
DEBUG = "--debug"
"""Wherever it stands in a command line, a fault of the program itself shows its traceback."""


class Failure(Exception):  # noqa: N818 - the user's mistake, not the program's
    """A command that cannot be carried out. ``phrase`` says why, in both languages."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.phrase = Phrase(f"cli.{key}", facts)


def reason_of(error: OSError) -> Phrase:
    """Why a file could not be opened, read or written, in words of both languages where they are known."""
    known = {
        FileNotFoundError: "cli.os.not_found",
        PermissionError: "cli.os.permission",
        IsADirectoryError: "cli.os.directory",
        NotADirectoryError: "cli.os.not_found",
        FileExistsError: "cli.os.exists",
    }
    key = known.get(type(error))
    return Phrase(key) if key else Phrase("cli.os.other", {"reason": error.strerror or type(error).__name__})


def fault_phrase(error: Exception) -> Phrase:
    """The program's own fault in one sentence, with what a report needs."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    at = "?" if place is None else f"{place.tb_frame.f_code.co_name}:{place.tb_lineno}"
    return Phrase("cli.fault", {"error": f"{type(error).__name__} {at}"})
