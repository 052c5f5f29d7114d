"""Simulated games, legal or with one fault, of which parts are hidden; and what the referee says of them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

FOLDER = Path(__file__).parent
if str(FOLDER.parent / "faults") not in sys.path:
    sys.path.insert(0, str(FOLDER.parent / "faults"))

import claims  # noqa: E402, F401 - registers its faults
import four_decks  # noqa: E402, F401
import plays  # noqa: E402, F401
import robberies  # noqa: E402, F401
from hiding import WAYS, Way, copied, enrich, hide, hide_deals  # noqa: E402
from injection import FAULTS, Fault, faulty_text, rules_named  # noqa: E402

from referee.checking import check  # noqa: E402
from referee.notation import read_text  # noqa: E402
from referee.notation.writer import write_record  # noqa: E402
from referee.ruleset import load_ruleset  # noqa: E402
from referee.simulate import games  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.findings import Finding
    from referee.record import Record
    from referee.report import Report
    from referee.ruleset.model import Ruleset

SHIPPED = ("qq-2deck", "qq-2deck-permanent2", "room", "godot")
HOUSE = (
    *("table-2deck", "table-2deck-coloured", "fined-throws", "robbers", "declared-groups", "others-hold-some"),
    *("three-decks", "deal-passes"),
)
DOUBT_RULESETS = (*SHIPPED, *HOUSE)
DEALS = 3
"""Deals of each record: what is hidden in one may be missed in the next."""
GAP_WARNINGS = {"REC021", "REC027"}
"""Warnings that are right where tricks or plays are left out: a number jumps, a play is missing."""
DEAL_WARNINGS = {"REC025"}
"""The same for deals left out."""


@dataclass(frozen=True)
class Hidden:
    """A legal game of which something is hidden."""

    label: str
    rules: Ruleset
    record: Record
    ways: tuple[Way, ...]
    deal_gone: bool


@dataclass(frozen=True)
class HiddenFault:
    """A game with one fault of which something is hidden, and what is found in it."""

    label: str
    rules: Ruleset
    fault: Fault
    record: Record
    report: Report
    seen: bool
    """The finding of the whole record is still there."""
    beyond: list[Finding]
    """Errors the whole record does not have, by code and line."""


@lru_cache(maxsize=16)
def rules_for(name: str) -> Ruleset:
    """A shipped ruleset, or one of the house rules of the tests."""
    own = FOLDER / "rulesets" / f"{name}.yaml"
    return load_ruleset(own) if own.exists() else rules_named(name)


def hidden_games(
    ruleset: str, seeds: Iterable[int], ways: tuple[Way, ...] | None = None, deals: int = DEALS
) -> Iterator[Hidden]:
    """For each seed a legal game with parts hidden: in these ways, or in up to four at random."""
    rules = rules_for(ruleset)
    for seed in seeds:
        rng = Random(f"{ruleset} {seed} {[way.name for way in ways or ()]}")
        record = read_text("".join(games(rules, deals, rng.randrange(10**9))))
        enrich(record, rng)
        chosen = ways or tuple(rng.sample(WAYS, rng.randint(1, 4)))
        hide(record, rng, list(chosen))
        before = len(record.deals)
        if rng.random() < 0.3:
            hide_deals(record, rng)
        label = f"{ruleset} {seed} {', '.join(way.name for way in chosen)}"
        yield Hidden(label, rules, record, chosen, len(record.deals) < before)


def accusations(game: Hidden) -> tuple[Report, list[Finding]]:
    """The report on a hidden game, written and read again, and the findings there should not be."""
    report = check(read_text(write_record(game.record)), ruleset=game.rules)
    fair = set(GAP_WARNINGS) if any(way.gap for way in game.ways) else set()
    if game.deal_gone:
        fair |= DEAL_WARNINGS
    return report, [f for f in report.findings if f.severity == "error" or f.code not in fair]


def hidden_faults(
    number: int, *, only_play: bool, times: int = 4, every: int = 1, start: int = 0
) -> Iterator[HiddenFault]:
    """Games with one fault each, ``number`` of each kind and ruleset, each hidden in ``times`` ways.

    ``every``: take only every so-manieth kind of fault and ruleset, from ``start``.
    """
    kinds = [(fault, name) for fault in FAULTS for name in fault.rulesets if fault.play or not only_play]
    kinds.sort(key=lambda kind: (kind[0].name, kind[1]))  # the same, whatever was imported first
    for fault, name in kinds[start::every]:
        rules = rules_for(name)
        made = 0
        for seed in range(6 * number + 6):
            text = faulty_text(fault, name, seed) if made < number else None
            if text is None:
                continue
            made += 1
            whole = read_text(text)
            found = {place(finding) for finding in check(whole, ruleset=rules).findings}
            for turn in range(times):
                yield _one(fault, name, f"{seed} {turn}", whole, found)


def _one(fault: Fault, name: str, label: str, whole: Record, found: set[tuple[str, int]]) -> HiddenFault:
    rng = Random(f"{fault.name} {name} {label}")
    record, rules = copied(whole), rules_for(name)
    ways = rng.sample(WAYS, rng.randint(1, 3))
    hide(record, rng, ways)
    names = [way.name for way in ways]
    if rng.random() < 0.2:
        hide_deals(record, rng)
        names.append("a deal")
    report = check(record, ruleset=rules)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    seen = any(place(finding) in found for finding in errors)
    beyond = [finding for finding in errors if place(finding) not in found]
    label = f"{fault.name}: {name} {label} {', '.join(names)}"
    return HiddenFault(label, rules, fault, record, report, seen, beyond)


def place(finding: Finding) -> tuple[str, int]:
    """What a finding is compared by: its code and its line in the whole record."""
    return finding.code, finding.place.line
