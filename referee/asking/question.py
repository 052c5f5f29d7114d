"""A question of any kind as one value, answered under a ruleset; what is not said is tried in every way.

Level, trump or ruleset may be missing: the question is then asked for each that is possible. Where all agree that is
the answer, otherwise it is undetermined and says what depends on what.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from referee.asking.rulings import BiddingRuling, CaptureRuling, ResultRuling, TrickRuling
from referee.asking.short import headline
from referee.phrases import Phrase, PhraseError, Series, TrumpName, say
from referee.reading import read_level, trump_index
from referee.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from referee.ruleset.model import Ruleset

Kind = Literal["follow", "lead", "trick", "capture", "result", "bid"]
KINDS: Final[tuple[Kind, ...]] = ("follow", "lead", "trick", "capture", "result", "bid")
TRUMPS: Final = ("S", "H", "D", "C", "NT")


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its kind, the level and trump (None: not said), and the words of the method that answers it.

    The words are those of ``Table.explain_follow`` … ``Ruleset.explain_bids``; ``level`` of a ``result`` is that of the
    dealer side.
    """

    kind: Kind
    level: str | None = None
    trump: str | None = None
    words: Mapping[str, Any] = field(default_factory=dict)


class At(NamedTuple):
    """A level and a trump under which a question is asked; None where the question does not need it."""

    level: str | None
    trump: str | None


def places(question: Question, ruleset: Ruleset) -> list[At]:
    """Every level and trump under which a question has to be asked: those it says, or all there are."""
    if question.kind == "result":
        return [At(question.level, None)]
    levels = ruleset.levels.sequence if question.level is None else (read_level(question.level),)
    if question.kind == "bid":
        return [At(level, None) for level in levels]
    trumps = TRUMPS if question.trump is None else (TRUMPS[trump_index(question.trump)],)
    return [At(level, trump) for level in levels for trump in trumps]


def answer_at(question: Question, ruleset: Ruleset, at: At) -> Ruling:
    """The answer under one ruleset, level and trump. Raises ValueError where the question cannot be asked so."""
    words = dict(question.words)
    if question.kind == "result":
        return ruleset.explain_result(**words, level=at.level)
    if question.kind == "bid":
        return ruleset.explain_bids(**words, level=str(at.level))
    table = ruleset.at(str(at.level), str(at.trump))
    methods: dict[str, Callable[..., Ruling]] = {
        "follow": table.explain_follow,
        "lead": table.explain_lead,
        "trick": table.explain_trick,
        "capture": table.explain_capture,
    }
    return methods[question.kind](**words)


def answer(question: Question, ruleset: Ruleset) -> Ruling:
    """The answer under one ruleset, whatever level and trump are where they are not said.

    Raises:
        ValueError: something cannot be read, or the question cannot be asked under this ruleset.
    """
    tried = places(question, ruleset)
    if len(tried) == 1:
        return answer_at(question, ruleset, tried[0])
    found: dict[At, Ruling] = {}
    first_fault: PhraseError | None = None
    for at in tried:
        try:
            found[at] = answer_at(question, ruleset, at)
        except PhraseError as fault:
            first_fault = first_fault or fault
    if not found:
        raise first_fault or PhraseError(Phrase("ask.no_lead"))
    return _agreed(question, found)


def _agreed(question: Question, found: Mapping[At, Ruling]) -> Ruling:
    """One answer where all levels and trumps agree; else what depends on which."""
    lacks = tuple(
        Phrase(f"ask.lack.{name}")
        for name in ("level", "trump")
        if getattr(question, name) is None and len({getattr(at, name) for at in found}) > 1
    )
    groups: dict[Hashable, list[At]] = {}
    for at, ruling in found.items():
        groups.setdefault(answer_key(question, ruling), []).append(at)
    usual = _usual(list(found.values()))
    if len(groups) == 1:
        if usual.verdict == "undetermined":
            return replace(usual, lacks=(*lacks, *usual.lacks))
        return replace(usual, steps=(*usual.steps, *(Phrase("ask.whatever", {"what": each}) for each in lacks)))
    steps = tuple(
        Phrase("ask.if", {"when": _when(ats, list(found)), "what": headline(question, found[ats[0]])})
        for ats in groups.values()
    )
    others = (lack for ruling in found.values() for lack in ruling.lacks)
    return Ruling("undetermined", steps=steps, lacks=_once((*lacks, *others)))


def _usual(rulings: Sequence[Ruling]) -> Ruling:
    """The ruling whose reasons most of them give."""
    reasons = [tuple(ruling.reasons("en")) for ruling in rulings]
    return rulings[reasons.index(Counter(reasons).most_common(1)[0][0])]


def _when(ats: Sequence[At], tried: Sequence[At]) -> Phrase:
    """Levels and trumps in words, the shorter where only one of them matters."""
    for name, key in (("trump", "ask.when.trump"), ("level", "ask.when.level")):
        own = {getattr(at, name) for at in ats}
        if len([at for at in tried if getattr(at, name) in own]) == len(ats):
            values = [value for value in dict.fromkeys(getattr(at, name) for at in tried) if value in own]
            said = tuple(TrumpName(TRUMPS.index(value)) if name == "trump" else value for value in values)
            return Phrase(key, {"values": Series(said, "or")})
    if len(ats) > len(tried) // 2:
        return Phrase("ask.when.else")
    at = ats[0]
    if len(ats) == 1:
        return at_phrase(at)
    facts = {"level": at.level, "trump": TrumpName(TRUMPS.index(str(at.trump))), "more": len(ats) - 1}
    return Phrase("ask.when.such_as", facts)


def at_phrase(at: At) -> Phrase:
    """A level and trump, or a level alone, in words."""
    if at.trump is None:
        return Phrase("ask.when.level", {"values": at.level})
    return Phrase("ask.when.both", {"level": at.level, "trump": TrumpName(TRUMPS.index(at.trump))})


def answer_key(question: Question, ruling: Ruling) -> Hashable:
    """What makes two answers to a question the same, whatever their reasons."""
    match ruling:
        case TrickRuling():
            return ruling.verdict, ruling.winner, ruling.points
        case CaptureRuling():
            return ruling.verdict, ruling.captures, ruling.multiplier, ruling.effect, ruling.total
        case ResultRuling():
            ends = ruling.dealer_level, ruling.attackers_level, ruling.won
            room = ruling.room_points if question.words.get("totals") else None
            dealer = ruling.next_dealer if question.words.get("dealer") else None
            return ruling.verdict, ruling.side, ruling.levels, ruling.deal_passes, ends, dealer, room
        case BiddingRuling():
            if question.words.get("bids") is None and not ruling.bids:
                return tuple(ruling.reasons("en")[1:])
            verdicts = tuple(bid.ruling.verdict for bid in ruling.bids)
            return verdicts, ruling.trump, ruling.dealer, ruling.redeal
    if question.kind == "lead":
        return ruling.verdict, ruling.kept, ruling.fine
    if question.words.get("play") is None:
        return ruling.verdict, ruling.legal_count, ruling.legal_examples
    return ruling.verdict


@lru_cache(maxsize=1)
def shipped() -> tuple[Ruleset, ...]:
    """Every shipped ruleset that can referee, in the order of their ids."""
    from referee import rulesets  # noqa: PLC0415 - read only when all are asked
    from referee.ruleset import RulesetError, load_ruleset  # noqa: PLC0415

    found: list[Ruleset] = []
    for name in rulesets.ids():
        try:
            found.append(load_ruleset(name))
        except RulesetError:
            continue  # one that only others extend
    return tuple(found)


def answer_under_any(question: Question, rulesets: Iterable[Ruleset] | None = None) -> Ruling:
    """The answer where the ruleset is not said: that of all of these (by default all shipped), where they agree.

    Raises:
        ValueError: something cannot be read, or the question can be asked under none of them.
    """
    found: dict[str, Ruling] = {}
    first_fault: PhraseError | None = None
    for ruleset in shipped() if rulesets is None else rulesets:
        try:
            found[ruleset.id] = answer(question, ruleset)
        except PhraseError as fault:
            first_fault = first_fault or fault
    if not found:
        raise first_fault or PhraseError(Phrase("ask.no_lead"))
    groups: dict[Hashable, list[str]] = {}
    for name, ruling in found.items():
        groups.setdefault(answer_key(question, ruling), []).append(name)
    usual = _usual(list(found.values()))
    lack = Phrase("ask.lack.ruleset")
    if len(groups) == 1:
        if usual.verdict == "undetermined":
            return replace(usual, rule=None, source=None, ruling=None, lacks=(lack, *usual.lacks))
        steps = (*usual.steps, Phrase("ask.whatever", {"what": lack}))
        return replace(usual, rule=None, tier=None, source=None, ruling=None, steps=steps)
    steps = tuple(
        Phrase("ask.if", {"when": Series(tuple(names), "list"), "what": headline(question, found[names[0]])})
        for names in groups.values()
    )
    others = (each for ruling in found.values() for each in ruling.lacks)
    return Ruling("undetermined", steps=steps, lacks=_once((lack, *others)))


def _once(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """The phrases without those that say the same as one before."""
    return tuple({say(phrase): phrase for phrase in phrases}.values())


def foundation(rulesets: Iterable[Ruleset] | None = None) -> Ruleset:
    """The ruleset that most of these (by default the shipped ones) start from: the one to compare the others with."""
    asked = tuple(shipped() if rulesets is None else rulesets)
    parents = Counter(ruleset.values.get("extends") for ruleset in asked)
    return max(asked, key=lambda ruleset: parents[ruleset.id])


def ask(
    kind: Kind,
    ruleset: Ruleset | str | None = None,
    *,
    level: str | None = None,
    trump: str | None = None,
    **words: Any,
) -> Ruling:
    """Answer a question of any kind, of which anything may be left out.

    Args:
        kind: ``follow``, ``lead``, ``trick``, ``capture``, ``result`` or ``bid``.
        ruleset: a ruleset, or its id or path; None: all shipped ones, whether they agree or not.
        level: level of the deal (of a ``result`` that of the dealer side); None: any.
        trump: trump suit; None: any.
        **words: the arguments of ``Table.explain_follow``, ``explain_lead``, ``explain_trick``, ``explain_capture``,
            ``Ruleset.explain_result`` or ``explain_bids``.

    Raises:
        ValueError: something cannot be read, or the question cannot be asked so.
        RulesetError: the ruleset cannot be loaded.
    """
    question = Question(kind, level, trump, words)
    if ruleset is None:
        return answer_under_any(question)
    return answer(question, loaded(ruleset))


def loaded(ruleset: Ruleset | str) -> Ruleset:
    """A ruleset, loaded if it is given by id or path."""
    from referee.ruleset import load_ruleset  # noqa: PLC0415 - only for names

    return load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset


def check_askable(question: Question, rulesets: Iterable[Ruleset]) -> None:
    """Do nothing if the question can be asked under one of these, at some level and trump.

    Raises:
        ValueError: it cannot, or something cannot be read.
    """
    first_fault: PhraseError | None = None
    for ruleset in rulesets:
        for at in places(question, ruleset):
            try:
                answer_at(question, ruleset, at)
            except PhraseError as fault:
                first_fault = first_fault or fault
            else:
                return
    if first_fault is not None:
        raise first_fault
