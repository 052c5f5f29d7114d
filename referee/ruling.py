"""Rulings 裁决: the answer to one question at the table, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from referee.phrases import say

if TYPE_CHECKING:
    from referee.phrases import Phrase

Verdict = Literal["legal", "illegal", "undetermined"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One verdict.

    ``code`` is that of the finding a record would get (None when legal); ``rule`` the path in the ruleset that
    decided, ``tier`` the rung of a follow list if one did; ``owed`` what should have been done and ``steps`` the
    reasons, as phrases: ``required`` and ``reason`` have them in English, ``required_in`` and ``reasons`` in either
    language; ``source`` and ``ruling`` where the rule is written and which reading it rests on; ``legal_examples``
    some legal plays (cards as text), ``legal_count`` how many there are, where they were counted. For leads: ``kept``
    holds every acceptable kept component of a throw that fails (empty if it stands), ``fine`` what the failure costs in
    points. ``lacks`` says what is missing for a certain answer, one phrase a thing (``missing`` in English,
    ``missing_in`` in either language).
    """

    verdict: Verdict
    code: str | None = None
    rule: str | None = None
    tier: str | None = None
    owed: Phrase | None = None
    steps: tuple[Phrase, ...] = ()
    source: str | None = None
    ruling: str | None = None
    legal_examples: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    fine: int = 0
    legal_count: int | None = None
    lacks: tuple[Phrase, ...] = ()

    @property
    def required(self) -> str | None:
        """What was owed, in English; None where nothing is."""
        return self.required_in("en")

    def required_in(self, lang: str) -> str | None:
        """What was owed, in a language (``en`` or ``zh``); None where nothing is."""
        return None if self.owed is None else say(self.owed, lang)

    @property
    def reason(self) -> list[str]:
        """The reasons in English, step by step."""
        return self.reasons("en")

    def reasons(self, lang: str) -> list[str]:
        """The reasons in a language (``en`` or ``zh``), step by step."""
        return [_sentence(step, lang) for step in self.steps]

    @property
    def missing(self) -> list[str]:
        """What is missing for a certain answer, in English."""
        return self.missing_in("en")

    def missing_in(self, lang: str) -> list[str]:
        """What is missing for a certain answer, in a language (``en`` or ``zh``)."""
        return [say(each, lang) for each in self.lacks]


def _sentence(step: Any, lang: str) -> str:
    text = say(step, lang)
    return text[:1].upper() + text[1:]
