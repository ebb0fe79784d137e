"""A lesson's deal as homework: the very cards again, with the child's card, at no table but its own."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments, from_session, units
from classroom.joining import device
from classroom.models import ClassSession, Homework, Practice, Student
from classroom.sessions import lifecycle
from game.models import Round, Table
from game.rules import around_the_corner as rules


@pytest.fixture
def task(ana_client, lesson: ClassSession) -> Homework:
    lifecycle.end(session=lesson)
    gives(ana_client, lesson, against="quick")
    return Homework.objects.get()


def gives(client: Client, session: ClassSession, **fields):
    day = timezone.localdate() + timedelta(days=2)
    return client.post(reverse("session_homework", args=[session.pk]), {"until": f"{day:%Y-%m-%d}", **fields})


def at_home(student: Student) -> Client:
    browser = Client()
    browser.get(reverse("card", args=[student.card]))
    return browser


def begins(student: Student, task: Homework) -> tuple[Client, Table]:
    browser = at_home(student)
    answer = browser.post(reverse("practice_homework", args=[task.pk]))
    table = Practice.objects.get(student=student).round.table
    assert answer.headers["Location"] == reverse("table", args=[table.code])
    return browser, table


@pytest.mark.django_db(transaction=True)
def test_a_child_plays_the_very_deal_of_its_table_again(task, bea, lesson):
    browser, table = begins(bea, task)
    assert browser.get(reverse("table", args=[table.code])).status_code == 200
    dealt, again = from_session.deal_of(lesson, bea), table.rounds.get()
    before, after = (rules.deal(one.options, one.seats, one.seed) for one in (dealt, again))
    assert (before.pile, before.draw_piles) == (after.pile, after.draw_piles)
    assert [seat.computer for seat in table.seats.all()] == ["", "quick"]


@pytest.mark.django_db(transaction=True)
def test_a_card_opens_the_homeworks_table_and_no_table_of_the_lesson(task, bea, their_table):
    browser, table = begins(bea, task)
    assert browser.get(reverse("table", args=[their_table.code])).status_code == 404
    assert device.at_home(bea.card, table.code) == bea.pk
    assert device.at_home(bea.card, their_table.code) is None
    assert device.at_home(None, table.code) is None
    amir = Student.objects.get(name="Amir")
    assert at_home(amir).get(reverse("table", args=[table.code])).status_code == 404


def test_it_goes_on_at_the_same_table_and_is_done_when_the_round_is_over(task, bea):
    first = from_session.begin(bea, task)
    assert from_session.begin(bea, task) == first
    assert units.of(task).how_far(task, assignments.done_of(task, bea)) == "0 of 1 round"
    Round.objects.filter(pk=first.round_id).update(finished_at=timezone.now())
    assert units.of(task).is_done(task, assignments.done_of(task, bea))
    assert [row.state for row in assignments.rows(task) if row.student == bea] == ["done"]


def test_who_was_absent_plays_the_cards_of_another_table(task):
    dana = Student.objects.get(name="Dana")
    assert from_session.begin(dana, task).round.seed == from_session.deal_of(task.session, dana).seed


def test_alone_it_is_the_same_deck_in_one_pile(ana_client, lesson, bea):
    lifecycle.end(session=lesson)
    gives(ana_client, lesson, against="alone")
    begun = from_session.begin(bea, Homework.objects.get())
    assert (begun.round.seats, begun.round.options["mode"]) == (1, "solo")
    assert begun.round.seed == from_session.deal_of(lesson, bea).seed


def test_ones_own_settings_hold_at_home_too(task, bea):
    bea.needs = {"hints": True}
    bea.save()
    assert from_session.begin(bea, task).round.options["own"] == {"0": {"hints": True}}


@pytest.mark.parametrize("fields", [{}, {"against": "everybody"}, {"against": "quick", "until": "2001-01-01"}])
def test_homework_of_nonsense_is_refused_in_words(ana_client, lesson, fields):
    answer = gives(ana_client, lesson, **fields)
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()
    assert not Homework.objects.exists()


def test_a_session_in_which_nobody_played_has_no_cards_to_play_again(ana_client, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    lifecycle.end(session=session)
    answer = ana_client.get(reverse("session_homework", args=[session.pk]), follow=True)
    assert "there are no cards to play again" in answer.content.decode()


def test_the_lists_of_homework_name_it(ana_client, task, bea):
    page = ana_client.get(reverse("class_homework", args=[task.classroom_id])).content.decode()
    assert "the cards of a lesson" in page
    assert "0 of 1 round" in at_home(bea).get(reverse("practice")).content.decode()
