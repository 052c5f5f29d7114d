"""The words of a question as people type them → the question, each word read and put into canonical form.

Every word may be left out or be ``?``, which is the same: it is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from referee.asking.question import TRUMPS, Kind, Question
from referee.cards import Cards, format_cards
from referee.phrases import Phrase, PhraseError, SeatName, TrumpName, say
from referee.reading import (
    read_cards,
    read_groups,
    read_level,
    read_number,
    seat_index,
    split_list,
    split_seat,
    trump_index,
)
from referee.record import STANDARD_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Given = str | bool | list[str] | None
"""A word as typed: one text, or several where a list may be given piece by piece."""

Reader = Literal[
    "lead", "cards", "plays", "hands", "bids", "seats", "seat", "side", "number", "numbers", "level", "trump", "yes"
]


class Word(NamedTuple):
    """A word of a question: its name, and how it is read."""

    name: str
    reader: Reader


_CARDS = (Word("lead", "lead"), Word("holding", "cards"), Word("play", "cards"))
WORDS: Final[Mapping[Kind, tuple[Word, ...]]] = {
    "follow": _CARDS,
    "lead": (Word("lead", "lead"), Word("others", "hands"), Word("holding", "cards")),
    "trick": (Word("plays", "plays"),),
    "capture": (
        Word("lead", "lead"),
        Word("winning", "cards"),
        Word("plays", "plays"),
        Word("by", "side"),
        Word("led_by", "side"),
        Word("points", "number"),
        Word("kitty", "cards"),
        Word("before", "number"),
    ),
    "result": (
        Word("points", "number"),
        Word("other_level", "level"),
        Word("dealer", "seat"),
        Word("totals", "numbers"),
        Word("seats", "seats"),
    ),
    "bid": (
        Word("bids", "bids"),
        Word("other_level", "level"),
        Word("first_deal", "yes"),
        Word("dealer", "seat"),
        Word("passes", "seats"),
        Word("robs", "bids"),
        Word("seats", "seats"),
    ),
}
"""The words of each kind of question besides ruleset, level and trump, in the order in which they are asked."""


class WordError(PhraseError):
    """A word of a question that cannot be read: ``word`` is its name, ``phrase`` says what is wrong."""

    def __init__(self, word: str, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.word = word


def question_of(kind: Kind, given: Mapping[str, Given]) -> Question:
    """The question that these words ask; ``level`` and ``trump`` are among them.

    Raises:
        WordError: a word cannot be read.
    """
    level, trump = read_word("level", "level", given.get("level")), read_word("trump", "trump", given.get("trump"))
    words: dict[str, Any] = {}
    for word in WORDS[kind]:
        value = read_word(word.name, word.reader, given.get(word.name))
        if value is None:
            continue
        words[word.name] = value
        if word.reader in {"plays", "hands"}:
            words["seats"] = tuple(seat for seat, _ in value)
            words[word.name] = tuple(cards for _, cards in value)
    if kind == "capture":
        words.pop("seats", None)
    return Question(kind, level, trump, words)


def read_word(name: str, reader: Reader, given: Given) -> Any:
    """One word, read; None where it is not known. Raises WordError."""
    if given is None or given == [] or (isinstance(given, str) and given.strip() in {"", "?", "？"}):
        return None
    try:
        return _READERS[reader](given)
    except PhraseError as error:
        raise WordError(name, error.phrase) from None


def _text(given: Given) -> str:
    return " ".join(given) if isinstance(given, list) else str(given)


def _entries(given: Given) -> list[str]:
    """The entries of a list: the pieces given, or one text parted by commas or semicolons."""
    pieces = given if isinstance(given, list) else [str(given)]
    return split_list(pieces[0]) if len(pieces) == 1 else [piece.strip() for piece in pieces]


def _lead(given: Given) -> str:
    return " + ".join(str(group) for group in read_groups(_text(given)))


def _cards(given: Given) -> Cards:
    return read_cards(_text(given))


def _plays(given: Given) -> tuple[tuple[str | None, Any], ...]:
    """Plays or hands with their seats; the first keeps its grouping."""
    found: list[tuple[str | None, Any]] = []
    for entry in _entries(given):
        seat, cards = split_seat(entry)
        found.append((seat, _lead(cards) if "+" in cards else read_cards(cards)))
    return tuple(found)


def _bids(given: Given) -> tuple[tuple[str, str], ...]:
    """Bids, each with its seat; seats that are not said go round the table."""
    if isinstance(given, str) and given.strip().lower() in {"none", "nobody", "-", "无", "无人", "没有"}:
        return ()
    found: list[tuple[str, str]] = []
    for number, entry in enumerate(_entries(given)):
        seat, shown = split_seat(entry)
        found.append((seat or STANDARD_SEATS[number % len(STANDARD_SEATS)], _shown(shown)))
    return tuple(found)


def _shown(text: str) -> str:
    """What was shown, in canonical form: cards, or a suit."""
    from referee.inquiry import shown_of  # noqa: PLC0415 - only bids need it

    shown = shown_of(text)
    return TRUMPS[shown] if isinstance(shown, int) else str(shown)


def _seats(given: Given) -> tuple[str, ...]:
    names = _text(given).replace(",", " ").replace("，", " ").replace("、", " ").split()
    return tuple(_standard(name) for name in names)


def _seat(given: Given) -> str:
    return _standard(_text(given).strip())


def _standard(name: str) -> str:
    """A seat by its usual name, where it is one of the four."""
    try:
        return STANDARD_SEATS[seat_index(STANDARD_SEATS, name)]
    except PhraseError:
        return name


def _side(given: Given) -> str:
    word = _text(given).strip().lower()
    for side, starts in (("attackers", ("a", "闲", "抓", "攻")), ("dealer", ("d", "庄", "守"))):
        if word.startswith(starts):
            return side
    raise PhraseError(Phrase("ask.side", {"text": word}))


def _numbers(given: Given) -> tuple[int, ...]:
    words = _text(given).replace(",", " ").replace("，", " ").replace("、", " ").split()
    return tuple(read_number(word) for word in words)


def _yes(given: Given) -> bool:
    if isinstance(given, bool):
        return given
    word = _text(given).strip().lower()
    if word in {"y", "yes", "true", "1", "是", "对", "首局"}:
        return True
    if word in {"n", "no", "false", "0", "否", "不", "不是"}:
        return False
    raise PhraseError(Phrase("ask.yes", {"text": word}))


_READERS: Final[Mapping[str, Callable[[Given], Any]]] = {
    "lead": _lead,
    "cards": _cards,
    "plays": _plays,
    "hands": _plays,
    "bids": _bids,
    "seats": _seats,
    "seat": _seat,
    "side": _side,
    "number": lambda given: read_number(_text(given)),
    "numbers": _numbers,
    "level": lambda given: read_level(_text(given)),
    "trump": lambda given: TRUMPS[trump_index(_text(given))],
    "yes": _yes,
}


def canonical(question: Question, lang: str = "en") -> dict[str, Any]:
    """The words of a question in canonical form, as plain data; those not known are left out."""
    said: dict[str, Any] = {"kind": question.kind}
    if question.level is not None:
        said["level"] = question.level
    if question.trump is not None and question.kind not in {"result", "bid"}:
        said["trump"] = question.trump
    seats = question.words.get("seats") or ()
    for name, value in question.words.items():
        if name in {"plays", "others"}:
            named = zip((*seats, *[None] * len(value)), value, strict=False)
            said[name] = [_with_seat(seat, _say(cards, lang) or "-", lang) for seat, cards in named]
        elif name in {"bids", "robs"}:
            said[name] = [_with_seat(seat, _say(read_shown(shown), lang), lang) for seat, shown in value]
        elif name == "lead":
            said[name] = " + ".join(_say(group, lang) for group in read_groups(value))
        elif name != "seats" or question.kind in {"result", "bid"}:
            said[name] = _say(value, lang)
    return said


def read_shown(shown: str) -> Any:
    """What was bid, as a value that can be said: cards, or a trump."""
    return TrumpName(TRUMPS.index(shown)) if shown in TRUMPS else read_cards(shown)


def _with_seat(seat: str | None, what: str, lang: str) -> str:
    return what if seat is None else f"{say(SeatName(seat), lang)} {what}"


def _say(value: Any, lang: str) -> Any:
    if isinstance(value, Cards):
        return format_cards(value.faces, lang, unknown=value.unknown)
    if isinstance(value, TrumpName):
        return say(value, lang) if lang != "en" else TRUMPS[value.suit]
    if isinstance(value, tuple):
        return list(value)
    return value
