"""A child's own page: cards placed, stars, best times; nobody else's, for nobody else's eyes."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.joining.device import CARD
from classroom.joining.visitor import AFTERWARDS
from classroom.models import ClassSession, Student
from classroom.reports.around_the_corner.student import child_page
from classroom.rosters import roster
from classroom.sessions import lifecycle
from game.around_the_corner import solo
from game.clock import in_ms
from game.models import Event, Round, Seat, Table
from game.rules import around_the_corner as rules
from tests.classroom.logged import solo_round
from tests.classroom.reports.attempts_given import WRONG, text


def test_a_child_sees_cards_placed_and_a_star_for_each_tile(bea_client, bea, give):
    solo_round(bea, 23)
    give(24)
    give(1, **WRONG)
    give(2, late=True)
    words = text(bea_client, "my_page")
    assert "<strong>24</strong> cards placed" in words
    assert "1 of 60 sums found" in words
    assert "1 star: which sum?" in words
    assert words.count('class="is-known"') == 1
    assert "5 + 1 = 6: found" in words
    assert "5 − 1 = 4: not yet" in words


def test_of_the_cards_those_of_this_week_are_told_too(bea_client, bea):
    earlier = solo_round(bea, 5)
    assert "this week" not in text(bea_client, "my_page")
    earlier.events.filter(kind="finished").update(at=in_ms(timezone.now()))
    assert "1 this week" in text(bea_client, "my_page")


def test_a_child_who_has_not_played_is_told_to_play(bea_client):
    words = text(bea_client, "my_page")
    assert "You have placed no cards yet." in words
    assert "Play solo to get a best time." in words


def test_tile_and_star_of_a_sum_have_the_same_place_and_say_the_same(bea, give):
    give(12)
    give(12, **{**WRONG, "mode": "practice"})
    shown = child_page.context(bea)["picture"]
    found = [(row.number, place) for row in shown.rows for place, each in enumerate(row.sums, start=1) if each.known]
    assert found == [("+1", 5)]
    assert (shown.turned, 60 - len(shown.closed)) == (1, 1)
    assert [len(row.sums) for row in shown.rows] == [10] * 6


def test_one_button_of_the_page_is_the_main_one(bea_client, give):
    give(24)
    assert text(bea_client, "my_page").count("button primary") == 1


def test_nothing_on_the_page_is_about_another_child(bea_client, give, class_4b):
    for child in class_4b.students.exclude(name="Bea"):
        give(30, student=child)
    words = text(bea_client, "my_page")
    assert "no cards yet" in words
    assert not any(child.name in words for child in class_4b.students.exclude(name="Bea"))


def test_every_child_sees_their_own_page_and_a_strange_card_none(client, class_4b, give):
    amir = class_4b.students.get(name="Amir")
    give(7)
    client.get(reverse("card", args=[amir.card]))
    assert "Amir" in (words := text(client, "my_page"))
    assert "no cards yet" in words
    Student.objects.filter(pk=amir.pk).update(card="ANOTHERCARD")
    assert client.session[CARD]
    assert client.get(reverse("my_page")).status_code == 403


def test_after_a_lesson_the_page_stays_open_for_half_an_hour(bea_client, bea, lesson):
    solo_round(bea, 6)
    lifecycle.end(session=lesson)
    assert reverse("my_page") in text(bea_client, "waiting")
    words = text(bea_client, "my_page")
    assert "<strong>7</strong>" in words
    assert reverse("practice") not in words
    ClassSession.objects.filter(pk=lesson.pk).update(ended_at=timezone.now() - AFTERWARDS - timedelta(seconds=1))
    assert bea_client.get(reverse("my_page")).status_code == 403


@pytest.mark.parametrize("page", ["my_page", "my_face", "own_table", "own_picture", "waiting", "sums_found"])
def test_a_child_who_is_taken_off_the_list_is_nobody_at_the_device_at_once(bea_client, bea, lesson, page):
    lifecycle.end(session=lesson)
    assert bea_client.get(reverse(page)).status_code == 200
    roster.remove_student(bea)
    answer = bea_client.get(reverse(page))
    assert answer.status_code in (204, 302, 403, 404)
    assert answer.headers.get("Location") in (None, reverse("join"))
    roster.take_back(Student.everybody.get(pk=bea.pk))
    assert bea_client.get(reverse(page)).status_code == 200


def test_the_page_is_kept_in_no_cache(bea_client):
    assert "no-store" in bea_client.get(reverse("my_page"))["Cache-Control"]


def run(student: Student, seconds: int, **options: object) -> None:
    """Let the student play solo to the last card in so many seconds."""
    kept = {"mode": "solo", "corner": True, "steps": [1, 2, 3], **options}
    table = Table.objects.create(game=rules.NAME, options=kept)
    Seat.objects.create(table=table, number=0, player=student.pk, name=student.name)
    played = Round.objects.create(table=table, seed=1, seats=1, options=kept)
    for n, (kind, at) in enumerate((("go", 0), ("finished", 1000 * seconds)), start=1):
        Event.objects.create(round=played, n=n, kind=kind, seat=0 if n > 1 else None, at=at)


def test_a_best_time_stands_beside_what_has_grown_since_the_first(bea, class_4b):
    for seconds in (300, 247, 260):
        run(bea, seconds)
    run(bea, 200, corner=False, steps=[1])
    run(class_4b.students.get(name="Amir"), 100)
    assert [child_page.my_best(best) for best in solo.bests_of(bea.pk)] == [
        child_page.MyBest("±1, no corner", "3:20", "3 minutes and 20 seconds", ""),
        child_page.MyBest(
            "±1, ±2, ±3, round the corner", "4:07", "4 minutes and 7 seconds", "0:53 quicker than your first time"
        ),
    ]


def test_a_solo_round_that_was_given_up_is_no_time(bea):
    table = Table.objects.create(game=rules.NAME)
    Seat.objects.create(table=table, number=0, player=bea.pk, name="Bea")
    played = Round.objects.create(table=table, seed=1, seats=1, options={"mode": "solo"})
    Event.objects.create(round=played, n=1, kind="go", at=0)
    assert solo.bests_of(bea.pk) == []
