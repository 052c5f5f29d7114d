"""Putting one fault into a legal simulated game.

Two ways. *Claims*: a finished record is changed in one line. *Play*: one play of the simulation is made illegal, and
the game goes on from there with honest claims, as it would at a table where nobody noticed.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partialmethod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import referee.simulate.deal as simulated_deal
import referee.simulate.kitty as simulated_kitty
import referee.simulate.tricks as simulated_tricks
from referee.checking import check
from referee.notation import read_text
from referee.notation.writer import write_record
from referee.record import DealerLine, HandLine, KittyLine, LevelLine, TrickLine, TrumpLine
from referee.rules import bids
from referee.ruleset import load_ruleset
from referee.simulate import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from referee.record import Deal, Line, Record
    from referee.ruleset.model import Ruleset

DEALS = 3
"""Deals in each record: faults may have consequences in the next one."""
PACKET = 6
"""Most cards that stay together where runs are wanted."""
PLAY_DEALS = 8
"""The same for faults of play, which need an occasion."""
LONG_HAND = 50
"""A deal of so large hands gives as much occasion as three others."""


@dataclass(frozen=True)
class Fault:
    """A kind of fault: its name, the one finding it must give, how it is put in, and where it can be."""

    name: str
    code: str
    inject: Callable[..., Any]
    play: bool
    rulesets: tuple[str, ...]
    deals: int


HOUSE = Path(__file__).parent / "rulesets"
HOUSE_RULES = tuple(sorted(path.stem for path in HOUSE.glob("*.yaml")))
TWO_DECKS = ("qq-2deck", "qq-2deck-permanent2", "room", "godot")
THREE_DECKS = ("qq-3deck", "lianzhong-3deck")
ONE_DECK = ("qq-1deck", "lianzhong-1deck")
LAST_SHOWN = ("lianzhong-1deck", "lianzhong-2deck")
PLATFORM = (*LAST_SHOWN, "lianzhong-3deck")
TABLE = ("table-2deck", "table-2deck-coloured")
WITH_PAIRS = (*TWO_DECKS, "table-2deck", *THREE_DECKS, "lianzhong-2deck")
SHIPPED = (*WITH_PAIRS, *ONE_DECK)
FAULTS: list[Fault] = []


def claim(name: str, code: str, rulesets: tuple[str, ...] = SHIPPED, *, deals: int = DEALS) -> Callable[[Any], Any]:
    """Register a function ``(record, rng, rules) -> bool`` that changes a record; False: it cannot be put in here.

    It may also return the text of the faulty record.
    """

    def register(function: Any) -> Any:
        FAULTS.append(Fault(name, code, function, False, rulesets, deals))
        return function

    return register


def play(name: str, code: str, rulesets: tuple[str, ...] = SHIPPED, *, deals: int = PLAY_DEALS) -> Callable[[Any], Any]:
    """Register a class with some of the methods ``lead`` and ``follow`` that replaces one play of the simulation."""

    def register(cls: Any) -> Any:
        FAULTS.append(Fault(name, code, cls, True, rulesets, deals))
        return cls

    return register


def rules_named(name: str) -> Ruleset:
    """A shipped ruleset, or one of the house rules of this folder."""
    return load_ruleset(HOUSE / f"{name}.yaml" if name in HOUSE_RULES else name)


def found_codes(text: str, ruleset: str) -> tuple[str, ...]:
    """The codes of all findings but notes, in the order of the record."""
    record = read_text(text)
    house = rules_named(ruleset) if ruleset in HOUSE_RULES else None
    report = check(record, ruleset=house)
    return tuple(finding.code for finding in report.findings if finding.severity != "note")


def faulty_text(fault: Fault, ruleset: str, seed: int) -> str | None:
    """A record with the fault in it, or None where these games give no occasion."""
    rules = rules_named(ruleset)
    rng = Random(f"{fault.name} {ruleset} {seed}")
    deals = fault.deals if rules.deal.hand_size < LONG_HAND else max(2, fault.deals // 3)
    if fault.play:
        with tampered(fault.inject, rng) as tamper:
            text = "".join(games(rules, deals, rng.randrange(10**9)))
        return text if tamper.done else None
    record = read_text(legal_text(ruleset, deals, seed))
    assert not record.findings
    done = fault.inject(record, rng, rules)
    if isinstance(done, str):
        return done
    return write_record(record) if done else None


@lru_cache(maxsize=64)
def legal_text(ruleset: str, deals: int, seed: int) -> str:
    """Legal games, the same for every kind of fault of a record: playing them takes most of the time."""
    return "".join(games(rules_named(ruleset), deals, seed))


# --- faults of play


class Tamper:
    """Wraps the simulation's choices. Each method of the fault gets the first word, once, after a while."""

    def __init__(self, cls: Any, rng: Random) -> None:
        self.fault = cls(rng)
        self.wait = rng.randrange(20) if hasattr(cls, "lead") or hasattr(cls, "follow") else rng.randrange(2)
        self.done = False
        self.robbed: Any = None
        self.first_deal = True
        self.wrapped = {
            (simulated_tricks, "choose_lead"): self._lead,
            (simulated_tricks, "choose_follow"): self._follow,
            (simulated_tricks.Tricks, "_one"): self._one,
            (simulated_kitty, "choose_bury"): self._bury,
            (simulated_kitty.Robbing, "_robber"): self._robber,
            (bids, "declared"): self._declared,
            (simulated_deal, "_shuffled"): self._shuffled,
        }
        self.real = {key: getattr(*key) for key in self.wrapped}

    def _ask(self, name: str, *args: Any) -> Any:
        """What the fault wants instead, or None."""
        first = getattr(self.fault, "first_deal", None)
        if self.done or not hasattr(self.fault, name) or (first is not None and first != self.first_deal):
            return None
        self.wait -= 1
        wrong = getattr(self.fault, name)(*args) if self.wait < 0 else None
        self.done = wrong is not None
        return wrong

    def _follow(self, bound: Any, lead: Any, holding: int, rng: Random) -> Any:
        wrong = self._ask("follow", bound, lead, holding)
        return self.real[simulated_tricks, "choose_follow"](bound, lead, holding, rng) if wrong is None else wrong

    def _lead(self, bound: Any, holding: int, others: Any, rng: Random) -> Any:
        wrong = self._ask("lead", bound, holding, others)
        if wrong is None and not self.done and hasattr(self.fault, "prepare"):
            wrong = self.fault.prepare(bound, holding, others)
        return self.real[simulated_tricks, "choose_lead"](bound, holding, others, rng) if wrong is None else wrong

    def _one(self, tricks: Any, *args: Any) -> Any:
        winner = self.real[simulated_tricks.Tricks, "_one"](tricks, *args)
        if not any(tricks.holdings):
            return winner
        wrong = self._ask("leads_next", winner, tricks.count)
        return winner if wrong is None else wrong

    def _bury(self, ruleset: Any, hand: int, level: str, trump: int, rng: Random) -> Any:
        wrong = self._ask("bury", ruleset, hand, level, trump)
        return self.real[simulated_kitty, "choose_bury"](ruleset, hand, level, trump, rng) if wrong is None else wrong

    def _shuffled(self, ruleset: Ruleset, rng: Random) -> list[int]:
        """Where a run is to be led the cards are hardly shuffled, else too few have one to answer with."""
        deck = self.real[simulated_deal, "_shuffled"](ruleset, rng)
        wanted = getattr(self.fault, "wanted", None)
        if wanted is None or wanted.length == 1:
            return deck
        rest, packets = sorted(deck), []
        while rest:
            packets.append([rest.pop() for _ in range(min(len(rest), rng.randint(1, PACKET)))])
        rng.shuffle(packets)
        return [face for packet in packets for face in packet]

    def _robber(self, robbing: Any, last: int) -> Any:
        """After a wrong dealer or trump nobody robs: the robbing would put it right."""
        if self.done and hasattr(self.fault, "declared"):
            return None
        return self.real[simulated_kitty.Robbing, "_robber"](robbing, last)

    def _declared(self, bidding: Any, flipped: Any = None) -> Any:
        self.first_deal = bidding.first_deal
        found = self.real[bids, "declared"](bidding, flipped)
        wrong = self._ask("declared", found)
        if wrong is None and bidding.states[0].robs and self.robbed in {None, bidding.dealt}:
            wrong = self._robbed(found, bidding)
        return found if wrong is None else wrong

    def _robbed(self, found: Any, bidding: Any) -> Any:
        """The answer is asked for several times after a robbing; it is wrong every time, in one deal."""
        if not hasattr(self.fault, "robbed") or self.fault.first_deal != self.first_deal:
            return None
        wrong = self.fault.robbed(found, bidding)
        if wrong is not None:
            self.done, self.robbed = True, bidding.dealt
        return wrong


def _called(self: Any, wrapper: Any, *args: Any) -> Any:
    return wrapper(self, *args)


@contextmanager
def tampered(cls: Any, rng: Random) -> Iterator[Tamper]:
    tamper = Tamper(cls, rng)

    for (owner, name), wrapper in tamper.wrapped.items():
        setattr(owner, name, partialmethod(_called, wrapper) if isinstance(owner, type) else wrapper)
    try:
        yield tamper
    finally:
        for (owner, name), real in tamper.real.items():
            setattr(owner, name, real)


# --- finding one's way in a record


def lines(deal: Deal, kind: type) -> list[Any]:
    return [event for event in deal.events if isinstance(event, kind)]


def find(deal: Deal, kind: type) -> Any:
    """The first line of this type, or None."""
    return next(iter(lines(deal, kind)), None)


def after_play(deal: Deal, kind: type) -> list[Any]:
    """Lines of a type after the last trick."""
    tricks = [index for index, event in enumerate(deal.events) if isinstance(event, TrickLine)]
    return [event for event in deal.events[tricks[-1] :] if isinstance(event, kind)] if tricks else []


def played(record: Record) -> list[Deal]:
    """The deals that were played (not dealt again)."""
    return [deal for deal in record.deals if lines(deal, TrickLine)]


def some_deal(record: Record, rng: Random, *, later: bool = False, last: bool | None = None) -> Deal | None:
    """A played deal; ``later``: not the first of its match; ``last``: whether it is the last of the record."""
    deals = [deal for deal in played(record) if not (later and deal.starts_match)]
    if last is not None:
        deals = [deal for deal in deals if (deal is record.deals[-1]) == last]
    return rng.choice(deals) if deals else None


def insert_before(deal: Deal, at: Line, *new: Line) -> None:
    index = next(index for index, event in enumerate(deal.events) if event is at)
    deal.events[index:index] = list(new)


def insert_after(deal: Deal, at: Line, *new: Line) -> None:
    index = next(index for index, event in enumerate(deal.events) if event is at)
    deal.events[index + 1 : index + 1] = list(new)


def copy_line(line: Any, **changes: Any) -> Any:
    """A line with some fields changed."""
    return replace(line, **changes)


def hand(deal: Deal, seat: int) -> tuple[int, ...]:
    """The cards a seat was dealt."""
    return next(event.cards.faces for event in lines(deal, HandLine) if event.seat == seat)


def facts(deal: Deal) -> tuple[int, str, int]:
    """Dealer, level and trump."""
    return find(deal, DealerLine).seat, find(deal, LevelLine).rank, find(deal, TrumpLine).suit


def kitty(deal: Deal) -> tuple[int, ...]:
    """The cards of the kitty; none in a game without one."""
    line = find(deal, KittyLine)
    return () if line is None else tuple(line.cards.faces)
