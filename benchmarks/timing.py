"""Measuring: the median of several runs, one core, garbage collection as usual."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Median time of one call."""
    taken = []
    for _ in range(repeat):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def best_seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Shortest time of one call, for what is too short to be measured among other work."""
    return min(seconds(work, 1) for _ in range(repeat))


def start_up(programs: dict[str, Sequence[str]], repeat: int = 15) -> dict[str, float]:
    """Median time of each program, the programs taken in turn so that all meet the same noise."""
    taken: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(repeat):
        for name, arguments in programs.items():
            begun = time.perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
            taken[name].append(time.perf_counter() - begun)
    return {name: statistics.median(times) for name, times in taken.items()}


def peak_megabytes(arguments: Sequence[str]) -> float:
    """Largest memory of a program."""
    code = (
        "import resource, runpy, sys\n"
        "sys.argv = sys.argv[1:]\n"
        "try:\n"
        "    runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)\n"
        "except SystemExit:\n"
        "    pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return int(done.stderr.split()[-1]) / unit
