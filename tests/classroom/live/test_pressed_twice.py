"""A teacher who double-clicks everything: each press of a lesson is sent twice at once, and counts once."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.urls import reverse
from django.utils import timezone

from classroom.live import controls
from classroom.models import Classroom, ClassSession, Homework, Knock, Student, Teacher
from classroom.sessions import seating
from game.models import Event, Round
from tests.classroom.conftest import join, teacher_at

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Amir", "Bea", "Chen", "Dana")
SET_UP = {
    "table_size": "2",
    "corner": "yes",
    "steps": ["1", "2"],
    "wrong_pause": "500",
    "away": "wait",
    "minutes": "20",
}


async def twice(browser: AsyncClient, page: str, /, *args: object, **fields: object) -> None:
    """Post twice at once; what would be an answer of 500 is raised here."""
    url = reverse(page, args=args)
    answers = await asyncio.gather(*(browser.post(url, fields) for _ in range(2)))
    assert all(answer.status_code < 500 for answer in answers)


async def test_a_whole_lesson_pressed_twice_is_one_lesson(ana_teacher):
    teacher = await teacher_at(ana_teacher)
    classroom = await _makes_a_class(teacher, ana_teacher)
    session = await _opens_a_lobby(teacher, classroom)
    await _lets_a_stranger_in(teacher, session)
    await _starts_and_pauses(teacher, session)
    await _gives_more_time(teacher, session)
    moved = await _moves_a_child_and_ends_its_table(teacher, session)
    await _ends_and_sets_homework(teacher, session)
    await _plays_again(teacher, session)
    await _removes_and_takes_back(teacher, classroom, moved)


async def _makes_a_class(teacher: AsyncClient, ana_teacher: Teacher) -> Classroom:
    await twice(teacher, "class_new", name="4B")
    classroom = await Classroom.objects.aget()
    await teacher.post(reverse("roster", args=[classroom.pk]), {"step": "check", "text": "\n".join(NAMES)})
    draft = await ana_teacher.roster_imports.aget()
    await twice(teacher, "import", draft.pk)
    assert await Student.objects.acount() == 4
    return classroom


async def _opens_a_lobby(teacher: AsyncClient, classroom: Classroom) -> ClassSession:
    await twice(teacher, "session_new", classroom.pk, **SET_UP)
    session = await ClassSession.objects.aget()
    await twice(teacher, "session_lock", session.pk, locked="yes")
    await twice(teacher, "session_lock", session.pk, locked="no")
    for name in NAMES:
        await join(session, name)
    return session


async def _lets_a_stranger_in(teacher: AsyncClient, session: ClassSession) -> None:
    stranger = AsyncClient()
    await stranger.post(reverse("join_ask", args=[session.code]), {"name": "Zoë"})
    await twice(teacher, "session_knock", session.pk, (await Knock.objects.aget()).pk, newcomer="1")
    assert await Student.objects.acount() == 5


async def _starts_and_pauses(teacher: AsyncClient, session: ClassSession) -> None:
    await twice(teacher, "session_start", session.pk)
    laid = await sync_to_async(lambda: len(seating.open_tables(session)))()
    assert await Round.objects.acount() == laid == 2
    await twice(teacher, "session_go", session.pk)
    assert await Event.objects.filter(kind="start").acount() == laid
    await twice(teacher, "session_pause", session.pk)
    await twice(teacher, "session_resume", session.pk)
    assert await Event.objects.filter(kind="held").acount() <= laid


async def _gives_more_time(teacher: AsyncClient, session: ClassSession) -> None:
    await session.arefresh_from_db()
    before = session.ends_at
    assert before
    await twice(teacher, "session_more_time", session.pk, ends_at=round(before.timestamp() * 1000))
    await session.arefresh_from_db()
    assert session.ends_at
    assert session.ends_at - before == timedelta(minutes=1)


async def _moves_a_child_and_ends_its_table(teacher: AsyncClient, session: ClassSession) -> Student:
    """Return who was moved."""
    table = await seating.open_tables(session).afirst()
    assert table
    await twice(teacher, "session_say", session.pk, note="0")
    moved = await Student.objects.filter(sittings__seat__table=table).afirst()
    assert moved
    await twice(teacher, "session_move", session.pk, student=moved.pk, to="2", cards="fold")
    await twice(teacher, "session_end_table", session.pk, table=table.code)
    await twice(teacher, "session_seat_waiting", session.pk)
    sitting = session.sittings.filter(left_at=None)
    assert await sitting.values("student").distinct().acount() == await sitting.acount()
    return moved


async def _ends_and_sets_homework(teacher: AsyncClient, session: ClassSession) -> None:
    await twice(teacher, "session_end", session.pk)
    await twice(teacher, "session_note", session.pk, note="Well done")
    until = timezone.localdate() + timedelta(days=7)
    await twice(teacher, "session_homework", session.pk, until=until, against="steady")
    assert await Homework.objects.acount() == 1
    homework = {"corner": "yes", "steps": ["1"], "unit": "cards", "amount": "20", "cards": "20", "until": until}
    await twice(teacher, "class_homework", session.classroom_id, **homework)
    assert await Homework.objects.acount() == 2


async def _plays_again(teacher: AsyncClient, session: ClassSession) -> None:
    await twice(teacher, "session_again", session.pk, tables="same")
    assert await ClassSession.objects.acount() == 2
    following = await ClassSession.objects.exclude(pk=session.pk).aget()
    await twice(teacher, "session_end", following.pk)
    controls.alarms.disarm(session.pk)
    controls.alarms.disarm(following.pk)


async def _removes_and_takes_back(teacher: AsyncClient, classroom: Classroom, moved: Student) -> None:
    await twice(teacher, "student_remove", moved.pk)
    await twice(teacher, "student_take_back", moved.pk)
    await twice(teacher, "class_remove", classroom.pk, name="4B")
    await twice(teacher, "class_take_back", classroom.pk)
    assert await Classroom.objects.acount() == 1
