"""Two acts on the same rows at the same moment, on PostgreSQL: one waits for the other, and both are done."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction

from classroom.groups import members
from classroom.joining import join_requests
from classroom.models import ClassSession, StandingGroup, Student
from classroom.rosters import roster
from classroom.rosters.merging import persons
from classroom.server.database import changes
from classroom.sessions import lifecycle
from game.models import Attempt, Round, Seat
from tests.browser.driving.patience import patiently
from tests.classroom.reports.attempts_given import play_at
from tests.conftest import make_class

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"
RACE = {"mode": "race", "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500, "away": "wait"}
SOLO = RACE | {"mode": "solo"}


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


def both(first: Callable[[], object], act: Callable[[], object], then: Callable[[], object]) -> None:
    """Do `first` and `then` in one transaction here, and between the two begin `act` elsewhere. Raises what either
    raises."""

    def elsewhere() -> None:
        try:
            act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            first()
            done = other.submit(elsewhere)
            patiently(lambda: somebody_waits() or done.done(), "the other act")
            then()
        done.result(30)


def test_a_class_is_renamed_into_while_it_is_mixed(ana_teacher, class_4b):
    other = make_class(ana_teacher, "4C", ["Eva"])
    bea = class_4b.students.get(name="Bea")
    both(
        lambda: changes.locked(class_4b),
        lambda: persons.mix({bea.pk: other.pk}, among=[class_4b.pk, other.pk]),
        lambda: roster.rename_student(class_4b.students.get(name="Bea"), "Beatrix"),
    )
    assert set(other.students.values_list("name", flat=True)) == {"Eva", "Beatrix"}


def test_a_child_is_admitted_while_its_session_ends(class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options=SOLO, table_size=1)
    bea = class_4b.students.get(name="Bea")
    asked = join_requests.request_admission(session, student=bea)
    lifecycle.arrive(session=session, student=class_4b.students.get(name="Amir"))
    lifecycle.start(session=session)

    def admitted() -> None:
        try:
            join_requests.admit(asked, bea)
        except (lifecycle.Closed, changes.Gone):
            return

    both(lambda: changes.locked(session), admitted, lambda: lifecycle.end(session=session))
    assert ClassSession.objects.get(pk=session.pk).state == ClassSession.State.ENDED
    assert not session.knocks.exists()


def test_two_groups_of_a_class_are_kept_while_children_change_between_them(class_4b):
    amir, bea, chen, dana = class_4b.students.order_by("name_key")
    ones = members.make(class_4b, name="Ones", sign="", options={}, students=[amir, bea])
    twos = members.make(class_4b, name="Twos", sign="", options={}, students=[chen, dana])

    def keeps(group: StandingGroup, *students: Student) -> None:
        members.keep(group, name=group.name, sign="", options={}, students=students)

    both(lambda: keeps(ones, amir), lambda: keeps(twos, dana, bea), lambda: keeps(ones, amir, chen))
    assert set(ones.students.all()) == {amir, chen}
    assert set(twos.students.all()) == {bea, dana}


def test_a_class_is_forgotten_while_its_last_lesson_is_projected(class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options=RACE, table_size=2)
    play_at(session, class_4b.students.get(name="Bea"), right=3)
    lifecycle.end(session=session)
    played = Round.objects.get()
    both(  # the first and the last are what `project` does
        lambda: list(Seat.objects.select_for_update().filter(table=played.table_id)),
        lambda: roster.forget_classroom(class_4b),
        lambda: Attempt.objects.filter(round=played).delete(),
    )
    assert not Round.objects.exists()
    assert not Attempt.objects.exists()
