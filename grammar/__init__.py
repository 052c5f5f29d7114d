"""The small languages of the project, as Lark grammars. ``load`` builds each once, on first use."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark


@lru_cache(maxsize=16)
def load(name: str, **options: Any) -> Lark:
    """The parser of one grammar of this folder, built on first use and kept in memory.

    LALR with the contextual lexer unless ``options`` say otherwise. Nothing is written to disk.

    Args:
        name: File name without ``.lark``: ``record``, ``shape``, ``formula``.
        options: Further options of ``Lark``; they must be hashable.

    Raises:
        FileNotFoundError: there is no such grammar.
    """
    from lark import Lark  # noqa: PLC0415 - importing a grammar's package must cost nothing

    text = resources.files(__name__).joinpath(f"{name}.lark").read_text(encoding="utf-8")
    settings: dict[str, Any] = {"parser": "lalr", "lexer": "contextual", "maybe_placeholders": False}
    return Lark(text, **(settings | options))
