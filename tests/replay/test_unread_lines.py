"""A line that cannot be read is one finding: nothing after it is blamed for what it should have said."""

from __future__ import annotations

import pytest

from referee.checking import check
from referee.notation import format_text, read_text
from referee.ruleset import load_ruleset
from referee.simulate import games

TRICKS = "deal 1\nlevel 2\ntrump H\n1. N SA, E S3, S S4, W S5"


def codes(text: str) -> list[str]:
    return [finding.code for finding in check(read_text(text)).findings]


def spoiled(line: str) -> list[str]:
    """The line with its first and its second word made unreadable, and with something after its end."""
    words = line.split(" ")
    said = [" ".join([*words[:at], "%%", *words[at + 1 :]]) for at in range(min(len(words), 2))]
    return [*said, f"{line} %"]


@pytest.mark.parametrize("ruleset", ["qq-2deck", "room"])
def test_one_unreadable_line_is_one_finding(ruleset: str) -> None:
    lines = "".join(games(load_ruleset(ruleset), 2, 7)).splitlines()
    assert codes("\n".join(lines)) == []
    tricks = [at for at, line in enumerate(lines) if line[:1].isdigit()]
    rulesets = [at for at, line in enumerate(lines) if line.startswith("[ruleset")]
    for at, line in enumerate(lines):
        if not line or at in tricks[2:-1]:
            continue
        for wrong in spoiled(line)[at in rulesets :]:  # without its first word, no tag says anything of the rules
            text = "\n".join([*lines[:at], wrong, *lines[at + 1 :]])
            assert len(codes(text)) == 1, wrong


@pytest.mark.parametrize(
    "tag",
    [
        "[ruleset qq-2deck",
        '[ruleset "qq-2deck]',
        "[ruleset]",
        "[ruleset qq-2deck two]",
        "[ruleset: qq-2deck]",
        '[ruleset "qq-2deck"] x',
        "ruleset qq-2deck",
        "[规则 qq-2deck",
        "规则：“qq-2deck”",
        "[ruleset = qq-2dekc]",
    ],
)
def test_a_ruleset_tag_that_cannot_be_read(tag: str) -> None:
    assert codes(f"{tag}\n{TRICKS}") == ["REC002"]


@pytest.mark.parametrize("tag", ["[ruleset qq-2deck", "ruleset qq-2deck"])
def test_its_name_is_taken_all_the_same(tag: str) -> None:
    report = check(read_text(f"{tag}\n{TRICKS.replace('E S3', 'E C3 D3')}"))
    assert [finding.code for finding in report.findings] == ["REC002", "FOL001"]
    assert report.ruleset == "qq-2deck"


@pytest.mark.parametrize("tag", ['[rulset "qq-2deck"]', "[Rules qq-2deck]"])
def test_a_tag_that_is_nearly_the_ruleset(tag: str) -> None:
    (finding,) = check(read_text(f"{tag}\n{TRICKS}")).findings
    assert (finding.code, finding.variant, finding.place.line) == ("REC020", "misspelt", 1)
    assert finding.facts["value"] == "qq-2deck"


def test_a_header_goes_on_after_a_line_that_is_none() -> None:
    assert codes(f'[event "x"]\n%%\n[ruleset "qq-2deck"]\n{TRICKS}') == ["REC002"]


@pytest.mark.parametrize("tag", ["[seats P1 P2 P3 P4", "[seats P1 P2 P3 4x]", "[seats: P1 P2 P3 P4]"])
def test_seats_that_cannot_be_read_are_known_all_the_same(tag: str) -> None:
    tricks = "deal 1\nlevel 2\ntrump H\n1. P1 SA, P2 S3, P3 S4, S5"
    text = f'[ruleset "qq-2deck"]\n{tag}\n{tricks}'
    assert len(codes(text)) == 1
    assert len(codes(format_text(text))) == 1


@pytest.mark.parametrize("line", ["%%", "deal %%", "dael 2", "第二局", "deal 2 %"])
def test_a_deal_is_not_taken_for_the_one_before(line: str) -> None:
    tricks = "level 2\ntrump H\n1. N SA, E S3, S S4, W S5"
    text = f'[ruleset "qq-2deck"]\ndeal 1\n{tricks}\n{line}\n{tricks}\ndeal 3\n{tricks}'
    record = read_text(text)
    assert [len(deal.events) for deal in record.deals] == [3, 3, 3]
    assert len(check(record).findings) == 1
