"""The command line: ``referee`` and its commands, each a few lines over the public interface."""

from __future__ import annotations

import sys


def main() -> None:
    """The entry point of the command ``referee``."""
    from referee.cli.run import run

    sys.exit(run(sys.argv[1:]))
