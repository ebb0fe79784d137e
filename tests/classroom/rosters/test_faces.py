"""The Pack beside children's names: different for everybody in a class, chosen by the child, changed by the teacher."""

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse
from django.utils import timezone

from classroom.album.things import HATS
from classroom.joining import arrivals
from classroom.joining.visitor import AFTERWARDS
from classroom.models import Classroom, ClassSession, Student
from classroom.naming.characters import CHARACTERS, COLOURS, Face, any_free
from classroom.naming.draw_pack import PICTURES, SPRITE, sprite
from classroom.rosters import faces, roster
from classroom.sessions import lifecycle
from classroom.sessions.teams import TEAMS
from tests.classroom.conftest import join, open_lobby
from tests.conftest import make_class

in_rows = pytest.mark.django_db(transaction=True)
ALL = len(CHARACTERS) * len(COLOURS)


@pytest.fixture
def class_4b(class_4b: Classroom) -> Classroom:
    faces.give(class_4b.pk)
    return class_4b


def faces_in(classroom: Classroom) -> list[Face]:
    return [faces.face_of(student) for student in classroom.students.all()]


def free_for(student: Student) -> Face:
    face = any_free(faces.taken_by_others(student))
    assert face
    return face


def test_the_sprite_is_what_the_pictures_make():
    assert SPRITE.read_text() == sprite()
    assert {*CHARACTERS, "computer", *(sign for sign, _name in TEAMS), *(hat.word for hat in HATS)} == {
        picture.stem for picture in PICTURES.rglob("*.svg")
    }


def test_everybody_in_a_full_class_has_another_face(class_4b):
    roster.add_students(classroom=class_4b, names=[f"Child {number}" for number in range(ALL)])
    given = [face for face in faces_in(class_4b) if face.character]
    assert len(given) == len(set(given)) == ALL


def test_who_moves_where_somebody_has_the_same_face_gets_another(ana_teacher, class_4b, bea):
    other = make_class(ana_teacher, "4C", ["Gus"])
    character, colour = faces.face_of(bea)
    other.students.update(character=character, colour=colour)
    roster.move_student(bea, to=other)
    assert len(set(faces_in(other))) == 2


def test_a_face_of_a_classmate_is_not_taken(ana_client, class_4b, bea):
    theirs = class_4b.students.exclude(pk=bea.pk).first()
    posted = {"character": theirs.character, "colour": theirs.colour}
    page = ana_client.post(reverse("student_face", args=[bea.pk]), posted)
    assert "Somebody has this card already." in page.content.decode()
    assert len(set(faces_in(class_4b))) == class_4b.students.count()


@pytest.mark.parametrize("posted", [{}, {"character": "lion", "colour": "pink"}, {"character": "fox", "colour": "x"}])
def test_a_face_that_there_is_not_changes_nothing(ana_client, class_4b, bea, posted):
    before = faces_in(class_4b)
    ana_client.post(reverse("student_face", args=[bea.pk]), posted)
    assert faces_in(class_4b) == before


def test_the_teacher_changes_a_face_and_another_teacher_cannot(ana_client, ben_client, class_4b, bea):
    wanted, before = free_for(bea), faces.face_of(bea)
    assert ben_client.post(reverse("student_face", args=[bea.pk]), wanted._asdict()).status_code == 404
    bea.refresh_from_db()
    assert faces.face_of(bea) == before
    answer = ana_client.post(reverse("student_face", args=[bea.pk]), wanted._asdict())
    bea.refresh_from_db()
    assert answer.url == reverse("class", args=[class_4b.pk])
    assert faces.face_of(bea) == wanted


@in_rows
async def test_a_child_in_the_lobby_picks_a_card(class_4b):
    session = await sync_to_async(open_lobby)(class_4b)
    browser = await join(session, "Bea")
    bea = await Student.objects.aget(name="Bea")
    wanted = await sync_to_async(free_for)(bea)
    page = (await browser.get(reverse("my_face"), {"colour": wanted.colour})).content.decode()
    assert len(re.findall(r'type="radio"', page)) == len(CHARACTERS)
    answer = await browser.post(reverse("my_face"), wanted._asdict())
    await bea.arefresh_from_db()
    assert answer.url == reverse("waiting")
    assert faces.face_of(bea) == wanted


def test_a_stranger_picks_nothing(client, db):
    assert client.get(reverse("my_face")).url == reverse("join")


def test_half_an_hour_after_a_lesson_the_device_picks_a_card_for_nobody(bea_client, bea, lesson):
    """As its own page: by then the device may be anybody's."""
    lifecycle.end(session=lesson)
    assert bea_client.get(reverse("my_face")).status_code == 200
    ClassSession.objects.filter(pk=lesson.pk).update(ended_at=timezone.now() - AFTERWARDS - timedelta(seconds=1))
    before, wanted = faces.face_of(Student.objects.get(pk=bea.pk)), free_for(bea)
    assert bea_client.post(reverse("my_face"), wanted._asdict()).url == reverse("join")
    assert faces.face_of(Student.objects.get(pk=bea.pk)) == before != wanted


@pytest.mark.parametrize(("shown", "count"), [("names", 1), ("aliases", 0), ("hidden", 1)])
def test_the_projector_shows_the_face_of_who_is_in_but_under_a_made_up_name(class_4b, bea, shown, count):
    class_4b.board_names = shown
    class_4b.save()
    session = open_lobby(class_4b)
    lifecycle.arrive(session=session, student=bea)
    html = arrivals.names_html(arrivals.for_board(session, arrivals.arrivals(session)))
    assert html.count('class="arrival') == 4
    assert html.count('<svg class="face ') == count
