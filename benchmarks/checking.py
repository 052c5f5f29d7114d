"""Deals per second from text to verdict, and what of it is reading."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

import referee
from benchmarks.timing import peak_megabytes, seconds
from referee.checking import Checker
from referee.notation import iter_deals
from referee.record import TrickLine
from referee.rules import follow, trick
from referee.rules.bound import bind
from referee.simulate import games

RULESET = "qq-2deck"
DEALS = 300
MANY = 10_000


class Speed(NamedTuple):
    """Figures of one set of deals; times in seconds for all of them."""

    deals: int
    plays: int
    reading: float
    whole: float


def simulated(deals: int, *, hands: bool) -> str:
    """Random legal deals as text, with the hands written down or without."""
    text = "".join(games(referee.load_ruleset(RULESET), deals, 7))
    if hands:
        return text
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("hand "))


def speed(text: str) -> Speed:
    """Read, and read and referee, the same text."""
    lines = text.split("\n")
    deals = list(iter_deals(lines))
    plays = sum(len(line.plays) for deal in deals for line in deal.events if isinstance(line, TrickLine))
    return Speed(len(deals), plays, seconds(lambda: list(iter_deals(lines))), seconds(lambda: _check(lines)))


def _check(lines: list[str]) -> None:
    checker = Checker(None)
    for report in checker.deals(iter_deals(lines)):
        if report.verdict != "legal":
            raise AssertionError(f"a simulated deal is {report.verdict}")


def follow_seconds(text: str) -> tuple[float, int]:
    """Time of the rules alone: every follow checked and every winner found, the cards in hand known."""
    work = list(_positions(text))
    ruleset = referee.load_ruleset(RULESET)
    bounds = [bind(ruleset, level, trump) for level, trump, _ in work]

    def judge() -> None:
        for bound, (_, _, tricks) in zip(bounds, work, strict=True):
            for lead_faces, follows in tricks:
                lead = bound.lead(lead_faces)
                infos = [lead.info]
                for holding, faces in follows:
                    info = bound.info(faces)
                    if follow.check(bound, lead, holding, info) is not None:
                        raise AssertionError("a simulated play is illegal")
                    infos.append(info)
                trick.winner(bound, lead, infos)

    return seconds(judge), sum(1 + len(follows) for _, _, tricks in work for _, follows in tricks)


def _positions(text: str):
    """Level, trump and tricks of each deal: what was led, and for each follow the hand before it and the cards."""
    from referee.packed import pack  # noqa: PLC0415 - measured elsewhere

    for deal in iter_deals(text.split("\n")):
        report = Checker(None).deal(deal)
        tricks = [line for line in deal.events if isinstance(line, TrickLine)]
        hands = dict.fromkeys(range(4), 0)
        for line in tricks:
            for play in line.plays:
                hands[play.seat] += pack(play.cards.faces)
        described = []
        for line in tricks:
            follows = []
            for at, play in enumerate(line.plays):
                if at:
                    follows.append((hands[play.seat], play.cards.faces))
                hands[play.seat] -= pack(play.cards.faces)
            described.append((line.plays[0].cards.faces, follows))
        if report.level is not None and report.trump is not None:
            yield report.level, ("S", "H", "D", "C", "NT").index(report.trump), described


def memory() -> tuple[float, float]:
    """Largest memory of checking one deal, and of checking very many in one file, in megabytes."""
    one, many = simulated(1, hands=True), simulated(500, hands=True)
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "one.sgr", Path(folder) / "many.sgr"
        small.write_text(one, encoding="utf-8")
        large.write_text(many * (MANY // 500), encoding="utf-8")
        return tuple(peak_megabytes(["referee.cli", "check", str(file)]) for file in (small, large))  # type: ignore[return-value]
