"""Rulesets: YAML to a frozen typed model."""

from __future__ import annotations

from referee.ruleset.errors import RulesetError
from referee.ruleset.load import check_file, load_ruleset, load_text, load_with_warnings

__all__ = ["RulesetError", "check_file", "load_ruleset", "load_text", "load_with_warnings"]
