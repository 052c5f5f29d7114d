"""Hypothesis strategies: typed records in canonical order, and lines as careless people type them."""

from hypothesis import strategies as st

from referee.cards import Cards, Unknown, written_order
from referee.notation import line_of, write_record
from referee.record import (
    BidLine,
    BuryLine,
    CapturedLine,
    ConcedeLine,
    Deal,
    DealerLine,
    FlipLine,
    FriendLine,
    HandLine,
    Header,
    KittyLine,
    LevelLine,
    LevelsLine,
    MatchLine,
    NextLine,
    Outcome,
    PassLine,
    PenaltyLine,
    Play,
    PointsLine,
    Record,
    ResultLine,
    RobLine,
    ScoreLine,
    SideValue,
    TitlesLine,
    TotalsLine,
    TrickLine,
    TrumpLine,
    WaiveLine,
)

SEATS = [
    ("N", "E", "S", "W"),
    ("N", "W", "S", "E"),
    ("P1", "P2", "P3", "P4", "P5", "P6"),
    ("张三", "Li-2", "_x", "X5"),
    ("N", "S", "E", "W"),
]
faces = st.integers(0, 53)
unknowns = st.builds(Unknown, st.none() | st.integers(0, 3), st.none() | st.integers(1, 99))
some_faces = st.lists(faces, min_size=1, max_size=6).map(lambda found: tuple(written_order(found)))
known = some_faces.map(Cards)
cards = st.one_of(
    known,
    st.builds(Cards, some_faces, st.lists(unknowns, max_size=2).map(tuple)),
    st.builds(Cards, st.just(()), st.lists(unknowns, min_size=1, max_size=2).map(tuple)),
)
ranks = st.sampled_from(["2", "3", "10", "J", "Q", "K", "A", "NT"])
numbers = st.integers(-999, 9999)
small = st.integers(0, 99)


def joined(groups):
    whole = tuple(face for group in groups for face in group.faces)
    return Cards(whole, tuple(one for group in groups for one in group.unknown))


@st.composite
def plays(draw, seat, *, leads):
    groups = draw(st.none() | st.lists(cards, min_size=2, max_size=3).map(tuple)) if leads else None
    laid = joined(groups) if groups else draw(cards)
    kept = draw(st.none() | cards)
    if kept is not None:
        return Play(seat, kept, laid, True, groups)
    return Play(seat, laid, None, draw(st.booleans()), groups)


@st.composite
def tricks(draw, count):
    order = draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=count))
    laid = [draw(plays(seat, leads=place == 0)) for place, seat in enumerate(order)]
    winner = draw(st.none() | st.integers(0, count - 1))
    points = None if winner is None else draw(st.none() | st.integers(0, 400))
    return TrickLine(0, "", draw(st.integers(0, 999)), laid, winner, points)


def events(count):
    seat = st.integers(0, count - 1)
    side = st.integers(0, 1)
    here = {"line": st.just(0), "text": st.just("")}
    seat_numbers = st.lists(st.tuples(seat, numbers), min_size=1, max_size=count).map(tuple)
    named = seat.flatmap(lambda s: st.builds(SideValue, st.just(s % 2), st.just(s), ranks))
    side_values = st.lists(named | st.builds(SideValue, side, st.none(), ranks), min_size=1, max_size=4).map(tuple)
    parties = st.builds(Outcome, st.just("dealer"), st.integers(-9, 9)) | st.builds(
        Outcome, st.just("attackers"), st.integers(1, 9)
    )
    outcomes = st.one_of(
        st.lists(parties, min_size=1, max_size=2).map(tuple),
        st.sampled_from([(Outcome("take_over", 0),), (Outcome("redeal", 0),)]),
    )
    plain = st.characters(exclude_categories=["C", "Z"], exclude_characters='"“”「」')
    reasons = st.none() | st.text(plain, max_size=8)
    names = st.sampled_from(["单车", "神", "old hand", "N", "S5", "主", "大王 x2", "E 5", "x-1"])
    product = st.tuples(small, small, small) | st.tuples(small, st.none(), st.none())
    return st.one_of(
        st.builds(DealerLine, seat=seat, **here),
        st.builds(LevelLine, rank=ranks, **here),
        st.builds(LevelsLine, levels=side_values, **here),
        st.builds(TotalsLine, totals=seat_numbers, **here),
        st.builds(TitlesLine, titles=st.lists(st.tuples(seat, names), min_size=1, max_size=count).map(tuple), **here),
        st.builds(PointsLine, points=seat_numbers, **here),
        st.builds(HandLine, seat=seat, cards=cards, **here),
        st.builds(BidLine, seat=seat, cards=cards, suit=st.none(), drawn=st.none() | small, **here),
        st.builds(BidLine, seat=seat, cards=st.none(), suit=st.integers(0, 4), drawn=st.none(), **here),
        st.builds(PassLine, seats=st.lists(seat, min_size=1, max_size=4).map(tuple), **here),
        st.builds(TrumpLine, suit=st.integers(0, 4), **here),
        st.builds(FlipLine, cards=st.lists(faces, min_size=1, max_size=6).map(lambda f: Cards(tuple(f))), **here),
        st.builds(KittyLine, cards=cards, **here),
        st.builds(BuryLine, seat=st.none() | seat, cards=cards, **here),
        st.builds(RobLine, seat=seat, cards=cards, **here),
        st.builds(FriendLine, cards=known, ordinal=st.none() | small, **here),
        tricks(count),
        tricks(count),
        st.builds(ScoreLine, points=numbers, **here),
        st.builds(PenaltyLine, side=side, points=numbers, **here),
        product.map(lambda p: CapturedLine(0, "", *p)),
        st.builds(ResultLine, outcomes=outcomes, **here),
        st.builds(NextLine, seat=seat, **here),
        st.builds(ConcedeLine, side=side, **here),
        st.builds(MatchLine, side=side, **here),
        st.builds(
            WaiveLine,
            code=st.sampled_from(["FOL002", "follow-pair"]),
            seat=st.none() | seat,
            reason=reasons,
            applies_to=st.none(),
            **here,
        ),
    )


def holdings(count):
    seat = st.integers(0, count - 1)
    return st.one_of(
        st.builds(HandLine, line=st.just(0), text=st.just(""), seat=seat, cards=cards),
        st.builds(KittyLine, line=st.just(0), text=st.just(""), cards=cards),
        st.builds(BuryLine, line=st.just(0), text=st.just(""), seat=st.none() | seat, cards=cards),
    )


@st.composite
def records(draw):
    found = []
    for _ in range(draw(st.integers(1, 2))):
        seats = draw(st.sampled_from(SEATS))
        header = Header(seats=seats, ruleset=draw(st.sampled_from(["qq-2deck", "house rules/my own.yaml"])))
        for number in range(draw(st.integers(1, 2))):
            lines = draw(st.lists(events(len(seats)), max_size=6))
            found.append(Deal(header, draw(st.none() | small), 0, lines, starts_match=number == 0))
    return Record(None, found, [])


texts = st.builds(write_record, records(), st.sampled_from(["en", "zh"]))
"""Whole records as text."""
trick_lines = st.sampled_from(SEATS).flatmap(
    lambda seats: st.tuples(
        st.just(seats),
        st.builds(
            lambda t, lang: line_of(t, Header(seats=seats), lang), tricks(len(seats)), st.sampled_from(["en", "zh"])
        ),
    )
)
holding_lines = st.sampled_from(SEATS).flatmap(
    lambda seats: st.tuples(
        st.just(seats),
        st.builds(
            lambda line, lang: line_of(line, Header(seats=seats), lang),
            holdings(len(seats)),
            st.sampled_from(["en", "zh"]),
        ),
    )
)
_SHAKE = [
    *'NESWSHDCAKJT10x?9;,:.+ \t#"“甩留赢大北东王小♠♥️分P1_-，；？',
    *("throws ", "keeps ", "wins ", " S", "10", "hand ", "KITTY", "bury", "手牌", "底", "ſ"),
]


@st.composite
def shaken(draw, text):
    """A text with a few characters changed, doubled or left out."""
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        cut = draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from(["", *_SHAKE])) + text[at + cut :]
    return text
