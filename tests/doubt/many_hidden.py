# ruff: noqa: T201
"""The long runs: many games with something hidden, and how much the referee still sees of a fault.

python tests/doubt/many_hidden.py --games 100
python tests/doubt/many_hidden.py --faults 5
python tests/doubt/many_hidden.py --weakness 40
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any

from hidden import DOUBT_RULESETS, accusations, hidden_faults, hidden_games

from referee.checking import check
from referee.packed import pack, size, unpack
from referee.rules import doubt, follow

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = 1000


def legal_games(number: int, start: int) -> int:
    """Legal games with parts hidden: the verdicts, and every accusation (there must be none)."""
    total = 0
    for name in DOUBT_RULESETS:
        begun = time.perf_counter()
        verdicts: Counter[str] = Counter()
        for game in hidden_games(name, range(start, start + number)):
            report, accused = accusations(game)
            verdicts[report.verdict] += 1
            for finding in accused:
                print("   ", name, game.label, finding.code, finding.place.line, dict(finding.facts))
            total += bool(accused)
        print(f"{name:22} {verdicts.total()} records, {dict(verdicts)}, {time.perf_counter() - begun:.0f} s")
    return total


def faulty_games(number: int, only: str, *, only_play: bool) -> int:
    """Games with a fault and parts hidden: is it still seen, and what else is said?"""
    seen: Counter[str] = Counter()
    more: Counter[tuple[str, str]] = Counter()
    for game in hidden_faults(number, only_play=only_play):
        if only not in f"{game.fault.code} {game.label}":
            continue
        seen["seen" if game.seen else game.report.verdict] += 1
        more.update({(game.fault.code, finding.code) for finding in game.beyond})
        if game.beyond:
            print("   ", game.fault.code, game.label, [f"{f.code}@{f.place.line}" for f in game.beyond])
    print(f"the fault is {dict(seen)}; other findings {dict(more)}")
    return 0


def weakness(number: int) -> int:
    """Follows left open: which of them are the same in every completion? (Those of many cards are only sampled.)"""
    calls: list[tuple[Any, ...]] = []
    real = doubt.judge_follow
    inside = [0]

    def noted(*args: Any) -> Any:
        inside[0] += 1
        found = real(*args)
        inside[0] -= 1
        if not inside[0]:
            calls.append((*args, found.verdict))
        return found

    doubt.judge_follow = noted
    try:
        for name in DOUBT_RULESETS:
            for game in hidden_games(name, range(number)):
                check(game.record, ruleset=game.rules)
        for faulty in hidden_faults(max(number // 20, 1), only_play=True):
            check(faulty.record, ruleset=faulty.rules)
    finally:
        doubt.judge_follow = real
    judged: Counter[str] = Counter()
    rng = Random(1)
    for bound, lead, known, unseen, pool, play, verdict in calls:
        judged[verdict] += 1
        if verdict == "undetermined" and play.known:
            judged[weak(rng, bound, lead, known, unseen, pool, bound.info(play.faces))] += 1
    print(dict(judged))
    return 0


def weak(rng: Random, bound: Any, lead: Any, known: int, unseen: int, pool: int, info: Any) -> str:
    """Whether an open follow is really open. More cards of the led suit can only make a play worse."""
    mask = bound.mask[lead.info.domain]
    inside = unpack(pool & mask)
    least = max(unseen - (size(pool) - len(inside)), 0)
    most = min(unseen, len(inside))

    def legal(count: int) -> Iterator[bool]:
        tries = combinations(inside, count) if comb(len(inside), count) <= SAMPLES else _random(rng, inside, count)
        return (follow.check(bound, lead, known + pack(dealt), info) is None for dealt in tries)

    if info.domain != lead.info.domain:
        return "really open" if not least else "surely illegal"
    if not any(legal(least)):
        return "surely illegal"
    return "surely legal" if all(legal(most)) else "really open"


def _random(rng: Random, cards: list[int], count: int) -> Iterator[tuple[int, ...]]:
    return (tuple(rng.sample(cards, count)) for _ in range(SAMPLES))


def main() -> int:
    """Run what is asked for; exit status 1 if anybody was accused falsely."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=0, help="legal records of each ruleset")
    parser.add_argument("--start", type=int, default=1000, help="where chance begins")
    parser.add_argument("--faults", type=int, default=0, help="records of each kind of fault and ruleset")
    parser.add_argument("--only", default="", help="only kinds of fault whose code or label contains this")
    parser.add_argument("--only-play", action="store_true", help="only faults of play")
    parser.add_argument(
        "--weakness", type=int, default=0, help="records of each ruleset in which open follows are tried"
    )
    chosen = parser.parse_args()
    wrong = legal_games(chosen.games, chosen.start) if chosen.games else 0
    wrong += faulty_games(chosen.faults, chosen.only, only_play=chosen.only_play) if chosen.faults else 0
    wrong += weakness(chosen.weakness) if chosen.weakness else 0
    print(f"wrong: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
