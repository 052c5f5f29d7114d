"""Cards 牌 as small integers, and groups of cards as they are written.

A *face* is an integer 0..53: ``suit * 13 + rank`` with suits S H D C = 0..3 and ranks 2..A = 0..12;
52 is the little joker 小王, 53 the big joker 大王. Copies of a face are not told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

SUITS: Final = "SHDC"
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LITTLE_JOKER: Final = 52
BIG_JOKER: Final = 53
FACES: Final = 54
NO_SUIT: Final = 4

RANK_INDEX: Final = {name: index for index, name in enumerate(RANKS)}
SUIT_INDEX: Final = {name: index for index, name in enumerate(SUITS)}
SUIT_OF: Final = (*(face // 13 for face in range(52)), NO_SUIT, NO_SUIT)
"""Printed suit of each face; ``NO_SUIT`` for the jokers."""
RANK_OF: Final = (*(face % 13 for face in range(52)), 13, 14)
"""Printed rank index of each face; 13 and 14 for the little and the big joker."""

SUIT_SYMBOLS: Final = "♠♥♦♣"
_NAMES_EN: Final = (*(SUITS[f // 13] + RANKS[f % 13] for f in range(52)), "LJ", "BJ")
_NAMES_ZH: Final = (*(SUIT_SYMBOLS[f // 13] + RANKS[f % 13] for f in range(52)), "小王", "大王")


@dataclass(frozen=True, slots=True)
class Unknown:
    """Unseen cards of a group: their suit index if written, and their number if written."""

    suit: int | None
    count: int | None


@dataclass(frozen=True, slots=True)
class Cards:
    """One written group of cards: the known faces in the order written, and the unknown ones."""

    faces: tuple[int, ...]
    unknown: tuple[Unknown, ...] = ()

    @property
    def known(self) -> bool:
        """True if every card is known."""
        return not self.unknown

    @property
    def size(self) -> int | None:
        """How many cards these are, or None where an unknown group has no number."""
        total = len(self.faces)
        for group in self.unknown:
            if group.count is None:
                return None
            total += group.count
        return total

    def __str__(self) -> str:
        return format_cards(self.faces, unknown=self.unknown)


NO_CARDS: Final = Cards(())


class Card(NamedTuple):
    """A single card as a value of the public interface, e.g. ``Card("H", "10")`` or ``Card("", "BJ")``."""

    suit: str
    rank: str

    @property
    def face(self) -> int:
        """The integer face of this card. Raises ValueError if there is no such card."""
        if self.rank in {"LJ", "BJ"}:
            return LITTLE_JOKER if self.rank == "LJ" else BIG_JOKER
        if self.suit not in SUIT_INDEX or self.rank not in RANK_INDEX:
            raise ValueError(f"there is no card {self.suit}{self.rank}")
        return SUIT_INDEX[self.suit] * 13 + RANK_INDEX[self.rank]

    @classmethod
    def of(cls, face: int) -> Card:
        """The card with this face."""
        if face >= LITTLE_JOKER:
            return cls("", _NAMES_EN[face])
        return cls(SUITS[face // 13], RANKS[face % 13])

    def __str__(self) -> str:
        return self.suit + self.rank


def face_name(face: int, lang: str = "en") -> str:
    """The name of one card: ``H10`` in English, ``♥10`` in Chinese."""
    return (_NAMES_ZH if lang == "zh" else _NAMES_EN)[face]


def written_order(faces: Iterable[int]) -> list[int]:
    """Faces in canonical written order: suits S H D C, ranks high to low, then LJ, BJ."""
    return sorted(faces, key=lambda face: face if face >= LITTLE_JOKER else (face // 13) * 13 + 12 - face % 13)


def format_cards(faces: Iterable[int], lang: str = "en", *, unknown: Iterable[Unknown] = (), sort: bool = True) -> str:
    """Cards in the canonical notation, e.g. ``SAAK H10 LJ`` or ``♠AAK ♥10 小王``.

    Unknown cards come last: ``?``, ``?x3``, ``H?x2``. With ``sort=False`` the order given is kept.
    """
    ordered = written_order(faces) if sort else list(faces)
    suits = SUIT_SYMBOLS if lang == "zh" else SUITS
    jokers = ("小王", "大王") if lang == "zh" else ("LJ", "BJ")
    groups: list[str] = []
    previous = -1
    for face in ordered:
        suit = SUIT_OF[face]
        if suit == previous:
            groups[-1] += jokers[face - 52] if suit == NO_SUIT else RANKS[face % 13]
        else:
            groups.append(jokers[face - 52] if suit == NO_SUIT else suits[suit] + RANKS[face % 13])
        previous = suit
    for group in unknown:
        suit_text = "" if group.suit is None else suits[group.suit]
        groups.append(f"{suit_text}?" + ("" if group.count is None else f"x{group.count}"))
    return " ".join(groups)


def make_deck(decks: int) -> tuple[int, ...]:
    """All faces of so many full decks, 54 cards each."""
    return tuple(face for face in range(FACES) for _ in range(decks))
