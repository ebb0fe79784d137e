"""Number pictures as a child's own setting: its rung follows from the log, and no report counts what they helped."""

import pytest
from django.urls import reverse

from classroom.homework.around_the_corner import practice
from classroom.reports.around_the_corner.sources.columns import COLUMNS as CARDS
from classroom.reports.nine_to_nothing.columns import COLUMNS as SUMS
from classroom.sessions import accommodations
from game.around_the_corner import practice as rounds
from game.clock import now_ms
from game.models import AnswerSheet, Attempt, Event
from game.rules import Refused
from game.rules.around_the_corner.practice import Position, Question
from game.rules.picture_ladder import ALWAYS, ASKED, NEVER, SOON, SURE, Ladder
from tests.conftest import words

ALL = {"corner": True, "steps": [1, 2, 3]}


def has(student, chosen: int) -> None:
    student.needs = {"pictures": chosen}
    student.save()


def card(question: Question, *, right: bool) -> int:
    return next(held.id for held in question.hand if (held.number == question.fact.answer) == right)


def answers(practising, *, right: bool = True, times: int = 1) -> Position:
    for _ in range(times):
        question = rounds.position_of(practising.round).question
        assert question
        practice.answer(practising, card=card(question, right=right), count=question.place)
        if not right:
            practice.answer(practising, card=card(question, right=True), count=question.place)
    return rounds.position_of(practising.round)


def test_the_setting_is_kept_as_a_number_and_stands_in_the_form_again(ana_client, bea):
    ana_client.post(reverse("student_needs", args=[bea.pk]), {"pictures": f"{accommodations.BY_ITSELF}"})
    bea.refresh_from_db()
    assert bea.needs == {"pictures": accommodations.BY_ITSELF}
    form = ana_client.get(reverse("student_needs", args=[bea.pk])).context["form"]
    assert form["pictures"].value() == f"{accommodations.BY_ITSELF}"
    assert accommodations.in_words(bea.needs) == ["number pictures"]


def test_the_settings_say_where_the_ladder_stands_now(ana_client, bea):
    has(bea, accommodations.BY_ITSELF)
    practising = practice.begin(bea, options=ALL)
    answers(practising, times=2 * SURE)
    practice.stop(practising)
    assert "Now: After 3 seconds" in words(ana_client.get(reverse("student_needs", args=[bea.pk])))
    has(bea, ALWAYS)
    assert "Now:" not in words(ana_client.get(reverse("student_needs", args=[bea.pk])))


@pytest.mark.parametrize("chosen", [ALWAYS, SOON, ASKED])
def test_a_rung_that_the_teacher_chose_stays_whatever_is_answered(bea, chosen):
    has(bea, chosen)
    position = answers(practice.begin(bea, options=ALL), times=2 * SURE + 1)
    assert position.ladder.rung == chosen
    assert accommodations.by_seat([bea]) == {"own": {"0": {"pictures": chosen}}}


def test_who_has_no_pictures_has_none_in_the_log_either(bea):
    practising = practice.begin(bea, options=ALL)
    assert set(practising.round.options) == {"mode", "corner", "steps"}
    answers(practising)
    practice.stop(practising)
    assert list(Attempt.objects.values_list("rung", "pictured")) == [(0, False)]


def test_in_practice_the_ladder_moves_from_question_to_question(bea):
    has(bea, accommodations.BY_ITSELF)
    practising = practice.begin(bea, options=ALL)
    assert rounds.position_of(practising.round).ladder == Ladder(ALWAYS)
    assert answers(practising, times=2 * SURE).ladder == Ladder(SOON)
    assert answers(practising, times=SURE).ladder == Ladder(ASKED)
    assert answers(practising, right=False, times=2).ladder == Ladder(SOON)
    practice.stop(practising)
    assert accommodations.ladder_of(bea.pk) == Ladder(SOON)
    assert accommodations.by_seat([bea]) == {"own": {"0": {"pictures": SOON}}}


def test_the_counts_of_a_row_go_on_in_the_next_practice(bea):
    has(bea, accommodations.BY_ITSELF)
    first = practice.begin(bea, options=ALL)
    answers(first, times=2 * SURE - 1)
    practice.stop(first)
    second = practice.begin(bea, options=ALL)
    assert rounds.position_of(second.round).ladder == Ladder(ALWAYS, 2 * SURE - 1)
    assert answers(second).ladder == Ladder(SOON)
    practice.stop(second)
    assert accommodations.ladder_of(bea.pk) == Ladder(SOON)


def test_a_picture_on_request_is_logged_once_and_marks_the_answer(bea):
    has(bea, ASKED)
    practising = practice.begin(bea, options=ALL)
    assert rounds.picture(practising.round, count=1).pictured
    with pytest.raises(Refused):
        rounds.picture(practising.round, count=1)
    assert Event.objects.filter(kind="pictured").count() == 1
    answers(practising, times=2)
    practice.stop(practising)
    assert list(Attempt.objects.order_by("top").values_list("rung", "pictured", "own")) == [
        (ASKED, True, "pictures"),
        (ASKED, False, "pictures"),
    ]


@pytest.mark.parametrize("chosen", [None, ALWAYS, SOON, NEVER])
def test_who_has_no_button_cannot_ask(bea, chosen):
    if chosen:
        has(bea, chosen)
    practising = practice.begin(bea, options=ALL)
    with pytest.raises(Refused, match="unknown_move"):
        rounds.picture(practising.round, count=1)


def test_an_answer_with_a_picture_is_on_no_answer_sheet_and_one_without_is(bea):
    has(bea, ASKED)
    practising = practice.begin(bea, options=ALL)
    rounds.picture(practising.round, count=1)
    answers(practising, times=3)
    practice.stop(practising)
    assert Attempt.objects.filter(retry=False).count() == 3
    assert len(AnswerSheet.objects.get().answers) == 2 * 8


def test_what_was_answered_with_a_picture_stays_in_its_box(bea):
    has(bea, ALWAYS)
    practising = practice.begin(bea, options=ALL)
    answers(practising)
    practice.stop(practising)
    (answered,) = practice.history(bea)
    assert (answered.right, answered.quick) == (True, False)


def test_after_three_seconds_the_picture_was_there(bea):
    has(bea, SOON)
    position = rounds.position_of(practice.begin(bea, options=ALL).round)
    assert not position.has_picture(position.asked_at + 2999)
    assert position.has_picture(position.asked_at + 3000)
    assert position.asked_at <= now_ms()


def test_the_ladder_is_read_in_a_query_for_each_game(bea, django_assert_num_queries):
    has(bea, accommodations.BY_ITSELF)
    with django_assert_num_queries(2):
        assert accommodations.rung_of(bea.pk, bea.needs) == ALWAYS


@pytest.mark.parametrize(
    ("chosen", "html"),
    [(ALWAYS, 'class="practice"'), (SOON, 'class="practice soon"'), (ASKED, 'name="picture"')],
)
def test_the_practice_page_shows_hops_that_do_not_name_the_answer(client, bea, chosen, html):
    has(bea, chosen)
    client.get(reverse("card", args=[bea.card]))
    client.post(reverse("practice"), {"corner": "yes", "steps": [1, 2, 3]})
    page = client.get(reverse("practice")).content.decode()
    assert html in page
    assert page.count(">?</text>") == (0 if chosen == ASKED else 2)
    assert ('class="ten"' in page) == (chosen != ASKED)
    if chosen == ASKED:
        page = client.post(reverse("practice_answer"), {"picture": "1", "place": "1"}, follow=True).content.decode()
        assert page.count(">?</text>") == 2
        assert 'name="picture"' not in page


def test_the_report_of_a_child_says_how_many_answers_had_a_picture(ana_client, bea):
    has(bea, ASKED)
    practising = practice.begin(bea, options=ALL)
    rounds.picture(practising.round, count=1)
    answers(practising, times=3)
    practice.stop(practising)
    page = words(ana_client.get(reverse("student_report", args=[bea.pk]) + "?mode=practice"))
    assert "1 answer with a number picture beside it, 1 right, is in no number here." in page
    assert "2 cards" in page
    plays = words(ana_client.get(reverse("class_plays", args=[bea.classroom_id]) + f"?mode=practice&student={bea.pk}"))
    assert plays.count("right") == 2
    assert all({"rung", "pictured"} <= {column.name for column in columns} for columns in (CARDS, SUMS))
