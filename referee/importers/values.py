"""JSON read with places and bounds, and asked for values of a known type."""

from __future__ import annotations

import json
import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from referee.importers.problem import ImportProblem, shown
from referee.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 64 * 1024 * 1024
"""Longer files are refused: no session of any platform comes near it."""
MAX_DEPTH = 64
"""Deeper nesting is refused: the formats read here use eight levels at most."""
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|\n')


class Located(dict[str, Any]):
    """A JSON object that knows where its brace stands."""

    __slots__ = ("column", "line")

    line: int
    column: int


@lru_cache(maxsize=1)
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(parse_int=_whole, parse_constant=_no_constant)


def parse_line(text: str, line: int) -> object:
    """The JSON value of one line of a file.

    Raises:
        ImportProblem: it is not JSON, or nested too deeply.
    """
    try:
        return _decoder().decode(text)
    except json.JSONDecodeError as error:
        raise _broken(error, line, error.colno) from None
    except RecursionError:
        raise ImportProblem("import.nesting", {"most": MAX_DEPTH}, line) from None


def parse_document(text: str) -> object:
    """The JSON value of a whole file; its objects are ``Located``.

    Raises:
        ImportProblem: it is not JSON, or nested too deeply.
    """
    places = _object_places(text)
    closed = iter(places)

    def locate(pairs: list[tuple[str, Any]]) -> Located:
        found = Located(pairs)
        found.line, found.column = next(closed, (1, 0))
        return found

    try:
        return json.loads(text, parse_int=_whole, parse_constant=_no_constant, object_pairs_hook=locate)
    except json.JSONDecodeError as error:
        raise _broken(error, error.lineno, error.colno) from None


def _object_places(text: str) -> list[tuple[int, int]]:
    """Line and column of each object's opening brace, in the order in which the objects close."""
    closed: list[tuple[int, int]] = []
    open_places: list[tuple[int, int]] = []
    line, line_start = 1, 0
    for match in _STRUCTURE.finditer(text):
        mark = match.group()
        if mark == "\n":
            line, line_start = line + 1, match.end()
        elif mark in "{[":
            open_places.append((line, match.start() - line_start + 1))
            if len(open_places) > MAX_DEPTH:
                raise ImportProblem("import.nesting", {"most": MAX_DEPTH}, *open_places[-1])
        elif mark in "}]" and open_places:
            place = open_places.pop()
            if mark == "}":
                closed.append(place)
    return closed


def _whole(digits: str) -> float:
    """A whole number; one too long to mean anything becomes infinite, so that no bound accepts it."""
    return int(digits) if len(digits) < 20 else math.inf


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not JSON", name, 0)


def _broken(error: json.JSONDecodeError, line: int, column: int) -> ImportProblem:
    cut = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")
    return ImportProblem("import.cut" if cut else "import.json", {}, line, column)


class Node(NamedTuple):
    """A JSON value, the way to it, and its place; asked for what it should be.

    Every method raises ``ImportProblem`` where the value is not what is asked for.
    """

    value: object
    path: str
    line: int
    column: int = 0

    def at(self, key: str) -> Node:
        """The value under ``key``, which must be there and not null."""
        found = self.maybe(key)
        if found is None:
            raise ImportProblem("import.missing", {"where": self._where, "key": key}, self.line, self.column)
        return found

    def maybe(self, key: str) -> Node | None:
        """The value under ``key``, or None where it is missing or null."""
        if not isinstance(self.value, dict):
            raise self.wrong("object")
        value = self.value.get(key)
        return None if value is None else self._child(value, f"{self.path}.{key}" if self.path else key)

    def items(self) -> list[Node]:
        """The elements of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("list")
        return [self._child(value, f"{self.path}[{index}]") for index, value in enumerate(self.value)]

    def number(self, least: int, most: int) -> int:
        """A whole number within bounds (``2.0`` counts as 2)."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong("number")
        if not least <= value <= most or value != int(value):
            facts = {"where": self._where, "value": shown(value), "least": least, "most": most}
            raise ImportProblem("import.range", facts, self.line, self.column)
        return int(value)

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.wrong("text")
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("flag")
        return self.value

    def choice(self, allowed: Sequence[str]) -> str:
        """One of several words."""
        value = self.text()
        if value not in allowed:
            facts = {"where": self._where, "value": shown(value), "allowed": ", ".join(allowed)}
            raise ImportProblem("import.choice", facts, self.line, self.column)
        return value

    def wrong(self, expected: str) -> ImportProblem:
        """The problem that this is not of the expected kind."""
        facts = {"where": self._where, "value": shown(self.value)}
        return ImportProblem(f"import.not_{expected}", facts, self.line, self.column)

    def no_card(self) -> ImportProblem:
        """The problem that this text is no card."""
        facts = {"where": self._where, "value": shown(self.value)}
        return ImportProblem("import.card", facts, self.line, self.column)

    @property
    def _where(self) -> str | Phrase:
        return self.path or Phrase("import.here")

    def _child(self, value: object, path: str) -> Node:
        if isinstance(value, Located):
            return Node(value, path, value.line, value.column)
        return Node(value, path, self.line, self.column)
