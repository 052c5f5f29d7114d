"""Levels 级 after a deal, must-play levels 必打, and the end of the match (semantics §9).

Only the side that gains moves, along ``levels.sequence``, from its own level (2R-22). Rules G-5, 2R-22, 2R-24, 4D-17;
readings A-31, A-32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from referee.rules.result import Outcome, Side
    from referee.ruleset.model import Ruleset


class Advance(NamedTuple):
    """A side's new level and why it is not another.

    ``steps`` is how many levels it really rose. ``stopped_at``: the must-play level that ended the gain.
    ``passed_last``: it went beyond the last level of the sequence.
    """

    level: str
    steps: int
    stopped_at: str | None
    passed_last: bool
    rule: str


class DealEnd(NamedTuple):
    """What a deal leaves behind: both sides' levels (None where not known) and who has won the match, if anyone.

    ``won_known`` is False where a level that decides it is not known.
    """

    dealer: str | None
    attackers: str | None
    won: Side | None
    won_known: bool
    advance: Advance | None
    won_rule: str = "match.win"


def advance(ruleset: Ruleset, level: str, gain: int, *, as_dealer: bool) -> Advance:
    """The level a side reaches from ``level`` with a gain of so many levels.

    ``must_play`` with ``stop``: a gain ends at the first listed level it would jump over. With ``win_as_dealer`` a side
    standing on one leaves it only by winning as dealer side. ``levels.cap`` bounds one deal's gain. Past the last level
    ``match.after_last`` decides: ``wrap_to_start`` goes round, ``end`` and ``stay`` leave the side on the last level.

    Raises:
        ValueError: the level is not in ``levels.sequence``.
    """
    rules = ruleset.levels
    sequence = rules.sequence
    at = sequence.index(level)
    if gain > 0 and level in rules.must_play and rules.must_play_requires == "win_as_dealer" and not as_dealer:
        return Advance(level, 0, level, passed_last=False, rule="levels.must_play_requires")
    gain = max(gain if rules.cap is None else min(gain, rules.cap), 0)
    rule = "levels.sequence"
    passed_last = False
    steps = 0
    if not rules.must_play and ruleset.match.after_last == "wrap_to_start":
        laps, at = divmod(at + gain, len(sequence))
        return Advance(sequence[at], gain, None, laps > 0, "match.after_last" if laps else rule)
    while steps < gain:
        if at == len(sequence) - 1:
            passed_last = True
            rule = "match.after_last"
            if ruleset.match.after_last != "wrap_to_start":
                break
        at = (at + 1) % len(sequence)
        steps += 1
        if sequence[at] in rules.must_play and steps < gain:
            return Advance(sequence[at], steps, sequence[at], passed_last, "levels.must_play")
    return Advance(sequence[at], steps, None, passed_last, rule)


def after_deal(ruleset: Ruleset, dealer_level: str | None, attackers_level: str | None, outcome: Outcome) -> DealEnd:
    """Both sides' levels and the state of the match after a deal with this outcome.

    ``pass_level``: a side that passes the last level has won (2R-24), unless ``after_last`` wraps round or lets it
    stay. ``win_at_level_as_dealer``: a dealer side that stands on ``match.level`` and keeps the deal has won;
    attackers who win there do not end the match. ``highest_level_at_end``: no deal ends the match (2L-1).

    Raises:
        ValueError: a level is not in ``levels.sequence``.
    """
    dealer_gains = outcome.side == "dealer"
    own = dealer_level if dealer_gains else attackers_level
    moved = None if own is None else advance(ruleset, own, outcome.levels, as_dealer=dealer_gains)
    new = None if moved is None else moved.level
    dealer, attackers = (new, attackers_level) if dealer_gains else (dealer_level, new)
    won: Side | None = None
    known = True
    rule = "match.win"
    match = ruleset.match
    if match.win == "win_at_level_as_dealer":
        if dealer_gains and not outcome.deal_passes:
            known = dealer_level is not None
            won = "dealer" if dealer_level == (match.level or ruleset.levels.sequence[-1]) else None
    elif match.win != "highest_level_at_end" and match.after_last == "end":
        rule = "match.win" if match.win == "pass_level" else "match.after_last"
        known = moved is not None or outcome.levels == 0
        won = outcome.side if moved is not None and moved.passed_last else None
    return DealEnd(dealer, attackers, won, known, moved, rule)


def match_leader(ruleset: Ruleset, levels: tuple[str, str]) -> int | None:
    """The side (0 or 1) with the higher level, None if equal: who wins under ``highest_level_at_end`` (2L-1)."""
    first, second = (ruleset.levels.sequence.index(level) for level in levels)
    if first == second:
        return None
    return 0 if first > second else 1
