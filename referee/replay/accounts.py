"""Where every card was: hands, kitty, burial and plays held against each other and against the deck.

Every copy of a card is counted once. What contradicts is reported once and then treated as unknown cards, so that no
other play is blamed for it. What is left is certain, and the judging of follows and throws builds on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.cards import Cards, Unknown
from referee.packed import ONE, missing, size, unpack
from referee.phrases import Count, Phrase, Series
from referee.replay.multiset import add, common, deck_of, less, pack_safely, union
from referee.replay.sheet import DEALT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.findings import Place
    from referee.record import HandLine, Line
    from referee.replay.findings import Findings
    from referee.replay.kitty import Taking
    from referee.replay.rounds import Laid, Round
    from referee.replay.sheet import Sheet
    from referee.ruleset.model import Ruleset


@dataclass(slots=True)
class Statement:
    """A hand line: whose, before which round (``DEALT``: before the kitty), what is certainly in it, is that all."""

    line: HandLine
    seat: int
    time: int
    packed: int
    whole: bool


@dataclass(slots=True)
class Evidence:
    """Cards a seat certainly held before a round."""

    time: int
    packed: int


class Accounts:
    """The cards of one deal. Times are indices of rounds; packed multisets throughout."""

    def __init__(
        self,
        ruleset: Ruleset,
        sheet: Sheet,
        rounds: list[Round],
        takings: Sequence[Taking],
        seats: int,
        found: Findings,
    ) -> None:
        self.ruleset = ruleset
        self.rounds = rounds
        self.seats = seats
        self.found = found
        self.deck = deck_of(ruleset)
        self.takings = takings
        self.takers = {taking.seat for taking in takings if taking.taken is not None or taking.laid is not None}
        self.takers.add(takings[0].seat)
        self.kitty = takings[0].taken
        self.kitty_line: Line | None = sheet.kitty
        self.buried = takings[-1].laid
        self.statements = self._read_statements(sheet)
        self._check_dealt()
        self.start: list[int | None] = [None] * seats
        self.upper: list[int | None] = [None] * seats
        self.evidence: list[list[Evidence]] = [[] for _ in range(seats)]
        self._start_hands()
        self._check_held()
        self._attempts()
        self._sum_up()
        self._check_deck()
        self._check_kitty()

    # --- hand lines

    def _read_statements(self, sheet: Sheet) -> list[Statement]:
        statements: list[Statement] = []
        for stage, line in sheet.hands:
            time = sum(each.line.line < line.line for each in self.rounds) if stage > 0 else stage
            due = self._hand_size(line.seat, max(time, 0))
            if due == 0 and time > 0:
                self.found.add("REC023", line, variant="hand_after")
                continue
            cards = line.cards
            least = len(cards.faces) + sum(group.count or 1 for group in cards.unknown)
            fits = due is None or least == due or (cards.size is None and least < due)
            if not fits and due is not None:
                facts = {"seat": self.found.name(line.seat), "count": Count(least, "card"), "wanted": Count(due, "card")}
                self.found.add("CRD002", line, facts, seat=line.seat, rule="deal.hand_size")
                continue
            statements.append(Statement(line, line.seat, time, pack_safely(cards.faces), cards.known))
        return statements

    def _hand_size(self, seat: int, time: int) -> int | None:
        """How many cards a seat holds before a round; None where tricks are missing before it."""
        left = self.ruleset.deal.hand_size
        for each in self.rounds[:time]:
            if each.gap or each.size is None:
                return None
            left -= each.size if any(play.seat == seat for play in each.plays) else 0
            if all(play.seat != seat for play in each.plays):
                return None
        return max(left, 0) if not (time < len(self.rounds) and self.rounds[time].gap) else None

    def _check_dealt(self) -> None:
        """No more copies among the hands dealt and the kitty than the deck has."""
        total = 0
        counted: set[int] = set()
        bad: set[int] = set()
        items: list[tuple[int, Line, int]] = []
        for each in self.statements:
            as_dealt = each.time == DEALT or (each.time == 0 and each.seat not in self.takers)
            if as_dealt and each.seat not in counted:
                counted.add(each.seat)
                items.append((each.line.line, each.line, each.packed))
        if self.kitty is not None and self.kitty_line is not None:
            items.append((self.kitty_line.line, self.kitty_line, pack_safely(self.kitty.faces)))
        for _, line, packed in sorted(items, key=lambda item: item[0]):
            for face in dict.fromkeys(unpack(less(add(total, packed), self.deck))):
                if face not in bad:
                    bad.add(face)
                    places = [Phrase("replay.at_line", {"line": i[1].line}) for i in items if i[2] >> (4 * face) & 15]
                    self._report_copies(face, line, None, places[:-1], None)
            total = common(add(total, packed), self.deck)
        self._distrust(bad)

    def _report_copies(
        self, face: int, line: Line, place: Place | None, places: Sequence[Phrase], trick: int | None
    ) -> None:
        copies = self.ruleset.deck.counts[face]
        card = Cards((face,))
        if copies == 0:
            self.found.add("CRD001", line, {"card": card}, variant="never", place=place, trick=trick, rule="deck")
            return
        facts = {"card": card, "nth": copies + 1, "copies": copies, "places": Series(tuple(places), "list")}
        self.found.add("CRD001", line, facts, place=place, trick=trick, rule="deck.count")

    def _distrust(self, faces: set[int]) -> None:
        """Every copy of these faces, wherever it is written, becomes an unknown card."""
        if not faces:
            return
        for each in self.statements:
            kept = [face for face in unpack(each.packed) if face not in faces]
            if len(kept) < size(each.packed):
                each.packed, each.whole = pack_safely(kept), False
        for each_round in self.rounds:
            for play in each_round.plays:
                hide(play, lambda face: face in faces)
        self.kitty = _without(self.kitty, faces)
        self.buried = _without(self.buried, faces)
        for taking in self.takings:
            taking.taken = _without(taking.taken, faces)
            taking.laid = _without(taking.laid, faces)

    # --- hands at the first trick

    def _start_hands(self) -> None:
        for seat in range(self.seats):
            mine = [each for each in self.statements if each.seat == seat]
            dealt = next((each for each in mine if each.time == DEALT and each.whole), None)
            for each in mine:
                if each.time == DEALT and dealt is not None and each is not dealt:
                    self._agree(each, dealt.packed)
                elif each.time == DEALT:
                    self._start_from_dealt(each)
                elif each.time == 0:
                    self._agree(each, self.start[seat])
            for each in mine:
                if each.time > 0:
                    self._later_statement(each)

    def _start_from_dealt(self, statement: Statement) -> None:
        seat, packed = statement.seat, statement.packed
        if seat not in self.takers:
            self._agree(statement, self.start[seat])
            return
        if not statement.whole and not all(t.laid is not None and t.laid.known for t in self._turns(seat)):
            return
        whole = statement.whole
        for taking in self._turns(seat):
            taken = taking.taken
            whole = whole and taken is not None and taken.known
            packed = add(packed, pack_safely(taken.faces) if taken is not None else 0)
            laid = taking.laid
            if laid is None or not laid.known:
                if whole:
                    self.upper[seat] = less(packed, pack_safely(laid.faces)) if laid is not None else packed
                if laid is not None and whole:
                    self._check_laid(taking, packed, statement)
                return
            if whole:
                self._check_laid(taking, packed, statement)
            sure = taking.laid
            if sure is None or not sure.known:
                self.upper[seat] = less(packed, pack_safely(sure.faces)) if sure is not None else packed
                return
            packed = less(packed, pack_safely(sure.faces))
        if whole and size(packed) == self.ruleset.deal.hand_size:
            self.start[seat] = packed
        self.evidence[seat].append(Evidence(0, packed))

    def _turns(self, seat: int) -> list[Taking]:
        return [taking for taking in self.takings if taking.seat == seat]

    def _check_laid(self, taking: Taking, held: int, statement: Statement) -> None:
        if taking.laid is None or taking.line is None:
            return
        lacking = missing(held, pack_safely(taking.laid.faces))
        if lacking:
            seat = statement.seat
            facts = {"seat": self.found.name(seat), "cards": Cards(tuple(lacking)), "line": statement.line.line}
            self.found.add("KIT002", taking.line, facts, seat=seat, rule="kitty.taker")
            taking.laid = _without(taking.laid, set(lacking))
            if taking is self.takings[-1]:
                self.buried = taking.laid

    def _agree(self, statement: Statement, known: int | None) -> None:
        """A statement about the hand at the first trick, beside what is known already."""
        seat = statement.seat
        if known is None:
            if statement.whole:
                self.start[seat] = statement.packed
            self.evidence[seat].append(Evidence(0, statement.packed))
        elif missing(known, statement.packed) or (statement.whole and known != statement.packed):
            self._report_difference(statement, known)

    def _report_difference(self, statement: Statement, known: int) -> None:
        first = next(each for each in self.statements if each.seat == statement.seat)
        extra = Cards(tuple(missing(known, statement.packed)))
        lacking = Cards(tuple(missing(statement.packed, known)))
        variant = "message" if statement.whole and extra.faces else "extra"
        facts = {"seat": self.found.name(statement.seat), "line": first.line.line, "extra": extra, "lacking": lacking}
        self.found.add("CRD005", statement.line, facts, variant=variant, seat=statement.seat)

    def _later_statement(self, statement: Statement) -> None:
        seat, start = statement.seat, self.start[statement.seat]
        before = self._played(seat, 0, statement.time)
        if start is not None and before is not None and not missing(start, before):
            self._agree(statement, start - before)
            return
        self.evidence[seat].append(Evidence(statement.time, statement.packed))

    def _played(self, seat: int, since: int, until: int) -> int | None:
        """What a seat played in these rounds; None where part of it is not known."""
        total = 0
        for each in self.rounds[since:until]:
            play = next((play for play in each.plays if play.seat == seat), None)
            if play is None or not play.cards.known or (each.gap and since < until):
                return None
            total = add(total, pack_safely(play.cards.faces))
        return total

    # --- plays against hands

    def _check_held(self) -> None:
        """Every play must come from the hand, where that is wholly known."""
        for seat in range(self.seats):
            start = self.start[seat]
            held = start if start is not None else self.upper[seat]
            statement = next((each for each in self.statements if each.seat == seat), None)
            if held is None or statement is None:
                continue
            for each in self.rounds:
                for play in each.plays:
                    if play.seat == seat and not play.doubtful:
                        held = self._take(each, play, held, statement)

    def _take(self, each: Round, play: Laid, held: int, statement: Statement) -> int:
        tried = play.attempted if play.attempted is not None and play.attempted.known else play.cards
        lacking = missing(held, pack_safely(tried.faces))
        if lacking:
            where = self.found.place_play(each.line, play.index, _first_of(play.shown, lacking))
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
            self.start[play.seat] = None
        return less(held, pack_safely(play.cards.faces))

    def _attempts(self) -> None:
        """Cards of a failed throw were certainly held."""
        for time, each in enumerate(self.rounds):
            for play in each.plays:
                if play.attempted is not None:
                    self.evidence[play.seat].append(Evidence(time, pack_safely(play.attempted.faces)))

    # --- everything against the deck

    def _sum_up(self) -> None:
        """Running sums: what each seat is known to have played before each round, and how much is unknown."""
        rounds, seats = self.rounds, self.seats
        self.before = [[0] * (len(rounds) + 1) for _ in range(seats)]
        self.unseen_before = [[0] * (len(rounds) + 1) for _ in range(seats)]
        for time, each in enumerate(rounds):
            for seat in range(seats):
                self.before[seat][time + 1] = self.before[seat][time]
                self.unseen_before[seat][time + 1] = self.unseen_before[seat][time] + 1
            for play in each.plays:
                sums = self.before[play.seat]
                sums[time + 1] = add(sums[time + 1], pack_safely(play.cards.faces))
                self.unseen_before[play.seat][time + 1] -= play.cards.known

    def known(self, seat: int, time: int) -> int:
        """What a seat certainly holds before a round."""
        before = self.before[seat]
        held = before[-1] - before[time]
        for each in self.evidence[seat]:
            if each.time >= time:
                held = union(held, add(each.packed, before[each.time] - before[time]))
            elif self.unseen_before[seat][time] == self.unseen_before[seat][each.time] and not any(
                r.gap for r in self.rounds[each.time + 1 : time + 1]
            ):
                held = union(held, less(each.packed, before[time] - before[each.time]))
        return held

    def unseen(self, seat: int, time: int, known: int) -> tuple[int, bool]:
        """How many cards a seat holds beyond ``known``, and whether that number is exact (else it is the most possible)."""
        held = self._hand_size(seat, time)
        if held is not None:
            return max(held - size(known), 0), True
        most = self.ruleset.deal.hand_size
        if time < len(self.rounds):
            most -= max(self.rounds[time].line.number - 1, 0)
        return max(most - size(known), 0), False

    def _check_deck(self) -> None:
        known = [self.known(seat, 0) for seat in range(self.seats)]
        buried, floating = self._floating(known)
        total = add(buried, floating)
        for held in known:
            total = add(total, held)
        over = sorted(set(unpack(less(total, self.deck))))
        for face in over:
            self._report_surplus(face, known)
        if over:
            self._distrust(set(over))
            for entries in self.evidence:
                for entry in entries:
                    entry.packed = pack_safely([face for face in unpack(entry.packed) if face not in over])
            self.start = [None if s is not None and any(s & (15 * ONE[f]) for f in over) else s for s in self.start]
            self._sum_up()

    def _report_surplus(self, face: int, known: Sequence[int]) -> None:
        """Name the place of the first copy too many, in the order of the record."""
        places: list[tuple[int, Line, int | None, tuple[Laid, int] | None]] = []
        for seat in range(self.seats):
            mine = 0
            for each in self.rounds:
                for play in each.plays:
                    at = [i for i, f in enumerate(play.cards.faces) if f == face] if play.seat == seat else []
                    mine += len(at)
                    places += [(each.line.line, each.line, each.line.number, (play, i)) for i in at]
            held = known[seat] >> (4 * face) & 15
            line = next((e.line for e in self.statements if e.seat == seat and e.packed >> (4 * face) & 15), None)
            if line is not None:
                places += [(line.line, line, None, None)] * (held - mine)
        laid = self.takings[-1].line
        if self.buried is not None and laid is not None:
            places += [(laid.line, laid, None, None)] * self.buried.faces.count(face)
        if self.kitty is not None and self.kitty_line is not None:
            shown = self.buried.faces.count(face) if self.buried is not None else 0
            extra = self.kitty.faces.count(face) - shown
            places += [(self.kitty_line.line, self.kitty_line, None, None)] * max(extra, 0)
        places.sort(key=lambda item: item[0])
        at = min(self.ruleset.deck.counts[face], len(places) - 1)
        _, line, trick, where = places[at]
        place = None if where is None else self.found.place_play(line, where[0].index, _first_of(where[0].shown, [face]))
        self._report_copies(face, line, place, [_label(item[1], item[2]) for item in places[:at]], trick)

    def _check_kitty(self) -> None:
        """In a complete record every card of the kitty was buried or played by who took it."""
        taker = self.takings[0].seat
        if self.kitty is None or taker is None or self.buried is None or len(self.takings) > 1:
            return
        known = self.known(taker, 0)
        if self.unseen(taker, 0, known) != (0, True) or not self.buried.known:
            return
        lost = missing(add(known, pack_safely(self.buried.faces)), pack_safely(self.kitty.faces))
        if lost and self.kitty_line is not None:
            facts = {"seat": self.found.name(taker), "cards": Cards(tuple(lost))}
            self.found.add("CRD006", self.kitty_line, facts, seat=taker)

    def _floating(self, known: Sequence[int]) -> tuple[int, int]:
        """The buried cards known, and the cards of the kitty of which it is not known where they went."""
        buried = pack_safely(self.buried.faces) if self.buried is not None else 0
        if self.kitty is None:
            return buried, 0
        located = buried
        for seat, held in enumerate(known):
            if seat in self.takers or None in self.takers:
                located = add(located, held)
        return buried, less(pack_safely(self.kitty.faces), located)

    def pool(self) -> tuple[int, int]:
        """The cards nobody is known to have, and those of the kitty that only its taker (or the burial) can have."""
        known = [self.known(seat, 0) for seat in range(self.seats)]
        buried, floating = self._floating(known)
        total = add(buried, floating)
        for held in known:
            total = add(total, held)
        return less(self.deck, total), floating


def hide(play: Laid, unwanted: Callable[[int], bool]) -> None:
    """Turn cards of a play into unknown ones."""
    kept = tuple(face for face in play.cards.faces if not unwanted(face))
    gone = len(play.cards.faces) - len(kept)
    if gone:
        play.cards = Cards(kept, (*play.cards.unknown, Unknown(None, gone)))
        play.attempted = None
        play.groups = None
        play.doubtful = True


def _without(cards: Cards | None, faces: set[int]) -> Cards | None:
    if cards is None or not any(face in faces for face in cards.faces):
        return cards
    kept = tuple(face for face in cards.faces if face not in faces)
    return Cards(kept, (*cards.unknown, Unknown(None, len(cards.faces) - len(kept))))


def _first_of(shown: Cards, faces: Sequence[int]) -> int | None:
    return next((index for index, face in enumerate(shown.faces) if face in faces), None)


def _label(line: Line, trick: int | None) -> Phrase:
    if trick is None:
        return Phrase("replay.at_line", {"line": line.line})
    return Phrase("replay.at_trick", {"trick": trick})


__all__ = ["Accounts", "Evidence", "Statement", "hide"]
