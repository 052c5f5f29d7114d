"""Whatever a careless hand does to a ruleset file, it loads or is refused with findings in words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from referee import rulesets
from referee.findings.catalogue import message
from referee.ruleset import RulesetError, load_text
from referee.ruleset.examples import run

GOOD = sorted((Path(__file__).parent / "good").glob("*.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in (*map(rulesets.path, rulesets.ids()), *GOOD)]
VALUES = [
    "null",
    "[]",
    "{}",
    "5",
    "-1",
    "x",
    "true",
    "'10'",
    "[1, [2]]",
    "{a: 1}",
    "S2",
    "2**n",
    "no",
    '""',
    "1.5",
    "[null]",
]
KEYS = ["foo", "min", "cap", "source", "cards", "null"]


def mutated(text: str, chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.5:
        place = chance.choice(list(re.finditer(r"(?<=: )[^\n{}\[\],#]+|(?<=[\[,] )[^\n{}\[\],#]+", text)))
        return text[: place.start()] + chance.choice(VALUES) + text[place.end() :]
    if kind < 0.65:
        lines = text.split("\n")
        del lines[chance.randrange(len(lines))]
        return "\n".join(lines)
    if kind < 0.8:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice("[]{}:,#'\" \nxX0") + text[at + chance.choice([0, 1]) :]
    place = chance.choice(list(re.finditer(r"\b[a-z_]+(?=:)", text)))
    return text[: place.start()] + chance.choice(KEYS) + text[place.end() :]


@pytest.mark.parametrize("seed", range(120))
def test_mutated_files(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(TEXTS)
    for _ in range(chance.choice([1, 1, 2, 3])):
        text = mutated(text, chance)
    try:
        ruleset = load_text(text)
    except RulesetError as error:
        said = [message(finding, lang) for finding in error.findings for lang in ("en", "zh")]
    else:
        said = [ruleset.id]
        run(ruleset)
        ruleset.at("10", "S").order("trump")
    assert all(said)
