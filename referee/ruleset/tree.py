"""The merged text of a ruleset as nodes, and paths into it.

A path is a tuple of keys and list indices (from 0); written out it is ``follow.tiers.T3x2[2]``, list items from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.ruleset.model import Origin
from referee.yamlfile import ListNode, MapNode, Mark, Node, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str | int, ...]


class Item(NamedTuple):
    """One place of a tree: its path, where its key (or list item) stands, and its value."""

    path: Path
    mark: Mark
    node: Node


def path_text(path: Path) -> str:
    """A path as readers see it."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def find(root: Node, path: Path) -> Node | None:
    """The node at ``path``, or None."""
    node: Node | None = root
    for part in path:
        if isinstance(node, MapNode) and isinstance(part, str):
            entry = node.entries.get(part)
            node = entry.node if entry is not None else None
        elif isinstance(node, ListNode) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
        else:
            return None
    return node


def key_mark(root: Node, path: Path) -> Mark:
    """Where the key (or list item) at ``path`` stands; of a path that leads nowhere, the last part that does."""
    mark, node = root.mark, root
    for part in path:
        if isinstance(node, MapNode) and isinstance(part, str) and part in node.entries:
            mark, node = node.entries[part]
        elif isinstance(node, ListNode) and isinstance(part, int) and part < len(node.items):
            node = node.items[part]
            mark = node.mark
        else:
            break
    return mark


def walk(node: Node, path: Path = ()) -> Iterator[Item]:
    """Every place below ``node``, parents before children, in the order written."""
    if isinstance(node, MapNode):
        for key, entry in node.entries.items():
            yield Item((*path, key), entry.key, entry.node)
            if not isinstance(entry.node, ScalarNode):
                yield from walk(entry.node, (*path, key))
    elif isinstance(node, ListNode):
        for index, item in enumerate(node.items):
            yield Item((*path, index), item.mark, item)
            if not isinstance(item, ScalarNode):
                yield from walk(item, (*path, index))


def origin(mark: Mark) -> Origin:
    """A place as the model keeps it."""
    return Origin(mark.file, mark.line, mark.column)


def inside(node: ScalarNode, offset: int) -> tuple[int, int, int]:
    """Line, column and end column of a character of a text written on one line."""
    mark = node.mark
    width = mark.end_column - mark.column
    if width not in {len(node.text), len(node.text) + 2}:
        return mark.line, mark.column, mark.end_column
    column = mark.column + offset + (width - len(node.text)) // 2
    return mark.line, column, max(column + 1, mark.end_column - (width - len(node.text)) // 2)
