"""What the projector calls the children, and what stays on it while they play."""

import pytest
from django.urls import reverse

from classroom.naming.word_lists import alias
from game.models import Event
from tests.classroom.conftest import join, teacher_at

in_rows = pytest.mark.django_db(transaction=True)


@in_rows
@pytest.mark.parametrize(("chosen", "shown"), [("names", "Bea"), ("aliases", None), ("hidden", "")])
async def test_the_projector_calls_children_as_the_teacher_chose(lobby_4b, line_of, bea, ana_teacher, chosen, shown):
    teacher = await teacher_at(ana_teacher)
    await teacher.post(reverse("session_board_names", args=[lobby_4b.pk]), {"names": chosen})
    page = (await teacher.get(reverse("session_screen", args=[lobby_4b.pk]))).content.decode()
    screen = line_of(teacher, f"/ws/sessions/{lobby_4b.pk}/screen/")
    await screen.opens()
    browser = await join(lobby_4b, "Bea")
    told = (await screen.hears())["html"]
    wanted = alias(bea.pk, "en") if shown is None else shown
    assert ("Bea" in page + told) == (shown == "Bea")
    assert wanted in told
    assert wanted in page
    if shown is None:
        assert f"<strong>{wanted}</strong>" in (await browser.get(reverse("waiting"))).content.decode()


@in_rows
def test_a_podium_on_the_projector_keeps_to_the_names_of_the_board(lesson, bea, ana_client, their_table):
    seat = their_table.seats.get(name="Bea").number
    Event.objects.create(round=their_table.rounds.get(), n=99, kind="finished", seat=seat, at=1)
    lesson.classroom.board_names = "aliases"
    lesson.classroom.save()
    lesson.state, lesson.podium = "ended", True
    lesson.save()
    page = ana_client.get(reverse("session_screen", args=[lesson.pk])).content.decode()
    assert alias(bea.pk, "en") in page
    assert "Bea" not in page


@in_rows
def test_a_way_of_naming_that_there_is_none_changes_nothing(lobby_4b, class_4b, ana_client):
    ana_client.post(reverse("session_board_names", args=[lobby_4b.pk]), {"names": "shoe sizes"})
    class_4b.refresh_from_db()
    assert class_4b.board_names == "names"


@in_rows
def test_the_way_in_stays_on_the_projector_while_they_play(lesson, ana_client):
    page = ana_client.get(reverse("session_screen", args=[lesson.pk])).content.decode()
    assert 'class="corner"' in page
    assert f"{lesson.code[:3]} {lesson.code[3:]}" in page
