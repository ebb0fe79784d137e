"""The sun over the whole class on the projector: where it stands, what it says, and that it marks no table."""

from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string

from classroom.live.monitor.tiles import TableTile
from classroom.live.projector.page import Evening, evening_of
from classroom.live.projector.tables import LittleTables, all_html, news_html
from classroom.models import ClassSession
from classroom.sessions.games import catalogue
from game.screens.contract import SUN_STEPS, Daylight
from tests.classroom.live.projector.test_little_tables import NINE, seat, tile
from tests.classroom.live.test_end import plays

DAY = 120_000
STEP = DAY // SUN_STEPS


def under(daylight: Daylight | None, code: str = "A", badge: str = "playing", left: int = 7) -> TableTile:
    seats = (seat("Amir", left=left), seat("Bea", left=left))
    return replace(tile(code, badge, NINE, *seats), daylight=daylight)


def shown(*tiles: TableTile, now: int) -> LittleTables:
    little = LittleTables()
    little.look(tiles, now, under_the_sun=True)
    return little


def test_one_table_has_its_own_sun_and_the_class_the_mean_of_all():
    early, late, longer = Daylight(DAY, 0, 0), Daylight(DAY, 0, 4 * STEP), Daylight(2 * DAY, 0, 0)
    seen = [
        shown(*(under(day, code) for day, code in zip(days, "ABC", strict=False)), now=8 * STEP).sun.step
        for days in ((early,), (early, late), (early, longer), (early, None), (None,))
    ]
    assert seen == [8, 6, 6, 8, 0]


def test_it_stands_where_a_round_has_ended_or_is_held_and_never_goes_beyond_its_set():
    assert shown(under(Daylight(DAY, 3 * STEP, None)), now=11 * STEP).sun.step == 3
    assert shown(under(Daylight(DAY, 0, 0)), now=99 * STEP).sun.step == SUN_STEPS


def test_it_counts_the_cards_of_all_and_says_together_how_the_day_ended():
    day = Daylight(DAY, DAY, None)
    assert "<b>28</b> cards to go, together" in all_html(shown(under(day), under(day, "B", "finished"), now=DAY))
    assert "14 cards were left. Play again?" in all_html(shown(under(day, badge="finished"), now=DAY))
    assert "All cards placed before dark!" in all_html(shown(under(day, badge="finished", left=0), now=DAY))


def test_it_is_news_once_a_step():
    little, told = LittleTables(), []
    for now in (0, STEP // 2, STEP, STEP + 1):
        little.look([under(Daylight(DAY, 0, 0))], now, under_the_sun=True)
        told.append('id="daylight"' in news_html(little))
    assert told == [True, False, True, False]


def test_a_table_with_a_sun_of_its_own_in_a_race_looks_like_any_other():
    drawn = []
    for daylight in (Daylight(DAY, 0, 0), None):
        little = LittleTables()
        little.look([under(daylight), under(None, "B")], 3 * STEP)
        drawn.append(all_html(little))
    assert drawn[0] == drawn[1]
    assert "daylight" not in drawn[0]


def test_the_evening_counts_what_was_left_of_the_last_round_that_was_played(lesson, their_table):
    assert evening(lesson, {"mode": "sun"}) is None, "nobody has played"
    plays(their_table, "Bea", "r")
    left = evening(lesson, {"mode": "sun"}).left
    plays(their_table, "Bea", "rrw")
    assert evening(lesson, {"mode": "sun"}).left == left - 2
    assert [evening(lesson, options) for options in ({"mode": "race"}, {"mode": "sun", "sun": 0})] == [None, None]


def evening(lesson: ClassSession, options: dict[str, Any]) -> Evening | None:
    lesson.options |= options
    found = evening_of(lesson)
    lesson.options.pop("sun", None)
    return found


@pytest.mark.parametrize(
    ("left", "said"), [(0, "All cards placed before dark!"), (6, "6 cards wait for the next day.")]
)
@pytest.mark.django_db
def test_the_class_ends_under_the_evening_sky_and_chips_fall_where_all_are_home(lesson, left, said):
    lesson.state = ClassSession.State.ENDED
    known = {"session": lesson, "classroom": lesson.classroom, "evening": Evening(left)}
    html = render_to_string("classroom/live/projector/_screen.html", known)
    assert ('class="evening"' in html, said in html, 'class="confetti"' in html) == (True, True, not left)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "has_sky"),
    [
        ({"mode": "sun"}, True),
        ({"mode": "sun", "sun": 60_000}, True),
        ({"mode": "sun", "sun": 0}, False),
        ({"mode": "race", "sun": 60_000}, False),
        ({"mode": "turns"}, False),
    ],
)
def test_the_projector_has_a_sky_where_all_play_against_the_sun(options, has_sky, lesson, ana_client):
    assert catalogue.of("around_the_corner").is_under_the_sun(options) is has_sky
    ClassSession.objects.filter(pk=lesson.pk).update(options=options)
    html = ana_client.get(f"/sessions/{lesson.pk}/screen/").content.decode()
    assert ('class="sky"' in html, "little/sky." in html) == (has_sky, has_sky)
