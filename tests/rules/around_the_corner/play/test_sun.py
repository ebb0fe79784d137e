"""Together against the sun (rules 1.11)."""

import pytest

from game.rules.around_the_corner import Result, apply, by_reaction, due, judge, moves, next_due, result
from game.rules.around_the_corner.position import Options
from game.rules.contract import Event, Move
from tests.rules.around_the_corner.pictures import photo, picture, play, plays, table

SUN = """
    pile    2±2 5±1
    seat 0  4±1 9±1 | 3±1
    seat 1  6±1 1±3
"""


def sun(text=SUN, **options):
    return table(text, mode="sun", **options)


def began(at=1_000, **options):
    return apply(sun("dealt" + SUN, **options), Event("go", at=at))


def test_everybody_plays_at_any_time_and_nobody_is_first():
    before = sun(first="reaction")
    assert not by_reaction(before)
    assert picture(play(play(before, plays(before, 1, "6±1")), Move("draw", 0))) == photo("""
        pile    2±2 5±1 6±1
        seat 0  4±1 9±1 3±1
        seat 1  - 1±3
    """)


def test_a_card_counts_on_what_lies_there_whichever_top_card_it_names():
    """4 was meant for 5 ±1; 3 ±1 lies there by now, and it fits on that."""
    before = sun("pile 2±2 5±1 3±1\nseat 0  4±1 9±1\nseat 1  6±1 1±3")
    late = plays(before, 0, "4±1", top=2)
    assert judge(before, late) == Event("played", 0, late.card, 2, 0)
    assert play(before, late).top == 4


@pytest.mark.parametrize("shown", ["9±1", "6±1"])
def test_a_card_for_an_older_top_card_that_does_not_fit_goes_back_and_is_not_wrong(shown):
    before = sun("pile 2±2 5±1 3±1\nseat 0  9±1 6±1\nseat 1  6±2 1±3")
    beaten = judge(before, plays(before, 0, shown, top=2))
    assert beaten.kind == "beaten"
    assert apply(before, beaten) == before


def test_a_last_card_goes_under_the_pile_and_the_others_play_on():
    before = sun(SUN.replace("6±1 1±3", "9±3"))
    assert picture(play(before, plays(before, 1, "9±3"))) == photo("""
        pile    9±3 2±2 5±1
        seat 0  4±1 9±1 | 3±1
        seat 1  -
    """)


def test_who_has_no_card_left_has_nothing_to_do_and_holds_nobody_up():
    before = sun(SUN.replace("6±1 1±3", "9±3"))
    alone = play(before, plays(before, 1, "9±3"))
    assert {move.kind for move in moves(alone, 1)} <= {"sort"}
    assert due(alone, 1_000) is None
    stuck = sun("pile 3±2 5±1\nseat 0  1±1 2±1\nseat 1  -")
    assert due(stuck, 7) == Event("standstill", top=2, at=7)


def test_the_last_card_of_the_table_is_the_end_and_nobody_has_a_place():
    last = sun("pile 2±2 5±1\nseat 0  9±1\nseat 1  -")
    after = play(last, plays(last, 0, "9±1"))
    assert (after.phase, result(after)) == ("over", Result(places=(), left=(0, 0)))


def test_the_sunset_ends_the_round_and_says_how_many_cards_are_left():
    position = began(sun=60_000)
    assert next_due(position) == 61_000
    assert due(position, 60_999) is None
    event = due(position, 61_000)
    assert event == Event("sunset", top=2, at=61_000)
    assert result(apply(position, event)) == Result(places=(), left=(3, 2))


def test_the_sun_stands_in_the_teachers_pause_and_in_a_standstill():
    position = apply(began(sun=60_000), Event("held", at=11_000))
    assert next_due(position) is None
    position = apply(position, Event("resumed", at=31_000))
    assert next_due(position) == 81_000
    position = apply(position, Event("standstill", at=40_000))
    assert (next_due(position), due(position, 10**9)) == (None, None)
    position = apply(position, Event("standstill", at=45_000))
    assert next_due(apply(position, Event("go", at=50_000))) == 91_000


@pytest.mark.parametrize(
    ("clocks", "daylight"), [([], 300_000), ([2], 600_000), ([10, 2], 3_000_000), ([2, 0], 0), ([None], 300_000)]
)
def test_the_sun_takes_as_long_as_the_child_needs_that_needs_longest(clocks, daylight):
    own = {str(seat): {"clock": clock} for seat, clock in enumerate(clocks) if clock is not None}
    assert Options.from_json({"mode": "sun", "own": own}).daylight == daylight
    assert Options.from_json({"mode": "race", "own": own}).daylight == 0


def test_a_sun_that_waits_never_sets():
    assert next_due(began(sun=0)) is None
    assert due(began(sun=0), 10**12) is None


def test_where_everybody_is_done_or_has_left_nobody_is_waited_for():
    """Seat 1 leaves; seat 0 has placed its cards."""
    left = play(sun("pile 2±2 5±1\nseat 0  -\nseat 1  6±1 1±3"), Move("fold", 1))
    assert due(left, 7) == Event("stopped", top=left.top, at=7)
