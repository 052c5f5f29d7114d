"""One question under several rulesets: the parameter that makes the difference is found by asking, and really does."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import referee
from referee.asking.compare import all_from, compare_question, smallest
from referee.asking.question import Question, answer, answer_key, foundation, shipped
from referee.phrases import PhraseError, say
from referee.ruleset import load_text
from referee.ruleset.differences import ABSENT, Difference, differences, exchanged

RULES = {ruleset.id: ruleset for ruleset in shipped()}
HOUSE = "id: house\ntitle: house\nextends: qq-2deck\n"
SECTIONS = (
    *("players", "deck", "points", "deal", "levels", "trump", "rank_order", "kitty", "shapes", "adjacency", "throw"),
    *("follow", "ruff", "cross_shape", "capture", "bands", "rotation", "match", "game_points", "titles"),
)


def decided(kind, one, other, level=None, trump=None, **words):
    """The paths that make the difference, each set a list."""
    comparison = referee.compare(kind, [one, other], level=level, trump=trump, **words)
    return [[each.path for each in taken] for taken in comparison.rows[1].deciding]


KNOWN = [
    ("result", "qq-2deck", "lianzhong-2deck", {"points": 95}, [["bands"]]),
    ("result", "qq-2deck", "qq-3deck", {"points": 95}, [["bands.step.turnover"]]),
    ("result", "qq-2deck", "qq-1deck", {"points": 95}, [["bands.step.size", "bands.step.turnover"]]),
    ("result", "qq-2deck", "godot", {"points": 30, "dealer": "N"}, [["rotation.keep"]]),
    (
        "trick",
        "qq-2deck",
        "table-2deck",
        {"level": "10", "trump": "S", "plays": ["H554499", "S554433"]},
        [["ruff.match"]],
    ),
    (
        "follow",
        "qq-2deck",
        "room",
        {"level": "2", "trump": "H", "lead": "S556677", "holding": "S33446699J", "play": "S336699"},
        [["follow.run_length_mismatch"]],
    ),
    (
        "lead",
        "qq-2deck",
        "godot",
        {"level": "10", "trump": "S", "lead": "H98844", "others": ["HJ", "H55", ""]},
        [["throw.allowed"]],
    ),
    (
        "lead",
        "qq-2deck",
        "table-2deck-coloured",
        {"level": "10", "trump": "S", "lead": "H98844", "others": ["HJ", "H55", ""]},
        [["throw.failed.penalty"]],
    ),
    (
        "capture",
        "qq-2deck",
        "lianzhong-2deck",
        {"level": "2", "trump": "S", "lead": "H4455", "winning": "H6677", "points": 10},
        [["capture.multiplier"]],
    ),
    (
        "capture",
        "qq-2deck",
        "table-2deck",
        {"level": "2", "trump": "S", "lead": "HAA", "winning": "HAA", "points": 20},
        [["capture.side_suit"]],
    ),
    ("bid", "qq-2deck", "room", {"level": "10", "bids": [("N", "LJLJ")]}, [["declare.forms.little_pair.opening"]]),
    ("trick", "qq-2deck", "qq-1deck", {"level": "10", "trump": "S", "plays": ["H55", "H66"]}, [["deck.count"]]),
]


@pytest.mark.parametrize(("kind", "one", "other", "words", "expected"), KNOWN)
def test_known_differences(kind, one, other, words, expected):
    assert decided(kind, one, other, **words) == expected
    back = decided(kind, other, one, **words)
    assert all(set(taken) & {path for paths in expected for path in paths} for taken in back), back


@pytest.mark.parametrize(
    "play", ["fewest_cards_beaten", "smallest_overall", "smallest_single", "stands", "beater_chooses"]
)
def test_what_is_kept_of_a_failed_throw(play):
    """H98844 with H55 and HJ outside: 44 by the rank, 9 by the number of cards, and so on."""
    house = load_text(f"{HOUSE}throw: {{failed: {{play: {play}}}}}\ncapture: {{cap: 8}}\nbands: {{attacker_cap: 2}}\n")
    words = {"lead": "H98844", "others": ["HJ", "H55", "H3"], "level": "10", "trump": "S"}
    comparison = referee.compare("lead", ["qq-2deck", house], **words)
    kept = [row.ruling.kept for row in comparison.rows]
    expected = [] if kept[0] == kept[1] else [["throw.failed.play"]]
    assert [[each.path for each in taken] for taken in comparison.rows[1].deciding] == expected
    assert comparison.differ == (play not in {"smallest_overall"})
    for taken in comparison.rows[1].deciding:
        assert (taken[0].value.value, taken[0].other.value) == ("lowest_beaten", play)
        assert (taken[0].value.citation.source, taken[0].value.citation.ruling) == ("000:48-49", "A-5")
        assert (taken[0].other.origin.file, taken[0].other.origin.line) == ("ruleset.yaml", 4)


def test_ruffs_that_split_a_longer_run():
    house = load_text(HOUSE + "ruff: {match: same_runs}\nthrow: {decompose: widest_first}\n")
    words = {"plays": ["H554499", "S554433"], "level": "10", "trump": "S"}
    comparison = referee.compare("trick", ["qq-2deck", house], **words)
    assert [row.ruling.winner for row in comparison.rows] == [1, 0]
    (taken,) = comparison.rows[1].deciding
    assert [(each.path, each.value.value, each.other.value) for each in taken] == [
        ("ruff.match", "at_least", "same_runs")
    ]


def test_two_parameters_that_do_it_only_together():
    """A follow list decides only where lists are followed at all."""
    house = load_text(HOUSE + "follow: {format: tiers, tiers: {T2x2: [2*S2, any4]}, run_remainder: sets}\n")
    words = {"lead": "H7788", "holding": "H33 44 99", "play": "H3399", "level": "10", "trump": "S"}
    (taken,) = referee.compare("follow", ["qq-2deck", house], **words).rows[1].deciding
    assert {each.path for each in taken} == {"follow.format", "follow.tiers.T2x2"}
    assert next(each for each in taken if each.path == "follow.tiers.T2x2").value.value is ABSENT


def test_either_of_two_parameters_alone():
    house = load_text(HOUSE + "ruff: {match: same_runs, split_longer: false}\n")
    found = decided("trick", "qq-2deck", house, "10", "S", plays=["H554499", "S554433"])
    assert found == [["ruff.match"], ["ruff.split_longer"]]


def test_a_question_that_leaves_the_level_open_is_narrowed_to_where_they_differ():
    plays = {"trump": "S", "plays": ["H3", "H2", "C4"]}
    row = referee.compare("trick", ["qq-2deck", "qq-2deck-permanent2"], **plays).rows[1]
    assert say(row.short) == "at level 5 with spades as trump play 2 wins with H2, not the leader wins with H3"
    assert [[each.path for each in taken] for taken in row.deciding] == [["trump.permanent_ranks"]]


# --- differences and exchanges


@pytest.mark.parametrize("one", RULES)
def test_all_differences_exchanged_make_the_other_ruleset(one):
    for other in RULES.values():
        found = differences(RULES[one], other)
        whole = exchanged(RULES[one], found)
        assert differences(whole, other) == ()
        for section in SECTIONS:
            assert getattr(whole, section) == getattr(other, section), section
        assert {form.name: form for form in whole.declare.forms} == {form.name: form for form in other.declare.forms}
        assert bool(found) == (one != other.id)


def test_nothing_that_was_there_is_changed():
    one, other = RULES["qq-2deck"], RULES["lianzhong-2deck"]
    before = repr(one.values)
    exchanged(one, differences(one, other))
    assert repr(one.values) == before


def test_what_only_explains_is_no_difference():
    house = load_text(HOUSE + "sources: {club: a club}\nbands: {source: 'club:1'}\n")
    assert differences(RULES["qq-2deck"], house) == ()


def test_differences_are_as_small_as_they_mean_something():
    house = load_text(HOUSE + "throw: {failed: {play: stands}}\npoints: {K: 13}\ndeclare: {forms: {big_pair: null}}\n")
    found = {each.text: (each.value, each.other) for each in differences(RULES["qq-2deck"], house)}
    big = {"cards": "big*2", "trump": "none", "strength": 4, "opening": False}
    assert found == {
        "throw.failed.play": ("lowest_beaten", "stands"),
        "points.K": (10, 13),
        "declare.forms.big_pair": (big, ABSENT),
    }


# --- the search


def test_the_search_finds_smallest_sets():
    """Of made-up differences some sets turn an answer: what is found is one of the smallest, and all single ones."""
    rng = Random("smallest sets")
    for _ in range(150):
        found = [Difference(("throw", str(n)), n, -n) for n in range(rng.randint(1, 9))]
        needed = [set(rng.sample(found, rng.randint(1, min(4, len(found))))) for _ in range(rng.randint(1, 3))]

        def turns(taken, needed=needed):
            return any(each <= set(taken) for each in needed)

        sets = smallest(found, turns, lambda: {"throw"})
        least = min(
            len(taken) for size in range(1, len(found) + 1) for taken in combinations(found, size) if turns(taken)
        )
        assert {len(taken) for taken in sets} == {least}
        assert all(turns(taken) for taken in sets)
        if least == 1:
            assert {taken[0] for taken in sets} == {each for each in found if turns((each,))}


def test_nothing_is_found_where_nothing_turns():
    assert smallest([Difference(("throw", "x"), 1, 2)], lambda taken: False, set) == []


def asked(ruleset):
    """The worked examples of a ruleset as questions."""
    for example in ruleset.examples:
        data = dict(example.data)
        at = (str(data.get("level")), data.get("trump"))
        match data["kind"]:
            case "follow":
                yield Question("follow", *at, {name: data[name] for name in ("lead", "holding", "play")})
            case "lead":
                yield Question("lead", *at, {"lead": data["lead"], "others": data["others"]})
            case "trick":
                yield Question("trick", *at, {"plays": data["plays"]})
            case "capture":
                yield Question("capture", *at, {"lead": data["lead"], "winning": data["winning"], "points": 10})
            case "result":
                yield Question("result", None, None, {"points": data["points"]})


def key(question, ruleset):
    try:
        return answer_key(question, answer(question, ruleset))
    except PhraseError as fault:
        return fault.phrase.key


def test_what_is_found_turns_the_answer_and_nothing_less_does():
    rng = Random("comparing worked examples")
    differ = 0
    for _ in range(90):
        one, other = rng.sample(list(RULES.values()), 2)
        question = rng.choice(list(asked(rng.choice([one, other]))))
        try:
            row = compare_question(question, [one, other]).rows[1]
        except PhraseError:
            continue
        assert row.same == (key(question, one) == key(question, other))
        assert row.same == (row.deciding == ())
        differ += not row.same
        by_path = {each.text: each for each in differences(one, other)}
        for parameters in row.deciding:
            taken = [by_path[each.path] for each in parameters]
            assert key(question, exchanged(one, taken)) == key(question, other), (one.id, other.id, question)
            for less in combinations(taken, len(taken) - 1):
                assert key(question, exchanged(one, less)) != key(question, other), (one.id, other.id, question)
    assert differ >= 20


# --- the table


def test_all_rulesets_the_one_to_compare_with_first():
    comparison = referee.compare("result", points=95)
    assert [row.ruleset.id for row in comparison.rows] == [ruleset.id for ruleset in all_from(foundation())]
    assert {row.ruleset.id for row in comparison.rows if row.same} >= {"qq-2deck", "godot", "room"}
    short = {row.ruleset.id: say(row.short) for row in comparison.rows}
    assert short["lianzhong-2deck"] == "the attackers take over and rise 1 level"


def test_where_it_cannot_be_asked():
    comparison = referee.compare("trick", ["qq-2deck", "qq-1deck"], level="10", trump="S", plays=["H55", "H66"])
    row = comparison.rows[1]
    assert (row.ruling, row.fault is not None, say(row.short)) == (None, True, "cannot be asked")
    with pytest.raises(PhraseError, match="only 1 copy"):
        referee.compare("trick", ["qq-1deck"], level="10", trump="S", plays=["H55", "H66"])
