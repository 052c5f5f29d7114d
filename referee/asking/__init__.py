"""Questions at the table, answered with all their reasons: follow, lead, trick, capture, result, bid.

The rules are asked, never worked out again: each module here puts the answers of one area (``referee.rules``) into
rulings that say why, where it is written, and what is missing where the question does not settle it.
"""
