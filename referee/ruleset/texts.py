"""The small texts in a ruleset: formulas, shapes and tiers, bid forms, cards. Do they read, and do they make sense?"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from referee.cards import BIG_JOKER, LITTLE_JOKER, Cards
from referee.formula import Formula, FormulaError, parse_formula
from referee.phrases import Count, Phrase
from referee.ruleset import suggest
from referee.ruleset.bidforms import parse_bid
from referee.ruleset.errors import fault
from referee.ruleset.view import Absent, View
from referee.shapes import ShapeError, Tier, parse_lead, parse_tier, shapes_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.findings import Finding
    from referee.ruleset.tree import Path
    from referee.shapes import Alternative, Shape
    from referee.yamlfile import Mark

NAMES: Final = ("n", "len", "pairs", "cards", "decks")
"""What a capture formula may speak of."""


def formulas(view: View) -> Iterator[Finding]:
    """Formulas of the capture multiplier: readable (RUL016), known names (RUL017), a value always (RUL018)."""
    decks, hand = _number(view, 2, "deck", "count"), _number(view, 25, "deal", "hand_size")
    for name in view.keys("capture", "multiplier"):
        path: Path = ("capture", "multiplier", name, "value")
        written = _text(view, path)
        if written is None:
            continue
        try:
            formula = parse_formula(written)
        except FormulaError as error:
            yield _formula_fault(view, path, written, error)
            continue
        yield from _names_and_values(view, path, formula, decks, hand)


def _formula_fault(view: View, path: Path, text: str, error: FormulaError) -> Finding:
    """A formula that cannot be read (RUL016), or whose constant is too big (RUL018)."""
    mark = view.at(path, error.offset)
    if error.variant == "too_big":
        return fault("RUL018", mark, "too_big", path, text=text, case=_case({}), **error.facts)
    found = str(error.facts.get("found", ""))
    near = suggest.sign(found)
    mark = mark._replace(end_column=min(mark.end_column, mark.column + max(1, len(found))))
    facts: dict[str, Any] = {"text": text, "near": near, **error.facts}
    return fault("RUL016", mark, "near" if near else error.variant, path, **facts)


def _number(view: View, default: int, *path: str) -> int:
    try:
        return int(view.get(*path))
    except Absent:
        return default


def _names_and_values(view: View, path: Path, formula: Formula, decks: int, hand: int) -> Iterator[Finding]:
    unknown = [(name, offset) for name, offset in formula.names.items() if name not in NAMES]
    for name, offset in unknown:
        mark = view.at(path, offset)
        mark = mark._replace(end_column=mark.column + len(name))
        near = suggest.word(name, NAMES, 0.5)
        yield fault("RUL017", mark, "near" if near else "message", path, name=name, near=near, known=", ".join(NAMES))
    if unknown:
        return
    for values in _situations(formula, decks, hand, _tested_width(view, path)):
        try:
            result = formula.evaluate(values)
        except FormulaError as error:
            facts = {"text": formula.text, "case": _used(formula, values), **error.facts}
            yield view.fault("RUL018", path, error.variant, **facts)
            return
        if result < 0:
            yield view.fault("RUL018", path, "negative", text=formula.text, case=_used(formula, values), result=result)
            return


def _tested_width(view: View, path: Path) -> int:
    """Width of the runs that ``len`` counts in this case."""
    try:
        when = view.get(*path[:-1], "when")
        return int(when["run"]["width"])
    except (Absent, KeyError, TypeError):
        return 2


MAX_RUN: Final = 20
"""No chain of trump positions is longer: twelve ranks, jokers, level and permanent cards."""


def _situations(formula: Formula, decks: int, hand: int, width: int) -> Iterator[dict[str, int]]:
    """Quantities that can occur in play, for the names the formula uses."""
    longest = max(1, min(MAX_RUN, hand // width))
    ranges = {
        "n": range(1, hand + 1),
        "len": range(1, longest + 1),
        "pairs": range(1, longest + 1),
        "cards": range(1, hand + 1),
        "decks": range(decks, decks + 1),
    }
    used = [name for name in NAMES if name in formula.names]
    step = 1 if len(used) < 3 else 4
    for values in product(*(ranges[name][::step] for name in used)):
        given = dict(zip(used, values, strict=True))
        yield {name: given.get(name, 1) for name in NAMES} | {"decks": decks}


def _used(formula: Formula, values: dict[str, int]) -> Any:
    return _case({name: value for name, value in values.items() if name in formula.names})


def _case(values: dict[str, int]) -> Any:
    """For which quantities, in words."""
    return ", ".join(f"{name} = {value}" for name, value in values.items()) or Phrase("ruleset.case.always")


def bid_forms(view: View) -> Iterator[Finding]:
    """Cards of the bid forms can be read (RUL015)."""
    for name in view.keys("declare", "forms"):
        path: Path = ("declare", "forms", name, "cards")
        written = _text(view, path)
        if written is None:
            continue
        try:
            parse_bid(written)
        except ShapeError as error:
            yield _shape_fault(view.at(path, error.offset), path, error, "bid", written)


def removed_cards(view: View) -> Iterator[Finding]:
    """Cards of ``deck.remove`` can be read and are there (RUL015)."""
    texts = view.get("deck", "remove")
    left = dict.fromkeys(range(LITTLE_JOKER), view.get("deck", "count"))
    for face, name in ((LITTLE_JOKER, "little"), (BIG_JOKER, "big")):
        left[face] = view.get_or(view.get("deck", "count"), "deck", "jokers", name)
    from referee.notation import parse_cards  # noqa: PLC0415 - only rulesets that remove cards need the reader

    for index, written in enumerate(texts):
        path: Path = ("deck", "remove", index)
        try:
            cards = parse_cards(written)
        except ValueError:
            yield view.fault("RUL015", path, "cards", text=written)
            continue
        if cards.unknown:
            yield view.fault("RUL015", path, "cards", text=written)
        for face in cards.faces:
            left[face] -= 1
            if left[face] == -1:
                yield view.fault("RUL015", path, "gone", text=str(Cards((face,))))


def tiers(view: View) -> Iterator[Finding]:
    """Follow lists: readable (RUL015), adding up (RUL019), ending in any{n} (RUL020), no dead tiers (RUL021)."""
    leads: dict[str, str] = {}
    for name in view.keys("follow", "tiers"):
        path: Path = ("follow", "tiers", name)
        try:
            shapes = parse_lead(name)
        except ShapeError as error:
            yield _shape_fault(view.key(*path), path, error, "lead", name)
            continue
        canonical = shapes_name(shapes)
        if canonical in leads:
            other = leads[canonical]
            facts = {"name": name, "other": other, "other_line": view.key("follow", "tiers", other).line}
            yield fault("RUL021", view.key(*path), "same_lead", path, **facts)
        leads[canonical] = name
        yield from _list(view, path, shapes)


def _list(view: View, path: Path, lead: tuple[Shape, ...]) -> Iterator[Finding]:
    cards = sum(shape.cards for shape in lead)
    yield from _too_wide(view, path, lead)
    try:
        written = view.get(*path)
    except Absent:
        return
    if not isinstance(written, list) or not written:
        return
    read: list[Tier | None] = []
    for index, tier in enumerate(written):
        alternatives: list[Alternative] = []
        for part, text in _parts((*path, index), tier):
            try:
                parsed = parse_tier(text)
            except ShapeError as error:
                yield _shape_fault(view.at(part, error.offset), part, error, "tier", text)
                continue
            for alternative in parsed.alternatives:
                total = sum(shape.cards * k for shape, k in alternative.terms) + alternative.any_cards
                if total != cards:
                    yield _wrong_sum(view, part, alternative, total, lead)
                yield from _too_wide(view, part, [shape for shape, _ in alternative.terms])
                alternatives.append(alternative)
        read.append(Tier(tuple(alternatives)) if alternatives else None)
    last = read[-1]
    if last is not None and (len(last.alternatives) > 1 or last.alternatives[0].terms):
        yield view.fault("RUL020", (*path, len(read) - 1), lead=shapes_name(lead), cards=cards)
    yield from _reachable(view, path, read)


def _wrong_sum(view: View, path: Path, alternative: Alternative, total: int, lead: tuple[Shape, ...]) -> Finding:
    """An alternative of more or fewer cards than the lead; says how many free cards would fit."""
    cards = sum(shape.cards for shape in lead)
    free = alternative.any_cards + cards - total
    facts = {"alternative": alternative, "total": Count(total, "card"), "cards": cards, "lead": shapes_name(lead)}
    variant = "message" if free < 0 else "without" if free == 0 else "fit"
    return view.fault("RUL019", path, variant, **facts, free=f"any{free}")


def _too_wide(view: View, path: Path, shapes: Iterable[Shape]) -> Iterator[Finding]:
    """Sets of more identical cards than there are decks (RUL022)."""
    decks = view.get_or(None, "deck", "count")
    for shape in shapes:
        if decks is not None and shape.width > decks:
            facts = {"shape": shape, "width": shape.width, "decks": Count(decks, "deck")}
            yield view.fault("RUL022", path, "tier", **facts)
            return


def _parts(path: Path, tier: Any) -> list[tuple[Path, str]]:
    if isinstance(tier, list):
        return [((*path, index), text) for index, text in enumerate(tier) if isinstance(text, str)]
    return [(path, tier)] if isinstance(tier, str) else []


def _reachable(view: View, path: Path, read: list[Tier | None]) -> Iterator[Finding]:
    """Alternatives that no hand ever comes to: an earlier tier asks for the same or for less."""
    earlier: list[tuple[int, Alternative]] = []
    for index, tier in enumerate(read):
        for alternative in tier.alternatives if tier is not None else ():
            for above, other in earlier:
                if _covers(alternative, other):
                    facts = {"alternative": alternative, "tier": index + 1, "above": above + 1, "other": other}
                    yield view.fault("RUL021", (*path, index), "message", **facts)
                    break
        earlier.extend((index, alternative) for alternative in (tier.alternatives if tier else ()))


def _covers(larger: Alternative, smaller: Alternative) -> bool:
    """True if whoever holds ``larger`` certainly holds ``smaller``: piece by piece it is found in the other."""
    free: list[list[int]] = [[s.width, s.length] for s, k in larger.terms for _ in range(k)]
    wanted = sorted((s for s, k in smaller.terms for _ in range(k)), key=lambda s: (-s.length, -s.width))
    for shape in wanted:
        fitting = [piece for piece in free if piece[0] >= shape.width and piece[1] >= shape.length]
        if not fitting:
            return False
        piece = min(fitting)
        piece[1] -= shape.length
    return True


_WORDS: Final = {
    "bid": ("level", "little", "big", "joker", "joker_same"),
    "tier": ("single", "pair", "triple", "quad", "tractor", "titanic", "any"),
    "lead": ("single", "pair", "triple", "quad", "tractor", "titanic"),
}
_SAMPLES: Final = {"bid": "level*2, joker + level*1", "tier": "T2x2 + S2 + any2", "lead": "T2x3, S2 + S1"}


def _shape_fault(mark: Mark, path: Path, error: ShapeError, kind: str, text: str) -> Finding:
    facts: dict[str, Any] = {
        "text": text,
        "found": text,
        "kind": Phrase(f"ruleset.kind.{kind}"),
        "example": _SAMPLES[kind],
    }
    facts |= error.facts
    near = suggest.word(str(facts["found"]), _WORDS[kind]) if error.variant == "unexpected" else ""
    return fault("RUL015", mark, "near" if near else error.variant, path, **facts, near=near)


def _text(view: View, path: Path) -> str | None:
    try:
        value = view.get(*path)
    except Absent:
        return None
    return value if isinstance(value, str) else None


CHECKS: Final = (formulas, bid_forms, removed_cards, tiers)
