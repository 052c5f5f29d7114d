"""A bar on the terminal for work that takes long; nothing at all elsewhere."""

from __future__ import annotations

import sys
import time

_WIDTH = 30
_PATIENCE = 1.0
_PERIOD = 0.1


class Progress:
    """How much of the work is done, in bytes. Shown on standard error if that is a terminal, after a second."""

    def __init__(self) -> None:
        self.total = 0
        self.done = 0
        self._visible = False
        self._next = time.monotonic() + _PATIENCE if sys.stderr.isatty() else float("inf")

    def show(self, done: int) -> None:
        """Note how much is done; draw it if it is time to."""
        self.done = done
        now = time.monotonic()
        if now < self._next or not self.total:
            return
        self._next = now + _PERIOD
        self._visible = True
        share = min(1.0, done / self.total)
        bar = "#" * round(share * _WIDTH)
        sys.stderr.write(f"\r[{bar:<{_WIDTH}}] {share:4.0%}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the bar away, before anything else is written."""
        if self._visible:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self._visible = False
