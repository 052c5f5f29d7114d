"""The numbered rules of docs/rules.yaml against the rulesets: where each rule is carried, and what exercises it.

``problems`` is everything that is wrong between the two; ``page`` makes docs/coverage.md. Rules and tables become rows
(``rules``, ``tables``), the readings too (``readings``); ``stray`` finds what belongs to no rule.
"""

from __future__ import annotations

from rules_coverage.facts import Facts, collect
from rules_coverage.page import page
from rules_coverage.problems import problems

__all__ = ["Facts", "collect", "page", "problems"]
