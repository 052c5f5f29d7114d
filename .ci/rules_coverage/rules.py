"""The chapters of docs/rules.yaml as rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from referee.findings import catalogue
from rules_coverage import tables
from rules_coverage.facts import case_ids
from rules_coverage.rows import Proof, Row

if TYPE_CHECKING:
    from rules_coverage.facts import Facts


def chapters(facts: Facts) -> list[list[Row]]:
    """The rows of each chapter; then those of the follow lists, of the bands, and of the titles."""
    found = [[_rule(facts, *rule) for rule in chapter["rules"].items()] for chapter in facts.rules["chapters"]]
    found += [tables.follow_lists(facts), tables.bands(facts), tables.titles(facts)]
    known = facts.every_line()
    for row in rows(found):
        row.finish(known)
    return found


def rows(found: list[list[Row]]) -> list[Row]:
    """All rows."""
    return [row for chapter in found for row in chapter]


def _rule(facts: Facts, name: str, given: dict[str, Any]) -> Row:
    row = Row(name, given["en"], given["zh"], given["source"], list(given.get("reading", ())))
    if "not_carried" in given:
        row.reason = given["not_carried"]
        return row
    for group, keys in given["where"].items():
        for path in keys:
            row.carry(facts, group, path, keys[path] if isinstance(keys, dict) else ...)
    for wanted in given["shown"]:
        _show(facts, row, wanted)
    known = {reading for ruleset in row.rulesets for reading in facts.rulesets[ruleset].ruleset.rulings}
    for reading in set(row.readings) - known:
        row.wrong(f"none of its rulesets knows the reading {reading}")
    return row


def _show(facts: Facts, row: Row, wanted: str | dict[str, Any]) -> None:
    """Look up what exercises a rule."""
    if isinstance(wanted, dict) or re.fullmatch("[a-z_]+", wanted):
        values = wanted if isinstance(wanted, dict) else {"kind": wanted}
        if not row.exercise(facts, lambda data: all(data.get(key) == value for key, value in values.items())):
            row.wrong(f"no example {values}")
    elif ":" in wanted:
        area, _, names = wanted.partition(":")
        missing = [name for name in case_ids(names) if name not in facts.cases.get(area, {})]
        for name in missing:
            row.wrong(f"there is no case {name} in tests/cases/{area}.yaml")
        if not missing:
            row.proofs.append(Proof("case", area, names))
    elif wanted in catalogue.all_codes():
        row.proofs.append(Proof("finding", wanted, catalogue.definition(wanted).name))
    else:
        row.wrong(f"{wanted} is no finding")
