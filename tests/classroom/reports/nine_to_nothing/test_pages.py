"""What teachers read of Nine to Nothing: sums by student, by target and by kind, wrong sums, growth."""

import re

import pytest
from django.urls import reverse

from classroom.models import ClassSession
from classroom.reports.nine_to_nothing import report as nine
from classroom.reports.nine_to_nothing.pages import OF_A_STUDENT, PARTS
from classroom.sessions import lifecycle
from game.clock import now_ms
from tests.classroom.reports.attempts_given import inner_text, text
from tests.classroom.reports.nine_to_nothing.conftest import SHAKY, play
from tests.conftest import make_class


def test_wrong_sums_stand_as_they_were_laid_the_commonest_first(ana_client, bea, give, nine_session):
    give(1, 5, -9, ending="W", target=4, codes=["OPPOSITE"])
    give(2, 6, -2, 5, ending="W", target=8, codes=["OFF_BY_ONE"])
    first, second = (wrong for group in nine.of_students([bea])[0].wrong for wrong in group.sums)
    assert (first.written, first.makes, first.target, first.times) == ("6 − 2 + 5", "9", 8, 2)
    assert (second.written, second.makes) == ("5 − 9", "−4")
    shown = text(ana_client, "session_student", nine_session.pk, bea.pk)
    assert "6 − 2 + 5" in shown
    assert "one too many or too few" in shown


def test_a_small_class_is_not_summed_up(ana_client, nine_session):
    shown = text(ana_client, "session_report", nine_session.pk)
    assert "With fewer than five students there are no numbers for the class" in shown
    assert "The class by kind of sum" not in shown


def test_a_class_of_six_is_summed_up(ana_client, ana_teacher):
    session = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D", "E", "F"]), [SHAKY] * 4, checking="referee")
    shown = text(ana_client, "session_report", session.pk)
    assert "6 students played" in shown
    assert "With a sign change" in shown
    assert "the app checks" in shown
    assert "Wrong sums seen" not in shown


def test_the_page_of_a_session_asks_as_much_for_one_table_as_for_two(
    ana_client, ana_teacher, django_assert_max_num_queries, django_assert_num_queries
):
    def asked(session: ClassSession) -> int:
        with django_assert_max_num_queries(40) as queries:
            text(ana_client, "session_report", session.pk)
        return len(queries)

    small = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D"]), [SHAKY] * 4)
    large = play(make_class(ana_teacher, "6B", ["A", "B", "C", "D", "E", "F", "G", "H"]), [SHAKY] * 4)
    assert asked(small) == asked(large)


def test_everything_of_a_student_stands_on_a_page_of_its_own(ana_client, bea, nine_session):
    shown = text(ana_client, "student_sums", bea.pk, query="since=&part=sessions")
    assert reverse("session_student", args=[nine_session.pk, bea.pk]) in shown
    assert reverse("student_sums", args=[bea.pk]) in text(ana_client, "student_report", bea.pk)


def test_the_class_has_a_page_of_its_sums_over_four_weeks_or_over_everything(ana_client, class_4b, give):
    give(6, 4, 5, started_at=1)
    assert "No sums in this period" in text(ana_client, "class_sums", class_4b.pk)
    shown = ana_client.get(reverse("class_sums", args=[class_4b.pk]), {"since": "", "part": "numbers"}).content.decode()
    assert "6 of 6" in shown
    assert reverse("class_sums", args=[class_4b.pk]) in text(ana_client, "class_report", class_4b.pk)


def test_seconds_of_a_child_who_thinks_for_minutes_are_drawn(ana_client, bea, give):
    give(20, 4, 5, started_at=now_ms() - 60_000, timed=True, milliseconds=100_000)
    shown = text(ana_client, "student_sums", bea.pk, query="part=growth")
    assert ">90<" in shown
    assert ">120<" in shown


def test_who_never_laid_a_sum_has_no_link_to_a_page_of_sums(ana_client, bea):
    assert reverse("student_sums", args=[bea.pk]) not in text(ana_client, "student_report", bea.pk)
    assert "No sums yet" in text(ana_client, "student_sums", bea.pk)


def test_before_anything_was_laid_the_page_says_so(ana_client, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="nine_to_nothing", options={}, table_size=4)
    assert "No sums yet" in text(ana_client, "session_report", session.pk)


# The first screen


def test_the_first_screen_of_a_class_is_read_in_two_minutes(ana_client, ana_teacher):
    names = [f"Child {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
    session = play(make_class(ana_teacher, "6A", names), [SHAKY] * 4)
    page = text(ana_client, "class_sums", session.classroom_id, query="since=")
    seen = inner_text(page)
    assert len(seen.split()) <= 400
    assert len(re.findall(r"\d+(?:[.,]\d+)?", seen)) <= 120
    assert page.count("button primary") == 1


def test_the_first_screen_of_a_student_says_what_to_do_and_the_numbers(ana_client, bea, give):
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"])
    give(8, 4, 5)
    page = text(ana_client, "student_sums", bea.pk, query="since=")
    assert "Watch Bea lay a sum and say it aloud." in page
    assert "67 of 100" in page
    assert "8 of 12 sums" in page
    assert "perhaps" in page


def test_the_page_of_a_student_to_sit_with_names_it_once_and_says_of_how_few_sums_there_is_no_time(
    ana_client, bea, give
):
    give(2, 4, 5)
    give(30, 4, 4, ending="W", points=0, codes=["OTHER"])
    page = text(ana_client, "student_sums", bea.pk, query="since=")
    sentence = page.split("Sit with ")[1].split("The wrong sums")[0]
    assert sentence.startswith("Bea<")
    assert sentence.count("Bea") == 1
    assert "not enough sums yet (0 of 10)" in page


def test_the_page_after_a_session_and_its_report_name_nobody_before_a_press(ana_client, nine_session, give):
    """A screen may be mirrored: who needs what is behind a fold."""
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"])
    give(8, 4, 5)
    for name in ("session_report", "session"):
        page = text(ana_client, name, nine_session.pk)
        before, after = page.split("For the next lesson")[1].split("<details", 1)
        assert "Bea" not in before
        assert "Sit with one child" in before
        assert "Watch Bea lay a sum" in after
        lifecycle.end(session=nine_session)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_one_press_away(ana_client, bea, class_4b, nine_session, part):
    for name, key in (("student_sums", bea.pk), ("class_sums", class_4b.pk)):
        has_it = name == "student_sums" or part not in OF_A_STUDENT
        assert (f'part={part}"' in text(ana_client, name, key, query="since=")) == has_it
        text(ana_client, name, key, query=f"since=&part={part}")


def test_a_period_that_makes_no_sense_is_explained(ana_client, class_4b, give):
    give(3, 4, 5)
    assert "This day is before the first one." in text(
        ana_client, "class_sums", class_4b.pk, query="since=2026-05-02&until=2026-05-01"
    )


# Growth, estimates, right sums a minute


def test_of_few_sums_nothing_is_said_of_growth(ana_client, bea, give):
    ms_of_a_week = 7 * 24 * 3600 * 1000
    for back in range(8):
        start = now_ms() - back * ms_of_a_week - 1000
        give(3, 4, 5, started_at=start, milliseconds=20_000, timed=True)
        give(3, 4, 4, ending="W", started_at=start, milliseconds=20_000, timed=True)
    page = text(ana_client, "student_sums", bea.pk, query="part=growth")
    assert "<figure>" in page
    assert "in the week of" not in page


def test_growth_is_said_of_eight_weeks_and_drawn(ana_client, bea, give):
    ms_of_a_week = 7 * 24 * 3600 * 1000
    for back in range(8):
        right = 3 + 2 * (7 - back)
        start = now_ms() - back * ms_of_a_week - 1000
        give(right, 4, 5, started_at=start, milliseconds=20_000, timed=True)
        give(18 - right, 4, 4, ending="W", started_at=start, milliseconds=20_000, timed=True)
    page = text(ana_client, "student_sums", bea.pk, query="part=growth")
    assert "right more often. About" in page
    assert page.count("<figure>") == 2
    assert re.search("right more often.</h2>.*<p>About", text(ana_client, "student_sums", bea.pk))


def test_fewer_than_five_sums_a_week_are_said_to_be_too_few_for_growth(ana_client, bea, give):
    give(4, 4, 5, started_at=now_ms())
    page = text(ana_client, "student_sums", bea.pk, query="part=growth")
    assert "None of the last eight weeks has five sums yet." in page


def test_right_sums_a_minute_stand_beside_the_speed(ana_client, bea, give, nine_session):
    give(8, 4, 5, milliseconds=6000, timed=True)
    give(2, 4, 4, ending="W", milliseconds=6000, timed=True)
    assert "Right a minute 8.0" in text(ana_client, "session_student", nine_session.pk, bea.pk)
    assert 'data-label="Right a minute">8.0<' in text(ana_client, "session_report", nine_session.pk)


def test_a_class_that_never_played_it_has_a_page_whatever_the_period(ana_client, class_4b):
    for query in ("", "?since=&until="):
        assert (
            "No sums in this period."
            in ana_client.get(reverse("class_sums", args=[class_4b.pk]) + query).content.decode()
        )


def test_a_class_sees_its_weeks_where_five_children_laid_sums(ana_client, ana_teacher):
    for children, has_weeks in (("ABCD", False), ("EFGHI", True)):
        classroom = make_class(ana_teacher, f"6 {children}", list(children))
        play(classroom, [SHAKY] * 4, checking="referee")
        page = text(ana_client, "class_sums", classroom.pk, query="since=&until=2025-11-21")
        assert f"6 {children}" in page
        assert ("Right of 100 sums, the whole class" in page) == has_weeks
