"""Hiding parts of a recorded game: what is left is true, but less than everything.

Each way of hiding takes the copy of one deal and a source of chance and changes the deal's lines. Lines keep the
numbers they had in the whole record, so that findings in both can be compared.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from referee.cards import SUIT_OF, Cards, Unknown
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    Deal,
    DealerLine,
    FlipLine,
    HandLine,
    KittyLine,
    LevelLine,
    LevelsLine,
    MatchLine,
    NextLine,
    PassLine,
    PenaltyLine,
    Play,
    PointsLine,
    Record,
    ResultLine,
    RobLine,
    ScoreLine,
    TitlesLine,
    TotalsLine,
    TrickLine,
    TrumpLine,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from referee.record import Header, Line

SEATS = 4
ENDINGS = (CapturedLine, ResultLine, NextLine, PointsLine, MatchLine, LevelsLine, TotalsLine, TitlesLine)


@dataclass(frozen=True)
class Way:
    """A way of hiding: its name, what it does, and whether the record then really has a gap (a warning is right)."""

    name: str
    hide: Callable[[Deal, Random], None]
    gap: bool = False


WAYS: list[Way] = []


def way(name: str, *, gap: bool = False) -> Callable[[Any], Any]:
    """Register a function ``(deal, rng)`` that hides something of a deal."""

    def register(function: Any) -> Any:
        WAYS.append(Way(name, function, gap))
        return function

    return register


def copied(record: Record) -> Record:
    """A copy whose lines can be changed."""
    headers: dict[int, Header] = {}
    deals = []
    for deal in record.deals:
        header = headers.setdefault(id(deal.header), replace(deal.header, tags=list(deal.header.tags)))
        events = [_copy_line(event) for event in deal.events]
        deals.append(replace(deal, header=header, events=events))
    return replace(record, deals=deals, findings=list(record.findings))


def _copy_line(line: Line) -> Line:
    twin = copy(line)
    if isinstance(twin, TrickLine):
        twin.plays = list(twin.plays)
    return twin


def enrich(record: Record, rng: Random) -> None:
    """Add true lines that simulated games do not have: hands between burials and tricks, some with unknown cards."""
    for deal in record.deals:
        _hands_between_burials(deal, rng)
        for trick in rng.sample(tricks(deal), min(2, len(tricks(deal)))):
            seat = rng.randrange(SEATS)
            later = tricks(deal)[tricks(deal).index(trick) + 1 :]
            held = [face for each in later for play in each.plays if play.seat == seat for face in play.cards.faces]
            if held:
                cards = Cards(tuple(held))
                if rng.random() < 0.5:
                    cards = veiled(cards, rng, rng.randint(1, len(held)))
                at = index_of(deal, trick)
                deal.events.insert(at + 1, HandLine(trick.line, "", seat, cards))


def _hands_between_burials(deal: Deal, rng: Random) -> None:
    """In a robbed deal, after some burials what some seats then hold."""
    held = {line.seat: list(line.cards.faces) for line in deal.events if isinstance(line, HandLine)}
    lying = next((list(line.cards.faces) for line in deal.events if isinstance(line, KittyLine)), [])
    told: list[tuple[BuryLine, HandLine]] = []
    for line in deal.events:
        if isinstance(line, BuryLine) and line.seat is not None:
            mine = held[line.seat] + lying
            lying = list(line.cards.faces)
            for face in lying:
                mine.remove(face)
            held[line.seat] = mine
            for seat in rng.sample(range(SEATS), rng.randint(0, 2)):
                cards = Cards(tuple(sorted(held[seat])))
                cards = veiled(cards, rng, rng.randint(1, len(cards.faces))) if rng.random() < 0.3 else cards
                told.append((line, HandLine(line.line, "", seat, cards)))
    if any(isinstance(line, RobLine) for line in deal.events):
        for line, hand in told:
            deal.events.insert(index_of(deal, line) + 1, hand)


def hide(record: Record, rng: Random, ways: list[Way]) -> None:
    """Hide parts of every deal in these ways, then take away what would now say something false."""
    for deal in record.deals:
        under, burials = _said_under(deal), _burials(deal)
        fined = any(isinstance(event, PenaltyLine) for event in deal.events)
        for each in ways:
            if not (fined and each.hide is throws):
                each.hide(deal, rng)
        _tell_all_or_nothing(deal, burials)
        left = tricks(deal)
        of_then: Any = HandLine if after_play(deal, ENDINGS) else (HandLine, ScoreLine)
        late = [line for line in after_play(deal, of_then) if under[id(line)] is not left[-1]]
        drop(deal, lambda event, late=late: any(event is line for line in late))
        for event in deal.events:
            event.text = ""


def _burials(deal: Deal) -> list[Line]:
    """Robbings and burials, where there was more than one burial."""
    found: list[Line] = [event for event in deal.events if isinstance(event, RobLine | BuryLine)]
    return found if any(isinstance(event, RobLine) for event in found) else []


def _tell_all_or_nothing(deal: Deal, burials: list[Line]) -> None:
    """A robbed deal of which neither bids nor robbings are told tells all burials or none.

    Hands between burials that are not told would look like hands as dealt.
    """
    told = any(isinstance(event, BidLine | RobLine) for event in deal.events)
    kept = {id(event) for event in deal.events}
    if all(id(line) in kept for line in burials if isinstance(line, BuryLine)):
        return
    if not told:
        drop_all(deal, BuryLine)
    lines = {line.line for line in burials}
    tricks_begin = next((event.line for event in deal.events if isinstance(event, TrickLine)), 10**9)
    drop(deal, lambda event: isinstance(event, HandLine) and event.line in lines and event.line < tricks_begin)


def _said_under(deal: Deal) -> dict[int, TrickLine | None]:
    """The trick under which each score and each hand line stands."""
    under: dict[int, TrickLine | None] = {}
    last = None
    for event in deal.events:
        last = event if isinstance(event, TrickLine) else last
        if isinstance(event, ScoreLine | HandLine):
            under[id(event)] = last
    return under


def hide_deals(record: Record, rng: Random) -> None:
    """Leave out one deal but the last; the header's levels and totals go with the first deal of their match."""
    if len(record.deals) < 2:
        return
    at = rng.randrange(len(record.deals) - 1)
    gone = record.deals.pop(at)
    following = record.deals[at]
    if gone.starts_match and following.header is gone.header:
        following.starts_match = True
        header = following.header
        header.levels = header.totals = None
        header.tags = [tag for tag in header.tags if tag.name not in {"levels", "totals"}]


# --- finding one's way in a deal


def tricks(deal: Deal) -> list[TrickLine]:
    return [event for event in deal.events if isinstance(event, TrickLine)]


def index_of(deal: Deal, line: Line) -> int:
    return next(index for index, event in enumerate(deal.events) if event is line)


def after_play(deal: Deal, kinds: Any) -> list[Any]:
    """Lines of these types after the last trick."""
    at = max((index for index, event in enumerate(deal.events) if isinstance(event, TrickLine)), default=-1)
    return [event for event in deal.events[at + 1 :] if isinstance(event, kinds)] if at >= 0 else []


def drop(deal: Deal, unwanted: Callable[[Any], bool]) -> None:
    deal.events = [event for event in deal.events if not unwanted(event)]


def drop_some(deal: Deal, rng: Random, kinds: Any, chance: float = 0.5) -> None:
    """Each line of these types goes with this chance."""
    drop(deal, lambda event: isinstance(event, kinds) and rng.random() < chance)


def drop_all(deal: Deal, *kinds: type) -> None:
    drop(deal, lambda event: isinstance(event, kinds))


def veiled(cards: Cards, rng: Random, count: int) -> Cards:
    """So many of the cards are not seen, some of them but for the suit; their number is not always given."""
    faces = list(cards.faces)
    if not faces:
        return cards
    rng.shuffle(faces)
    kept, gone = faces[count:], faces[:count]
    groups = list(cards.unknown)
    rest = 0
    for face in gone:
        if SUIT_OF[face] < 4 and rng.random() < 0.3:
            groups.append(Unknown(SUIT_OF[face], rng.choice([None, 1])))
        else:
            rest += 1
    if rest:
        groups.append(Unknown(None, rest if rng.random() < 0.5 else None))
    return Cards(tuple(kept), tuple(groups))


def veiled_play(play: Play, rng: Random, count: int | None = None) -> Play:
    """A play with some or all of its cards not seen."""
    size = len(play.cards.faces)
    if not size or play.attempted is not None:
        return play
    cards = veiled(play.cards, rng, rng.randint(1, size) if count is None else min(count, size))
    if not cards.faces and rng.random() < 0.5:
        cards = Cards((), (Unknown(None, None),))
    return play._replace(cards=cards, throws=False, groups=None)


# --- before the first trick


@way("all hand lines")
def hands(deal: Deal, _rng: Random) -> None:
    drop_all(deal, HandLine)


@way("some hand lines")
def some_hands(deal: Deal, rng: Random) -> None:
    drop_some(deal, rng, HandLine)


@way("some cards of hands, kitty, burial")
def some_held(deal: Deal, rng: Random) -> None:
    for event in deal.events:
        if isinstance(event, HandLine | KittyLine | BuryLine) and rng.random() < 0.5 and event.cards.faces:
            event.cards = veiled(event.cards, rng, rng.randint(1, len(event.cards.faces)))


@way("kitty and burial")
def kitty(deal: Deal, rng: Random) -> None:
    drop_some(deal, rng, KittyLine, 0.7)
    drop_some(deal, rng, BuryLine, 0.7)


@way("who buried")
def who_buried(deal: Deal, _rng: Random) -> None:
    for event in deal.events:
        if isinstance(event, BuryLine):
            event.seat = None


@way("the bidding")
def bidding(deal: Deal, _rng: Random) -> None:
    if tricks(deal):
        drop_all(deal, BidLine, PassLine, FlipLine)


@way("bids and robbings")
def spoken(deal: Deal, _rng: Random) -> None:
    if tricks(deal):
        drop_all(deal, BidLine, PassLine, FlipLine, RobLine)


@way("all before the first trick")
def before(deal: Deal, rng: Random) -> None:
    if tricks(deal):
        drop_all(deal, BidLine, PassLine, FlipLine, RobLine, BuryLine)
        drop_some(deal, rng, (DealerLine, LevelLine, TrumpLine, KittyLine))


@way("what was shown in robbings")
def robbings(deal: Deal, rng: Random) -> None:
    for event in deal.events:
        if isinstance(event, RobLine) and event.cards.faces:
            event.cards = veiled(event.cards, rng, rng.randint(1, len(event.cards.faces)))


@way("what was shown in bids")
def shown(deal: Deal, rng: Random) -> None:
    drop_some(deal, rng, PassLine)
    for event in deal.events:
        if isinstance(event, BidLine):
            event.drawn = None if rng.random() < 0.5 else event.drawn
            suits = {SUIT_OF[face] for face in event.cards.faces} - {4} if event.cards is not None else set()
            if len(suits) == 1 and rng.random() < 0.5:
                event.cards, event.suit = None, suits.pop()


@way("dealer, level, trump")
def facts(deal: Deal, rng: Random) -> None:
    drop_some(deal, rng, (DealerLine, LevelLine, TrumpLine))


@way("bidding and trump")
def trump(deal: Deal, _rng: Random) -> None:
    if tricks(deal):
        drop_all(deal, BidLine, PassLine, FlipLine, TrumpLine)


@way("levels and totals at the start")
def standing(deal: Deal, _rng: Random) -> None:
    deal.header.levels = deal.header.totals = None
    deal.header.tags = [tag for tag in deal.header.tags if tag.name not in {"levels", "totals"}]


# --- tricks


@way("the end")
def end(deal: Deal, rng: Random) -> None:
    """The tricks from some point on, with all that is said between them; what is said at the end may stay."""
    played = tricks(deal)
    if len(played) < 2:
        return
    since = index_of(deal, rng.choice(played[1:]))
    until = index_of(deal, played[-1])
    if rng.random() < 0.5:
        deal.events = deal.events[:since]
    else:
        deal.events = deal.events[:since] + deal.events[until + 1 :]
        drop(deal, lambda event: isinstance(event, PenaltyLine) and event.line > played[-1].line)
    if rng.random() < 0.5:
        trick = tricks(deal)[-1]
        trick.plays = trick.plays[: rng.randint(1, len(trick.plays))]


@way("the beginning", gap=True)
def beginning(deal: Deal, rng: Random) -> None:
    """The tricks up to some point; what was said before them and between them may stay."""
    played = tricks(deal)
    if len(played) < 2:
        return
    first, until = index_of(deal, played[0]), index_of(deal, rng.choice(played[1:]))
    between = [event for event in deal.events[first:until] if isinstance(event, HandLine | ScoreLine)]
    start = rng.choice([0, first])
    before = [] if start == first and rng.random() < 0.5 else deal.events[:first]
    deal.events = before + ([] if rng.random() < 0.7 or not before else _as_first(between)) + deal.events[until:]


def _as_first(_between: list[Line]) -> list[Line]:
    """Hands and scores between tricks would stand before the first one left: they would be taken as of then."""
    return []


@way("tricks in the middle", gap=True)
def middle(deal: Deal, rng: Random) -> None:
    """Some tricks between others; hands and scores written among them stay sometimes."""
    played = tricks(deal)
    if len(played) < 3:
        return
    for _ in range(rng.randint(1, 2)):
        left = tricks(deal)
        if len(left) < 3:
            return
        at = rng.randrange(1, len(left) - 1)
        until = min(at + rng.randint(1, 2), len(left) - 1)
        since, stop = index_of(deal, left[at]), index_of(deal, left[until])
        kept: Any = (HandLine, ScoreLine) if rng.random() < 0.5 else ()
        among = [event for event in deal.events[since:stop] if isinstance(event, kept)]
        deal.events[since:stop] = among


@way("all plays of some seats")
def seats(deal: Deal, rng: Random) -> None:
    gone = rng.sample(range(SEATS), rng.randint(1, 3))
    for trick in tricks(deal):
        trick.plays = [
            veiled_play(play, rng, len(play.cards.faces)) if play.seat in gone else play for play in trick.plays
        ]


@way("some plays")
def some_plays(deal: Deal, rng: Random) -> None:
    for trick in tricks(deal):
        trick.plays = [veiled_play(play, rng) if rng.random() < 0.1 else play for play in trick.plays]


@way("single cards")
def single_cards(deal: Deal, rng: Random) -> None:
    for trick in tricks(deal):
        trick.plays = [veiled_play(play, rng, 1) if rng.random() < 0.15 else play for play in trick.plays]


@way("whole plays", gap=True)
def whole_plays(deal: Deal, rng: Random) -> None:
    """Some followers are not written at all."""
    for trick in tricks(deal):
        if rng.random() < 0.1 and len(trick.plays) > 1:
            trick.plays.pop(rng.randrange(1, len(trick.plays)))


@way("what was thrown")
def attempts(deal: Deal, rng: Random) -> None:
    for trick in tricks(deal):
        for index, play in enumerate(trick.plays):
            if play.attempted is not None:
                hidden = Cards((), (Unknown(None, None),))
                if rng.random() < 0.5:
                    hidden = veiled(play.attempted, rng, rng.randint(1, len(play.attempted.faces)))
                trick.plays[index] = play._replace(attempted=hidden)


@way("that something was thrown")
def throws(deal: Deal, _rng: Random) -> None:
    """Failed throws become plain leads (not where fines count in the score, see ``hide``)."""
    for trick in tricks(deal):
        trick.plays = [play._replace(attempted=None, throws=False) for play in trick.plays]


# --- claims


@way("winners and points")
def winners(deal: Deal, rng: Random) -> None:
    for trick in tricks(deal):
        if rng.random() < 0.6:
            trick.points = None
            if rng.random() < 0.6:
                trick.winner = None


@way("fines")
def fines(deal: Deal, rng: Random) -> None:
    drop_some(deal, rng, PenaltyLine)


@way("scores")
def scores(deal: Deal, rng: Random) -> None:
    drop_some(deal, rng, (ScoreLine, CapturedLine))


@way("what came of it")
def outcome(deal: Deal, rng: Random) -> None:
    if tricks(deal):
        drop_some(deal, rng, ENDINGS)


@way("all but one seat's view")
def view(deal: Deal, rng: Random) -> None:
    """One player's notes: his hand, the burial if it was his, all plays up to some trick."""
    seat = rng.randrange(SEATS)
    own = any(isinstance(event, BuryLine) and event.seat == seat for event in deal.events)
    drop(deal, lambda event: isinstance(event, HandLine) and event.seat != seat)
    if not own:
        drop_all(deal, KittyLine, BuryLine)
    if rng.random() < 0.7:
        end(deal, rng)
