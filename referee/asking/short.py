"""An answer in one line, for tables of several and for what depends on something not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.asking.results import outcome_phrase
from referee.asking.rulings import BiddingRuling, CaptureRuling, ResultRuling, TrickRuling
from referee.phrases import Count, Phrase, SeatName, Series, TrumpName
from referee.reading import read_cards
from referee.rules.result import Outcome

if TYPE_CHECKING:
    from referee.asking.question import Question
    from referee.ruling import Ruling

_TRUMPS: Final = ("S", "H", "D", "C", "NT")
MOST: Final = 3
"""So many legal plays are named."""


def headline(question: Question, ruling: Ruling) -> Phrase:
    """The answer in a few words."""
    if isinstance(ruling, BiddingRuling):
        return _bidding(ruling)
    if ruling.verdict == "undetermined":
        return Phrase("ask.short.undetermined")
    match ruling:
        case TrickRuling():
            return _trick(ruling)
        case CaptureRuling():
            return _capture(ruling)
        case ResultRuling():
            return _result(ruling)
    if question.kind == "lead":
        return _lead(ruling)
    return _follows(ruling) if question.words.get("play") is None else Phrase(f"ask.short.{ruling.verdict}")


def _follows(ruling: Ruling) -> Phrase:
    plays = tuple(read_cards(play) for play in ruling.legal_examples[:MOST])
    more = (ruling.legal_count or 0) - len(plays)
    key = "ask.short.ways_more" if more > 0 else "ask.short.ways"
    return Phrase(key, {"plays": Series(plays, "list" if more > 0 else "either"), "more": Count(more, "other")})


def _lead(ruling: Ruling) -> Phrase:
    if ruling.verdict == "illegal":
        return Phrase("ask.short.illegal")
    if not ruling.kept:
        return Phrase("ask.short.stands")
    kept = Series(tuple(read_cards(kept) for kept in ruling.kept), "either")
    facts = {"kept": kept, "fine": Count(ruling.fine, "point")}
    return Phrase("ask.short.fails_fine" if ruling.fine else "ask.short.fails", facts)


def _trick(ruling: TrickRuling) -> Phrase:
    index = ruling.winner or 0
    number = Phrase("ask.play_number" if index else "ask.the_leader", {"number": index + 1})
    who = SeatName(ruling.seat) if ruling.seat else number
    return Phrase("ask.short.wins", {"seat": who, "cards": read_cards(ruling.plays[index].cards)})


def _capture(ruling: CaptureRuling) -> Phrase:
    if not ruling.captures:
        return Phrase("ask.short.no_capture")
    if ruling.effect is None or ruling.multiplier is None:
        return Phrase("ask.short.times", {"times": ruling.multiplier})
    facts = {"times": ruling.multiplier, "points": Count(ruling.effect, "point"), "total": ruling.total}
    return Phrase("ask.short.total" if ruling.total is not None else "ask.short.capture", facts)


def _result(ruling: ResultRuling) -> Phrase:
    what = outcome_phrase(Outcome(ruling.side or "dealer", ruling.levels or 0, bool(ruling.deal_passes)))
    level = ruling.dealer_level if ruling.side == "dealer" else ruling.attackers_level
    if ruling.won is not None:
        return Phrase("ask.short.result_won", {"what": what})
    if level is None or not ruling.levels:
        return what
    return Phrase("ask.short.result_level", {"what": what, "level": level})


def _bidding(ruling: BiddingRuling) -> Phrase:
    if not ruling.bids and ruling.trump is None and not ruling.redeal:
        return Phrase("ask.short.undetermined")
    parts: list[Phrase] = []
    if ruling.bids:
        parts.append(Phrase(f"ask.short.{ruling.bids[-1].ruling.verdict}"))
    if ruling.redeal:
        parts.append(Phrase("ask.short.redeal"))
    elif ruling.trump is not None:
        parts.append(Phrase("ask.short.trump", {"trump": TrumpName(_TRUMPS.index(ruling.trump))}))
    if ruling.dealer is not None:
        parts.append(Phrase("ask.short.dealer", {"seat": SeatName(ruling.dealer)}))
    return Phrase("ask.short.parts", {"parts": Series(tuple(parts), "list")})
