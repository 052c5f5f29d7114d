"""``trick``: who wins, and why each other play does not (semantics §7)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from referee.asking.rulings import PlayRuling, TrickRuling
from referee.cards import Cards, format_cards
from referee.explain import pieces_phrase
from referee.packed import unpack
from referee.phrases import Count, DomainName, Phrase, PhraseError, SeatName
from referee.reading import in_deck, read_cards, read_groups
from referee.rules import trick
from referee.rules.bound import MIXED
from referee.rules.order import TRUMP
from referee.rules.weighing import Weighed, weigh

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.reading import CardText
    from referee.rules.bound import Bound, Lead, PlayInfo
    from referee.shapes import Shape
    from referee.table import Table

FILLED: Final = 2
"""Up to so many unknown cards of a play are tried out; with more it may win wherever its known ones allow."""


def explain_trick(
    table: Table, plays: Sequence[CardText] | None = None, *, seats: Sequence[str | None] = ()
) -> TrickRuling:
    """Who wins the trick, and why each other play does not.

    Args:
        table: the rules at a level and trump.
        plays: the lead, then the others in the order played; ``?`` for cards not known.
        seats: names of the seats of the plays, as far as they have one.

    Raises:
        ValueError: cards cannot be read, or the lead is not one.
    """
    if not plays:
        return TrickRuling("undetermined", lacks=(Phrase("ask.lack.plays"),))
    groups = read_groups(plays[0])
    cards = [in_deck(table.ruleset, read_cards(play)) for play in plays[1:]]
    if any(not play.faces and play.known for play in (*groups, *cards)):
        raise PhraseError(Phrase("ask.empty_play"))
    if not all(group.known for group in groups):
        return TrickRuling("undetermined", lacks=(Phrase("ask.lack.lead_cards"),))
    led = table.lead_of(groups)
    seen = in_deck(table.ruleset, Cards((*led.info.faces, *(face for play in cards for face in play.faces))))
    pool = unpack(table.pool_of(seen.faces))
    infos = {index: table.bound.info(play.faces) for index, play in enumerate(cards, 1) if play.known}
    order = [0, *infos]
    best, weighed = weigh(table.bound, led, [led.info, *infos.values()])
    winner = order[best]
    known = dict(zip(order, zip([led.info, *infos.values()], weighed, strict=True), strict=True))
    others = {index: play for index, play in enumerate(cards, 1) if not play.known}
    best_play = known[winner][0]
    open_plays = [
        i for i, play in others.items() if _may_win(table.bound, led, play, best_play, pool, first=i < winner)
    ]
    names = [seats[index] if index < len(seats) else None for index in range(len(plays))]
    spoken = _Spoken(table.bound, led, names, winner, best_play)
    rulings = tuple(
        spoken.play(index, *known[index], wins=None if open_plays and index == winner else index == winner)
        if index in known
        else spoken.unknown(index, others[index], may_win=index in open_plays)
        for index in range(len(plays))
    )
    points = None if others else sum(info.points for info in (led.info, *infos.values()))
    return spoken.ruling(rulings, points, open_plays, len(plays))


def _may_win(bound: Bound, led: Lead, play: Cards, best: PlayInfo, pool: Sequence[int], *, first: bool) -> bool:
    """Can a play with unknown cards beat the best known one? ``first``: it was played before that one."""
    domains = {bound.domain[face] for face in play.faces}
    gaps = led.info.size - len(play.faces)
    written = play.size
    if len(domains) > 1 or not domains <= {led.info.domain, TRUMP} or gaps < 1 or written not in {None, led.info.size}:
        return False
    if gaps > FILLED:
        return True
    for filling in set(combinations(pool, gaps)):
        filled = bound.info((*play.faces, *filling))
        order = [led.info, filled, best] if first else [led.info, best, filled]
        if trick.winner(bound, led, order) == (1 if first else 2):
            return True
    return False


class _Spoken:
    """A trick put into words: who plays what against which lead."""

    def __init__(self, bound: Bound, led: Lead, names: Sequence[str | None], winner: int, best: PlayInfo) -> None:
        self.bound = bound
        self.ruleset = bound.ruleset
        self.led = led
        self.names = names
        self.winner = winner
        self.best = best

    def who(self, index: int) -> SeatName | Phrase:
        """The seat of a play, or its number."""
        name = self.names[index]
        if name is not None:
            return SeatName(name)
        return Phrase("ask.play_number" if index else "ask.the_leader", {"number": index + 1})

    def play(self, index: int, info: PlayInfo, weighed: Weighed, *, wins: bool | None) -> PlayRuling:
        """A play whose cards are known."""
        facts = {
            "cards": Cards(info.faces),
            "best": Cards(self.best.faces),
            "winner": self.who(self.winner),
            "shapes": pieces_phrase(self.led.shapes),
            "own": pieces_phrase(self.own_shapes(info)),
            "domain": DomainName(self.led.info.domain),
            "piece": Cards(weighed.compared),
            "better": Cards(weighed.against),
            "size": Count(info.size, "card"),
            "asked": Count(self.led.info.size, "card"),
        }
        several = "several" if len(self.led.shapes) > 1 and weighed.why in {"lower", "ruff"} else ""
        key = f"ask.trick.{weighed.why}{several and '_' + several}"
        cited = self.ruleset.written(weighed.rule)
        cards = format_cards(info.faces)
        return PlayRuling(self.names[index], cards, wins, weighed.why, Phrase(key, facts), weighed.rule, cited.source)

    def own_shapes(self, info: PlayInfo) -> tuple[Shape, ...]:
        """The shapes of a play by itself; none of cards of several suits."""
        return () if info.domain == MIXED else tuple(part.shape for part in self.bound.components(info))

    def unknown(self, index: int, cards: Cards, *, may_win: bool) -> PlayRuling:
        """A play with unknown cards."""
        key = "ask.trick.may_win" if may_win else "ask.trick.cannot_win"
        step = Phrase(key, {"cards": cards, "best": Cards(self.best.faces)})
        return PlayRuling(self.names[index], str(cards), None if may_win else False, "unknown", step, "trick", None)

    def ruling(
        self, plays: tuple[PlayRuling, ...], points: int | None, open_plays: Sequence[int], count: int
    ) -> TrickRuling:
        """The whole trick."""
        rule = plays[self.winner].rule
        cited = self.ruleset.written(rule)
        lacks = tuple(Phrase("ask.lack.play_of", {"seat": self.who(index)}) for index in open_plays)
        return TrickRuling(
            "undetermined" if open_plays else "legal",
            rule=rule,
            steps=tuple(self._steps(points, count, certain=not open_plays)),
            source=cited.source,
            ruling=cited.ruling,
            lacks=lacks,
            winner=None if open_plays else self.winner,
            seat=None if open_plays else self.names[self.winner],
            points=points,
            plays=plays,
        )

    def _steps(self, points: int | None, count: int, *, certain: bool) -> Iterator[Phrase]:
        led = self.led
        yield Phrase(
            "follow.led",
            {
                "cards": Cards(led.info.faces),
                "shapes": pieces_phrase(led.shapes),
                "domain": DomainName(led.info.domain),
            },
        )
        if not certain:
            yield Phrase("ask.trick.open", {"seat": self.who(self.winner), "cards": Cards(self.best.faces)})
        elif count < self.ruleset.players.count:
            facts = {"seat": self.who(self.winner), "cards": Cards(self.best.faces), "plays": Count(count, "play")}
            yield Phrase("ask.trick.so_far", facts)
        else:
            yield Phrase("ask.trick.winner", {"seat": self.who(self.winner), "cards": Cards(self.best.faces)})
        if points is not None:
            yield Phrase("ask.trick.points", {"points": Count(points, "point")})
