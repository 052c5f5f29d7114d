"""The engine against the oracle on many more positions than a test run has time for.

Run from anywhere: ``python tests/oracle/long_run.py --positions 1000000 --jobs 2``. Half of the positions are of each
shipped two-deck game. It prints where it stands, every disagreement, and ends with status 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from multiprocessing import Pool
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "conformance")]

from comparing import disagreements  # noqa: E402 - found only once its folder is on the path
from settings import GAMES  # noqa: E402
from variants import ruleset_of  # noqa: E402

KINDS = ("follow", "lead", "winner")
CHUNK = 1000
SHOWN = 10


def run_chunk(job: tuple[str, str, str]) -> tuple[str, list[str]]:
    name, what, seed = job
    return what, list(islice(disagreements(name, what, CHUNK, seed), SHOWN))


def jobs(names: list[str], positions: int, seed: int) -> list[tuple[str, str, str]]:
    return [
        (names[number % len(names)], KINDS[number // len(names) % len(KINDS)], f"{seed}/{number}")
        for number in range(-(-positions // CHUNK))
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=["qq-2deck", "qq-2deck-permanent2"], choices=list(GAMES))
    asked = parser.parse_args()
    todo = jobs(asked.games, asked.positions, asked.seed)
    start, wrong, done = time.monotonic(), 0, dict.fromkeys(KINDS, 0)
    for name in asked.games:
        ruleset_of(GAMES[name])
    with Pool(asked.jobs, maxtasksperchild=25) as pool:
        for number, (what, found) in enumerate(pool.imap_unordered(run_chunk, todo), start=1):
            done[what] += CHUNK
            wrong += len(found)
            for text in found:
                sys.stdout.write(f"{text}\n")
            if number % 20 == 0 or number == len(todo):
                spent = time.monotonic() - start
                counts = ", ".join(f"{amount} {kind}" for kind, amount in done.items())
                sys.stdout.write(f"{number * CHUNK} positions ({counts}), {wrong} disagreements, {spent:.0f} s\n")
                sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
