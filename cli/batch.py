"""Many files: each checked and put into words on its own, so that several processes can share the work."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.failure import Failure, fault_phrase
from referee.cli.judge import Wanted, judge, told_elsewhere
from referee.cli.source import STDIN, size_of
from referee.cli.tally import Tally
from referee.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from referee.cli.judge import Checked
    from referee.cli.progress import Progress
    from referee.cli.source import Sources
    from referee.findings import Finding

    Render = Callable[[Checked], str]


@dataclass(slots=True)
class Outcome:
    """What is left of a file once it has been put into words: the text, and what the summary counts."""

    path: str
    text: str = ""
    tally: Tally = field(default_factory=Tally)
    told: frozenset[str] = frozenset()
    """The faults of rulesets that the text tells of: what each is, and where."""
    again: Outcome | None = None
    """The same where those have been told of with another file."""
    failure: Phrase | None = None
    """Why the file could not be opened, or was not judged to its end."""
    idle: bool = False
    """True for a folder or pattern without any record."""
    fault: bool = False
    """True if the program itself failed on this file; the others are checked all the same."""


def run(sources: Sources, wanted: Wanted, render: Render, jobs: int, progress: Progress) -> Iterator[Outcome]:
    """The outcome of each file, in order, after those of paths without files."""
    for path, why in sources.idle.items():
        yield Outcome(path, failure=why, idle=True)
    yield from _files(sources.files, wanted, render, jobs, progress)


def _files(paths: Sequence[str], wanted: Wanted, render: Render, jobs: int, progress: Progress) -> Iterator[Outcome]:
    progress.total = sum(map(size_of, paths))
    if jobs > 1 and len(paths) > 1 and STDIN not in paths:
        yield from _share(paths, wanted, render, jobs, progress)
        return
    for path in paths:
        before = progress.done
        yield one(path, wanted, render, lambda read, before=before: progress.show(before + read))  # type: ignore[misc]
        progress.show(before + size_of(path))


def _share(paths: Sequence[str], wanted: Wanted, render: Render, jobs: int, progress: Progress) -> Iterator[Outcome]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    chunk = max(1, min(16, len(paths) // (4 * jobs)))
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for path, outcome in zip(
            paths, pool.map(partial(one, wanted=wanted, render=render), paths, chunksize=chunk), strict=True
        ):
            progress.show(progress.done + size_of(path))
            yield outcome


def one(path: str, wanted: Wanted, render: Render, tick: Callable[[int], None] = lambda _: None) -> Outcome:
    """The outcome of one file."""
    try:
        checked = judge(path, wanted, tick)
    except Failure as failure:
        return Outcome(path, failure=failure.phrase)
    except Exception as error:
        if wanted.debug:
            raise
        return Outcome(path, failure=Phrase("cli.fault.file", {"path": path, "fault": fault_phrase(error)}), fault=True)
    outcome = Outcome(path, render(checked), checked.tally)
    elsewhere = told_elsewhere(checked)
    if elsewhere is not None:
        outcome.told = frozenset(_known_as(finding) for finding in checked.findings if finding.file is not None)
        outcome.again = Outcome(path, render(elsewhere), elsewhere.tally)
    return outcome


def _known_as(finding: Finding) -> str:
    """A fault of a ruleset, by whatever path the file was found."""
    return f"{Path(finding.file or '').resolve()}:{finding.place.line}:{finding.place.column} {finding.code}"
