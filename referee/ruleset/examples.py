"""Running the worked examples 例子 of a ruleset: does each come out as its author says?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from referee.cards import SUITS
from referee.findings import Finding, Place
from referee.phrases import Phrase, PhraseError
from referee.record import STANDARD_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee.cards import Cards
    from referee.rules.bids import BidCall, Bidding
    from referee.ruleset.model import Example, Ruleset
    from referee.table import Table

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """One example: what it expects, what the rules give (both as text), and the finding RUL028 if they differ."""

    number: int
    example: Example
    expected: str
    got: str
    finding: Finding | None

    @property
    def passed(self) -> bool:
        """True if the rules give what the example expects."""
        return self.finding is None


def run(ruleset: Ruleset) -> list[ExampleResult]:
    """Run all examples of a ruleset, in order; numbers count from 1."""
    return [_run_one(ruleset, number, example) for number, example in enumerate(ruleset.examples, 1)]


def _run_one(ruleset: Ruleset, number: int, example: Example) -> ExampleResult:
    data = example.data
    place, file = Place(example.origin.line, example.origin.column), example.origin.file
    rule = f"examples[{number}]"
    expected = _show(data["expect"])
    try:
        wanted, got = _KINDS[str(data["kind"])](ruleset, dict(data))
    except (ValueError, IndexError) as error:
        reason = error.phrase if isinstance(error, PhraseError) else str(error)
        failed = Finding("RUL028", place, {"reason": reason}, "impossible", file=file, rule=rule)
        return ExampleResult(number, example, expected, "", failed)
    if wanted == got:
        return ExampleResult(number, example, expected, _show(got), None)
    facts = {"expected": _show(wanted), "got": _show(got)}
    return ExampleResult(number, example, expected, facts["got"], Finding("RUL028", place, facts, file=file, rule=rule))


def _show(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(f"[{' '.join(map(str, item))}]" if isinstance(item, list) else _show(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_show(item)}" for key, item in value.items())
    if isinstance(value, set | frozenset):
        return " or ".join(sorted(map(str, value))) or "nothing"
    return str(value)


def _table(ruleset: Ruleset, data: Data) -> Table:
    return ruleset.at(str(data["level"]), str(data["trump"]))


def _order(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    got: list[Any] = [group if len(group) > 1 else group[0] for group in _table(ruleset, data).order(data["domain"])]
    wanted = [sorted(item) if isinstance(item, list) else item for item in data["expect"]]
    return wanted, [sorted(item) if isinstance(item, list) else item for item in got]


def _shapes(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    from referee.ruleset.build import lead_name  # noqa: PLC0415 - only this kind reads shapes

    parts = _table(ruleset, data).shapes(data["cards"]).components
    wanted = data["expect"] if data["expect"] == "none" else lead_name(data["expect"])
    return wanted, " + ".join(str(part.shape) for part in parts) or "none"


def _follow(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    ruling = _table(ruleset, data).judge_follow(lead=data["lead"], holding=data["holding"], play=data["play"])
    return _verdict(data, ruling.verdict, ruling.code)


def _verdict(data: Data, verdict: str, code: str | None) -> tuple[Any, Any]:
    if "code" in data and data["expect"] == "illegal":
        return f"illegal ({data['code']})", f"{verdict} ({code})" if code else verdict
    return data["expect"], verdict


def _lead(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    ruling = _table(ruleset, data).judge_lead(data["lead"], others=data["others"])
    if data["expect"] == "illegal" or ruling.verdict != "legal":
        return _verdict(data, ruling.verdict, ruling.code)
    wanted: Any = _kept(data["expect"])
    got: Any = frozenset(_same(kept) for kept in ruling.kept) or frozenset({"stands"})
    if "fine" in data:
        return {"kept": wanted, "fine": data["fine"]}, {"kept": got, "fine": ruling.fine}
    return wanted, got


def _kept(text: str) -> frozenset[str]:
    return frozenset({"stands"}) if text == "stands" else frozenset(_same(part) for part in text.split(" or "))


def _same(cards: str) -> str:
    """Cards in canonical writing, so that they compare."""
    return str(_cards(cards))


def _cards(text: str) -> Cards:
    from referee.notation import parse_cards  # noqa: PLC0415 - only some kinds read cards themselves

    return parse_cards(text)


def _trick(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    return data["expect"], _table(ruleset, data).winner(data["plays"]) + 1


def _capture(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    from referee.rules.capture import LastTrick, capture  # noqa: PLC0415 - only this kind asks

    by_attackers = data.get("by", "attackers") == "attackers"
    if not capture(ruleset, LastTrick(by_attackers, None, None, None), None).captures:
        return data["expect"], 0
    return data["expect"], _table(ruleset, data).multiplier(lead=data["lead"], winning=data["winning"])


def _last_trick(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    """The attackers' points after the last trick, given those before it."""
    from referee.rules.capture import capture, last_trick  # noqa: PLC0415 - only this kind asks
    from referee.rules.trick import winner  # noqa: PLC0415

    bound = _table(ruleset, data).bound
    infos = [bound.info(_cards(text).faces) for text in data["plays"]]
    lead = bound.lead(infos[0].faces)
    best = winner(bound, lead, infos)
    by_attackers = (data["led_by"] == "attackers") == (best % 2 == 0)
    last = last_trick(bound, lead, infos, best, by_attackers=by_attackers)
    found = capture(ruleset, last, data.get("kitty", 0))
    return data["expect"], data["before"] + (found.trick_points or 0) + (found.effect or 0)


def _result(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    outcome = ruleset.outcome(data["points"])
    if outcome.levels == 0 and outcome.deal_passes:
        return data["expect"], "passes"
    return data["expect"], f"{outcome.side} {outcome.levels:+d}"


def _bids(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    from referee.rules import bids as rules  # noqa: PLC0415 - only this kind reads bids

    bidding = _opened(ruleset, data)
    verdicts: list[str] = []
    for text in data["bids"]:
        verdict, bidding = rules.bid(bidding, _call(text))
        verdicts.append(verdict.verdict)
    holder = rules.declared(bidding).dealer
    for text in data.get("robs", ()):
        bidding = bidding if holder is None else rules.buried(bidding, holder)
        verdict, bidding = rules.rob(bidding, _call(text))
        verdicts.append(verdict.verdict)
        holder = _call(text).seat if verdict.verdict == "legal" else holder
    found = rules.declared(bidding)
    got: Data = {
        "bids": verdicts,
        "trump": "none" if found.trump is None else (*SUITS, "NT")[found.trump],
        "dealer": "nobody" if found.dealer is None else STANDARD_SEATS[found.dealer],
        "deal_level": str(found.level),
    }
    wanted: Data = {"bids": data["expect"]} | {key: str(data[key]) for key in got if key in data and key != "bids"}
    return wanted, {key: got[key] for key in wanted}


def _opened(ruleset: Ruleset, data: Data) -> Bidding:
    """The bidding before the first bid, and after those who pass."""
    from referee.rules import bids as rules  # noqa: PLC0415 - only this kind reads bids

    due = STANDARD_SEATS.index(data["due"]) if "due" in data else None
    level, other = str(data["level"]), str(data.get("other_level", data["level"]))
    sides = ((other,), (level,)) if due is not None and due % 2 else ((level,), (other,))
    first_deal = data.get("first_deal", False)
    bidding = rules.begin(ruleset, level, first_deal=first_deal, dealer=due, sides=sides)
    return rules.passed(bidding, [STANDARD_SEATS.index(seat) for seat in data.get("passes", ())])


def _call(text: str) -> BidCall:
    from referee.rules.bids import BidCall  # noqa: PLC0415 - only this kind reads bids

    return BidCall(STANDARD_SEATS.index(text[0]), _cards(text[1:].strip()))


def _next_dealer(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    from referee.rules.rotation import next_dealer  # noqa: PLC0415 - only this kind asks

    found = next_dealer(ruleset, STANDARD_SEATS.index(data["dealer"]), ruleset.outcome(data["points"]))
    return data["expect"], STANDARD_SEATS[found.seat]


def _levels(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    from referee.rules.levels import after_deal  # noqa: PLC0415 - only this kind asks

    level, dealer = str(data["level"]), data["side"] == "dealer"
    other = ruleset.levels.start
    outcome = ruleset.outcome(data["points"])
    end = after_deal(ruleset, level if dealer else other, other if dealer else level, outcome)
    return str(data["expect"]), end.dealer if dealer else end.attackers


def _game_points(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    from referee.rules.gamepoints import game_points  # noqa: PLC0415 - only this kind asks

    if ruleset.game_points is None:
        raise PhraseError(Phrase("ask.no_game_points"))
    points = data["points"]
    outcome = ruleset.outcome(points)
    got = game_points(ruleset.game_points, outcome, points, data["totals"], outcome.levels)
    return dict(sorted(data["expect"].items())), {"attackers": got.attackers, "dealer": got.dealer}


def _title(ruleset: Ruleset, data: Data) -> tuple[Any, Any]:
    from referee.rules.gamepoints import title  # noqa: PLC0415 - only this kind asks

    found = title(ruleset.titles, data["points"])
    return data["expect"], found.name if found is not None else "none"


_KINDS: Final[Mapping[str, Callable[[Ruleset, Data], tuple[Any, Any]]]] = {
    "order": _order,
    "shapes": _shapes,
    "follow": _follow,
    "lead": _lead,
    "trick": _trick,
    "capture": _capture,
    "last_trick": _last_trick,
    "result": _result,
    "bids": _bids,
    "next_dealer": _next_dealer,
    "levels": _levels,
    "game_points": _game_points,
    "title": _title,
}
