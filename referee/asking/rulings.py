"""Rulings on a trick, a capture, a result and a bidding: a ``Ruling`` with the answer's own values.

Their ``verdict`` is ``legal`` where the question has its answer, ``undetermined`` where something is missing; that of a
bidding is the verdict on its last bid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from referee.phrases import Phrase, say
from referee.ruling import Ruling

if TYPE_CHECKING:
    from referee.rules.weighing import Why


class PlayRuling(NamedTuple):
    """One play of a trick: whose (None: not said), its cards, whether it wins, and why or why not.

    ``why`` is a word for programs, as in ``referee.rules.weighing``; ``unknown`` where cards are not known.
    """

    seat: str | None
    cards: str
    wins: bool | None
    why: Why | Literal["unknown"]
    step: Phrase
    rule: str
    source: str | None

    def reason(self, lang: str = "en") -> str:
        """Why it wins or does not, in a language (``en`` or ``zh``)."""
        return say(self.step, lang)


@dataclass(frozen=True, slots=True)
class TrickRuling(Ruling):
    """Who wins a trick: ``winner`` is the index of the play, ``seat`` its seat if the seats were given.

    ``points``: the points in the trick; None where a card of it is not known.
    """

    winner: int | None = None
    seat: str | None = None
    points: int | None = None
    plays: tuple[PlayRuling, ...] = ()


@dataclass(frozen=True, slots=True)
class CaptureRuling(Ruling):
    """What the last trick brings 扣底. ``captures``: its winner captures at all.

    ``base`` × ``multiplier`` = ``points``; ``effect`` is that with its sign for the attackers, ``trick_points`` what
    they score for the trick itself, ``total`` their score after it, if the score before was given. ``formula`` is the
    formula as written in the ruleset, ``working`` the same with the numbers put in. What is not known is None.
    """

    captures: bool | None = None
    base: int | None = None
    multiplier: int | None = None
    points: int | None = None
    effect: int | None = None
    trick_points: int | None = None
    total: int | None = None
    formula: str | None = None
    working: str | None = None


class RoomPoints(NamedTuple):
    """Room points 积分 each player of a side gains; None where the standings that decide it are not known."""

    dealer: int | None
    attackers: int | None
    base: int | None
    multiplier: int | None


@dataclass(frozen=True, slots=True)
class ResultRuling(Ruling):
    """The result of a deal: ``side`` gains ``levels``; ``deal_passes``: the attackers take over 上台.

    ``band``: from so many points, below so many (None: no upper end). ``dealer_level`` and ``attackers_level``: the
    levels after the deal, where those before were given. ``next_dealer``: the seat, or ``partner``, ``next`` or
    ``same`` as seen from the dealer where no seat was given. ``won``: the side that has won the match.
    """

    side: Literal["dealer", "attackers"] | None = None
    levels: int | None = None
    deal_passes: bool | None = None
    band: tuple[int, int | None] | None = None
    dealer_level: str | None = None
    attackers_level: str | None = None
    next_dealer: str | None = None
    won: Literal["dealer", "attackers"] | None = None
    room_points: RoomPoints | None = None


class BidRuling(NamedTuple):
    """One bid, robbing or pass: whose, what was shown, and the ruling on it."""

    seat: str
    shown: str
    robs: bool
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class BiddingRuling(Ruling):
    """A bidding 亮主: a ruling for each bid, then the trump (``S H D C NT``), the dealer and the level of the deal.

    ``redeal``: nobody bid and the cards are dealt again. What is not certain is None.
    """

    bids: tuple[BidRuling, ...] = ()
    trump: str | None = None
    dealer: str | None = None
    deal_level: str | None = None
    redeal: bool = False
