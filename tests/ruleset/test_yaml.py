"""Strict YAML: typing, places, bounds, and no text that breaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.findings.catalogue import message
from referee.yamlfile import MapNode, ScalarNode, YamlError, parse, plain

if TYPE_CHECKING:
    from referee.findings import Finding


def data(text: str) -> object:
    return plain(parse(text, "f.yaml"))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("010", "010"),
        ("0", 0),
        ("-7", -7),
        ("+7", 7),
        ("0o17", "0o17"),
        ("0x1F", "0x1F"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".inf", ".inf"),
        ("2026-01-02", "2026-01-02"),
        ("'10'", "10"),
        ('"true"', "true"),
        ("K", "K"),
        ("=", "="),
        ("12345678901234567890", "12345678901234567890"),
    ],
)
def test_typing(written: str, value: object) -> None:
    got = data(f"a: {written}\n")
    assert got == {"a": value}
    assert isinstance(got, dict)
    assert type(got["a"]) is type(value)


def test_keys_are_text() -> None:
    assert data("5: a\ntrue: b\nK: c\n") == {"5": "a", "true": "b", "K": "c"}


def test_places_count_characters_from_one() -> None:
    node = parse("标题: 拖拉机  # 说明\nlist:\n  - a\n  - {b: 7}\n", "f.yaml")
    assert isinstance(node, MapNode)
    entry = node.entries["标题"]
    assert entry.key == ("f.yaml", 1, 1, 3)
    assert entry.node.mark == ("f.yaml", 1, 5, 8)
    inner = node.entries["list"].node.items[1]  # type: ignore[union-attr]
    assert isinstance(inner, MapNode)
    seven = inner.entries["b"].node
    assert isinstance(seven, ScalarNode)
    assert (seven.mark.line, seven.mark.column, seven.value) == (4, 9, 7)


def test_aliases_are_read() -> None:
    assert data("a: &x [1, 2]\nb: *x\n") == {"a": [1, 2], "b": [1, 2]}


def test_all_duplicates_are_told_at_once() -> None:
    with pytest.raises(YamlError) as caught:
        parse("a: 1\nb: {c: 1, c: 2}\na: 2\n", "f.yaml")
    assert [(f.code, f.place.line, f.place.column) for f in caught.value.findings] == [
        ("RUL004", 2, 11),
        ("RUL004", 3, 1),
    ]


def test_a_byte_order_mark_and_windows_lines() -> None:
    assert data("a: 1\r\nb:\r\n  - 2\r\n") == {"a": 1, "b": [2]}


def refused(text: str) -> list[Finding]:
    """What is said of a text; nothing if it is YAML."""
    try:
        parse(text, "f.yaml")
    except YamlError as error:
        return error.findings or pytest.fail("refused without a word")
    return []


@given(st.text(max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    for finding in refused(text):
        assert finding.place.line >= 1
        assert finding.code in {"RUL002", "RUL003", "RUL004", "RUL005", "RUL006"}


@given(st.text("ab:-[]{},&*!#'\"\n \t%@`|>?0", max_size=50))
def test_no_punctuation_breaks_it(text: str) -> None:
    for finding in refused(text):
        for lang in ("en", "zh"):
            assert message(finding, lang)
