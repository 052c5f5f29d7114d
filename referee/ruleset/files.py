"""Finding and reading ruleset files, shipped ones by id and others by path."""

from __future__ import annotations

import difflib
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from referee import rulesets
from referee.findings import Finding, Place
from referee.ruleset.errors import RulesetError, fault
from referee.yamlfile import MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.yamlfile import Mark


@dataclass(frozen=True, slots=True)
class RulesetFile:
    """The text of a ruleset file. ``name`` is what findings call it; ``stamp`` changes when the file does."""

    name: str
    text: str
    path: Path | None
    shipped: bool
    stamp: tuple[str, int]


def open_ruleset(name: str, *, folder: Path | None = None, asked_at: Mark | None = None) -> RulesetFile:
    """The file of a ruleset named by id or path; a relative path is looked up from ``folder``.

    ``asked_at`` is the ``extends`` line that names it, where findings then point.

    Raises:
        RulesetError: no such ruleset (RUL001), or a file that cannot be read (RUL002).
    """
    if not _is_path(name):
        if name in rulesets.ids():
            return _read(rulesets.path(name), f"rulesets/{name}.yaml", shipped=True)
        beside = (folder or Path()) / f"{name}.yaml"
        if not _is(beside.is_file):
            raise RulesetError([_unknown(name, asked_at)])
        return _read(beside, str(beside), shipped=False)
    path = Path(name) if folder is None else folder / name
    shown = str(path)
    if not _is(path.exists):
        if asked_at is not None:
            raise RulesetError([fault("RUL001", asked_at, "no_parent", path=("extends",), name=name)])
        raise RulesetError([Finding("RUL001", Place(0), {"name": name}, "no_file", file=shown)])
    return _read(path, shown, shipped=False)


def _is(question: Callable[[], bool]) -> bool:
    """The answer of the file system; no for names it cannot even be asked about."""
    try:
        return question()
    except (OSError, ValueError):
        return False


def _is_path(name: str) -> bool:
    return name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name


def _unknown(name: str, asked_at: Mark | None) -> Finding:
    near = difflib.get_close_matches(name, rulesets.ids(), 1, 0.5)
    variant = "near" if near else "message"
    facts = {"name": name, "near": near[0] if near else "", "known": ", ".join(rulesets.ids())}
    if asked_at is not None:
        return fault("RUL001", asked_at, variant, ("extends",), **facts)
    return Finding("RUL001", Place(0), facts, variant, file=name)


def _read(path: Path, shown: str, *, shipped: bool) -> RulesetFile:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            variant = "folder" if stat.S_ISDIR(status.st_mode) else "no_text"
            raise RulesetError([Finding("RUL002", Place(1), {}, variant, file=shown)])
        if status.st_size > 4 * MAX_CHARACTERS:
            raise RulesetError([Finding("RUL002", Place(1), {"limit": MAX_CHARACTERS}, "too_big", file=shown)])
        data = path.read_bytes()
    except OSError as error:
        facts = {"reason": error.strerror or "?"}
        raise RulesetError([Finding("RUL002", Place(1), facts, "unreadable", file=shown)]) from None
    return RulesetFile(shown, decode(data, shown), path, shipped, (str(path), status.st_mtime_ns))


def decode(data: bytes, shown: str) -> str:
    """The text of a file. Raises RulesetError (RUL002) where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        place = Place(line, column, column + 1)
        raise RulesetError([Finding("RUL002", place, {}, "encoding", file=shown)]) from None
