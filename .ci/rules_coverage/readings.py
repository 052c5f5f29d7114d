"""Readings of what the documents leave open as rows: which values take them, what exercises them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules_coverage.rows import Place, Proof

if TYPE_CHECKING:
    from rules_coverage.facts import Facts
    from rules_coverage.rows import Row


@dataclass
class Reading:
    """A reading that the rulesets take: its words, and who takes it of what."""

    id: str
    en: str
    zh: str
    places: list[Place] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    reason: bool = False
    problems: list[str] = field(default_factory=list)


def readings(facts: Facts, found: list[Row]) -> list[Reading]:
    """Every reading, numbered without a gap: a value takes it and something exercises it, or it has a reason."""
    named = {name for loaded in facts.rulesets.values() for name in loaded.ruleset.rulings}
    reasons = facts.rules["readings"]
    rows = []
    for name in (f"A-{number}" for number in range(1, facts.rules["count_of_readings"] + 1)):
        row = Reading(name, "", "")
        rows.append(row)
        if name in reasons:
            row.en, row.zh, row.reason = reasons[name]["en"], reasons[name]["zh"], True
            if name in named:
                row.problems.append(f"{name} has a reason why no ruleset takes it, but one does")
            continue
        row.rules = [rule.id for rule in found if name in rule.readings]
        _readers(facts, row)
        if not row.places:
            row.problems.append(f"no value of a ruleset takes the reading {name}")
        if not row.proofs and not row.rules:
            row.problems.append(f"nothing exercises the reading {name}")
    unknown = (named | set(reasons)) - {row.id for row in rows}
    return [*rows, *(Reading(name, "", "", problems=[f"the reading {name} has no number"]) for name in sorted(unknown))]


def _readers(facts: Facts, row: Reading) -> None:
    """The values of the rulesets that take a reading, and the examples of it."""
    for loaded in facts.rulesets.values():
        ruleset = loaded.ruleset
        for path, citation in ruleset.citations.items():
            above = ruleset.cite(re.sub(r"(\[\d+\]|\.?[^.\[]+)$", "", path)).ruling
            if citation.ruling == row.id != above and path in ruleset.origins:
                origin = ruleset.origins[path]
                place = Place("", origin.file, origin.line, path, loaded.values[path])
                row.places += [place] * (place not in row.places)
                row.en, row.zh = row.en or ruleset.rulings[row.id]["en"], row.zh or ruleset.rulings[row.id]["zh"]
        for example in ruleset.examples:
            if example.data.get("ruling") == row.id:
                row.proofs.append(Proof("example", example.origin.file, str(example.origin.line)))
