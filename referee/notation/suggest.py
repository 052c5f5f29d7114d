"""The keyword someone meant: spelling slips in Latin letters, and Chinese characters taken for another."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from referee.notation.cardfault import WORD
from referee.notation.fault import MAX_WORD, Fault, quoted
from referee.notation.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

_LOOK_ALIKE: Final = {
    "嬴": "赢", "羸": "赢", "蠃": "赢", "用": "甩", "摔": "甩", "流": "留", "溜": "留", "理": "埋", "裡": "埋",
    "枪": "抢", "凉": "亮", "高": "亮", "返": "反", "及": "级", "极": "级", "发": "罚", "伐": "罚", "番": "翻",
    "王": "主", "住": "主", "柱": "主", "低": "底", "抵": "底",
}  # fmt: skip
_CLOSE: Final = 0.65
_CLOSE_CHINESE: Final = 0.5


def misspelt(text: str, at: int, terminals: Iterable[str]) -> Fault | None:
    """The fault of a word at ``at`` that is nearly one of the keywords that could stand there."""
    word = WORD.match(text, at)
    found = nearest(word[0], sorted(terminals)) if word and len(word[0]) <= MAX_WORD else None
    if word is None or found is None:
        return None
    terminal, length = found
    english, chinese = WORDS[terminal]
    part = word[0][:length]
    variant = "did_you_mean" if part.isascii() else "did_you_mean_chinese"
    facts = {"word": quoted(part), "english": english, "chinese": chinese}
    return Fault("REC003", variant, at, at + length, facts)


def nearest(word: str, terminals: Iterable[str]) -> tuple[str, int] | None:
    """The keyword terminal most like ``word``, and how many of its characters are meant; None if none is near.

    Args:
        word: What was typed: Latin letters, or a run of Chinese characters of which the first may be meant.
        terminals: The keywords that could stand there.
    """
    best: tuple[float, str, int] | None = None
    for terminal in terminals:
        words = WORDS.get(terminal)
        if words is None:
            continue
        if word.isascii():
            likeness = SequenceMatcher(None, word.lower(), words[0].split()[0].lower()).ratio()
            found = (likeness, terminal, len(word)) if likeness >= _CLOSE and len(word) > 1 else None
        else:
            found = _nearest_chinese(word, terminal, words[1])
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return None if best is None else best[1:]


def _nearest_chinese(word: str, terminal: str, right: str) -> tuple[float, str, int] | None:
    length = len(right)
    part = word[:length]
    if length == 1:
        return (1.0, terminal, 1) if _LOOK_ALIKE.get(part) == right else None
    same = sum(a == b or _LOOK_ALIKE.get(a) == b for a, b in zip(part, right, strict=False))
    likeness = same / length
    return (likeness, terminal, len(part)) if likeness >= _CLOSE_CHINESE and len(part) == length else None
