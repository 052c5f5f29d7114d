"""Run in a clean environment: does the installed package have all it needs, and write nothing into itself?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Use the command and the library as a stranger would."""
    environment, samples = Path(sys.argv[1]), Path(sys.argv[2])
    command = environment / "bin" / "referee"
    before = listing(environment)

    import referee
    from referee import grammar, rulesets

    package = Path(referee.__file__).resolve().parent
    if not package.is_relative_to(environment.resolve()):
        sys.exit(f"not the installed package: {package}")
    for name in grammar.STARTS:
        grammar.load(name)
        grammar.read(f"{name}.json")
    for name in rulesets.ids():
        if name != "base":
            referee.load_ruleset(name)
    version = run(command, "--version", expect={0})
    if referee.__version__ not in version:
        sys.exit(f"unexpected version: {version}")
    run(command, "check", str(samples / "clean-two-decks.sgr"), expect={0})
    run(command, "check", "--lang", "zh", "--format", "json", str(samples / "revoke.sgr"), expect={1})
    run(command, "explain", "FOL002", expect={0})
    run(command, "rules", "test", "qq-2deck", expect={0})
    written = {path for path in listing(environment) - before if "__pycache__" not in path}
    if written:
        sys.exit(f"written into the installation: {sorted(written)}")
    print(f"the installed wheel works: {version.strip()}, {len(rulesets.ids())} rulesets")  # noqa: T201 - a script


def run(*command: object, expect: set[int]) -> str:
    """What a command prints; ends here if its exit status is another than expected."""
    done = subprocess.run([str(part) for part in command], check=False, capture_output=True, text=True)
    if done.returncode not in expect or "Traceback" in done.stderr:
        sys.exit(f"{command} gave {done.returncode}:\n{done.stdout[-2000:]}{done.stderr}")
    return done.stdout


def listing(folder: Path) -> set[str]:
    """Every file below a folder."""
    return {str(path) for path in folder.rglob("*")}


if __name__ == "__main__":
    main()
