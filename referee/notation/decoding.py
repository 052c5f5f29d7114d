"""Bytes to lines: UTF-8 strictly, long lines cut, files that are no text recognised."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Final

from referee.findings import Finding, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAGIC: Final = {
    b"\xff\xfe": "utf16",
    b"\xfe\xff": "utf16",
    b"\x1f\x8b": "binary",
    b"PK\x03\x04": "binary",
    b"%PDF": "binary",
    b"\x89PNG": "binary",
}


def decoded_lines(stream: BinaryIO, findings: list[Finding], max_line: int) -> Iterator[str]:
    """The lines of a UTF-8 stream, with their line ends.

    Args:
        stream: An open binary file.
        findings: Gets one finding REC001, with line and column, if the stream is not UTF-8 text; the lines then end.
        max_line: A line longer than so many characters is yielded cut, one character longer than that.
    """
    limit = 4 * (max_line + 1)
    line = 0
    while data := stream.readline(limit):
        line += 1
        if line == 1:
            for magic, variant in _MAGIC.items():
                if data.startswith(magic):
                    findings.append(Finding("REC001", Place(1), {}, variant))
                    return
        whole = len(data) < limit or data.endswith(b"\n")
        if not whole:
            _skip_line(stream, limit)
        try:
            yield data.decode("utf-8") if whole else data.decode("utf-8", "replace")
        except UnicodeDecodeError as error:
            column = len(data[: error.start].decode("utf-8", "replace")) + 1
            facts = {"byte": f"0x{data[error.start]:02X}"}
            findings.append(Finding("REC001", Place(line, column, column + 1), facts, "encoding"))
            return


def _skip_line(stream: BinaryIO, limit: int) -> None:
    while data := stream.readline(limit):
        if data.endswith(b"\n"):
            return
