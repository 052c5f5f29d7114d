"""What people write in a question at the table, read forgivingly: cards, lists of plays, levels, trumps, seats.

The notation of records is strict (``referee.notation``); a question is not. Case, blanks, full width, ``7H`` for
``H7``, ``10`` and ``T``, suit signs, English and Chinese words are all taken for what they mean. What cannot be read is
a ``PhraseError`` that says why, in both languages.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from referee.cards import RANK_INDEX, SUITS, Card, Cards
from referee.phrases import Count, Phrase, PhraseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.ruleset.model import Ruleset

CardText = str | Cards | Card | tuple[Card, ...] | list[Card]
"""How cards are given: text (``"H7788"``), or ``Card`` values."""

NO_TRUMP: Final = 4
_SUITS: Final = (
    "s ♠ ♤ 黑桃 黑 spade spades",
    "h ♥ ♡ 红桃 红心 红 heart hearts",
    "d ♦ ♢ 方块 方片 方 diamond diamonds",
    "c ♣ ♧ 梅花 梅 草花 草 club clubs",
)
_SUIT_WORDS: Final = {word: suit for suit, words in enumerate(_SUITS) for word in words.split()}
_NO_TRUMP: Final = frozenset({"nt", "n", "notrump", "none", "no", "无主", "无将", "无"})
_NUMERALS: Final = dict(zip("二两三四五六七八九十", ("2", *map(str, range(2, 11))), strict=True))
_RANK_WORDS: Final = {**_NUMERALS, "勾": "J", "钩": "J", "圈": "Q", "老k": "K", "尖": "A", "t": "10"}
_LEVEL_WORDS: Final = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "ten": "10", "deuce": "2"}
_BIG: Final = r"(?:big|large|red)\s*joker|大\s*(?:王|鬼|怪|joker)|[br]j"
_LITTLE: Final = r"(?:little|small|black)\s*joker|小\s*(?:王|鬼|怪|joker)|lj"
_TOKEN: Final = re.compile(
    rf"(?P<big>{_BIG})|(?P<little>{_LITTLE})"
    rf"|(?P<suit>{'|'.join(sorted(map(re.escape, _SUIT_WORDS), key=len, reverse=True))})\ufe0f?"
    rf"|(?P<rank>10|[2-9tjqka]|{'|'.join(word for word in _RANK_WORDS if word != 't')})"
    r"|(?:x|×|\*)\s*(?P<count>[1-9][0-9]?)|(?P<unseen>\?)|(?P<blank>[\s,.;、。:/|·()\[\]\"'“”‘’「」-]+)"
)
_BETWEEN: Final = re.compile(r"[;；|\n]"), re.compile(r"[,，、]")
_NOTHING: Final = frozenset({"", "-", "–", "—", "none", "void", "nothing", "no", "无", "没有", "断", "断门", "空"})
_SEAT: Final = re.compile(r"\s*(?:([^\s:：]{1,16})\s*[:：]|([NESW])(?=\s)|([北东南西])家?)\s*", re.IGNORECASE)
_CHINESE_SEATS: Final = {"北": "N", "东": "E", "南": "S", "西": "W"}


def read_cards(cards: CardText) -> Cards:
    """Cards given as text or as values. Raises ValueError where the text cannot be read."""
    if isinstance(cards, Cards):
        return cards
    if isinstance(cards, Card):
        return Cards((cards.face,))
    if not isinstance(cards, str):
        return Cards(tuple(card.face for card in cards))
    from referee.notation import CardError, parse_cards  # noqa: PLC0415 - the grammar is needed only for text

    try:
        return parse_cards(cards)
    except CardError as strict:
        plain = _in_notation(cards)
        if plain is not None:
            with suppress(CardError):
                return parse_cards(plain)
        raise strict from None


def _in_notation(text: str) -> str | None:
    """Loosely written cards as the notation has them; None where something in between is no card."""
    plain = unicodedata.normalize("NFKC", text).lower()
    if plain.strip() in _NOTHING:
        return ""
    groups: list[str] = []
    suit: str | None = None
    waiting = ""  # ranks written before their suit, as in 7788H
    at, first, before, glued = 0, None, None, False
    while at < len(plain):
        token = _TOKEN.match(plain, at)
        if token is None:
            return None
        at = token.end()
        kind, word = token.lastgroup, token.group(token.lastgroup or 0)
        first = first or (kind if kind in {"suit", "rank"} else None)
        match kind:
            case "big" | "little":
                groups.append("BJ" if kind == "big" else "LJ")
            case "suit" if (first == "rank" and not waiting) or before == "suit":
                return None
            case "suit" if first == "rank":
                groups.append(SUITS[_SUIT_WORDS[word]] + waiting)
                waiting = ""
            case "suit":
                suit = SUITS[_SUIT_WORDS[word]]
            case "rank" if first == "rank":
                waiting += _RANK_WORDS.get(word, word).upper()
            case "rank":
                groups.append(f"{suit}{_RANK_WORDS.get(word, word).upper()}")
            case "count":
                if waiting or not groups or "x" in groups[-1]:
                    return None
                groups[-1] += f"x{word}"
            case "unseen":
                groups.append(f"{suit}?" if suit is not None and glued else "?")
        glued = kind == "suit"
        before = before if kind == "blank" and before == "suit" else kind
    return None if waiting or (before == "suit" and first == "suit") else " ".join(groups)


def read_groups(cards: CardText) -> list[Cards]:
    """The cards of a lead, split at ``+`` where its text declares a grouping. Raises ValueError."""
    return [read_cards(part) for part in cards.split("+")] if isinstance(cards, str) else [read_cards(cards)]


def in_deck(ruleset: Ruleset, cards: Cards) -> Cards:
    """The cards, if the deck holds so many copies of each. Raises ValueError if not."""
    for face in set(cards.faces):
        copies = ruleset.deck.counts[face]
        if cards.faces.count(face) > copies:
            raise PhraseError(Phrase("ask.copies", {"count": Count(copies, "copy"), "card": Cards((face,))}))
    return cards


def split_list(text: str) -> list[str]:
    """The entries of a list of hands, plays or bids, parted by semicolons or, where there are none, by commas."""
    mark = next((mark for mark in _BETWEEN if mark.search(text)), _BETWEEN[0])
    return [part.strip() for part in mark.split(text)]


def split_seat(text: str) -> tuple[str | None, str]:
    """A play or bid with its seat in front (``N H55``, ``北 红55``, ``Ann: H55``): the seat, if any, and the rest."""
    found = _SEAT.match(text)
    if found is None:
        return None, text.strip()
    name = found[1] or found[2] or found[3]
    standard = _CHINESE_SEATS.get(name, name.upper() if name.upper() in {"N", "E", "S", "W"} else name)
    return standard, text[found.end() :].strip()


def trump_index(trump: str) -> int:
    """The suit index of a trump given as ``S H D C``, ``♠♥♦♣``, ``NT`` or in words. Raises ValueError otherwise."""
    name = re.sub(r"[\s\ufe0f_-]|主是|为主", "", unicodedata.normalize("NFKC", trump)).lower()
    if name in _NO_TRUMP:
        return NO_TRUMP
    suit = _SUIT_WORDS.get(name.removesuffix("主"))
    if suit is not None:
        return suit
    raise PhraseError(Phrase("ask.trump", {"trump": trump}))


def level_name(level: str | int) -> str:
    """A level as the rules name it: ``10`` for ``T``, ``十`` and the number 10, letters in upper case."""
    name = re.sub(r"^(?:打|level\s*)|级$", "", unicodedata.normalize("NFKC", str(level)).strip().lower()).strip()
    return _LEVEL_WORDS.get(name) or _RANK_WORDS.get(name, name).upper()


def read_level(level: str | int) -> str:
    """As ``level_name``, of a level that there is. Raises ValueError if there is none of that name."""
    name = level_name(level)
    if name not in RANK_INDEX:
        raise PhraseError(Phrase("ask.level", {"level": str(level)}))
    return name


def read_number(text: str | int) -> int:
    """A number of points (``95``, ``95 分``, ``-20``). Raises ValueError if it is none."""
    found = re.fullmatch(r"([+−-]?\d{1,6})(?:分|points?|pts?)?", re.sub(r"\s", "", str(text)).lower())
    if found is None:
        raise PhraseError(Phrase("ask.number", {"text": str(text)}))
    return int(unicodedata.normalize("NFKC", found[1]).replace("−", "-"))


def seat_index(names: Sequence[str], seat: str) -> int:
    """The index of a seat by its name, also in Chinese. Raises ValueError if there is none of that name."""
    name = seat.strip()
    folded = _CHINESE_SEATS.get(name.removesuffix("家"), name).casefold()
    for index, known in enumerate(names):
        if known.casefold() == folded:
            return index
    raise PhraseError(Phrase("ask.seat", {"seat": seat, "names": " ".join(names)}))
