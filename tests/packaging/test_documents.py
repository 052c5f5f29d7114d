"""What the documents show is what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_generated_parts_are_up_to_date():
    done = subprocess.run(
        [sys.executable, ".ci/generate.py", "--check"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_ruleset_of_the_readme_is_one_and_its_examples_hold(tmp_path):
    from referee.ruleset import check_file
    from referee.ruleset.examples import run

    (block,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    file = tmp_path / "our-table.yaml"
    file.write_text(block, encoding="utf-8")
    assert check_file(file) == []
    results = run(referee.load_ruleset(file))
    assert len(results) >= 2
    assert all(result.passed for result in results), results


def test_the_notation_of_the_readme_can_be_read():
    (block,) = re.findall(r"```\n(\[ruleset.*?)```", README, re.DOTALL)
    lines = [re.split(r" {3,}", line)[0] for line in block.splitlines()]
    text = "\n".join(line.replace(", …", "") for line in lines)
    record = referee.parse(text)
    assert record.findings == []
    assert len(record.deals[0].events) == 7


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", *(f"docs/{f.name}" for f in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert ((ROOT / document).parent / target).exists(), target
