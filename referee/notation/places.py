"""The place of a play, a card or a claim in a line as it was typed: found again only where a finding needs it.

Columns count characters from 1, the end is exclusive. Lines are those of a ``Line.text``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.notation.cards import spans
from referee.notation.seats import Seating, seating
from referee.notation.text import clean
from referee.notation.walk import walk
from referee.record import Header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lark import Token

Span = tuple[int, int]


def locate(
    seats: Header | Sequence[str],
    text: str,
    play_index: int,
    card_index: int | None = None,
    *,
    attempted: bool = False,
) -> Span:
    """Columns of a play of a trick line 出牌, or of one card in it.

    Args:
        seats: The header of the deal, or the names of the seats.
        text: The line as written.
        play_index: Which play, from 0 in the order written.
        card_index: Which of ``Play.cards.faces``; None for the whole play with its seat.
        attempted: Count in ``Play.attempted.faces``, the throw that failed, instead.

    Returns:
        Column and end column. The whole line where there is no such play or card.
    """
    tokens = _tokens(seats, text)
    plays = _plays(tokens)
    if not 0 <= play_index < len(plays):
        return _whole(text)
    play = plays[play_index]
    if card_index is None:
        return _columns(play[0].start_pos, play[-1].end_pos)
    cards = [token for token in play if token.type == "CARDS"]
    if any(token.type == "KEEPS" for token in play):
        cards = cards[:-1] if attempted else cards[-1:]
    return _card(cards, card_index) or _columns(play[0].start_pos, play[-1].end_pos)


def locate_card(seats: Header | Sequence[str], text: str, card_index: int | None = None) -> Span:
    """Columns of one known card (from 0) of a line with a single list of cards, such as a hand; None: of the list."""
    cards = [token for token in _tokens(seats, text) if token.type == "CARDS"]
    if not cards:
        return _whole(text)
    whole = _columns(cards[0].start_pos, cards[-1].end_pos)
    return whole if card_index is None else _card(cards, card_index) or whole


def locate_claim(seats: Header | Sequence[str], text: str, *, points: bool = False) -> Span:
    """Columns of the winner claimed for a trick 赢家, or of its points; the whole line if there is no such claim."""
    tokens = _tokens(seats, text)
    after = next((place for place, token in enumerate(tokens) if token.type == "SEMICOLON"), len(tokens))
    wanted = "INT" if points else "SEAT"
    found = next((token for token in tokens[after:] if token.type == wanted), None)
    return _columns(found.start_pos, found.end_pos) if found is not None else _whole(text)


def locate_word(seats: Header | Sequence[str], text: str, terminal: str | tuple[str, ...], index: int = 0) -> Span:
    """Columns of a token of some kind (or of several), such as ``SEAT``, from 0; the whole line if there is none."""
    kinds = (terminal,) if isinstance(terminal, str) else terminal
    found = [token for token in _tokens(seats, text) if token.type in kinds]
    return _columns(found[index].start_pos, found[index].end_pos) if 0 <= index < len(found) else _whole(text)


def _tokens(seats: Header | Sequence[str], text: str) -> Sequence[Token]:
    names = seats.seats if isinstance(seats, Header) else tuple(seats)
    at_table: Seating = seating(names)
    return walk(clean(text).text, at_table).tokens


def _plays(tokens: Sequence[Token]) -> list[list[Any]]:
    plays: list[list[Any]] = [[]]
    for token in tokens[1:]:
        if token.type == "SEMICOLON":
            break
        if token.type == "COMMA":
            plays.append([])
        else:
            plays[-1].append(token)
    return [play for play in plays if play]


def _card(tokens: Sequence[Any], index: int) -> Span | None:
    for token in tokens:
        found = spans(token)
        if index < len(found):
            start, end = found[index]
            return _columns(token.start_pos + start, token.start_pos + end)
        index -= len(found)
    return None


def _whole(text: str) -> Span:
    plain = clean(text)
    body = plain.text.rstrip(" \t")
    start = len(body) - len(body.lstrip(" \t"))
    return _columns(start, max(len(body), start + 1))


def _columns(start: int | None, end: int | None) -> Span:
    return (start or 0) + 1, (end or 0) + 1
