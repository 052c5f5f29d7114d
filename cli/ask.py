"""``referee ask``: one situation at the table, one ruling with its reasons."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.failure import FOUND, Failure
from referee.cli.options import LangOption

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.asking.question import Kind, Question
    from referee.asking.words import Given
    from referee.ruleset.model import Ruleset


class AskFormat(StrEnum):
    """Formats of an answer."""

    TEXT = "text"
    JSON = "json"


app = typer.Typer(
    help="Ask about one situation: a ruling with its reasons. Alone it asks back, step by step.",
    epilog="Anything may be left out or be ?; the answer then says what it depends on. Exit status: 0 legal, or the "
    "answer, or undetermined; 1 illegal; 2 could not be read or was asked wrongly.",
    invoke_without_command=True,
    no_args_is_help=False,
)

RulesetOption = Annotated[
    str | None,
    typer.Option("--ruleset", "-r", metavar="ID|PATH", help="The rules to go by; without, all shipped ones."),
]
LevelOption = Annotated[
    str | None, typer.Option("--level", "-l", metavar="LEVEL", help="Level of the deal: 2 to 10, J, Q, K, A.")
]
TrumpOption = Annotated[str | None, typer.Option("--trump", "-t", metavar="SUIT", help="Trump: S, H, D, C or NT.")]
LeadOption = Annotated[str | None, typer.Option(metavar="CARDS", help="The cards led.")]
PlaysOption = Annotated[
    list[str] | None, typer.Option(metavar="PLAYS", help='The plays in order, the lead first: "N H55, E S34, S H66".')
]
CompareOption = Annotated[
    str | None,
    typer.Option(metavar="[IDS]", help="Ask the same under these rulesets too, with commas; without a name under all."),
]
FormatOption = Annotated[AskFormat, typer.Option("--format", help="How to answer.")]
OtherLevelOption = Annotated[str | None, typer.Option(metavar="LEVEL", help="Level of the other side.")]
SeatsOption = Annotated[
    str | None, typer.Option(metavar="NAMES", help="Names of the seats in turn order; N E S W unless said otherwise.")
]


@app.callback()
def ask(context: typer.Context, lang: LangOption = None) -> int:
    """Ask back, step by step, where no kind of question is named."""
    if context.invoked_subcommand is not None:
        return 0
    from referee.cli.ask_dialog import Dialog
    from referee.cli.language import default_language

    return Dialog(lang or default_language()).run()


@app.command()
def follow(
    ruleset: RulesetOption = None,
    level: LevelOption = None,
    trump: TrumpOption = None,
    lead: LeadOption = None,
    holding: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The whole hand before the play; ?x3 for three unseen cards.")
    ] = None,
    play: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The cards played; without, all that may be played.")
    ] = None,
    compare: CompareOption = None,
    form: FormatOption = AskFormat.TEXT,
    lang: LangOption = None,
) -> int:
    """May this be played to that lead? What must be followed?"""
    given = {"lead": lead, "holding": holding, "play": play}
    return _answer("follow", ruleset, level, trump, given, compare, form, lang)


@app.command()
def lead(
    ruleset: RulesetOption = None,
    level: LevelOption = None,
    trump: TrumpOption = None,
    lead: LeadOption = None,
    others: Annotated[
        list[str] | None,
        typer.Option(metavar="HANDS", help='What the others hold of the suit: "HJ; H55; -", or once for each hand.'),
    ] = None,
    holding: Annotated[str | None, typer.Option(metavar="CARDS", help="The whole hand of the leader.")] = None,
    compare: CompareOption = None,
    form: FormatOption = AskFormat.TEXT,
    lang: LangOption = None,
) -> int:
    """May this be led? Does a throw stand, what is kept, what is the fine?"""
    given: dict[str, Given] = {"lead": lead, "others": others, "holding": holding}
    return _answer("lead", ruleset, level, trump, given, compare, form, lang)


@app.command()
def trick(
    ruleset: RulesetOption = None,
    level: LevelOption = None,
    trump: TrumpOption = None,
    plays: PlaysOption = None,
    compare: CompareOption = None,
    form: FormatOption = AskFormat.TEXT,
    lang: LangOption = None,
) -> int:
    """Who wins the trick, and why does each other play not?"""
    return _answer("trick", ruleset, level, trump, {"plays": plays}, compare, form, lang)


@app.command()
def capture(
    ruleset: RulesetOption = None,
    level: LevelOption = None,
    trump: TrumpOption = None,
    lead: LeadOption = None,
    winning: Annotated[str | None, typer.Option(metavar="CARDS", help="The cards that won the last trick.")] = None,
    plays: PlaysOption = None,
    by: Annotated[str | None, typer.Option(metavar="SIDE", help="Who won it: attackers or dealer.")] = None,
    led_by: Annotated[str | None, typer.Option(metavar="SIDE", help="Who led it: attackers or dealer.")] = None,
    points: Annotated[str | None, typer.Option(metavar="N", help="The points in the kitty.")] = None,
    kitty: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The cards buried, instead of their points.")
    ] = None,
    before: Annotated[str | None, typer.Option(metavar="N", help="The attackers' points without the capture.")] = None,
    compare: CompareOption = None,
    form: FormatOption = AskFormat.TEXT,
    lang: LangOption = None,
) -> int:
    """What does the last trick bring? The formula is shown with the numbers put in."""
    given: dict[str, Given] = {
        "lead": lead,
        "winning": winning,
        "plays": plays,
        "by": by,
        "led_by": led_by,
        "points": points,
        "kitty": kitty,
        "before": before,
    }
    return _answer("capture", ruleset, level, trump, given, compare, form, lang)


@app.command()
def result(
    ruleset: RulesetOption = None,
    points: Annotated[str | None, typer.Option(metavar="N", help="The attackers' points at the end.")] = None,
    level: Annotated[
        str | None, typer.Option("--level", "-l", metavar="LEVEL", help="Level of the dealer side before the deal.")
    ] = None,
    other_level: OtherLevelOption = None,
    dealer: Annotated[str | None, typer.Option(metavar="SEAT", help="The seat that dealt.")] = None,
    totals: Annotated[
        str | None, typer.Option(metavar="N...", help="Each player's room points before the deal, in turn order.")
    ] = None,
    seats: SeatsOption = None,
    compare: CompareOption = None,
    form: FormatOption = AskFormat.TEXT,
    lang: LangOption = None,
) -> int:
    """Who rises by how much, who deals next, what are the room points?"""
    given = {"points": points, "other_level": other_level, "dealer": dealer, "totals": totals, "seats": seats}
    return _answer("result", ruleset, level, None, given, compare, form, lang)


@app.command()
def bid(
    ruleset: RulesetOption = None,
    level: LevelOption = None,
    bids: Annotated[
        list[str] | None, typer.Option(metavar="BIDS", help='The bids in order: "N H10, E S1010"; none if nobody bid.')
    ] = None,
    robs: Annotated[list[str] | None, typer.Option(metavar="BIDS", help="Robbings after the burial.")] = None,
    passes: Annotated[str | None, typer.Option(metavar="SEATS", help="Seats that passed before the first bid.")] = None,
    dealer: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Who deals by the rotation, in a later deal.")
    ] = None,
    first_deal: Annotated[
        bool | None, typer.Option("--first-deal/--later-deal", help="Is it the first deal, with no dealer yet?")
    ] = None,
    other_level: OtherLevelOption = None,
    seats: SeatsOption = None,
    compare: CompareOption = None,
    form: FormatOption = AskFormat.TEXT,
    lang: LangOption = None,
) -> int:
    """May this be bid, may it overcall that? What is trump, who deals? Robbing too."""
    given: dict[str, Given] = {
        "bids": bids,
        "robs": robs,
        "passes": passes,
        "dealer": dealer,
        "first_deal": first_deal,
        "other_level": other_level,
        "seats": seats,
    }
    return _answer("bid", ruleset, level, None, given, compare, form, lang)


def _answer(
    kind: Kind,
    ruleset: str | None,
    level: str | None,
    trump: str | None,
    given: Mapping[str, Given],
    compare: str | None,
    form: AskFormat,
    lang: str | None,
) -> int:
    """Put a question together, ask it, and write the answer; returns the exit status."""
    from referee.asking.words import WordError, question_of
    from referee.cli.language import default_language
    from referee.phrases import PhraseError

    language = str(lang or default_language())
    try:
        question = question_of(kind, {"level": level, "trump": trump, **given})
    except WordError as error:
        raise Failure("ask.word", option=f"--{error.word.replace('_', '-')}", reason=error.phrase) from None
    try:
        if compare is not None:
            return _compare(question, ruleset, compare, form, language)
        return _ask(question, ruleset, form, language)
    except PhraseError as error:
        raise Failure("ask.wrong", reason=error.phrase) from None


def _ask(question: Question, ruleset: str | None, form: AskFormat, lang: str) -> int:
    from referee.asking.question import answer, answer_under_any
    from referee.cli.ask_text import AnswerText
    from referee.cli.ruleset_errors import load

    rules = None if ruleset is None else load(ruleset, lang)
    ruling = answer_under_any(question) if rules is None else answer(question, rules)
    if form is AskFormat.JSON:
        from referee.asking.plain import answer_json
        from referee.cli.render_json import dump

        typer.echo(dump(answer_json(question, None if rules is None else rules.id, ruling, lang)))
    else:
        for line in AnswerText.for_stdout(lang).answer(question, rules, ruling):
            typer.echo(line)
    return FOUND if ruling.verdict == "illegal" else 0


def _compare(question: Question, ruleset: str | None, names: str, form: AskFormat, lang: str) -> int:
    from referee.asking.compare import compare_question
    from referee.cli.ask_text import AnswerText

    comparison = compare_question(question, to_compare(ruleset, names, lang))
    if form is AskFormat.JSON:
        from referee.asking.plain import comparison_json
        from referee.cli.render_json import dump

        typer.echo(dump(comparison_json(comparison, lang)))
    else:
        for line in AnswerText.for_stdout(lang).comparison(comparison):
            typer.echo(line)
    first = comparison.rows[0].ruling
    return FOUND if first is not None and first.verdict == "illegal" else 0


def to_compare(ruleset: str | None, names: str, lang: str) -> list[Ruleset]:
    """The rulesets to ask, the one to compare with first: that of ``--ruleset``, or the one most others start from."""
    from referee.asking.compare import all_from
    from referee.asking.question import foundation
    from referee.cli.ruleset_errors import load

    wanted = [name.strip() for name in names.replace("，", ",").split(",") if name.strip()]
    first = [] if ruleset is None else [load(ruleset, lang)]
    if not wanted or [name.lower() for name in wanted] in (["all"], ["全部"]):
        return all_from(first[0] if first else foundation())
    named = [load(name, lang) for name in wanted]
    if not first and len(named) == 1:
        first = [foundation()]
    return list({each.id: each for each in (*first, *named)}.values())
