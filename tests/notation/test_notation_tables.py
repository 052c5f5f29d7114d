"""The tables that are shipped beside each grammar: what Lark makes of it, and never used for anything else."""

from __future__ import annotations

import json
from pathlib import Path

import lark
import pytest
from lark.parsers.lalr_analysis import Shift

from referee import grammar

LINES = (
    "[ruleset qq-2deck]",
    "1. N throws H98844 keeps H44, E H55, S ?x3 D5 ; N 15",
    "北庄",
    "亮 东 S2 @12",
    "score x",
    "",
)


def text_of(name):
    return grammar.read(f"{name}.lark")


def built(name):
    return grammar.build(text_of(name), grammar.STARTS[name])


def described(parser):
    """A parser as plain values: its terminals, and its states by number in the order in which they are reached."""
    table = parser.parser.parser._parse_table
    numbers: dict[int, int] = {}
    waiting = [table.start_states[start] for start in sorted(table.start_states)]
    states = []
    lexers = []
    while waiting:
        state = waiting.pop(0)
        if state in numbers:
            continue
        numbers[state] = len(numbers)
        actions = sorted(table.states[state].items())
        states.append(actions)
        waiting += [target for _, (action, target) in actions if action is Shift]
        lexers.append([terminal.name for terminal in parser.parser.lexer.lexers[state].terminals])
    named = [
        [(token, numbers[to] if action is Shift else rule(to)) for token, (action, to) in actions] for actions in states
    ]
    ends = {start: numbers[state] for start, state in table.end_states.items()}
    terminals = {t.name: (t.priority, t.pattern.to_regexp()) for t in parser.terminals}
    return terminals, named, ends, lexers, parser.lexer_conf.ignore


def rule(found):
    return found.origin.name, [part.name for part in found.expansion], found.alias, repr(found.options)


def test_every_grammar_is_listed():
    folder = Path(grammar.__file__).parent
    assert {file.stem for file in folder.glob("*.lark")} == set(grammar.STARTS)
    assert {file.stem for file in folder.glob("*.json")} == set(grammar.STARTS)


@pytest.mark.parametrize("name", grammar.STARTS)
def test_what_is_shipped_is_what_lark_makes_of_the_grammar(name):
    shipped = grammar.from_tables(grammar.read(f"{name}.json"), text_of(name))
    assert shipped is not None, "make docs"
    assert described(shipped) == described(built(name))


def test_a_parser_reads_the_same_with_and_without_tables():
    def outcome(parser, line):
        try:
            return parser.parse(line)
        except lark.UnexpectedInput as error:
            return type(error), error.pos_in_stream, getattr(error, "expected", None) or getattr(error, "allowed", None)

    shipped, made = grammar.load("record"), built("record")
    assert not hasattr(shipped, "source_grammar")  # a parser that was built keeps the text
    for line in LINES:
        assert outcome(shipped, line) == outcome(made, line)


def tampered(**changes):
    return json.dumps(json.loads(grammar.read("formula.json")) | changes)


@pytest.mark.parametrize(
    "tables",
    [
        "",
        "null",
        "[" * 100_000,
        grammar.read("formula.json")[:-100],
        grammar.read("shape.json"),
        tampered(data={}),
        tampered(memo={}),
        tampered(made=None),
    ],
)
def test_tables_that_do_not_serve_are_left_alone(tables, monkeypatch):
    assert grammar.from_tables(tables, text_of("formula")) is None
    read = grammar.read
    monkeypatch.setattr(grammar, "read", lambda file: tables if file == "formula.json" else read(file))
    parser = grammar.load.__wrapped__("formula")
    assert parser.source_grammar == text_of("formula")
    assert parser.parse("2 ** n").data == "binary"


def test_missing_tables_are_made(monkeypatch):
    def read(file, found=grammar.read):
        return found(file if file.endswith(".lark") else "missing.json")

    monkeypatch.setattr(grammar, "read", read)
    assert grammar.load.__wrapped__("formula").parse("n").data == "name"


def test_tables_of_another_text_or_another_lark_do_not_serve(monkeypatch):
    tables, text = grammar.read("formula.json"), text_of("formula")
    assert grammar.from_tables(tables, f"{text}\n// a word more") is None
    series = lark.__version__.rpartition(".")[0]
    monkeypatch.setattr(lark, "__version__", f"{series}.999")
    assert grammar.from_tables(tables, text) is not None
    monkeypatch.setattr(lark, "__version__", f"{series}9.0")
    assert grammar.from_tables(tables, text) is None
