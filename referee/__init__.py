"""shengji-referee: a rules language and a referee for Shengji 升级 / 拖拉机 / 80分.

The public interface, loaded piece by piece when it is used::

    rules = referee.load_ruleset("qq-2deck")     # Ruleset; RulesetError carries findings
    table = rules.at(level="10", trump="S")      # Table: judge_follow, judge_lead, winner, multiplier, …
    record = referee.read("friday.sgr")          # Record; referee.parse(text)
    report = referee.check(record)               # Report(findings, deals, verdict)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from referee.asking.compare import Comparison as Comparison
    from referee.asking.compare import compare as compare
    from referee.asking.question import ask as ask
    from referee.cards import Card as Card
    from referee.cards import Cards as Cards
    from referee.checking import check as check
    from referee.findings import Finding as Finding
    from referee.notation import parse as parse
    from referee.notation import read as read
    from referee.record import Record as Record
    from referee.report import Report as Report
    from referee.ruleset import RulesetError as RulesetError
    from referee.ruleset import load_ruleset as load_ruleset
    from referee.ruleset.model import Ruleset as Ruleset
    from referee.ruling import Ruling as Ruling
    from referee.table import Table as Table

__version__: Final = "0.1.0"

_HOMES: Final = {
    "Card": "referee.cards",
    "Cards": "referee.cards",
    "Comparison": "referee.asking.compare",
    "Finding": "referee.findings",
    "Record": "referee.record",
    "Report": "referee.report",
    "Ruleset": "referee.ruleset.model",
    "RulesetError": "referee.ruleset",
    "Ruling": "referee.ruling",
    "Table": "referee.table",
    "ask": "referee.asking.question",
    "check": "referee.checking",
    "compare": "referee.asking.compare",
    "load_ruleset": "referee.ruleset",
    "parse": "referee.notation",
    "read": "referee.notation",
}

__all__ = [  # noqa: PLE0604 - every name is found by __getattr__
    *_HOMES,
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
