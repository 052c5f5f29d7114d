"""Every kind of fault, put into legal games, gives its own finding and no other; the legal games give none."""

from __future__ import annotations

import claims  # noqa: F401 - registers its faults
import four_decks
import plays  # noqa: F401
import pytest
import robberies  # noqa: F401
from injection import FAULTS, HOUSE_RULES, LONG_HAND, SHIPPED, Fault, faulty_text, found_codes, rules_named

from referee.checking import check
from referee.notation import read_text
from referee.simulate import games

TIMES = 1
"""Records of each kind of fault and ruleset; ``many_games.py`` makes more."""
DEALS = 60


def cases() -> list[tuple[Fault, str]]:
    return [(fault, name) for fault in FAULTS for name in fault.rulesets]


@pytest.mark.parametrize(("fault", "ruleset"), cases(), ids=lambda value: getattr(value, "name", value))
def test_one_fault_one_finding(fault: Fault, ruleset: str) -> None:
    made = 0
    for seed in range(60):
        text = faulty_text(fault, ruleset, seed)
        if text is None:
            continue
        assert found_codes(text, ruleset) == (fault.code,), text
        made += 1
        if made == TIMES:
            return
    pytest.fail("these games gave no occasion for the fault")


@pytest.mark.parametrize("name", [*SHIPPED, "table-2deck-coloured", *four_decks.FOUR, *HOUSE_RULES])
def test_legal_games_have_no_finding(name: str) -> None:
    rules = rules_named(name)
    deals = DEALS if rules.deal.hand_size < LONG_HAND else DEALS // 4
    report = check(read_text("".join(games(rules, deals, 1))), ruleset=rules)
    assert [(f.code, f.place.line, dict(f.facts)) for f in report.findings] == []
    assert {deal.verdict for deal in report.deals} == {"legal"}


def test_there_are_enough_kinds() -> None:
    assert len(FAULTS) >= 40
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
