"""Questions about the bidding, asked in words: who bid what, is it legal, what is trump, who deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from referee.cards import Cards
from referee.explain import BID_CODES
from referee.phrases import Count, Phrase, PhraseError, SeatName, TrumpName
from referee.reading import level_name, read_cards, trump_index
from referee.record import STANDARD_SEATS
from referee.rules import bids as rules
from referee.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.reading import CardText
    from referee.rules.bidstate import BidVerdict
    from referee.ruleset.model import Ruleset

_TRUMPS: Final = ("S", "H", "D", "C", "NT")


class BidsRuling(NamedTuple):
    """One ruling a bid, then the trump (``S H D C NT``) and the dealer (a seat) they make; None where not certain."""

    rulings: tuple[Ruling, ...]
    trump: str | None
    dealer: str | None


def judge_bids(
    ruleset: Ruleset,
    bids: Sequence[tuple[str, CardText]],
    level: str,
    *,
    seats: Sequence[str] = STANDARD_SEATS,
    first_deal: bool = True,
    dealer: str | None = None,
) -> BidsRuling:
    """Judge bids 亮主 in time order. Rules 2Q-8…2Q-11, 2R-7…2R-10, 3Q-1, 4D-3…4D-7.

    Args:
        ruleset: the rules.
        bids: each a seat and the cards shown, or only a suit (``"S"``, ``"NT"``).
        level: level of the deal.
        seats: names of the seats in turn order.
        first_deal: the deal is contested; later the rotation's ``dealer`` deals, whoever bid.
        dealer: the dealer of a later deal.

    Raises:
        ValueError: a seat is not at the table, or cards cannot be read.
    """
    names = tuple(seats)
    calls = [(_seat(names, seat), shown_of(shown)) for seat, shown in bids]
    deals = None if dealer is None else _seat(names, dealer)
    judged = rules.judge_bids(ruleset, calls, level_name(level), first_deal=first_deal, dealer=deals)
    return BidsRuling(
        tuple(bid_ruling(ruleset, names, verdict) for verdict in judged.rulings),
        None if judged.trump is None else _TRUMPS[judged.trump],
        None if judged.dealer is None else names[judged.dealer],
    )


def _seat(names: tuple[str, ...], seat: str) -> int:
    if seat not in names:
        raise PhraseError(Phrase("ask.seat", {"seat": seat, "names": " ".join(names)}))
    return names.index(seat)


def shown_of(shown: CardText) -> Cards | int:
    """What was shown: cards, or a suit (4 = no-trump). Raises ValueError where it cannot be read."""
    if not isinstance(shown, str):
        return read_cards(shown)
    if len(shown) == 1 or shown.upper() == "NT":
        return trump_index(shown)
    try:
        return read_cards(shown)
    except PhraseError:
        try:
            return trump_index(shown)
        except PhraseError:
            pass
        raise


def bid_ruling(ruleset: Ruleset, names: tuple[str, ...], verdict: BidVerdict, shown: Cards | None = None) -> Ruling:
    """The verdict on a bid or a robbing, in words. ``shown``: what was, where it may be no bid at all."""
    fault = verdict.fault
    if verdict.verdict == "legal" or fault is None:
        key = f"bid.{verdict.action or 'valid'}"
        return Ruling("legal", steps=(Phrase(key, _facts(names, verdict, shown)),))
    cited = ruleset.written(fault.rule)
    return Ruling(
        verdict.verdict,
        code=BID_CODES[fault.kind] if verdict.verdict == "illegal" else None,
        rule=fault.rule,
        steps=(Phrase(f"bid.not.{fault.kind}", _facts(names, verdict, shown)),),
        source=cited.source,
        ruling=cited.ruling,
    )


def _facts(names: tuple[str, ...], verdict: BidVerdict, shown: Cards | None) -> dict[str, object]:
    fault = verdict.fault
    reading = verdict.reading or (fault.shown if fault is not None else None)
    facts: dict[str, object] = {
        "cards": Cards(reading.faces) if reading is not None else shown or Phrase("bid.these_cards"),
        "trump": TrumpName(reading.trump) if reading is not None else Phrase("bid.unknown_trump"),
    }
    if fault is not None:
        standing = fault.standing
        facts["standing"] = Cards(standing.reading.faces) if standing is not None else Phrase("bid.nothing")
        facts["holder"] = SeatName(names[standing.seat]) if standing is not None else ""
        facts["lacking"] = Cards(fault.faces)
        facts["drawn"] = Count(fault.number or 0, "card")
        facts["times"] = Count(fault.number or 0, "time")
    return facts
