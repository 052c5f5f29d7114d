"""Before the first trick: levels, dealer, level of the deal, trump; what the record says against what must be.

Where two statements contradict each other both readings are kept as possible settings. The deal is then replayed under
each, and the one that explains the play better stands: one slip of the pen is not allowed to spoil a whole deal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from referee.cards import LITTLE_JOKER, NO_SUIT, RANK_OF
from referee.cards import RANKS as RANK_NAMES
from referee.phrases import Series, TrumpName
from referee.record import BidLine, BuryLine, PassLine, RobLine
from referee.replay.calls import Called, judge_calls
from referee.replay.dealers import check_dealer, possible_dealers
from referee.replay.findings import RANKS, TRUMPS
from referee.replay.multiset import pack_safely
from referee.replay.sheet import DEALT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.record import LevelLine, LevelsLine, Line
    from referee.replay.findings import Findings
    from referee.replay.sheet import Sheet
    from referee.replay.standing import Standing
    from referee.ruleset.model import Ruleset

UNSAID: Final = 2
"""A trump that nothing in the record speaks of must explain this many errors more than it costs."""
Levels = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class Setting:
    """One reading of how the deal was set up, with the findings it entails."""

    dealer: int | None
    level: str | None
    trump: int | None
    first_deal: bool | None
    levels: Levels
    called: Called | None
    found: Findings
    redeal: bool = False
    saves: int = 1
    """So many errors fewer must be left for this reading to stand instead of one before it."""


def settings(ruleset: Ruleset, sheet: Sheet, standing: Standing, base: Findings) -> Iterator[Setting]:
    """Every possible setting, the one that takes the record at its word first.

    ``base``: what was found before; each setting starts from a copy.
    """
    levels = read_levels(ruleset, sheet, standing, base)
    first_deal = _is_first(ruleset, sheet, standing, levels)
    if _may_have_passed(ruleset, sheet):
        standing = replace(standing, dealers=())
    for dealer, written_wrong in possible_dealers(ruleset, sheet, standing, first_deal):
        written = _levels_of_deal(ruleset, sheet, levels, dealer)
        for level in (*written, *_level_of_bids(ruleset, sheet, written)):
            found = base.copy()
            if level not in written:
                _check_bid_level(sheet, level, dealer, found)
            yield from _set(ruleset, sheet, standing, levels, first_deal, dealer, written_wrong, level, found)


def _may_have_passed(ruleset: Ruleset, sheet: Sheet) -> bool:
    """May the deal have passed to the other side in a bidding that was not recorded (A-11)?"""
    declare = ruleset.declare
    if declare.who_may_bid == "anyone" or declare.dealer_side_cannot == "continue":
        return False
    before = takewhile(lambda call: not isinstance(call, RobLine | BuryLine), sheet.calls)
    return not any(isinstance(call, BidLine | PassLine) for call in before)


def read_levels(ruleset: Ruleset, sheet: Sheet, standing: Standing, found: Findings) -> Levels:
    """Both sides' levels at the start, those of the record against those carried over."""
    sides = [standing.levels[0], standing.levels[1]]
    for line in (sheet.deal.header.levels if sheet.deal.starts_match else None, sheet.levels_before):
        if line is None:
            continue
        for index, claim in enumerate(line.levels):
            if claim.value not in ruleset.levels.sequence:
                _unknown_level(ruleset, line, claim.value, found, index)
            elif sides[claim.side] and claim.value not in sides[claim.side]:
                right = sides[claim.side][0]
                facts = {"side": found.side(claim.side), "level": right, "claimed": claim.value}
                place = found.place_word(line, RANKS, index)
                found.add("ADV002", line, facts, place=place, rule="levels", required=right, played=claim.value)
                sides[claim.side] = (claim.value, *sides[claim.side])
            elif not sides[claim.side]:
                sides[claim.side] = (claim.value,)
            else:
                kept = sides[claim.side]
                sides[claim.side] = (claim.value, *(value for value in kept if value != claim.value))
    return sides[0], sides[1]


def _unknown_level(ruleset: Ruleset, line: Line, level: str, found: Findings, index: int = 0) -> None:
    facts = {"level": level, "levels": Series(ruleset.levels.sequence, "list")}
    place = found.place_word(line, RANKS, index)
    found.add("ADV011", line, facts, place=place, rule="levels.sequence", played=level)


def _is_first(ruleset: Ruleset, sheet: Sheet, standing: Standing, levels: Levels) -> bool | None:
    """Is this the contested first deal of a match? None: it may be."""
    if standing.first_deal is not None:
        return standing.first_deal
    start = ruleset.levels.start
    written = [value for side in levels for value in side[:1]]
    if sheet.level is not None:
        written.append(sheet.level.rank)
    if any(value != start for value in written):
        return False
    return True if sheet.deal.number == 1 and sheet.deal.starts_match else None


def _levels_of_deal(ruleset: Ruleset, sheet: Sheet, levels: Levels, dealer: int | None) -> list[str | None]:
    """The level written for the deal, and that of the dealer side where it is another."""
    sequence = ruleset.levels.sequence
    written = None if sheet.level is None else sheet.level.rank
    own: tuple[str, ...] = ()
    if dealer is not None:
        own = levels[dealer % 2]
    elif levels[0] and levels[0][:1] == levels[1][:1]:
        own = levels[0][:1]
    if written is None:
        return list(own[:1]) or [None]
    if written not in sequence:
        return list(own[:1]) or [None]
    return [written] if not own or written in own else [written, own[0]]


def _level_of_bids(ruleset: Ruleset, sheet: Sheet, written: Sequence[str | None]) -> Iterator[str]:
    """The level told by the bids, which show level cards, where it is another than any written."""
    shown = [call.cards.faces for call in sheet.calls if isinstance(call, BidLine) and call.cards is not None]
    ranks = {RANK_OF[face] for faces in shown for face in faces if face < LITTLE_JOKER}
    level = RANK_NAMES[ranks.pop()] if len(ranks) == 1 else None
    if level in ruleset.levels.sequence and level not in written and (sheet.level or _levels_line(sheet)) is not None:
        yield str(level)


def _levels_line(sheet: Sheet) -> LevelsLine | None:
    """The line or tag that says the sides' levels at the start of this deal."""
    return sheet.levels_before or (sheet.deal.header.levels if sheet.deal.starts_match else None)


def _check_bid_level(sheet: Sheet, level: str | None, dealer: int | None, found: Findings) -> None:
    """The level written for the deal, or for the dealer side, is not the one that the bids show."""
    line: LevelLine | LevelsLine | None = sheet.level
    index, claimed = 0, "" if sheet.level is None else sheet.level.rank
    if line is None:
        line = _levels_line(sheet)
        for at, claim in enumerate(line.levels if line is not None else ()):
            if dealer is None or claim.side == dealer % 2:
                index, claimed = at, claim.value
    facts = {"level": level, "claimed": claimed}
    place = None if line is None else found.place_word(line, RANKS, index)
    found.add("ADV001", line, facts, variant="bids", place=place, rule="declare.forms", required=level, played=claimed)


def _set(
    ruleset: Ruleset,
    sheet: Sheet,
    standing: Standing,
    levels: Levels,
    first_deal: bool | None,
    dealer: int | None,
    written_wrong: bool,
    level: str | None,
    found: Findings,
) -> Iterator[Setting]:
    if sheet.level is not None and sheet.level.rank not in ruleset.levels.sequence:
        _unknown_level(ruleset, sheet.level, sheet.level.rank, found)
    declarer = ruleset.rotation.later_deals == "declarer"
    rotation = dealer if first_deal is False and not declarer else None
    if first_deal is False and standing.dealers:
        rotation = standing.dealers[0]
    called = None
    if level is not None:
        called = judge_calls(
            ruleset,
            sheet,
            level,
            first_deal=first_deal is True,
            dealer=rotation,
            taker=dealer,
            sides=_sides(levels, dealer, level),
            dealt=_dealt(ruleset, sheet),
            found=found,
        )
    seats = check_dealer(sheet, standing, first_deal, dealer, written_wrong, called, found)
    for seat in seats:
        mine = found.copy()
        each_level = level
        if level is None or seat != dealer:
            each_level = _level_if(sheet, levels, seat, dealer, level, called)
        _check_level(ruleset, sheet, levels, seat, mine)
        redeal = called is not None and called.spoken and called.declared.redeal and sheet.trump is None
        for trump, each in _trumps(sheet, called, mine):
            yield Setting(seat, each_level, trump, first_deal, levels, called, each, redeal=redeal)
        if called is not None and not redeal:
            for trump, each in _trumps_of_plays(sheet, called, mine):
                yield Setting(seat, each_level, trump, first_deal, levels, called, each, saves=UNSAID)


def _sides(levels: Levels, dealer: int | None, level: str) -> Levels:
    """The levels at which the sides may declare: that of the deal for the side taken to be dealer side.

    Not if it is the other side's level: then the deal passed to that one.
    """
    if dealer is None:
        return levels
    own, other = levels[dealer % 2], levels[1 - dealer % 2]
    if own and level not in own and level in other:
        return levels
    return ((level,), other) if dealer % 2 == 0 else (other, (level,))


def _level_if(
    sheet: Sheet, levels: Levels, seat: int | None, dealer: int | None, level: str | None, called: Called | None
) -> str | None:
    """The level of a deal if ``seat`` deals and not ``dealer``, for whom it was taken to be ``level``."""
    own = () if seat is None else levels[seat % 2]
    if sheet.level is not None and level is not None:
        return sheet.level.rank if sheet.level.rank in own else level
    if own:
        return own[0]
    same_side = seat is not None and dealer is not None and seat % 2 == dealer % 2
    return level if same_side or dealer is None or called is None else called.declared.level


def _check_level(ruleset: Ruleset, sheet: Sheet, levels: Levels, dealer: int | None, found: Findings) -> None:
    """Compare the level written for the deal with that of the dealer side."""
    line = sheet.level
    if line is None or dealer is None or line.rank not in ruleset.levels.sequence:
        return
    if any(item.code == "ADV001" for item in found.items):
        return
    own = levels[dealer % 2]
    if not own or line.rank in own:
        return
    facts = {"side": found.side(dealer % 2), "level": own[0], "claimed": line.rank}
    place = found.place_word(line, RANKS)
    against = None if sheet.tricks else _levels_line(sheet)
    found.add("ADV001", line, facts, place=place, rule="levels", required=own[0], played=line.rank, against=against)


def _dealt(ruleset: Ruleset, sheet: Sheet) -> list[int | None]:
    """Hands as dealt, where they are written whole."""
    dealt: list[int | None] = [None] * ruleset.players.count
    for stage, line in sheet.hands:
        fits = line.cards.known and len(line.cards.faces) == ruleset.deal.hand_size
        if stage == DEALT and fits and dealt[line.seat] is None:
            dealt[line.seat] = pack_safely(line.cards.faces)
    return dealt


def _trumps(sheet: Sheet, called: Called | None, found: Findings) -> Iterator[tuple[int | None, Findings]]:
    """The trump written and the one the bidding makes; both where they contradict each other."""
    written = None if sheet.trump is None else sheet.trump.suit
    if called is None or not called.spoken:
        yield written, found.copy()
        return
    made = called.declared.trump
    if written is None:
        yield made, found.copy()
        for other in sorted(called.trumps - {made}) if called.faulty else ():
            yield other, found.copy()
        return
    if made is None or written in called.trumps or called.declared.redeal:
        yield written, found.copy()
        return
    facts: dict[str, Any] = {"written": TrumpName(written), "trump": TrumpName(made)}
    variant = "undeclared"
    if called.valid is not None:
        facts |= {"seat": found.name(called.valid.seat), "bid": called.valid.cards}
        variant = "message"
    found.add(
        "BID009",
        sheet.trump,
        facts,
        variant=variant,
        place=None if sheet.trump is None else found.place_word(sheet.trump, TRUMPS),
        rule=called.declared.trump_rule,
        required=facts["trump"],
        played=facts["written"],
        against=None if sheet.tricks else called.valid,
    )
    yield written, found.copy()
    yield made, found.copy()


def _trumps_of_plays(sheet: Sheet, called: Called, found: Findings) -> Iterator[tuple[int, Findings]]:
    """Trumps that only the plays may show: where no trump is written, the bid that made it may not be recorded."""
    made = called.declared.trump
    if sheet.trump is not None or made is None or called.valid is None or not sheet.tricks:
        return
    shown = called.valid
    for other in range(NO_SUIT + 1):
        if other == made or other in called.trumps:
            continue
        each = found.copy()
        facts = {
            "played": TrumpName(other),
            "trump": TrumpName(made),
            "seat": found.name(shown.seat),
            "bid": shown.cards,
        }
        each.add(
            "BID009",
            shown,
            facts,
            variant="played",
            seat=shown.seat,
            rule=called.declared.trump_rule,
            required=facts["trump"],
            played=facts["played"],
        )
        yield other, each
