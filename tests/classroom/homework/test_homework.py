"""Practice pages, students' cards and homework, as a browser without scripts sees them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments, units
from classroom.homework.around_the_corner import practice
from classroom.models import Attendance, Homework, Practice
from classroom.reports.around_the_corner.findings import queries
from classroom.rosters import roster
from game.around_the_corner.practice import position_of
from game.models import Attempt, Event, Table
from tests.conftest import make_class, seated, words

OPTIONS = {"corner": True, "steps": [1, 2, 3]}
CHOSEN = {"corner": "yes", "steps": ["1", "2", "3"]}


@pytest.fixture
def task(class_4b) -> Homework:
    return assignments.give(class_4b, options=OPTIONS, unit="cards", amount=2, last_day=timezone.localdate())


def play(browser, student, *, right):
    question = position_of(practice.present(student).round).question
    fits = [card.id for card in question.hand if (card.number == question.fact.answer) == right]
    page = browser.post(reverse("practice_answer"), {"card": fits[0], "place": question.place}, follow=True)
    return question, page


def ended(task: Homework) -> None:
    Homework.objects.filter(pk=task.pk).update(until=timezone.now() - timedelta(seconds=1))


def test_a_card_opens_practice_and_a_wrong_card_is_answered_with_the_sum(bea_at_home, bea):
    bea_at_home.post(reverse("practice"), CHOSEN)
    page = bea_at_home.get(reverse("practice"))
    assert "I&#x27;m done" in page.content.decode() or "I'm done" in page.content.decode()
    question, page = play(bea_at_home, bea, right=False)
    assert f"does not fit on {question.fact.number} ±{question.fact.step}." in words(page)
    assert page.content.decode().count("disabled") == 1
    assert (
        f'aria-label="{"On" if question.fact.sign == "+" else "Back"}: {question.fact.number}, '
        in page.content.decode()
    )
    question, page = play(bea_at_home, bea, right=True)
    assert "Yes!" in words(page)
    page = bea_at_home.post(reverse("practice_stop"), follow=True)
    assert "1 to meet tomorrow" in words(page)
    assert list(Attempt.objects.values_list("player", "mode", "ending", "retry")) == [
        (bea.pk, "practice", "W", False),
        (bea.pk, "practice", "C", True),
    ]


def test_a_hint_spells_out_both_sums_and_counts_as_placed_but_not_as_right_at_once(bea_at_home, bea, task):
    bea_at_home.post(reverse("practice_homework", args=[task.pk]))
    question = position_of(practice.present(bea).round).question
    page = bea_at_home.get(reverse("practice")).content.decode()
    assert page.count("= ?</li>") + page.count("→ ?</li>") == 2
    assert "number-picture" not in page
    page = bea_at_home.post(reverse("practice_answer"), {"hint": "1", "place": question.place}, follow=True)
    assert "?</li>" not in page.content.decode()
    assert f"{question.fact.answer}</li>" in page.content.decode()
    assert 'name="hint"' not in page.content.decode()
    assert 'class="number-picture line"' in page.content.decode()
    play(bea_at_home, bea, right=True)
    done = assignments.done_of(task, bea)
    assert (done.placed, done.answered, done.right) == (1, 1, 0)


def test_the_end_says_how_far_the_homework_is_and_one_that_is_done_asks_no_more(bea_at_home, bea, task):
    bea_at_home.post(reverse("practice_homework", args=[task.pk]))
    play(bea_at_home, bea, right=True)
    end = words(bea_at_home.post(reverse("practice_stop"), follow=True))
    assert "Homework: 1 of 2 cards" in end
    assert "done" not in end
    bea_at_home.post(reverse("practice_homework", args=[task.pk]))
    play(bea_at_home, bea, right=True)
    end = words(bea_at_home.post(reverse("practice_stop"), follow=True))
    assert "Homework: 2 of 2 cards ✓ done" in end
    choice = words(bea_at_home.get(reverse("practice")))
    assert "Do the homework" not in choice
    assert "Practise more" in choice


def test_htmx_gets_just_the_table_and_says_what_came_of_the_card(bea_at_home, bea):
    bea_at_home.post(reverse("practice"), CHOSEN)
    question = position_of(practice.present(bea).round).question
    card = next(card.id for card in question.hand if card.number == question.fact.answer)
    page = bea_at_home.post(reverse("practice_answer"), {"card": card, "place": 1}, headers={"HX-Request": "true"})
    html = page.content.decode()
    assert html.startswith('<form id="_practice"')
    assert '<div id="live" data-hx-swap-oob="innerHTML">Yes!' in html


@pytest.mark.parametrize("posted", [{}, {"card": "x", "place": "y"}, {"card": "9" * 40, "place": "1"}, {"place": "7"}])
def test_nonsense_changes_nothing(bea_at_home, bea, posted):
    bea_at_home.post(reverse("practice"), CHOSEN)
    assert bea_at_home.post(reverse("practice_answer"), posted, follow=True).status_code == 200
    assert Event.objects.count() == 1


def test_a_card_opens_no_lesson(bea_at_home, lesson, their_table):
    assert bea_at_home.get(reverse("table", args=[their_table.code])).status_code == 404
    assert bea_at_home.get(reverse("waiting")).url == reverse("join")
    assert bea_at_home.get(reverse("classes")).status_code == 302


def test_changing_all_cards_shuts_out_old_ones_also_where_one_is_in_use(bea_at_home, ana_client, bea, class_4b):
    assert bea_at_home.get(reverse("practice")).status_code == 200
    ana_client.post(reverse("class_cards_change", args=[class_4b.pk]))
    assert bea_at_home.get(reverse("practice")).status_code == 403
    page = Client().get(reverse("card", args=[bea.card]))
    assert (page.status_code, "This card was changed" in words(page)) == (404, True)
    bea.refresh_from_db()
    assert bea.card in ana_client.get(reverse("class_cards", args=[class_4b.pk])).content.decode()


def test_who_joins_a_lesson_practises_as_who_joined(bea_at_home, lesson, class_4b):
    chen = class_4b.students.get(name="Chen")
    bea_at_home.post(reverse("join_names", args=[lesson.code]), {"student": chen.pk})
    assert "Hello Chen" in words(bea_at_home.get(reverse("practice")))


def test_a_lesson_that_is_over_lets_nobody_practise(lesson, bea):
    browser = seated(Attendance.objects.get(session=lesson, student=bea))
    assert browser.get(reverse("practice")).status_code == 200
    type(lesson).objects.filter(pk=lesson.pk).update(state="ended")
    assert browser.get(reverse("practice")).status_code == 403


def test_the_teacher_sees_who_did_it_who_started_and_who_did_not(bea_at_home, ana_client, bea, class_4b, task):
    amir = class_4b.students.get(name="Amir")
    at_amirs = Client()
    at_amirs.get(reverse("card", args=[amir.card]))
    for browser in (bea_at_home, at_amirs):
        browser.post(reverse("practice_homework", args=[task.pk]))
    play(bea_at_home, bea, right=False)
    play(bea_at_home, bea, right=True)
    _question, page = play(bea_at_home, bea, right=True)
    assert "homework 2 of 2 cards ✓ done" in words(page)
    play(at_amirs, amir, right=False)
    found = {row.student.name: (row.state, *row.done[:3]) for row in assignments.rows(task)}
    assert found == {
        "Amir": ("started", 0, 0, 1),
        "Bea": ("done", 2, 1, 2),
        "Chen": ("not_yet", 0, 0, 0),
        "Dana": ("not_yet", 0, 0, 0),
    }
    page = words(ana_client.get(reverse("homework", args=[task.pk])))
    assert "1 of 4 has done it." in page
    assert "Amir started 0 of 2 cards 0 of 1 Bea ✓ done 2 of 2 cards 1 of 2 Chen not yet Dana not yet Take" in page


def test_what_is_practised_for_oneself_counts_for_no_homework(bea_at_home, bea, task):
    bea_at_home.post(reverse("practice"), CHOSEN)
    play(bea_at_home, bea, right=True)
    assert assignments.done_of(task, bea).answered == 0


def test_minutes_are_counted_from_the_log(bea_at_home, bea, class_4b):
    task = assignments.give(class_4b, options=OPTIONS, unit="minutes", amount=1, last_day=timezone.localdate())
    bea_at_home.post(reverse("practice_homework", args=[task.pk]))
    play(bea_at_home, bea, right=True)
    play(bea_at_home, bea, right=True)
    started = Event.objects.get(n=1).at
    for n, seconds in ((2, 25), (3, 25), (4, 65), (5, 65)):
        Event.objects.filter(n=n).update(at=started + seconds * 1000)
    done = assignments.done_of(task, bea)
    assert (round(done.minutes, 2), units.of(task).is_done(task, done)) == (0.92, False)
    assert units.of(task).how_far(task, done) == "0 of 1 minute"


def test_after_its_date_the_link_says_so_and_nothing_is_counted(bea_at_home, bea, task):
    bea_at_home.post(reverse("practice_homework", args=[task.pk]))
    play(bea_at_home, bea, right=True)
    ended(task)
    logged = Event.objects.exclude(kind="stopped").count()
    _question, page = play(bea_at_home, bea, right=True)
    assert page.status_code == 410
    assert "This homework is over" in words(page)
    assert "You did 1 of 2 cards." in words(page)
    assert bea_at_home.post(reverse("practice_homework", args=[task.pk])).status_code == 410
    assert Event.objects.exclude(kind="stopped").count() == logged
    assert assignments.done_of(task, bea).placed == 1
    assert practice.present(bea) is None


def test_another_classs_homework_is_not_there(bea_at_home, ben_teacher):
    other = make_class(ben_teacher, "6D", ["Gil"])
    theirs = assignments.give(other, options=OPTIONS, unit="cards", amount=5, last_day=timezone.localdate())
    assert bea_at_home.get(reverse("practice_homework", args=[theirs.pk])).status_code == 404


def test_a_forgotten_student_leaves_no_practice_behind(bea_at_home, bea):
    bea_at_home.post(reverse("practice"), CHOSEN)
    play(bea_at_home, bea, right=True)
    bea_at_home.post(reverse("practice_stop"))
    roster.remove_student(bea)
    roster.forget_student(bea)
    left = [model.objects.count() for model in (Practice, Table, Event, Attempt)]
    assert left == [0, 0, 0, 0]


def test_practice_stands_in_the_report_beside_the_other_modes_also_when_it_was_just_left(bea_at_home, ana_client, bea):
    bea_at_home.post(reverse("practice"), CHOSEN)
    play(bea_at_home, bea, right=True)
    page = words(ana_client.get(reverse("student_report", args=[bea.pk])))
    assert "Practice" not in page, "the child may be thinking"
    Event.objects.update(at=Event.objects.get(n=1).at - 3_600_000)
    page = words(ana_client.get(reverse("student_report", args=[bea.pk])))
    assert "Practice" in page
    assert [report.mode for report in queries.reports([bea])] == ["practice"]


def test_this_is_not_me_forgets_the_card_and_nothing_else(ana_client, bea):
    ana_client.get(reverse("card", args=[bea.card]))
    assert ana_client.get(reverse("practice")).status_code == 200
    ana_client.post(reverse("practice_leave"))
    assert ana_client.get(reverse("practice")).status_code == 403
    assert ana_client.get(reverse("classes")).status_code == 200


def test_a_child_finds_the_steps_open_and_the_rest_folded_with_its_values(bea_client):
    page = bea_client.get(reverse("practice")).content.decode()
    assert page.index('name="steps"') < page.index("<details") < page.index('name="highest"')
    assert "Numbers on the cards: 1–10" in words(bea_client.get(reverse("practice")))
    assert bea_client.post(reverse("practice"), CHOSEN | {"highest": "10"}).status_code == 302


def test_a_homeworks_link_asks_for_the_card_and_leads_on_to_the_homework(bea, task, ana_client):
    page = ana_client.get(reverse("homework", args=[task.pk])).content.decode()
    link = reverse("practice_homework", args=[task.pk])
    assert f'value="http://testserver{link}" readonly' in page
    browser = Client()
    assert browser.get(link).status_code == 403
    assert browser.get(reverse("card", args=[bea.card])).url == link
    assert browser.get(reverse("card", args=[bea.card])).url == reverse("practice")


def test_the_link_of_another_classs_homework_leads_a_child_to_its_own(bea, ben_teacher):
    theirs = assignments.give(
        make_class(ben_teacher, "5D", ["Eli"]), options=OPTIONS, unit="cards", amount=2, last_day=timezone.localdate()
    )
    browser = Client()
    browser.get(reverse("practice_homework", args=[theirs.pk]))
    assert browser.get(reverse("card", args=[bea.card])).url == reverse("practice")
