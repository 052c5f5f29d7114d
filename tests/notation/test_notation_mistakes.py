"""Each mistake people make when typing a record: where the caret stands, and what is said in both languages."""

from pathlib import Path

import pytest
import yaml

from referee.findings.catalogue import message
from referee.notation import read_text

ROWS = yaml.safe_load(Path(__file__).with_name("mistakes.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["typed"] for row in ROWS])
def test_mistake(row):
    findings = read_text(row["typed"]).findings
    assert [finding.code for finding in findings] == [row["code"]]
    finding = findings[0]
    assert (message(finding, "en"), message(finding, "zh")) == (row["en"], row["zh"])
    start = row["typed"].index(row["at"], len(row.get("before", ""))) if row["at"] else len(row["typed"])
    assert finding.place.line == 1
    assert finding.place.column == start + 1
    assert finding.place.end_column == start + 1 + max(1, len(row["at"]))


def test_columns_are_those_of_the_text_as_typed():
    (finding,) = read_text("deal 1\r\n  １．　北♠️ＡＡ，东　♥Ｘ；北 １５  # “why”\r\n").findings
    line = "  １．　北♠️ＡＡ，东　♥Ｘ"
    assert (finding.place.line, finding.place.column) == (2, len(line))
    assert message(finding) == "X is not a rank (2–9 10 J Q K A)."


def test_every_mistake_of_a_file_in_one_run():
    text = "".join(f"{row['typed']}\n" for row in ROWS if not row["typed"].startswith("["))
    found = [(finding.place.line, finding.code) for finding in read_text(text).findings]
    rows = [row for row in ROWS if not row["typed"].startswith("[")]
    assert found == [(line, row["code"]) for line, row in enumerate(rows, 1)]


@pytest.mark.parametrize(
    ("typed", "number", "plays"),
    [
        ("7. N SAA E S34", 7, 1),
        ("7. N SAA, E S34, S X5, W S66", 7, 2),
        ("7. N SAA, S34; wins 15", 7, 2),
        ("7. N SAA, E S34 N wins 15", 7, 2),
        ("7. N throws H988 kepe H44", 7, 0),
        ("7. N S5 S1O, E S3", 7, 0),
        ("7 N SAA, E S34", 7, 0),
        ("N SAA, E S34", 4, 0),
        ("7. N SA, E S3+S4, S S5", 7, 1),
        ("7. N SA, E S3; Z 15", 7, 2),
    ],
)
def test_a_trick_is_kept_up_to_the_fault(typed, number, plays):
    record = read_text(f"3. N C2, C3, C4, C5; N 5\n{typed}\n")
    trick = record.deals[0].events[1]
    assert len(record.findings) == 1
    assert (trick.number, len(trick.plays), trick.incomplete) == (number, plays, True)
    assert [play.seat for play in trick.plays] == list(range(plays))


def test_a_word_glued_to_a_declared_seat():
    record = read_text("[seats P1 P2 P3 P4]\n1. P1 S5, P2甩 S6\n")
    assert [message(finding) for finding in record.findings] == ["A blank is missing after the seat P2."]
    record = read_text("[seats 甲 乙 丙 丁]\n1. 甲♠5，♠6，♠7，♠8；乙赢0\n")
    assert [message(finding, "zh") for finding in record.findings] == ["座位 乙 后面要空一格。"]


def test_control_characters_are_not_repeated():
    (finding,) = read_text("deal\x1b[2J 1").findings
    assert "\x1b" not in message(finding)
    (finding,) = read_text("x" * 5000).findings
    assert len(message(finding)) < 80
