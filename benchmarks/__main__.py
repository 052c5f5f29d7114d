"""``make bench``: every figure in one table. Takes some minutes; nothing else should run meanwhile."""

from __future__ import annotations

import platform
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.checking import MANY, follow_seconds, memory, parts, simulated, speed
from benchmarks.timing import start_up
from benchmarks.worst import wide, worst
from referee.ruleset import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

DEALS = 1000
LISTS = ("qq-3deck", "lianzhong-3deck", "qq-4deck")
"""Games with many cards and follow lists."""
HOUSE_RULES = """\
id: our-table
title: {en: Our table, zh: 我们这桌}
extends: qq-2deck
capture: {cap: 8}
examples:
  - {kind: capture, level: 2, trump: S, lead: H334455, winning: H334455, expect: 8}
"""


def rows() -> Iterator[tuple[str, str]]:
    """What was measured, and the figure."""
    yield "machine", f"CPython {platform.python_version()}, {platform.machine()}, one core"
    for hands, name in ((False, "no hands written"), (True, "with the four hands")):
        found = speed(parts(DEALS, hands=hands))
        per_play = 1e6 / found.plays
        yield f"two-deck deals, {name}", f"{found.deals} deals, {found.plays / found.deals:.0f} plays a deal"
        yield (
            "  from text to verdict",
            f"{found.deals / found.whole:,.0f} deals/s, {found.whole * per_play:.1f} µs a play",
        )
        yield "  reading alone", f"{found.deals / found.reading:,.0f} deals/s, {found.reading * per_play:.1f} µs a play"
        share = found.reading / found.whole
        yield "  share of reading, of refereeing", f"{share:.0%}, {1 - share:.0%}"
    taken, plays = follow_seconds(parts(DEALS, hands=False))
    yield "rules alone (follow and winner)", f"{taken / plays * 1e6:.1f} µs a play"
    for decks in (2, 3, 4):
        slowest = worst(wide(decks))
        yield f"slowest follow check, {decks} decks", f"{slowest.seconds * 1e3:.2f} ms of {slowest.checks} tried"
    for name in LISTS:
        slowest = worst(load_ruleset(name))
        yield f"slowest follow check, {name}", f"{slowest.seconds * 1e3:.2f} ms of {slowest.checks} tried"
    one, many = memory()
    yield f"memory, 1 deal; {MANY:,} deals in one file", f"{one:.0f} MB; {many:.0f} MB"
    yield from start_up_rows()


def start_up_rows() -> Iterator[tuple[str, str]]:
    """Start-up of the command beside bare imports in the same run."""
    with tempfile.TemporaryDirectory() as folder:
        deal, house = Path(folder) / "deal.sgr", Path(folder) / "our-table.yaml"
        deal.write_text(simulated(1, hands=True), encoding="utf-8")
        house.write_text(HOUSE_RULES, encoding="utf-8")
        check = ["-m", "referee.cli", "check", str(deal)]
        times = start_up(
            {
                "python alone": ["-c", "pass"],
                "import typer": ["-c", "import typer"],
                "import lark, yaml, typer": ["-c", "import lark, yaml, typer"],
                "import lark, yaml, typer, jsonschema": ["-c", "import lark, yaml, typer, jsonschema"],
                "referee --version": ["-m", "referee.cli", "--version"],
                "referee check, one deal": check,
                "referee check, one deal, house rules": [*check, "--ruleset", str(house)],
            }
        )
    for name, taken in times.items():
        yield f"start-up: {name}", f"{taken * 1e3:.0f} ms"


def main() -> None:
    """Print the table as it is measured."""
    for name, figure in rows():
        print(f"| {name:<44} | {figure:<38} |", flush=True)


if __name__ == "__main__":
    main()
