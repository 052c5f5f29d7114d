"""Records of other programs, read as records of this one.

Each format is a module with four names: ``FORMAT`` (its id), ``RULESET`` (the id of the rules its platform plays
by), ``recognise(head)`` and ``read(data, lang)``. A new format is a new module in ``_MODULES``.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from referee.importers.problem import ImportProblem
from referee.importers.values import MAX_BYTES
from referee.importers.writer import Imported

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ImportProblem", "Imported", "formats", "import_file", "recognise"]

_MODULES = ("room", "godot")
_HEAD = 64 * 1024


class Importer(Protocol):
    """What the module of a format offers."""

    FORMAT: str
    RULESET: str

    @staticmethod
    def recognise(head: bytes) -> bool:
        """True if the beginning of a file looks like this format."""

    @staticmethod
    def read(data: bytes, lang: str) -> Imported:
        """Read a whole file; raises ImportProblem if nothing of it can be used."""


def formats() -> Iterator[Importer]:
    """The importers, in the order in which they are asked."""
    for name in _MODULES:
        yield cast("Importer", import_module(f"referee.importers.{name}"))


def recognise(head: bytes) -> Importer | None:
    """The importer for a file that begins with ``head`` (64 KB are enough), or None."""
    return next((importer for importer in formats() if importer.recognise(head)), None)


def import_file(source: Path | str | bytes, lang: str = "en") -> Imported | None:
    """Read a file of another program; its format is recognised from its content.

    Args:
        source: a path, or the bytes of a file.
        lang: language of the record made, ``en`` or ``zh``.

    Returns:
        The record, or None if this is not a file of any format known.

    Raises:
        ImportProblem: the format was recognised, but nothing of the file could be used.
        OSError: the file could not be read.
    """
    data = source if isinstance(source, bytes) else b""
    if not isinstance(source, bytes):
        with Path(source).open("rb") as file:
            data = file.read(_HEAD)
            importer = recognise(data)
            if importer is None:
                return None
            data += file.read(max(0, MAX_BYTES + 1 - len(data)))
    else:
        importer = recognise(data[:_HEAD])
    if importer is None:
        return None
    if len(data) > MAX_BYTES:
        raise ImportProblem("import.too_large", {"most": MAX_BYTES // (1024 * 1024)})
    return importer.read(data, lang)
