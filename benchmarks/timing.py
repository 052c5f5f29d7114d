"""Measuring: the median of several runs, in time of the processor, so that other work on the machine counts little.

Everything measured runs on one core and waits for nothing, so that on an idle machine the clock shows the same.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Median time of one call."""
    taken = []
    for _ in range(repeat):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return statistics.median(taken)


def best_seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Shortest time of one call, for what is too short to be measured among other work."""
    return min(seconds(work, 1) for _ in range(repeat))


def start_up(programs: dict[str, Sequence[str]], repeat: int = 15) -> dict[str, float]:
    """Median time of each program, the programs taken in turn so that all meet the same noise.

    Compiled modules are kept, as in any installation; the first run of each program, which compiles, does not count.
    Nothing else is kept from one run to the next.
    """
    taken: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as compiled:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        for _ in range(repeat + 1):
            for name, arguments in programs.items():
                begun = _children()
                subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
                taken[name].append(_children() - begun)
    return {name: statistics.median(times[1:]) for name, times in taken.items()}


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


_PEAK = """\
import resource, runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)
except SystemExit:
    pass
try:
    with open('/proc/self/status') as status:
        kilobytes = next(int(line.split()[1]) for line in status if line.startswith('VmHWM'))
except OSError:
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == 'darwin' else 1)
print(kilobytes, file=sys.stderr)
"""
"""Runs a module and says how large it was. On Linux ``ru_maxrss`` would begin with the size of the parent."""


def peak_megabytes(arguments: Sequence[str]) -> float:
    """Largest memory of a module run as a program."""
    done = subprocess.run([sys.executable, "-c", _PEAK, *arguments], check=True, capture_output=True, text=True)
    return int(done.stderr.split()[-1]) / 1024
