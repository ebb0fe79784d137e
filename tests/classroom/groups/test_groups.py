"""Standing groups: made and kept by the teacher, with homework of their own; each plays its way, and nobody sees whose
is easier."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from classroom import persons
from classroom.groups import members, views
from classroom.homework import assignments
from classroom.models import Classroom, StandingGroup, Student
from classroom.sessions import accommodations, lifecycle, seating
from classroom.sessions.seating import by_group
from game.models import Table
from game.rules.picture_ladder import ALWAYS, SETTING, SOON
from tests.classroom.conftest import open_lobby
from tests.conftest import make_class, seated, words

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus"]
EASY = {"steps": [1], "hints": True}


@pytest.fixture
def seven(ana_teacher) -> Classroom:
    return make_class(ana_teacher, "6A", NAMES)


def of(classroom: Classroom, *names: str) -> list[Student]:
    return [classroom.students.get(name=name) for name in names]


@pytest.fixture
def moons(seven) -> StandingGroup:
    return members.make(seven, name="Moons", sign="moon", options=EASY, students=of(seven, "Ada", "Ben", "Cleo"))


def in_group(group: StandingGroup) -> set[str]:
    return set(group.students.values_list("name", flat=True))


def started(classroom: Classroom, *names: str, size: int = 2):
    session = open_lobby(classroom, table_size=size)
    seating.with_options(session, tables="groups")
    for student in of(classroom, *names):
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    return session


def tables_of(session) -> list[tuple[set[str], list[int], object]]:
    """Return who sits together, with the steps and the hints of the table."""
    return [
        ({seat.name for seat in table.seats.all()}, table.options["steps"], table.options.get("hints"))
        for table in Table.objects.filter(seats__sitting__session=session).distinct().order_by("number")
    ]


def test_a_teacher_makes_a_group_by_hand(ana_client, seven):
    fields = {
        "name": "Moons", "sign": "moon", "students": [each.pk for each in of(seven, "Ada", "Ben")], "own_steps": "1",
    }  # fmt: skip
    answer = ana_client.post(reverse("group_new", args=[seven.pk]), fields)
    assert answer.url == reverse("class_groups", args=[seven.pk])
    group = seven.groups.get()
    assert (in_group(group), group.options) == ({"Ada", "Ben"}, {"steps": [1]})
    shown = words(ana_client.get(answer.url))
    assert "Moons" in shown
    assert "5 children in no group" in shown


def test_who_comes_from_a_report_reads_who_is_ticked_and_who_would_leave_another_group(ana_client, seven, moons):
    asked = {"student": [each.pk for each in of(seven, "Cleo", "Dan")]}
    page = ana_client.get(reverse("group_new", args=[seven.pk]), asked)
    assert "Ticked already: Cleo, Dan" in words(page)
    assert "Cleo (Moons)" in words(page)
    assert page.context["form"].initial["sign"] != moons.sign
    own = words(ana_client.get(reverse("group", args=[moons.pk])))
    assert "(Moons)" not in own
    assert "Ticked already" not in own


def test_a_class_of_nobody_gets_its_students_first(ana_client, ana_teacher):
    page = ana_client.get(reverse("class_groups", args=[make_class(ana_teacher, "6B", []).pk])).content.decode()
    assert "Add students" in page
    assert "New group" not in page


def test_two_presses_make_one_group(seven):
    """The later one, of a form that was changed meanwhile, changes nothing."""
    for child in ("Ada", "Ben"):
        members.make(seven, name="Moons", sign="moon", options={}, students=of(seven, child))
    assert in_group(seven.groups.get()) == {"Ada"}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": "Moons", "students": ["Dan"]}, "The class has a group with this name already."),
        ({"name": "", "students": ["Dan"]}, "Give the group a name."),
        ({"name": "Suns", "students": []}, "Choose at least one child."),
    ],
)
def test_a_group_that_cannot_be_is_refused_and_nothing_is_lost(ana_client, seven, moons, fields, says):
    posted = fields | {"sign": "sun", "students": [each.pk for each in of(seven, *fields["students"])]}
    answer = ana_client.post(reverse("group_new", args=[seven.pk]), posted)
    assert answer.status_code == 422
    assert says in words(answer)
    assert seven.groups.get() == moons


def test_a_group_of_a_removed_class_is_not_found(ana_client, seven, moons):
    assert ana_client.get(reverse("group", args=[moons.pk])).status_code == 200
    Classroom.objects.filter(pk=seven.pk).update(removed_at=timezone.now())
    assert ana_client.get(reverse("group", args=[moons.pk])).status_code == 404


def test_a_child_is_in_one_group_at_most(seven, moons):
    suns = members.make(seven, name="Suns", sign="sun", options={}, students=of(seven, "Cleo", "Dan"))
    assert (in_group(moons), in_group(suns)) == ({"Ada", "Ben"}, {"Cleo", "Dan"})


def test_open_homework_follows_who_is_in_the_group(ana_client, seven, moons):
    form = {"unit": "cards", "amount": 5, "until": timezone.localdate() + timedelta(days=4), "group": moons.pk}
    options = {"steps": ["1"], "highest": "10", "only_plus": "no", "corner": "yes"}
    ana_client.post(reverse("class_homework", args=[seven.pk]), form | options)
    task = moons.homework.get()
    assert {row.student.name for row in assignments.rows(task)} == {"Ada", "Ben", "Cleo"}
    members.keep(moons, name="Moons", sign="moon", options={}, students=of(seven, "Ada", "Dan"))
    assert {row.student.name for row in assignments.rows(task)} == {"Ada", "Dan"}
    assert "Moons" in words(ana_client.get(reverse("class_homework", args=[seven.pk])))
    assert "until" in words(ana_client.get(reverse("class_groups", args=[seven.pk])))
    ana_client.post(reverse("group_remove", args=[moons.pk]))
    assert {row.student.name for row in assignments.rows(task)} == {"Ada", "Dan"}, "the homework stays"


def test_open_homework_follows_who_leaves_for_another_group_as_long_as_anybody_is_left(seven, moons):
    def children(task):
        return set(task.students.values_list("name", flat=True))

    def given(amount):
        task = assignments.give(
            seven, options={"corner": True, "steps": [1]}, unit="cards", amount=amount, last_day=timezone.localdate()
        )
        task.students.set(moons.students.all())
        type(task).objects.filter(pk=task.pk).update(group=moons)
        return task

    over, task = given(5), given(9)
    type(over).objects.filter(pk=over.pk).update(until=timezone.now())
    suns = members.make(seven, name="Suns", sign="sun", options={}, students=of(seven, "Cleo"))
    assert (children(task), children(over)) == ({"Ada", "Ben"}, {"Ada", "Ben", "Cleo"})
    members.keep(suns, name="Suns", sign="sun", options={}, students=of(seven, "Ada", "Ben", "Cleo"))
    assert children(task) == {"Ada", "Ben"}, "without children it would be homework of the whole class"


def test_each_group_plays_its_way_at_tables_of_its_own(seven, moons):
    session = started(seven, *NAMES, size=4)
    assert sorted(tables_of(session), key=lambda table: len(table[0])) == [
        ({"Ada", "Ben", "Cleo"}, [1], True),
        ({"Dan", "Eva", "Fay", "Gus"}, [1, 2, 3], None),
    ]


def test_who_is_alone_of_a_group_sits_with_the_others(seven, moons):
    assert tables_of(started(seven, "Ada", "Dan", "Eva", size=3)) == [({"Ada", "Dan", "Eva"}, [1, 2, 3], None)]


def test_who_is_in_none_and_alone_plays_as_the_group_it_sits_with(seven, moons):
    assert tables_of(started(seven, "Ada", "Ben", "Dan", size=3)) == [({"Ada", "Ben", "Dan"}, [1], True)]


def test_who_comes_late_sits_with_its_group(seven, moons):
    session = started(seven, "Ada", "Ben", "Dan", "Eva", size=4)
    for student in of(seven, "Cleo", "Fay"):
        lifecycle.arrive(session=session, student=student)
    laid = {table.options["steps"] == [1]: table for table in seating.open_tables(session)}
    come = {easy: seating.reseat(table.code, (), lambda _player: True) for easy, table in laid.items()}
    assert {easy: {seat.name for seat in each.table.seats.all()} for easy, each in come.items()} == {
        True: {"Ada", "Ben", "Cleo"},
        False: {"Dan", "Eva", "Fay"},
    }


@pytest.mark.django_db(transaction=True)
def test_nobody_sees_whose_settings_are_easier(ana_client, seven, moons):
    session = started(seven, "Ada", "Ben", "Dan", "Eva")
    child = seated(session.attendances.get(student__name="Ada"))
    table = Table.objects.get(seats__sitting__student__name="Ada", seats__sitting__session=session)
    pages = [
        child.get(reverse("table", args=[table.code])),
        ana_client.get(reverse("session_monitor", args=[session.pk])),
        ana_client.get(reverse("session_screen", args=[session.pk])),
    ]
    assert [answer.status_code for answer in pages] == [200, 200, 200]
    assert not any("Moons" in answer.content.decode() for answer in pages)


def test_a_game_takes_what_it_knows_of_a_groups_way(seven, moons):
    StandingGroup.objects.filter(pk=moons.pk).update(options={"steps": [1], "highest": 5, "mode": "turns"})
    nine = lifecycle.open_session(classroom=seven, game="nine_to_nothing", options={"tables": "groups"}, table_size=2)
    assert by_group.own_settings(nine) == {moons.pk: {"highest": 5}}


def test_a_groups_number_pictures_are_in_every_round_of_its_children(ana_client, seven, moons):
    fields = {"name": "Moons", "sign": "moon", "students": [each.pk for each in of(seven, "Ada", "Ben", "Cleo")]}
    ana_client.post(reverse("group", args=[moons.pk]), fields | {"own_steps": "1", "pictures": str(SOON)})
    assert "number pictures: After 3 seconds" in words(ana_client.get(reverse("class_groups", args=[seven.pk])))
    ada, ben, dan = of(seven, "Ada", "Ben", "Dan")
    persons.keep(ada, chosen="asked")
    persons.keep(ben, needs={SETTING: ALWAYS})
    assert accommodations.by_seat(of(seven, "Ada", "Ben", "Dan")) == {
        "own": {"0": {SETTING: SOON}, "1": {SETTING: ALWAYS}}
    }
    session = started(seven, "Ada", "Cleo")
    assert Table.objects.filter(seats__sitting__session=session).distinct().get().options["own"] == {
        "0": {SETTING: SOON},
        "1": {SETTING: SOON},
    }
    assert not accommodations.settings_of(dan)
    for number, said in (*accommodations.SHOWN, ("", "")):
        ana_client.post(reverse("group", args=[moons.pk]), fields | {"own_steps": "1", "pictures": number})
        assert views.in_words(StandingGroup.objects.get())[1:] == ([f"number pictures: {said}"] if said else [])


def test_the_plan_shows_three_weeks_of_school_days(seven, moons):
    weeks = views.weeks_from(timezone.localdate())
    assert [len(week) for week in weeks] == [5, 5, 5]
    assert all(day.weekday() == number for week in weeks for number, day in enumerate(week))
    last_day = weeks[1][2]
    assignments.give(
        seven, options={"corner": True, "steps": [1]}, unit="cards", amount=5, last_day=last_day,
        students=of(seven, "Ada"), group=moons,
    )  # fmt: skip
    (bar,) = views.context(seven)["groups"][0].bars
    assert (bar.last_day, bar.before + bar.days + bar.after) == (last_day, 15)
    assert bar.after == 7
    wednesday = timezone.now() + timedelta(days=9 - timezone.localdate().weekday())
    with time_machine.travel(wednesday):
        type(bar.task).objects.update(set_at=wednesday - timedelta(days=2), until=wednesday - timedelta(minutes=1))
        assert views.context(seven)["groups"][0].bars == []
    saturday = weeks[0][4] + timedelta(days=1)
    assert views.weeks_from(saturday)[0][0] == views.weeks_from(weeks[0][0])[1][0]
