"""Cards 牌 as written: text to ``Cards``, and back to the place of each card.

What counts as cards is said by the grammar's ``CARDS`` terminal alone; here a text it has accepted is taken apart.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from referee.cards import RANK_INDEX, Cards, Unknown
from referee.grammar import load
from referee.notation.text import clean
from referee.phrases import PhraseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from referee.phrases import Phrase

_SUIT_LISTS = ("S s ♠ 黑桃 黑", "H h ♥ 红桃 红心 红", "D d ♦ 方块 方片 方", "C c ♣ 梅花 梅 草花")
SUIT_WORDS: Final[Mapping[str, int]] = {word: suit for suit, words in enumerate(_SUIT_LISTS) for word in words.split()}
"""Every way to write a suit 花色, without the variation selector a phone adds."""
_RANK_WORDS: Final = {rank.lower(): index for rank, index in RANK_INDEX.items()} | RANK_INDEX | {"T": 8, "t": 8}
_JOKER_WORDS: Final = {"L": 52, "l": 52, "小": 52, "B": 53, "b": 53, "大": 53}

_SUIT = "|".join(sorted(SUIT_WORDS, key=len, reverse=True))
_RANK = re.compile(r"10|[2-9TJQKAtjqka]")
_GROUP = re.compile(
    rf"(?:(?P<suit>{_SUIT})\ufe0f?(?P<ranks>(?:10|[2-9TJQKAtjqka])*)|(?P<joker>[LlBb小大][Jj王鬼]))?"
    r"(?:[xX](?P<count>[0-9]+)|(?P<unknown>\?)(?:[xX](?P<some>[0-9]+))?)?[ \t]*"
)
_COUNT = "[xX][1-9][0-9]?"
_UNSEEN = rf"\?(?:{_COUNT})?"
GROUP: Final = re.compile(
    rf"(?:[♠♥♦♣]\ufe0f?|{_SUIT})(?:(?:10|[2-9TJQKAtjqka])+(?:{_COUNT}|{_UNSEEN}|(?!\?))|{_UNSEEN})"
    rf"|(?:[LlBb][Jj]|[小大][王鬼])(?:{_COUNT})?|{_UNSEEN}"
)
"""One group of cards, as ``CARD_GROUP`` in the grammar; for messages only."""


class CardError(PhraseError):
    """Cards that cannot be read.

    Attributes:
        offset: Where the fault is in the text given, from 0.
        end: Where it ends.
        phrase: What is wrong; ``str()`` says it in English, ``referee.phrases.say`` in either language.
    """

    def __init__(self, offset: int, end: int, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.offset = offset
        self.end = end


@lru_cache(maxsize=1)
def cards_pattern() -> re.Pattern[str]:
    """The grammar's ``CARDS`` terminal."""
    return re.compile(load("record").get_terminal("CARDS").pattern.to_regexp())


@lru_cache(maxsize=65536)
def decode(text: str) -> Cards:
    """The cards of a text that the ``CARDS`` terminal has accepted."""
    faces: tuple[int, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    for word in text.split():
        seen, unseen = _decode_word(word)
        faces += seen
        unknown += unseen
    return Cards(faces, unknown)


@lru_cache(maxsize=16384)
def _decode_word(text: str) -> tuple[tuple[int, ...], tuple[Unknown, ...]]:
    """Known and unknown cards of a word: groups come again in other plays, and no group has a blank inside."""
    faces: list[int] = []
    unknown: list[Unknown] = []
    for group in _groups(text):
        suit = SUIT_WORDS[group["suit"]] if group["suit"] else None
        if suit is not None:
            base = suit * 13
            faces += [base + _RANK_WORDS[rank] for rank in _RANK.findall(group["ranks"])]
        elif group["joker"]:
            faces.append(_JOKER_WORDS[group["joker"][0]])
        if group["count"]:
            faces += faces[-1:] * (int(group["count"]) - 1)
        if group["unknown"]:
            unknown.append(Unknown(suit, int(group["some"]) if group["some"] else None))
    return tuple(faces), tuple(unknown)


def spans(text: str) -> list[tuple[int, int]]:
    """Start and end in ``text`` (accepted by ``CARDS``) of each known card, in the order of ``Cards.faces``."""
    found: list[tuple[int, int]] = []
    for group in _groups(text):
        if group["suit"]:
            start = group.start("suit")
            for rank in _RANK.finditer(text, group.start("ranks"), group.end("ranks")):
                found.append((start, rank.end()))
                start = rank.end()
        elif group["joker"]:
            found.append(group.span("joker"))
        if group["count"]:
            first = found.pop()[0]
            found += [(first, group.end("count"))] * int(group["count"])
    return found


def _groups(text: str) -> Iterator[re.Match[str]]:
    at = len(text) - len(text.lstrip(" \t"))
    while at < len(text):
        group = _GROUP.match(text, at)
        if group is None or group.end() == at:
            raise ValueError(f"not cards: {text!r}")
        yield group
        at = group.end()


@lru_cache(maxsize=4096)
def parse_cards(text: str) -> Cards:
    """Cards as a player types them: English or Chinese, symbols, ``T`` for ten, lower case, full width.

    An empty text is no cards.

    Raises:
        CardError: some part cannot be read as cards.
    """
    plain = clean(text)
    stripped = plain.text.strip()
    if plain.comment == len(text) and (not stripped or cards_pattern().fullmatch(stripped)):
        return decode(stripped)
    from referee.notation.cardfault import card_error  # noqa: PLC0415 - only when something is wrong

    raise card_error(plain)
