"""The minute after a session: three numbers beside last time's, and whom to praise."""

from itertools import combinations

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.live.projector.page import screen_html
from classroom.models import ClassSession, Student
from classroom.sessions import lifecycle
from classroom.sessions.after.praise import numbers, praise, said_of
from classroom.sessions.counts import SessionTries, tries_of
from game.around_the_corner import answer_sheets
from game.models import Attempt, Event, Round
from game.projection.project import project
from game.rules import nine_to_nothing as nine
from game.rules.around_the_corner.events import FINISHED
from tests.classroom.logged import log
from tests.classroom.reports.attempts_given import WRONG, attempt
from tests.conftest import words


def plays(table, name: str, kinds: str) -> None:
    """Let a child play right (r) and wrong (w) cards in the first round of this table."""
    seat, played = table.seats.get(name=name), table.rounds.get(number=1)
    log(played, *[] if played.events.exists() else [("go", None)])
    log(played, *(({"r": "played", "w": "wrong"}[kind], seat.number) for kind in kinds))
    student = Student.objects.get(pk=seat.player)
    Attempt.objects.bulk_create(
        attempt(played, student, top=top, seat=seat.number, **WRONG if kind == "w" else {})
        for top, kind in enumerate(kinds)
    )
    answer_sheets.write(table.pk)


def test_the_first_time_there_is_nothing_to_compare_with(lesson, their_table):
    plays(their_table, "Bea", "rrrw" * 5)
    shown = [(number.value, number.compared) for number in numbers(lesson, 0)]
    assert shown == [(15, "the first time with these settings"), (15, "")]


def test_sums_newly_known_stand_before_rounds_and_no_number_is_nought(lesson, their_table):
    plays(their_table, "Bea", "rrrw" * 5)
    log(their_table.rounds.get(number=1), (FINISHED, 0))
    assert [number.label for number in numbers(lesson, 0)][2:] == ["round played to the end"]
    assert [(number.value, number.label) for number in numbers(lesson, 14)][2:] == [(14, "new sums known")]


@pytest.mark.parametrize(
    ("kinds", "said"),
    [("rrw", (2, "of 3 first answers were right")), ("w", (0, "of 1 first answer was right")), ("", None)],
)
def test_of_what_was_tried_the_counts_are_said_and_no_share_of_a_hundred(lesson, their_table, kinds, said):
    plays(their_table, "Bea", kinds)
    assert [(number.value, number.label) for number in numbers(lesson, 0)][1:] == ([said] if said else [])


def test_a_number_in_words_is_written_like_the_one_before_it(lesson, give):
    give(1001)
    assert [number.label for number in numbers(lesson, 0)][1:] == ["of 1,001 first answers were right"]


def test_numbers_stand_beside_those_of_the_last_session_with_the_same_settings(lesson, their_table, class_4b):
    plays(their_table, "Bea", "rrrw" * 5)
    lifecycle.end(session=lesson)
    following = lifecycle.again(session=lesson, same_tables=True)
    table = following.sittings.filter(student__name="Bea").get().seat.table
    plays(table, "Bea", "r" * 20)
    shown = [number.compared for number in numbers(following, 0)]
    assert shown == ["5 more than last time", "last time 15 of 20"]


def test_projector_and_page_count_the_same_rounds_those_played_to_their_end(lesson, their_table):
    """Not the one that ended with the session."""
    plays(their_table, "Bea", "rrr")
    lifecycle.end(session=lesson)
    Round.objects.filter(table=their_table).update(finished_at=timezone.now())
    shown = ClassSession.objects.get(pk=lesson.pk)
    assert "rounds played" not in screen_html(shown)
    assert len(numbers(shown, 0)) == 2
    log(their_table.rounds.get(number=1), (FINISHED, 0))
    assert "<b>1</b> round played" in screen_html(shown)
    assert numbers(shown, 0)[-1].value == 1


@pytest.mark.parametrize(
    ("now", "last", "said"),
    [
        (SessionTries(41, 41), None, "all 41 first answers right"),
        (SessionTries(20, 18), SessionTries(20, 14), "20 fewer wrong of 100 than last time"),
        (SessionTries(20, 12), None, "kept on when it was hard"),
        (SessionTries(20, 18), SessionTries(20, 18), None),
        (SessionTries(20, 2), None, None),
        (SessionTries(3, 3), None, None),
    ],
)
def test_praise_is_for_growth_care_or_effort_and_nothing_is_said_of_little(now, last, said):
    assert said_of({7: now}, {7: last} if last else {}).get(7) == said


def test_the_first_few_are_praised_for_different_things():
    careful, kept_on = SessionTries(20, 20), SessionTries(20, 12)
    assert list(said_of({1: careful, 2: careful, 3: kept_on, 4: kept_on}, {})) == [1, 3, 2, 4]


def test_who_won_is_not_praised_for_that_and_the_page_names_nobody_else(lesson, their_table, ana_client):
    plays(their_table, "Bea", "r" * 9)
    plays(their_table, "Amir", "rwwww")
    lifecycle.end(session=lesson)
    assert [each.student.name for each in praise(ClassSession.objects.get(pk=lesson.pk))] == ["Bea"]
    page = ana_client.get(reverse("session", args=[lesson.pk]))
    shown = words(page).split("More")[0]
    assert "Bea all 9 first answers right" in shown
    assert "Amir" not in shown
    assert page.content.decode().count('class="button primary') == 1
    home = words(ana_client.get(reverse("classes")))
    assert "Praise 1 child" in home
    assert "Bea" not in home


def test_a_sum_that_nobody_doubted_is_not_called_right(class_4b):
    """Where classmates check, a sum is laid before anybody knows whether it is true."""
    session = lifecycle.open_session(
        classroom=class_4b, game=nine.NAME, options={"checking": "classmates"}, table_size=2
    )
    for student in class_4b.students.all()[:2]:
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    played = Round.objects.get()
    position = nine.deal(played.options, played.seats, played.seed)
    hand = position.hands[position.turn]
    numbers_held = [held for held in hand if not nine.card(held).is_change]
    wrong = next(two for two in combinations(numbers_held, 2) if nine.total(two) != 9)
    laid = {"round": played, "seat": position.turn, "top": 1, "cards": " ".join(map(str, wrong))}
    Event.objects.create(round=played, n=1, kind="go", at=1000)
    Event.objects.create(n=2, kind="laid", at=2000, **laid)
    Event.objects.create(round=played, n=3, kind="stopped", at=3000)
    Round.objects.update(finished_at=timezone.now())
    project(played.pk)
    placed, right, *_rounds = numbers(session, 0)
    assert (placed.value, right.value, right.label) == (1, 0, "of 1 first answer was right")
    assert list(tries_of(session).values()) == [(1, 0)]


def test_a_lobby_that_nobody_played_in_is_opened_again_with_one_press(class_4b, ana_client):
    lobby = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    lifecycle.end(session=lobby)
    shown = words(ana_client.get(reverse("session", args=[lobby.pk])))
    assert "Open the lobby again" in shown
    assert "New tables" not in shown
