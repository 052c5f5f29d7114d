"""Plain data of a merged, checked ruleset text → the frozen model. One function a section."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from referee.cards import FACES, LITTLE_JOKER, RANK_INDEX, RANK_OF, SUIT_INDEX
from referee.formula import constant, parse_formula
from referee.ruleset import model
from referee.ruleset.bidforms import parse_bid
from referee.ruleset.scores import bands, game_points, titles
from referee.shapes import parse_lead, parse_tier, shapes_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee.shapes import Tier

Data = dict[str, Any]


def _rank(value: Any) -> str:
    """Ranks are text; authors may write 2 to 10 without quotes."""
    return str(value)


def _ranks(values: list[Any]) -> tuple[str, ...]:
    return tuple(_rank(value) for value in values)


def _suits(values: list[str] | None) -> tuple[int, ...]:
    return tuple(SUIT_INDEX[value] for value in values or ())


def _players(data: Data) -> model.Players:
    return model.Players(data["count"], data["partnership"], data["direction"], data["level_owner"])


def _deck(data: Data) -> model.Deck:
    jokers = data.get("jokers") or {}
    counts = [data["count"]] * FACES
    counts[LITTLE_JOKER] = jokers.get("little", data["count"])
    counts[LITTLE_JOKER + 1] = jokers.get("big", data["count"])
    for face in removed_faces(data):
        counts[face] -= 1
    return model.Deck(data["count"], tuple(counts))


def removed_faces(data: Data) -> tuple[int, ...]:
    """The faces of ``deck.remove``. Raises CardError where a text is no card."""
    written = data.get("remove")
    if not written:
        return ()
    from referee.notation import parse_cards  # noqa: PLC0415 - only rulesets that remove cards need the reader

    return tuple(face for text in written for face in parse_cards(text).faces)


def _points(data: Data) -> tuple[int, ...]:
    worth = {RANK_INDEX[rank]: points for rank, points in data.items() if rank in RANK_INDEX}
    return tuple(worth.get(RANK_OF[face], 0) for face in range(FACES))


def _deal(data: Data) -> model.DealRules:
    return model.DealRules(data["hand_size"], data["kitty_size"], data["order"], data["first_drawer"])


def _levels(data: Data) -> model.Levels:
    must = _ranks(data["must_play"])
    return model.Levels(_ranks(data["sequence"]), _rank(data["start"]), must, data["must_play_requires"], data["cap"])


def _trump(data: Data) -> model.Trump:
    equal = data["off_suit_levels_equal"]
    return model.Trump(
        permanent_ranks=_ranks(data["permanent_ranks"]),
        order=tuple(data["order"]),
        off_suit_levels_equal=equal is True,
        off_suit_levels_order=_suits(equal) if isinstance(equal, list) else (),
        no_trump_level_cards_are_trump=data["no_trump"]["level_cards_are_trump"],
    )


def _declare(data: Data) -> model.Declare:
    colors = data["joker_color_match"]
    first = data["first_hand"]
    return model.Declare(
        when=data["when"],
        visibility=data["visibility"],
        forms=tuple(_form(name, form) for name, form in data["forms"].items()),
        joker_color_match=MappingProxyType(
            {LITTLE_JOKER + (joker == "BJ"): _suits(suits) for joker, suits in colors.items()}
        )
        if colors
        else None,
        overcall=data["overcall"],
        overcall_margin=data["overcall_margin"],
        same_tier_suit_order=_suits(data.get("same_tier_suit_order")),
        self_reinforce=data["self_reinforce"],
        self_overcall=data["self_overcall"],
        first_special_stands=data["first_special_stands"],
        kitty_cards_count=data["kitty_cards_count"],
        who_may_bid=data["who_may_bid"],
        dealer_side_cannot=data["dealer_side_cannot"],
        first_hand=model.FirstHand(first["no_trump"], first["changes_dealer"]),
        undeclared=_undeclared(data["undeclared"]),
    )


def _form(name: str, data: Data) -> model.BidForm:
    return model.BidForm(name, parse_bid(data["cards"]), data["trump"], data["strength"], data.get("opening", True))


def _undeclared(data: Data) -> model.Undeclared:
    suit = data.get("suit")
    return model.Undeclared(
        action=data["action"],
        suit=SUIT_INDEX[suit] if suit else None,
        first_hand=data["first_hand"],
        first_hand_dealer=data["first_hand_dealer"],
        flip_joker=(data.get("flip") or {}).get("joker", "skip"),
    )


def _kitty(data: Data) -> model.Kitty:
    rob = data["rob"]
    forms = rob["forms"]
    return model.Kitty(
        data["taker"],
        data["bury_point_limit"],
        tuple(data["forbidden"]),
        model.Rob(
            allowed=rob["allowed"],
            forms=None if forms is None else tuple(forms),
            who=rob["who"],
            order=rob["order"],
            same_suit=rob["same_suit"],
            max=rob["max"],
            changes_dealer=rob["changes_dealer"],
            first_hand=rob["first_hand"],
        ),
    )


def _shapes(data: Data) -> model.Shapes:
    names = {int(width): (name["en"], name["zh"]) for width, name in data["run_names"].items()}
    runs = tuple(model.RunRule(run["width"], run["min_length"]) for run in data["runs"])
    return model.Shapes(tuple(data["sets"]), runs, MappingProxyType(names))


def _adjacency(data: Data) -> model.Adjacency:
    gaps = data["close_gaps"]
    side, trump = (gaps["side"], gaps["trump"]) if isinstance(gaps, dict) else (gaps, gaps)
    links = data["trump_links"]
    pairs = None if links is None else tuple((link[0], link[1]) for link in links)
    return model.Adjacency(data["model"], side, trump, pairs)


def _throw(data: Data) -> model.Throw:
    penalty = data["failed"]["penalty"]
    charge = None
    if penalty is not None:
        charge = model.Penalty(
            penalty["per"], penalty["points"], penalty["to"], penalty.get("floor"), penalty.get("cap")
        )
    return model.Throw(data["allowed"], data["others_void"], data["decompose"], data["failed"]["play"], charge)


def lead_name(text: str) -> str:
    """The canonical name of a lead, whatever it was written as."""
    return shapes_name(parse_lead(text))


def tier_of(written: Any) -> Tier:
    """A tier as written: a text, or a list of alternatives."""
    return parse_tier(" | ".join(written) if isinstance(written, list) else written)


def _follow(data: Data) -> model.Follow:
    tiers = {
        lead_name(name): tuple(tier_of(tier) for tier in written) for name, written in data.get("tiers", {}).items()
    }
    return model.Follow(
        format=data["format"],
        tiers=MappingProxyType(tiers if data["format"] == "tiers" else {}),
        run_length_mismatch=data["run_length_mismatch"],
        run_remainder=data["run_remainder"],
        protect_larger_sets=data["protect_larger_sets"],
        protect_from_being_spent=data["protect_from_being_spent"],
    )


def _ruff(data: Data) -> model.Ruff:
    return model.Ruff(data["match"], data["split_longer"], data["compare"], data["tie"])


def kind_of(text: str) -> model.Kind:
    """``T3`` (any run of triples) or ``S4`` (a quad)."""
    return model.Kind(text[0] == "T", int(text[1]))


def _beats(data: Data) -> tuple[model.CrossShape, ...]:
    return tuple(model.CrossShape(kind_of(rule["winner"]), kind_of(rule["over"])) for rule in data["cross_shape"])


def _capture(data: Data) -> model.Capture:
    return model.Capture(
        by=data["by"],
        base=data["base"],
        base_constant=data.get("base_constant", 0),
        basis=data["basis"],
        count=data["count"],
        effect=data["effect"],
        replaces_trick_points=data["replaces_trick_points"],
        cases=tuple(_case(name, case) for name, case in data["multiplier"].items()),
        default=data["default"],
        cap=data["cap"],
        side_suit=data["side_suit"],
    )


def _case(name: str, data: Data) -> model.CaptureCase:
    value, when = data["value"], data["when"]
    formula = constant(value) if isinstance(value, int) else parse_formula(value)
    if when == "always":
        return model.CaptureCase(name, "always", 0, 0, None, formula)
    if "run" in when:
        run = when["run"]
        return model.CaptureCase(name, "run", run["width"], run.get("min", 2), when.get("domain"), formula)
    if "set" in when:
        return model.CaptureCase(name, "set", when["set"], 1, when.get("domain"), formula)
    return model.CaptureCase(name, "domain", 0, 0, when["domain"], formula)


def _rotation(data: Data) -> model.Rotation:
    return model.Rotation(data["first_dealer"], data["keep"], data["lose"], data["later_deals"])


def _match(data: Data) -> model.Match:
    level = data["level"]
    return model.Match(data["win"], None if level is None else _rank(level), data["after_last"])


def _rank_order(data: list[Any]) -> tuple[int, ...]:
    return tuple(RANK_INDEX[_rank(rank)] for rank in data)


BUILDERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "players": _players,
    "deck": _deck,
    "points": _points,
    "deal": _deal,
    "levels": _levels,
    "trump": _trump,
    "rank_order": _rank_order,
    "declare": _declare,
    "kitty": _kitty,
    "shapes": _shapes,
    "adjacency": _adjacency,
    "throw": _throw,
    "follow": _follow,
    "ruff": _ruff,
    "beats": _beats,
    "capture": _capture,
    "bands": bands,
    "rotation": _rotation,
    "match": _match,
    "game_points": game_points,
    "titles": titles,
}
