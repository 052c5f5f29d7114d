"""The small scanner that names the character at fault in a word that should have been cards 牌."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from referee.notation.cards import GROUP, SUIT_WORDS, CardError, decode
from referee.notation.fault import Fault, quoted
from referee.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.cards import Cards
    from referee.notation.text import Clean

NUMERALS: Final = {
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
}  # fmt: skip
"""Chinese numerals, which the notation does not read."""
WORD: Final = re.compile(r"[^\s,;:()\[\]\"“”「」@+]+")
_SUIT: Final = re.compile(rf"(?:{'|'.join(sorted(SUIT_WORDS, key=len, reverse=True))})\ufe0f?")
_RANKS: Final = re.compile(r"(?:10|[2-9TJQKAtjqka])+")
_DIGITS: Final = re.compile(r"[0-9]+")
_JOKER: Final = re.compile(r"(?i:jok(?:er)?|jo|[lb](?![a-z0-9]))(?![A-Za-z])|[小大]?[王鬼]|[小大](?![^\W0-9A-Za-z_])")
_COUNT: Final = re.compile(r"[xX][0-9]*")
_LATIN: Final = re.compile(r"[A-Za-z]{4,}")
_CARD_LETTERS: Final = frozenset("SHDCTJQKALBXOshdctjqkalbxo")


class CardFault(NamedTuple):
    """What is wrong with a group: a phrase ``notation.cards.<variant>`` and where, from 0."""

    variant: str
    start: int
    end: int
    facts: Mapping[str, Any]

    @property
    def phrase(self) -> Phrase:
        """What is wrong, in words."""
        return Phrase(f"notation.cards.{self.variant}", self.facts)

    @property
    def fault(self) -> Fault:
        """The same as the fault of a line."""
        return Fault("REC004", "message", self.start, self.end, {"problem": self.phrase})


def card_fault(text: str, at: int) -> CardFault | None:
    """The first fault of the run of cards (no blanks) that begins at ``at``; None if it does not look like cards."""
    word = _LATIN.match(text, at)
    if word and sum(letter not in _CARD_LETTERS for letter in word[0]) > 1:
        return None
    start = place = at
    while True:
        group = GROUP.match(text, place)
        if group is None:
            break
        start, place = place, group.end()
        if not _continues(text, place):
            return _numeral(text, place)
    if place == at:
        return _bad_group(text, at)
    return _bad_end(text, start, place)


def card_error(plain: Clean) -> CardError:
    """Why a text is not cards, for callers that have nothing else to say about it."""
    text, at = plain.text, 0
    while at < len(text):
        word = WORD.match(text, at)
        if word is None and text[at] not in " \t":
            return CardError(at, at + 1, Phrase("notation.cards.none", {"word": quoted(text[at])}))
        if word is not None:
            found = card_fault(text, at)
            if found is not None:
                return CardError(found.start, found.end, found.phrase)
            end = _run_end(text, at)
            if end < word.end():
                strange = quoted(text[end : word.end()])
                return CardError(end, word.end(), Phrase("notation.cards.none", {"word": strange}))
        at = word.end() if word else at + 1
    return CardError(plain.comment, len(plain.original), Phrase("notation.cards.none", {"word": "#"}))


def _run_end(text: str, at: int) -> int:
    """Where the readable groups that begin at ``at`` end."""
    while group := GROUP.match(text, at):
        at = group.end()
    return at


def _continues(text: str, at: int) -> bool:
    """True if the character at ``at`` belongs to the run of cards before it."""
    return at < len(text) and (text[at] in "?_" or (text[at].isascii() and text[at].isalnum()))


def _bad_end(text: str, start: int, at: int) -> CardFault | None:
    """The fault at ``at``, glued to the readable group that begins at ``start``."""
    mark = text.find("x", start, at) if "x" in text[start:at] else text.find("X", start, at)
    if mark > start:
        return _count_not_last(text, start, mark)
    if _SUIT.match(text, at) or not text[at].isascii() or text[at] in "LlBb?_":
        bad = _bad_group(text, at)
        if bad is not None and bad.variant in {"suit_alone", "no_rank", "letter_o", "not_rank", "numeral"}:
            return bad
    return _bad_rank(text, at)


def _bad_rank(text: str, at: int) -> CardFault:
    """What stands at ``at`` should have been a rank."""
    if text[at] in "xX" and (_RANKS.match(text, at - 1) or _DIGITS.match(text, at + 1)):
        end = _COUNT.match(text, at).end()  # type: ignore[union-attr]
        return CardFault("count", at, end, {"word": quoted(text[at:end])})
    if text[at] == "1" and text[at + 1 : at + 2] in {"O", "o"}:
        return CardFault("letter_o", at, at + 2, {"word": text[at : at + 2]})
    if text[at] in "01":
        return CardFault("no_rank", at, at + 1, {"word": text[at]})
    return _numeral(text, at) or CardFault("not_rank", at, at + 1, {"word": quoted(text[at])})


def _bad_group(text: str, at: int) -> CardFault | None:
    """No group begins at ``at``: why?"""
    numeral = _numeral(text, at)
    joker = _JOKER.match(text, at)
    if numeral or joker:
        return numeral or CardFault("joker", at, joker.end() if joker else at, {})
    suit = _SUIT.match(text, at)
    if suit:
        return _bad_suited(text, at, suit.end())
    ranks = _RANKS.match(text, at)
    if ranks:
        return _ranks_first(text, at, ranks.end())
    if text[at : at + 1] == "1" and text[at + 1 : at + 2] in {"O", "o"}:
        return _bad_rank(text, at)
    digits = _DIGITS.match(text, at)
    if digits:
        return CardFault("no_suit", at, digits.end(), {"word": quoted(digits[0])})
    if at < len(text) and _RANKS.match(text, at + 1) and text[at].isalpha():
        return CardFault("not_suit", at, at + 1, {"word": quoted(text[at])})
    return None


def _bad_suited(text: str, at: int, end: int) -> CardFault:
    """A suit at ``at`` that no rank follows at ``end``."""
    if _continues(text, end) or _numeral(text, end):
        return _bad_rank(text, end)
    return CardFault("suit_alone", at, end, {"word": quoted(text[at:end])})


def _ranks_first(text: str, at: int, end: int) -> CardFault:
    """Ranks at ``at`` with no suit before them; perhaps it stands after them."""
    suit = _SUIT.match(text, end)
    if suit and not _continues(text, suit.end()):
        cards: Cards = decode(text[end : suit.end()] + text[at:end])
        return CardFault("suit_first", at, suit.end(), {"right": cards})
    if end < len(text) and text[end] in "01":
        end = max(end, _DIGITS.match(text, end).end())  # type: ignore[union-attr]
    return CardFault("no_suit", at, end, {"word": quoted(text[at:end])})


def _numeral(text: str, at: int) -> CardFault | None:
    value = NUMERALS.get(text[at : at + 1])
    return None if value is None else CardFault("numeral", at, at + 1, {"right": value})


def _count_not_last(text: str, start: int, mark: int) -> CardFault:
    """A count at ``mark`` with something glued to it that is no group."""
    suit = _SUIT.match(text, start)
    count = _DIGITS.match(text, mark + 1)
    digits = count[0] if count else ""
    tail_end = _RANKS.match(text, mark + 1 + len(digits))
    for length in (1, 2):
        rest = digits[length:] + (tail_end[0] if tail_end else "")
        if suit and rest and _RANKS.fullmatch(rest):
            sign = Phrase(f"notation.suit.{SUIT_WORDS[suit[0].rstrip(chr(0xFE0F))]}")
            facts = {"suit": sign, "first": text[suit.end() : mark] + "x" + digits[:length], "second": rest}
            return CardFault("count_last", mark, mark + 1, facts)
    end = mark + 1 + len(digits)
    return CardFault("count", mark, end, {"word": quoted(text[mark:end])})
