"""The tables of docs/rules.yaml as rows: follow lists, bands, titles. Each is compared with what the rulesets do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.phrases import say
from referee.ruleset.build import lead_name
from referee.shapes import parse_tier
from rules_coverage.rows import Proof, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee.ruleset.model import Ruleset
    from rules_coverage.facts import Facts


def follow_lists(facts: Facts) -> list[Row]:
    """A row for each rung of each list: the rulesets have that rung there, and a case reaches it."""
    return [
        _rung(facts, given, number, *rung)
        for given in facts.rules["lists"]
        for number, rung in enumerate(given["tiers"], 1)
    ]


def _rung(facts: Facts, given: dict[str, Any], number: int, source: str, text: str) -> Row:
    tier, lead = parse_tier(text), lead_name(given["lead"])
    row = Row(f"{given['id']}-{number}", say(tier, "en"), say(tier, "zh"), source)
    place = number + given.get("after", 0)
    row.carry(facts, given["where"], f"follow.tiers.{lead}[{place}]")
    for name in row.rulesets:
        rungs = facts.rulesets[name].ruleset.follow.tiers.get(lead, ())
        if len(rungs) != len(given["tiers"]) + given.get("after", 0) or rungs[place - 1] != tier:
            row.wrong(f"rung {place} for {lead} in {name} is not {text}")
    reached = [case[0] for case in facts.cases["tiers"].get(given["id"], {"rows": []})["rows"]]
    if number in reached:
        row.proofs.append(Proof("case", "tiers", f"{given['id']} {number}"))
    row.exercise(facts, _of_kind("follow"))
    return row


def _of_kind(kind: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda data: data["kind"] == kind


def bands(facts: Facts) -> list[Row]:
    """A row for each band: the rulesets give its result at both ends, and an example or a case lies in it."""
    return [_band(facts, given, *band) for given in facts.rules["bands"] for band in given["rows"]]


def _band(facts: Facts, given: dict[str, Any], source: str, least: int, most: int | None, result: str) -> Row:
    end = most or least
    span = f"{least}" if least == most else f"{least}–{'' if most is None else most}"
    row = Row(f"{given['rule']}: {span}", *_band_words(span, result, given["step"] if most is None else 0), source)
    side, _, gain = result.partition(" ")
    for name in facts.members(given["where"]):
        ends = {least: result, end: result}
        if most is None:
            ends |= {least + k * given["step"]: f"{side} {int(gain) + k:+d}" for k in (1, 2, 5)}
        loaded = facts.rulesets[name]
        row.carry(facts, name, _band_path(loaded.values, max(least, 0)))
        for points, wanted in ends.items():
            if (got := _outcome(loaded.ruleset, points)) != wanted:
                row.wrong(f"{points} points give {got} in {name}")
    cases = facts.cases["bands"].get(given["case"], {"rows": []})["rows"]
    inside = [str(case[0]) for case in cases if least <= case[0] and (most is None or case[0] <= most)]
    if inside:
        row.proofs.append(Proof("case", "bands", f"{given['case']} ({', '.join(inside)})"))
    within = range(least, 10_000 if most is None else most + 1)
    row.exercise(facts, lambda data: data["kind"] == "result" and data["points"] in within)
    return row


def _band_words(span: str, result: str, step: int) -> tuple[str, str]:
    side, _, gain = result.partition(" ")
    zh = {"dealer": f"庄家方 {gain} 级", "attackers": f"抓分方 {gain} 级"}.get(side, "换庄，不升级")
    on = (f", then a level for every {step}", f"，其后每 {step} 分加一级") if step else ("", "")
    return f"{span} points: {result}{on[0]}", f"{span} 分：{zh}{on[1]}"


def _band_path(values: dict[str, Any], points: int) -> str:
    """The row of the table, or the step, from which the result of so many points comes."""
    if values["bands.mode"] == "step":
        return "bands.step"
    rows = [row["min"] for row in values["bands.table"]]
    number = sum(low <= points for low in rows)
    return "bands.tail_step" if number == len(rows) and points > rows[-1] else f"bands.table[{number}]"


def _outcome(ruleset: Ruleset, points: int) -> str:
    outcome = ruleset.outcome(points)
    return "passes" if outcome.deal_passes and not outcome.levels else f"{outcome.side} {outcome.levels:+d}"


def titles(facts: Facts) -> list[Row]:
    """A row for each title."""
    given, found = facts.rules["titles"], []
    shown = facts.cases["titles"].get(given["case"], {"titles": []})["titles"]
    for number, (source, points, title) in enumerate(given["rows"], 1):
        row = Row(title, f"from {points} points on", f"{points} 分起", source)
        row.carry(facts, given["where"], f"titles[{number}]", {"name": title, "min_points": points})
        if [points, title] in shown:
            row.proofs.append(Proof("case", "titles", given["case"]))
        row.exercise(facts, _of_kind("title"))
        found.append(row)
    return found
