"""The plan of seats: a press picks up, the next one swaps or moves; lines keep children together or apart."""

import re

import pytest
from django.urls import reverse

from classroom.models import Classroom, ClassSession, SeatingLine, Student
from classroom.sessions import lifecycle, seating
from tests.classroom.conftest import open_lobby
from tests.conftest import make_class

SEATS = {"Ada": 1, "Ben": 1, "Cleo": 2, "Dan": 2}


@pytest.fixture
def four(ana_teacher) -> Classroom:
    return make_class(ana_teacher, "6A", list(SEATS))


@pytest.fixture
def lobby(four) -> ClassSession:
    session = open_lobby(four, table_size=2)
    for student in four.students.all():
        lifecycle.arrive(session=session, student=student)
    return session


def child(name: str) -> int:
    return Student.objects.get(name=name).pk


def press(client, lobby: ClassSession, act: str, seats: dict[str, int] = SEATS, **more: object) -> str:
    """Press a button whose act is said with names."""
    said = re.sub(r"[A-Z]\w+", lambda name: str(child(name[0])), act)
    fields = {f"student_{child(name)}": number for name, number in seats.items()}
    answer = client.post(reverse("session_tables", args=[lobby.pk]), {**fields, **more, "press": said})
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def seats_on(page: str) -> dict[str, int]:
    found = re.findall(r'name="student_(\d+)"\s+value="(\d*)"', page)
    return {Student.objects.get(pk=student).name: int(number or 0) for student, number in found}


def test_a_press_picks_up_and_the_next_one_swaps(ana_client, lobby):
    page = press(ana_client, lobby, "pick:Ada")
    assert "Ada is picked up." in page
    page = press(ana_client, lobby, "pick:Cleo", picked=child("Ada"))
    assert seats_on(page) == {"Ada": 2, "Ben": 1, "Cleo": 1, "Dan": 2}
    assert "is picked up" not in page
    assert not lobby.attendances.exclude(table=None).exists(), "nothing is kept before the teacher keeps it"


@pytest.mark.parametrize(
    ("act", "picked", "seats"),
    [
        ("table:2", "Ada", {"Ada": 2, "Ben": 1, "Cleo": 2, "Dan": 2}),
        ("table:3", "Ada", {"Ada": 3, "Ben": 1, "Cleo": 2, "Dan": 2}),
        ("table:0", "Dan", {"Ada": 1, "Ben": 1, "Cleo": 2, "Dan": 0}),
        ("pick:Ada", "Ada", SEATS),
        ("back", "Ada", SEATS),
        ("swap:Ada:Dan", "", {"Ada": 2, "Ben": 1, "Cleo": 2, "Dan": 1}),
        ("move:Dan:1", "", {"Ada": 1, "Ben": 1, "Cleo": 2, "Dan": 1}),
    ],
)
def test_each_act_changes_the_plan_as_it_says(ana_client, lobby, act, picked, seats):
    assert seats_on(press(ana_client, lobby, act, picked=child(picked) if picked else "")) == seats


def test_a_table_that_everybody_left_is_the_new_one(ana_client, lobby):
    page = press(ana_client, lobby, "move:Dan:1", {"Ada": 1, "Ben": 1, "Cleo": 1, "Dan": 2}, numbers=["1", "2"])
    assert re.findall(r'data-table="(\d+)"', page) == ["1", "2"]


@pytest.mark.parametrize("act", ["pick:0", "pick", "swap:Ada:0", "move:Ada:99", "table:1", "window", "forget", ""])
def test_what_no_button_says_changes_nothing(ana_client, lobby, act):
    said = act.replace("Ada", str(child("Ada")))
    fields = {f"student_{child(name)}": number for name, number in SEATS.items()}
    answer = ana_client.post(reverse("session_tables", args=[lobby.pk]), {**fields, "press": said})
    assert answer.status_code in (200, 400)
    assert seats_on(answer.content.decode()) in ({}, SEATS)


def test_a_seating_line_takes_one_child_a_press(ana_client, lobby):
    fields = {"line": "together", "picked": child("Ada"), **{f"student_{child(name)}": 1 for name in SEATS}}
    press_of_two = f"pick:{child('Ben')}:{child('Cleo')}"
    assert (
        ana_client.post(reverse("session_tables", args=[lobby.pk]), {**fields, "press": press_of_two}).status_code
        == 400
    )
    assert not SeatingLine.objects.exists()


def test_a_seating_line_is_drawn_by_two_presses_and_every_proposal_keeps_it(ana_client, four, lobby):
    page = press(ana_client, lobby, "together")
    assert "Press two children who sit together." in page
    press(ana_client, lobby, "pick:Dan", line="together")
    page = press(ana_client, lobby, "pick:Ada", line="together", picked=child("Dan"))
    assert seats_on(page) == SEATS, "a line moves nobody by itself"
    assert SeatingLine.objects.values_list("one__name", "other__name", "together").get() == ("Ada", "Dan", True)
    for way in ("random", "similar", "mixed"):
        groups = seating.proposed(lobby, list(four.students.all()), way)
        assert {"Ada", "Dan"} in [{student.name for student in group} for group in groups], way


def test_a_move_that_breaks_a_seating_line_says_so_and_can_be_undone(ana_client, lobby):
    line = SeatingLine.objects.create(one_id=child("Ada"), other_id=child("Cleo"), together=False)
    page = press(ana_client, lobby, "swap:Ben:Cleo")
    assert "Ada and Cleo are to sit apart, and do not now." in page
    undo = re.search(r'id="undo" name="press" value="([^"]+)"', page)
    assert seats_on(press(ana_client, lobby, undo[1], seats_on(page))) == SEATS
    press(ana_client, lobby, f"forget:{line.pk}")
    assert not SeatingLine.objects.exists()


def test_a_seating_line_of_another_class_cannot_be_taken_away(ana_client, lobby, class_5c):
    two = [Student.objects.create(classroom=class_5c, name=name) for name in ("Una", "Vic")]
    line = SeatingLine.objects.create(one=two[0], other=two[1], together=True)
    assert "Una" not in press(ana_client, lobby, f"forget:{line.pk}")
    assert SeatingLine.objects.filter(pk=line.pk).exists()


def test_a_seating_line_goes_with_its_child(lobby):
    SeatingLine.objects.create(one_id=child("Ada"), other_id=child("Dan"), together=True)
    Student.objects.get(name="Dan").delete()
    assert not SeatingLine.objects.exists()
