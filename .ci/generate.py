"""Generate docs/findings.md, docs/coverage.md, the generated parts of README.md and the tables of the grammars.

With --check they are only compared.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from pathlib import Path

import rules_coverage

from referee import grammar, rulesets
from referee.cli.run import run
from referee.findings import catalogue
from referee.ruleset import RulesetError, load_ruleset

ROOT = Path(__file__).resolve().parent.parent


def report(*arguments: str) -> str:
    """A command and what it prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        run([*arguments])
    return f"```console\n$ referee {' '.join(arguments)}\n{out.getvalue()}```\n"


def findings() -> str:
    """One line for each finding."""
    lines = ["| code | name | about | 内容 |", "|---|---|---|---|"]
    for code in catalogue.all_codes():
        entry = catalogue.definition(code)
        link = f"[{code}](docs/findings.md#{code.lower()}-{entry.name})"
        lines.append(f"| {link} | `{entry.name}` | {entry.title['en']} | {entry.title['zh']} |")
    return "\n".join(lines) + "\n"


def games() -> str:
    """One line for each ruleset that can referee."""
    lines = ["| ruleset | game | 玩法 | decks 副 | each 每家 | kitty 底牌 |", "|---|---|---|---|---|---|"]
    for name in rulesets.ids():
        with contextlib.suppress(RulesetError):
            rules = load_ruleset(name)
            deal = f"{rules.deck.count} | {rules.deal.hand_size} | {rules.deal.kitty_size}"
            lines.append(f"| [{name}](rulesets/{name}.yaml) | {rules.title['en']} | {rules.title['zh']} | {deal} |")
    return "\n".join(lines) + "\n"


def readme(text: str) -> str:
    """README.md with its generated parts made anew."""
    parts = {
        "report": report("check", "samples/revoke.sgr", "--lang", "en"),
        "report-zh": report("check", "samples/tractor-dispute.sgr", "--lang", "zh"),
        "findings": findings(),
        "games": games(),
    }
    for name, part in parts.items():
        begin = f"<!-- generated: {name} -->\n"
        text, number = re.subn(
            re.escape(begin) + r".*?<!-- end -->",
            lambda _, new=begin + part: f"{new}<!-- end -->",
            text,
            flags=re.DOTALL,
        )
        if number != 1:
            sys.exit(f"README.md has {number} places for {name}")
    return text


def tables(name: str) -> str:
    """The tables of a grammar; those there are where they serve, for Lark numbers its states as chance has it."""
    text, file = grammar.read(f"{name}.lark"), ROOT / "grammar" / f"{name}.json"
    known = file.read_text(encoding="utf-8") if file.exists() else ""
    if grammar.from_tables(known, text) is not None:
        return known
    return grammar.to_tables(grammar.build(text, grammar.STARTS[name]), text)


def main() -> None:
    """Write, or compare."""
    os.chdir(ROOT)
    wanted = {
        ROOT / "docs" / "findings.md": catalogue.render_docs(),
        ROOT / "docs" / "coverage.md": rules_coverage.page(rules_coverage.collect()),
        ROOT / "README.md": readme((ROOT / "README.md").read_text(encoding="utf-8")),
        **{ROOT / "grammar" / f"{name}.json": tables(name) for name in grammar.STARTS},
    }
    stale = [file for file, text in wanted.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        sys.exit(f"not up to date: {', '.join(file.name for file in stale)}; run make docs" if stale else 0)
    for file in stale:
        file.write_text(wanted[file], encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
