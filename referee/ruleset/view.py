"""The merged text of a ruleset as the checks see it: plain values by path, where nothing is wrong yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.ruleset.errors import fault
from referee.ruleset.tree import find, inside, key_mark, path_text
from referee.yamlfile import MapNode, ScalarNode, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.findings import Finding
    from referee.ruleset.tree import Path
    from referee.yamlfile import Mark


class Absent(Exception):  # noqa: N818 - not an error: the check simply cannot be made
    """A value that a check needs is missing or already found wrong."""


class View:
    """Values of a merged tree. Asking for one that is missing, or that a finding speaks of, ends the check."""

    def __init__(self, tree: MapNode, findings: Iterable[Finding], files: Sequence[str]) -> None:
        self.tree = tree
        self._files = {file: number for number, file in enumerate(files)}
        self._faulty = [finding.rule for finding in findings if finding.rule]

    def get(self, *path: str | int) -> Any:
        """The value at a path. Raises Absent."""
        node = find(self.tree, path)
        if node is None or self._is_faulty(path_text(path)):
            raise Absent
        return plain(node)

    def get_or(self, default: Any, *path: str | int) -> Any:
        """The value at a path, or ``default`` where it is not said. Raises Absent if it is faulty."""
        if find(self.tree, path) is None and not self._is_faulty(path_text(path)):
            return default
        return self.get(*path)

    def keys(self, *path: str | int) -> list[str]:
        """The keys of the mapping at a path; none if there is no mapping."""
        node = find(self.tree, path)
        return list(node.entries) if isinstance(node, MapNode) else []

    def _is_faulty(self, text: str) -> bool:
        return any(rule == text or _starts(rule, text) or _starts(text, rule) for rule in self._faulty)

    def key(self, *path: str | int) -> Mark:
        """Where the key at a path stands."""
        return key_mark(self.tree, path)

    def value(self, *path: str | int) -> Mark:
        """Where the value at a path stands."""
        node = find(self.tree, path)
        return node.mark if node is not None else self.key(*path)

    def at(self, path: Path, offset: int) -> Mark:
        """The place of a character inside the text at ``path``."""
        node = find(self.tree, path)
        mark = self.value(*path)
        if not isinstance(node, ScalarNode):
            return mark
        line, column, end = inside(node, offset)
        return mark._replace(line=line, column=column, end_column=end)

    def newest(self, *paths: Path) -> Path:
        """Of several values that do not go together the one set last, where the author was at work."""
        return max(paths, key=self._number)

    def set_after(self, path: Path, other: Path) -> bool:
        """True if the first value was set by a later file than the second."""
        return self._number(path) > self._number(other)

    def _number(self, path: Path) -> int:
        return self._files.get(self.value(*path).file, -1)

    def fault(self, code: str, path: Path, variant: str = "message", **facts: Any) -> Finding:
        """A finding at the value of ``path``; at its key where the value is a whole mapping or list."""
        whole = not isinstance(find(self.tree, path), ScalarNode)
        return fault(code, self.key(*path) if whole else self.value(*path), variant, path, **facts)


def _starts(text: str, prefix: str) -> bool:
    return text.startswith(prefix) and text[len(prefix) : len(prefix) + 1] in {".", "["}


def run_checks(view: View, checks: Iterable[Any]) -> Iterator[Finding]:
    """The findings of each check that can be made; one that lacks a value it needs says nothing."""
    for check in checks:
        found = iter(check(view))
        while True:
            try:
                yield next(found)
            except (StopIteration, Absent, KeyError):
                break
