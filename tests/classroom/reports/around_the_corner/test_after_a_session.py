"""What a teacher reads after a session, and what the projector keeps to itself."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.core.cache import caches
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classroom.models import ClassSession
from classroom.reports.around_the_corner.class_page import class_page
from classroom.reports.kit.rows import named
from classroom.reports.pages import preparation
from classroom.sessions import lifecycle
from game.around_the_corner import answer_sheets
from game.models import Round
from tests.classroom.reports.attempts_given import WRONG, attempt, card, earlier_today, play_at, text


def test_after_a_session_the_teacher_reads_what_is_worth_a_look(ana_client, lesson, six, give):
    for student in six:
        give(40, student=student)
    lifecycle.end(session=lesson)
    words = text(ana_client, "session", lesson.pk)
    assert "For the next lesson" in words
    assert "6 students are secure on" in words


def test_nothing_stands_out_of_a_session_only_where_nobody_had_fewer_right_cards(ana_client, lesson, bea, give):
    give(40)
    give(30, **WRONG)
    lifecycle.end(session=lesson)
    words = text(ana_client, "session", lesson.pk)
    assert "Nothing stands out" not in words
    shown, asked = words.split("Sit with one child")[1].split("Show who", 1)
    assert bea.name not in shown
    assert bea.name in asked


def test_what_to_teach_is_shown_as_hops_and_a_pattern_names_its_child_only_when_asked(ana_client, lesson, six, give):
    for student in six:
        give(20, student=student)
    for student in six[:4]:
        give(12, student=student, top_step=3, stratum="3-plain-1", **WRONG)
    for number in (7, 4, 3, 5, 6, 8):
        held = [card(number + 1), card(number)]
        give(1, student=six[0], **{**WRONG, "top_number": number, "top_step": 2, "hand": held, "played": held[0]})
    lifecycle.end(session=lesson)
    page = ana_client.get(reverse("session", args=[lesson.pk])).content.decode()
    teach, check = re.findall(r'<section class="panel lesson.*?</section>', page, re.DOTALL)[:2]
    assert "Teach: +3" in teach
    assert "On: 5, 6, 7, 8." in teach
    shown, asked = check.split("<details>")
    assert "Likely counts the starting number. Try: Count steps" in shown
    assert 'class="number-picture' in shown
    assert six[0].name not in shown
    assert six[0].name in asked


@pytest.fixture
def just_after_midnight() -> Iterator[None]:
    with time_machine.travel("2026-11-21T23:40:00Z", tick=False) as clock:
        clock.shift(timedelta(minutes=25))
        yield


@pytest.mark.parametrize("opened", ["2026-11-21T23:40Z", "2026-11-22T00:01Z"])
def test_a_lesson_across_midnight_loses_no_side_of_it(just_after_midnight, ana_client, lesson, six, give, opened):
    before = round(datetime(2026, 11, 21, 23, 50, tzinfo=UTC).timestamp() * 1000)
    for student in six:
        give(20, student=student, started_at=before)
    ClassSession.objects.filter(pk=lesson.pk).update(opened_at=opened)
    lifecycle.end(session=lesson)
    assert "6 students are secure on" in text(ana_client, "session", lesson.pk)


def test_the_advice_after_a_lesson_leaves_other_lessons_of_the_day_alone(ana_client, class_4b, lesson, six, give):
    for student in six:
        give(40, student=student)
    lifecycle.end(session=lesson)
    following = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    lifecycle.end(session=following)
    assert "For the next lesson" not in text(ana_client, "session", following.pk)


def test_what_went_wrong_in_a_later_lesson_is_said_of_no_lesson_before_it(ana_client, class_4b, lesson, six, give):
    for student in six:
        give(40, student=student)
    lifecycle.end(session=lesson)
    later = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    counts_the_start(later, six[0])
    lifecycle.end(session=later)
    assert "counts the starting number" not in text(ana_client, "session", lesson.pk)
    assert "counts the starting number" not in text(ana_client, "session_student", lesson.pk, six[0].pk)
    shown = text(ana_client, "session_student", later.pk, six[0].pk)
    assert "Likely counts the starting number" in shown
    assert "Try: Count steps" in shown


def counts_the_start(session, student):
    """Let a student play eight cards that are one short, beside two right ones and two others that are wrong."""
    play_at(session, student, 2)
    played = Round.objects.get(table__seats__sitting__session=session)
    for number in range(1, 9):
        held = [card(number + 1), card(number)]
        wrong = {**WRONG, "top_number": number, "top_step": 2, "hand": held, "played": held[0]}
        attempt(played, student, started_at=earlier_today() + 60_000, **wrong).save()
    answer_sheets.write(played.table_id)


def test_the_projector_shows_neither_advice_nor_accuracy_nor_speed(ana_client, lesson, six, give):
    for student in six:
        give(40, student=student)
    for ended in (False, True):
        if ended:
            lifecycle.end(session=lesson)
        words = text(ana_client, "session_screen", lesson.pk)
        for hidden in ("For the next lesson", "secure", "of 40", "Accuracy", "Speed"):
            assert hidden not in words


def test_what_pages_rest_on_is_computed_when_a_session_ends(ana_client, class_4b, lesson, six, give):
    """Then they read no answer sheet, but only which there are."""
    for student in six:
        give(40, student=student)
    lifecycle.end(session=lesson)
    preparation.prepare(lesson.pk)
    with CaptureQueriesContext(connection) as asked:
        assert "6 students are secure on" in text(ana_client, "session", lesson.pk)
        assert "Who knows which kind of sum" in text(ana_client, "class_report", class_4b.pk)
    assert not [query["sql"] for query in asked if '"game_answersheet"."answers"' in query["sql"]]


def test_what_the_class_knows_is_not_computed_again_after_a_weekend(class_4b, lesson, six, give):
    for student in six:
        give(40, student=student)
    kept = known_kept(class_4b)
    assert kept
    with time_machine.travel(datetime.now(UTC) + timedelta(days=3)):
        assert known_kept(class_4b) == kept
    give(1, student=six[0])
    assert known_kept(class_4b) > kept


def known_kept(classroom):
    """What is kept of what a class knows, after its page has asked."""
    assert class_page(classroom, {}).known.facts.known.any()
    return {key for key in caches["reports"]._cache if ":known:" in key}


def test_perhaps_stands_once_on_a_line_of_those_whom_it_is_about(six):
    sentence = SimpleNamespace(named=named(six[:3], six[2:3]))
    page = render_to_string("classroom/reports/students/_who.html", {"sentence": sentence, "report": "student_report"})
    surely, perhaps = page.split("</p>")[:2]
    assert [student.name in surely for student in six[:3]] == [True, True, False]
    assert ("perhaps" in surely, perhaps.count("perhaps")) == (False, 1)
    assert six[2].name in perhaps


def test_a_sentence_names_three_and_has_the_others_one_press_away(six):
    sentence = SimpleNamespace(named=named(six[:5], six[:1]))
    page = render_to_string("classroom/reports/students/_who.html", {"sentence": sentence, "report": "student_report"})
    shown, folded = page.split("<details>")
    assert [student.name in shown for student in six[:5]] == [False, True, True, True, False]
    assert "2 more" in folded
    assert six[0].name in folded.split("perhaps")[1]
