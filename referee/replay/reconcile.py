"""Hands, kitty, burial and plays held against each other and against the deck.

Every copy of a card is counted once. What contradicts is reported once and then treated as unknown cards, so that no
other play is blamed for it. What is left is certain, and the judging of follows and throws builds on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.cards import Cards
from referee.packed import ONE, common, less, missing, size, unpack
from referee.phrases import Count
from referee.replay import turns
from referee.replay.accounts import Accounts, Evidence, hide, without
from referee.replay.burials import check_burials, check_followed
from referee.replay.multiset import add, pack_safely
from referee.replay.sheet import DEALT
from referee.replay.surplus import Copy, copies_shown, first_of, report_surplus

if TYPE_CHECKING:
    from referee.record import HandLine, Line
    from referee.replay.findings import Findings
    from referee.replay.kitty import Taking
    from referee.replay.rounds import Laid, Round
    from referee.replay.sheet import Sheet


@dataclass(slots=True)
class Statement:
    """A hand line: whose, before which round (``DEALT``: before the kitty), what is certainly in it, is that all.

    ``turn``: with time ``DEALT``, how many of the seat's turns with the kitty were over; 0 is the hand as dealt.
    """

    line: HandLine
    seat: int
    time: int
    packed: int
    whole: bool
    turn: int = 0


def reconcile(accounts: Accounts, sheet: Sheet, found: Findings) -> None:
    """Enter what the record says of the cards into the accounts, and report what cannot be."""
    _Reconciler(accounts, sheet, found).run()


class _Reconciler:
    """The work of ``reconcile``."""

    def __init__(self, accounts: Accounts, sheet: Sheet, found: Findings) -> None:
        self.accounts = accounts
        self.sheet = sheet
        self.found = found
        self.upper: list[int | None] = [None] * accounts.seats
        self.statements: list[Statement] = []

    def run(self) -> None:
        """Hand lines against the deck and each other, plays against hands, everything against the deck."""
        self._read_statements()
        self._check_dealt()
        check_burials(self.accounts, self.statements, self.found)
        self._start_hands()
        self._check_held()
        self._attempts()
        self.accounts.sum_up()
        self._check_deck()
        check_followed(self.accounts, self.sheet, self.found)

    # --- hand lines

    def _read_statements(self) -> None:
        for stage, line in self.sheet.hands:
            time = sum(each.line.line < line.line for each in self.accounts.rounds) if stage > 0 else stage
            due = self.accounts.hand_size(line.seat, max(time, 0))
            if due == 0 and time > 0:
                self.found.add("REC023", line, variant="hand_after")
                continue
            cards = line.cards
            least = len(cards.faces) + sum(group.count or 1 for group in cards.unknown)
            in_gap = self._in_gap(max(time, 0))
            fits = due is None or least == due or (least < due and (in_gap or cards.size is None))
            if not fits and due is not None:
                facts = {
                    "seat": self.found.name(line.seat),
                    "count": Count(least, "card"),
                    "wanted": Count(due, "card"),
                }
                self.found.add(
                    "CRD002", line, facts, place=self.found.place_card(line), seat=line.seat, rule="deal.hand_size"
                )
                continue
            placed = turns.place(self.accounts.takings, time, line) if time <= 0 else (time, 0)
            if placed is None:
                continue
            (time, turn), whole = placed, cards.known
            if in_gap and cards.size != due:
                # Of any moment in the gap; before the first trick it may also be the hand as dealt.
                if time == DEALT and cards.size is None and self.accounts.may_take(line.seat):
                    continue
                whole, time = False, max(time, 0)
            self.statements.append(Statement(line, line.seat, time, pack_safely(cards.faces), whole, turn))

    def _in_gap(self, time: int) -> bool:
        return time < len(self.accounts.rounds) and not self.accounts.rounds[time].plays

    def _check_dealt(self) -> None:
        """No more copies among the hands dealt and the kitty than the deck has."""
        total = 0
        counted: set[int] = set()
        bad: set[int] = set()
        items: list[tuple[int, Line, int]] = []
        for each in self.statements:
            as_dealt = each.time == DEALT or (each.time == 0 and not self.accounts.may_take(each.seat))
            if as_dealt and not each.turn and each.seat not in counted:
                counted.add(each.seat)
                items.append((each.line.line, each.line, each.packed))
        if self.accounts.kitty is not None and self.sheet.kitty is not None:
            items.append((self.sheet.kitty.line, self.sheet.kitty, pack_safely(self.accounts.kitty.faces)))
        items.sort(key=lambda item: item[0])
        for _, _, packed in items:
            for face in dict.fromkeys(unpack(less(add(total, packed), self.accounts.deck))):
                if face not in bad:
                    bad.add(face)
                    copies = [Copy(i[1]) for i in items for _ in range(i[2] >> (4 * face) & 15)]
                    report_surplus(self.accounts.ruleset, face, copies, self.found)
            total = common(add(total, packed), self.accounts.deck)
        self._distrust(bad)

    def _distrust(self, faces: set[int]) -> None:
        """Every copy of these faces, wherever it is written, becomes an unknown card."""
        if not faces:
            return
        for each in self.statements:
            kept = [face for face in unpack(each.packed) if face not in faces]
            if len(kept) < size(each.packed):
                each.packed, each.whole = pack_safely(kept), False
        for each_round in self.accounts.rounds:
            for play in each_round.plays:
                hide(play, lambda face: face in faces)
        self.accounts.kitty = without(self.accounts.kitty, faces)
        self.accounts.buried = without(self.accounts.buried, faces)
        for taking in self.accounts.takings:
            taking.taken = without(taking.taken, faces)
            taking.laid = without(taking.laid, faces)

    # --- hands at the first trick

    def _start_hands(self) -> None:
        for seat in range(self.accounts.seats):
            mine = [each for each in self.statements if each.seat == seat]
            dealt = next((each for each in mine if each.time == DEALT and each.whole and not each.turn), None)
            for each in mine:
                then = None
                if each.time == DEALT and dealt is not None and each is not dealt:
                    then = turns.after(dealt.packed, self._turns(seat)[: each.turn])
                if then is not None:
                    self._agree(each, then)
                elif each.time == DEALT:
                    self._start_from_dealt(each)
                elif each.time == 0:
                    self._agree(each, self.accounts.start[seat])
            for each in mine:
                if each.time > 0:
                    self._later_statement(each)

    def _start_from_dealt(self, statement: Statement) -> None:
        seat, packed = statement.seat, statement.packed
        if not self.accounts.may_take(seat):
            self._agree(statement, self.accounts.start[seat])
            return
        if seat not in self.accounts.takers or None in self.accounts.takers:
            return
        to_come = self._turns(seat)[statement.turn :]
        if not statement.whole and not all(t.laid is not None and t.laid.known for t in to_come):
            return
        whole = statement.whole
        for taking in to_come:
            taken, laid = taking.taken, taking.laid
            whole = whole and taken is not None and taken.known
            packed = add(packed, pack_safely(taken.faces) if taken is not None else 0)
            if laid is None or not laid.known:
                if whole and taking is to_come[-1]:
                    self.upper[seat] = less(packed, pack_safely(laid.faces)) if laid is not None else packed
                return
            packed = less(packed, pack_safely(laid.faces))
        if whole and size(packed) == self.accounts.ruleset.deal.hand_size:
            self.accounts.start[seat] = packed
        self.accounts.evidence[seat].append(Evidence(0, packed))

    def _turns(self, seat: int) -> list[Taking]:
        return [taking for taking in self.accounts.takings if taking.seat == seat]

    def _agree(self, statement: Statement, known: int | None) -> None:
        """A statement about the hand at the first trick, beside what is known already."""
        seat = statement.seat
        if known is None:
            if statement.whole:
                self.accounts.start[seat] = statement.packed
            self.accounts.evidence[seat].append(Evidence(0, statement.packed))
        elif missing(known, statement.packed) or (statement.whole and known != statement.packed):
            self._report_difference(statement, known)

    def _report_difference(self, statement: Statement, known: int) -> None:
        first = next(each for each in self.statements if each.seat == statement.seat)
        extra = Cards(tuple(missing(known, statement.packed)))
        lacking = Cards(tuple(missing(statement.packed, known)))
        variant = "message" if statement.whole and extra.faces else "extra"
        facts = {"seat": self.found.name(statement.seat), "line": first.line.line, "extra": extra, "lacking": lacking}
        place = self.found.place_face(statement.line, statement.line.cards, extra.faces)
        self.found.add("CRD005", statement.line, facts, variant=variant, place=place, seat=statement.seat)

    def _later_statement(self, statement: Statement) -> None:
        seat, start = statement.seat, self.accounts.start[statement.seat]
        before = self.accounts.played(seat, 0, statement.time)
        if start is not None and before is not None and not missing(start, before):
            self._agree(statement, start - before)
            return
        self.accounts.evidence[seat].append(Evidence(statement.time, statement.packed))

    # --- plays against hands

    def _check_held(self) -> None:
        """Every play must come from the hand, where that is wholly known."""
        for seat in range(self.accounts.seats):
            start = self.accounts.start[seat]
            held = start if start is not None else self.upper[seat]
            statement = next((each for each in self.statements if each.seat == seat), None)
            if held is None or statement is None:
                continue
            for each in self.accounts.rounds:
                for play in each.plays:
                    if play.seat == seat and not play.doubtful:
                        held = self._take(each, play, held, statement)

    def _take(self, each: Round, play: Laid, held: int, statement: Statement) -> int:
        tried = play.attempted if play.attempted is not None and play.attempted.known else play.cards
        lacking = missing(held, pack_safely(tried.faces))
        if lacking:
            where = self.found.place_play(each.line, play.index, first_of(play.shown, lacking))
            facts = {"seat": self.found.name(play.seat), "cards": Cards(tuple(lacking)), "line": statement.line.line}
            self.found.add(
                "CRD003", each.line, facts, place=where, trick=each.line.number, seat=play.seat, played=play.shown
            )
            rest = list(lacking)

            def lacks(face: int) -> bool:
                if face in rest:
                    rest.remove(face)
                    return True
                return False

            hide(play, lacks)
            self.accounts.start[play.seat] = None
        return less(held, pack_safely(play.cards.faces))

    def _attempts(self) -> None:
        """Cards of a failed throw were certainly held."""
        for time, each in enumerate(self.accounts.rounds):
            for play in each.plays:
                if play.attempted is not None:
                    self.accounts.evidence[play.seat].append(Evidence(time, pack_safely(play.attempted.faces)))

    # --- everything against the deck

    def _check_deck(self) -> None:
        known = [self.accounts.known(seat, 0) for seat in range(self.accounts.seats)]
        buried, floating = self.accounts.floating(known)
        total = add(buried, floating)
        for held in known:
            total = add(total, held)
        over = sorted(set(unpack(less(total, self.accounts.deck))))
        for face in over:
            copies = copies_shown(self.accounts, self.sheet, self.statements, face, known)
            report_surplus(self.accounts.ruleset, face, copies, self.found)
        if over:
            self._distrust(set(over))
            for entries in self.accounts.evidence:
                for entry in entries:
                    entry.packed = pack_safely([face for face in unpack(entry.packed) if face not in over])
            doubted = sum(15 * ONE[face] for face in over)
            self.accounts.start = [
                None if held is not None and held & doubted else held for held in self.accounts.start
            ]
            self.accounts.sum_up()
