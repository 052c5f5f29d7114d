"""The catalogue of findings: each code is defined in one YAML file of this folder, and read when it is needed.

A definition carries the readable name, the severity, titles, a manual page (what the finding catches, why it matters),
the wording of its messages, and a faulty and a correct sample, in English and Chinese.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from referee.phrases import fill

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.findings import Finding, Severity

FAMILIES: dict[str, tuple[str, str]] = {
    "REC": ("Reading a record", "读记录"),
    "CRD": ("Cards", "牌的张数与归属"),
    "BID": ("Declaring and robbing", "亮主、反主与抢底"),
    "KIT": ("Burying", "埋底"),
    "LED": ("Leads, throws and turns", "出牌、甩牌与轮次"),
    "FOL": ("Following", "跟牌"),
    "WIN": ("Who won the trick", "赢墩"),
    "SCO": ("Points and result", "得分与结果"),
    "ADV": ("Levels, dealer, match", "升级、庄家与比赛"),
    "RUL": ("Ruleset files", "规则文件"),
}
"""Family → what it is about, in English and Chinese, in the order of the manual."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One kind of finding. Texts map a language (``en``, ``zh``) to words; ``messages`` maps a variant to that."""

    code: str
    name: str
    severity: Severity
    title: Mapping[str, str]
    catches: Mapping[str, str]
    why: Mapping[str, str]
    messages: Mapping[str, Mapping[str, str]]
    faulty: str
    correct: str
    ruleset: str = ""
    """House rules (YAML) under which the samples are judged, where no shipped ruleset has the rule."""
    faulty_zh: str = ""
    """The faulty sample in Chinese, where its fault cannot be translated: it stands in a line that cannot be read."""

    @property
    def family(self) -> str:
        """The first three letters of the code."""
        return self.code[:3]


@lru_cache(maxsize=1)
def all_codes() -> tuple[str, ...]:
    """Every code there is, family by family in the order of ``FAMILIES``."""
    folder = resources.files("referee.findings")
    names = (entry.name for entry in folder.iterdir())
    codes = [name.removesuffix(".yaml") for name in names if name.endswith(".yaml")]
    order = list(FAMILIES)
    return tuple(sorted(codes, key=lambda code: (order.index(code[:3]), code)))


@lru_cache(maxsize=256)
def definition(code: str) -> Definition:
    """The definition of a code such as ``FOL003`` (upper case).

    Raises:
        KeyError: there is no such code.
    """
    import yaml  # noqa: PLC0415 - only when something has to be said

    path = resources.files("referee.findings").joinpath(f"{code}.yaml")
    if not (code.isalnum() and path.is_file()):
        raise KeyError(code)
    data: dict[str, Any] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )
    return Definition(
        code=data["code"],
        name=data["name"],
        severity=data["severity"],
        title=data["title"],
        catches=data["catches"],
        why=data["why"],
        messages=data["messages"],
        faulty=data.get("faulty") or "",
        correct=data.get("correct") or "",
        ruleset=data.get("ruleset") or "",
        faulty_zh=data.get("faulty_zh") or "",
    )


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    return {definition(code).name: code for code in all_codes()}


def by_name(name: str) -> Definition:
    """The definition with this code or readable name, in any case (``FOL003``, ``follow-pair``).

    Raises:
        KeyError: there is no such code or name.
    """
    upper = name.upper()
    if upper in all_codes():
        return definition(upper)
    return definition(_names()[name.lower()])


def message(finding: Finding, lang: str = "en") -> str:
    """What a finding says, in words.

    Raises:
        KeyError: no such code, variant or fact.
    """
    said = fill(definition(finding.code).messages[finding.variant][lang], finding.facts, lang)
    return said[:-1] if said.endswith(("..", "。。", "。.")) else said  # a reason may be a sentence of its own


def severity(code: str) -> Severity:
    """How grave a finding of this code is."""
    return definition(code).severity


def render_docs() -> str:
    """The manual of all findings, as Markdown: docs/findings.md is exactly this text."""
    parts = [_HEAD]
    parts.extend(_render_table())
    parts.extend(_render_page(definition(code)) for code in all_codes())
    return "\n".join(parts).rstrip() + "\n"


def _render_table() -> list[str]:
    lines: list[str] = []
    for family, (english, chinese) in FAMILIES.items():
        codes = [code for code in all_codes() if code.startswith(family)]
        if not codes:
            continue
        lines += [f"### {family} · {english} · {chinese}", "", "| code | name | severity | about | 内容 |"]
        lines.append("|---|---|---|---|---|")
        for code in codes:
            entry = definition(code)
            link = f"[{code}](#{code.lower()}-{entry.name})"
            about = f"{entry.title['en']} | {entry.title['zh']}"
            lines.append(f"| {link} | `{entry.name}` | {entry.severity} | {about} |")
        lines.append("")
    return lines


def _render_page(entry: Definition) -> str:
    lines = [
        f"## {entry.code} {entry.name}",
        "",
        f"**{entry.title['en']}** · {entry.title['zh']} ({entry.severity})",
        "",
    ]
    for language in ("en", "zh"):
        lines += [entry.catches[language].strip(), "", entry.why[language].strip(), ""]
    if entry.ruleset:
        lines += ["Under house rules such as these:", "", "```yaml", entry.ruleset.rstrip(), "```", ""]
    for heading, sample in (("Faulty", entry.faulty), ("Correct", entry.correct)):
        if sample:
            lines += [f"{heading}:", "", "```", sample.rstrip(), "```", ""]
    return "\n".join(lines)


_HEAD = """\
# Findings

Everything the referee can report. This page is generated from the files in `referee/findings/`;
`referee explain CODE` shows the same text. A finding can be accepted with a line `waive CODE` under the line it
points at. 本页由 `referee/findings/` 生成。
"""
