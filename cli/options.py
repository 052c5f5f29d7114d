"""The options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Language(StrEnum):
    """Languages of the messages."""

    EN = "en"
    ZH = "zh"


class Severity(StrEnum):
    """How grave a finding is, the gravest first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NEVER = "never"


class Format(StrEnum):
    """Formats of a report."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


LangOption = Annotated[
    Language | None,
    typer.Option("--lang", help="Language of the messages; by default REFEREE_LANG, then the locale."),
]
RecordLangOption = Annotated[
    Language | None,
    typer.Option(
        "--lang", help="Language of the record and of the messages; by default REFEREE_LANG, then the locale."
    ),
]
RulesetOption = Annotated[
    str | None,
    typer.Option("--ruleset", "-r", metavar="ID|PATH", help="Judge by these rules, whatever the record says."),
]
RulesetArgument = Annotated[str, typer.Argument(metavar="ID|PATH", help="A shipped ruleset, or a file.")]
