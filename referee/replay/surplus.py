"""Where the record shows a card too often: the place of the first copy too many, and of those before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.cards import Cards
from referee.phrases import Phrase, Series

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.record import Line
    from referee.replay.accounts import Accounts
    from referee.replay.findings import Findings
    from referee.replay.reconcile import Statement
    from referee.replay.rounds import Laid
    from referee.replay.sheet import Sheet
    from referee.ruleset.model import Ruleset


class Copy(NamedTuple):
    """One copy of a card where the record shows it."""

    line: Line
    trick: int | None = None
    play: Laid | None = None


def report_surplus(ruleset: Ruleset, face: int, copies: Sequence[Copy], found: Findings) -> None:
    """Report a face shown more often than the deck has it; ``copies`` in the order of the record."""
    if not copies:
        return
    held = ruleset.deck.counts[face]
    surplus = min(held, len(copies) - 1)
    line, trick, play = copies[surplus]
    cards = getattr(line, "cards", None)
    place = None if cards is None else found.place_face(line, cards, [face])
    if play is not None:
        place = found.place_play(line, play.index, first_of(play.shown, [face]))
    card = Cards((face,))
    if held == 0:
        found.add("CRD001", line, {"card": card}, variant="never", place=place, trick=trick, rule="deck")
        return
    places = tuple(dict.fromkeys((copy.line.line, copy.trick) for copy in copies[:surplus]))
    facts = {"card": card, "copies": held, "places": Series(tuple(_label(*each) for each in places), "and")}
    found.add("CRD001", line, facts, place=place, trick=trick, rule="deck.count")


def copies_shown(
    accounts: Accounts, sheet: Sheet, statements: Sequence[Statement], face: int, known: Sequence[int]
) -> list[Copy]:
    """Every copy of a face, counted once, in the order of the record. ``known``: what each seat certainly held."""
    copies = [
        copy for seat in range(accounts.seats) for copy in _of_seat(accounts, statements, face, seat, known[seat])
    ]
    buried, laid = accounts.buried, accounts.takings[-1].line
    shown = 0 if buried is None else buried.faces.count(face)
    if laid is not None:
        copies += [Copy(laid)] * shown
    if accounts.kitty is not None and sheet.kitty is not None:
        copies += [Copy(sheet.kitty)] * max(accounts.kitty.faces.count(face) - shown, 0)
    return sorted(copies, key=lambda copy: copy.line.line)


def _of_seat(accounts: Accounts, statements: Sequence[Statement], face: int, seat: int, known: int) -> Iterator[Copy]:
    """Where a seat shows a card: in its plays, else in its hand line or in a throw of which it took part back."""
    mine = [(each, play) for each in accounts.rounds for play in each.plays if play.seat == seat]
    rest = known >> (4 * face) & 15
    for each, play in mine:
        for _ in range(play.cards.faces.count(face)):
            rest -= 1
            yield Copy(each.line, each.line.number, play)
    held = next((e.line for e in statements if e.seat == seat and e.packed >> (4 * face) & 15), None)
    thrown = (
        Copy(each.line, each.line.number, play)
        for each, play in mine
        if play.attempted is not None and face in play.attempted.faces
    )
    source = Copy(held) if held is not None else next(thrown, None)
    if source is not None:
        yield from [source] * rest


def first_of(shown: Cards, faces: Sequence[int]) -> int | None:
    """Index of the first of some faces in cards as written."""
    return next((index for index, face in enumerate(shown.faces) if face in faces), None)


def _label(line: int, trick: int | None) -> Phrase:
    if trick is None:
        return Phrase("replay.at_line", {"line": line})
    return Phrase("replay.at_trick", {"trick": trick})
