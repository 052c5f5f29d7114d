"""What is wrong with a line that could not be read: one fault, and what of a trick can be kept.

The order: a first word nobody knows; then the card scanner on the word at fault, which names the character; then what
could have stood there, in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lark.exceptions import UnexpectedInput

from referee.grammar import load
from referee.notation.build import Source, build, deal_number, one_play
from referee.notation.cardfault import WORD, card_fault
from referee.notation.expected import generic, said
from referee.notation.fault import Fault, LineFault, quoted
from referee.notation.filler import filler_fault
from referee.notation.linestart import line_start_fault
from referee.notation.seats import seating
from referee.notation.stranger import stranger_fault
from referee.notation.suggest import misspelt
from referee.notation.trickfault import trick_fault
from referee.notation.walk import Walk, match, walk
from referee.notation.words import TAG_NAMES, WORDS
from referee.phrases import SeatName, SideName
from referee.record import STANDARD_SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lark import Token

    from referee.notation.seats import Seating
    from referee.notation.text import Clean
    from referee.record import Play

_CLOSING = {'"': '"', "“": "”", "”": "”", "「": "」"}
_KEEPS_LAST_PLAY = frozenset({"missing_comma", "missing_semicolon", "no_winner", "trailing"})


class Diagnosis(NamedTuple):
    """The fault of a line, the tokens before it, and of a trick its number and the plays before the fault."""

    fault: Fault
    tokens: Sequence[Token]
    trick: tuple[int, list[Play]] | None

    @property
    def kind(self) -> str:
        """The terminal of the line's or tag's keyword, also of one that is misspelt; "" if it is not known."""
        if self.tokens:
            return self.tokens[self.tokens[0].type == "LSQB" and len(self.tokens) > 1].type
        if self.fault.variant == "digits":
            return "DEAL"
        meant = self.fault.facts.get("english")
        return next((terminal for terminal, words in WORDS.items() if words[0] == meant), "")


def is_no_line(plain: Clean) -> Diagnosis | None:
    """What is wrong with a line that begins like no line of a deal: a header may go on after it."""
    found = diagnose(plain, seating(STANDARD_SEATS))
    stray = found.fault.code == "REC003" or found.fault.variant in {"line_start", "brackets"}
    return found if stray and not found.tokens and (not found.kind or found.kind in TAG_NAMES) else None


def diagnose(plain: Clean, seats: Seating, last_trick: int = 0) -> Diagnosis:
    """Why a line cannot be read.

    Args:
        plain: A line that the grammar or the builder has refused.
        seats: Who sits at the table.
        last_trick: Number of the trick before, for a trick line without one.
    """
    way = walk(plain.text, seats)
    built = _built_fault(plain, seats)
    if built is not None and (way.whole or built.start < way.stop):
        fault = built
    else:
        fault = filler_fault(plain, way, seats) or _word_fault(plain.text, way, seats, last_trick)
    return Diagnosis(fault, way.tokens, _kept(plain, way, seats, fault, last_trick))


def _built_fault(plain: Clean, seats: Seating) -> Fault | None:
    """The fault of a line whose words are in order; None for others."""
    try:
        tree = load("record").parse(plain.text)
        head: Any = tree.children[0]
        if head.data == "deal":
            deal_number(head.children)
        elif head.data != "tag":
            build(tree, Source(0, plain.original, seats))
    except UnexpectedInput:
        return None
    except LineFault as problem:
        return problem.fault
    return Fault("REC008", "number", 0, len(plain.text.rstrip()), {"word": quoted(plain.text.strip())})


def _word_fault(text: str, way: Walk, seats: Seating, last_trick: int) -> Fault:
    stop = way.stop
    closing = _CLOSING.get(text[stop : stop + 1])
    if closing is not None and text.find(closing, stop + 1) < 0:
        return Fault("REC002", "quote_open", stop, len(text), {"mark": closing})
    if not way.tokens:
        return line_start_fault(text, stop, seats, last_trick)
    explain = trick_fault if way.tokens[0].type == "TRICK_NUMBER" else _line_fault
    return explain(text, way, seats) or generic(text, way)


def _line_fault(text: str, way: Walk, seats: Seating) -> Fault | None:
    """A fault of a tag or of any line of a deal that is no trick."""
    stop, expected = way.stop, way.expected
    at_end = stop >= len(text.rstrip())
    if way.tokens[0].type == "LSQB":
        fault = _tag_fault(text, way, at_end=at_end)
        if fault is not None:
            return fault
    if {"SUIT", "NT"} <= expected and "CARDS" not in expected:
        return Fault("REC002", "which_suit", stop, _word_end(text, stop))
    if at_end:
        if "FACE" in expected and way.tokens[-1].type in {"SIDE", "SEAT"}:
            return Fault("REC002", "level_missing", stop, stop, {"side": _side(way.tokens[-1], seats)})
        return None
    if way.stranger:
        return _stranger(text, way, seats)
    return _number_in_words(text, way) or _cards_or_word(text, way)


def _tag_fault(text: str, way: Walk, *, at_end: bool) -> Fault | None:
    if at_end and "RSQB" in way.expected:
        return Fault("REC002", "tag_open", way.stop, way.stop)
    if not at_end and "SEAT" in way.expected and "SEATS" in {token.type for token in way.tokens}:
        end = _word_end(text, way.stop)
        return Fault("REC007", "name_form", way.stop, end, {"word": quoted(text[way.stop : end])})
    return None


def _stranger(text: str, way: Walk, seats: Seating) -> Fault:
    """A word at ``stop`` that was taken for a seat, but nobody sits there."""
    if match("CARDS", text, way.stop):
        word = match("SEAT", text, way.stop)
        end = word.end() if word else way.stop + 1
        shown = said(way.tokens[0].type)
        return Fault("REC002", "whose_cards", way.stop, end, {"keyword": shown, "seat": SeatName(seats.names[0])})
    return stranger_fault(text, way.stop, seats)


def _number_in_words(text: str, way: Walk) -> Fault | None:
    """A Chinese numeral where a number or level should stand."""
    if not {"INT", "FACE"} & way.expected or "CARDS" in way.expected:
        return None
    scanned = card_fault(text, way.stop)
    if scanned is None or scanned.variant != "numeral":
        return None
    if "FACE" in way.expected:
        return scanned.fault
    return Fault("REC002", "digits", scanned.start, scanned.end, scanned.facts)


def _cards_or_word(text: str, way: Walk) -> Fault | None:
    """The card scanner where cards could stand, then a keyword that is nearly right."""
    if "CARDS" in way.expected or way.tokens[-1].type == "CARDS":
        scanned = card_fault(text, way.stop)
        if scanned is not None:
            return scanned.fault
    return misspelt(text, way.stop, way.expected)


def _side(token: Token, seats: Seating) -> SideName | SeatName:
    if token.type == "SIDE":
        names = [seats.names[seat] for word in token.upper() if (seat := seats.find(word)) is not None]
        return SideName(tuple(names))
    seat = seats.find(token)
    return SeatName(str(token) if seat is None else seats.names[seat])


def _word_end(text: str, at: int) -> int:
    word = WORD.match(text, at)
    return word.end() if word else min(at + 1, len(text))


def _kept(plain: Clean, way: Walk, seats: Seating, fault: Fault, last_trick: int) -> tuple[int, list[Play]] | None:
    """Number and plays of a trick up to the fault."""
    if fault.variant == "missing_dot":
        return int(fault.facts["number"]), []
    if fault.variant == "missing_number":
        return last_trick + 1, []
    if fault.variant == "filler" and not way.tokens:
        number = str(fault.facts["right"]).partition(".")[0]
        return (int(number), []) if number.isdigit() else None
    if not way.tokens or way.tokens[0].type != "TRICK_NUMBER":
        return None
    plays: list[Play] = []
    turn = 0
    source = Source(0, plain.original, seats)
    for piece in _pieces(way, fault):
        play = one_play(piece, turn, source)
        plays.append(play)
        turn = (play.seat + 1) % len(seats.names)
    return int(way.tokens[0][:-1]), plays


def _pieces(way: Walk, fault: Fault) -> list[list[Token]]:
    """The tokens of each play that was read whole before the fault."""
    pieces: list[list[Token]] = [[]]
    for token in way.tokens[1:]:
        if (token.start_pos or 0) >= fault.start or token.type == "SEMICOLON":
            break
        if token.type == "COMMA":
            pieces.append([])
        else:
            pieces[-1].append(token)
    else:
        token = None
    ended = token is not None and token.type in {"COMMA", "SEMICOLON"}
    if not ended and fault.variant not in _KEEPS_LAST_PLAY:
        pieces.pop()
    return [piece for piece in pieces if piece and piece[-1].type == "CARDS"]
