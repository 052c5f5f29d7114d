"""A ruleset as text: every value after all that it extends, and where each was set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from referee.cli.failure import UNREADABLE
from referee.cli.ruleset_errors import show
from referee.ruleset import RulesetError
from referee.ruleset.files import open_ruleset
from referee.ruleset.merge import merge_chain, read_chain, read_node
from referee.yamlfile import ListNode, MapNode, Node, ScalarNode, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.yamlfile import Mark

_FLOW = 100
_HEAD = ("id", "title")


def tree(name: str, lang: str) -> tuple[MapNode, list[str]]:
    """The merged text of a ruleset and the files it is made of, the root first; abstract ones too.

    Where it is faulty, says how and leaves with 2.
    """
    try:
        layers = read_chain(open_ruleset(name))
        return merge_chain(layers)[0], [layer.file.name for layer in layers]
    except RulesetError as error:
        show(error.findings, lang, err=True)
        raise typer.Exit(UNREADABLE) from None


def title(name: str, lang: str) -> str:
    """The title of a ruleset, which stands in its own file."""
    try:
        entry = read_node(open_ruleset(name)).entries.get("title")
    except RulesetError as error:
        show(error.findings, lang, err=True)
        raise typer.Exit(UNREADABLE) from None
    value = plain(entry.node) if entry is not None else ""
    return str(value.get(lang, "") if isinstance(value, dict) else value)


def lines(name: str, lang: str, *, origin: bool) -> Iterator[str]:
    """The ruleset as YAML; with ``origin`` each value is followed by the file and line that set it."""
    merged, files = tree(name, lang)
    yield f"# {' + '.join(files)}"
    shown = {key: entry for key, entry in merged.entries.items() if key != "extends"}
    for key, entry in sorted(shown.items(), key=lambda item: _HEAD.index(item[0]) if item[0] in _HEAD else len(_HEAD)):
        yield from _entry(key, entry.key, entry.node, 0, origin=origin)


def _entry(key: str, mark: Mark, node: Node, depth: int, *, origin: bool) -> Iterator[str]:
    indent = "  " * depth
    flow = _flow(node)
    simple = isinstance(node, ScalarNode) or (len(flow) + len(indent) + len(key) < _FLOW and not _nested(node))
    comment = f"  # {mark.file}:{mark.line}" if origin else ""
    if simple:
        yield f"{indent}{_quoted(key)}: {flow}{comment}"
        return
    yield f"{indent}{_quoted(key)}:{comment if isinstance(node, ListNode) else ''}"
    if isinstance(node, MapNode):
        for inner, entry in node.entries.items():
            yield from _entry(inner, entry.key, entry.node, depth + 1, origin=origin)
    elif isinstance(node, ListNode):
        yield from (f"{indent}  - {_flow(item)}" for item in node.items)


def _nested(node: Node) -> bool:
    return isinstance(node, MapNode) and any(isinstance(entry.node, MapNode) for entry in node.entries.values())


def _flow(node: Node) -> str:
    """A value on one line."""
    if isinstance(node, MapNode):
        return "{" + ", ".join(f"{_quoted(key)}: {_flow(entry.node)}" for key, entry in node.entries.items()) + "}"
    if isinstance(node, ListNode):
        return "[" + ", ".join(map(_flow, node.items)) + "]"
    value = plain(node)
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _quoted(text: str) -> str:
    """Text with quotes where YAML would read something else without them."""
    plain_text = text.replace("_", "").replace("-", "").isalnum() and not text[:1].isdigit()
    if plain_text and text.lower() not in {"true", "false", "null", "yes", "no", "on", "off", "~"}:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
