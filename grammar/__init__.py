"""The small languages of the project, as Lark grammars. ``load`` gives the parser of each, made on first use.

Beside ``NAME.lark`` lies ``NAME.json``, the tables that Lark makes of it: making them takes longer than checking a
deal. They are part of the package and nothing but data; nobody's files are read or written for them. They serve where
they were made of the very text of the grammar by the same series of Lark; elsewhere the grammar is built anew.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from lark import Lark

STARTS: Final = {"record": ["line"], "shape": ["shape", "tier", "lead", "bid"], "formula": ["formula"]}
"""Each grammar, and the rules that a text may be read by."""


@lru_cache(maxsize=len(STARTS))
def load(name: str) -> Lark:
    """The parser of a grammar of this folder, kept in memory: LALR with the contextual lexer.

    Args:
        name: One of ``STARTS``.

    Raises:
        KeyError: there is no such grammar.
    """
    starts, text = STARTS[name], read(f"{name}.lark")
    try:
        tables = read(f"{name}.json")
    except (OSError, ValueError):
        tables = ""
    return from_tables(tables, text) or build(text, starts)


def build(text: str, starts: list[str]) -> Lark:
    """The parser of the grammar in ``text``."""
    from lark import Lark  # noqa: PLC0415 - importing a grammar's package must cost nothing

    return Lark(text, start=starts, parser="lalr", lexer="contextual", maybe_placeholders=False)


def to_tables(parser: Lark, text: str) -> str:
    """What ``from_tables`` reads: the tables of the parser that was built of ``text``."""
    from lark.grammar import Rule  # noqa: PLC0415 - as above
    from lark.lexer import TerminalDef  # noqa: PLC0415

    data, memo = parser.memo_serialize([TerminalDef, Rule])
    written = {"made": _made(text), "data": data, "memo": memo}
    return json.dumps(written, ensure_ascii=False, separators=(",", ":")) + "\n"


def from_tables(tables: str, text: str) -> Lark | None:
    """The parser whose tables these are; None if they were not made of ``text`` by the series of Lark installed."""
    from lark import Lark  # noqa: PLC0415 - as above

    try:
        written = json.loads(tables, object_hook=_numbered)
        return Lark.load(written) if written["made"] == _made(text) else None
    except Exception:  # whatever Lark thinks of them, the grammar is still there
        return None


def _made(text: str) -> dict[str, str]:
    """Of which grammar tables are made, and by whom: releases of one series of Lark (1.3) read each other's."""
    from lark import __version__ as lark  # noqa: PLC0415 - as above

    return {"lark": ".".join(lark.split(".")[:2]), "sha256": hashlib.sha256(text.encode()).hexdigest()}


def _numbered(mapping: dict[str, Any]) -> dict[Any, Any]:
    """JSON has no numbers for keys; Lark has."""
    return {int(key) if key.isdecimal() else key: value for key, value in mapping.items()}


def read(file: str) -> str:
    """The text of a file of this folder. Raises FileNotFoundError."""
    return resources.files(__name__).joinpath(file).read_text(encoding="utf-8")
