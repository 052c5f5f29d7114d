"""Strict YAML: nodes that know their place, YAML 1.2 core typing, nothing silently repaired.

The events of the C parser are composed here, not by PyYAML, because PyYAML would take ``no`` for false, ``010`` for 8,
the later of two equal keys, and an alias bomb for data. Everything wrong is a finding of the family RUL.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import yaml

from referee.findings import Finding, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CHARACTERS: Final = 1_000_000
MAX_DEPTH: Final = 30
MAX_NODES: Final = 20_000

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?\Z")
_WORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAX_DIGITS: Final = 15


class Mark(NamedTuple):
    """A place in a file; lines and columns from 1, ``end_column`` exclusive and on the same line."""

    file: str
    line: int
    column: int
    end_column: int

    @property
    def place(self) -> Place:
        """The same place as findings want it."""
        return Place(self.line, self.column, self.end_column)


@dataclass(slots=True)
class ScalarNode:
    """One value: typed by the YAML 1.2 core schema if written plain, else text. ``text`` is what was written."""

    mark: Mark
    value: str | int | float | bool | None
    text: str


class MapEntry(NamedTuple):
    """The value of a key, and where the key stands."""

    key: Mark
    node: Node


@dataclass(slots=True)
class MapNode:
    """A mapping in the order written. Keys are always text: ``5:`` and ``"5":`` are the same key."""

    mark: Mark
    entries: dict[str, MapEntry]


@dataclass(slots=True)
class ListNode:
    """A list."""

    mark: Mark
    items: list[Node]


Node = ScalarNode | MapNode | ListNode


class YamlError(Exception):
    """A text that is no acceptable YAML; ``findings`` say where and why."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(f"{len(findings)} faults")
        self.findings = findings


def plain(node: Node) -> Any:
    """The node as ordinary Python data, without places."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, MapNode):
        return {key: plain(entry.node) for key, entry in node.entries.items()}
    return [plain(item) for item in node.items]


def parse(text: str, file: str) -> Node:
    """One YAML document as nodes; ``file`` is the name used in findings.

    Raises:
        YamlError: syntax faults (RUL003), duplicate keys (RUL004, all of them), too much or too deep (RUL005),
            YAML that rulesets do not use (RUL006), nothing in the file (RUL002).
    """
    if len(text) > MAX_CHARACTERS:
        raise YamlError([Finding("RUL002", Place(1), {"limit": MAX_CHARACTERS}, "too_big", file=file)])
    composer = _Composer(text, file)
    try:
        node = composer.document()
    except yaml.YAMLError as error:
        raise YamlError([*composer.findings, _syntax_finding(error, text, file)]) from None
    if composer.findings:
        raise YamlError(composer.findings)
    return node


class _Stop(yaml.YAMLError):
    """A fault after which composing makes no sense; its finding is the last of the list."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


class _Composer:
    """Turns parser events into nodes, within bounds."""

    def __init__(self, text: str, file: str) -> None:
        self.findings: list[Finding] = []
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))
        self._file = file
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._open: set[str] = set()
        self._count = 0

    def document(self) -> Node:
        next(self._events)  # start of stream
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            raise _Stop(Finding("RUL002", Place(1), {}, "empty", file=self._file))
        node = self._node(next(self._events), 0)
        next(self._events)  # end of document
        event = next(self._events)
        if not isinstance(event, yaml.StreamEndEvent):
            self._refuse(event, "RUL006", "documents")
        return node

    def _mark(self, event: Any, end: Any = None) -> Mark:
        start, stop = event.start_mark, end or event.end_mark
        column = start.column + 1
        last = stop.column + 1 if stop.line == start.line and stop.column > start.column else column + 1
        return Mark(self._file, start.line + 1, column, last)

    def _refuse(self, event: Any, code: str, variant: str, **facts: Any) -> None:
        raise _Stop(Finding(code, self._mark(event).place, facts, variant, file=self._file))

    def _node(self, event: Any, depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event)
        if event.tag is not None and event.tag != "!":
            self._refuse(event, "RUL006", "tag", tag=event.tag.replace("tag:yaml.org,2002:", "!!"))
        if depth > MAX_DEPTH:
            self._refuse(event, "RUL005", "depth", limit=MAX_DEPTH)
        before = self._count
        self._add(event, 1)
        anchor = event.anchor
        if anchor is not None:
            self._open.add(anchor)
        node = self._build(event, depth)
        if anchor is not None:
            self._open.discard(anchor)
            self._anchors[anchor] = (node, self._count - before)
        return node

    def _build(self, event: Any, depth: int) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            value = _typed(event.value) if event.implicit[0] else event.value
            return ScalarNode(self._mark(event), value, event.value)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, depth)
        items: list[Node] = []
        while not isinstance(inner := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(inner, depth + 1))
        return ListNode(self._mark(event), items)

    def _mapping(self, event: Any, depth: int) -> MapNode:
        entries: dict[str, MapEntry] = {}
        while not isinstance(key := next(self._events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                self._refuse(key, "RUL006", "key")
            if key.value == "<<" and key.implicit[0]:
                self._refuse(key, "RUL006", "merge")
            mark = self._mark(key)
            node = self._node(next(self._events), depth + 1)
            first = entries.get(key.value)
            if first is None:
                entries[key.value] = MapEntry(mark, node)
            else:
                facts = {"key": key.value, "first_line": first.key.line, "first_column": first.key.column}
                self.findings.append(Finding("RUL004", mark.place, facts, file=self._file))
        return MapNode(self._mark(event), entries)

    def _alias(self, event: Any) -> Node:
        known = self._anchors.get(event.anchor)
        if known is None:
            variant = "own_alias" if event.anchor in self._open else "alias"
            self._refuse(event, "RUL006", variant, name=event.anchor)
            raise AssertionError
        node, weight = known
        self._add(event, weight)
        return node

    def _add(self, event: Any, nodes: int) -> None:
        self._count += nodes
        if self._count > MAX_NODES:
            self._refuse(event, "RUL005", "nodes", limit=MAX_NODES)


def _typed(text: str) -> str | int | float | bool | None:
    if text in _WORDS:
        value: bool | None = _WORDS[text]
        return value
    if _INTEGER.match(text) and len(text) <= _MAX_DIGITS:
        return int(text)
    if _FLOAT.match(text) and len(text) <= _MAX_DIGITS:
        return float(text)
    return text


_SYNTAX: Final = (
    ("mapping values are not allowed", "colon"),
    ("could not find expected ':'", "no_colon"),
    ("did not find expected key", "indent"),
    ("did not find expected '-' indicator", "dash"),
    ("block sequence entries are not allowed", "dash"),
    ("did not find expected ',' or", "bracket"),
    ("did not find expected node content", "bracket"),
    ("found unexpected end of stream", "quote"),
    ("found unknown escape character", "escape"),
    ("cannot start any token", "character"),
    ("document start", "after"),
    ("exceeded maximum nesting depth", "depth"),
)


def _syntax_finding(error: yaml.YAMLError, text: str, file: str) -> Finding:
    """The parser's complaint in our words."""
    if isinstance(error, _Stop):
        return error.finding
    if isinstance(error, yaml.reader.ReaderError):
        return _control_character(text, file)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = f"{getattr(error, 'problem', '')}"
    variant = next((name for words, name in _SYNTAX if words in problem), "message")
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    if variant == "depth":
        return Finding("RUL005", Place(line, column), {"limit": MAX_DEPTH}, "depth", file=file)
    lines = text.split("\n")
    written = lines[line - 1] if line <= len(lines) else ""
    tab = re.match(r"[ ]*\t", written)
    if tab and variant in {"character", "colon", "indent", "message", "no_colon"}:
        variant, column = "tab", tab.end()
    start = getattr(error, "context_mark", None)
    wide = _wide_colon(lines, start.line if start is not None else line - 1, line - 1)
    if wide is not None and variant in {"no_colon", "colon", "indent", "message"}:
        variant, (line, column) = "wide_colon", wide
    elif variant == "quote" and start is not None:
        line, column = start.line + 1, start.column + 1
    facts = {
        "character": written[column - 1 : column] or "?",
        "start_line": start.line + 1 if start is not None else line,
    }
    if variant == "bracket":
        facts["start_line"] = _open_bracket("\n".join(lines[:line])) or facts["start_line"]
    return Finding("RUL003", Place(line, column, column + 1), facts, variant, file=file)


def _wide_colon(lines: list[str], first: int, last: int) -> tuple[int, int] | None:
    """Line and column of the first wide colon that stands where a plain one is missing; None if there is none."""
    for number, written in enumerate(lines[first : last + 1], first + 1):
        found = re.match(r"\s*(?:- )?[\w-]+\s*：", written)
        if found:
            return number, found.end()
    return None


def wide_colon(text: str, file: str) -> Finding | None:
    """A finding for a text whose lines have wide colons after their keys, so that it is no mapping; else None."""
    lines = text.split("\n")
    at = _wide_colon(lines, 0, len(lines))
    return None if at is None else Finding("RUL003", Place(*at, at[1] + 1), {}, "wide_colon", file=file)


def _open_bracket(text: str) -> int | None:
    """The line of the bracket that is not closed, or closed by another kind; None if there is none."""
    open_at: list[tuple[str, int]] = []
    for line, written in enumerate(text.split("\n"), 1):
        for bracket in re.findall(r"[\[{\]}]", re.sub(r"(?:^|\s)#.*|\"[^\"]*\"|'[^']*'", "", written)):
            if bracket in "[{":
                open_at.append((bracket, line))
            elif open_at:
                opened, at = open_at.pop()
                if opened + bracket not in {"[]", "{}"}:
                    return at
    return open_at[-1][1] if open_at else None


def _control_character(text: str, file: str) -> Finding:
    found = re.search("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    offset = found.start() if found else 0
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    facts = {"code": f"U+{ord(text[offset]):04X}" if found else "?"}
    return Finding("RUL003", Place(line, column, column + 1), facts, "control", file=file)
