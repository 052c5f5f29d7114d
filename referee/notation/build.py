"""From the grammar's tree of one line to the typed line of the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lark import Token, Tree

from referee.notation.cards import SUIT_WORDS
from referee.notation.fault import Fault, LineFault, quoted
from referee.notation.plays import make_play, read_cards
from referee.phrases import SeatName, Series
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    ConcedeLine,
    DealerLine,
    FlipLine,
    FriendLine,
    HandLine,
    KittyLine,
    LevelLine,
    LevelsLine,
    Line,
    MatchLine,
    NextLine,
    Outcome,
    PassLine,
    PenaltyLine,
    Play,
    PointsLine,
    ResultLine,
    RobLine,
    ScoreLine,
    SideValue,
    TitlesLine,
    TotalsLine,
    TrickLine,
    TrumpLine,
    WaiveLine,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.notation.seats import Seating

MAX_DIGITS = 9
NO_TRUMP = 4
Node = Any
"""A child of a Lark tree: a ``Token`` or a ``Tree``."""


class Source(NamedTuple):
    """Where a line comes from and who sits at the table."""

    line: int
    original: str
    seats: Seating


def build(tree: Tree[Token], source: Source) -> Line:
    """The typed line of a tree (rule ``line``), other than tags and ``deal``.

    Raises:
        LineFault: the words are in order, but a seat, side or number is not.
    """
    body: Any = tree.children[0]
    return _MAKERS[body.data](body.children, source)


def number(token: Token) -> int:
    """The value of an ``INT``. Raises LineFault if it is absurdly long."""
    digits = token.rstrip("分 \t")
    if len(digits) > MAX_DIGITS:
        raise LineFault(_fault("REC008", "number", token))
    return int(digits)


def natural(token: Token) -> int:
    """The value of an ``INT`` that counts something. Raises LineFault below 0, or if it is absurdly long."""
    value = number(token)
    if value < 0:
        raise LineFault(_fault("REC008", "negative", token))
    return value


def deal_number(children: Sequence[Token]) -> int | None:
    """The number on a ``deal`` line, from its tokens. Raises LineFault if it is negative or absurdly long."""
    last = children[-1]
    if last.type == "INT":
        return natural(last)
    if last.type == "DEAL":
        return None
    digits = last.strip("第局 \t")
    if len(digits) > 9:
        raise LineFault(_fault("REC008", "number", last))
    return int(digits)


def seat(token: Token, source: Source) -> int:
    """The seat a token names. Raises LineFault if nobody sits there."""
    found = source.seats.find(token)
    if found is None:
        raise LineFault(unknown_seat(token, token.start_pos or 0, source.seats))
    return found


def unknown_seat(word: str, start: int, seats: Seating) -> Fault:
    """The fault of a seat nobody declared, or of one with the next word right behind it (乙赢)."""
    for name in sorted(seats.written, key=len, reverse=True):
        if word[: len(name)].casefold() == name.casefold() and word[len(name) :] >= "\u4e00":
            return Fault("REC005", "glued", start, start + len(name), {"seat": SeatName(name)})
    known = Series(tuple(SeatName(name) for name in seats.names), "list")
    facts = {"word": quoted(word), "seats": known, "names": " ".join(seats.names)}
    return Fault("REC005", "message", start, start + len(word), facts)


def rank(token: Token) -> str:
    """A level: ``"2"``…``"10"``, ``"J"``…``"A"``, ``"NT"``. Raises LineFault for other numbers."""
    if token.type == "NT":
        return "NT"
    if token.type == "FACE":
        return "10" if token in {"T", "t"} else token.upper()
    value = number(token)
    if not 2 <= value <= 10:
        raise LineFault(_fault("REC008", "level", token))
    return str(value)


def side_value(tree: Tree[Token], value: str, source: Source) -> SideValue:
    """A side 方 and its value; the seat is kept where a single one was named."""
    tokens: list[Any] = [token for token in tree.children if isinstance(token, Token) and token.type != "PLUS"]
    if tokens[0].type == "SIDE":
        words: list[str] = list(tokens[0].upper())
        found = [source.seats.find(word) for word in words]
        if None in found:
            raise LineFault(unknown_seat(tokens[0], tokens[0].start_pos, source.seats))
        members = [one for one in found if one is not None]
    else:
        members = [seat(token, source) for token in tokens]
    if len({member % 2 for member in members}) > 1:
        start, end = tokens[0].start_pos, tokens[-1].end_pos
        raise LineFault(Fault("REC005", "side", start, end, {"word": quoted(source.original[start:end])}))
    single = members[0] if len(tokens) == 1 and tokens[0].type == "SEAT" else None
    return SideValue(members[0] % 2, single, value)


def levels(children: Sequence[Node], source: Source) -> tuple[SideValue, ...]:
    """The pairs of a ``levels`` line or tag 级数."""
    pairs = [child for child in children if not _is(child, "LEVELS", "LSQB", "RSQB")]
    return tuple(side_value(pairs[i], rank(pairs[i + 1]), source) for i in range(0, len(pairs), 2))


def seat_numbers(children: Sequence[Node], source: Source) -> tuple[tuple[int, int], ...]:
    """The pairs of a ``totals`` or ``points`` line 总分、积分."""
    pairs = [child for child in children if _is(child, "SEAT", "INT")]
    return tuple((seat(pairs[i], source), number(pairs[i + 1])) for i in range(0, len(pairs), 2))


def seat_words(children: Sequence[Node], source: Source) -> tuple[tuple[int, str], ...]:
    """The pairs of a ``titles`` line 等级."""
    words = [string(source.original[token.start_pos : token.end_pos]) for token in children[2::2]]
    return tuple((seat(token, source), text) for token, text in zip(children[1::2], words, strict=True))


def suit(token: Token) -> int:
    """A trump suit 主花色: 0..3, or 4 for no-trump."""
    return NO_TRUMP if token.type == "NT" else SUIT_WORDS[token.rstrip("\ufe0f")]


def string(text: str) -> str:
    """The inside of a quoted text; other text unchanged."""
    return text[1:-1] if len(text) > 1 and text[0] in '"＂“”「' else text


def plays(children: Sequence[Node], source: Source) -> Iterator[Play]:
    """The plays of a trick, one by one: those before a fault can be kept."""
    turn = 0
    for part in children:
        if isinstance(part, Tree) and part.data in {"lead", "play"}:
            play = one_play([child for child in part.children if isinstance(child, Token)], turn, source)
            if part.data == "play":
                _refuse_groups(part)
            yield play
            turn = (play.seat + 1) % len(source.seats.names)


def one_play(tokens: Sequence[Token], turn: int, source: Source) -> Play:
    """One play from its tokens; ``turn`` is who plays if no seat is written."""
    who = seat(tokens[0], source) if tokens[0].type == "SEAT" else turn
    cards = [str(token) for token in tokens if token.type == "CARDS"]
    kept = cards.pop() if any(token.type == "KEEPS" for token in tokens) else None
    return make_play(who, cards, throws=any(token.type == "THROWS" for token in tokens), kept=kept)


def _refuse_groups(part: Tree[Token]) -> None:
    for child in part.children:
        if _is(child, "PLUS"):
            raise LineFault(_fault("REC002", "plus_in_follow", child))


def _is(child: Node, *types: str) -> bool:
    return isinstance(child, Token) and child.type in types


def _fault(code: str, variant: str, token: Node) -> Fault:
    return Fault(code, variant, token.start_pos, token.end_pos, {"word": quoted(token)})


def _bid(children: Sequence[Node], source: Source) -> Line:
    what = children[2]
    drawn = natural(children[4]) if len(children) > 3 else None
    if what.type == "CARDS":
        cards, bid_suit = read_cards(what), None
    else:
        cards, bid_suit = None, suit(what)
    return BidLine(source.line, source.original, seat(children[1], source), cards, bid_suit, drawn)


def _bury(children: Sequence[Node], source: Source) -> Line:
    who = seat(children[1], source) if len(children) > 2 else None
    return BuryLine(source.line, source.original, who, read_cards(children[-1]))


def _friend(children: Sequence[Node], source: Source) -> Line:
    ordinal = natural(children[2]) if len(children) > 2 else None
    return FriendLine(source.line, source.original, read_cards(children[1]), ordinal)


def _penalty(children: Sequence[Node], source: Source) -> Line:
    side = side_value(children[1], "", source).side
    return PenaltyLine(source.line, source.original, side, number(children[2]))


def _captured(children: Sequence[Node], source: Source) -> Line:
    numbers = [number(child) for child in children if _is(child, "INT")]
    total: int | None = None
    base: int | None = None
    multiplier: int | None = None
    if len(numbers) == 2:
        base, multiplier = numbers
    else:
        total = numbers[0]
        if len(numbers) == 3:
            base, multiplier = numbers[1:]
    return CapturedLine(source.line, source.original, total, base, multiplier)


def _result(children: Sequence[Node], source: Source) -> Line:
    outcomes = tuple(_outcome(child.children) for child in children if isinstance(child, Tree))
    return ResultLine(source.line, source.original, outcomes)


def _outcome(children: Sequence[Node]) -> Outcome:
    last = children[-1]
    if last.type != "INT":
        return Outcome("take_over" if last.type == "TAKE_OVER" else "redeal", 0)
    party = "dealer" if children[0].type == "DEALER" else "attackers"
    value = number(last)
    return Outcome("take_over", 0) if party == "attackers" and value == 0 else Outcome(party, value)


def _trick(children: Sequence[Node], source: Source) -> Line:
    trick = TrickLine(source.line, source.original, int(children[0][:-1]), list(plays(children, source)))
    if isinstance(children[-1], Tree) and children[-1].data == "claim":
        claim: list[Any] = children[-1].children
        trick.winner = seat(claim[0], source)
        trick.points = number(claim[-1]) if claim[-1].type == "INT" else None
    return trick


def _waive(children: Sequence[Node], source: Source) -> Line:
    who = reason = None
    for token in children[2:]:
        if token.type == "SEAT":
            who = seat(token, source)
        else:
            reason = string(source.original[token.start_pos : token.end_pos])
    code = children[1].upper() if children[1].isalnum() else children[1].lower()
    return WaiveLine(source.line, source.original, code, who, reason, None)


_MAKERS: dict[str, Callable[[Sequence[Node], Source], Line]] = {
    "dealer": lambda c, s: DealerLine(s.line, s.original, seat(c[1], s)),
    "level": lambda c, s: LevelLine(s.line, s.original, rank(c[1])),
    "levels": lambda c, s: LevelsLine(s.line, s.original, levels(c, s)),
    "totals": lambda c, s: TotalsLine(s.line, s.original, seat_numbers(c, s)),
    "titles": lambda c, s: TitlesLine(s.line, s.original, seat_words(c, s)),
    "hand": lambda c, s: HandLine(s.line, s.original, seat(c[1], s), read_cards(c[2])),
    "bid": _bid,
    "pass_": lambda c, s: PassLine(s.line, s.original, tuple(seat(token, s) for token in c[1:])),
    "trump": lambda c, s: TrumpLine(s.line, s.original, suit(c[1])),
    "flip": lambda c, s: FlipLine(s.line, s.original, read_cards(c[1])),
    "kitty": lambda c, s: KittyLine(s.line, s.original, read_cards(c[1])),
    "bury": _bury,
    "rob": lambda c, s: RobLine(s.line, s.original, seat(c[1], s), read_cards(c[2])),
    "friend": _friend,
    "trick": _trick,
    "score": lambda c, s: ScoreLine(s.line, s.original, number(c[1])),
    "penalty": _penalty,
    "captured": _captured,
    "result": _result,
    "next": lambda c, s: NextLine(s.line, s.original, seat(c[1], s)),
    "points": lambda c, s: PointsLine(s.line, s.original, seat_numbers(c, s)),
    "concede": lambda c, s: ConcedeLine(s.line, s.original, side_value(c[1], "", s).side),
    "match": lambda c, s: MatchLine(s.line, s.original, side_value(c[1], "", s).side),
    "waive": _waive,
}
