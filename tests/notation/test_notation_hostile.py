"""Files that are no records, and records nobody could have meant: always an answer, soon, and in words."""

import io
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.findings.catalogue import message
from referee.notation import MAX_FINDINGS, iter_deals, iter_stream, read, read_bytes, read_text


class Endless(io.RawIOBase):
    """A stream of so many copies of a block, never in memory as a whole."""

    def __init__(self, block: bytes, copies: int) -> None:
        self.block, self.left = block, copies

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        if not self.left:
            return 0
        size = min(len(buffer), len(self.block))
        buffer[:size] = self.block[:size]
        self.left -= 1
        return size


def stream(block: bytes, copies: int) -> io.BufferedReader:
    return io.BufferedReader(Endless(block, copies), len(block))


def test_a_hundred_megabytes_of_one_letter():
    findings = []
    start = time.perf_counter()
    assert list(iter_stream(stream(b"A" * 65536, 1600), findings)) == []
    assert time.perf_counter() - start < 5
    assert [(f.code, f.variant) for f in findings] == [("REC001", "long_line")]


def test_a_hundred_megabytes_of_short_nonsense():
    findings = []
    start = time.perf_counter()
    list(iter_stream(stream(b"A\n" * 32768, 1600), findings))
    assert time.perf_counter() - start < 5
    assert len(findings) == MAX_FINDINGS + 1
    assert (findings[-1].code, findings[-1].variant) == ("REC001", "too_many")
    assert str(MAX_FINDINGS) in message(findings[-1])


def test_the_bound_on_findings_can_be_moved():
    findings = []
    list(iter_deals(["x\n"] * 50, findings, max_findings=7))
    assert len(findings) == 8


@pytest.mark.parametrize(
    ("data", "variant", "line", "column"),
    [
        ("deal 1\n庄家 ".encode() + "北".encode("gbk"), "encoding", 2, 4),
        (b"\xff\xfed\0", "utf16", 1, 0),
        (b"PK\x03\x04rest", "binary", 1, 0),
        (b"\x1f\x8b\x08", "binary", 1, 0),
        (b"deal 1\nlevel\0", "binary", 2, 6),
    ],
)
def test_files_that_are_no_text(data, variant, line, column):
    (finding,) = read_bytes(data, "x.sgr").findings
    assert (finding.code, finding.variant) == ("REC001", variant)
    assert (finding.place.line, finding.place.column) == (line, column)
    assert all(message(finding, lang) for lang in ("en", "zh"))


def test_a_long_line_harms_no_other():
    record = read_bytes(b"deal 1\n" + b"S" * 900_000 + b"\ndealer N\n")
    assert [(f.code, f.place.line) for f in record.findings] == [("REC001", 2)]
    assert [event.line for event in record.deals[0].events] == [3]
    record = read_text("deal 1\n" + "S" * 10_001 + "\ndealer N\n")
    assert [(f.code, f.place.line) for f in record.findings] == [("REC001", 2)]
    assert [event.line for event in record.deals[0].events] == [3]


def test_the_longest_line_is_read_in_reasonable_time():
    start = time.perf_counter()
    for text in (
        "1. N " + "S5 " * 3300,
        "1. N " + "S5," * 3300,
        "1. N S" + "5" * 9999,
        "hand N S" + "5" * 9998 + "!",
        "1. N " + "S5x" * 3300,
        "1. N " + "S5?" * 3300 + "!",
        "[x " + "a " * 4900,
        "第" + " " * 9900,
        "1" + " " * 9900,
        "totals " + "N 5 " * 2400,
        '"' * 9999,
        "“" * 9999,
        "「“" * 4999,
        "[" * 9999,
        "a-" * 4999,
        "waive " + "a-" * 4900 + "!",
    ):
        read_text(text)
    assert time.perf_counter() - start < 4


@settings(max_examples=250, deadline=None)
@given(
    st.text(
        st.sampled_from(list('NESWHDC?x10AKJLBJ[]"“”「」#,;:.+@ \t\r\n北东南西王大小甩留赢第局亮♠♥️，；【】é\x00ſK')),
        max_size=60,
    )
)
def test_any_text_gets_an_answer_in_words(text):
    for finding in read_text(text).findings:
        assert message(finding, "en")
        assert message(finding, "zh")
        assert finding.place.line >= 1


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_get_an_answer(data):
    for finding in read_bytes(data).findings:
        assert message(finding, "en")


def test_reading_a_file(tmp_path):
    path = tmp_path / "a.sgr"
    path.write_bytes("\ufeff第1局\r\n".encode())
    record = read(path)
    assert (record.path, [deal.number for deal in record.deals], record.findings) == (str(path), [1], [])
    with pytest.raises(OSError, match="missing"):
        read(tmp_path / "missing.sgr")
