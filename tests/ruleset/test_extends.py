"""``extends``: merging, removal by name, order, circles; where values come from and what they cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.findings.catalogue import message
from referee.ruleset import RulesetError, load_ruleset, load_text, load_with_warnings
from referee.ruleset.model import Citation

if TYPE_CHECKING:
    from pathlib import Path

    from referee.findings import Finding
    from referee.ruleset.model import Ruleset

HEAD = "id: my-house\ntitle: My house\nextends: qq-2deck\n"


def house(body: str) -> Ruleset:
    return load_text(HEAD + body)


def faults(path: Path) -> list[Finding]:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(path)
    return caught.value.findings


def test_a_few_lines_change_a_few_rules() -> None:
    plain, changed = load_ruleset("qq-2deck"), house("capture: {cap: 32}\ndeal: {order: random}\n")
    assert changed.id == "my-house"
    assert changed.title == {"en": "My house", "zh": "My house"}
    assert changed.capture.cap == 32
    assert changed.capture.cases == plain.capture.cases
    assert (changed.deal.hand_size, changed.deal.order) == (25, "random")
    assert changed.throw == plain.throw
    assert changed.examples == ()


def test_lists_and_scalars_replace() -> None:
    ruleset = house("titles: [{name: 新手, min_points: 0}]\nshapes: {runs: []}\n")
    assert [title.name for title in ruleset.titles] == ["新手"]
    assert ruleset.shapes.runs == ()
    assert ruleset.shapes.sets == (1, 2)


def test_null_is_a_value_outside_named_entries() -> None:
    ruleset = house("capture: {cap: null}\ngame_points: null\n")
    assert ruleset.capture.cap is None
    assert ruleset.game_points is None


def test_named_entries_are_changed_removed_and_added_in_order() -> None:
    ruleset = house(
        "declare: {forms: {big_pair: null, pair: {strength: 3}, little_pair: {strength: 2}}}\n"
        "capture:\n  multiplier:\n    pair: {when: {set: 2}, value: 8, before: any_play}\n    any_play: {value: 2}\n"
        "points: {K: null, Q: 5}\n"
    )
    assert [(form.name, form.strength) for form in ruleset.declare.forms] == [
        ("single", 1),
        ("pair", 3),
        ("little_pair", 2),
    ]
    assert [case.name for case in ruleset.capture.cases] == ["pair", "any_play"]
    assert [case.value.evaluate({}) for case in ruleset.capture.cases] == [8, 2]
    assert [ruleset.points[rank] for rank in (3, 8, 10, 11)] == [5, 10, 5, 0]


def test_when_is_replaced_as_one() -> None:
    ruleset = load_text(
        HEAD.replace("qq-2deck", "godot") + "capture: {multiplier: {pair: {when: {domain: trump}, value: 9}}}\n"
    )
    case = ruleset.capture.cases[1]
    assert (case.name, case.kind, case.width, case.domain) == ("pair", "domain", 0, "trump")


def test_tiers_may_be_written_in_words_and_cite() -> None:
    ruleset = house(
        "sources: {club: Our club}\n"
        "follow:\n  format: tiers\n  tiers:\n"
        "    拖拉机(2):\n      source: club:3\n"
        "      tiers:\n        - tractor\n        - {tier: [2*对子, S2 + any2], source: club:4}\n        - any4\n"
    )
    tiers = ruleset.follow.tiers["T2x2"]
    assert [str(tier) for tier in tiers] == ["T2x2", "2*S2 | S2 + any2", "any4"]
    assert ruleset.cite("follow.tiers.T2x2[2]") == Citation("club:4", {"en": "Our club", "zh": "Our club"}, None)
    assert ruleset.cite("follow.tiers.T2x2[1]").source == "club:3"


def test_origins_name_file_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + "capture:\n  cap: 32\n", encoding="utf-8")
    origins = load_ruleset(path).origins
    assert tuple(origins["capture.cap"]) == (str(path), 5, 3)
    assert origins["capture.basis"].file == "rulesets/qq-2deck.yaml"
    assert origins["rotation.keep"].file == "rulesets/base.yaml"
    assert origins["trump.order[1]"].file == "rulesets/base.yaml"
    assert origins["declare.forms.single.cards"].file == "rulesets/qq-2deck.yaml"


def test_every_value_has_an_origin() -> None:
    ruleset = load_ruleset("qq-2deck-permanent2")
    for section in (
        "players",
        "deck",
        "deal",
        "levels",
        "trump",
        "declare",
        "kitty",
        "throw",
        "follow",
        "ruff",
        "capture",
    ):
        assert section in ruleset.origins
    assert ruleset.origins["trump.permanent_ranks"].file == "rulesets/qq-2deck-permanent2.yaml"
    assert all(origin.line > 0 and origin.column > 0 for origin in ruleset.origins.values())


def test_citations_of_inherited_and_changed_values() -> None:
    shipped = load_ruleset("qq-2deck")
    title = shipped.cite("throw.failed.play").document
    assert shipped.cite("throw.failed.play") == Citation("000:48-49", title, "A-5", shipped.rulings["A-5"])
    changed = house("throw: {failed: {play: smallest_single}}\n")
    assert changed.cite("throw.failed.play") == Citation(None, None, None)
    assert changed.cite("throw.failed.penalty") == Citation("000:48-49", title, "A-8", shipped.rulings["A-8"])
    cited = house("sources: {club: Our club}\nthrow: {failed: {play: smallest_single, source: club:7}}\n")
    assert cited.cite("throw.failed.play") == Citation("club:7", {"en": "Our club", "zh": "Our club"}, None)
    assert cited.cite("throw.failed.penalty") == Citation("000:48-49", title, "A-8", shipped.rulings["A-8"])


def test_a_mapping_in_place_of_a_single_value_has_no_citation_of_the_parent() -> None:
    changed = house("throw: {failed: {penalty: {per: attempt, points: 10, to: opponents}}}\n")
    assert changed.cite("throw.failed.penalty") == Citation(None, None, None)
    assert changed.cite("throw.failed.penalty.points") == Citation(None, None, None)
    assert changed.cite("throw.failed.play").ruling == "A-5"
    written = changed.written("throw.failed.penalty")
    assert written.source == f"ruleset.yaml:{HEAD.count(chr(10)) + 1}"
    assert changed.written("throw.failed.play") == changed.cite("throw.failed.play")


def test_a_key_may_be_given_a_source_later() -> None:
    ruleset = house("sources: {club: Our club}\ncapture: {source: {cap: club:9}}\n")
    assert ruleset.cite("capture.cap").source == "club:9"
    assert ruleset.cite("capture.basis").source == "000:98-111"


def test_circle_of_two_files_shows_both_places(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("id: a\ntitle: A\nextends: b.yaml\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("id: b\ntitle: B\n\nextends: a.yaml\n", encoding="utf-8")
    (finding,) = faults(tmp_path / "a.yaml")
    assert (finding.code, finding.file, finding.place.line) == ("RUL011", str(tmp_path / "b.yaml"), 4)
    assert f"{tmp_path / 'a.yaml'}:3" in message(finding)
    assert f"{tmp_path / 'a.yaml'}:3" in message(finding, "zh")


def test_a_file_that_extends_itself(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("id: a\ntitle: A\nextends: ./a.yaml\n", encoding="utf-8")
    (finding,) = faults(tmp_path / "a.yaml")
    assert (finding.code, finding.variant, finding.place.line, finding.place.column) == ("RUL011", "itself", 3, 10)


def test_a_chain_too_long(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"r{number}.yaml").write_text(
            f"id: r{number}\ntitle: R\nextends: r{number + 1}.yaml\n", encoding="utf-8"
        )
    (finding,) = faults(tmp_path / "r0.yaml")
    assert (finding.code, finding.variant) == ("RUL011", "too_long")


def test_faults_of_all_files_of_a_chain_in_one_run(tmp_path: Path) -> None:
    (tmp_path / "mid.yaml").write_text("id: mid\ntitle: M\nextends: qq-2deck\nruff: {match: most}\n", encoding="utf-8")
    (tmp_path / "top.yaml").write_text("id: top\ntitle: T\nextends: mid\nthrow: {allowd: no}\n", encoding="utf-8")
    found = [(f.code, f.file) for f in faults(tmp_path / "top.yaml") if f.severity == "error"]
    assert found == [("RUL007", str(tmp_path / "top.yaml")), ("RUL009", str(tmp_path / "mid.yaml"))]


def test_dangling_removal_of_a_later_file_points_at_both(tmp_path: Path) -> None:
    (tmp_path / "mid.yaml").write_text(HEAD + "declare: {forms: {big_pair: null}}\n", encoding="utf-8")
    (tmp_path / "top.yaml").write_text(
        "id: top\ntitle: T\nextends: mid.yaml\ndeclare: {forms: {big_pair: null}}\n", encoding="utf-8"
    )
    finding = next(f for f in faults(tmp_path / "top.yaml") if f.severity == "error")
    assert (finding.code, finding.place.line, finding.place.column) == ("RUL012", 4, 19)
    assert "rulesets/qq-2deck.yaml" in message(finding)


def test_a_change_of_the_file_is_seen(tmp_path: Path) -> None:
    import os

    parent, child = tmp_path / "parent.yaml", tmp_path / "child.yaml"
    parent.write_text(HEAD + "capture: {cap: 32}\n", encoding="utf-8")
    child.write_text("id: child\ntitle: C\nextends: parent.yaml\n", encoding="utf-8")
    first = load_ruleset(child)
    assert load_ruleset(child) is first
    parent.write_text(HEAD + "capture: {cap: 16}\n", encoding="utf-8")
    os.utime(parent, (1, 1))
    assert load_ruleset(child).capture.cap == 16


def test_warnings_do_not_stop_a_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + "declare: {forms: {big_pair: {strength: 3}}}\n", encoding="utf-8")
    ruleset, warnings = load_with_warnings(path)
    assert ruleset.id == "my-house"
    assert [(finding.code, finding.severity) for finding in warnings] == [("RUL029", "warning"), ("RUL025", "warning")]


def test_unreadable_files(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "bytes.yaml").write_bytes(b"id: a\ntitle: \xff\xfe\n")
    (tmp_path / "huge.yaml").write_bytes(b"A" * 5_000_000)
    (tmp_path / "long.yaml").write_bytes(b"A" * 1_500_000)
    variants = {name: faults(tmp_path / f"{name}.yaml")[0] for name in ("folder", "bytes", "huge", "long")}
    assert {finding.code for finding in variants.values()} == {"RUL002"}
    assert [finding.variant for finding in variants.values()] == ["folder", "encoding", "too_big", "too_big"]
    assert (variants["bytes"].place.line, variants["bytes"].place.column) == (2, 8)


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("qq-2-deck", "near"),
        ("zzz", "message"),
        ("no/such/file.yaml", "no_file"),
        ("a" * 5000, "message"),
        ("a\0/b", "no_file"),
    ],
)
def test_names_that_lead_nowhere(name: str, variant: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(name)
    assert [(finding.code, finding.variant) for finding in caught.value.findings] == [("RUL001", variant)]


def test_devices_are_not_read() -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset("/dev/zero")
    assert [(finding.code, finding.variant) for finding in caught.value.findings] == [("RUL002", "no_text")]


def test_errors_read_as_lines() -> None:
    with pytest.raises(RulesetError) as caught:
        house("throw: {allowd: no}\n")
    assert str(caught.value).splitlines()[0].startswith('ruleset.yaml:4:9: RUL007 There is no key "allowd" in throw')
