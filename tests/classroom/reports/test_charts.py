"""Pictures: where things stand in them, and that names do not cover each other."""

import re
from datetime import date
from itertools import combinations, pairwise

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from classroom.measures import Estimate
from classroom.reports.around_the_corner.findings.grouping import SIZES
from classroom.reports.kit.charts import Bar, Range, Scale, bars, ranges, scatter
from classroom.reports.kit.growth.pictures import growth
from classroom.reports.kit.growth.weeks import Between, Trend, Week
from classroom.reports.kit.labels import FACE, LINE, Label, Point


def crowd(count: int) -> list[Point]:
    """So many students of nearly the same speed and accuracy."""
    return [Point(f"Student {n}", 2 + n / 100, 1.8, 2.3, 0.9 + n / 1000, 0.85, 0.95) for n in range(count)]


def test_a_scale_takes_its_ends_to_its_ends_and_what_is_beyond_to_them():
    scale = Scale(0, 10, 100, 0)
    assert [scale(value) for value in (-5, 0, 5, 10, 99)] == [100, 100, 50, 0, 0]


def test_on_a_logarithmic_scale_twice_is_as_far_everywhere():
    scale = Scale(1, 16, 0, 400, logarithmic=True)
    assert [scale(value) for value in (1, 2, 4, 8, 16)] == [0, 100, 200, 300, 400]


def test_quicker_is_further_right_and_surer_is_higher_up():
    slow, quick = Point("a", 5, 4, 6, 0.8, 0.7, 0.9), Point("b", 2, 1.8, 2.2, 0.95, 0.9, 0.99)
    chart = scatter([slow, quick], x_line=3, y_line=0.9)
    where = {one.point.label: one.point for one in chart.placed}
    assert where["b"].x > chart.x_line > where["a"].x
    assert where["b"].y < chart.y_line < where["a"].y


def test_seconds_under_a_picture_are_written_as_the_reader_writes_them():
    with translation.override("is"):
        chart = scatter([Point("a", 1.4, 1.2, 2.5, 0.8, 0.7, 0.9)], x_line=3, y_line=0.9)
    assert [tick.label for tick in chart.x_ticks][:3] == ["1", "1,5", "2"]


@pytest.mark.parametrize("count", [2, 12, 30])
def test_no_name_covers_another(count):
    chart = scatter(crowd(count), x_line=3, y_line=0.9)
    assert len(chart.placed) == count
    assert not any(one.label.meets([other.label]) for one, other in combinations(chart.placed, 2))


def test_no_name_lies_on_a_cross_where_there_is_room_beside_it():
    beside = Point("Liam", 4.0, 3.8, 4.2, 0.93, 0.85, 0.99, face=("owl", "gold"))
    reaching = Point("Elif", 3.6, 2.4, 5.2, 0.94, 0.9, 0.98, face=("fox", "pink"))
    placed = scatter([beside, reaching], x_line=3, y_line=0.9, width=430, height=430).placed
    crossed = [
        (one.point.label, other.point.label) for one in placed for other in placed if one.label.lies_on(other.point)
    ]
    assert crossed == []


@pytest.mark.parametrize(("size", "fewest"), [(SIZES["wide"], 13), (SIZES["slim"], 1)], ids=list(SIZES))
def test_in_the_picture_of_a_crowded_class_no_name_lies_on_a_cross_a_face_or_a_name(size, fewest):
    speeds = [(1.5 + n / 8, 0.8 + 0.19 * (7 * n % 24) / 24) for n in range(24)]
    crowded = [
        Point(f"Student {n}", x, x * 0.8, x * 1.2, y, y - 0.1, y + 0.02, face=("owl", "gold"))
        for n, (x, y) in enumerate(speeds)
    ]
    placed = scatter(crowded, x_line=3, y_line=0.9, **size).placed
    named = [one for one in placed if one.named]
    assert len(named) >= fewest
    assert not any(one.label.lies_on(other.point) for one in named for other in placed)
    assert not any(one.label.meets([other.label]) for one, other in combinations(named, 2))
    faces = [Label(one.point.x - FACE / 2, one.point.y, FACE) for one in placed]
    assert not any(one.label.meets(faces) for one in named)


def test_names_stay_between_the_names_of_the_corners():
    chart = scatter([Point("a", 3, 2, 4, 1.0, 0.98, 1.0), *crowd(6)], x_line=3, y_line=0.9)
    assert all(chart.top <= one.label.y - LINE / 2 and one.label.y + LINE / 2 <= chart.bottom for one in chart.placed)


def test_in_a_crowd_of_faces_no_name_stands_far_away():
    faces = [point._replace(face=("fox", "pink")) for point in crowd(30)]
    chart = scatter(faces, x_line=3, y_line=0.9, width=430, height=430)
    named = [one for one in chart.placed if one.named]
    assert 0 < len(named) < len(chart.placed)
    assert not any(one.led for one in chart.placed)
    assert all(chart.top <= one.label.y - LINE / 2 for one in named)


def test_a_name_that_had_to_move_away_is_led_to_its_mark():
    assert any(one.led for one in scatter(crowd(30), x_line=3, y_line=0.9).placed)


def test_a_range_without_an_end_is_drawn_to_the_edge():
    chart = scatter([Point("a", 3, 2, float("inf"), 0.9, 0.8, 1.0)], x_line=3, y_line=0.9)
    assert chart.placed[0].point.x_high == chart.left


def test_the_longest_bar_is_as_long_as_there_is_room_and_chance_is_marked_on_the_same_scale():
    drawn = bars([Bar("one", 6, 6, mark=2.55), Bar("other", 3, 3)])
    assert [(bar.width, bar.mark) for bar in drawn] == [(100, 42.5), (50, None)]


def test_no_bars_at_all_divide_by_nothing():
    assert bars([]) == []
    assert bars([Bar("none", 0, 0)])[0].width == 0


@pytest.mark.parametrize(
    ("seconds", "ticks"), [((0.2, 0.35, 0.45), ["0.2", "0.3", "0.5"]), ((150, 180, 180), ["120", "180"])]
)
def test_a_week_of_the_quickest_or_slowest_times_is_drawn_too(seconds, ticks):
    """Who taps without looking has a median below half a second."""
    low, value, high = seconds
    found = Estimate(value, low, high)
    drawn = growth([Week(date(2026, 11, 2), 20, 20, None, Between(found, found))], Trend()).seconds
    assert {tick.label for tick in drawn.ticks} >= set(ticks)


def test_weeks_without_anything_leave_a_gap():
    weeks = [Range("1", 10, 12, 14), Range("2", None, None, None), Range("3", 20, 24, 30, hollow=True)]
    chart = ranges(weeks, [(0, "0"), (60, "60")])
    assert [one.label for _x, one in chart.marks] == ["1", "3"]
    assert [tick.label for tick in chart.labels] == ["1", "2", "3"]
    first, last = (one for _x, one in chart.marks)
    assert first.value > last.value


def test_of_many_weeks_only_some_are_named():
    chart = ranges([Range(f"{week}", 1, 2, 3) for week in range(40)], [(0, "0"), (5, "5")])
    places = [tick.place for tick in chart.labels]
    assert len(places) < 40
    assert min(b - a for a, b in pairwise(places)) > 40


def test_no_point_can_lie_on_the_name_of_a_corner():
    top_left = Point("Elif", 4.0, 3.7, 4.9, 0.99, 0.97, 1.0)
    chart = scatter([top_left], x_line=3.0, y_line=0.9)
    drawn = render_to_string("charts/_scatter.html", {"chart": chart, "id": "all", "corners": ["a", "b", "c", "d"]})
    names = drawn.split('class="corner-name"')[1].split("</g>")[0]
    places = [int(y) for y in re.findall(r' y="(\d+)"', names)]
    assert len(places) == 4
    assert all(y < chart.top or y > chart.bottom + LINE for y in places)
