"""The other commands: explain, fmt, import, rules, simulate; help, version and mistakes in the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from referee.checking import check
from referee.cli.app import app
from referee.cli.explain import samples
from referee.cli.help_zh import TEXTS
from referee.findings import catalogue
from referee.notation import format_text, read_text
from referee.ruleset import load_text

ROOT = Path(__file__).parent.parent.parent
CLEAN = "samples/clean-two-decks.sgr"


# --- explain


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_explain_takes_codes_and_names(referee, lang):
    page = referee("explain", "FOL003", "--lang", lang)
    assert page == referee("explain", "follow-pair", "--lang", lang) == referee("explain", "fol003", "--lang", lang)
    assert page.status == 0
    entry = catalogue.definition("FOL003")
    assert entry.title[lang] in page.out
    assert format_text(entry.faulty, lang).splitlines()[-1] in page.out


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_finding_has_its_page_and_its_line_in_the_list(referee, lang):
    listing = referee("explain", "--lang", lang).out
    for code in catalogue.all_codes():
        assert catalogue.definition(code).title[lang] in listing
        assert referee("explain", code, "--lang", lang).out.startswith(f"{code} ")


def test_explain_shows_samples_in_the_language_of_the_reader(referee):
    page = referee("explain", "FOL002", "--lang", "zh").out
    assert '  [规则 "qq-2deck"]\n' in page
    assert "1. 北" in page
    assert "  1. 北♠AA 东♠34\n" in referee("explain", "REC002", "--lang", "zh").out
    assert "  1. N SAA E S34\n" in referee("explain", "REC002", "--lang", "en").out


@pytest.mark.parametrize("code", [code for code in catalogue.all_codes() if not code.startswith("RUL")])
def test_chinese_samples_have_the_same_fault(code):
    entry = catalogue.definition(code)
    house = load_text(entry.ruleset) if entry.ruleset else None
    found = {}
    for label, sample in samples(entry, "zh"):
        if sample and label != "house":
            found[label] = [finding.code for finding in check(read_text(sample), house).findings]
            tags = [line for line in sample.splitlines() if line.startswith("[")]
            words = set(re.findall("[a-z]{3,}", sample.replace("\n".join(tags), "")))
            assert not words, "a word of the record is not Chinese"
    assert found == ({"faulty": [code], "correct": []} if entry.faulty else {})


def test_explain_shows_the_house_rule_of_its_samples(referee):
    page = referee("explain", "FOL005").out
    assert "Under the house rule:" in page
    assert "    tiers:" in page
    assert "house rule" not in referee("explain", "FOL003").out


def test_explain_guesses_what_was_meant(referee):
    near = referee("explain", "follow-pairs")
    assert (near.status, near.out) == (2, "")
    assert "follow-pair?" in near.err
    assert "QQQ" in referee("explain", "QQQ", "--lang", "zh").err


# --- fmt


def test_fmt_writes_in_place_once(referee, tmp_path):
    file = tmp_path / "a.sgr"
    file.write_bytes("1. n saa, s34, s5 s10, s66; n 15  # 第一墩\r\nnonsense\n".encode())
    file.chmod(0o640)
    checked = referee("fmt", "--check", file)
    assert checked.status == 1
    assert b"1. n saa" in file.read_bytes()
    assert referee("fmt", file).status == 0
    text = file.read_bytes().decode()
    assert text == "1. N SAA, E S43, S S105, W S66; N wins 15  # 第一墩\r\nnonsense\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert [left.name for left in tmp_path.iterdir()] == ["a.sgr"]
    again = referee("fmt", "--check", file)
    assert (again.status, again.out) == (0, "")
    assert again.err == f'{file}: 1 line not understood, left as written; "referee check" says why\n'


def test_fmt_of_standard_input_in_the_other_language(referee):
    result = referee("fmt", "-", "--lang", "zh", stdin=b"deal 1\ntrump S\n1. N SAA; N 0\n")
    assert (result.status, result.err) == (0, "")
    assert result.out == "第1局\n主 ♠\n1. 北 ♠AA；北 赢 0\n"


def test_fmt_shows_what_would_change(referee, tmp_path):
    file = tmp_path / "a.sgr"
    file.write_text("trump s", encoding="utf-8")
    result = referee("fmt", "--diff", file)
    assert result.status == 1
    assert "-trump s\n" in result.out
    assert "+trump S\n" in result.out
    assert file.read_text(encoding="utf-8") == "trump s"


def test_fmt_leaves_what_it_cannot_read_alone(referee, tmp_path):
    file = tmp_path / "a.sgr"
    file.write_bytes(b"deal 1\nnames \xff\xfe\n")
    result = referee("fmt", file)
    assert (result.status, result.out) == (2, "")
    assert "line 2" in result.err
    assert file.read_bytes() == b"deal 1\nnames \xff\xfe\n"
    assert referee("fmt", tmp_path / "none.sgr").status == 2


def test_fmt_takes_folders_and_patterns(referee, tmp_path):
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    for name in ("one.sgr", "two.SGR", "notes.txt", "rules.yaml"):
        (deep / name).write_text("trump s", encoding="utf-8")
    (tmp_path / "three.sgr").write_text("trump h", encoding="utf-8")
    result = referee("fmt", deep, tmp_path / "*.sgr", deep / "one.sgr")
    assert (result.status, len(result.err.splitlines())) == (0, 3)
    written = {file.name: file.read_text(encoding="utf-8") for file in tmp_path.rglob("*.*")}
    assert written == {
        "one.sgr": "trump S",
        "two.SGR": "trump S",
        "three.sgr": "trump H",
        "notes.txt": "trump s",
        "rules.yaml": "trump s",
    }


def test_fmt_goes_on_after_what_cannot_be_read(referee, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.sgr").write_bytes(b"\xff")
    (tmp_path / "good.sgr").write_text("trump s", encoding="utf-8")
    result = referee("fmt", "--check", tmp_path / "empty", tmp_path / "bad.sgr", tmp_path / "good.sgr")
    assert result.status == 2
    assert "good.sgr: not in canonical form" in result.err
    assert "There is no record (*.sgr)" in result.err
    assert "bad.sgr is not UTF-8 text" in result.err


# --- import

ROOM = ROOT / "tests" / "importers"


def test_import_and_check_of_a_foreign_file(referee, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOM))
    from exporters import room_jsonl

    from referee import load_ruleset, parse
    from referee.simulate import games

    text = "".join(games(load_ruleset("room"), 2, 3))
    log = tmp_path / "game.jsonl"
    log.write_bytes(room_jsonl(parse(text)))
    result = referee("import", log)
    assert (result.status, result.err) == (0, "")
    assert '[ruleset "room"]' in result.out
    checked = referee("check", log)
    assert checked.status == 0, checked.out
    assert "room" in checked.out
    assert referee("import", log, "-o", tmp_path).status == 0
    assert (tmp_path / "game.sgr").read_text(encoding="utf-8") == result.out
    assert referee("check", tmp_path).out.splitlines()[-1].startswith("2 files, 4 deals")


def test_import_of_something_else(referee, tmp_path):
    other = tmp_path / "a.json"
    other.write_text('{"a": 1}', encoding="utf-8")
    assert "not a record" in referee("import", other).err
    assert referee("import", other).status == 2
    assert referee("import", tmp_path / "none.json").status == 2
    assert "not a folder" in referee("import", other, "-o", other).err
    assert "no folder" in referee("import", other, "-o", tmp_path / "none").err


def test_import_goes_on_after_a_file_it_does_not_know(referee, tmp_path):
    other, log = tmp_path / "a.json", tmp_path / "b.jsonl"
    other.write_text('{"a": 1}', encoding="utf-8")
    log.write_text('{"e": "round_start", "round": 1, "trump_rank": "2", "banker": 0}\n', encoding="utf-8")
    result = referee("import", other, tmp_path / "none.json", log)
    assert result.status == 2
    assert len(result.err.splitlines()) == 2
    assert result.out == referee("import", log).out


# --- rules


def test_rules_list_names_every_shipped_ruleset(referee):
    from referee import rulesets

    for lang in ("en", "zh"):
        lines = referee("rules", "list", "--lang", lang).out.splitlines()
        assert [line.split()[0] for line in lines] == list(rulesets.ids())


def test_rules_show_gives_yaml_that_loads_to_the_same_rules(referee, tmp_path):
    import referee as library

    shown = referee("rules", "show", "room")
    assert shown.status == 0
    file = tmp_path / "copy.yaml"
    file.write_text(shown.out, encoding="utf-8")
    copy, ours = library.load_ruleset(file), library.load_ruleset("room")
    for section in ("declare", "throw", "follow", "ruff", "capture", "bands", "rotation", "adjacency", "trump"):
        assert getattr(copy, section) == getattr(ours, section), section


def test_rules_show_says_where_each_value_was_set(referee):
    shown = referee("rules", "show", "room", "--origin").out
    assert "rulesets/base.yaml:" in shown
    assert "rulesets/room.yaml:" in shown


def test_rules_lint_and_test(referee, tmp_path):
    assert referee("rules", "lint", "base", "room").out == "base: nothing found\nroom: nothing found\n"
    assert referee("rules", "test", "qq-2deck").status == 0
    faulty = tmp_path / "faulty.yaml"
    faulty.write_text("id: faulty\nextends: qq-2deck\nthrow: {alowed: no}\n", encoding="utf-8")
    result = referee("rules", "lint", faulty)
    assert result.status == 2
    assert f"{faulty}:3:" in result.out
    assert "throw: {alowed: no}" in result.out
    assert "^" in result.out
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        'id: wrong\ntitle: wrong\nextends: qq-2deck\nexamples:\n  - {kind: result, points: 80, expect: "dealer +1"}\n',
        encoding="utf-8",
    )
    assert referee("rules", "test", wrong).status in {1, 2}


def test_rules_schema_is_json(referee):
    assert json.loads(referee("rules", "schema").out)["$schema"].endswith("2020-12/schema")


# --- simulate


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_simulated_games_are_legal_and_canonical(referee, tmp_path, lang):
    made = referee("simulate", "--ruleset", "qq-2deck", "--deals", 3, "--seed", 4, "--lang", lang)
    assert made == referee("simulate", "-r", "qq-2deck", "-n", 3, "-s", 4, "--lang", lang)
    file = tmp_path / "game.sgr"
    file.write_text(made.out, encoding="utf-8")
    assert referee("check", file).status == 0
    assert referee("fmt", "--check", file).status == 0


def test_simulate_needs_a_ruleset_that_is_one(referee):
    assert referee("simulate", "--ruleset", "base").status == 2
    assert referee("simulate", "--ruleset", "none").status == 2
    assert referee("simulate", "--ruleset", "room", "--deals", 0).status == 2


# --- help, version, mistakes


def test_version_and_help(referee):
    from referee import __version__

    assert referee("--version").out == f"referee {__version__}\n"
    for arguments in ((), ("check",), ("rules",), ("rules", "show"), ("fmt",)):
        result = referee(*arguments, "--help")
        assert result.status == 0
        assert "Usage: referee" in result.out


@pytest.mark.parametrize("arguments", [(), ("check",), ("rules",), ("rules", "show"), ("simulate",)])
def test_help_speaks_chinese(referee, monkeypatch, arguments):
    monkeypatch.setenv("REFEREE_LANG", "zh")
    page = referee(*arguments, "--help")
    assert page.status == 0
    assert "用法：referee" in page.out
    assert not re.search(r"Usage|Options:|Arguments:|Commands:|default|required|range|Show", page.out)
    if not arguments or arguments == ("rules",):
        assert referee(*arguments).err.strip() == page.out.strip()


def test_every_help_text_has_a_translation():
    def texts(command):
        for holder in (command, *command.params):
            yield from (getattr(holder, name, None) for name in ("help", "short_help", "epilog"))
        for below in getattr(command, "commands", {}).values():
            yield from texts(below)

    assert {text for text in texts(get_command(app)) if text} | {"Show this message and exit."} == set(TEXTS)


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        (["chek"], "There is no command chek; did you mean check?", "没有 chek 这个命令；是不是 check？"),
        (["xyzzy"], "There is no command xyzzy.", "没有 xyzzy 这个命令。"),
        (["rules", "tset"], "did you mean test?", "是不是 test？"),
        (["check"], "PATH is missing.", "少了 PATH。"),
        (["check", "x", "--statistic"], "did you mean --statistics?", "是不是 --statistics？"),
        (["check", "x", "--xyzzy"], "There is no option --xyzzy.", "没有 --xyzzy 这个选项。"),
        (
            ["check", "x", "--jobs", "many"],
            "--jobs must be a whole number, not many.",
            "--jobs 应为整数，而不是 many。",
        ),
        (["check", "x", "--jobs", "0"], "--jobs must be 1 or more, not 0.", "--jobs 至少是 1，不能是 0。"),
        (["check", "x", "--format", "xml"], "--format cannot be xml; it is one of", "--format 不能是 xml；可用的有"),
    ],
)
def test_mistakes_are_named_in_both_languages(referee, arguments, english, chinese):
    for lang, words in (("en", english), ("zh", chinese)):
        result = referee(*arguments) if lang == "en" else referee(*arguments, "--lang", "zh")
        assert (result.status, result.out) == (2, "")
        assert words in result.err


def test_the_language_comes_from_the_environment(referee, monkeypatch):
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert "没有问题" in referee("check", CLEAN).out
    monkeypatch.setenv("REFEREE_LANG", "en")
    assert "nothing found" in referee("check", CLEAN).out
    assert "没有问题" in referee("check", CLEAN, "--lang", "zh").out


def test_a_closed_pipe_is_no_fault():
    command = f"{sys.executable} -m referee.cli explain | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stderr == ""
    assert done.returncode in {0, 2}
