"""The engine against the oracle on many more positions than a test run has time for.

Run from anywhere: ``python tests/oracle/long_run.py --positions 300000 --jobs 2``, so many positions of every shipped
game, or of those named with ``--games``; ``--seed`` for others. It prints where it stands, every disagreement, and ends
with status 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from multiprocessing import Pool
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "conformance")]

from comparing import disagreements, twins  # noqa: E402 - found only once its folder is on the path
from settings import GAMES, SHIPPED  # noqa: E402

KINDS = ("follow", "lead", "winner")
CHUNK = 1000
SHOWN = 10


Job = tuple[list[str], str, str]


def run_chunk(job: Job) -> tuple[Job, list[str]]:
    names, what, seed = job
    return job, list(islice(disagreements(names, what, CHUNK, seed), SHOWN))


def jobs(groups: list[list[str]], positions: int, seed: int) -> list[Job]:
    """Chunks of each kind in turn; games with the same card rules are asked together."""
    return [
        (names, KINDS[number % len(KINDS)], f"{seed}/{number}")
        for number in range(-(-positions // CHUNK))
        for names in groups
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300_000, help="positions of each game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=SHIPPED, choices=list(GAMES))
    asked = parser.parse_args()
    todo = jobs(twins(asked.games), asked.positions, asked.seed)
    start, wrong, done = time.monotonic(), 0, dict.fromkeys(asked.games, 0)
    with Pool(asked.jobs) as pool:
        for number, ((names, what, _), found) in enumerate(pool.imap_unordered(run_chunk, todo), start=1):
            for name in names:
                done[name] += CHUNK
            wrong += len(found)
            for text in found:
                sys.stdout.write(f"{what}: {text}\n")
            if number % 100 == 0 or number == len(todo):
                sys.stdout.write(
                    f"{number * CHUNK} positions, {wrong} disagreements, {time.monotonic() - start:.0f} s\n"
                )
                sys.stdout.flush()
    sys.stdout.write("".join(f"{amount:9} {name}\n" for name, amount in done.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
