"""The public view of a ruleset at a level and trump: questions in the notation, rulings with reasons."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from referee.asking.methods import Explaining
from referee.cards import SUIT_INDEX, Card, Cards, format_cards, written_order
from referee.explain import LEAD_CODES, follow_code, follow_reasons, follow_reasons_legal, lead_reasons
from referee.packed import missing, pack, pack_counts
from referee.phrases import Count, Phrase, PhraseError
from referee.reading import CardText, in_deck, level_name, read_cards, read_groups, trump_index
from referee.rules import answers, capture, doubt, follow, throw, trick
from referee.rules.bound import MIXED, Bound, bind
from referee.rules.follow import FollowFault
from referee.rules.order import TRUMP
from referee.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.rules.bound import Lead
    from referee.ruleset.model import Ruleset
    from referee.shapes import Shape

Groups = tuple[tuple[int, ...], ...]


class Part(NamedTuple):
    """One component of a play: its shape and its cards."""

    shape: Shape
    cards: str


class Analysis(NamedTuple):
    """What a group of cards is: its domain (``S H D C``, ``trump``, or None if mixed), components and points."""

    domain: str | None
    components: tuple[Part, ...]
    points: int


class Table(Explaining):
    """A ruleset at one level and trump.

    Args:
        ruleset: a loaded ruleset.
        level: ``"2"`` … ``"A"``.
        trump: ``S H D C`` or ``NT`` (also as suit symbols or in Chinese).

    Raises:
        ValueError: there is no such level or trump.
    """

    def __init__(self, ruleset: Ruleset, level: str, trump: str) -> None:
        self.ruleset = ruleset
        self.bound: Bound = bind(ruleset, level_name(level), trump_index(trump))

    def judge_follow(self, *, lead: CardText, holding: CardText, play: CardText) -> Ruling:
        """Judge a follow: ``holding`` is the whole hand before playing, with ``?x3`` for three unseen cards.

        Raises:
            ValueError: cards cannot be read, or the lead is not a lead of one suit.
        """
        return self.follow_ruling(self._lead(lead), self._read(holding), self._read(play))

    def follow_ruling(self, led: Lead, held: Cards, played: Cards) -> Ruling:
        """As ``judge_follow``, of cards that have been read. Raises ValueError where a hand is of no certain size."""
        known = pack(held.faces)
        if held.known and played.known:
            info = self.bound.info(played.faces)
            fault = follow.check(self.bound, led, known, info)
            if fault is None:
                return Ruling("legal", steps=follow_reasons_legal(self.bound, led, known, info))
            return self._illegal_follow(led, known, played, fault)
        unseen = held.size
        if unseen is None:
            raise PhraseError(Phrase("ask.unseen"))
        drawn = missing(known, pack(played.faces))
        known += pack(drawn)
        hidden = unseen - len(held.faces) - len(drawn)
        if hidden < 0:
            return self._illegal_follow(led, known - pack(drawn), played, FollowFault("not_held", "follow"))
        pool = self.pool_of([*led.info.faces, *held.faces, *drawn])
        found = doubt.judge_follow(self.bound, led, known, hidden, pool, played)
        if found.fault is not None:
            return self._illegal_follow(led, known, played, found.fault)
        key = "follow.certain" if found.verdict == "legal" else "follow.undetermined"
        return Ruling(found.verdict, steps=(Phrase(key, {"unseen": Count(hidden, "card")}),))

    def _illegal_follow(self, led: Lead, known: int, played: Cards, fault: follow.FollowFault) -> Ruling:
        info = self.bound.info(played.faces)
        reasons = follow_reasons(self.bound, led, known, info, fault)
        cited = self.ruleset.written(fault.rule)
        return Ruling(
            "illegal",
            code=follow_code(fault),
            rule=fault.rule,
            tier=None if fault.tier is None else str(fault.tier),
            owed=reasons.required,
            steps=reasons.steps,
            source=cited.source,
            ruling=cited.ruling,
            legal_examples=tuple(format_cards(faces) for faces in reasons.examples),
        )

    def judge_lead(self, lead: CardText, *, others: Sequence[CardText] = (), holding: CardText | None = None) -> Ruling:
        """Judge a lead against the other seats' hands. A throw that fails is legal, with ``kept`` filled.

        Raises:
            ValueError: cards cannot be read.
        """
        groups = self._groups(lead)
        faces = tuple(face for group in groups for face in group.faces)
        hand = None if holding is None else pack(self._read(holding).faces)
        hands = [self._read(other) for other in others]
        declared = tuple(group.faces for group in groups) if len(groups) > 1 else None
        if not all(other.known for other in hands):
            return self._doubtful_lead(faces, hand, hands, declared)
        verdict = throw.check(self.bound, faces, hand, [pack(other.faces) for other in hands], declared)
        return self.lead_ruling(verdict, faces)

    def _doubtful_lead(
        self, faces: tuple[int, ...], hand: int | None, hands: Sequence[Cards], declared: Groups | None
    ) -> Ruling:
        """A lead against hands that are known in part only."""
        verdict = throw.check_shape(self.bound, faces, hand, declared)
        if verdict.kind != "ok" or verdict.lead is None or len(verdict.lead.components) == 1:
            return self.lead_ruling(verdict, faces)
        sizes = [other.size for other in hands]
        if None in sizes:
            raise PhraseError(Phrase("ask.unseen"))
        others = [(pack(h.faces), (size or 0) - len(h.faces)) for h, size in zip(hands, sizes, strict=True)]
        pool = self.pool_of([*faces, *(face for other in hands for face in other.faces)])
        found = doubt.judge_throw(self.bound, verdict.lead, others, pool)
        if found.outcome == "open":
            kept = tuple(format_cards(possible) for possible in found.possible)
            return Ruling("undetermined", rule="throw.failed.play", steps=(Phrase("lead.open", {}),), kept=kept)
        if found.outcome == "fails":
            verdict = verdict._replace(kind="fails", beaten=found.beaten, kept=found.possible, rule="throw.failed.play")
        return self.lead_ruling(verdict, faces)

    def lead_ruling(self, verdict: throw.LeadVerdict, faces: tuple[int, ...]) -> Ruling:
        """A judged lead in words."""
        cited = self.ruleset.written(verdict.rule)
        return Ruling(
            "legal" if verdict.kind in {"ok", "fails"} else "illegal",
            code=LEAD_CODES.get(verdict.kind),
            rule=verdict.rule,
            steps=lead_reasons(self.bound, verdict, faces),
            source=cited.source,
            ruling=cited.ruling,
            kept=tuple(format_cards(kept) for kept in verdict.kept),
            fine=verdict.fine,
        )

    def judge_ruff(self, *, lead: CardText, play: CardText) -> Ruling:
        """Does this play count as a ruff 毙 of the lead? ``legal`` if it does, ``illegal`` if it is only a discard.

        Raises:
            ValueError: cards cannot be read, or the lead is not a lead of one suit.
        """
        led = self._lead(lead)
        info = self.bound.info(self._read(play).faces)
        counts = (
            info.domain == TRUMP != led.info.domain
            and info.size == led.info.size
            and trick.strength(self.bound, led, info) is not None
        )
        cited = self.ruleset.written("ruff.match")
        step = Phrase("ruff.counts" if counts else "ruff.discard", {"cards": Cards(info.faces)})
        return Ruling(
            "legal" if counts else "illegal",
            rule="ruff.match",
            steps=(step,),
            source=cited.source,
            ruling=cited.ruling,
        )

    def winner(self, plays: Sequence[CardText]) -> int:
        """Index of the winning play of a trick; the first play is the lead, the others in the order played.

        Raises:
            ValueError: there is no play, cards cannot be read, or the lead is not a lead of one suit.
        """
        if not plays:
            raise PhraseError(Phrase("ask.no_lead"))
        led = self._lead(plays[0])
        infos = [led.info, *(self.bound.info(self._read(play).faces) for play in plays[1:])]
        return trick.winner(self.bound, led, infos)

    def multiplier(self, *, lead: CardText, winning: CardText) -> int:
        """What the kitty counts if the last trick, with this lead, was won by these cards 扣底倍数.

        Raises:
            ValueError: cards cannot be read, or the lead is not a lead of one suit.
        """
        led = self._lead(lead)
        info = self.bound.info(self._read(winning).faces)
        if trick.strength(self.bound, led, info) is None:
            raise PhraseError(Phrase("ask.cannot_win"))
        return capture.trick_multiplier(self.bound, led, info)

    def shapes(self, cards: CardText) -> Analysis:
        """What these cards are as a lead: domain, canonical components and points.

        Raises:
            ValueError: cards cannot be read, or are not in the deck.
        """
        groups = self._groups(cards)
        info = self.bound.info(tuple(face for group in groups for face in group.faces))
        if info.domain == MIXED or not info.size:
            return Analysis(None, (), info.points)
        led = self._lead(cards)
        parts = tuple(Part(c.shape, format_cards(c.faces)) for c in led.components)
        return Analysis("trump" if info.domain == TRUMP else "SHDC"[info.domain], parts, info.points)

    def legal_follows(self, *, lead: CardText, holding: CardText, limit: int | None = 20) -> Iterator[str]:
        """Legal plays of a whole hand, as text, cheap cards first; at most ``limit`` (None: all).

        Raises:
            ValueError: cards cannot be read, or the lead is not a lead of one suit.
        """
        led = self._lead(lead)
        plays = answers.legal_follows(self.bound, led, pack(self._read(holding).faces))
        return (format_cards(faces) for faces in islice(plays, limit))

    def count_legal_follows(self, *, lead: CardText, holding: CardText) -> int | None:
        """How many different legal plays a whole hand has; None where counting them would take long.

        Raises:
            ValueError: cards cannot be read, or the lead is not a lead of one suit.
        """
        return answers.count_legal_follows(self.bound, self._lead(lead), pack(self._read(holding).faces))

    def order(self, domain: str) -> list[list[str]]:
        """The cards of a domain (``S H D C`` or ``trump``) high to low; equal cards stand together."""
        index = TRUMP if domain == "trump" else SUIT_INDEX[domain]
        ranks: dict[int, list[int]] = {}
        for face in self.bound.by_position[index]:
            ranks.setdefault(self.bound.position[face], []).append(face)
        return [[str(Card.of(face)) for face in written_order(faces)] for faces in ranks.values()]

    def _lead(self, lead: CardText) -> Lead:
        return self.lead_of(self._groups(lead))

    def lead_of(self, groups: Sequence[Cards]) -> Lead:
        """These cards as a lead, grouped as declared. Raises ValueError if they are not one, or not all known."""
        faces = tuple(face for group in groups for face in group.faces)
        in_deck(self.ruleset, Cards(faces))
        if not faces or any(not group.known for group in groups):
            raise PhraseError(Phrase("ask.lead_known"))
        return self.bound.lead(faces, tuple(group.faces for group in groups) if len(groups) > 1 else None)

    def pool_of(self, known: Iterable[int]) -> int:
        """The cards of the deck (packed) beyond those known. Raises ValueError if there are not so many of one."""
        whole = pack_counts(self.ruleset.deck.counts)
        seen = pack(known)
        if missing(whole, seen):
            raise PhraseError(Phrase("ask.too_many"))
        return whole - seen

    def _read(self, cards: CardText) -> Cards:
        """Cards of a question. Raises ValueError if the deck has not so many copies of one of them."""
        return in_deck(self.ruleset, read_cards(cards))

    def _groups(self, cards: CardText) -> list[Cards]:
        """A lead, split at ``+`` where its text declares a grouping."""
        groups = read_groups(cards)
        in_deck(self.ruleset, Cards(tuple(face for group in groups for face in group.faces)))
        return groups
