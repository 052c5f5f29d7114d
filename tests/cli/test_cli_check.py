"""``referee check``: what it takes, what it prints, how it ends."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "samples"
CLEAN = "samples/clean-two-decks.sgr"
REVOKE = "samples/revoke.sgr"
TYPING = "samples/typing-chinese.sgr"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("sample", sorted(file.name for file in SAMPLES.glob("*.sgr")))
def test_samples_are_reported_as_recorded(referee, golden, sample, lang):
    result = referee("check", f"samples/{sample}", "--lang", lang)
    assert result.err == ""
    golden(f"{Path(sample).stem}.{lang}.txt", f"{result.out}exit {result.status}\n")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_statistics_and_summary_over_a_folder(referee, golden, lang):
    result = referee("check", "samples", "--statistics", "--lang", lang)
    golden(f"samples.{lang}.txt", f"{result.out}exit {result.status}\n")


def test_clean_file_takes_one_line_and_exits_with_0(referee):
    result = referee("check", CLEAN)
    assert result == (0, f"{CLEAN}: legal (2 deals, 42 tricks, qq-2deck)\n1 file, 2 deals: nothing found\n", "")


def test_a_ruleset_given_as_a_record_is_told_apart(referee, tmp_path):
    house = tmp_path / "house.yaml"
    house.write_text("id: house\n", encoding="utf-8")
    result = referee("check", house)
    assert result.status == 2
    assert "is a ruleset, not a record" in result.err


def test_a_ruleset_named_by_a_path_counts_from_the_record(referee, tmp_path):
    record = tmp_path / "friday.sgr"
    record.write_text('[ruleset "house.yaml"]\ndeal 1\nlevel 2\n', encoding="utf-8")
    assert f'There is no ruleset file "{tmp_path / "house.yaml"}"' in referee("check", record).out
    house = tmp_path / "house.yaml"
    house.write_text("id: house\ntitle: House\nextends: qq-2decks\n", encoding="utf-8")
    shown = referee("check", record).out
    assert f"{house}:3:10 RUL001" in shown
    report = json.loads(referee("check", record, "--format", "json").out)
    (finding,) = report["files"][0]["findings"]
    assert (finding["file"], finding["line"]) == (str(house), 3)
    house.write_text("id: house\ntitle: House\nextends: qq-2deck\n", encoding="utf-8")
    assert referee("check", record).status == 0


def test_bytes_that_are_no_text_are_not_shown(referee, tmp_path):
    file = tmp_path / "game.sgr"
    file.write_bytes(b"\x1f\x8b\x08\xff\xfe\n")
    shown = referee("check", file).out
    assert "This is not a text file." in shown
    assert "\ufffd" not in shown


def test_a_level_card_of_the_suit_led_is_explained(referee, tmp_path):
    record = tmp_path / "friday.sgr"
    record.write_text(
        '[ruleset "qq-2deck"]\ndeal\nlevel 5\ntrump S\nhand E H5 H9 ?\n1. N HA, E H5, S H3, W H4\n', encoding="utf-8"
    )
    assert "note      H5 is trump at level 5" in referee("check", record).out
    assert "打 5 时 ♥5 是主牌" in referee("check", record, "--lang", "zh").out


def test_findings_exit_with_1_and_unreadable_lines_with_2(referee):
    assert referee("check", REVOKE).status == 1
    assert referee("check", TYPING).status == 2
    assert referee("check", REVOKE, TYPING, CLEAN).status == 2


@pytest.mark.parametrize(("bar", "status"), [("error", 0), ("warning", 1), ("note", 1), ("never", 0)])
def test_fail_on_moves_the_bar(referee, tmp_path, bar, status):
    record = (ROOT / CLEAN).read_text(encoding="utf-8").replace("deal 2", "deal 7")
    file = tmp_path / "gap.sgr"
    file.write_text(record, encoding="utf-8")
    result = referee("check", file, "--fail-on", bar)
    assert "REC025" in result.out
    assert result.status == status


def test_fail_on_never_still_tells_of_unreadable_lines(referee):
    assert referee("check", REVOKE, "--fail-on", "never").status == 0
    assert referee("check", TYPING, "--fail-on", "never").status == 2


@pytest.mark.parametrize("words", ["FOL", "FOL002", "fol0", "follow-suit", "WIN,FOL002", "WIN, follow-suit"])
def test_select_takes_codes_families_and_names(referee, words):
    assert "FOL002" in referee("check", REVOKE, "--select", words).out
    assert "FOL002" not in referee("check", REVOKE, "--ignore", words).out


def test_a_selection_cannot_make_an_unreadable_line_legal(referee):
    result = referee("check", TYPING, "--select", "WIN")
    assert "REC004" in result.out
    assert "FOL003" not in result.out
    assert result.status == 2
    assert referee("check", TYPING, "--select", "WIN", "--ignore", "REC").status == 0


def test_ignored_findings_do_not_count(referee):
    result = referee("check", REVOKE, "--ignore", "FOL002")
    assert (result.status, result.out.splitlines()[0]) == (0, f"{REVOKE}: legal (1 deal, 17 tricks, qq-2deck)")


def test_an_unknown_code_is_asked_wrongly(referee):
    result = referee("check", REVOKE, "--select", "FOL,nonsense")
    assert (result.status, result.out) == (2, "")
    assert "nonsense" in result.err


def test_folders_patterns_and_files_are_each_taken_once(referee, tmp_path):
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    for name in ("one.sgr", "two.sgr"):
        shutil.copy(ROOT / CLEAN, deep / name)
    (deep / "notes.txt").write_text("no record", encoding="utf-8")
    (deep / "other.json").write_text('{"no": "record"}', encoding="utf-8")
    result = referee("check", tmp_path, tmp_path / "**" / "*.sgr", deep / "one.sgr")
    assert result.status == 0
    assert result.out.splitlines()[-1] == "2 files, 4 deals: nothing found"


def test_an_empty_folder_and_an_idle_pattern_are_asked_wrongly(referee, tmp_path):
    for path, said in ((tmp_path, "There is no record"), (tmp_path / "no-such*.sgr", "No file matches")):
        result = referee("check", path)
        assert (result.status, result.out) == (2, "0 files, 0 deals: 1 path without a record\n")
        assert said in result.err
        assert str(path) in result.err


def test_paths_without_records_do_not_keep_the_others_from_being_checked(referee, tmp_path):
    result = referee("check", tmp_path, CLEAN, tmp_path / "*.sgr")
    assert result.status == 2
    assert f"{CLEAN}: legal" in result.out
    assert len(result.err.splitlines()) == 2
    assert result.out.splitlines()[-1] == "1 file, 2 deals: 2 paths without a record"
    answer = json.loads(referee("check", tmp_path, CLEAN, "--format", "json").out)
    assert [(each["path"], each["verdict"]) for each in answer["files"]] == [
        (str(tmp_path), "unreadable"),
        (CLEAN, "legal"),
    ]
    assert answer["summary"]["files"] == len(answer["files"])


def test_one_missing_file_does_not_keep_the_others_from_being_checked(referee):
    result = referee("check", "no-such.sgr", CLEAN)
    assert result.status == 2
    assert f"{CLEAN}: legal" in result.out
    assert result.err == "referee: no-such.sgr cannot be read: there is no such file.\n"
    assert result.out.splitlines()[-1] == "2 files, 2 deals: 1 file not readable"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_faulty_ruleset_is_told_once_a_run(referee, tmp_path, jobs):
    (tmp_path / "house.yaml").write_text('id: house\ntitle: {en: "H", zh: "自"}\nextends: qq-2dekc\n', encoding="utf-8")
    text = '[ruleset "house.yaml"]\ndeal 1\nlevel 2\n'
    (tmp_path / "a.sgr").write_text(text, encoding="utf-8")
    (tmp_path / "b.sgr").write_text(text + text, encoding="utf-8")
    below = tmp_path / "more"
    below.mkdir()
    (below / "c.sgr").write_text(text.replace("house.yaml", "../house.yaml"), encoding="utf-8")
    result = referee("check", tmp_path, "--lang", "en", "--jobs", jobs)
    assert result.status == 2
    heads = [line.replace(f"{tmp_path}/", "") for line in result.out.splitlines() if line[:1] not in {"", " "}]
    assert heads == [
        "house.yaml:3:10 RUL001 ruleset-not-found",
        "b.sgr:1 REC031 ruleset-faulty",
        "b.sgr:4 REC031 ruleset-faulty",
        "more/c.sgr:1 REC031 ruleset-faulty",
        "3 files, 4 deals: 4 errors",
    ]
    assert "The ruleset house.yaml has 1 fault, reported once for all records under it" in result.out
    answer = json.loads(referee("check", tmp_path, "--format", "json", "--jobs", jobs).out)
    assert [[finding["code"] for finding in each["findings"]] for each in answer["files"]] == [
        ["RUL001"],
        ["REC031", "REC031"],
        ["REC031"],
    ]
    assert {each["verdict"] for each in answer["files"]} == {"unreadable"}
    assert answer["summary"]["codes"] == {"REC031": 3, "RUL001": 1}


def test_standard_input(referee):
    result = referee("check", "-", stdin=(ROOT / REVOKE).read_bytes())
    assert result.status == 1
    assert result.out.startswith("-:26:25 FOL002 follow-suit\n")


def test_the_ruleset_of_the_command_line_rules(referee):
    assert "qq-2deck-permanent2" in referee("check", CLEAN, "--ruleset", "qq-2deck-permanent2").out
    unknown = referee("check", CLEAN, "--ruleset", "qq-2dek")
    assert (unknown.status, unknown.out) == (2, "")
    assert "qq-2deck" in unknown.err


def test_a_house_rule_beside_the_record(referee, tmp_path):
    (tmp_path / "ours.yaml").write_text(
        "id: ours\ntitle: {en: ours, zh: 我们的}\nextends: qq-2deck\n", encoding="utf-8"
    )
    record = (ROOT / CLEAN).read_text(encoding="utf-8").replace('"qq-2deck"', '"ours.yaml"')
    (tmp_path / "game.sgr").write_text(record, encoding="utf-8")
    result = referee("check", tmp_path / "game.sgr")
    assert "legal (2 deals, 42 tricks, ours)" in result.out


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_json_is_what_the_schema_says(referee, lang):
    schema = json.loads((ROOT / "docs" / "check-output.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    result = referee("check", "samples", "no-such.sgr", "--format", "json", "--lang", lang)
    data = json.loads(result.out)
    jsonschema.Draft202012Validator(schema).validate(data)
    assert result.status == 2
    files = {Path(entry["path"]).stem: entry for entry in data["files"]}
    assert files["clean-two-decks"]["verdict"] == "legal"
    assert len(files["clean-two-decks"]["deals"][0]["tricks"]) == 19
    assert files["clean-two-decks"]["deals"][0]["attackers_points"] == 85
    (revoke,) = files["revoke"]["findings"]
    assert (revoke["code"], revoke["line"], revoke["column"], revoke["seat"]) == ("FOL002", 26, 25, "E")
    assert files["waived"]["findings"][0]["waived"] == "shown too late, agreed"
    assert files["no-such"]["verdict"] == "unreadable"
    assert files["no-such"]["error"]
    assert data["summary"]["files"] == len(data["files"])
    assert sum(data["summary"]["codes"].values()) == data["summary"]["errors"] + data["summary"]["warnings"]


def test_github_annotations(referee):
    result = referee("check", REVOKE, TYPING, "samples/waived.sgr", "--format", "github")
    first, *others = result.out.splitlines()
    assert first.startswith("::error file=samples/revoke.sgr,line=26,col=25,endColumn=26,title=FOL002 follow-suit::E ")
    assert all(line.startswith("::error file=samples/typing-chinese.sgr,") for line in others)
    assert len(others) == 3


def test_several_processes_print_the_same(referee):
    files = [SAMPLES, "no-such.sgr"]
    for form in ("text", "json"):
        alone = referee("check", *files, "--format", form, "--statistics")
        assert referee("check", *files, "--format", form, "--statistics", "--jobs", 2) == alone


def test_a_fault_of_the_program_is_one_sentence(referee, monkeypatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("referee.checking.Checker.deal", fail)
    result = referee("check", CLEAN, "no-such.sgr", "--lang", "zh")
    assert result.status == 3
    assert result.err.splitlines()[0].startswith(f"referee: {CLEAN}：程序自身出错（ZeroDivisionError fail:")
    assert len(result.err.splitlines()) == 2
