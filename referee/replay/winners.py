"""Who may have won a trick of which not every card is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cards import NO_SUIT, SUIT_OF
from referee.packed import unpack
from referee.rules import trick
from referee.rules.order import TRUMP

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.replay.rounds import Laid, Round
    from referee.rules.bound import Bound, Lead, PlayInfo


def possible_winners(
    bound: Bound, lead: Lead, each: Round, plays: Sequence[PlayInfo | None], seats: int, pools: Mapping[int, int]
) -> list[int]:
    """Every seat that may have won: the best of the known plays, and whoever may have beaten it unseen.

    ``pools``: for each seat with unknown cards in its play, the cards (packed) they may be.
    """
    known = [index for index, play in enumerate(plays) if play is not None]
    infos = [play for play in plays if play is not None]
    best = known[trick.winner(bound, lead, infos)]
    best_play = plays[best]
    winners = [each.plays[best].seat]
    for index, play in enumerate(each.plays):
        if (
            plays[index] is None
            and best_play is not None
            and _may_win(bound, lead, play, best_play, pools[play.seat], first=index < best)
        ):
            winners.append(play.seat)
    there = {play.seat for play in each.plays}
    winners.extend(seat for seat in range(seats) if seat not in there)
    return winners


def _may_win(bound: Bound, lead: Lead, play: Laid, best: PlayInfo, pool: int, *, first: bool) -> bool:
    """May this play with unknown cards beat the best known one? ``first``: it was played before that one."""
    domains = {bound.domain[face] for face in play.cards.faces}
    if len(domains) > 1 or not domains <= {lead.info.domain, TRUMP}:
        return False
    if play.doubtful or lead.info.size > 1:
        return True
    suits = {group.suit for group in play.cards.unknown}
    for face in set(unpack(pool)):
        if suits != {None} and SUIT_OF[face] not in suits | {NO_SUIT}:
            continue
        filled = bound.info((face,))
        order = [lead.info, filled, best] if first else [lead.info, best, filled]
        if trick.winner(bound, lead, order) == (1 if first else 2):
            return True
    return False
