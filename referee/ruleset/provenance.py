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
    from referee.yamlfile import Mark, Node

_OWN = frozenset({"sources", "rulings", "examples"})


class _Text(NamedTuple):
    """A citation and the number of the file that gives it, 0 for the root of the chain."""

    file: int
    text: str


Words = dict[str, str]
"""A text by language (``en``, ``zh``)."""


class _Texts(NamedTuple):
    """What may be cited: titles of documents and readings of rulings."""

    titles: Mapping[str, Words]
    readings: Mapping[str, Words]


_Given = dict["Path", dict[str, list[_Text]]]
"""Path → ``source`` or ``ruling`` → what is cited, the root of the chain first."""


def origins(tree: MapNode) -> dict[str, Origin]:
    """Path → place of its key (of a list item: of the item), for everything in the tree but the examples."""
    rest = MapNode(tree.mark, {key: entry for key, entry in tree.entries.items() if key != "examples"})
    return {path_text(path): origin(mark) for path, mark, _ in walk(rest)}


def citations(tree: MapNode, layers: list[Layer]) -> dict[str, Citation]:
    """Path → citation, such that ``Ruleset.cite`` finds for each value the citation that speaks of it.

    A section's citation speaks of the values its own file sets there; a key's also of a value set by an earlier
    file. A value changed by a later file that cites nothing has none: an empty ``Citation`` stands there.
    """
    given = _given(layers)
    texts = _Texts(document_titles(tree), _words_of(tree, "rulings"))
    number = {layer.file.name: index for index, layer in enumerate(layers)}
    stored: dict[str, Citation] = {}
    for key, entry in tree.entries.items():
        if key in _OWN:
            continue
        section = MapNode(entry.node.mark, {key: entry})
        for path, mark, node in walk(section):
            whole = isinstance(node, MapNode)
            citation = _citation(path, _set_in(mark, node, number), given, texts)
            if (whole and path in given) or citation != _found(path, stored):
                stored[path_text(path)] = citation
    return stored


def _set_in(mark: Mark, node: Node, number: Mapping[str, int]) -> int | None:
    """The number of the file that set a value; None for a mapping to which several files have set something."""
    if not isinstance(node, MapNode):
        return number[mark.file]
    files = {number[item.mark.file] for item in walk(node) if not isinstance(item.node, MapNode)}
    return next(iter(files)) if len(files) == 1 else None


def _given(layers: list[Layer]) -> _Given:
    given: _Given = {}
    for index, layer in enumerate(layers):
        for cite in layer.cites:
            given.setdefault(cite.path, {}).setdefault(cite.kind, []).append(_Text(index, cite.text))
    return given


def _citation(path: Path, set_in: int | None, given: _Given, texts: _Texts) -> Citation:
    """What is cited for a value set by file number ``set_in``, or for a whole section (None)."""
    source = _nearest("source", path, set_in, given)
    ruling = _nearest("ruling", path, set_in, given)
    if source is not None and ruling is not None and ruling.file < source.file:
        ruling = None
    reading = texts.readings.get(ruling.text) if ruling else None
    document = texts.titles.get(documents(source.text)[0]) if source else None
    return Citation(source.text if source else None, document, ruling.text if ruling else None, reading)


def _nearest(kind: str, path: Path, set_in: int | None, given: _Given) -> _Text | None:
    for length in range(len(path), 0, -1):
        for text in reversed(given.get(path[:length], {}).get(kind, ())):
            if set_in is None or text.file == set_in or (length == len(path) and text.file > set_in):
                return text
    return None


def _found(path: Path, stored: Mapping[str, Citation]) -> Citation:
    for length in range(len(path) - 1, 0, -1):
        above = stored.get(path_text(path[:length]))
        if above is not None:
            return above
    return Citation(None, None, None)


def documents(source: str) -> list[str]:
    """The document ids of a ``source:``, e.g. ``["000", "002"]`` of ``000:49; 002:12``."""
    return [part.split(":", 1)[0].strip() for part in source.split(";")]


def document_titles(tree: MapNode) -> dict[str, Words]:
    """Document id → its title in each language."""
    return _words_of(tree, "sources")


def _words_of(tree: MapNode, section: str) -> dict[str, Words]:
    entry = tree.entries.get(section)
    if entry is None or not isinstance(entry.node, MapNode):
        return {}
    return {key: _words(e.node) for key, e in entry.node.entries.items()}


def _words(node: Node) -> Words:
    if isinstance(node, MapNode):
        words = ((lang, node.entries.get(lang)) for lang in ("en", "zh"))
        return {lang: e.node.text for lang, e in words if e is not None and isinstance(e.node, ScalarNode)}
    return {"en": node.text, "zh": node.text} if isinstance(node, ScalarNode) else {}


def check_citations(tree: MapNode, layer: Layer) -> list[Finding]:
    """Citations of one file that name an unknown document or ruling, or a key that is not there (RUL014)."""
    titles = document_titles(tree)
    rulings = find(tree, ("rulings",))
    known = list(rulings.entries) if isinstance(rulings, MapNode) else []
    findings: list[Finding] = []
    for cite in [*layer.cites, *_example_cites(layer)]:
        findings.extend(_check_cite(cite, tree, titles, known))
    return findings


def _check_cite(cite: Cite, tree: MapNode, titles: Mapping[str, Words], rulings: list[str]) -> list[Finding]:
    """What is wrong with one citation."""
    if cite.path and find(tree, cite.path) is None:
        facts = {"key": str(cite.path[-1]), "section": path_text(cite.path[:-1])}
        return [fault("RUL014", cite.mark, "no_such_key", cite.path, **facts)]
    if cite.kind == "ruling":
        unknown = [] if cite.text in rulings else [cite.text]
        return [fault("RUL014", cite.mark, "ruling", cite.path, name=n, known=_listed(rulings)) for n in unknown]
    unknown = [name for name in documents(cite.text) if name and name not in titles]
    return [
        *(fault("RUL014", cite.mark, "message", cite.path, name=name, known=_listed(list(titles))) for name in unknown),
        *_beyond(cite, tree),
    ]


def _beyond(cite: Cite, tree: MapNode) -> list[Finding]:
    """Places that are no lines of a document whose length is known."""
    found: list[Finding] = []
    for part in cite.text.split(";"):
        name, _, place = (word.strip() for word in part.partition(":"))
        length = find(tree, ("sources", name, "lines"))
        if isinstance(length, ScalarNode) and isinstance(length.value, int) and not _within(place, length.value):
            facts = {"text": part.strip(), "name": name, "lines": length.value}
            found.append(fault("RUL014", cite.mark, "beyond", cite.path, **facts))
    return found


def _within(place: str, length: int) -> bool:
    """True for ``""``, ``49`` and ``48-49`` of a document of so many lines."""
    first, _, last = place.partition("-")
    numbers = [first, last or first]
    return not place or (all(map(str.isdecimal, numbers)) and 1 <= int(first) <= int(numbers[1]) <= length)


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
