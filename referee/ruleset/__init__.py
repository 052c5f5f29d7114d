"""Rulesets: YAML to a frozen typed model."""
