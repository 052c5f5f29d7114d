"""One question under several rulesets: where the answers differ, and which parameter makes the difference.

The parameter is found by asking: of all differences between two rulesets the smallest set is searched whose exchange
turns the one's answer into the other's. Sets of one are all tried; without one, a set from which nothing can be left
out is found by halving, and where it has more than two members every smaller set of differences the question can
depend on is tried as well.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from referee.asking.question import (
    At,
    Kind,
    Question,
    answer,
    answer_key,
    at_phrase,
    foundation,
    loaded,
    places,
    shipped,
)
from referee.asking.short import headline
from referee.phrases import Phrase, PhraseError
from referee.ruleset.differences import Difference, differences, exchanged

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from referee.ruleset.model import Citation, Origin, Ruleset
    from referee.ruling import Ruling

MOST_TRIED: Final = 4000
"""So many exchanges are tried at most to find a set smaller than the one known."""


class Side(NamedTuple):
    """One side of a parameter: its value as it stands in the file, where it is written, and where it was set."""

    value: Any
    citation: Citation
    origin: Origin | None


class Parameter(NamedTuple):
    """A parameter that makes the difference: its path, and its value in the first ruleset and in the other one."""

    path: str
    value: Side
    other: Side


@dataclass(frozen=True, slots=True)
class Row:
    """The answer under one ruleset.

    ``fault`` says why the question cannot be asked there; ``ruling`` is then None. ``same``: as under the first
    ruleset. ``deciding``: the smallest sets of parameters that make the difference, each by itself enough.
    """

    ruleset: Ruleset
    ruling: Ruling | None
    fault: Phrase | None
    short: Phrase
    same: bool
    deciding: tuple[tuple[Parameter, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A question and its answers, the first ruleset's first."""

    question: Question
    rows: tuple[Row, ...]

    @property
    def differ(self) -> bool:
        """True if not all answers are the same."""
        return any(not row.same for row in self.rows)


def compare(
    kind: Kind,
    rulesets: Sequence[Ruleset | str] | None = None,
    *,
    level: str | None = None,
    trump: str | None = None,
    **words: Any,
) -> Comparison:
    """Ask the same under several rulesets and find which parameter makes the difference.

    Args:
        kind: ``follow``, ``lead``, ``trick``, ``capture``, ``result`` or ``bid``.
        rulesets: rulesets, or their ids or paths, the one to compare with first; None: all shipped ones.
        level: level of the deal; None: any.
        trump: trump suit; None: any.
        **words: as for ``referee.ask``.

    Raises:
        ValueError: something cannot be read, or the question can be asked under none of the rulesets.
        RulesetError: a ruleset cannot be loaded.
    """
    asked = all_from(foundation()) if rulesets is None else [loaded(ruleset) for ruleset in rulesets]
    return compare_question(Question(kind, level, trump, words), asked)


def all_from(first: Ruleset) -> list[Ruleset]:
    """All shipped rulesets, this one first."""
    return [first, *(ruleset for ruleset in shipped() if ruleset.id != first.id)]


def compare_question(question: Question, asked: Sequence[Ruleset]) -> Comparison:
    """As ``compare``, of a question as one value. Raises ValueError."""
    given = [_given(question, ruleset) for ruleset in asked]
    if not given or all(isinstance(each, PhraseError) for each in given):
        raise given[0] if given and isinstance(given[0], PhraseError) else PhraseError(Phrase("ask.lack.ruleset"))
    rows = []
    for ruleset, each in zip(asked, given, strict=True):
        fault = each.phrase if isinstance(each, PhraseError) else None
        ruling = None if isinstance(each, PhraseError) else each
        differing = _differing(question, asked[0], ruleset)
        short = _short(question, each)
        if differing is not None and differing is not question:
            at = At(differing.level, differing.trump)
            one, other = (_short(differing, _given(differing, rules)) for rules in (asked[0], ruleset))
            short = Phrase("ask.short.where", {"when": at_phrase(at), "what": other, "own": one})
        deciding = () if differing is None else _deciding(differing, asked[0], ruleset)
        rows.append(Row(ruleset, ruling, fault, short, differing is None, deciding))
    return Comparison(question, tuple(rows))


def _given(question: Question, ruleset: Ruleset) -> Ruling | PhraseError:
    try:
        return answer(question, ruleset)
    except PhraseError as fault:
        return fault


def _key(question: Question, given: Ruling | PhraseError) -> Hashable:
    return given.phrase.key if isinstance(given, PhraseError) else answer_key(question, given)


def _short(question: Question, given: Ruling | PhraseError) -> Phrase:
    return Phrase("ask.short.cannot") if isinstance(given, PhraseError) else headline(question, given)


def _differing(question: Question, one: Ruleset, other: Ruleset) -> Question | None:
    """The question, at one level and trump if it leaves those open, where the answers differ; None: nowhere."""
    tried = places(question, one)
    asked = [question] if len(tried) == 1 else [Question(question.kind, *at, question.words) for at in tried]
    for each in asked:
        if _key(each, _given(each, one)) != _key(each, _given(each, other)):
            return each
    return None


def deciding_parameters(question: Question, one: Ruleset, other: Ruleset) -> tuple[tuple[Parameter, ...], ...]:
    """The smallest sets of parameters whose exchange turns the answer under ``one`` into that under ``other``.

    Several where each of them alone is enough; none where the answers are the same.
    """
    differing = _differing(question, one, other)
    return () if differing is None else _deciding(differing, one, other)


def _deciding(question: Question, one: Ruleset, other: Ruleset) -> tuple[tuple[Parameter, ...], ...]:
    wanted = _key(question, _given(question, other))

    def turns(taken: Sequence[Difference]) -> bool:
        try:
            return _key(question, _given(question, exchanged(one, taken))) == wanted
        except (KeyError, TypeError, ValueError, AssertionError, IndexError):
            return False  # values that make no ruleset together

    sets = smallest(differences(one, other), turns, lambda: _sections_read(question, (one, other)))
    return tuple(tuple(_parameter(each, one, other) for each in taken) for taken in sets)


def smallest(
    found: Sequence[Difference], turns: Callable[[Sequence[Difference]], bool], relevant: Callable[[], set[str]]
) -> list[tuple[Difference, ...]]:
    """The smallest sets of differences that turn the answer: all sets of one, or else one set.

    ``relevant``: the sections that may play a part where several differences are needed.
    """
    single = [(each,) for each in found if turns((each,))]
    if single or not turns(found):
        return list(single)
    core = _minimal(found, turns)
    sections = relevant() if len(core) > 2 else set()
    likely = [each for each in found if str(each.path[0]) in sections]
    left = MOST_TRIED
    for size in range(2, len(core)):
        for taken in combinations(likely, size):
            left -= 1
            if left < 0:
                return [tuple(core)]
            if turns(taken):
                return [taken]
    return [tuple(core)]


def _minimal(found: Sequence[Difference], turns: Callable[[Sequence[Difference]], bool]) -> list[Difference]:
    """A set that turns the answer and from which no member can be left out (delta debugging)."""
    core = list(found)
    pieces = 2
    while len(core) > 1:
        size = -(-len(core) // pieces)
        for start in range(0, len(core), size):
            rest = core[:start] + core[start + size :]
            if rest and turns(rest):
                core, pieces = rest, max(pieces - 1, 2)
                break
        else:
            if size == 1:
                break
            pieces = min(len(core), pieces * 2)
    return core


class _Watched:
    """A section of a ruleset that notes when it is read."""

    def __init__(self, name: str, section: Any, read: set[str]) -> None:
        self._name = name
        self._section = section
        self._read = read

    def __getattr__(self, name: str) -> Any:
        self._read.add(self._name)
        return getattr(self._section, name)


_PLAIN: Final = {"points": "points", "rank_order": "rank_order", "cross_shape": "beats", "titles": "titles"}
"""Sections of the model that are plain values and cannot be watched → their name in the file."""


def _sections_read(question: Question, rulesets: Iterable[Ruleset]) -> set[str]:
    """The sections that any of these rulesets needs to answer a question."""
    read = set(_PLAIN.values())
    for ruleset in rulesets:
        sections: dict[str, Any] = {
            each.name: _Watched(each.name, getattr(ruleset, each.name), read)
            for each in fields(ruleset)
            if is_dataclass(getattr(ruleset, each.name))
        }
        _given(question, replace(ruleset, **sections))
    return read


def _parameter(difference: Difference, one: Ruleset, other: Ruleset) -> Parameter:
    path = difference.text
    return Parameter(path, _side(one, path, difference.value), _side(other, path, difference.other))


def _side(ruleset: Ruleset, path: str, value: Any) -> Side:
    origin = ruleset.origins.get(path)
    return Side(value, ruleset.cite(path), origin)
