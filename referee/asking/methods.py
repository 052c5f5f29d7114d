"""The explaining methods of ``Table``: whole answers, of questions that need not be complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.asking.captures import By
    from referee.asking.rulings import CaptureRuling, TrickRuling
    from referee.reading import CardText
    from referee.ruling import Ruling
    from referee.table import Table


class Explaining:
    """What a table can be asked without knowing everything: the answer, why, and what is missing for a certain one."""

    __slots__ = ()

    def explain_follow(
        self,
        *,
        lead: CardText | None = None,
        holding: CardText | None = None,
        play: CardText | None = None,
        shown: int = 6,
    ) -> Ruling:
        """May this be played to that lead; without ``play``: what may be? See ``referee.asking.follows``.

        Args:
            lead: the cards led.
            holding: the whole hand before the play; ``?x3`` for three unseen cards, ``?`` for any number.
            play: the cards played.
            shown: so many legal plays are named in ``legal_examples``; ``legal_count`` counts them all.

        Raises:
            ValueError: cards cannot be read, or the lead is not one.
        """
        from referee.asking.follows import explain_follow  # noqa: PLC0415 - explaining is asked for seldom

        return explain_follow(cast("Table", self), lead=lead, holding=holding, play=play, shown=shown)

    def explain_lead(
        self,
        lead: CardText | None = None,
        *,
        others: Sequence[CardText] | None = None,
        holding: CardText | None = None,
        seats: Sequence[str | None] = (),
    ) -> Ruling:
        """May this be led, does a throw 甩牌 stand, what is kept? Hands not in ``others`` are not known.

        Raises:
            ValueError: cards cannot be read.
        """
        from referee.asking.leads import explain_lead  # noqa: PLC0415

        return explain_lead(cast("Table", self), lead, others=others, holding=holding, seats=seats)

    def explain_trick(
        self, plays: Sequence[CardText] | None = None, *, seats: Sequence[str | None] = ()
    ) -> TrickRuling:
        """Who wins, and why each other play does not. The first play is the lead, the others in the order played.

        Raises:
            ValueError: cards cannot be read, or the lead is not one.
        """
        from referee.asking.tricks import explain_trick  # noqa: PLC0415

        return explain_trick(cast("Table", self), plays, seats=seats)

    def explain_capture(
        self,
        *,
        lead: CardText | None = None,
        winning: CardText | None = None,
        plays: Sequence[CardText] | None = None,
        by: By | None = None,
        led_by: By | None = None,
        points: int | None = None,
        kitty: CardText | None = None,
        before: int | None = None,
    ) -> CaptureRuling:
        """What the last trick brings 扣底, the formula worked out. See ``referee.asking.captures`` for the arguments.

        Raises:
            ValueError: cards cannot be read, the lead is not one, or the cards cannot have won.
        """
        from referee.asking.captures import explain_capture  # noqa: PLC0415

        return explain_capture(
            cast("Table", self),
            lead=lead,
            winning=winning,
            plays=plays,
            by=by,
            led_by=led_by,
            points=points,
            kitty=kitty,
            before=before,
        )
