"""Loading a ruleset: files → layers → checks → merged tree → model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from referee.ruleset import lint, texts
from referee.ruleset.build import BUILDERS
from referee.ruleset.errors import RulesetError, fault
from referee.ruleset.files import RulesetFile, open_ruleset
from referee.ruleset.merge import merge_chain, read_chain
from referee.ruleset.model import Example, Ruleset
from referee.ruleset.needs import missing
from referee.ruleset.provenance import check_citations, citations, origins
from referee.ruleset.tree import key_mark, origin, path_text
from referee.ruleset.view import View, run_checks
from referee.yamlfile import ListNode, MapNode, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from referee.findings import Finding
    from referee.ruleset.merge import Layer
    from referee.ruleset.tree import Path

_cache: dict[str, tuple[tuple[tuple[str, int], ...], Ruleset, tuple[Finding, ...]]] = {}


def load_ruleset(name_or_path: str | FilePath) -> Ruleset:
    """The ruleset of this id (``"qq-2deck"``) or file, complete and frozen.

    Raises:
        RulesetError: it cannot be found, read or understood, contradicts itself, or is abstract; its findings
            name every fault with file, line and column.
    """
    return load_with_warnings(name_or_path)[0]


def load_with_warnings(name_or_path: str | FilePath) -> tuple[Ruleset, list[Finding]]:
    """As ``load_ruleset``; also the warnings, which do not stop it. Loaded again only when a file has changed."""
    key = str(name_or_path)
    known = _cache.get(key)
    if known is not None and all(_unchanged(stamp) for stamp in known[0]):
        return known[1], list(known[2])
    loaded = _Loading(open_ruleset(key))
    ruleset = loaded.ruleset()
    stamps = tuple(layer.file.stamp for layer in loaded.layers)
    _cache[key] = (stamps, ruleset, tuple(loaded.warnings))
    return ruleset, loaded.warnings


def load_text(text: str, name: str = "ruleset.yaml", folder: FilePath | None = None) -> Ruleset:
    """A ruleset from text; ``extends`` by path is looked up from ``folder``. Raises RulesetError."""
    path = (folder or FilePath()) / name
    return _Loading(RulesetFile(name, text, path, shipped=False, stamp=(name, 0))).ruleset()


def check_file(name_or_path: str | FilePath) -> list[Finding]:
    """Everything there is to say about a ruleset file, an abstract one too; empty if all is well."""
    try:
        return _Loading(open_ruleset(str(name_or_path))).findings()
    except RulesetError as error:
        return error.findings


def _unchanged(stamp: tuple[str, int]) -> bool:
    try:
        return FilePath(stamp[0]).stat().st_mtime_ns == stamp[1]
    except OSError:
        return False


class _Loading:
    """One ruleset on its way from text to model."""

    def __init__(self, file: RulesetFile) -> None:
        self.layers = read_chain(file)
        self.warnings: list[Finding] = []
        self.tree, dangling = merge_chain(self.layers)
        self._errors = [*self._schema_faults(), *dangling]
        self.abstract = plain(self.tree.entries["abstract"].node) is True if "abstract" in self.tree.entries else False

    def ruleset(self) -> Ruleset:
        errors = self.findings()
        self.warnings = [finding for finding in errors if finding.severity != "error"]
        errors = [finding for finding in errors if finding.severity == "error"]
        if not errors and self.abstract:
            errors = [fault("RUL013", key_mark(self.tree, ("abstract",)), path=("abstract",), name=self._id())]
        if errors:
            raise RulesetError(errors)
        return self._model()

    def findings(self) -> list[Finding]:
        """All faults, in the order of the files."""
        found = [*self._errors, *check_citations(self.tree, self.layers[-1])]
        if not self.abstract:
            found.extend(self._missing(found))
        files = [layer.file.name for layer in self.layers]
        found.extend(run_checks(View(self.tree, found, files), texts.CHECKS))
        found.extend(run_checks(View(self.tree, found, files), lint.CHECKS))
        if self._without_examples() and all(finding.severity != "error" for finding in found):
            warning = fault("RUL029", key_mark(self.tree, ("id",)))
            found.append(replace(warning, severity="warning"))
        return _in_order(found, self.layers)

    def _without_examples(self) -> bool:
        return not self.abstract and "examples" not in self.tree.entries and not self.layers[-1].file.shipped

    def _schema_faults(self) -> list[Finding]:
        files = [layer for layer in self.layers if not layer.file.shipped]
        if not files:
            return []
        from referee.ruleset.schema import schema_faults  # noqa: PLC0415 - jsonschema is slow to import

        return [finding for layer in files for finding in schema_faults(layer.node)]

    def _missing(self, found: list[Finding]) -> list[Finding]:
        """What a complete ruleset has and this lacks, one finding a section, unless another fault explains it."""
        said = {finding.rule for finding in found if finding.rule} | _guessed(found)
        if "extends" in said:
            return []
        lacking: dict[Path, list[str]] = {}
        for path in missing(plain(self.tree)):
            text = path_text(path)
            if not any(text == rule or text.startswith(f"{rule}.") for rule in said):
                lacking.setdefault(path[:-1], []).append(str(path[-1]))
        return [self._lacking(section, keys) for section, keys in lacking.items()]

    def _lacking(self, section: Path, keys: list[str]) -> Finding:
        """Keys missing in a section, said where the author of the last file can add them."""
        body = self.layers[-1].body
        mark = key_mark(body, section)
        if mark is body.mark:
            mark = key_mark(body, ("id",))
        facts = {"key": ", ".join(keys), "section": path_text(section)}
        variant = "message" if section else "top" if keys == ["title"] else "section"
        return fault("RUL010", mark, variant, (*section, keys[0]), **facts)

    def _id(self) -> str:
        entry = self.tree.entries.get("id")
        return str(plain(entry.node)) if entry is not None else self.layers[-1].file.name

    def _model(self) -> Ruleset:
        data = plain(self.tree)
        parts = {name: build(data[name]) for name, build in BUILDERS.items()}
        parts["cross_shape"] = parts.pop("beats")
        return Ruleset(
            id=self._id(),
            title=_words(data["title"]),
            examples=_examples(self.tree),
            origins=MappingProxyType(origins(self.tree)),
            citations=MappingProxyType(citations(self.tree, self.layers)),
            rulings=MappingProxyType({name: _words(text) for name, text in data.get("rulings", {}).items()}),
            values=MappingProxyType(data),
            **parts,
        )


def _guessed(found: Iterable[Finding]) -> set[str]:
    """Paths of the keys that unknown ones were surely meant for; they are not missing as well."""
    return {
        ".".join(filter(None, ((finding.rule or "").rpartition(".")[0], finding.facts["near"])))
        for finding in found
        if finding.code == "RUL007" and finding.facts.get("near")
    }


def _words(text: str | dict[str, str]) -> Mapping[str, str]:
    """A text in English and Chinese; one written once serves for both."""
    return MappingProxyType({"en": text, "zh": text} if isinstance(text, str) else text)


def _examples(tree: MapNode) -> tuple[Example, ...]:
    entry = tree.entries.get("examples")
    if entry is None or not isinstance(entry.node, ListNode):
        return ()
    return tuple(Example(MappingProxyType(plain(item)), origin(item.mark)) for item in entry.node.items)


def _in_order(findings: Iterable[Finding], layers: list[Layer]) -> list[Finding]:
    number = {layer.file.name: index for index, layer in enumerate(layers)}

    def key(finding: Finding) -> tuple[Any, ...]:
        return (-number.get(finding.file or "", 0), finding.place.line, finding.place.column, finding.code)

    return sorted(findings, key=key)
