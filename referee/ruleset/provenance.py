"""Where each value of a ruleset was set, and which document or ruling it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.ruleset.errors import fault
from referee.ruleset.model import Citation
from referee.ruleset.tree import find, origin, path_text, walk
from referee.yamlfile import ListNode, MapNode, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.findings import Finding
    from referee.ruleset.merge import Cite, Layer
    from referee.ruleset.model import Origin
    from referee.ruleset.tree import Path

_OWN = frozenset({"sources", "rulings", "examples"})


class _Given(NamedTuple):
    """The citation of one path: each part with the number of the file (0 = root of the chain) that gives it."""

    source: tuple[int, str] | None
    ruling: tuple[int, str] | None


def origins(tree: MapNode) -> dict[str, Origin]:
    """Path → place of its key (of a list item: of the item), for everything in the tree but the examples."""
    return {path_text(path): origin(mark) for path, mark, _ in walk(tree) if path[0] != "examples"}


def citations(tree: MapNode, layers: list[Layer]) -> dict[str, Citation]:
    """Path → citation, such that ``Ruleset.cite`` finds for each value the citation that speaks of it.

    A citation speaks of values set in its own file or in a file it extends. A value changed by a later file
    that cites nothing has none: an empty ``Citation`` stands there.
    """
    given = _given(layers)
    titles = document_titles(tree)
    number = {layer.file.name: index for index, layer in enumerate(layers)}
    stored: dict[str, Citation] = {}
    for path, mark, node in walk(tree):
        if path[0] in _OWN:
            continue
        section = isinstance(node, MapNode)
        at = -1 if section else number[mark.file]
        citation = _citation(path, at, given, titles)
        text = path_text(path)
        if (section and path in given) or citation != _found(path, stored):
            stored[text] = citation
    return stored


def _given(layers: list[Layer]) -> dict[Path, _Given]:
    given: dict[Path, _Given] = {}
    for index, layer in enumerate(layers):
        for cite in layer.cites:
            old = given.get(cite.path, _Given(None, None))
            given[cite.path] = old._replace(**{cite.kind: (index, cite.text)})
    return given


def _citation(path: Path, at: int, given: Mapping[Path, _Given], titles: Mapping[str, str]) -> Citation:
    """What is cited for a value set in file number ``at``: of source and ruling the nearest upward that still holds."""
    source: str | None = None
    ruling: str | None = None
    for length in range(len(path), 0, -1):
        here = given.get(path[:length])
        if here is None:
            continue
        if source is None and here.source is not None and here.source[0] >= at:
            source = here.source[1]
        if ruling is None and here.ruling is not None and here.ruling[0] >= at:
            ruling = here.ruling[1]
    document = titles.get(documents(source)[0]) if source else None
    return Citation(source, document, ruling)


def _found(path: Path, stored: Mapping[str, Citation]) -> Citation:
    for length in range(len(path) - 1, 0, -1):
        above = stored.get(path_text(path[:length]))
        if above is not None:
            return above
    return Citation(None, None, None)


def documents(source: str) -> list[str]:
    """The document ids of a ``source:``, e.g. ``["000", "002"]`` of ``000:49; 002:12``."""
    return [part.split(":", 1)[0].strip() for part in source.split(";")]


def document_titles(tree: MapNode) -> dict[str, str]:
    """Document id → title."""
    entry = tree.entries.get("sources")
    if entry is None or not isinstance(entry.node, MapNode):
        return {}
    return {key: e.node.text for key, e in entry.node.entries.items() if isinstance(e.node, ScalarNode)}


def check_citations(tree: MapNode, layer: Layer) -> list[Finding]:
    """Citations of one file that name an unknown document or ruling, or a key that is not there (RUL014)."""
    titles = document_titles(tree)
    rulings = find(tree, ("rulings",))
    known = list(rulings.entries) if isinstance(rulings, MapNode) else []
    findings: list[Finding] = []
    for cite in [*layer.cites, *_example_cites(layer)]:
        findings.extend(_check_cite(cite, tree, titles, known))
    return findings


def _check_cite(cite: Cite, tree: MapNode, titles: Mapping[str, str], rulings: list[str]) -> list[Finding]:
    if cite.path and find(tree, cite.path) is None:
        facts = {"key": str(cite.path[-1]), "section": path_text(cite.path[:-1])}
        return [fault("RUL014", cite.mark, "no_such_key", cite.path, **facts)]
    if cite.kind == "ruling":
        unknown = [] if cite.text in rulings else [cite.text]
        return [fault("RUL014", cite.mark, "ruling", cite.path, name=n, known=_listed(rulings)) for n in unknown]
    return [
        fault("RUL014", cite.mark, "message", cite.path, name=name, known=_listed(list(titles)))
        for name in documents(cite.text)
        if name not in titles
    ]


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "–"


def _example_cites(layer: Layer) -> list[Cite]:
    from referee.ruleset.merge import Cite  # noqa: PLC0415 - merge does not need this module

    examples = layer.body.entries.get("examples")
    if examples is None or not isinstance(examples.node, ListNode):
        return []
    return [
        Cite(("examples", index), kind, entry.node.text, entry.node.mark)
        for index, item in enumerate(examples.node.items)
        if isinstance(item, MapNode)
        for kind in ("source", "ruling")
        if (entry := item.entries.get(kind)) is not None and isinstance(entry.node, ScalarNode)
    ]
