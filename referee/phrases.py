"""Everything the referee says, in English and Chinese: a phrase is a key and facts, worded only when it is shown.

The wording of each key stands in ``phrases.yaml`` (and, for findings, in the finding's own file), both languages
side by side, as ``str.format`` templates over the names of the facts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.cards import Cards, format_cards
from referee.shapes import Alternative, Shape, Tier

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "zh")


class Phrase(NamedTuple):
    """A sentence or part of one: its key in the catalogue and the facts it speaks of."""

    key: str
    facts: Mapping[str, Any] = {}


class SeatName(NamedTuple):
    """A seat by its name in the record; standard seats are translated (N, 北)."""

    name: str


class SideName(NamedTuple):
    """A side by the names of its seats in turn order, e.g. ``("N", "S")``."""

    seats: tuple[str, ...]


class DomainName(NamedTuple):
    """An effective suit: 0..3 = S H D C, 4 = trump."""

    domain: int


class TrumpName(NamedTuple):
    """What is trump: 0..3 = S H D C, 4 = no-trump 无主."""

    suit: int


class Count(NamedTuple):
    """So many of something: ``Count(2, "card")`` is "2 cards" or 2 张牌; nouns are in the catalogue."""

    number: int
    noun: str


class Series(NamedTuple):
    """Several values said one after another.

    ``link`` is ``and`` or ``or`` between words, ``either`` between cards, ``clauses`` between whole clauses, ``list``.
    """

    items: tuple[Any, ...]
    link: str = "and"


class PhraseError(ValueError):
    """A question that cannot be answered: ``phrase`` says why in either language, ``str()`` in English."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.key)
        self.phrase = phrase

    def __str__(self) -> str:
        return say(self.phrase)


@lru_cache(maxsize=1)
def _catalogue() -> Mapping[str, Mapping[str, Any]]:
    import yaml  # noqa: PLC0415 - only when something has to be said

    text = resources.files("referee").joinpath("phrases.yaml").read_text(encoding="utf-8")
    # Composed, not loaded: finding out the types of values that are all text takes as long again.
    root: Any = yaml.compose(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    return {key.value: {lang.value: words.value for lang, words in entry.value} for key, entry in root.value}


def wording(key: str, lang: str) -> str:
    """The template of a key. Raises KeyError if the catalogue lacks it."""
    entry = _catalogue()[key]
    return str(entry[lang])


def catalogue_keys() -> tuple[str, ...]:
    """Every key of the catalogue of phrases."""
    return tuple(_catalogue())


def say(value: Any, lang: str = "en") -> str:
    """A fact or phrase in words.

    Raises:
        KeyError: the catalogue has no such key, or a template names a fact that is not there.
    """
    match value:
        case Phrase(key, facts):
            return fill(wording(key, lang), facts, lang)
        case SeatName(name):
            return wording(f"seat.{name}", lang) if name in {"N", "E", "S", "W"} else name
        case SideName(seats):
            return wording(f"side.{''.join(seats)}", lang) if set(seats) <= {"N", "E", "S", "W"} else "+".join(seats)
        case DomainName(domain):
            return wording(f"domain.{domain}", lang)
        case TrumpName(suit):
            return wording(f"trump.{suit}", lang)
        case Count(number, noun):
            entry = _catalogue()[f"count.{noun}"]
            one = entry.get("one" if lang == "en" else "zh_one") if number == 1 else None
            return str(one or entry[lang]).format(n=number)
        case Series(items, link):
            return _say_series([say(item, lang) for item in items], link, lang)
        case Cards():
            return format_cards(value.faces, lang, unknown=value.unknown)
        case Tier(alternatives):
            return _say_series([say(a, lang) for a in alternatives], "or", lang)
        case Shape(width, length):
            return say_shape(width, length, lang)
        case Alternative(terms, any_cards):
            parts = [_say_term(shape, k, lang) for shape, k in terms]
            if any_cards:
                parts.append(say(Count(any_cards, "any_card"), lang))
            return _say_series(parts, "plus", lang)
        case _:
            return str(value)


def fill(template: str, facts: Mapping[str, Any], lang: str) -> str:
    """A template with its facts put in words. In Chinese a blank parts them only where they are letters or numbers."""
    if lang != "zh":
        return template.format(**{name: say(value, lang) for name, value in facts.items()})
    marked = {name: _marked(value, say(value, lang)) for name, value in facts.items()}
    text = _NEEDLESS_BLANK.sub("", template.format(**marked)).replace(_WORDS, _EDGE)
    return _spaced(text, _EDGE).replace(_EDGE, "")


_HAN = r"[^\W\x00-\u052f\uff00-\uffef]"
"""A Chinese letter, told by what it is not: Python takes a range as wide as 一-鿿 apart letter by letter, each time."""
_EDGE, _WORDS = "\ue000", "\ue001"
"""Stand at both ends of a fact until the text around it is known. Texts quoted from a record have no such mark."""
_NEEDLESS_BLANK = re.compile(f"(?<={_HAN}) (?={_WORDS}{_HAN})|(?<={_HAN}{_WORDS}) (?={_HAN})")
"""Templates leave room around cards such as ♠A; where they are words, as 大王, there is none."""


def _marked(value: Any, words: str) -> str:
    if isinstance(value, Cards | Series | Phrase | DomainName | TrumpName):
        return f"{_WORDS}{words}{_WORDS}"
    return f"{_EDGE}{words}{_EDGE}" if isinstance(value, int | Count | SeatName | SideName) else words


def _spaced(text: str, edge: str = "") -> str:
    """A text with a blank wherever Chinese meets a letter or number, with this mark between them."""
    return re.sub(f"(?<={_HAN}){edge}(?=[0-9A-Za-z])|(?<=[0-9A-Za-z]){edge}(?={_HAN})", " ", text)


def say_shape(width: int, length: int, lang: str) -> str:
    """A shape in a player's words: "pair", "tractor of 3 pairs", 对子, 三连对拖拉机."""
    key = f"shape.S{width}" if length == 1 else f"shape.T{width}"
    return wording(key, lang).format(length=_number(length, lang))


def _say_term(shape: Shape, times: int, lang: str) -> str:
    if times == 1:
        return say(shape, lang)
    key = f"shapes.S{shape.width}" if shape.length == 1 else f"shapes.T{shape.width}"
    times_said = "两" if lang == "zh" and times == 2 else _number(times, lang)
    return wording(key, lang).format(k=times_said, length=_number(shape.length, lang))


def _number(number: int, lang: str) -> str:
    """A number that is part of a name: 2, 二."""
    if lang != "zh" or number >= 100:
        return str(number)
    tens, ones = divmod(number, 10)
    ten = "" if tens == 0 else "十" if tens == 1 else f"{_NUMERALS[tens]}十"
    return ten + (_NUMERALS[ones] if ones or not tens else "")


_NUMERALS = "零一二三四五六七八九"


def _say_series(words: list[str], link: str, lang: str) -> str:
    if len(words) <= 1:
        return "".join(words)
    joined = _joined(words, link, lang)
    return _spaced(joined) if lang == "zh" else joined


def _joined(words: list[str], link: str, lang: str) -> str:
    comma = wording("series.clause" if link == "clauses" else "series.comma", lang)
    if link == "list":
        return comma.join(words)
    if link == "plus":
        return wording("series.plus", lang).join(words)
    last = wording(f"series.{link}", lang)
    if lang == "zh":
        last = last.lstrip() if words[-2][-1:] > "一" else last
        last = last.rstrip() if words[-1][:1] > "一" else last
    return comma.join(words[:-1]) + last + words[-1]
