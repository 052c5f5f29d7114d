"""``referee explain``: the manual page of a finding, or the list of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.failure import Failure
from referee.cli.options import LangOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.cli.style import Style
    from referee.findings.catalogue import Definition


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="A code such as FOL002, or a name such as follow-suit.")
    ] = None,
    lang: LangOption = None,
) -> int:
    """Show what a finding means and why it matters; without a code, list all findings."""
    from referee.cli.language import default_language
    from referee.cli.style import Style
    from referee.findings import catalogue

    language = lang or default_language()
    style = Style.for_stdout()
    if code is None:
        lines = _listing(language, style)
    else:
        try:
            lines = _page(catalogue.by_name(code), language, style)
        except KeyError:
            raise _unknown(code) from None
    for line in lines:
        typer.echo(line)
    return 0


def _unknown(code: str) -> Failure:
    from difflib import get_close_matches

    from referee.findings import catalogue

    codes = catalogue.all_codes()
    names = [catalogue.definition(known).name for known in codes]
    near = [*get_close_matches(code.upper(), codes, 1, 0.6), *get_close_matches(code.lower(), names, 1, 0.6)]
    return Failure("no_code_near" if near else "no_code", code=code, near=near[0] if near else "")


def _listing(lang: str, style: Style) -> Iterator[str]:
    from referee.findings import catalogue

    family = ""
    width = max(len(catalogue.definition(code).name) for code in catalogue.all_codes())
    for code in catalogue.all_codes():
        entry = catalogue.definition(code)
        if entry.family != family:
            family = entry.family
            yield ("\n" if code != catalogue.all_codes()[0] else "") + style.bold(
                f"{family} {catalogue.FAMILIES[family][lang == 'zh']}"
            )
        yield f"  {style.severity(code, entry.severity)}  {entry.name:<{width}}  {entry.title[lang]}"


def samples(entry: Definition, lang: str) -> Iterator[tuple[str, str]]:
    """The samples of a finding under their labels, those that are records in this language."""
    yield "house", entry.ruleset
    if lang == "en" or entry.family == "RUL":
        yield "faulty", entry.faulty
        yield "correct", entry.correct
    else:
        from referee.notation import format_text

        yield "faulty", entry.faulty_zh or format_text(entry.faulty, lang)
        yield "correct", format_text(entry.correct, lang)


def _page(entry: Definition, lang: str, style: Style) -> Iterator[str]:
    from referee.phrases import Phrase, say

    def label(name: str) -> str:
        return style.bold(say(Phrase(f"cli.label.{name}"), lang))

    grave = say(Phrase(f"cli.severity.{entry.severity}"), lang)
    tail = say(Phrase("cli.tail", {"what": grave}), lang)
    yield f"{style.severity(entry.code, entry.severity)} {style.bold(entry.name)}{tail}"
    yield entry.title[lang]
    for text in (entry.catches[lang], entry.why[lang]):
        yield ""
        yield text.strip()
    for name, sample in samples(entry, lang):
        if sample:
            yield ""
            yield label(name)
            yield from (f"  {line}" for line in sample.rstrip("\n").split("\n"))
