"""A rule as a row: the values that carry it, what exercises it, and what is wrong about that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_coverage.facts import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from referee.ruleset.model import Example
    from rules_coverage.facts import Facts, Lines


class Place(NamedTuple):
    """A value that carries a rule: in which rulesets (as docs/rules.yaml names them), where it is set."""

    group: str
    file: str
    line: int
    path: str
    value: Any


class Proof(NamedTuple):
    """A worked example (``where``: file, ``name``: line), cases (area, ids), or the page of a finding (code, name)."""

    kind: str
    where: str
    name: str


@dataclass
class Row:
    """A rule, and what became of it."""

    id: str
    en: str
    zh: str
    source: str
    readings: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    examples: set[tuple[str, int]] = field(default_factory=set)
    """Ruleset and number of each worked example that exercises the rule."""
    carried: set[tuple[str, str]] = field(default_factory=set)
    """Ruleset and path of each value that carries it."""
    reason: str = ""
    problems: list[str] = field(default_factory=list)

    @property
    def lines(self) -> Lines:
        """Where the documents say it."""
        return lines(self.source)

    @property
    def rulesets(self) -> list[str]:
        """The rulesets that carry it."""
        return sorted({ruleset for ruleset, _ in self.carried})

    def wrong(self, what: str) -> None:
        """Note that something is wrong."""
        self.problems.append(f"{self.id}: {what}")

    def carry(self, facts: Facts, group: str, path: str, value: Any = ...) -> None:
        """Look the rule up in its rulesets: the value is there, is as said, and cites a line of the rule."""
        for name in facts.members(group):
            loaded = facts.rulesets.get(name)
            if loaded is None or path not in loaded.values:
                self.wrong(f"{name} has no {path}")
                continue
            found = loaded.values[path]
            if value is not ... and found != value:
                self.wrong(f"{path} of {name} is {found}, not {value}")
            cited = loaded.ruleset.cite(path)
            if not lines(cited.source) & self.lines and cited.ruling not in self.readings:
                self.wrong(f"{path} of {name} cites {cited.source}, not a line of {self.source}")
            self.carried.add((name, path))
            origin = loaded.ruleset.origins[path]
            place = Place(group, origin.file, origin.line, path, found)
            if place not in self.places:
                self.places.append(place)

    def exercise(self, facts: Facts, fits: Callable[[Mapping[str, Any]], bool]) -> int:
        """Take the examples of its rulesets that fit, and cite a line or a reading of the rule; says how many."""
        count = 0
        for name, number, example in self._examples(facts):
            data = example.data
            cited = lines(str(data.get("source", ""))) & self.lines or data.get("ruling") in self.readings
            if cited and fits(data):
                count += 1
                self.examples.add((name, number))
                proof = Proof("example", example.origin.file, str(example.origin.line))
                if proof not in self.proofs:
                    self.proofs.append(proof)
        return count

    def _examples(self, facts: Facts) -> Iterator[tuple[str, int, Example]]:
        for name in self.rulesets:
            for number, example in enumerate(facts.rulesets[name].ruleset.examples):
                yield name, number, example

    def finish(self, known: Lines) -> None:
        """No row without place and proof, or a reason; none without words or with lines that are not there."""
        if not (self.en and self.zh and self.lines):
            self.wrong("says nothing, or not where the documents say it")
        for name, line in sorted(self.lines - known):
            self.wrong(f"there is no line {name}:{line}")
        if not self.reason and not self.places:
            self.wrong("no ruleset carries it")
        if not self.reason and not self.proofs:
            self.wrong("nothing exercises it")
