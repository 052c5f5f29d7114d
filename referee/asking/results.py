"""``result``: attackers' points → band, levels, next dealer, end of the match, room points (semantics §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.asking.rulings import ResultRuling, RoomPoints
from referee.phrases import Count, Phrase, PhraseError, SeatName, Series
from referee.reading import read_level, seat_index
from referee.record import STANDARD_SEATS
from referee.rules.gamepoints import game_points
from referee.rules.levels import after_deal
from referee.rules.result import band_use
from referee.rules.rotation import next_dealer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.rules.levels import DealEnd
    from referee.rules.result import BandUse, Outcome
    from referee.ruleset.model import Band, Bands, Ruleset


def explain_result(
    ruleset: Ruleset,
    points: int | None = None,
    *,
    level: str | None = None,
    other_level: str | None = None,
    dealer: str | None = None,
    totals: Sequence[int] | None = None,
    seats: Sequence[str] = STANDARD_SEATS,
) -> ResultRuling:
    """What a deal comes to in which the attackers made so many points, capture and fines included.

    Args:
        ruleset: the rules.
        points: the attackers' points.
        level: level of the dealer side before the deal.
        other_level: level of the attackers before the deal.
        dealer: the seat that dealt.
        totals: each player's room points 积分 before the deal, in turn order.
        seats: names of the seats in turn order.

    Raises:
        ValueError: there is no such level or seat.
    """
    levels = [None if each is None else _level(ruleset, each) for each in (level, other_level)]
    deals = None if dealer is None else seat_index(seats, dealer)
    if points is None:
        rule = _rule(ruleset, None)
        cited = ruleset.written(rule)
        return ResultRuling(
            "undetermined",
            rule=rule,
            steps=tuple(_rows(ruleset.bands)),
            source=cited.source,
            ruling=cited.ruling,
            lacks=(Phrase("ask.lack.points"),),
        )
    use = band_use(ruleset.bands, points)
    end = after_deal(ruleset, levels[0], levels[1], use.outcome)
    rule = _rule(ruleset, use)
    cited = ruleset.written(rule)
    following = next_dealer(ruleset, deals or 0, use.outcome)
    room = _room_points(ruleset, use.outcome, points, totals, end)
    steps = [_band(ruleset.bands, use, points), *_moved(use.outcome, end, levels)]
    steps += [_next(ruleset, use.outcome, seats, deals, following.seat, asked=following.asked)]
    steps += _room_steps(ruleset, use.outcome, room, totals)
    step = (following.seat - (deals or 0)) % ruleset.players.count
    return ResultRuling(
        "legal",
        rule=rule,
        steps=tuple(steps),
        source=cited.source,
        ruling=cited.ruling,
        side=use.outcome.side,
        levels=use.outcome.levels,
        deal_passes=use.outcome.deal_passes,
        band=band_limits(ruleset.bands, use),
        dealer_level=end.dealer,
        attackers_level=end.attackers,
        next_dealer={0: "same", 1: "next"}.get(step, "partner") if deals is None else seats[following.seat],
        won=end.won,
        room_points=room,
    )


def _level(ruleset: Ruleset, level: str) -> str:
    name = read_level(level)
    if name not in ruleset.levels.sequence:
        raise PhraseError(Phrase("ask.no_such_level", {"level": name, "levels": " ".join(ruleset.levels.sequence)}))
    return name


def _rule(ruleset: Ruleset, use: BandUse | None) -> str:
    """The path that gave a band: its row of the table, or the step rule."""
    if ruleset.values.get("bands", {}).get("mode") == "step":
        return "bands.step"
    if use is None:
        return "bands.table"
    return "bands.tail_step" if use.tail_steps else f"bands.table[{use.row + 1}]"


def band_limits(bands: Bands, use: BandUse) -> tuple[int, int | None]:
    """From so many points, below so many, with the tail steps above the last row."""
    row = bands.rows[use.row]
    if use.row + 1 < len(bands.rows):
        return row.min, bands.rows[use.row + 1].min
    step = bands.tail_step
    if not step:
        return row.min, None
    low = row.min + use.tail_steps * step
    return low, low + step


def _band(bands: Bands, use: BandUse, points: int) -> Phrase:
    low, high = band_limits(bands, use)
    facts = {"points": Count(points, "point"), "low": low, "high": high, "what": outcome_phrase(use.outcome)}
    return Phrase("ask.result.band" if high is not None else "ask.result.band_open", facts)


def outcome_phrase(outcome: Outcome | Band) -> Phrase:
    """An outcome in words: who rises by how much, or that the deal only passes."""
    facts = {"levels": Count(outcome.levels, "level")}
    if outcome.levels:
        passing = outcome.side == "dealer" or outcome.deal_passes
        return Phrase(f"ask.result.{outcome.side}{'' if passing else '_no_pass'}", facts)
    return Phrase("ask.result.passes" if outcome.deal_passes else "ask.result.keeps", facts)


def _rows(bands: Bands) -> Iterator[Phrase]:
    """The whole table of bands."""
    for index, row in enumerate(bands.rows):
        high = bands.rows[index + 1].min if index + 1 < len(bands.rows) else None
        facts = {"low": row.min, "high": high, "what": outcome_phrase(row)}
        yield Phrase("ask.result.row" if high is not None else "ask.result.row_last", facts)
    if bands.tail_step:
        yield Phrase("ask.result.tail", {"step": Count(bands.tail_step, "point")})


def bands_phrase(bands: Bands) -> Phrase:
    """All bands on one line: from so many points on, who rises by how much."""
    rows: list[Phrase] = []
    for row in bands.rows:
        side = row.side if row.levels else "passes" if row.deal_passes else "keeps"
        rows.append(Phrase(f"ask.bands.{side}", {"low": row.min, "levels": row.levels}))
    if bands.tail_step:
        rows.append(Phrase("ask.bands.tail", {"step": bands.tail_step}))
    return Phrase("ask.bands", {"rows": Series(tuple(rows), "list")})


def _moved(outcome: Outcome, end: DealEnd, levels: Sequence[str | None]) -> Iterator[Phrase]:
    """The new level of the side that gains, what stopped it, and who has won the match."""
    side = Phrase(f"ask.side.{outcome.side}")
    before = levels[0] if outcome.side == "dealer" else levels[1]
    if end.advance is not None and outcome.levels:
        facts = {"side": side, "before": before, "level": end.advance.level, "stop": end.advance.stopped_at}
        if end.advance.stopped_at is not None:
            yield Phrase("ask.result.stopped" if end.advance.steps else "ask.result.must_play", facts)
        else:
            yield Phrase("ask.result.level", facts)
    if end.won is not None:
        yield Phrase("ask.result.won", {"side": Phrase(f"ask.side.{end.won}")})


def _next(
    ruleset: Ruleset, outcome: Outcome, seats: Sequence[str], dealer: int | None, seat: int, *, asked: bool
) -> Phrase:
    way = "lose" if outcome.deal_passes else f"keep_{ruleset.rotation.keep}"
    if dealer is None:
        return Phrase(f"ask.result.next.{way}")
    facts = {"seat": SeatName(seats[seat]), "dealer": SeatName(seats[dealer]), "how": Phrase(f"ask.result.next.{way}")}
    return Phrase("ask.result.asked_first" if asked else "ask.result.deals", facts)


def _room_points(
    ruleset: Ruleset, outcome: Outcome, points: int, totals: Sequence[int] | None, end: DealEnd
) -> RoomPoints | None:
    if ruleset.game_points is None:
        return None
    standings = tuple(totals) if totals is not None else (None,) * ruleset.players.count
    risen = None if end.advance is None else end.advance.steps
    if end.advance is None and outcome.levels:
        risen = outcome.levels
    got = game_points(ruleset.game_points, outcome, points, standings, risen)
    return RoomPoints(got.dealer, got.attackers, got.base, got.multiplier)


def _room_steps(
    ruleset: Ruleset, outcome: Outcome, room: RoomPoints | None, totals: Sequence[int] | None
) -> Iterator[Phrase]:
    """Room points: what each side gains, or how the standings would decide it."""
    rules = ruleset.game_points
    if room is None or rules is None:
        if totals is not None:
            yield Phrase("ask.no_game_points")
        return
    facts = {"side": Phrase(f"ask.side.{outcome.side}"), "base": room.base, "times": room.multiplier}
    if room.dealer is not None:
        gains = {"dealer": f"{room.dealer:+d}", "attackers": f"{room.attackers:+d}"}
        yield Phrase("ask.room.points" if room.multiplier == 1 else "ask.room.points_times", facts | gains)
    elif room.base is not None:
        yield Phrase("ask.room.base", facts)
        bands = tuple(
            Phrase(f"ask.room.{'band' if each.below is not None else 'band_open'}", each._asdict())
            for each in rules.multipliers
        )
        yield Phrase(f"ask.room.{rules.basis}", {"bands": Series(bands, "clauses")})
