"""A class is removed while its lobby is being opened, on PostgreSQL, where writers do not wait for each other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction

from classroom.models import Classroom
from classroom.rosters import roster
from classroom.rosters.still_playing import StillPlayingError
from classroom.sessions import lifecycle
from tests.browser.driving.patience import patiently

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


def removes_the_class(classroom: Classroom) -> bool:
    return refuses(lambda: roster.remove_classroom(Classroom.objects.get(pk=classroom.pk)))


def removes_a_child(classroom: Classroom) -> bool:
    return refuses(lambda: roster.remove_student(classroom.students.get(name="Bea")))


def refuses(act: Callable[[], None]) -> bool:
    try:
        act()
    except StillPlayingError:
        return True
    finally:
        connections.close_all()
    return False


@pytest.mark.parametrize("act", [removes_the_class, removes_a_child])
def test_who_removes_it_waits_for_the_lobby_and_is_refused(act, class_4b):
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=4)
            pressed = other.submit(act, class_4b)
            patiently(lambda: somebody_waits() or pressed.done(), "the other teacher's press")
        assert pressed.result(30)
    assert Classroom.objects.get(pk=class_4b.pk).students.filter(name="Bea").exists()
