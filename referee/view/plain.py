"""A view as plain data for JSON: cards in the notation of a language, findings worded in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.cards import format_cards
from referee.phrases import say
from referee.report import finding_json, say_faces

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.cards import Cards
    from referee.findings import Finding
    from referee.replay.findings import Open
    from referee.view.deals import DealView
    from referee.view.hands import Hand
    from referee.view.matches import RecordView
    from referee.view.tricks import PlayView, TrickView


def record_json(record: RecordView, lang: str = "en") -> dict[str, Any]:
    """A record as plain data: its matches, their deals and the progress of the levels, what reading it found."""
    return {
        "path": record.path,
        "reading": _findings(record.reading, lang),
        "matches": [
            {
                "seats": list(match.seats),
                "deals": [deal_json(deal, lang) for deal in match.deals],
                "progress": [point._asdict() for point in match.progress],
            }
            for match in record.matches
        ],
    }


def deal_json(deal: DealView, lang: str = "en") -> dict[str, Any]:
    """A deal as plain data; None where a fact is not known."""
    captured, outcome = deal.captured, deal.outcome
    return {
        "deal": deal.number,
        "line": deal.line,
        "seats": list(deal.seats),
        "verdict": deal.verdict,
        "dealer": deal.dealer,
        "level": deal.level,
        "trump": deal.trump,
        "kitty": _cards(deal.kitty, lang),
        "buried": _cards(deal.buried, lang),
        "lines": [
            {
                "line": each.line.line,
                "text": each.line.text,
                "findings": _findings(each.findings, lang),
                "undetermined": _open(each.undetermined, lang),
            }
            for each in deal.lines
        ],
        "tricks": [trick_json(trick, lang) for trick in deal.tricks],
        "left": _hands(deal.left, lang),
        "captured": None if captured is None else captured._asdict(),
        "total": deal.total,
        "recorded_total": deal.recorded_total,
        "outcome": None if outcome is None else outcome._asdict(),
        "levels_before": list(deal.levels_before),
        "levels_after": list(deal.levels_after),
        "next_dealer": deal.next_dealer,
        "plot": [point._asdict() for point in deal.plot],
        "borders": [border._asdict() for border in deal.borders],
        "elsewhere": _findings(deal.elsewhere, lang),
        "undetermined": _open(deal.undetermined, lang),
    }


def trick_json(trick: TrickView, lang: str = "en") -> dict[str, Any]:
    """A trick as plain data."""
    return {
        "trick": trick.number,
        "line": trick.line,
        "leader": trick.leader,
        "plays": [_play(play, lang) for play in trick.plays],
        "winner": trick.winner,
        "recorded_winner": trick.recorded_winner,
        "points": trick.points,
        "recorded_points": trick.recorded_points,
        "score": trick.score,
        "hands": _hands(trick.hands, lang),
        "gap": trick.gap,
        "findings": _findings(trick.findings, lang),
        "undetermined": _open(trick.undetermined, lang),
    }


def _play(play: PlayView, lang: str) -> dict[str, Any]:
    groups = play.groups
    return {
        "seat": play.seat,
        "cards": _cards(play.cards, lang),
        "attempted": _cards(play.attempted, lang),
        "line": play.line,
        "column": play.column,
        "end_column": play.end_column,
        "groups": None if groups is None else [say_faces(group, lang) for group in groups],
        "verdict": play.verdict,
        "wins": play.wins,
        "findings": _findings(play.findings, lang),
        "undetermined": _open(play.undetermined, lang),
    }


def _cards(cards: Cards | None, lang: str) -> str | None:
    return None if cards is None else format_cards(cards.faces, lang, unknown=cards.unknown)


def _hands(hands: Iterable[Hand], lang: str) -> list[str | None]:
    return [None if hand is None else say_faces(hand, lang) for hand in hands]


def _findings(findings: Iterable[Finding], lang: str) -> list[dict[str, Any]]:
    return [finding_json(finding, lang) for finding in findings]


def _open(matters: Iterable[Open], lang: str) -> list[dict[str, Any]]:
    return [{"line": each.line, "seat": each.seat, "reason": say(each.reason, lang)} for each in matters]
