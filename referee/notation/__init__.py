"""The record notation: text to record, record to text, and what is wrong with a line."""

from __future__ import annotations

from referee.notation.cards import CardError, parse_cards
from referee.notation.fmt import format_text, language_of
from referee.notation.places import locate, locate_card, locate_claim, locate_word
from referee.notation.reader import (
    MAX_FINDINGS,
    MAX_LINE,
    iter_deals,
    iter_stream,
    parse,
    read,
    read_bytes,
    read_stream,
    read_text,
)
from referee.notation.writer import deal_line, header_lines, line_of, write_deal, write_record

__all__ = [
    "MAX_FINDINGS",
    "MAX_LINE",
    "CardError",
    "deal_line",
    "format_text",
    "header_lines",
    "iter_deals",
    "iter_stream",
    "language_of",
    "line_of",
    "locate",
    "locate_card",
    "locate_claim",
    "locate_word",
    "parse",
    "parse_cards",
    "read",
    "read_bytes",
    "read_stream",
    "read_text",
    "write_deal",
    "write_record",
]
