"""The shipped rulesets 规则, as YAML, and their JSON Schema."""
