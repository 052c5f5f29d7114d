"""Replaying a deal: what the record says against what the rules say."""
