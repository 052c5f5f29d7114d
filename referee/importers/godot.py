"""The JSON log of a shengji-godot session, version 1 or 2: rounds with hands, bids, tricks and settlement.

Cards are a suit sign and a rank (``♥10``), ``BlackJoker`` is the little joker 小王, ``RedJoker`` the big one
大王. Suits are ♠0 ♥1 ♦2 ♣3, −1 is no-trump 无主; ranks are 2..14.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.cards import NO_SUIT, Cards, Unknown
from referee.importers.godot_bids import BID_PARTS, bid_cards, face_of, level_rank, suit_of
from referee.importers.parts import (
    MOST,
    SEATS,
    faces_of,
    hand_lines,
    levels_line,
    outcome,
    seat_of,
    trick_line,
)
from referee.importers.problem import ImportProblem
from referee.importers.values import Node, parse_document
from referee.importers.writer import Writer
from referee.phrases import Count
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    DealerLine,
    KittyLine,
    LevelLine,
    Line,
    MatchLine,
    NextLine,
    PassLine,
    ResultLine,
    RobLine,
    ScoreLine,
    TagLine,
    TrumpLine,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.importers.godot_bids import BidParts
    from referee.importers.writer import Imported

FORMAT = "godot"
RULESET = "godot"
_ROUNDS = re.compile(rb'"rounds"\s*:\s*\[')
_OWN_KEYS = re.compile(rb'"(?:round_num|bid_history|rule_config|team_ranks|trump_suit)"\s*:')
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SETTING = re.compile(r"[a-z_]{1,40}")


def recognise(head: bytes) -> bool:
    """True if the beginning of a file looks like this format."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"{") and _ROUNDS.search(head) is not None and _OWN_KEYS.search(head) is not None


def read(data: bytes, lang: str) -> Imported:
    """Read a whole session.

    Raises:
        ImportProblem: it is not JSON, or nothing of it could be used.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        raise ImportProblem("import.encoding", {}, before.count(b"\n") + 1, column) from None
    session = Node(parse_document(text), "", 1)
    version = session.maybe("version")
    writer = Writer(RULESET, lang, _tags(session))
    parts = BID_PARTS.get(version.number(0, MOST), {}) if version is not None else {}
    colours = _setting(session, "trump_joker_color_match")
    previous: int | None = None
    for node in session.at("rounds").items():
        one = _Round(node, parts, colours)
        problem = one.build()
        if one.lines and one.number is not None:
            writer.begin(one.number, node.line, new_match=previous is None or one.number != previous + 1)
            writer.add(*one.lines)
            previous = one.number
        if problem is not None:
            writer.note(problem)
    return writer.finish(FORMAT)


def _tags(session: Node) -> tuple[TagLine, ...]:
    """The day of the session, and its settings as the log has them."""
    tags: list[TagLine] = []
    created = session.maybe("created_at")
    day = _DATE.match(created.value) if created is not None and isinstance(created.value, str) else None
    if day is not None:
        tags.append(TagLine(1, "", "date", (day.group(),)))
    config = session.maybe("rule_config")
    if config is not None and isinstance(config.value, dict):
        plain = [
            f"{name}={_plain(value)}"
            for name, value in sorted(config.value.items())
            if _SETTING.fullmatch(name) and isinstance(value, bool | int | list) and _plain(value)
        ]
        if plain:
            tags.append(TagLine(1, "", "rule_config", (" ".join(plain[:40]),)))
    return tuple(tags)


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ",".join(str(item) for item in value[:20]) if all(type(item) is int for item in value) else ""
    return str(value).lower()


def _setting(session: Node, name: str) -> bool:
    config = session.maybe("rule_config")
    value = config.maybe(name) if config is not None and isinstance(config.value, dict) else None
    return value is not None and value.value is True


@dataclass(slots=True)
class _Round:
    """One round, built part by part into lines; what stands before a problem is kept."""

    node: Node
    bid_parts: Mapping[int, BidParts]
    colours_match: bool
    lines: list[Line] = field(default_factory=list)
    number: int | None = None
    level: str | None = None
    levels: list[str] | None = None
    dealer: int | None = None
    hands: list[tuple[int, ...]] = field(default_factory=list)
    robber: int | None = None
    declined: list[Line] = field(default_factory=list)
    """Passes of seats that were asked to rob."""

    def build(self) -> ImportProblem | None:
        """Make the lines; returns what stopped it, if anything did."""
        try:
            self.number = self.node.at("round_num").number(0, MOST)
            self._start()
            self._cards_dealt()
            if self._bids() or self._begun():
                self._trump_and_bury()
                self._tricks()
                self._settlement()
        except ImportProblem as problem:
            return problem
        return None

    def _begun(self) -> bool:
        """True if the bidding is over: the dealer and trump fields are placeholders until then."""
        if self.node.maybe("_in_progress") is None:
            return True
        tricks, debug = self.node.maybe("tricks"), self.node.maybe("debug")
        buried = None if debug is None else debug.maybe("buried_cards")
        bid = self.node.maybe("bid")
        return bool((tricks and tricks.items()) or (buried and buried.items()) or bid)

    def _start(self) -> None:
        ranks, rank = self.node.maybe("team_ranks"), self.node.maybe("rank")
        if ranks is not None:
            self.levels = [level_rank(item) for item in ranks.items()]
            if len(self.levels) != 2:
                facts = {"where": ranks.path, "count": Count(len(self.levels), "entry"), "expected": 2}
                raise ImportProblem("import.count", facts, ranks.line, ranks.column)
            self.lines.append(levels_line(self.levels, self.node.line))
        if rank is not None:
            self.level = level_rank(rank)
            self.lines.append(LevelLine(self.node.line, "", self.level))

    def _cards_dealt(self) -> None:
        debug = self.node.maybe("debug")
        hands = None if debug is None else debug.maybe("initial_hands")
        if debug is None or hands is None:
            return
        self.hands = [faces_of(hand, face_of) for hand in hands.items()]
        if self.hands and len(self.hands) != SEATS:
            facts = {"where": hands.path, "count": Count(len(self.hands), "entry"), "expected": SEATS}
            raise ImportProblem("import.count", facts, hands.line, hands.column)
        self.lines += hand_lines(self.hands, debug.line)

    def _bids(self) -> bool:
        """Write who was asked and what he bid 亮; True if somebody bid."""
        final, history = self.node.maybe("bid"), self.node.maybe("bid_history")
        if final is not None and final.maybe("seat") is None:
            final = None
        bidden = False
        for entry in history.items() if history is not None else []:
            seat = seat_of(entry.at("seat"))
            action = entry.at("action").text()
            if action == "skip":
                self.lines.append(PassLine(entry.line, "", (seat,)))
            elif action == "counter_pass":
                self.declined.append(PassLine(entry.line, "", (seat,)))
            elif action == "bid":
                suit = suit_of(entry.at("suit"))
                same = final if final is not None and _bidder(final) == (seat, suit) else None
                self.lines.append(self._bid(entry.line, seat, suit, same))
                bidden = True
        if not bidden and final is not None and self.node.maybe("counter_bid_history") is None:
            self.lines.append(self._bid(final.line, *_bidder(final), final))
            bidden = True
        return bidden

    def _bid(self, source: int, seat: int, suit: int, told: Node | None) -> BidLine:
        shown = None if told is None else self._shown(told, seat, suit)
        return BidLine(source, "", seat, shown, suit if shown is None else None, None)

    def _shown(self, told: Node, seat: int, suit: int) -> Cards | None:
        kind = told.maybe("type")
        if kind is None or isinstance(kind.value, str) or self.level is None:
            return None
        parts = self.bid_parts.get(kind.number(0, 99))
        hand = self.hands[seat] if self.hands else ()
        if parts is None:
            return None
        return bid_cards(parts, suit, self.level, hand, colours_match=self.colours_match)

    def _trump_and_bury(self) -> None:
        dealer, trump = self.node.maybe("dealer"), self.node.maybe("trump_suit")
        debug = self.node.maybe("debug")
        if dealer is not None:
            self.dealer = seat_of(dealer)
            self.lines.append(DealerLine(self.node.line, "", self.dealer))
        kitty = None if debug is None else debug.maybe("bottom_cards")
        if kitty is not None and kitty.items():
            self.lines.append(KittyLine(kitty.line, "", Cards(faces_of(kitty, face_of))))
        robs, buried = self._robs(), self._buried()
        bury: list[Line] = []
        if buried:
            seat = self.dealer if self.robber is None else self.robber
            bury.append(BuryLine(self.node.line, "", seat, Cards(buried)))
        self.lines += [*self.declined, *robs, *bury] if robs else [*bury, *self.declined]
        if trump is not None:
            self.lines.append(TrumpLine(self.node.line, "", suit_of(trump)))

    def _robs(self) -> list[Line]:
        """Bids made after burying 抢底: the bidder takes the kitty, the dealer stays."""
        robs = self.node.maybe("counter_bid_history")
        lines: list[Line] = []
        for entry in robs.items() if robs is not None else []:
            self.robber, suit = seat_of(entry.at("seat")), suit_of(entry.at("suit"))
            cards = self._shown(entry, self.robber, suit)
            if cards is None:
                cards = Cards((), (Unknown(None, 2 if suit == NO_SUIT else None),))
            lines.append(RobLine(entry.line, "", self.robber, cards))
        return lines

    def _buried(self) -> tuple[int, ...]:
        debug, indices = self.node.maybe("debug"), self.node.maybe("buried_indices")
        told = None if debug is None else debug.maybe("buried_cards")
        if told is not None and told.items():
            return faces_of(told, face_of)
        merged = None if debug is None else debug.maybe("hand_with_bottom")
        if merged is None or indices is None or not merged.items():
            return ()
        hand = faces_of(merged, face_of)
        return tuple(hand[index.number(0, len(hand) - 1)] for index in indices.items())

    def _tricks(self) -> None:
        tricks = self.node.maybe("tricks")
        listed = tricks.items() if tricks is not None else []
        settled = self.node.maybe("settlement")
        complete = settled is not None and bool(settled.value)
        for index, node in enumerate(listed):
            self._trick(node, last=complete and index == len(listed) - 1)

    def _trick(self, node: Node, *, last: bool) -> None:
        plays = [(seat_of(p.at("seat")), faces_of(p.at("cards"), face_of)) for p in node.at("plays").items()]
        if not plays:
            return
        line = trick_line(node.at("trick_num").number(0, 999), plays, node.line)
        winner = node.maybe("winner")
        if winner is not None and winner.number(-1, SEATS - 1) >= 0:
            line.winner = seat_of(winner)
            points = node.maybe("trick_points") or node.maybe("trick_score")
            line.points = None if points is None else points.number(0, MOST)
        self.lines.append(line)
        score = node.maybe("attack_score_after")
        if line.winner is not None and score is not None and not last:
            self.lines.append(ScoreLine(node.line, "", score.number(-MOST, MOST)))

    def _settlement(self) -> None:
        node = self.node.maybe("settlement")
        if node is None or not node.value:
            return
        self._captured(node)
        score = node.maybe("final_score")
        if score is not None:
            self.lines.append(ScoreLine(node.line, "", score.number(-MOST, MOST)))
        side = node.maybe("upgrading_side")
        if side is None or self.dealer is None:
            return
        gainer = side.number(0, 1)
        self._advance(node, dealer_side=gainer == 0, side=(self.dealer + gainer) % 2)

    def _captured(self, node: Node) -> None:
        """What the kitty brought 扣底; the log writes a multiplier of 0 where it was not captured."""
        bonus, base, times = (node.maybe(f"bottom_{part}") for part in ("bonus", "score", "multiplier"))
        if bonus is None:
            return
        line = CapturedLine(node.line, "", bonus.number(0, MOST), None, None)
        if base is not None and times is not None and times.number(0, MOST):
            line.base, line.multiplier = base.number(0, MOST), times.number(0, MOST)
        self.lines.append(line)

    def _advance(self, node: Node, *, dealer_side: bool, side: int) -> None:
        """Levels gained, levels afterwards, the next dealer, the end of the match."""
        proposed, rank = node.maybe("proposed"), node.maybe("new_rank")
        gained = (proposed.maybe("upgrade_levels") if proposed else None) or node.maybe("upgrade_levels")
        levels = None if gained is None else gained.number(0, MOST)
        if levels is not None:
            self.lines.append(ResultLine(node.line, "", (outcome(dealer_side=dealer_side, levels=levels),)))
        if self.levels is not None and rank is not None and (levels is not None or dealer_side):
            after = list(self.levels)
            if levels != 0:
                after[side] = level_rank(rank)
            self.lines.append(levels_line(after, node.line))
        following, over = node.maybe("new_dealer"), node.maybe("game_over")
        if following is not None:
            seat = following.number(-1, SEATS - 1)
            kept = self.dealer if seat < 0 else seat
            if kept is not None:
                self.lines.append(NextLine(node.line, "", kept))
        if over is not None and over.flag():
            self.lines.append(MatchLine(node.line, "", side))


def _bidder(bid: Node) -> tuple[int, int]:
    return seat_of(bid.at("seat")), suit_of(bid.at("suit"))
