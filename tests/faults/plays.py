"""Faults of play: one lead or follow is illegal, everything after it is honest."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from injection import SHIPPED, THREE_DECKS, WITH_PAIRS, play

from referee.packed import pack, unpack
from referee.rules import follow, throw
from referee.rules.decompose import decompose
from referee.rules.throw import LeadVerdict
from referee.shapes import Shape

if TYPE_CHECKING:
    from random import Random

    from referee.rules.bound import Bound, Lead

WITH_THROWS = tuple(name for name in SHIPPED if name != "godot")
PAIRS_AND_THROWS = tuple(name for name in WITH_THROWS if name in WITH_PAIRS)
PAIR, TRIPLE, TRACTOR, TITANIC = Shape(2, 1), Shape(3, 1), Shape(2, 2), Shape(3, 2)


class Chance:
    wanted: Shape | None = None
    """A shape that is led more often than by chance, so that there is an occasion for the fault."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def prepare(self, bound: Bound, holding: int, others: Any) -> Any:
        """A legal lead of the shape wanted, or None."""
        for domain in range(5) if self.wanted is not None else ():
            for component in decompose(bound, domain, holding & bound.mask[domain]):
                if component.shape == self.wanted:
                    faces = tuple(sorted(component.faces))
                    return faces, throw.check(bound, faces, holding, others)
        return None

    def shuffled(self, faces: list[int]) -> list[int]:
        self.rng.shuffle(faces)
        return faces


def duty_broken(bound: Bound, lead: Lead, holding: int, rng: Random, shape: Shape) -> tuple[int, ...] | None:
    """A play of the led suit that keeps back a piece of this shape."""
    faces = unpack(holding & bound.mask[lead.info.domain])
    for chosen in islice(combinations(faces, lead.info.size), 2000):
        fault = follow.check(bound, lead, holding, bound.info(chosen))
        if fault is not None and fault.kind == "shape" and fault.missing == (shape,) and fault.tier is None:
            return chosen
    return None


@play("revoke: a side card or trump on a suit still held", "FOL002")
class Revoke(Chance):
    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        mine = unpack(holding & bound.mask[lead.info.domain])
        other = self.shuffled(unpack(holding - pack(mine)))
        if not mine or not other:
            return None
        kept_back = self.rng.randint(1, min(len(mine), lead.info.size, len(other)))
        good = mine[: lead.info.size]
        if len(good) - kept_back + len(other) < lead.info.size:
            return None
        played = good[: len(good) - kept_back]
        return tuple(sorted(played + other[: lead.info.size - len(played)]))


@play("a pair held and not played on a pair", "FOL003", WITH_PAIRS)
class NoPair(Chance):
    wanted = PAIR

    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        return duty_broken(bound, lead, holding, self.rng, PAIR) if lead.shapes == (PAIR,) else None


@play("two pairs held, one played on a tractor", "FOL003", WITH_PAIRS)
class OnePairOfTwo(Chance):
    wanted = TRACTOR

    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        return duty_broken(bound, lead, holding, self.rng, PAIR) if lead.shapes == (TRACTOR,) else None


@play("a tractor held and not played on a tractor", "FOL004", WITH_PAIRS)
class NoTractor(Chance):
    wanted = TRACTOR

    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        return duty_broken(bound, lead, holding, self.rng, TRACTOR) if lead.shapes == (TRACTOR,) else None


@play("a pair held and not played on a throw with a pair", "FOL003", PAIRS_AND_THROWS)
class NoPairOnThrow(Chance):
    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        mixed = len(lead.shapes) > 1 and PAIR in lead.shapes
        return duty_broken(bound, lead, holding, self.rng, PAIR) if mixed else None


@play("a triple held and not played on a triple", "FOL006", ("three-decks",), deals=12)
class NoTriple(Chance):
    wanted = TRIPLE

    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        return duty_broken(bound, lead, holding, self.rng, TRIPLE) if lead.shapes == (TRIPLE,) else None


class BrokenList(Chance):
    """A lower rung of a follow list is played although the hand can give a better one."""

    first_rung: bool | None = None
    """Whether the rung held back is the first of its list, or a later one."""

    def follow(self, bound: Bound, lead: Lead, holding: int) -> Any:
        if lead.shapes != (self.wanted,):
            return None
        faces = self.shuffled(unpack(holding & bound.mask[lead.info.domain]))
        for chosen in islice(combinations(faces, lead.info.size), 500):
            fault = follow.check(bound, lead, holding, bound.info(tuple(sorted(chosen))))
            if fault is not None and fault.kind == "shape" and self.first_rung in (None, fault.rule.endswith("[1]")):
                return tuple(sorted(chosen))
        return None


@play("a better rung of the follow list could be met", "FOL005", THREE_DECKS, deals=12)
class WrongTier(BrokenList):
    wanted = TRIPLE


@play("a Titanic held and not played on a Titanic", "FOL005", THREE_DECKS, deals=10)
class NoTitanic(BrokenList):
    wanted = TITANIC
    first_rung = True


@play("a rung below the Titanic skipped", "FOL005", THREE_DECKS, deals=10)
class SkippedRung(BrokenList):
    wanted = TITANIC
    first_rung = False


@play("a throw although the rules allow none", "LED004", ("godot",))
class ForbiddenThrow(Chance):
    def lead(self, bound: Bound, holding: int, others: Any) -> Any:
        return self.throw(bound, holding, others, lambda verdict: verdict.kind == "no_throws")

    def throw(self, bound: Bound, holding: int, others: Any, wanted: Any) -> Any:
        for domain in self.rng.sample(range(5), 5):
            components = list(decompose(bound, domain, holding & bound.mask[domain]))
            if len(components) < 2:
                continue
            for _ in range(4):
                chosen = self.rng.sample(components, self.rng.randint(2, min(3, len(components))))
                faces = tuple(sorted(face for component in chosen for face in component.faces))
                verdict = throw.check(bound, faces, holding, others)
                if wanted(verdict):
                    return self.wrong(bound, holding, faces, verdict)
        return None

    def wrong(self, bound: Bound, holding: int, faces: tuple[int, ...], verdict: LeadVerdict) -> Any:
        return faces, LeadVerdict("ok", "throw")


@play("a throw where nobody else holds the suit", "LED008", ("others-hold-some",), deals=12)
class LonelyThrow(ForbiddenThrow):
    def lead(self, bound: Bound, holding: int, others: Any) -> Any:
        return self.throw(bound, holding, others, lambda verdict: verdict.kind == "all_void")


@play("a throw stands that should have failed", "LED005", WITH_THROWS)
class StandingThrow(ForbiddenThrow):
    def lead(self, bound: Bound, holding: int, others: Any) -> Any:
        return self.throw(bound, holding, others, lambda verdict: verdict.kind == "fails")


@play("another component kept after a failed throw", "LED006", WITH_THROWS)
class WrongKept(StandingThrow):
    def wrong(self, bound: Bound, holding: int, faces: tuple[int, ...], verdict: LeadVerdict) -> Any:
        assert verdict.lead is not None
        wrong = [c.faces for c in verdict.lead.components if tuple(sorted(c.faces)) not in verdict.kept]
        return (faces, verdict._replace(kept=(tuple(sorted(self.rng.choice(wrong))),))) if wrong else None


@play("a card kept that was not thrown", "LED010", WITH_THROWS)
class KeptElsewhere(StandingThrow):
    def wrong(self, bound: Bound, holding: int, faces: tuple[int, ...], verdict: LeadVerdict) -> Any:
        assert verdict.lead is not None
        rest = unpack((holding & bound.mask[verdict.lead.info.domain]) - pack(faces))
        other = [face for face in rest if face not in faces]
        return (faces, verdict._replace(kept=((self.rng.choice(other),),))) if other else None


@play("a throw taken back that stands", "LED009", WITH_THROWS)
class TakenBack(ForbiddenThrow):
    def lead(self, bound: Bound, holding: int, others: Any) -> Any:
        return self.throw(bound, holding, others, lambda v: v.kind == "ok" and v.lead is not None)

    def wrong(self, bound: Bound, holding: int, faces: tuple[int, ...], verdict: LeadVerdict) -> Any:
        assert verdict.lead is not None
        kept = self.rng.choice(verdict.lead.components).faces
        return faces, verdict._replace(kind="fails", kept=(tuple(sorted(kept)),))


@play("another seat leads than the winner", "LED001")
class WrongLeader(Chance):
    def leads_next(self, winner: int, count: int) -> int:
        return (winner + self.rng.randint(1, count - 1)) % count


@play("another trump than the bids make", "BID009")
class WrongTrump(Chance):
    def declared(self, found: Any) -> Any:
        return (
            None
            if found.redeal or not found.declared
            else found._replace(trump=(found.trump + self.rng.randint(1, 4)) % 5)
        )


@play("another first dealer than the bids make", "BID010", deals=2)
class WrongFirstDealer(Chance):
    first_deal = True

    def declared(self, found: Any) -> Any:
        return (
            None
            if found.redeal or not found.declared
            else found._replace(dealer=(found.dealer + self.rng.choice((1, 2, 3))) % 4)
        )


@play("a later dealer who does not follow from the deal before", "ADV005", WITH_THROWS)
class WrongLaterDealer(Chance):
    first_deal = False

    def declared(self, found: Any) -> Any:
        return None if found.redeal else found._replace(dealer=(found.dealer + 2) % 4)


@play("a kitty of forbidden cards", "KIT003", ("no-point-burial",))
class ForbiddenBurial(Chance):
    def bury(self, ruleset: Any, hand: int, level: str, trump: int) -> Any:
        faces = unpack(hand)
        points = [face for face in faces if ruleset.points[face]]
        rest = [face for face in faces if not ruleset.points[face]]
        due = ruleset.deal.kitty_size
        return tuple(sorted([points[0], *self.rng.sample(rest, due - 1)])) if points and len(rest) >= due - 1 else None


@play("a kitty with too many points", "KIT004", ("low-point-burial",))
class RichBurial(Chance):
    def bury(self, ruleset: Any, hand: int, level: str, trump: int) -> Any:
        rich = sorted(unpack(hand), key=lambda face: -ruleset.points[face])[: ruleset.deal.kitty_size]
        worth = sum(ruleset.points[face] for face in rich)
        return tuple(sorted(rich)) if worth > ruleset.kitty.bury_point_limit else None
