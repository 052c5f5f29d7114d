"""A ruleset 规则 as a frozen, typed value. Each class is a section of the YAML file, under the same names.

What a key means is said in docs/rulesets.md; where a rule comes from is kept in ``Ruleset.origins`` and
``Ruleset.citations``. Ranks are text (``"10"``), faces and suits are the integers of ``referee.cards``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.asking.rulings import BiddingRuling, ResultRuling
    from referee.formula import Formula
    from referee.inquiry import BidsRuling
    from referee.reading import CardText
    from referee.rules.result import Outcome
    from referee.shapes import Tier
    from referee.table import Table

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class Players:
    """``players``: how many, who sits with whom, which way play goes (G-1, G-7)."""

    count: int
    partnership: Literal["fixed_opposite", "fixed_alternate"]
    direction: Literal["counterclockwise", "clockwise"]
    level_owner: Literal["team", "player"]


@dataclass(frozen=True, slots=True)
class Deck:
    """``deck``: how many decks 副数, and so how many copies of each card."""

    count: int
    counts: tuple[int, ...]
    """Copies of each face 0..53, after ``jokers`` and ``remove``."""


@dataclass(frozen=True, slots=True)
class DealRules:
    """``deal``: cards a hand and kitty 底牌."""

    hand_size: int
    kitty_size: int
    order: Literal["rotating_draw", "random"]
    first_drawer: Literal["dealer", "any", "random"]


@dataclass(frozen=True, slots=True)
class Levels:
    """``levels``: the levels 级 in order, where to start, which must be played 必打."""

    sequence: tuple[str, ...]
    start: str
    must_play: tuple[str, ...]
    must_play_requires: Literal["stop", "win_as_dealer"]
    cap: int | None


@dataclass(frozen=True, slots=True)
class Trump:
    """``trump``: what is trump 主 and in which order."""

    permanent_ranks: tuple[str, ...]
    """High to low."""
    order: tuple[str, ...]
    """Classes high to low: big_joker, little_joker, level_on_suit, level_off_suit, permanent_on_suit,
    permanent_off_suit, suit_cards; a class for one rank is written ``permanent_on_suit(2)``."""
    off_suit_levels_equal: bool
    off_suit_levels_order: tuple[int, ...]
    """Suits low to high, where off-suit level cards are not equal."""
    no_trump_level_cards_are_trump: bool


@dataclass(frozen=True, slots=True)
class BidPattern:
    """Cards of a bid form: so many jokers and so many identical level cards.

    ``joker``: ``little``, ``big``, ``same`` (identical jokers of either kind), ``any`` (one of either), or None.
    """

    joker: Literal["little", "big", "same", "any"] | None
    jokers: int
    levels: int


@dataclass(frozen=True, slots=True)
class BidForm:
    """One form of bid 亮主 and its strength on the ladder."""

    name: str
    pattern: BidPattern
    trump: Literal["suit", "none"]
    strength: int
    opening: bool


@dataclass(frozen=True, slots=True)
class Undeclared:
    """What happens when nobody bids: ``action`` and its details; ``first_hand`` the action of the first deal."""

    action: Literal["no_trump", "suit", "redeal", "flip_kitty"]
    suit: int | None
    first_hand: Literal["no_trump", "suit", "redeal", "flip_kitty"]
    first_hand_dealer: Literal["fixed", "none"]
    """``fixed``: the first seat deals an undeclared first deal (only where first_hand is not redeal)."""
    flip_joker: Literal["skip", "no_trump"]


@dataclass(frozen=True, slots=True)
class FirstHand:
    """Overrides of the declaration for the first deal; None = as in later deals."""

    no_trump: bool | None
    changes_dealer: bool | None


@dataclass(frozen=True, slots=True)
class Declare:
    """``declare``: bidding 亮主, overcalling 反主, reinforcing 自保 (2Q-8…2Q-11, 3Q-1, 2R-7…2R-10, 4D-3…4D-7)."""

    when: Literal["during_deal", "after_deal"]
    visibility: Literal["open", "secret_until_settled", "face_down_until_bury"]
    forms: tuple[BidForm, ...]
    joker_color_match: Mapping[int, tuple[int, ...]] | None
    """Joker face → the suits it may bid with; None where colours do not matter."""
    overcall: Literal["strictly_stronger", "stronger_or_suit_order", "more_cards", "last_shown"]
    overcall_margin: int
    same_tier_suit_order: tuple[int, ...]
    """Suits low to high, for ``stronger_or_suit_order``."""
    self_reinforce: Literal["no", "while_winning", "also_after_overcall"]
    self_overcall: bool
    first_special_stands: bool
    kitty_cards_count: bool
    who_may_bid: Literal["anyone", "dealer_side_first", "dealer_side_only"]
    dealer_side_cannot: Literal["deal_passes", "continue", "dealer_must_bid_or_pass"]
    first_hand: FirstHand
    undeclared: Undeclared


@dataclass(frozen=True, slots=True)
class Rob:
    """``kitty.rob``: robbing the kitty 抢底 (2R-13, 2R-14)."""

    allowed: bool
    forms: tuple[str, ...] | None
    """Names of declare.forms that may rob; None = all."""
    who: Literal["opponents", "anyone_but_holder"]
    order: Literal["free", "in_turn_from_next", "restart_after_robber"]
    same_suit: bool
    max: int | None
    changes_dealer: bool
    first_hand: bool


@dataclass(frozen=True, slots=True)
class Kitty:
    """``kitty``: who takes it and what may be buried 埋底."""

    taker: Literal["dealer", "declarer"]
    bury_point_limit: int | None
    forbidden: tuple[str, ...]
    """Classes that may not be buried: names of trump.order classes, ``points`` or ``trump``."""
    rob: Rob


class RunRule(NamedTuple):
    """Runs of sets of a width, from a length on, count as one component."""

    width: int
    min_length: int


@dataclass(frozen=True, slots=True)
class Shapes:
    """``shapes``: which sets and runs exist 牌型."""

    sets: tuple[int, ...]
    runs: tuple[RunRule, ...]
    run_names: Mapping[int, tuple[str, str]]
    """Run width → (English, Chinese) name."""


@dataclass(frozen=True, slots=True)
class Adjacency:
    """``adjacency``: which sets are neighbours and make a run 拖拉机."""

    model: Literal["size_order", "natural_rank", "natural_or_skip"]
    close_gaps_side: bool
    close_gaps_trump: bool
    trump_links: tuple[tuple[str, str], ...] | None
    """Pairs of neighbouring classes of trump.order that join; None = all."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """``throw.failed.penalty``: the fine 罚分 for a failed throw (2R-17, A-8)."""

    per: Literal["attempt", "card", "beaten_card", "component"]
    points: int
    to: Literal["opponents", "deduct"]
    floor: int | None
    cap: int | None


@dataclass(frozen=True, slots=True)
class Throw:
    """``throw``: throws 甩牌 (2Q-12, 2Q-13, 4D-16; A-5, A-17)."""

    allowed: Literal["yes", "no", "side_suits_only"]
    others_void: Literal["ok", "forbidden_if_all_void", "only_if_all_void"]
    decompose: Literal["largest_component_first", "widest_first", "declared_by_player"]
    failed_play: Literal[
        "lowest_beaten",
        "largest_type_lowest",
        "fewest_cards_beaten",
        "smallest_overall",
        "smallest_single",
        "beater_chooses",
        "stands",
    ]
    penalty: Penalty | None


@dataclass(frozen=True, slots=True)
class Follow:
    """``follow``: following 跟牌 (2Q-14, 2Q-15; A-19, A-23, A-24)."""

    format: Literal["tiers", "generic", "none"]
    tiers: Mapping[str, tuple[Tier, ...]]
    """Canonical name of a lead (``T3x2``, ``S3``, or of a throw ``T2x2 + S1``) → its tiers in order."""
    run_length_mismatch: Literal["longest_within", "exact_only"]
    run_remainder: Literal["runs", "sets"]
    protect_larger_sets: Literal["none", "sets", "runs", "both"]
    protect_from_being_spent: bool


@dataclass(frozen=True, slots=True)
class Ruff:
    """``ruff``: ruffing 毙 and overruffing 盖毙 (2Q-16…2Q-18; A-9)."""

    match: Literal["at_least", "same_runs", "exact"]
    split_longer: bool
    compare: Literal["lead_largest_component", "all_components", "highest_card"]
    tie: Literal["first_played", "next_component"]


class Kind(NamedTuple):
    """A kind of component: ``run`` of a width, or a set of a width (``T3`` → (True, 3), ``S4`` → (False, 4))."""

    run: bool
    width: int


class CrossShape(NamedTuple):
    """One shape beats another at equal card count (4D-15)."""

    winner: Kind
    over: Kind


@dataclass(frozen=True, slots=True)
class CaptureCase:
    """One row of capture.multiplier: a test and a value. ``kind``: always, run, set, or domain."""

    name: str
    kind: Literal["always", "run", "set", "domain"]
    width: int
    min_length: int
    domain: Literal["trump", "side"] | None
    value: Formula


@dataclass(frozen=True, slots=True)
class Capture:
    """``capture``: the kitty at the end 扣底 (KQ-1…KQ-4, KL-1…KL-4, 2R-19, 4D-20)."""

    by: Literal["attackers", "both", "none"]
    base: Literal["kitty_points", "loser_last_trick_points", "loser_hand_score", "constant"]
    base_constant: int
    basis: Literal["winner_through_lead", "winner_cards", "lead_shape"]
    count: Literal["largest_component", "cards_played"]
    effect: Literal["add_to_attackers", "transfer"]
    replaces_trick_points: bool
    cases: tuple[CaptureCase, ...]
    default: int
    cap: int | None
    side_suit: int | Literal["halve"] | None


class Band(NamedTuple):
    """One row of the score bands: from ``min`` points on."""

    min: int
    side: Literal["dealer", "attackers"]
    levels: int
    deal_passes: bool
    label: str | None


@dataclass(frozen=True, slots=True)
class Bands:
    """Rows by ascending ``min`` (a step rule is expanded by the loader), and the step that goes on at the top."""

    rows: tuple[Band, ...]
    tail_step: int | None
    attacker_cap: int | None
    zero_or_negative: bool


@dataclass(frozen=True, slots=True)
class Rotation:
    """``rotation``: who deals next 轮庄 (2Q-19, 2Q-20)."""

    first_dealer: Literal["first_bidder", "final_bidder", "contest", "fixed"]
    keep: Literal["partner", "same_player"]
    lose: Literal["next_player"]
    later_deals: Literal["by_result", "declarer"]


@dataclass(frozen=True, slots=True)
class Match:
    """``match``: how a match ends (2R-24, 2L-1)."""

    win: Literal["pass_level", "win_at_level_as_dealer", "highest_level_at_end", "none"]
    level: str | None
    """The level of ``win_at_level_as_dealer``."""
    after_last: Literal["end", "wrap_to_start", "stay"]


class PointsMultiplier(NamedTuple):
    """All players' standings in [min, below): times x; ``below`` None = no upper end."""

    min: int
    below: int | None
    x: int


@dataclass(frozen=True, slots=True)
class GamePoints:
    """Room points 积分 of one deal (PT-1…PT-8). None in a ruleset without them.

    ``count: result`` gives points for the result, ``level_changes`` for each level that a side really goes up.
    """

    count: Literal["result", "level_changes"]
    per_level: int
    """Points a level, for ``level_changes``."""
    dealer_first: int
    dealer_per_level: int
    dealer_cap: int | None
    attackers_takeover: int
    attackers_per_level: int
    shutout_override: int | None
    multipliers: tuple[PointsMultiplier, ...]
    basis: Literal["all_in_band", "min_player"]


class Title(NamedTuple):
    """A title 等级 and the points it needs."""

    name: str
    min_points: int


class Origin(NamedTuple):
    """Where a value was set: the file as the user knows it, line and column (from 1)."""

    file: str
    line: int
    column: int


class Citation(NamedTuple):
    """Where a rule is written: source text such as ``000:49``, its document; the ruling (``A-5``) and its reading.

    Title of the document and reading are given by language (``en``, ``zh``).
    """

    source: str | None
    document: Mapping[str, str] | None
    ruling: str | None
    reading: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example in a ruleset file: ``data`` is the mapping as written, ``origin`` its place."""

    data: Mapping[str, object]
    origin: Origin


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A whole ruleset. Immutable; shared freely. ``Ruleset.at`` (see referee.rules) binds it to a level and trump."""

    id: str
    title: Mapping[str, str]
    """Language (``en``, ``zh``) → title."""
    players: Players
    deck: Deck
    points: tuple[int, ...]
    """Points 分 of each face 0..53."""
    deal: DealRules
    levels: Levels
    trump: Trump
    rank_order: tuple[int, ...]
    """Rank indices low → high."""
    declare: Declare
    kitty: Kitty
    shapes: Shapes
    adjacency: Adjacency
    throw: Throw
    follow: Follow
    ruff: Ruff
    cross_shape: tuple[CrossShape, ...]
    capture: Capture
    bands: Bands
    rotation: Rotation
    match: Match
    game_points: GamePoints | None
    titles: tuple[Title, ...]
    examples: tuple[Example, ...] = ()
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """Path (``capture.cap``) → where it was set."""
    citations: Mapping[str, Citation] = field(default_factory=dict)
    """Path of a section or entry → its own citation; use ``cite`` to look upward."""
    rulings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Ruling such as ``A-5`` → language (``en``, ``zh``) → the reading in words."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Everything the file says together with those it extends, as plain values by section, citations left out."""

    def cite(self, path: str) -> Citation:
        """The nearest citation at or above ``path``."""
        return _nearest(self.citations, path) or Citation(None, None, None)

    def written(self, path: str) -> Citation:
        """Where the rule at ``path`` is written: its citation, or the ruleset file and line if it cites nothing."""
        cited, origin = self.cite(path), _nearest(self.origins, path)
        if cited.source is not None or origin is None:
            return cited
        return cited._replace(source=f"{origin.file}:{origin.line}")

    def at(self, level: str, trump: str) -> Table:
        """The ruleset at a level (``"10"``) and a trump (``S H D C``, ``NT``), ready for questions.

        Raises:
            ValueError: there is no such level or trump.
        """
        from referee.table import Table  # noqa: PLC0415 - the table builds on this model

        return Table(self, level, trump)

    def outcome(self, points: int) -> Outcome:
        """The result 结果 of a deal in which the attackers made so many points."""
        from referee.rules.result import outcome  # noqa: PLC0415 - the rule areas build on this model

        return outcome(self.bands, points)

    def judge_bids(self, bids: Sequence[tuple[str, CardText]], level: str, **details: Any) -> BidsRuling:
        """Judge bids in time order; see ``referee.inquiry.judge_bids`` for the details that may be given.

        Raises:
            ValueError: a seat is not at the table, or cards cannot be read.
        """
        from referee.inquiry import judge_bids  # noqa: PLC0415 - questions build on this model

        return judge_bids(self, bids, level, **details)

    def explain_result(self, points: int | None = None, **details: Any) -> ResultRuling:
        """What a deal with so many attackers' points comes to: band, levels, next dealer, room points.

        See ``referee.asking.results.explain_result`` for the details that may be given.

        Raises:
            ValueError: there is no such level or seat.
        """
        from referee.asking.results import explain_result  # noqa: PLC0415 - questions build on this model

        return explain_result(self, points, **details)

    def explain_bids(
        self, bids: Sequence[tuple[str, CardText]] | None = None, *, level: str, **details: Any
    ) -> BiddingRuling:
        """Bids and robbings judged one by one, with trump and dealer; without bids, what may be shown.

        See ``referee.asking.biddings.explain_bids`` for the details that may be given.

        Raises:
            ValueError: a seat is not at the table, there is no such level, or cards cannot be read.
        """
        from referee.asking.biddings import explain_bids  # noqa: PLC0415 - questions build on this model

        return explain_bids(self, bids, level=level, **details)


def _nearest(values: Mapping[str, _Kept], path: str) -> _Kept | None:
    """The value for ``path``, or for the nearest path above it that has one."""
    while path:
        found = values.get(path)
        if found is not None:
            return found
        path = path.rpartition(".")[0] if not path.endswith("]") else path.rpartition("[")[0]
    return None
