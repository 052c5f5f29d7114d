"""Which language to speak: ``--lang``, else the variable REFEREE_LANG, else the locale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

VARIABLES = ("REFEREE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def default_language() -> str:
    """``zh`` if the first of the variables that is set begins so, else ``en``."""
    value = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    return "zh" if value.lower().startswith("zh") else "en"


def language_of(arguments: Sequence[str]) -> str:
    """The language of a command line that may not be understood otherwise."""
    for at, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            chosen = value or "".join(arguments[at + 1 : at + 2])
            if chosen in {"en", "zh"}:
                return chosen
    return default_language()
