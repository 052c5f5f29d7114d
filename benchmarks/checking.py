"""Deals per second from text to verdict, what of it is reading, the rules alone, and memory.

Every deal is new to the program when it is measured: nothing is run twice.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import referee
from benchmarks.timing import peak_megabytes, seconds
from referee.checking import Checker
from referee.notation import iter_deals, parse_cards
from referee.packed import pack
from referee.record import TrickLine
from referee.rules import follow, trick
from referee.rules.bound import bind
from referee.simulate import games

if TYPE_CHECKING:
    from collections.abc import Iterator

    Position = tuple[str, int, list[tuple[tuple[int, ...], list[tuple[int, tuple[int, ...]]]]]]

RULESET = "qq-2deck"
PARTS = 10
MANY = 10_000


class Speed(NamedTuple):
    """Figures of one set of deals; times in seconds for all of them."""

    deals: int
    plays: int
    reading: float
    whole: float


def simulated(deals: int, *, hands: bool, seed: int = 7) -> str:
    """Random legal deals as text, with the hands written down or without."""
    text = "".join(games(referee.load_ruleset(RULESET), deals, seed))
    if hands:
        return text
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("hand "))


def parts(deals: int, *, hands: bool) -> list[str]:
    """As many deals, in parts that are each run once."""
    return [simulated(deals // PARTS, hands=hands, seed=number) for number in range(PARTS)]


def speed(texts: list[str]) -> Speed:
    """Read, and read and referee, each part once; times are those of all parts."""
    pieces = [text.split("\n") for text in texts]
    deals = [deal for lines in pieces for deal in iter_deals(lines)]
    plays = sum(len(line.plays) for deal in deals for line in deal.events if isinstance(line, TrickLine))
    _forget()
    _check(pieces[0][:200])
    whole = sum(seconds(partial(_check, lines), 1) for lines in pieces)
    _forget()
    reading = sum(seconds(partial(_read, lines), 1) for lines in pieces)
    return Speed(len(deals), plays, reading, whole)


def _forget() -> None:
    """Forget every play and text seen so far."""
    bind.cache_clear()
    parse_cards.cache_clear()


def _read(lines: list[str]) -> None:
    for _ in iter_deals(lines):
        pass


def _check(lines: list[str]) -> None:
    checker = Checker(None)
    for report in checker.deals(iter_deals(lines)):
        if report.verdict != "legal":
            raise AssertionError(f"a simulated deal is {report.verdict}")


def follow_seconds(texts: list[str]) -> tuple[float, int]:
    """Time of the rules alone, and the plays: every follow checked, every winner found, the cards in hand known."""
    pieces = [list(_positions(text)) for text in texts]
    _forget()
    taken = sum(seconds(partial(_judge, work), 1) for work in pieces)
    return taken, sum(1 + len(follows) for work in pieces for _, _, tricks in work for _, follows in tricks)


def _judge(work: list[Position]) -> None:
    ruleset = referee.load_ruleset(RULESET)
    for level, trump, tricks in work:
        bound = bind(ruleset, level, trump)
        for lead_faces, follows in tricks:
            lead = bound.lead(lead_faces)
            infos = [lead.info]
            for holding, faces in follows:
                info = bound.info(faces)
                if follow.check(bound, lead, holding, info) is not None:
                    raise AssertionError("a simulated play is illegal")
                infos.append(info)
            trick.winner(bound, lead, infos)


def _positions(text: str) -> Iterator[Position]:
    """Level, trump and tricks of each deal: what was led, and for each follow the hand before it and the cards."""
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
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "one.sgr", Path(folder) / "many.sgr"
        small.write_text(simulated(1, hands=True), encoding="utf-8")
        with large.open("w", encoding="utf-8") as file:
            file.writelines(games(referee.load_ruleset(RULESET), MANY, 11))
        one, many = (peak_megabytes(["referee.cli", "check", str(file)]) for file in (small, large))
    return one, many
