"""From arguments to an exit status: whatever happens ends in one of 0, 1, 2, 3, and never in a traceback.

0 nothing found, 1 findings, 2 something could not be read or was asked wrongly, 3 a fault of the program itself.
An interrupted run ends as the shell expects, with 130.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import typer
from typer.main import get_command

from referee.cli import help_zh
from referee.cli.app import app
from referee.cli.bare import spelled_out
from referee.cli.failure import DEBUG, FAULT, UNREADABLE, Failure, fault_phrase, reason_of
from referee.cli.language import language_of
from referee.phrases import Phrase, say

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
_NO_COMMAND = re.compile(r"No such command '(.+?)'")
_BAD_VALUES = {
    "choice": re.compile(r"'(?P<value>.*)' is not one of (?P<allowed>.+?)\.?"),
    "range": re.compile(r"(?P<value>-?\d+) is not in the range x>=1\.?"),
    "number": re.compile(r"'(?P<value>.*)' is not a valid int(eger)?( range)?\.?"),
}
_UsageError: Any = typer.BadParameter.__base__


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        _prepare(stream)
    words = spelled_out([argument for argument in arguments if argument != DEBUG])
    lang = language_of(words)
    try:
        status = _carry_out(words, lang)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # Typer leaves so after a closed pipe
        _silence()
        return UNREADABLE
    except Failure as failure:
        return _complain(failure.phrase, lang)
    except _UsageError as error:
        return _usage(error, lang)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as error:
        if DEBUG in arguments:
            raise
        return _fault(error, lang)
    return status if isinstance(status, int) else 0


def _carry_out(words: list[str], lang: str) -> Any:
    """Run the command of a command line; its help pages in Chinese where that is spoken."""
    command = get_command(app)
    if lang != "zh" or not help_zh.asks_for_help(words):
        return command(args=words, prog_name="referee", standalone_mode=False)
    help_zh.put_texts(command)
    with redirect_stdout(io.StringIO()) as page:
        status = command(args=words, prog_name="referee", standalone_mode=False)
    sys.stdout.write(help_zh.put_headings(page.getvalue()))
    return status


def _prepare(stream: Any) -> None:
    """The same bytes in any locale where a file or a pipe is written; a terminal keeps its own encoding."""
    if isinstance(stream, io.TextIOWrapper):
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="")


def _silence() -> None:
    """Whoever read the output is gone; nothing more is said, not even when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(phrase: Phrase, lang: str) -> int:
    sys.stderr.write(f"referee: {say(phrase, lang)}\n")
    return UNREADABLE


def _usage(error: Any, lang: str) -> int:
    """A command line that was not understood."""
    context = error.ctx
    command = context.command_path if context is not None else "referee"
    if type(error).__name__ == "NoArgsIsHelpError":
        page = error.format_message()
        sys.stderr.write(f"{help_zh.put_headings(page) if lang == 'zh' else page}\n")
        return UNREADABLE
    _complain(_usage_phrase(error), lang)
    sys.stderr.write(f"{say(Phrase('cli.usage.help', {'command': command}), lang)}\n")
    return UNREADABLE


def _usage_phrase(error: Any) -> Phrase:
    """What is wrong with the command line; kinds without words of their own keep Typer's."""
    message = error.format_message()
    match type(error).__name__:
        case "NoSuchOption":
            near = ", ".join(error.possibilities or ())
            key = "cli.usage.no_option_near" if near else "cli.usage.no_option"
            return Phrase(key, {"name": error.option_name, "near": near})
        case "MissingParameter":
            name = error.param.make_metavar(error.ctx).removesuffix("...") if error.param else "?"
            return Phrase("cli.usage.missing", {"name": name})
        case "BadParameter":
            name = max(error.param.opts, key=len) if error.param else "?"
            return _bad_value(name, error.message)
        case _:
            command = _NO_COMMAND.search(message)
            if command is not None:
                return _no_command(command[1], error.ctx)
            return Phrase("cli.usage.other", {"message": message})


def _bad_value(name: str, message: str) -> Phrase:
    """What is wrong with a value, in our words where Typer's are known."""
    for key, pattern in _BAD_VALUES.items():
        found = pattern.fullmatch(message)
        if found is not None:
            return Phrase(f"cli.usage.{key}", {"name": name} | found.groupdict())
    return Phrase("cli.usage.bad_value", {"name": name, "message": message})


def _no_command(name: str, context: Any) -> Phrase:
    from difflib import get_close_matches

    known = context.command.list_commands(context) if context is not None else []
    near = get_close_matches(name, known, 1, 0.6)
    return Phrase(
        "cli.usage.no_command_near" if near else "cli.usage.no_command", {"name": name, "near": "".join(near)}
    )


def _fault(error: Exception, lang: str) -> int:
    """Something nobody foresaw; an error of the operating system is not the program's fault."""
    if isinstance(error, OSError):
        return _complain(Phrase("cli.os.failed", {"reason": reason_of(error), "path": error.filename or "?"}), lang)
    _complain(fault_phrase(error), lang)
    return FAULT
