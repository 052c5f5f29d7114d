"""The record notation: text to record, record to text, what is wrong with a line. Each part is loaded when used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from referee.notation.cards import CardError as CardError
    from referee.notation.cards import parse_cards as parse_cards
    from referee.notation.fmt import format_text as format_text
    from referee.notation.fmt import language_of as language_of
    from referee.notation.places import locate as locate
    from referee.notation.places import locate_card as locate_card
    from referee.notation.places import locate_claim as locate_claim
    from referee.notation.places import locate_word as locate_word
    from referee.notation.reader import MAX_FINDINGS as MAX_FINDINGS
    from referee.notation.reader import MAX_LINE as MAX_LINE
    from referee.notation.reader import iter_deals as iter_deals
    from referee.notation.reader import iter_stream as iter_stream
    from referee.notation.reader import parse as parse
    from referee.notation.reader import read as read
    from referee.notation.reader import read_bytes as read_bytes
    from referee.notation.reader import read_stream as read_stream
    from referee.notation.reader import read_text as read_text
    from referee.notation.writer import deal_line as deal_line
    from referee.notation.writer import header_lines as header_lines
    from referee.notation.writer import line_of as line_of
    from referee.notation.writer import write_deal as write_deal
    from referee.notation.writer import write_record as write_record

_MODULES: Final = {
    "cards": "CardError parse_cards",
    "fmt": "format_text language_of",
    "places": "locate locate_card locate_claim locate_word",
    "reader": "MAX_FINDINGS MAX_LINE iter_deals iter_stream parse read read_bytes read_stream read_text",
    "writer": "deal_line header_lines line_of write_deal write_record",
}
_HOMES: Final = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [*_HOMES]  # noqa: PLE0604 - every name is found by __getattr__


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
