"""The JSONL log of a web room: one event a line, the whole deck in it.

Cards are a suit letter and a rank, or ``LJ`` and ``BJ``. Card *i* of the deck goes to seat *i* mod 4, the last
eight are the kitty 底牌. A failed throw 甩牌 is recorded only as the cards kept. Names and chat are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.cards import FACES, LITTLE_JOKER, NO_SUIT, SUIT_INDEX, SUITS, Cards, face_name
from referee.importers.parts import (
    MOST,
    SEATS,
    faces_of,
    hand_lines,
    level_of,
    levels_line,
    outcome,
    seat_of,
    trick_line,
)
from referee.importers.problem import ImportProblem
from referee.importers.values import Node, parse_line
from referee.importers.writer import Writer
from referee.phrases import Count
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    DealerLine,
    FlipLine,
    KittyLine,
    LevelLine,
    Line,
    MatchLine,
    NextLine,
    ResultLine,
    ScoreLine,
    TagLine,
    TrumpLine,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.importers.writer import Imported
    from referee.record import TrickLine

FORMAT = "room"
RULESET = "room"
_EVENTS = ("round_start", "declare", "trump", "bury", "play", "trick", "round_end")
_EVENT_KEY = re.compile(rb'"e"\s*:\s*"(?:' + "|".join((*_EVENTS, "chat", "bot_timing")).encode() + rb')"')
_FACES = {face_name(face): face for face in range(FACES)}
_HANDS = 100
_DECK = 108
_LATEST = 4_102_444_800
"""Times after 2099 are no times."""


def recognise(head: bytes) -> bool:
    """True if the beginning of a file looks like this format."""
    first = head.lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0]
    return first.startswith(b"{") and b'"round"' in first and _EVENT_KEY.search(first) is not None


def read(data: bytes, lang: str) -> Imported:
    """Read a whole log.

    Raises:
        ImportProblem: nothing of it could be used.
    """
    writer = Writer(RULESET, lang)
    for rounds in _by_room(_events(data)):
        previous: int | None = None
        for one in rounds:
            problems = one.build()
            if one.lines:
                writer.tags = one.tags
                writer.begin(one.number, one.source, new_match=previous is None or one.number != previous + 1)
                writer.add(*one.lines)
                previous = one.number
            for problem in problems:
                writer.note(problem)
    return writer.finish(FORMAT)


Event = Node | ImportProblem
"""A line of the log, or why it could not be read."""


def _events(data: bytes) -> Iterator[tuple[str, int, Event]]:
    """Room, round and event of each line; a line that cannot be read belongs to the round before it."""
    room, number = "", 0
    for line, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not raw.strip():
            continue
        try:
            event = Node(parse_line(raw.decode("utf-8"), line), "", line)
            kind = event.at("e").text()
            if kind not in _EVENTS:
                continue
            named = event.maybe("room")
            room = named.text() if named else room
            number = event.at("round").number(0, MOST)
        except UnicodeDecodeError as error:
            yield room, number, ImportProblem("import.encoding", {}, line, error.start + 1)
        except ImportProblem as problem:
            yield room, number, problem
        else:
            yield room, number, event


def _by_room(events: Iterator[tuple[str, int, Event]]) -> list[list[_Round]]:
    rooms: dict[str, list[_Round]] = {}
    for room, number, event in events:
        rounds = rooms.setdefault(room, [])
        starts = isinstance(event, Node) and event.at("e").value == "round_start"
        if not rounds or rounds[-1].number != number or (starts and rounds[-1].events):
            rounds.append(_Round(number))
        rounds[-1].events.append(event)
    return list(rooms.values())


@dataclass(slots=True)
class _Round:
    """One round, built event by event into lines; after a problem nothing more of it is used."""

    number: int
    events: list[Event] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    tags: tuple[TagLine, ...] = ()
    source: int = 0
    dealer: int | None = None
    level: str | None = None
    kitty: tuple[int, ...] = ()
    buried: bool = False
    bury_at: int = 0
    tricks: int = 0
    table: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    table_source: int = 0
    open_trick: TrickLine | None = None

    def build(self) -> list[ImportProblem]:
        """Make the lines; returns everything that could not be read."""
        handlers = {
            "round_start": self._start,
            "declare": self._declare,
            "trump": self._trump,
            "bury": self._bury,
            "play": self._play,
            "trick": self._trick,
            "round_end": self._end,
        }
        problems: list[ImportProblem] = []
        for event in self.events:
            if isinstance(event, ImportProblem):
                problems.append(event)
            elif not problems:
                self.source = self.source or event.line
                try:
                    handlers[str(event.at("e").value)](event)
                except ImportProblem as problem:
                    problems.append(problem)
        self._close_table()
        return problems

    def _start(self, event: Node) -> None:
        self.tags = _date_tag(event)
        levels, rank, banker = event.maybe("levels"), event.maybe("trump_rank"), event.maybe("banker")
        if levels is not None:
            self.lines.append(_levels(levels))
        if rank is not None:
            self._set_level(rank)
        if banker is not None:
            self._set_dealer(banker)
        deck = event.maybe("deck")
        if deck is not None:
            cards = faces_of(deck, _face)
            if len(cards) != _DECK:
                facts = {"where": deck.path, "count": Count(len(cards), "entry"), "expected": _DECK}
                raise ImportProblem("import.count", facts, event.line)
            self.kitty = cards[_HANDS:]
            self.lines += hand_lines((cards[seat:_HANDS:SEATS] for seat in range(SEATS)), event.line)

    def _declare(self, event: Node) -> None:
        seat, cards = seat_of(event.at("seat")), _cards(event.at("cards"))
        self.lines.append(BidLine(event.line, "", seat, cards, None, None))

    def _trump(self, event: Node) -> None:
        rank, banker = event.maybe("rank"), event.maybe("banker")
        suit, declared = event.maybe("suit"), event.maybe("declared")
        if rank is not None:
            self._set_level(rank)
        if banker is not None:
            self._set_dealer(banker)
        if declared is not None and not declared.flag():
            self._flip(event.line)
        if suit is not None:
            letter = suit.choice((*SUITS, "NT"))
            self.lines.append(TrumpLine(event.line, "", SUIT_INDEX.get(letter, NO_SUIT)))
        self._kitty(event.line)

    def _flip(self, source: int) -> None:
        """The kitty cards turned up 翻底: up to the first that is no joker."""
        suited = next((i for i, face in enumerate(self.kitty) if face < LITTLE_JOKER), len(self.kitty))
        if self.kitty:
            self.lines.append(FlipLine(source, "", Cards(self.kitty[: suited + 1])))

    def _kitty(self, source: int) -> None:
        if self.kitty:
            self.lines.append(KittyLine(source, "", Cards(self.kitty)))
        self.bury_at = len(self.lines)

    def _bury(self, event: Node) -> None:
        self.lines.append(BuryLine(event.line, "", seat_of(event.at("seat")), _cards(event.at("cards"))))
        self.buried = True

    def _play(self, event: Node) -> None:
        self.open_trick = None
        self.table.append(_played(event))
        self.table_source = self.table_source or event.line
        if len(self.table) == SEATS:
            self._close_table()

    def _trick(self, event: Node) -> None:
        if self.table:
            self._close_table()
        told = event.maybe("plays")
        plays = [_played(play) for play in told.items()] if told is not None else []
        if self.open_trick is None:
            if not plays:
                event.at("plays")
            self.table, self.table_source = plays, event.line
            self._close_table()
        elif plays and _multisets(plays) != _multisets((p.seat, p.cards.faces) for p in self.open_trick.plays):
            raise ImportProblem("import.other_plays", {"trick": self.tricks}, event.line)
        winner, points = event.maybe("winner"), event.maybe("points")
        if self.open_trick is not None and winner is not None:
            self.open_trick.winner = seat_of(winner)
            self.open_trick.points = None if points is None else points.number(0, MOST)
        self.open_trick = None

    def _close_table(self) -> None:
        if self.table:
            self.tricks += 1
            self.open_trick = trick_line(self.tricks, self.table, self.table_source)
            self.lines.append(self.open_trick)
            self.table, self.table_source = [], 0

    def _end(self, event: Node) -> None:
        self._close_table()
        self._late_bury(event)
        captured, score = event.maybe("kitty_points"), event.maybe("attacker_points")
        if captured is not None:
            self.lines.append(CapturedLine(event.line, "", captured.number(0, MOST), None, None))
        if score is not None:
            self.lines.append(ScoreLine(event.line, "", score.number(-MOST, MOST)))
        winner = event.maybe("winner_team")
        side = None if winner is None else winner.number(0, 1)
        change = event.maybe("level_change")
        if side is not None and change is not None and self.dealer is not None:
            won = outcome(dealer_side=side == self.dealer % 2, levels=change.number(0, MOST))
            self.lines.append(ResultLine(event.line, "", (won,)))
        levels, following = event.maybe("new_levels"), event.maybe("next_banker")
        over = event.maybe("game_over")
        if levels is not None:
            self.lines.append(_levels(levels))
        if following is not None:
            self.lines.append(NextLine(event.line, "", seat_of(following)))
        if over is not None and over.flag() and side is not None:
            self.lines.append(MatchLine(event.line, "", side))

    def _late_bury(self, event: Node) -> None:
        """The bury as the end of the round tells it, where no event of its own did."""
        kitty = event.maybe("kitty")
        if kitty is not None and not self.buried and self.dealer is not None and self.bury_at:
            self.lines.insert(self.bury_at, BuryLine(event.line, "", self.dealer, _cards(kitty)))

    def _set_level(self, node: Node) -> None:
        level = level_of(node)
        if level != self.level:
            self.level = level
            self.lines.append(LevelLine(node.line, "", level))

    def _set_dealer(self, node: Node) -> None:
        seat = seat_of(node)
        if seat != self.dealer:
            self.dealer = seat
            self.lines.append(DealerLine(node.line, "", seat))


def _face(node: Node) -> int:
    face = _FACES.get(node.text())
    if face is None:
        raise node.no_card()
    return face


def _cards(node: Node) -> Cards:
    return Cards(faces_of(node, _face))


def _levels(node: Node) -> Line:
    levels = [level_of(item) for item in node.items()]
    if len(levels) != 2:
        facts = {"where": node.path, "count": Count(len(levels), "entry"), "expected": 2}
        raise ImportProblem("import.count", facts, node.line)
    return levels_line(levels, node.line)


def _played(node: Node) -> tuple[int, tuple[int, ...]]:
    return seat_of(node.at("seat")), faces_of(node.at("cards"), _face)


def _multisets(plays: Iterable[tuple[int, tuple[int, ...]]]) -> list[tuple[int, list[int]]]:
    return sorted((seat, sorted(faces)) for seat, faces in plays)


def _date_tag(event: Node) -> tuple[TagLine, ...]:
    """The day of the round by its unix seconds, in UTC."""
    moment = event.maybe("t")
    if moment is None or isinstance(moment.value, bool) or not isinstance(moment.value, int | float):
        return ()
    if not 0 < moment.value < _LATEST:
        return ()
    day = datetime.fromtimestamp(moment.value, UTC).date()
    return (TagLine(event.line, "", "date", (day.isoformat(),)),)
