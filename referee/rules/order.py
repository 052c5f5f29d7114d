"""Card order 牌的大小: a ruleset bound to a level 级 and a trump suit 主, as tables of small integers.

Binding sorts every face into a domain (an effective suit: 0..3 = S H D C as side suits 副牌, 4 = trump 主牌) and
gives it a position there; equal positions are equal in rank (副10: H10 = D10 = C10). The tracks of a domain say
which faces are neighbours, and so which sets form a run. Rules G-4, 2Q-1…2Q-7, 4D-11…4D-13; readings A-3, A-16, A-20.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from referee.cards import BIG_JOKER, LITTLE_JOKER, RANK_INDEX, SUIT_OF
from referee.phrases import Phrase, PhraseError

if TYPE_CHECKING:
    from referee.ruleset.model import Ruleset

TRUMP = 4
NO_TRUMP = 4
"""As a trump suit, 4 means no-trump 无主."""


class Slot(NamedTuple):
    """One step of a track: the faces that may stand there (one is used), and its rank; a run ranks by its highest."""

    faces: tuple[int, ...]
    rank: int


Track = tuple[Slot, ...]


class Order(NamedTuple):
    """The tables of one binding."""

    domain: tuple[int, ...]
    """Domain of each face; -1 for faces that are not in the deck."""
    position: tuple[int, ...]
    """Position of each face in its domain; higher beats lower."""
    tracks: tuple[tuple[Track, ...], ...]
    """Tracks of each domain 0..4."""


class _Class(NamedTuple):
    """A class of trump.order with its faces; ``slots`` are its positions low to high."""

    name: str
    slots: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=512)
def make_order(ruleset: Ruleset, level: str, trump: int) -> Order:
    """The order tables of a ruleset at a level (``"2"``…``"A"``) with a trump suit (0..3, 4 = no-trump)."""
    if level not in RANK_INDEX:
        raise PhraseError(Phrase("ask.level", {"level": level}))
    classes = [_present(ruleset, c) for c in _trump_classes(ruleset, RANK_INDEX[level], trump)]
    domain = [-1] * 54
    position = [-1] * 54
    for face in range(54):
        if ruleset.deck.counts[face]:
            domain[face] = SUIT_OF[face]
    places: list[tuple[str, int, tuple[int, ...]]] = []
    at = 0
    for name, slots in classes:
        for faces in slots:
            if faces:
                places.append((name, at, faces))
                for face in faces:
                    domain[face], position[face] = TRUMP, at
            at += bool(faces) or (name == "suit_cards" and not ruleset.adjacency.close_gaps_trump)
    tracks: list[tuple[Track, ...]] = []
    for suit in range(4):
        side = _side_places(ruleset, suit, domain)
        for _, at, faces in side:
            position[faces[0]] = at
        tracks.append(_tracks(ruleset, suit, side, RANK_INDEX[level], trump))
    tracks.append(_tracks(ruleset, TRUMP, places, RANK_INDEX[level], trump))
    return Order(tuple(domain), tuple(position), tuple(tracks))


def _present(ruleset: Ruleset, group: _Class) -> _Class:
    counts = ruleset.deck.counts
    return _Class(group.name, tuple(tuple(f for f in faces if counts[f]) for faces in group.slots))


def _trump_classes(ruleset: Ruleset, level: int, trump: int) -> list[_Class]:
    """The classes of trump cards, low to high."""
    rules = ruleset.trump
    permanent = [RANK_INDEX[r] for r in rules.permanent_ranks if RANK_INDEX[r] != level]
    level_is_trump = trump != NO_TRUMP or rules.no_trump_level_cards_are_trump
    classes: list[_Class] = []
    names = list(rules.order)
    while names:
        name = names.pop(0)
        base, _, rank = name.rstrip(")").partition("(")
        if base in {"permanent_on_suit", "permanent_off_suit"} and not rank:
            pair = [base]
            if names and names[0] in {"permanent_on_suit", "permanent_off_suit"}:
                pair.append(names.pop(0))
            for each in permanent:
                classes.extend(_rank_class(ruleset, part, each, trump) for part in pair)
        elif base.startswith("permanent"):
            if RANK_INDEX[rank] in permanent:
                classes.append(_rank_class(ruleset, base, RANK_INDEX[rank], trump))
        elif base.startswith("level"):
            if level_is_trump:
                classes.append(_rank_class(ruleset, base, level, trump))
        elif base == "suit_cards":
            removed = {level, *permanent}
            suit_slots = (() if r in removed else (trump * 13 + r,) for r in ruleset.rank_order)
            classes.append(_Class(base, tuple(suit_slots) if trump != NO_TRUMP else ()))
        else:
            classes.append(_Class(base, ((BIG_JOKER if base == "big_joker" else LITTLE_JOKER,),)))
    classes.reverse()
    return classes


def _rank_class(ruleset: Ruleset, name: str, rank: int, trump: int) -> _Class:
    """The class of one rank in trump: its on-suit card, or its off-suit cards (all four at no-trump)."""
    if name.endswith("on_suit"):
        return _Class(name, ((trump * 13 + rank,),) if trump != NO_TRUMP else ())
    faces = tuple(suit * 13 + rank for suit in range(4) if suit != trump)
    if name == "level_off_suit" and not ruleset.trump.off_suit_levels_equal:
        order = ruleset.trump.off_suit_levels_order
        return _Class(name, tuple((suit * 13 + rank,) for suit in order if suit != trump))
    return _Class(name, (faces,))


def _side_places(ruleset: Ruleset, suit: int, domain: list[int]) -> list[tuple[str, int, tuple[int, ...]]]:
    places: list[tuple[str, int, tuple[int, ...]]] = []
    at = 0
    for rank in ruleset.rank_order:
        face = suit * 13 + rank
        here = domain[face] == suit
        if here:
            places.append(("suit_cards", at, (face,)))
        at += here or not ruleset.adjacency.close_gaps_side
    return places


def _tracks(
    ruleset: Ruleset, domain: int, places: list[tuple[str, int, tuple[int, ...]]], level: int, trump: int
) -> tuple[Track, ...]:
    model = ruleset.adjacency.model
    if model == "natural_or_skip":
        return _natural_or_skip(ruleset, domain, places, level, trump)
    if model == "natural_rank" and domain == TRUMP:
        return _natural_rank(places, trump)
    return _size_order(ruleset, places)


def _size_order(ruleset: Ruleset, places: list[tuple[str, int, tuple[int, ...]]]) -> tuple[Track, ...]:
    """Neighbours by position; a gap in the numbers or a boundary that does not join breaks the track."""
    links = ruleset.adjacency.trump_links
    joined = None if links is None else {frozenset(link) for link in links}
    tracks: list[list[Slot]] = []
    previous: tuple[str, int] | None = None
    for name, at, faces in places:
        adjacent = previous is not None and at == previous[1] + 1
        if adjacent and joined is not None and previous is not None and previous[0] != name:
            adjacent = frozenset((previous[0], name)) in joined
        if not adjacent:
            tracks.append([])
        tracks[-1].append(Slot(faces, at))
        previous = (name, at)
    return tuple(tuple(track) for track in tracks)


def _natural_rank(places: list[tuple[str, int, tuple[int, ...]]], trump: int) -> tuple[Track, ...]:
    """A-20: faces of one printed suit, consecutive in A 2 3 … K A; the ace low or high, ranked by natural points."""
    members = {face for _, _, faces in places for face in faces if face < LITTLE_JOKER}
    tracks: list[Track] = []
    for suit in range(4):
        run: list[Slot] = []
        for natural, rank in enumerate((12, *range(12), 12), start=1):
            if suit * 13 + rank in members:
                run.append(Slot((suit * 13 + rank,), natural * 2 + (suit == trump)))
            else:
                tracks.append(tuple(run))
                run = []
        tracks.append(tuple(run))
    return tuple(track for track in tracks if track)


def _natural_or_skip(
    ruleset: Ruleset, domain: int, places: list[tuple[str, int, tuple[int, ...]]], level: int, trump: int
) -> tuple[Track, ...]:
    """Faces of one printed suit, neighbours in rank order with the level rank in its place or without it."""
    at_of = {face: at for _, at, faces in places for face in faces}
    tracks: list[Track] = []
    for suit in range(4):
        on_suit = suit in {trump, domain}
        for ranks in (ruleset.rank_order, tuple(r for r in ruleset.rank_order if r != level)):
            run: list[Slot] = []
            for rank in ranks:
                face = suit * 13 + rank
                if face in at_of and (rank != level or on_suit):
                    run.append(Slot((face,), at_of[face]))
                else:
                    tracks.append(tuple(run))
                    run = []
            tracks.append(tuple(run))
    return tuple(track for track in tracks if track)
