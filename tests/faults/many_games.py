# ruff: noqa: T201
"""The long runs: many legal games without a finding, and every kind of fault many times.

python tests/faults/many_games.py --deals 2000
python tests/faults/many_games.py --faults 50
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import claims  # noqa: F401 - registers its faults
import four_decks
import plays  # noqa: F401
import robberies  # noqa: F401
from injection import FAULTS, HOUSE_RULES, SHIPPED, faulty_text, found_codes, rules_named

from referee.checking import check
from referee.notation import read_text
from referee.simulate import games


def legal_games(deals: int, seed: int) -> int:
    """Check so many simulated deals of each ruleset; returns how many findings there were."""
    total = 0
    for name in (*SHIPPED, "table-2deck-coloured", *four_decks.FOUR, *HOUSE_RULES):
        rules = rules_named(name)
        begun = time.perf_counter()
        report = check(read_text("".join(games(rules, deals, seed))), ruleset=rules)
        verdicts = Counter(deal.verdict for deal in report.deals)
        seconds = time.perf_counter() - begun
        print(
            f"{name:24} {len(report.deals)} deals, {len(report.findings)} findings, {dict(verdicts)}, {seconds:.1f} s"
        )
        for finding in report.findings[:5]:
            print("   ", finding.code, finding.place.line, finding.deal, dict(finding.facts))
        total += len(report.findings) + sum(verdict != "legal" for verdict in verdicts.elements())
    return total


def faulty_games(times: int, only: str) -> int:
    """Put in every kind of fault so often; returns how often something else was found."""
    wrong = 0
    for fault in FAULTS:
        if only not in f"{fault.code} {fault.name}":
            continue
        for name in fault.rulesets:
            results: Counter[tuple[str, ...]] = Counter()
            for seed in range(6 * times):
                text = faulty_text(fault, name, seed)
                if text is not None:
                    results[found_codes(text, name)] += 1
                if results.total() == times:
                    break
            bad = {codes: n for codes, n in results.items() if codes != (fault.code,)}
            wrong += sum(bad.values())
            print(f"{fault.code} {fault.name:55} {name:20} {results.total():4} {bad or ''}")
    return wrong


def main() -> int:
    """Run what is asked for; exit status 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=0, help="legal deals of each ruleset")
    parser.add_argument("--faults", type=int, default=0, help="records of each kind of fault and ruleset")
    parser.add_argument("--only", default="", help="only kinds of fault whose code or name contains this")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    wrong = legal_games(chosen.deals, chosen.seed) if chosen.deals else 0
    wrong += faulty_games(chosen.faults, chosen.only) if chosen.faults else 0
    print(f"wrong: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
