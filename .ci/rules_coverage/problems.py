"""Everything that is wrong between the rules, the rulesets and the cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_coverage.facts import case_ids, lines
from rules_coverage.readings import readings
from rules_coverage.rules import chapters, rows

if TYPE_CHECKING:
    from rules_coverage.facts import Facts
    from rules_coverage.rows import Row


def problems(facts: Facts) -> list[str]:
    """All of it in words; empty if nothing is wrong."""
    found = rows(chapters(facts))
    return [
        *(problem for row in found for problem in row.problems),
        *(problem for reading in readings(facts, found) for problem in reading.problems),
        *_missing_cases(facts),
        *_stray_lines(facts, found),
        *_stray_citations(facts, found),
        *_stray_examples(facts, found),
    ]


def _missing_cases(facts: Facts) -> list[str]:
    """Cases of docs/rules.yaml that no data file has."""
    return [
        f"there is no case {name} in tests/cases/{family['file']}.yaml"
        for family in facts.rules["cases"]
        for name in case_ids(family["ids"])
        if name not in facts.cases.get(family["file"], {})
    ]


def _stray_lines(facts: Facts, found: list[Row]) -> list[str]:
    """Lines of the documents from which no rule comes, though they are not called silent."""
    silent = frozenset().union(*(lines(source) for source, _ in facts.rules["silent"]))
    said = frozenset().union(*(row.lines for row in found))
    unsaid = sorted(facts.every_line() - silent - said)
    return [
        *(f"no rule comes from line {name}:{line}" for name, line in unsaid),
        *(f"line {name}:{line} is called silent, but a rule comes from it" for name, line in sorted(silent & said)),
    ]


def _stray_citations(facts: Facts, found: list[Row]) -> list[str]:
    """Values that cite a line of which no rule says that this value carries it."""
    return [
        f"no rule names {path} of {name}, which cites {citation.source}"
        for name, loaded in facts.rulesets.items()
        for path, citation in loaded.ruleset.citations.items()
        if lines(citation.source) and not any(_speaks_of(row, name, path, citation.source) for row in found)
    ]


def _speaks_of(row: Row, ruleset: str, path: str, source: str | None) -> bool:
    """True if a row comes from one of these lines and is carried by this value, a part of it, or one it is part of."""
    return bool(lines(source) & row.lines) and any(
        name == ruleset and (own == path or _below(own, path) or _below(path, own)) for name, own in row.carried
    )


def _below(path: str, whole: str) -> bool:
    return path.startswith((f"{whole}.", f"{whole}["))


def _stray_examples(facts: Facts, found: list[Row]) -> list[str]:
    """Examples that cite a document and exercise no rule."""
    used = {example for row in found for example in row.examples}
    return [
        f"{example.origin.file}:{example.origin.line}: an example that cites {example.data['source']} exercises no rule"
        for name, loaded in facts.rulesets.items()
        for number, example in enumerate(loaded.ruleset.examples)
        if lines(str(example.data.get("source", ""))) and (name, number) not in used
    ]
