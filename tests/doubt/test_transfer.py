"""Where the last trick moves points from side to side, a card not seen there leaves the sign to whoever won it."""

from __future__ import annotations

import re
from collections import Counter

import referee
from referee.simulate import games

RULES = referee.load_ruleset("qq-4deck")
LAST = re.compile(r"(?m)^(\d+)\. (.*); (\w) wins(.*)(?=\n(?:score .*\n)?captured [1-9])")
DEALER = re.compile(r"(?m)^dealer (\w)")


def half_seen() -> list[tuple[str, str]]:
    """Deals with a capture, and the side that made it; of single cards in the last trick none is seen."""
    found = []
    for part in re.split(r"(?m)^(?=deal )", "".join(games(RULES, 40, 3)))[1:]:
        last, dealer = LAST.search(part), DEALER.search(part)
        if last is None or dealer is None or not re.fullmatch(r"(\w \w+, ){3}\w \w+", last[2]):
            continue
        unseen = re.sub(r"(\w) \w+", r"\1 ?", last[2])
        text = part.replace(last[0], f"{last[1]}. {unseen}; {last[3]} wins{last[4]}")
        side = "dealer side" if (last[3] in "NS") == (dealer[1] in "NS") else "attackers"
        found.append((side, '[ruleset "qq-4deck"]\n\n' + re.sub(r"(?m)^(hand|totals|points|titles) .*\n", "", text)))
    return found


def test_nobody_is_accused() -> None:
    seen: Counter[str] = Counter()
    for side, text in half_seen():
        report = referee.check(referee.parse(text))
        assert [finding.code for finding in report.findings] == [], text
        seen[side] += 1
    assert min(seen["dealer side"], seen["attackers"]) >= 3, seen
