"""Typed lines to canonical text: what ``referee fmt``, the importers and the simulator write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cards import SUIT_SYMBOLS, SUITS, Cards, format_cards
from referee.notation.seats import CHINESE, Seating, seating
from referee.notation.words import TAG_NAMES, word
from referee.record import (
    STANDARD_SEATS,
    BidLine,
    BuryLine,
    CapturedLine,
    ConcedeLine,
    Deal,
    DealerLine,
    FlipLine,
    FriendLine,
    HandLine,
    Header,
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
    Record,
    ResultLine,
    RobLine,
    ScoreLine,
    TagLine,
    TitlesLine,
    TotalsLine,
    TrickLine,
    TrumpLine,
    WaiveLine,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.record import SideValue

NO_TRUMP = 4
_LATIN_TO_CHINESE = {latin: chinese for chinese, latin in CHINESE.items()}


def line_of(line: Line, header: Header, lang: str = "en", *, overcall: bool = False) -> str:
    """One line of a record in canonical form, without its line end.

    Args:
        line: Any typed line. A trick marked incomplete, and an unknown tag, come back as they were written.
        header: Gives the names of the seats.
        lang: ``en`` or ``zh``.
        overcall: True for a bid after the first of its deal: Chinese writes 反 for 亮.
    """
    return Writer(seating(header.seats), lang).line(line, overcall=overcall)


def header_lines(header: Header, lang: str = "en") -> list[str]:
    """The tags of a header: those it was read from, or else those that say what its fields say."""
    writer = Writer(seating(header.seats), lang)
    if header.tags:
        return [writer.line(tag) for tag in header.tags]
    lines: list[str] = []
    if header.ruleset is not None:
        lines.append(writer.tag("RULESET", quote(header.ruleset)))
    if header.seats != STANDARD_SEATS:
        lines.append(writer.tag("SEATS", *(writer.seat(seat) for seat in range(len(header.seats)))))
    if header.levels is not None:
        lines.append(f"[{writer.line(header.levels)}]")
    if header.totals is not None:
        lines.append(f"[{writer.line(header.totals)}]")
    return lines


def deal_line(number: int | None, lang: str = "en") -> str:
    """The line that begins a deal 局."""
    if number is None:
        return word("DEAL", lang)
    return f"第{number}局" if lang == "zh" else f"deal {number}"


def write_deal(deal: Deal, lang: str = "en") -> list[str]:
    """The lines of one deal, beginning with its ``deal`` line."""
    writer = Writer(seating(deal.header.seats), lang)
    lines = [deal_line(deal.number, lang)]
    bids = 0
    for event in deal.events:
        lines.append(writer.line(event, overcall=bids > 0))
        bids += isinstance(event, BidLine)
    return lines


def write_record(record: Record, lang: str = "en") -> str:
    """A whole record in canonical form: its headers and deals, a blank line before each deal."""
    lines: list[str] = []
    header: Header | None = None
    for deal in record.deals:
        if deal.header is not header:
            lines += [""] if lines else []
            header = deal.header
            lines += header_lines(header, lang)
        lines += ["", *write_deal(deal, lang)] if lines else write_deal(deal, lang)
    return "".join(f"{line}\n" for line in lines)


def quote(text: str) -> str:
    """A text in the first kind of quotes it does not contain."""
    for opening, closing in ('""', "“”", "「」"):
        if opening not in text and closing not in text:
            return opening + text + closing
    return '"' + text.replace('"', "'") + '"'


def plain(text: str) -> str:
    """A word as it is; other texts quoted."""
    return text if text.isalnum() else quote(text)


class Writer:
    """Writes lines for one seating in one language."""

    def __init__(self, seats: Seating, lang: str) -> None:
        self._seats = seats
        self._lang = lang
        self._zh = lang == "zh"
        self._comma = "，" if self._zh else ", "
        self._semicolon = "；" if self._zh else "; "

    def line(self, line: Line, *, overcall: bool = False) -> str:  # noqa: C901 - one branch a kind of line
        """The canonical text of a line."""
        match line:
            case TrickLine():
                return line.text if line.incomplete else self._trick(line)
            case TagLine():
                return self._tag_line(line)
            case DealerLine(seat=seat):
                return self._words("DEALER", self.seat(seat))
            case LevelLine(rank=rank):
                return self._words("LEVEL", self.rank(rank))
            case LevelsLine(levels=levels):
                return self._words("LEVELS", *self._side_values(levels))
            case TotalsLine(totals=totals):
                return self._words("TOTALS", *self._seat_values(totals))
            case TitlesLine(titles=titles):
                return self._words("TITLES", *self._seat_values((seat, plain(name)) for seat, name in titles))
            case PointsLine(points=points):
                return self._words("POINTS", *self._seat_values(points))
            case HandLine(seat=seat, cards=cards):
                return self._words("HAND", self.seat(seat), self.cards(cards))
            case BidLine():
                return self._bid(line, "OVERCALL" if overcall else "BID")
            case PassLine(seats=seats):
                return self._words("PASS", *(self.seat(seat) for seat in seats))
            case TrumpLine(suit=suit):
                return self._words("TRUMP", self.suit(suit))
            case FlipLine(cards=cards):
                return self._words("FLIP", self.cards(cards, sort=False))
            case KittyLine(cards=cards):
                return self._words("KITTY", self.cards(cards))
            case BuryLine(seat=None, cards=cards):
                return self._words("BURY", self.cards(cards))
            case BuryLine(seat=int(seat), cards=cards):
                return self._words("BURY", self.seat(seat), self.cards(cards))
            case RobLine(seat=seat, cards=cards):
                return self._words("ROB", self.seat(seat), self.cards(cards))
            case FriendLine(cards=cards, ordinal=ordinal):
                return self._words("FRIEND", self.cards(cards), *([] if ordinal is None else [str(ordinal)]))
            case _:
                return self._settlement(line)

    def _settlement(self, line: Line) -> str:
        match line:
            case ScoreLine(points=points):
                return self._words("SCORE", str(points))
            case PenaltyLine(side=side, points=points):
                return self._words("PENALTY", self.side(side), str(points))
            case CapturedLine():
                return self._captured(line)
            case ResultLine(outcomes=outcomes):
                return self._words("RESULT", self._comma.join(self._outcome(outcome) for outcome in outcomes))
            case NextLine(seat=seat):
                return self._words("NEXT", self.seat(seat))
            case ConcedeLine(side=side):
                return self._words("CONCEDE", self.side(side))
            case MatchLine(side=side):
                return self._words("MATCH", self.side(side))
            case WaiveLine(reason=reason):
                return self.waive(line, "" if reason is None else quote(reason))
            case _:
                return line.text

    def tag(self, terminal: str, *values: str) -> str:
        """A header tag from its words."""
        return f"[{self._words(terminal, *values)}]"

    def seat(self, seat: int) -> str:
        """The name of a seat 座位."""
        name = self._seats.names[seat]
        return _LATIN_TO_CHINESE.get(name, name) if self._zh else name

    def side(self, side: int) -> str:
        """A side 方: ``NS`` or 南北 where the seats are those of the compass, else its seats joined by ``+``."""
        if self._seats.compass:
            north_south = self._seats.index["N"] % 2 == side
            return ("南北" if self._zh else "NS") if north_south else ("东西" if self._zh else "EW")
        return "+".join(self.seat(seat) for seat in range(side, len(self._seats.names), 2))

    def rank(self, rank: str) -> str:
        """A level 级; ``NT`` has a Chinese word."""
        return word("NT", self._lang) if rank == "NT" else rank

    def suit(self, suit: int) -> str:
        """A suit to declare or play in 主花色."""
        if suit == NO_TRUMP:
            return word("NT", self._lang)
        return (SUIT_SYMBOLS if self._zh else SUITS)[suit]

    def cards(self, cards: Cards, *, sort: bool = True) -> str:
        """Cards in canonical order, unknown ones last."""
        return format_cards(cards.faces, self._lang, unknown=cards.unknown, sort=sort)

    def waive(self, line: WaiveLine, reason: str) -> str:
        """A ``waive`` line 免究 with its reason as given, quotes included."""
        seat = [] if line.seat is None else [self.seat(line.seat)]
        return self._words("WAIVE", line.code, *seat, *([reason] if reason else []))

    def _words(self, terminal: str, *rest: str) -> str:
        return " ".join((word(terminal, self._lang), *rest))

    def _trick(self, trick: TrickLine) -> str:
        text = f"{trick.number}. " + self._comma.join(self.play(play) for play in trick.plays)
        if trick.winner is None:
            return text
        points = "" if trick.points is None else f" {trick.points}"
        return f"{text}{self._semicolon}{self.seat(trick.winner)} {word('WINS', self._lang)}{points}"

    def play(self, play: Play) -> str:
        """One play of a trick, with its seat."""
        laid = play.cards if play.attempted is None else play.attempted
        cards = "+".join(self.cards(group) for group in play.groups) if play.groups else self.cards(laid)
        parts = [self.seat(play.seat), cards]
        if play.throws or play.attempted is not None:
            parts.insert(1, word("THROWS", self._lang))
        if play.attempted is not None:
            parts += [word("KEEPS", self._lang), self.cards(play.cards)]
        return " ".join(parts)

    def _bid(self, bid: BidLine, terminal: str) -> str:
        what = self.cards(bid.cards) if bid.cards is not None else self.suit(NO_TRUMP if bid.suit is None else bid.suit)
        return self._words(terminal, self.seat(bid.seat), what, *([] if bid.drawn is None else [f"@{bid.drawn}"]))

    def _captured(self, line: CapturedLine) -> str:
        if line.base is None or line.multiplier is None:
            return self._words("CAPTURED", str(line.total or 0))
        total = line.base * line.multiplier if line.total is None else line.total
        product = f"（{line.base}×{line.multiplier}）" if self._zh else f" ({line.base} x {line.multiplier})"
        return self._words("CAPTURED", str(total)) + product

    def _outcome(self, outcome: Outcome) -> str:
        match outcome:
            case ("take_over", _):
                over = word("TAKE_OVER", self._lang)
                return over if self._zh else f"{word('ATTACKERS', self._lang)} {over}"
            case ("redeal", _):
                return word("REDEAL", self._lang)
            case (party, levels):
                return f"{word(party.upper(), self._lang)} {levels:+d}"

    def _side_values(self, values: Iterable[SideValue]) -> list[str]:
        return [
            text
            for value in values
            for text in (self.side(value.side) if value.seat is None else self.seat(value.seat), self.rank(value.value))
        ]

    def _seat_values(self, values: Iterable[tuple[int, int | str]]) -> list[str]:
        return [text for seat, value in values for text in (self.seat(seat), str(value))]

    def _tag_line(self, tag: TagLine) -> str:
        terminal = tag.name.upper()
        if terminal not in TAG_NAMES:
            return tag.text or f"[{' '.join((tag.name, *map(quote, tag.values)))}]"
        values: list[Any] = list(tag.values)
        match tag.name:
            case "ruleset" | "event" | "date":
                values = [quote(value) for value in values]
            case "names":
                values = [quote(v) if i % 2 else self._seat_word(v) for i, v in enumerate(values)]
            case "levels":
                values = [self.rank(_upper(v)) if i % 2 else self._side_word(v) for i, v in enumerate(values)]
            case "totals" | "seats":
                values = [self._seat_word(value) for value in values]
        return self.tag(terminal, *values)

    def _seat_word(self, written: str) -> str:
        seat = self._seats.find(written)
        return written if seat is None else self.seat(seat)

    def _side_word(self, written: str) -> str:
        if "+" not in written and self._seats.find(written) is None and self._seats.compass:
            first = self._seats.find(written[:1])
            return written if first is None else self.side(first % 2)
        members = [self._seats.find(part.strip()) for part in written.split("+")]
        if len(members) > 1 and members[0] is not None:
            return self.side(members[0] % 2)
        return self._seat_word(written)


def _upper(rank: str) -> str:
    return {"T": "10", "无主": "NT", "无将": "NT"}.get(rank.upper(), rank.upper())
