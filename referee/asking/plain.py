"""Answers as plain data for JSON, as docs/ask-output.schema.json describes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from referee.asking.rulings import BiddingRuling, CaptureRuling, ResultRuling, TrickRuling
from referee.asking.words import canonical
from referee.phrases import say
from referee.ruleset.differences import ABSENT

if TYPE_CHECKING:
    from referee.asking.compare import Comparison, Parameter, Row, Side
    from referee.asking.question import Question
    from referee.ruling import Ruling

VERSION: Final = 1


def answer_json(question: Question, ruleset: str | None, ruling: Ruling, lang: str = "en") -> dict[str, Any]:
    """A question and its answer; ``ruleset`` is the id of the one that was asked, None for all shipped ones."""
    return {"version": VERSION, "question": _question(question, ruleset), **ruling_json(ruling, lang)}


def comparison_json(comparison: Comparison, lang: str = "en") -> dict[str, Any]:
    """A question and its answers under several rulesets."""
    return {
        "version": VERSION,
        "question": _question(comparison.question, comparison.rows[0].ruleset.id),
        "differ": comparison.differ,
        "answers": [_row(row, lang) for row in comparison.rows],
    }


def _question(question: Question, ruleset: str | None) -> dict[str, Any]:
    said = canonical(question)
    return {"kind": said.pop("kind"), "ruleset": ruleset, **said}


def ruling_json(ruling: Ruling, lang: str = "en") -> dict[str, Any]:
    """The fields of a ruling, then those of its kind; sentences in one language."""
    common: dict[str, Any] = {
        "verdict": ruling.verdict,
        "code": ruling.code,
        "rule": ruling.rule,
        "tier": ruling.tier,
        "required": ruling.required_in(lang),
        "reason": ruling.reasons(lang),
        "source": ruling.source,
        "ruling": ruling.ruling,
        "legal_examples": list(ruling.legal_examples),
        "legal_count": ruling.legal_count,
        "kept": list(ruling.kept),
        "fine": ruling.fine,
        "missing": ruling.missing_in(lang),
    }
    return common | _of_its_kind(ruling, lang)


_PLAY: Final = ("seat", "cards", "wins", "why", "rule", "source")
_CAPTURE: Final = ("captures", "base", "multiplier", "points", "effect", "trick_points", "total", "formula", "working")
_RESULT: Final = ("side", "levels", "deal_passes", "dealer_level", "attackers_level", "next_dealer", "won")


def _of_its_kind(ruling: Ruling, lang: str) -> dict[str, Any]:
    match ruling:
        case TrickRuling():
            plays = [{**_fields(play, _PLAY), "reason": play.reason(lang)} for play in ruling.plays]
            return {**_fields(ruling, ("winner", "seat", "points")), "plays": plays}
        case CaptureRuling():
            return _fields(ruling, _CAPTURE)
        case ResultRuling():
            band = None if ruling.band is None else list(ruling.band)
            room = None if ruling.room_points is None else ruling.room_points._asdict()
            return {**_fields(ruling, _RESULT), "band": band, "room_points": room}
        case BiddingRuling():
            bids = [{**_fields(bid, ("seat", "shown", "robs")), **ruling_json(bid.ruling, lang)} for bid in ruling.bids]
            return {"bids": bids, **_fields(ruling, ("trump", "dealer", "deal_level", "redeal"))}
    return {}


def _fields(value: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


def _row(row: Row, lang: str) -> dict[str, Any]:
    return {
        "ruleset": row.ruleset.id,
        "same": row.same,
        "short": say(row.short, lang),
        "fault": None if row.fault is None else say(row.fault, lang),
        "answer": None if row.ruling is None else ruling_json(row.ruling, lang),
        "deciding": [[_parameter(each) for each in taken] for taken in row.deciding],
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {"path": parameter.path, "value": _side(parameter.value), "other": _side(parameter.other)}


def _side(side: Side) -> dict[str, Any]:
    return {
        "set": side.value is not ABSENT,
        "value": None if side.value is ABSENT else side.value,
        "source": side.citation.source,
        "ruling": side.citation.ruling,
        "file": None if side.origin is None else side.origin.file,
        "line": None if side.origin is None else side.origin.line,
    }
