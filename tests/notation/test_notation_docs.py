"""The examples of docs/notation.md are read without complaint, and its tables name every kind of line."""

import re
from pathlib import Path

import pytest

from referee.notation import format_text, read_text
from referee.notation.words import WORDS

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sgr\n(.*?)```", PAGE, re.DOTALL)
TABLE = PAGE[PAGE.index("## Every kind of line") : PAGE.index("**Where a line stands")]
CELLS = [
    cell for row in re.findall(r"^\| [^|]+\|(.+)\|$", TABLE, re.MULTILINE) for cell in re.findall(r"`([^`]+)`", row)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_examples_are_read(block):
    record = read_text(block)
    assert record.findings == []
    assert record.deals[0].events


def test_both_languages_say_the_same():
    english, chinese = BLOCKS[:2]
    uncommented = re.sub(r" *#.*", "", format_text(english, "zh"))
    assert uncommented == format_text(chinese)


@pytest.mark.parametrize("line", CELLS)
def test_table_lines_are_read(line):
    assert read_text(line).findings == []


def test_every_keyword_is_in_the_page():
    assert [word for words in WORDS.values() for word in words if word not in PAGE] == []
