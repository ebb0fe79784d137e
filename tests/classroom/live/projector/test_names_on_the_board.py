"""What the projector calls the children, and what stays on it while they play."""

import pytest
from django.urls import reverse

from classroom.joining import arrivals
from classroom.models import Student
from classroom.naming.word_lists import alias
from tests.classroom.conftest import join, teacher_at
from tests.classroom.logged import log

in_rows = pytest.mark.django_db(transaction=True)


@in_rows
@pytest.mark.parametrize(("chosen", "shown"), [("names", "Bea"), ("aliases", None), ("hidden", "")])
async def test_the_projector_calls_children_as_the_teacher_chose(lobby_4b, socket_of, bea, ana_teacher, chosen, shown):
    teacher = await teacher_at(ana_teacher)
    await teacher.post(reverse("session_board_names", args=[lobby_4b.pk]), {"names": chosen})
    page = (await teacher.get(reverse("session_screen", args=[lobby_4b.pk]))).content.decode()
    screen = socket_of(teacher, f"/ws/sessions/{lobby_4b.pk}/screen/")
    await screen.opens()
    browser = await join(lobby_4b, "Bea")
    told = await screen.hears_of("<strong>1</strong>")
    wanted = alias(bea.pk, "en") if shown is None else shown
    assert f'id="arrival-{bea.pk}"' in page
    assert ("Bea" in page + told) == (shown == "Bea")
    assert wanted in told
    assert wanted in page
    if shown is None:
        assert f"<strong>{wanted}</strong>" in (await browser.get(reverse("waiting"))).content.decode()


@in_rows
def test_a_podium_on_the_projector_keeps_to_the_names_of_the_board(lesson, bea, ana_client, their_table):
    seat = their_table.seats.get(name="Bea").number
    log(their_table.rounds.get(), ("go", None), ("finished", seat))
    lesson.classroom.board_names = "aliases"
    lesson.classroom.save()
    lesson.state, lesson.podium = "ended", True
    lesson.save()
    page = ana_client.get(reverse("session_screen", args=[lesson.pk])).content.decode()
    assert alias(bea.pk, "en") in page
    assert "Bea" not in page


@in_rows
def test_names_come_on_the_projector_only_when_they_are_switched_on(lobby_4b, class_4b, ana_client):
    lobby_4b.attendances.create(student=class_4b.students.get(name="Bea"), device="x")
    screen = reverse("session_screen", args=[lobby_4b.pk])
    assert "Bea" not in ana_client.get(screen).content.decode()
    ana_client.post(reverse("session_board_names", args=[lobby_4b.pk]), {"names": "names"})
    assert "Bea" in ana_client.get(screen).content.decode()


@in_rows
def test_places_without_names_do_not_stand_in_the_order_of_the_list(lobby_4b, class_4b):
    Student.objects.bulk_create(Student(classroom=class_4b, name=f"Child {n:02}") for n in range(20))
    everybody = arrivals.arrivals(lobby_4b)
    shown = arrivals.for_board(lobby_4b, everybody)
    assert {child.name for child in shown} == {""}
    assert sorted(child.student for child in shown) == sorted(child.student for child in everybody)
    assert [child.student for child in shown] != [child.student for child in everybody]


@in_rows
def test_a_way_of_naming_that_there_is_none_changes_nothing(lobby_4b, class_4b, ana_client):
    ana_client.post(reverse("session_board_names", args=[lobby_4b.pk]), {"names": "shoe sizes"})
    class_4b.refresh_from_db()
    assert class_4b.board_names == "hidden"


@in_rows
def test_the_way_in_stays_on_the_projector_while_they_play(lesson, ana_client):
    page = ana_client.get(reverse("session_screen", args=[lesson.pk])).content.decode()
    assert 'class="corner"' in page
    assert f"{lesson.code[:3]} {lesson.code[3:]}" in page


@in_rows
def test_the_projector_says_when_all_are_in(lobby_4b, class_4b, ana_client):
    screen = reverse("session_screen", args=[lobby_4b.pk])
    first, *others = class_4b.students.all()
    lobby_4b.attendances.create(student=first, device="0")
    all_of_them = f"All {len(others) + 1} are in!"
    assert all_of_them not in ana_client.get(screen).content.decode()
    for number, child in enumerate(others, 1):
        lobby_4b.attendances.create(student=child, device=str(number))
    assert all_of_them in ana_client.get(screen).content.decode()
