"""The command line: ``referee`` and its commands, each a few lines over the public interface."""

from __future__ import annotations

import gc
import sys

GARBAGE = 50_000
"""So many new objects before Python looks for garbage: starting makes fewer, and all of them stay."""


def main() -> None:
    """The entry point of the command ``referee``."""
    gc.set_threshold(GARBAGE)
    from referee.cli.run import run

    sys.exit(run(sys.argv[1:]))
