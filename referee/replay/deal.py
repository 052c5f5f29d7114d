"""One deal from its first line to its last: set up, played, scored, settled."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import SUITS
from referee.phrases import Phrase
from referee.replay import careful, exact
from referee.replay.accounts import Accounts
from referee.replay.astray import other_readings, suspects
from referee.replay.findings import Findings
from referee.replay.fines import check_penalties
from referee.replay.kitty import hand_on, judge_bury, judge_kitty_size, read_takings
from referee.replay.opening import Setting, settings
from referee.replay.reconcile import reconcile
from referee.replay.rounds import read_rounds
from referee.replay.score import Scored, Scorer
from referee.replay.settle import Settled, Settler
from referee.replay.sheet import Sheet, read_sheet
from referee.replay.shown import check_shown
from referee.replay.standing import Standing
from referee.replay.table import Played
from referee.replay.titles import check_titles
from referee.report import CaptureReport, DealReport, ResultReport, TrickReport
from referee.rules.bound import bind

if TYPE_CHECKING:
    from referee.record import Deal
    from referee.replay.kitty import Taking
    from referee.rules.bound import Bound
    from referee.ruleset.model import Ruleset


class Run(NamedTuple):
    """The deal under one setting."""

    setting: Setting
    found: Findings
    played: Played
    scored: Scored | None
    settled: Settled


class Replayed(NamedTuple):
    """A deal replayed: its report (verdict and waivers still to come), its findings, and the state after it."""

    report: DealReport
    found: Findings
    standing: Standing
    sheet: Sheet
    run: Run


def replay_deal(ruleset: Ruleset, deal: Deal, standing: Standing) -> Replayed:
    """Replay a deal under a ruleset, going on from the state before it."""
    base = Findings(deal.number, deal.header, ruleset)
    sheet = read_sheet(deal, base)
    carried = _carried(deal, standing, base)
    best = _best_setting(ruleset, sheet, carried, base)
    for trick, leader in suspects(sheet, best.found):
        for other in other_readings(sheet, trick, leader) if best.found.errors > 1 else ():
            run = _best_setting(ruleset, other, carried, base)
            if run.found.errors < best.found.errors:
                best, sheet = run, other
    return Replayed(_report(sheet, best), best.found, _standing_after(deal, carried, best), sheet, best)


def _best_setting(ruleset: Ruleset, sheet: Sheet, carried: Standing, base: Findings) -> Run:
    """The deal under the setting that leaves the fewest errors."""
    best: Run | None = None
    for setting in settings(ruleset, sheet, carried, base):
        if best is not None and best.found.errors < setting.saves:
            continue
        run = _run(ruleset, sheet, carried, setting)
        if best is None or run.found.errors + setting.saves <= best.found.errors:
            best = run
        if not run.found.errors:
            break
    if best is None:
        raise AssertionError("there is always one setting")
    return best


def _carried(deal: Deal, standing: Standing, found: Findings) -> Standing:
    """What of the deal before still holds: nothing in a new match, after a won one, or across a gap in the numbers."""
    if deal.starts_match:
        fresh = Standing(number=deal.number)
    elif (
        deal.number is not None
        and standing.number is not None
        and deal.number not in (standing.number + 1, standing.due)
    ):
        found.add("REC025", deal, {"number": deal.number, "before": standing.number})
        fresh = Standing(number=deal.number, due=standing.number + 2)
    elif standing.won is not None:
        found.add("ADV007", deal, {"side": found.side(standing.won)}, rule="match.win")
        fresh = Standing(number=deal.number)
    else:
        return standing
    if deal.starts_match and deal.header.totals is not None:
        fresh.totals = {seat: (total,) for seat, total in deal.header.totals.totals}
    return fresh


def _run(ruleset: Ruleset, sheet: Sheet, standing: Standing, setting: Setting) -> Run:
    found = setting.found
    totals = _totals(sheet, standing, found)
    check_titles(ruleset, sheet.titles_before, totals, found)
    standing = Standing(standing.levels, standing.dealers, standing.asked, totals, standing.first_deal)
    taker = setting.dealer
    called = setting.called
    if called is not None and called.begun:
        taker = called.taker
    elif ruleset.kitty.taker == "declarer" and called is not None and called.declarer is not None:
        taker = called.declarer
    takings = read_takings(ruleset, sheet, taker, found)
    if not judge_kitty_size(ruleset, sheet, found):
        takings[0].taken = None
    bound = None
    if setting.level is not None and setting.trump is not None:
        bound = bind(ruleset, setting.level, setting.trump)
        for taking in takings:
            judge_bury(ruleset, taking, setting.level, _trump_then(setting, takings, taking), found)
    else:
        for taking in takings:
            judge_bury(ruleset, taking, None, None, found)
        if sheet.tricks:
            missing = "replay.open.level" if setting.level is None else "replay.open.trump"
            found.undetermined(sheet.tricks[0], Phrase(missing), sheet.tricks[0].number)
    hand_on(takings)
    played, scored = _play(ruleset, sheet, setting, bound, takings, found)
    settled = _settle(ruleset, sheet, setting, standing, scored, found)
    return Run(setting, found, played, scored, settled)


def _play(
    ruleset: Ruleset, sheet: Sheet, setting: Setting, bound: Bound | None, takings: list[Taking], found: Findings
) -> tuple[Played, Scored | None]:
    if bound is None:
        played = Played()
        if sheet.tricks or sheet.hands or len(takings) > 1 or takings[0].laid is not None:
            rounds = read_rounds(sheet, ruleset.players.count, found)
            reconcile(Accounts(ruleset, rounds, takings), sheet, found)
        if sheet.tricks:
            return played, None
        any_bound = bind(ruleset, setting.level or ruleset.levels.start, 0)
    else:
        played = _play_tricks(ruleset, sheet, bound, takings, setting.dealer, found)
        any_bound = bound
        _check_bids(ruleset, sheet, setting, takings, played, found)
    check_penalties(ruleset, sheet, played, found)
    side = 1 - setting.dealer % 2 if setting.dealer is not None else None
    if side is None and sheet.tricks:
        return played, None
    return played, Scorer(any_bound, sheet, played, side if side is not None else 1, found).score()


def _play_tricks(
    ruleset: Ruleset, sheet: Sheet, bound: Bound, takings: list[Taking], dealer: int | None, found: Findings
) -> Played:
    regular = exact.survey(ruleset, sheet, bound, takings) if not sheet.turned else None
    if regular is not None:
        return exact.replay(ruleset, sheet, bound, regular, dealer, found)
    seats = ruleset.players.count
    rounds = read_rounds(sheet, seats, found)
    accounts = Accounts(ruleset, rounds, takings)
    reconcile(accounts, sheet, found)
    return careful.Careful(bound, accounts, dealer, found).replay()


def _check_bids(
    ruleset: Ruleset, sheet: Sheet, setting: Setting, takings: list[Taking], played: Played, found: Findings
) -> None:
    """Bids and robbings against the hands that the plays prove."""
    if setting.called is not None and setting.called.spoken and played.hands:
        check_shown(ruleset, sheet, setting.called, takings, played, found)


def _trump_then(setting: Setting, takings: list[Taking], taking: Taking) -> int | None:
    """What was trump at a burial: before a robbing what the bids made it."""
    if taking is takings[-1] or taking.line is None:
        return setting.trump
    return None if setting.called is None else setting.called.trump_then.get(taking.line.line)


def _totals(sheet: Sheet, standing: Standing, found: Findings) -> dict[int, tuple[int, ...]]:
    """Each player's room points before the deal, those of the record against those carried over."""
    totals = dict(standing.totals)
    line = sheet.totals_before
    if line is None:
        return totals
    for index, (seat, claimed) in enumerate(line.totals):
        acceptable = totals.get(seat, ())
        if acceptable and claimed not in acceptable:
            facts = {"seat": found.name(seat), "total": acceptable[0], "claimed": claimed}
            place = found.place_word(line, "INT", index)
            found.add(
                "ADV010",
                line,
                facts,
                place=place,
                seat=seat,
                rule="game_points",
                required=acceptable[0],
                played=claimed,
            )
        totals[seat] = (claimed, *(value for value in acceptable if value != claimed))
    return totals


def _settle(
    ruleset: Ruleset, sheet: Sheet, setting: Setting, standing: Standing, scored: Scored | None, found: Findings
) -> Settled:
    redeal = setting.redeal or (
        sheet.result is not None and any(outcome.party == "redeal" for outcome in sheet.result.outcomes)
    )
    if redeal:
        check_titles(ruleset, sheet.titles_after, standing.totals, found)
        return Settled(None, setting.levels, standing.dealers, standing.asked, dict(standing.totals), None, redeal=True)
    levels = setting.levels
    return Settler(ruleset, sheet, scored, setting.dealer, levels, standing, found).settle()


def _standing_after(deal: Deal, before: Standing, run: Run) -> Standing:
    settled = run.settled
    over = run.settled.outcome is not None
    return Standing(
        levels=settled.levels,
        dealers=settled.dealers,
        asked=settled.asked,
        totals=settled.totals,
        first_deal=run.setting.first_deal if settled.redeal else False if over or deal.number is not None else None,
        won=settled.won,
        number=deal.number if deal.number is not None else None,
        due=before.due if before.due is not None and deal.number == before.number else None,
    )


def _report(sheet: Sheet, run: Run) -> DealReport:
    seats = sheet.deal.header.seats
    setting, settled, scored = run.setting, run.settled, run.scored
    outcome = settled.outcome
    captured = None if scored is None else scored.captured
    after: dict[str, str] = {}
    for side in (0, 1):
        if settled.levels[side]:
            after["".join(seats[side::2]) if len("".join(seats)) == len(seats) else "+".join(seats[side::2])] = (
                settled.levels[side][0]
            )
    return DealReport(
        deal=sheet.deal.number,
        line=sheet.deal.line,
        verdict="legal",
        dealer=None if setting.dealer is None else seats[setting.dealer],
        level=setting.level,
        trump=None if setting.trump is None else SUITS[setting.trump] if setting.trump < len(SUITS) else "NT",
        attackers_points=None if scored is None else scored.points,
        capture=None
        if captured is None or not captured.captures
        else CaptureReport(captured.points, captured.multiplier),
        result=None if outcome is None else ResultReport(outcome.side, outcome.levels, outcome.deal_passes),
        levels_after=after,
        next_dealer=seats[settled.dealers[0]] if settled.dealers and not settled.asked else None,
        tricks=[
            TrickReport(
                trick.line.number,
                seats[trick.leader],
                None if trick.winner is None else seats[trick.winner],
                trick.points,
            )
            for trick in run.played.tricks
        ],
    )
