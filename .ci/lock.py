"""Write requirements-dev.lock: everything the development environment installs, with exact versions and hashes.

Needs nothing but pip. Versions are resolved for the oldest Python supported; then the files of the same versions for
the other Pythons and platforms are looked up, so that one lock serves them all. Takes some minutes; run by `make lock`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-dev.lock"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    ("macosx_14_0_arm64", "macosx_11_0_arm64", "macosx_11_0_universal2", "macosx_10_9_universal2"),
    ("win_amd64",),
)
WINDOWS_ONLY = ("colorama",)

HEAD = """\
# The development environment, exactly. Written by `make lock`; do not edit.
# Installed by `make test` with: pip install --require-hashes --no-deps -r requirements-dev.lock
"""


def main() -> None:
    """Resolve, look up the other platforms' files, write."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["dependency-groups"]["dev"],
        *WINDOWS_ONLY,
    ]
    found = resolve(["--python-version", PYTHONS[0], "--only-binary", ":all:", "--target", ".lock"], wanted)
    versions = {name: version for name, version, _, _ in found}
    hashes: dict[str, set[str]] = {name: {digest} for name, _, digest, _ in found}
    compiled = [f"{name}=={version}" for name, version, _, file in found if not file.endswith("-none-any.whl")]
    for python in PYTHONS:
        for tags in PLATFORMS:
            choice = [part for tag in tags for part in ("--platform", tag)]
            options = ["--no-deps", "--python-version", python, *choice, "--only-binary", ":all:", "--target", ".lock"]
            for name, _, digest, _ in resolve(options, compiled):
                hashes[name].add(digest)
    write(versions, hashes)


def resolve(options: list[str], wanted: list[str]) -> list[tuple[str, str, str, str]]:
    """Name, version, hash and file name of what pip would install."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
    done = subprocess.run(
        [*command, *options, "--report", "-", *wanted], check=False, capture_output=True, text=True, cwd=ROOT
    )
    if done.returncode:
        if len(wanted) == 1:
            print(f"no file of {wanted[0]} for {' '.join(options)}", file=sys.stderr)  # noqa: T201 - a script
            return []
        if "--no-deps" in options:
            return [entry for one in wanted for entry in resolve(options, [one])]
        sys.exit(done.stderr)
    return [entry(item) for item in json.loads(done.stdout)["install"]]


def entry(item: dict[str, Any]) -> tuple[str, str, str, str]:
    """One package of pip's report."""
    name = item["metadata"]["name"].lower().replace("_", "-")
    download = item["download_info"]
    file = download["url"].rpartition("/")[2]
    return name, item["metadata"]["version"], download["archive_info"]["hash"].replace("=", ":"), file


def write(versions: dict[str, str], hashes: dict[str, set[str]]) -> None:
    """The lock file, in alphabetical order."""
    lines = [HEAD]
    for name in sorted(versions):
        marker = ' ; sys_platform == "win32"' if name in WINDOWS_ONLY else ""
        lines.append(f"{name}=={versions[name]}{marker} \\\n")
        lines.append(" \\\n".join(f"    --hash={digest}" for digest in sorted(hashes[name])) + "\n")
    LOCK.write_text("".join(lines), encoding="utf-8")
    total = sum(map(len, hashes.values()))
    print(f"{LOCK.name}: {len(versions)} packages, {total} files")  # noqa: T201 - a script


if __name__ == "__main__":
    main()
