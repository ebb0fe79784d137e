"""Between two short rounds: the class's total beside its round before and its best one; one press begins the next."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import translation

from classroom.joining.waiting_page import waiting_html
from classroom.live import controls
from classroom.live.projector import between
from classroom.live.projector.between import RoundRecord
from classroom.live.projector.page import screen_html
from classroom.models import Attendance, ClassSession
from classroom.rosters import faces
from classroom.sessions import counts, lifecycle
from classroom.sessions.after.praise import in_turn
from classroom.sessions.lesson import lesson_of
from game.models import Attempt
from tests.classroom.live.playing import browsers as browsers
from tests.classroom.live.playing import playing as playing
from tests.classroom.live.playing import tables_of
from tests.classroom.live.playing import teacher as teacher
from tests.classroom.logged import log
from tests.classroom.reports.attempts_given import attempt
from tests.conftest import words

ROUND = {"mode": "race", "steps": [1, 2], "corner": True, "minutes": 3}


def over(classroom, placed: int | None, previous: ClassSession | None = None, **options) -> ClassSession:
    """A round that is over, with this total kept."""
    opened = lifecycle.open_session(
        classroom=classroom, game="around_the_corner", options={**ROUND, **options}, table_size=2, previous=previous
    )
    lifecycle.end(session=opened)
    ClassSession.objects.filter(pk=opened.pk).update(placed=placed)
    opened.refresh_from_db()
    return opened


@pytest.mark.parametrize(
    ("record", "more", "to_best", "is_best", "is_less"),
    [
        (RoundRecord(288, 262, 301), 26, 13, False, False),
        (RoundRecord(302, 262, 301), 40, 0, True, False),
        (RoundRecord(250, 262, 301), 0, 51, False, True),
        (RoundRecord(250, None, None), 0, 0, False, False),
    ],
)
def test_a_record_says_what_is_more_and_never_what_is_less(record, more, to_best, is_best, is_less):
    assert (record.more, record.to_best, record.is_best, record.is_less) == (more, to_best, is_best, is_less)
    assert 0 <= record.tick <= record.flag <= 1000
    assert record.bar <= record.flag


def test_a_first_round_has_a_number_and_no_bar_that_compares_it_with_nothing(class_4b):
    first = over(class_4b, 150)
    assert 'class="record"' not in screen_html(first)
    assert 'class="record"' in screen_html(over(class_4b, 262, first))


def test_a_round_is_compared_with_rounds_as_long_alone(class_4b):
    over(class_4b, 900, minutes=15)
    best = over(class_4b, 301)
    first = over(class_4b, 262)
    second = over(class_4b, None, previous=first)
    shown = between.context(lesson_of(second))
    assert shown["record"] == RoundRecord(0, 262, 301)
    assert (shown["round"], between.context(lesson_of(best))["round"]) == (2, 1)
    assert between.context(lesson_of(best))["record"].best is None


def test_after_as_many_rounds_as_were_chosen_the_projector_celebrates_them_all(class_4b):
    first = over(class_4b, 262, lesson_rounds=2)
    second = over(class_4b, 288, previous=first, lesson_rounds=2)
    third = over(class_4b, 290, previous=second, lesson_rounds=2)
    assert "Round 1 of 2" in screen_html(first)
    celebrates = screen_html(second)
    assert "Well played, 4B!" in celebrates
    assert "<b>550</b> cards placed together" in celebrates
    assert "Round 1 of 2" in screen_html(third), "another lesson"


def test_a_round_of_another_day_belongs_to_another_lesson(class_4b):
    first = over(class_4b, 262)
    ClassSession.objects.filter(pk=first.pk).update(opened_at=first.opened_at - timedelta(days=1))
    assert "Round 1 of 3" in screen_html(over(class_4b, 288, previous=first))


def test_one_press_on_the_projector_ends_a_lesson_that_would_go_on(class_4b, ana_client):
    first = over(class_4b, 262)
    assert "Celebrate now" in words(ana_client.get(reverse("session_screen", args=[first.pk])))
    answer = ana_client.post(reverse("session_end", args=[first.pk]), {"screen": "1"}, follow=True)
    assert answer.request["PATH_INFO"] == reverse("session_screen", args=[first.pk])
    assert "Well played, 4B!" in words(answer)
    second = over(class_4b, 288, previous=first)
    assert lesson_of(second).rounds == [second]


def test_who_looks_at_the_end_of_a_round_does_not_end_the_lesson(class_4b, ana_client):
    first = over(class_4b, 262)
    ana_client.get(reverse("session_end", args=[first.pk]))
    first.refresh_from_db()
    assert lesson_of(first).goes_on


def test_children_look_at_the_board_after_a_short_round_and_wait_for_their_teacher_after_a_long_one(class_4b):
    session = played_by_all(class_4b, None)
    here = Attendance.objects.filter(session=session).select_related("student", "session__classroom").first()
    assert here
    assert "Look at the board." in waiting_html(here)
    here.session.options["minutes"] = 15
    assert "Wait for your teacher." in waiting_html(here)


def test_a_fact_alone_is_not_shown(class_4b):
    ended = over(class_4b, 262, minutes=15)
    assert "Well played" in screen_html(ended)
    assert 'class="facts"' not in screen_html(ended)


def played_by_all(classroom, previous: ClassSession | None, cards: int = 8) -> ClassSession:
    """A round that is over, in which each child of the class was right with so many cards."""
    session = lifecycle.open_session(
        classroom=classroom, game="around_the_corner", options=ROUND, table_size=2, previous=previous
    )
    for student in classroom.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    for sitting in session.sittings.select_related("student", "seat__table"):
        dealt = sitting.seat.table.rounds.get()
        Attempt.objects.bulk_create(attempt(dealt, sitting.student) for _ in range(cards))
    lifecycle.end(session=session)
    return session


def test_nobody_is_thanked_twice_before_all_had_a_turn(class_4b, six):
    faces.give(class_4b.pk)
    rounds: list[ClassSession] = []
    for _round in range(4):
        rounds.append(played_by_all(class_4b, rounds[-1] if rounds else None))
    thanked = [[each.student.name for each in in_turn(rounds[: n + 1], 2)] for n in range(4)]
    assert sorted(sum(thanked[:3], [])) == ["Amir", "Bea", "Chen", "Dana", "Elsa", "Finn"]
    assert len(thanked[3]) == 2


@pytest.mark.parametrize(
    ("cards", "faces_with", "said"),
    [(3, [3], "lögðu spil fyrir okkur öll"), (8, [1, 1, 1], "öll fyrstu svörin rétt (8)")],
)
def test_what_three_are_thanked_for_alike_is_said_once_and_of_all_of_them(class_4b, cards, faces_with, said):
    faces.give(class_4b.pk)
    session = played_by_all(class_4b, None, cards)
    with translation.override("is"):
        thanks = between.context(lesson_of(session))["thanks"]
        html = screen_html(session)
    assert ([len(each.faces) for each in thanks], {each.words for each in thanks}) == (faces_with, {said})
    assert html.count(said) == len(faces_with)
    assert [part.split("</li>")[0].count("<svg") for part in html.split('class="thanked"')[1:]] == faces_with


def test_a_total_is_kept_once_nothing_more_can_be_written(class_4b):
    fresh = over(class_4b, None)
    assert counts.placed_in([fresh]) == {fresh.pk: 0}
    fresh.refresh_from_db()
    assert fresh.placed is None, "a table may still write its last line"
    fresh.ended_at -= counts.SETTLED * 2
    fresh.save()
    counts.placed_in([fresh])
    fresh.refresh_from_db()
    assert fresh.placed == 0


def test_after_the_last_round_a_child_reads_of_the_whole_lesson_as_the_board_says_it(lesson, bea):
    lesson.options |= {"minutes": 3, "lesson_rounds": 2}
    lesson.save()
    told = []
    for _each in range(2):
        sat = lesson.sittings.get(student=bea)
        seat = sat.seat.number
        log(sat.seat.table.rounds.get(), ("go", None), ("played", seat), ("finished", seat))
        lifecycle.end(session=lesson)
        told.append((waiting_html(lesson.attendances.get(student=bea)), screen_html(lesson)))
        lesson = lesson if len(told) == 2 else lifecycle.again(session=lesson, same_tables=True)
    (after_one, beside_one), (after_all, beside_all) = told
    assert "You placed 2 cards!" in after_one
    assert "<b>2</b> together" in beside_one
    assert "You placed 4 cards!" in after_all
    assert "<b>4</b> cards placed together" in after_all
    assert "<b>4</b> cards placed together" in beside_all


@pytest.mark.django_db(transaction=True)
async def test_one_press_on_the_projector_begins_the_next_round_at_every_table(playing, teacher):
    await ClassSession.objects.filter(pk=playing.pk).aupdate(options=playing.options | {"minutes": 3})
    await controls.end(await ClassSession.objects.select_related("classroom").aget(pk=playing.pk))
    shown = (await teacher.get(reverse("session_screen", args=[playing.pk]))).content.decode()
    assert "<b>0</b> together" in shown
    await teacher.post(reverse("session_podium", args=[playing.pk]), {"show": "1"})
    assert "together-now" not in (await teacher.get(reverse("session_screen", args=[playing.pk]))).content.decode()
    answer = await teacher.post(reverse("session_again", args=[playing.pk]), {"tables": "same", "screen": "1"})
    following = await ClassSession.objects.select_related("classroom").aget(previous=playing)
    assert answer["Location"] == reverse("session_screen", args=[following.pk])
    phases = {table.round.phase for table in await tables_of(following)}
    assert phases == {"countdown"}
    screen = (await teacher.get(answer["Location"])).content.decode()
    assert "data-count-in" in screen
    await controls.end(following)


def test_a_second_press_on_the_projector_shows_the_class_no_page_of_its_teacher(class_4b, ana_client):
    session = over(class_4b, 150)
    pressed = {"tables": "new", "screen": "1"}
    answers = [ana_client.post(reverse("session_again", args=[session.pk]), pressed) for _ in range(2)]
    following = ClassSession.objects.get(previous=session)
    assert [answer["Location"] for answer in answers] == [reverse("session_screen", args=[following.pk])] * 2


def test_what_each_child_placed_is_said_at_the_end_alone(class_4b):
    first = over(class_4b, 150, together="class", lesson_rounds=2)
    last = over(class_4b, 160, previous=first, together="class", lesson_rounds=2)
    assert ['class="each"' in screen_html(each) for each in (first, last)] == [False, True]
