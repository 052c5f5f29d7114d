"""A line token by token, up to where it goes wrong: what was read, what could have followed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from referee.grammar import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lark import Token

    from referee.notation.seats import Seating


class Walk(NamedTuple):
    """How far a line can be read.

    Attributes:
        tokens: What was read.
        stop: Where the first thing stands that could not be; the length of the text if it ends too soon.
        expected: Terminals that could stand there; ``$END`` is the end of the line.
        stranger: True if a word stands there as a seat that nobody declared.
        whole: True if the line was read to its end.
    """

    tokens: Sequence[Token]
    stop: int
    expected: frozenset[str]
    stranger: bool = False
    whole: bool = False


def walk(text: str, seats: Seating) -> Walk:
    """Read ``text`` (cleaned) as far as the grammar and the declared seats allow. Tags may name any seat."""
    end = len(text.rstrip(" \t"))
    parser: Any = load("record").parse_interactive(text)
    tokens: list[Token] = []
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):
            if token.type == "SEAT" and tokens[0].type != "LSQB" and seats.find(token) is None:
                return Walk(tokens, token.start_pos or 0, frozenset(parser.accepts()), stranger=True)
            parser.feed_token(token)
            tokens.append(token)
    except UnexpectedInput as error:
        place = error.pos_in_stream if isinstance(error, UnexpectedCharacters) else _start(error, end)
        return Walk(tokens, place or 0, frozenset(parser.accepts()))
    expected = frozenset(parser.accepts())
    return Walk(tokens, end, expected, whole="$END" in expected)


def _start(error: UnexpectedInput, end: int) -> int:
    token = error.token if isinstance(error, UnexpectedToken) else None
    return end if token is None or token.type == "$END" else token.start_pos or 0


def match(terminal: str, text: str, at: int) -> re.Match[str] | None:
    """What a terminal of the grammar would read at ``at``."""
    return re.compile(load("record").get_terminal(terminal).pattern.to_regexp()).match(text, at)
