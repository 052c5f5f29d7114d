"""What is written about the package agrees with what is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import referee

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")


def test_every_package_is_listed():
    folders = {"referee": "referee", "cli": "referee.cli", "grammar": "referee.grammar", "rulesets": "referee.rulesets"}
    found = set()
    for folder, name in folders.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            inner = init.parent.relative_to(ROOT / folder).parts
            found.add(".".join((name, *inner)))
    assert found == set(PROJECT["tool"]["setuptools"]["packages"])


def test_every_data_file_has_a_listed_ending():
    endings = {Path(pattern).suffix or pattern for pattern in PROJECT["tool"]["setuptools"]["package-data"]["*"]}
    for folder in ("referee", "cli", "grammar", "rulesets"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and file.suffix not in {".py", ".pyc"}:
                assert file.suffix in endings or file.name in endings, file


def test_the_version_is_said_once():
    assert PROJECT["project"]["version"] == referee.__version__
    assert f"## {referee.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_lock_has_every_dependency_with_hashes_and_no_address():
    locked = {name.lower() for name in re.findall(r"^([A-Za-z0-9._-]+)==", LOCK, re.MULTILINE)}
    wanted = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *PROJECT["dependency-groups"]["dev"],
    ]
    for requirement in wanted:
        name = re.split(r"[<>=~!;\[ ]", requirement)[0].lower()
        assert name in locked, requirement
    assert "://" not in LOCK
    blocks = re.split(r"\n(?=\S)", LOCK.split("\n\n")[0].split("requirements-dev.lock\n")[-1])
    assert all("--hash=sha256:" in block for block in blocks if "==" in block)
