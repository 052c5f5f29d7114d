"""Does a ruleset agree with itself? One check a question; each speaks of values that are right by themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from referee.phrases import Count
from referee.ruleset import suggest
from referee.ruleset.bidforms import parse_bid
from referee.ruleset.build import removed_faces
from referee.ruleset.tree import path_text
from referee.ruleset.view import Absent, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.findings import Finding
    from referee.ruleset.tree import Path


def players(view: View) -> Iterator[Finding]:
    """Partnerships fit the number of players (RUL026)."""
    count, partnership = view.get("players", "count"), view.get("players", "partnership")
    if (partnership == "fixed_opposite" and count != 4) or count % 2:
        place = view.newest(("players", "partnership"), ("players", "count"))
        yield view.fault("RUL026", place, "players", count=Count(count, "player"), partnership=partnership)


def deck(view: View) -> Iterator[Finding]:
    """Hands and kitty add up to the deck (RUL024)."""
    data = view.get("deck")
    count = view.get("deck", "count")
    jokers = data.get("jokers") or {}
    cards = 52 * count + jokers.get("little", count) + jokers.get("big", count) - len(removed_faces(data))
    seats, hand = view.get("players", "count"), view.get("deal", "hand_size")
    kitty = view.get("deal", "kitty_size")
    dealt = seats * hand + kitty
    if dealt != cards:
        facts = {"cards": cards, "dealt": Count(dealt, "card"), "hand": hand, "kitty": kitty}
        right = divmod(cards - kitty, seats)
        variant = "hand" if right[1] == 0 and cards > kitty else "message"
        if variant == "message" and cards >= seats:
            near = min(range(cards % seats, cards, seats), key=lambda size: abs(size - kitty))
            variant, facts = "both", {**facts, "near": near, "each": (cards - near) // seats}
        place = view.newest(("deal", "hand_size"), ("deal", "kitty_size"), ("deck", "count"), ("players", "count"))
        yield view.fault("RUL024", place, variant, **facts, players=Count(seats, "hand"), right=Count(right[0], "card"))


def levels(view: View) -> Iterator[Finding]:
    """Levels named elsewhere are levels (RUL030)."""
    sequence = [str(rank) for rank in view.get("levels", "sequence")]
    named: list[tuple[tuple[str | int, ...], Any]] = []
    for path in (("levels", "start"), ("match", "level")):
        value = view.get_or(None, *path)
        if value is not None:
            named.append((path, value))
    named.extend((("levels", "must_play", i), rank) for i, rank in enumerate(view.get_or([], "levels", "must_play")))
    for place, rank in named:
        if str(rank) not in sequence:
            at = view.newest(place, ("levels", "sequence"))
            yield view.fault("RUL030", at, "level", name=str(rank), known=", ".join(sequence))


def match_level(view: View) -> Iterator[Finding]:
    """``win_at_level_as_dealer`` says at which level (RUL026)."""
    if view.get("match", "win") == "win_at_level_as_dealer" and view.get("match", "level") is None:
        yield view.fault("RUL026", ("match", "win"), "match_level")


def trump_order(view: View) -> Iterator[Finding]:
    """Every kind of trump card has its place in the order, once (RUL026)."""
    order: list[str] = view.get("trump", "order")
    bases = {name.partition("(")[0] for name in order}
    needed = ["big_joker", "little_joker", "level_on_suit", "level_off_suit", "suit_cards"]
    if view.get("trump", "permanent_ranks"):
        needed += ["permanent_on_suit", "permanent_off_suit"]
    for name in needed:
        if name not in bases:
            yield view.fault("RUL026", ("trump", "order"), "trump_class", name=name)
    permanent = [str(rank) for rank in view.get("trump", "permanent_ranks")]
    for index, name in enumerate(order):
        rank = name.partition("(")[2].rstrip(")")
        if rank and rank not in permanent:
            known = ", ".join(permanent) or "–"
            yield view.fault("RUL030", ("trump", "order", index), "permanent", name=rank, known=known)
    links = view.get_or(None, "adjacency", "trump_links")
    for index, (upper, lower) in enumerate(links or ()):
        at = [order.index(name) if name in order else -1 for name in (upper, lower)]
        if -1 in at or abs(at[0] - at[1]) != 1:
            yield view.fault("RUL026", ("adjacency", "trump_links", index), "link", upper=upper, lower=lower)


def shapes(view: View) -> Iterator[Finding]:
    """Sets are in the deck, runs are made of sets there are (RUL022)."""
    sets, count = view.get("shapes", "sets"), view.get("deck", "count")
    if 1 not in sets:
        yield view.fault("RUL022", ("shapes", "sets"), "no_single")
    for index, width in enumerate(sets):
        if width > count:
            yield view.fault("RUL022", ("shapes", "sets", index), "too_wide", width=width, decks=Count(count, "deck"))
    for index, run in enumerate(view.get("shapes", "runs")):
        if run["width"] not in sets:
            place = view.newest(("shapes", "runs", index, "width"), ("shapes", "sets"))
            yield view.fault("RUL022", place, "run", width=run["width"])


def restated(view: View) -> Iterator[Finding]:
    """Keys that say a rule again in other words agree with the key that decides (RUL026)."""
    model = view.get("adjacency", "model")
    meant = {
        ("adjacency", "same_printed_suit"): model != "size_order",
        ("adjacency", "ace_low"): model == "natural_rank",
        ("beats", "run_rank"): "top_rank_natural" if model == "natural_rank" else "top_rank_size_order",
    }
    for path, value in meant.items():
        said = view.get_or(None, *path)
        if said is not None and said != value:
            facts = {"key": ".".join(path), "said": _word(said), "meant": _word(value)}
            yield view.fault("RUL026", path, "restated", **facts, decides=f"adjacency.model: {model}")


def restated_follow(view: View) -> Iterator[Finding]:
    """``follow.generic`` agrees with the switches beside it (RUL026)."""
    generic = view.get("follow", "generic")
    mismatch = view.get("follow", "run_length_mismatch")
    whole = ["same_run", "shorter_run", "sets_of_width", "filler"]
    meant = [step for step in whole if step != "shorter_run" or mismatch == "longest_within"]
    if generic != meant:
        facts = {
            "key": "follow.generic",
            "said": ", ".join(generic),
            "meant": ", ".join(meant),
            "decides": f"follow.run_length_mismatch: {mismatch}",
        }
        yield view.fault("RUL026", ("follow", "generic"), "restated", **facts)


_COUNTS_ONLY_WITH: Final[tuple[tuple[Path, Path, Any], ...]] = (
    (("bands", "table"), ("bands", "mode"), "table"),
    (("bands", "tail_step"), ("bands", "mode"), "table"),
    (("bands", "step"), ("bands", "mode"), "step"),
    (("follow", "tiers"), ("follow", "format"), "tiers"),
    (("capture", "base_constant"), ("capture", "base"), "constant"),
    (("declare", "same_tier_suit_order"), ("declare", "overcall"), "stronger_or_suit_order"),
    (("game_points", "per_level"), ("game_points", "count"), "level_changes"),
    *(
        (("game_points", key), ("game_points", "count"), "result")
        for key in ("dealer_side", "attackers", "shutout_override")
    ),
    *(
        (("kitty", "rob", key), ("kitty", "rob", "allowed"), True)
        for key in ("forms", "who", "order", "same_suit", "max", "changes_dealer", "first_hand")
    ),
)
"""A key, the key that says whether it counts, and the value with which it does."""


def idle(view: View) -> Iterator[Finding]:
    """A file sets no key that another one, as inherited, leaves without effect (RUL026)."""
    for path, decides, needed in _COUNTS_ONLY_WITH:
        said = view.get_or(None, *decides)
        if said not in (None, needed) and view.get_or(None, *path) is not None and view.set_after(path, decides):
            facts = {"key": path_text(path), "decides": path_text(decides)}
            yield view.fault("RUL026", path, "idle", **facts, said=_word(said), needed=_word(needed))


def protection(view: View) -> Iterator[Finding]:
    """Who may not spend a larger set does not owe what lies in it either (RUL026): else no play would be legal."""
    spent, larger = ("follow", "protect_from_being_spent"), ("follow", "protect_larger_sets")
    said = view.get(*larger)
    if not view.get(*spent) or said in {"sets", "both"}:
        return
    facts = {"key": path_text(spent), "decides": path_text(larger), "said": said, "needed": "sets"}
    if said == "none":
        yield view.fault("RUL026", view.newest(spent, larger), "idle", **facts)
    else:
        yield view.fault("RUL026", view.newest(spent, larger), "no_play", **facts | {"needed": "both"})


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def bid_ladder(view: View) -> Iterator[Finding]:
    """The ladder of bids can be climbed: an opening, no form twice, none that the deck cannot show (RUL025)."""
    names = view.keys("declare", "forms")
    decks = view.get_or(None, "deck", "count")
    forms = {name: view.get("declare", "forms", name) for name in names}
    patterns = {name: parse_bid(form["cards"]) for name, form in forms.items()}
    if forms and not any(form.get("opening", True) for form in forms.values()):
        yield view.fault("RUL025", ("declare", "forms"), "no_opening")
    for name, pattern in patterns.items():
        path = ("declare", "forms", name)
        other = next((o for o in patterns if patterns[o] == pattern), name)
        if other != name:
            yield view.fault("RUL025", path, "twice", name=name, other=other)
        if pattern.levels == 0 and forms[name]["trump"] == "suit":
            yield view.fault("RUL025", (*path, "trump"), "no_suit", name=name)
        if decks is not None and max(pattern.levels, pattern.jokers) > decks:
            yield view.fault("RUL025", (*path, "cards"), "too_many", name=name, decks=Count(decks, "deck"))
        tied = next((o for o in forms if forms[o]["strength"] == forms[name]["strength"]), name)
        if tied != name and other == name:
            facts = {"name": name, "other": tied, "strength": forms[name]["strength"]}
            yield _warning(view.fault("RUL025", (*path, "strength"), "tie", **facts))


def who_bids(view: View) -> Iterator[Finding]:
    """What happens when the dealer side cannot bid counts only where it has the first word (RUL026)."""
    cannot: Path = ("declare", "dealer_side_cannot")
    if view.get("declare", "who_may_bid") == "anyone" and view.get(*cannot) != "continue":
        facts = {"key": path_text(cannot), "decides": "declare.who_may_bid", "said": "anyone"}
        yield view.fault("RUL026", cannot, "idle", **facts, needed="dealer_side_first")


def robbing(view: View) -> Iterator[Finding]:
    """Forms that may rob are forms (RUL030)."""
    names = view.keys("declare", "forms")
    for index, name in enumerate(view.get("kitty", "rob", "forms") or ()):
        if name not in names:
            near = suggest.word(name, names)
            facts = {"name": name, "known": ", ".join(names), "near": near}
            yield view.fault("RUL030", ("kitty", "rob", "forms", index), "form_near" if near else "form", **facts)


def kitty(view: View) -> Iterator[Finding]:
    """Without a kitty nothing is captured from it, robbed, or turned up (RUL026)."""
    if view.get("deal", "kitty_size"):
        return
    size: Path = ("deal", "kitty_size")
    if view.get("capture", "by") != "none" and view.get("capture", "base") == "kitty_points":
        yield view.fault("RUL026", view.newest(("capture", "base"), size), "no_kitty", key="capture.base")
    if view.get("kitty", "rob", "allowed"):
        yield view.fault("RUL026", view.newest(("kitty", "rob", "allowed"), size), "no_kitty", key="kitty.rob.allowed")
    undeclared = [("declare", "undeclared", key) for key in ("action", "first_hand")]
    for path in undeclared:
        if view.get(*path) == "flip_kitty":
            yield view.fault("RUL026", view.newest(path, size), "no_kitty", key=".".join(path))


def capture_cases(view: View) -> Iterator[Finding]:
    """Every case of the multiplier can be reached (RUL027)."""
    seen: list[tuple[str, Any]] = []
    for name in view.keys("capture", "multiplier"):
        when = view.get("capture", "multiplier", name, "when")
        above = next((other for other, earlier in seen if _includes(earlier, when)), None)
        if above is not None:
            yield view.fault("RUL027", ("capture", "multiplier", name), name=name, other=above)
        seen.append((name, when))


def _includes(earlier: Any, later: Any) -> bool:
    """True if whatever meets ``later`` meets ``earlier`` too."""
    if earlier == "always":
        return True
    if later == "always":
        return False
    if "domain" in earlier and earlier["domain"] != later.get("domain"):
        return False
    if "set" in earlier:
        width = later.get("set") or later.get("run", {}).get("width", 0)
        return bool(earlier["set"] <= width)
    if "run" in earlier:
        run, other = earlier["run"], later.get("run")
        return other is not None and run["width"] == other["width"] and run.get("min", 2) <= other.get("min", 2)
    return True


def band_rows(view: View) -> Iterator[Finding]:
    """Bands: ascending, from zero, closed at the top, never better for the dealer with more points (RUL023)."""
    if view.get("bands", "mode") == "step":
        return
    rows = view.get("bands", "table")
    last = rows[-1]
    if rows[0]["min"] > 0:
        yield view.fault("RUL023", ("bands", "table", 0, "min"), "gap", points=rows[0]["min"])
    for index in range(1, len(rows)):
        row, above = rows[index], rows[index - 1]
        path = ("bands", "table", index)
        if row["min"] <= above["min"]:
            yield view.fault("RUL023", (*path, "min"), "overlap", points=row["min"], before=above["min"])
        elif _worth(row) < _worth(above):
            yield _warning(
                view.fault("RUL023", path, "backwards", points=Count(row["min"], "point"), before=above["min"])
            )
    if view.get_or(Absent, "bands", "tail_step") is Absent:
        yield view.fault("RUL023", ("bands", "table", len(rows) - 1), "open", points=Count(last["min"], "point"))


def _worth(row: dict[str, Any]) -> int:
    """How good a row is for the attackers: taking over at all is worth more than any row of the dealer."""
    return -int(row["levels"]) if row["side"] == "dealer" else 1 + int(row["levels"])


def point_multipliers(view: View) -> Iterator[Finding]:
    """Bands of the players' standings do not overlap (RUL023)."""
    rows = view.get("game_points", "multipliers")
    for index in range(1, len(rows)):
        end = rows[index - 1].get("below")
        if end is None or rows[index]["min"] < end:
            path = ("game_points", "multipliers", index, "min")
            yield view.fault("RUL023", path, "endless" if end is None else "inside", points=rows[index]["min"], end=end)


def titles_rise(view: View) -> Iterator[Finding]:
    """Titles rise (RUL023)."""
    rows = view.get("titles")
    for index in range(1, len(rows)):
        if rows[index]["min_points"] <= rows[index - 1]["min_points"]:
            path = ("titles", index, "min_points")
            facts = {"points": rows[index]["min_points"], "before": rows[index - 1]["min_points"]}
            yield view.fault("RUL023", path, "overlap", **facts)


def _warning(finding: Finding) -> Finding:
    return replace(finding, severity="warning")


CHECKS: Final = (
    *(players, deck, levels, match_level, trump_order, shapes, restated, restated_follow, bid_ladder, who_bids),
    *(robbing, kitty, idle, protection, capture_cases, band_rows, point_multipliers, titles_rise),
)
