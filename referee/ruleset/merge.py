"""``extends``: the chain of files of a ruleset, and how a file is laid over the one it extends.

Mappings merge, lists and scalars replace. In the mappings of named entries (``NAMED``) a null removes an entry.
Citations (``source``, ``ruling``) do not take part: each speaks of the values of its own file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from referee.ruleset import suggest
from referee.ruleset.errors import RulesetError, fault
from referee.ruleset.files import RulesetFile, open_ruleset
from referee.ruleset.tree import Path, find
from referee.shapes import ShapeError, parse_lead, shapes_name
from referee.yamlfile import ListNode, MapEntry, MapNode, Mark, Node, ScalarNode, YamlError, parse, wide_colon

if TYPE_CHECKING:
    from referee.findings import Finding

NAMED: Final[dict[Path, str | None]] = {
    ("follow", "tiers"): None,
    ("declare", "forms"): "cards",
    ("capture", "multiplier"): "when",
    ("shapes", "run_names"): None,
    ("points",): None,
    ("sources",): None,
    ("rulings",): None,
}
"""Mappings whose entries can be overridden or removed by name → the key without which an entry is not whole."""
WHOLE: Final = frozenset({"when"})
"""Keys whose mapping is replaced as one."""
OWN: Final = frozenset({"id", "title", "abstract", "extends", "examples"})
"""Top-level keys that are never inherited."""
MAX_CHAIN: Final = 16


@dataclass(frozen=True, slots=True)
class Layer:
    """One file of the chain, as read, without its citations."""

    file: RulesetFile
    node: MapNode
    body: MapNode
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation as written: of which path, the text, and where it stands."""

    path: Path
    kind: str
    text: str
    mark: Mark


def read_node(file: RulesetFile) -> MapNode:
    """One file as it is written. Raises RulesetError for YAML faults, or if it is no mapping (RUL008)."""
    try:
        node = parse(file.text, file.name)
    except YamlError as error:
        raise RulesetError(error.findings) from None
    if not isinstance(node, MapNode):
        raise RulesetError([wide_colon(file.text, file.name) or fault("RUL008", node.mark, "not_a_ruleset")])
    return node


def read_layer(file: RulesetFile) -> Layer:
    """One file as a layer; a shipped one is read once. Raises RulesetError as ``read_node``."""
    return _shipped_layer(file) if file.shipped else _layer(file)


@lru_cache(maxsize=64)
def _shipped_layer(file: RulesetFile) -> Layer:
    return _layer(file)


def _layer(file: RulesetFile) -> Layer:
    node = read_node(file)
    cites: list[Cite] = []
    body = _strip(node, (), cites)
    assert isinstance(body, MapNode)
    return Layer(file, node, body, tuple(cites))


def read_chain(file: RulesetFile) -> list[Layer]:
    """The file and those it extends, the root first.

    Raises:
        RulesetError: a file of the chain cannot be found or read, or the chain comes back to a file (RUL011).
    """
    layers = [read_layer(file)]
    seen: dict[str, Mark] = {}
    while True:
        layer = layers[0]
        entry = layer.body.entries.get("extends")
        if entry is None or not isinstance(entry.node, ScalarNode) or not isinstance(entry.node.value, str):
            return layers
        mark = entry.node.mark
        seen[_identity(layer.file)] = mark
        folder = layer.file.path.parent if layer.file.path is not None else None
        parent = open_ruleset(entry.node.value, folder=folder, asked_at=mark)
        if _identity(parent) in seen:
            back = seen[_identity(parent)]
            variant = "itself" if len(layers) == 1 else "message"
            facts = {"name": entry.node.value, "other_file": back.file, "other_line": back.line}
            raise RulesetError([fault("RUL011", mark, variant, ("extends",), **facts)])
        if len(layers) == MAX_CHAIN:
            raise RulesetError([fault("RUL011", mark, "too_long", ("extends",), limit=MAX_CHAIN)])
        layers.insert(0, read_layer(parent))


def _identity(file: RulesetFile) -> str:
    return str(file.path.resolve()) if file.path is not None else file.name


def merge_chain(layers: list[Layer]) -> tuple[MapNode, list[Finding]]:
    """All layers laid over each other; and what overrides or removes nothing (RUL012)."""
    findings: list[Finding] = []
    merged = MapNode(layers[0].body.mark, {})
    for layer in layers:
        inherited = {k: v for k, v in merged.entries.items() if k not in OWN}
        base = MapNode(merged.mark, inherited)
        merged = _merge_map(base, layer.body, (), findings)
    _forget_stale(merged, [layer.file.name for layer in layers])
    return merged, findings


RESTATED: Final[dict[tuple[str, str], tuple[str, str]]] = {
    ("adjacency", "same_printed_suit"): ("adjacency", "model"),
    ("adjacency", "ace_low"): ("adjacency", "model"),
    ("beats", "run_rank"): ("adjacency", "model"),
    ("follow", "generic"): ("follow", "run_length_mismatch"),
}
"""Keys that say again, for the reader, what another key decides → that key."""


def _forget_stale(tree: MapNode, files: list[str]) -> None:
    """Drop a restatement that was inherited while a later file changed what it restates."""
    for (section, key), decides in RESTATED.items():
        holder, decider = find(tree, (section,)), find(tree, decides)
        entry = holder.entries.get(key) if isinstance(holder, MapNode) else None
        if entry is None or decider is None or not isinstance(holder, MapNode):
            continue
        if files.index(entry.key.file) < files.index(decider.mark.file):
            del holder.entries[key]


def _merge_map(base: MapNode, over: MapNode, path: Path, findings: list[Finding]) -> MapNode:
    entries = dict(base.entries)
    named = path in NAMED
    for key, (mark, written) in over.entries.items():
        here = (*path, key)
        old = entries.get(key)
        if named and _is_null(written):
            if old is None:
                findings.append(_dangling("removal", here, mark, base))
            entries.pop(key, None)
            continue
        node, before = _before(written) if named else (written, None)
        value = _merge(old.node if old else None, node, here, findings)
        if named and old is None and _incomplete(path, value):
            findings.append(_dangling("message", here, mark, base))
        entries[key] = MapEntry(mark, value)
        if before is not None:
            entries = _moved(entries, key, before, here, findings)
    return MapNode(over.mark, entries)


def _merge(old: Node | None, node: Node, path: Path, findings: list[Finding]) -> Node:
    if not isinstance(node, MapNode) or path[-1] in WHOLE:
        return node
    base = old if isinstance(old, MapNode) else MapNode(node.mark, {})
    return _merge_map(base, node, path, findings)


def _incomplete(path: Path, node: Node) -> bool:
    needed = NAMED[path]
    return needed is not None and isinstance(node, MapNode) and needed not in node.entries


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value is None


def _dangling(variant: str, path: Path, mark: Mark, base: MapNode) -> Finding:
    """An entry that is meant to change or remove an inherited one which is not there."""
    name = str(path[-1])
    known = [key for key, entry in base.entries.items() if entry.key.file != mark.file]
    if not known:
        return fault("RUL012", mark, f"{variant}_none" if variant == "removal" else "incomplete", path, name=name)
    near = suggest.word(name, known)
    other = base.entries[near or known[0]].key
    facts = {"name": name, "known": ", ".join(known), "near": near, "needed": NAMED.get(path[:-1]) or ""}
    variant = variant if not near else "near" if variant == "message" else f"{variant}_near"
    return fault("RUL012", mark, variant, path, other_file=other.file, other_line=other.line, **facts)


def _before(node: Node) -> tuple[Node, ScalarNode | None]:
    """The entry without ``before``, and what that says."""
    entry = node.entries.get("before") if isinstance(node, MapNode) else None
    if not isinstance(node, MapNode) or entry is None or not isinstance(entry.node, ScalarNode):
        return node, None
    rest = {key: value for key, value in node.entries.items() if key != "before"}
    return MapNode(node.mark, rest), entry.node


def _moved(
    entries: dict[str, MapEntry], key: str, before: ScalarNode, path: Path, findings: list[Finding]
) -> dict[str, MapEntry]:
    """The entries with ``key`` put in front of the one that ``before`` names."""
    if before.text not in entries or before.text == key:
        known = [name for name in entries if name != key]
        near = suggest.word(before.text, known)
        facts = {"name": before.text, "known": ", ".join(known), "near": near}
        findings.append(fault("RUL030", before.mark, "before_near" if near else "before", path, **facts))
        return entries
    moved: dict[str, MapEntry] = {}
    for name, entry in entries.items():
        if name == before.text:
            moved[key] = entries[key]
        if name != key:
            moved[name] = entry
    return moved


def _strip(node: Node, path: Path, cites: list[Cite]) -> Node:
    """The node without ``source`` and ``ruling``, which go to ``cites``; tiers written as mappings become lists."""
    if isinstance(node, ScalarNode):
        return node
    if path and path[0] in {"examples", "sources", "rulings"}:
        return node
    if isinstance(node, ListNode):
        return ListNode(node.mark, [_strip(item, (*path, i), cites) for i, item in enumerate(node.items)])
    for kind in ("source", "ruling"):
        if kind in node.entries:
            cites.extend(_cites(kind, node.entries[kind].node, path))
    wrapped = _WRAPPERS.get(len(path)) if path[:2] == ("follow", "tiers") else None
    if wrapped in node.entries:
        return _strip(node.entries[wrapped].node, path, cites)
    entries: dict[str, MapEntry] = {}
    for key, entry in node.entries.items():
        if key not in {"source", "ruling"}:
            name = _canonical(key, entries) if path == ("follow", "tiers") else key
            entries[name] = MapEntry(entry.key, _strip(entry.node, (*path, name), cites))
    return MapNode(node.mark, entries)


_WRAPPERS: Final = {3: "tiers", 4: "tier"}
"""Depth of a path in ``follow.tiers`` → the key that holds the list, or the tier, beside its citation."""


def _canonical(key: str, taken: dict[str, MapEntry]) -> str:
    """A lead by its canonical name, so that 拖拉机 overrides ``T2x2``; as written if it has none or comes twice."""
    try:
        name = shapes_name(parse_lead(key))
    except ShapeError:
        return key
    return key if name in taken else name


def _cites(kind: str, node: Node, path: Path) -> list[Cite]:
    if isinstance(node, ScalarNode):
        return [Cite(path, kind, node.text, node.mark)] if node.value is not None else []
    if not isinstance(node, MapNode):
        return []
    return [
        Cite(path if key == "*" else (*path, key), kind, entry.node.text, entry.node.mark)
        for key, entry in node.entries.items()
        if isinstance(entry.node, ScalarNode)
    ]
