"""Bad input as a new user might give it: a clear word, status 2, soon, and never a traceback."""

from __future__ import annotations

import random
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CLEAN = (ROOT / "samples" / "clean-two-decks.sgr").read_bytes()
SOON = 10.0


@pytest.fixture
def soon():
    """Fails where a test takes longer than anybody would wait."""
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < SOON


def png() -> bytes:
    """A picture of one dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 4)) + chunk(b"IEND", b"")


FILES = {
    "empty": b"",
    "blank": b"\n\n  \n# nothing\n",
    "picture": png(),
    "utf-16": CLEAN.decode().encode("utf-16"),
    "gbk": "第1局\n主 ♠".encode("gbk", "replace"),
    "broken": CLEAN.replace(b"dealer W", b"dealer \xff\xfe\xfd"),
    "overlong": CLEAN.replace(b"dealer W", b"dealer \xc0\xaf"),
    "surrogate": b"deal 1\nevent \xed\xa0\x80\n",
    "nul": b"deal 1\n\0\0\0\0\n",
    "one-brace": b"{",
    "json": b'[{"a": 1}]',
    "deep": b"[" * 200_000,
    "zip": b"PK\x03\x04" + bytes(range(256)) * 100,
    "noise": random.Random(1).randbytes(300_000),
    "long-line": b"1. N S" + b"A" * 3_000_000,
    "commas": b"deal 1\n" + b"1. N " + b"," * 90_000,
    "quotes": b"deal 1\nwaive FOL001 " + b'"' * 90_000,
    "huge-number": b"deal " + b"9" * 5_000 + b"\nlevel 2\n",
    "no-ruleset": b"deal 1\nlevel 2\ntrump S\n1. N SA, E S3, S S4, W S5\n",
}


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", FILES)
def test_no_record_at_all(referee, tmp_path, name, lang):
    file = tmp_path / f"{name}.sgr"
    file.write_bytes(FILES[name])
    result = referee("check", file, "--lang", lang)
    assert result.status == 2, result.out
    assert str(file) in result.out
    assert len(result.out) < 400_000
    assert referee("check", "-", "--lang", lang, "--format", "json", stdin=FILES[name]).status == 2


@pytest.mark.parametrize("name", ["picture", "broken", "noise"])
@pytest.mark.parametrize("command", ["fmt", "import"])
def test_other_commands_say_what_they_cannot_read(referee, tmp_path, command, name):
    file = tmp_path / name
    file.write_bytes(FILES[name])
    result = referee(command, file)
    assert (result.status, result.out) == (2, "")
    assert name in result.err
    assert file.read_bytes() == FILES[name]


def test_a_hundred_megabytes_of_one_letter(tmp_path):
    file = tmp_path / "a.sgr"
    with file.open("wb") as stream:
        for _ in range(100):
            stream.write(b"A" * 1024 * 1024)
    program = (
        "import resource, sys; from referee.cli.run import run; status = run(['check', sys.argv[1]]);"
        "print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert time.monotonic() - begun < SOON
    assert done.stderr == ""
    assert "REC001" in done.stdout
    status, megabytes = map(int, done.stdout.splitlines()[-1].split())
    assert status == 2
    assert megabytes < 200


def test_a_record_cut_at_any_byte(referee, tmp_path):
    """Wherever a file breaks off, the rest is read: legal, undetermined, or one line that cannot be read."""
    file = tmp_path / "cut.sgr"
    whole = (ROOT / "samples" / "clean-chinese.sgr").read_bytes()
    places = [*range(120), *random.Random(2).sample(range(120, len(whole)), 60)]
    for place in places:
        file.write_bytes(whole[:place])
        result = referee("check", file)
        assert result.status in {0, 1, 2}
        try:
            whole[:place].decode()
        except UnicodeDecodeError:
            assert result.status == 2
            assert "REC001" in result.out


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(12)
)
HEAD = "id: x\ntitle: x\nextends: qq-2deck\n"
FORMULA = HEAD + "capture:\n  multiplier:\n    any_play: {{when: always, value: {}}}\n"
RULESETS = {
    "bomb": BOMB,
    "merge-bomb": "a: &a {x: 1}\nid: &b\n  <<: [*a, *a]\n",
    "itself": "id: itself\ntitle: itself\nextends: itself.yaml\n",
    "tower": FORMULA.format("2 ** 10 ** 10"),
    "power": FORMULA.format("99999999 ** cards ** 99"),
    "nothing": "",
    "list": "- a\n- b\n",
    "python": "id: !!python/object/apply:os.system ['true']\n",
    "deep": "id: " + "[" * 5_000,
    "wide": HEAD + "levels: [" + "1, " * 100_000 + "1]\n",
    "unknown": "id: x\ntitle: x\nextends: qq-2dekc\n",
    "parenthesis": FORMULA.format(f'"{"(" * 5_000}"'),
}


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_that_is_none(referee, tmp_path, name):
    file = tmp_path / f"{name}.yaml"
    file.write_text(RULESETS[name], encoding="utf-8")
    for lang in ("en", "zh"):
        result = referee("rules", "lint", file, "--lang", lang)
        assert result.status == 2, result.out
        assert f"{name}.yaml" in result.out
        assert len(result.out) < 200_000
    for command in (["check", "samples", "--ruleset"], ["rules", "show"], ["rules", "test"], ["simulate", "-r"]):
        done = referee(*command, file)
        if command[:2] == ["rules", "show"] and done.status == 0:
            continue
        assert (done.status, done.out) == (2, "")
        assert f"{name}.yaml" in done.err


@pytest.mark.usefixtures("soon")
def test_two_rulesets_that_extend_each_other(referee, tmp_path):
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.yaml").write_text(f"id: {one}\ntitle: {one}\nextends: {other}.yaml\n", encoding="utf-8")
    result = referee("rules", "lint", tmp_path / "a.yaml")
    assert result.status == 2
    assert "a.yaml" in result.out
    assert "b.yaml" in result.out


def test_a_terminal_is_not_given_what_it_would_obey(referee, tmp_path):
    file = tmp_path / "escape.sgr"
    file.write_text("deal 1\n\033]0;mine\007 \033[31mred\n1. N \u202eSA\n", encoding="utf-8")
    result = referee("check", file)
    assert result.status == 2
    assert "\033" not in result.out
    assert "\007" not in result.out
    assert "\u202e" not in result.out
