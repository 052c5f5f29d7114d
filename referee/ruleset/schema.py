"""Checking one ruleset file against ``ruleset.schema.json``, in our own words and with places.

``jsonschema`` is imported on first use and its validator kept. Shipped files are not checked here when they are
loaded: a test does that once, and it would cost more than reading them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from referee import rulesets
from referee.phrases import Phrase, Series
from referee.ruleset import suggest
from referee.ruleset.errors import fault
from referee.ruleset.tree import find, key_mark, path_text
from referee.yamlfile import MapNode, Node, ScalarNode, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    from referee.findings import Finding
    from referee.ruleset.tree import Path

_MAX_SHOWN: Final = 40


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import, and shipped rulesets do not need it

    return Draft202012Validator(rulesets.schema())


def schema_faults(root: MapNode) -> list[Finding]:
    """Every way in which a file does not fit the schema (RUL007 to RUL010), in the order of the file."""
    return [finding for error in _validator().iter_errors(plain(root)) for finding in _reported(error, root)]


def _reported(error: ValidationError, root: MapNode) -> Iterator[Finding]:
    path: Path = tuple(error.absolute_path)
    node = find(root, path)
    assert node is not None, path
    keyword = str(error.validator)
    if "propertyNames" in list(error.relative_schema_path)[-2:]:
        yield _bad_name((*path, str(error.instance)), root)
    elif keyword == "anyOf":
        yield from _alternatives(error, path, node, root)
    elif keyword == "additionalProperties":
        yield from _unknown_keys(error, path, node)
    elif keyword == "required":
        yield from _missing_keys(error, path, node, root)
    elif keyword == "type":
        yield _wrong_type(error, path, node, root)
    else:
        yield _not_allowed(error, path, node)


def _alternatives(error: ValidationError, path: Path, node: Node, root: MapNode) -> Iterator[Finding]:
    """Speak of the alternative that was meant: the one whose type the value has; else of all."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    for refused in ({"type", "enum"}, {"type"} if isinstance(node, ScalarNode) else {"type", "enum"}):
        for errors in branches.values():
            if not any(e.validator in refused for e in errors if not e.relative_path):
                for inner in errors:
                    yield from _reported(inner, root)
                return
    yield _wrong_type(error, path, node, root)


def _unknown_keys(error: ValidationError, path: Path, node: Node) -> Iterator[Finding]:
    if not isinstance(node, MapNode):
        return
    known = list(_schema(error).get("properties", ()))
    for key, entry in node.entries.items():
        if key in known:
            continue
        near = suggest.word(key, known)
        elsewhere = [] if near or path[:1] == ("examples",) else suggest.sections(key)
        facts = {"key": _short(key), "section": path_text(path), "known": ", ".join(known), "near": near}
        variant = ("top_" if not path else "") + ("near" if near else "elsewhere" if elsewhere else "message")
        yield fault("RUL007", entry.key, variant, (*path, key), **facts, elsewhere=Series(tuple(elsewhere), "or"))


def _missing_keys(error: ValidationError, path: Path, node: Node, root: MapNode) -> Iterator[Finding]:
    if not isinstance(node, MapNode):
        return
    missing = [key for key in _list(error.validator_value) if key not in node.entries]
    # one error a missing key, each naming the whole list: report the key this error speaks of
    for key in missing:
        if error.message.startswith(repr(key)):
            variant = "message" if path else "top"
            yield fault("RUL010", key_mark(root, path), variant, (*path, key), key=key, section=path_text(path))


_NAME_FORMS: Final[dict[Path, str]] = {
    ("rulings",): "ruling",
    ("sources",): "document",
    ("shapes", "run_names"): "width",
}


def _bad_name(path: Path, root: MapNode) -> Finding:
    """A key that cannot be a name here."""
    kind = _NAME_FORMS.get(path[:-1], "lower")
    facts = {"key": _short(str(path[-1])), "section": path_text(path[:-1]), "form": Phrase(f"ruleset.name.{kind}")}
    near = suggest.name(str(path[-1]), "_") if kind == "lower" else ""
    return fault("RUL009", key_mark(root, path), "name_near" if near else "name", path, **facts, near=near)


def _wrong_type(error: ValidationError, path: Path, node: Node, root: MapNode) -> Finding:
    what = path_text(path) or "ruleset"
    facts: dict[str, Any] = {"key": what, "expected": _expected(_schema(error)), "got": _kind(node)}
    variant = "message"
    if isinstance(node, ScalarNode) and isinstance(node.value, str):
        near = suggest.typed(node.text, set(_type_names(_schema(error))))
        if near:
            variant = "near"
            facts |= {"text": _short(node.text), "near": near}
    mark = node.mark if isinstance(node, ScalarNode) else key_mark(root, path)
    return fault("RUL008", mark, variant, path, **facts)


def _not_allowed(error: ValidationError, path: Path, node: Node) -> Finding:
    keyword, limit = str(error.validator), error.validator_value
    facts: dict[str, Any] = {
        "key": path_text(path) or "ruleset",
        "value": _short(node.text) if isinstance(node, ScalarNode) else _kind(node),
        "limit": limit if isinstance(limit, int) else "",
    }
    mark = node.mark
    if keyword in {"enum", "const"}:
        known = [_written(value) for value in _list(limit)]
        near = _near(node, known)
        facts |= {"known": ", ".join(dict.fromkeys(known)), "near": near}
        return fault("RUL009", mark, "near" if near else "message", path, **facts)
    if path == ("id",) and isinstance(node, ScalarNode) and (near := suggest.name(node.text, "-")):
        facts["near"] = near
        return fault("RUL009", mark, "pattern_near", path, **facts, what=_described(_schema(error)))
    variant = {
        "minimum": "too_small",
        "maximum": "too_big",
        "minItems": "too_few",
        "minProperties": "too_few",
        "minLength": "too_few",
        "maxItems": "too_many",
        "maxLength": "too_many",
        "uniqueItems": "twice",
    }.get(keyword, "pattern")
    return fault("RUL009", mark, variant, path, **facts, what=_described(_schema(error)))


def _schema(error: ValidationError) -> dict[str, Any]:
    return dict(error.schema) if isinstance(error.schema, Mapping) else {}


def _list(value: object) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def _near(node: Node, known: list[str]) -> str:
    if not isinstance(node, ScalarNode):
        return ""
    if isinstance(node.value, bool):
        word = "yes" if node.value else "no"
        return word if word in known else ""
    return suggest.value(node.text, known)


def _written(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _short(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"


def _described(schema: dict[str, Any]) -> Phrase:
    """What the schema says a value is, in both languages."""
    english, _, chinese = str(schema.get("description", "")).partition(" · ")
    return Phrase("ruleset.text", {"english": english.rstrip("."), "chinese": chinese.rstrip("。")})


def _kind(node: Node) -> Phrase:
    """What a value is, in words."""
    if isinstance(node, MapNode):
        return Phrase("ruleset.got.mapping")
    if not isinstance(node, ScalarNode):
        return Phrase("ruleset.got.list")
    kinds = {type(None): "null", bool: "boolean", int: "integer", float: "decimal", str: "text"}
    return Phrase(f"ruleset.got.{kinds[type(node.value)]}", {"text": _short(node.text)})


def _expected(schema: dict[str, Any]) -> Any:
    """What may stand there, in words: types, and the words allowed."""
    words: list[Any] = []
    for word in _types(schema):
        if word not in words:
            words.append(word)
    return Series(tuple(words), "or")


def _type_names(schema: dict[str, Any]) -> Iterator[str]:
    """The names of the types that a schema allows."""
    yield from (phrase.key.rpartition(".")[2] for phrase in _types(schema) if isinstance(phrase, Phrase))


def _types(schema: dict[str, Any]) -> Iterator[Any]:
    if "$ref" in schema:
        schema = rulesets.schema()["$defs"][schema["$ref"].rpartition("/")[2]]
    for part in schema.get("anyOf", ()):
        yield from _types(part)
    if "enum" in schema:
        yield from (_written(value) for value in schema["enum"])
    types = schema.get("type", ())
    for name in [types] if isinstance(types, str) else types:
        yield Phrase(f"ruleset.type.{name}")
