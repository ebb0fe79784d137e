"""What is ours in the backend of SQLite: one writer at a time, and who is closed lets others write."""

import pytest
from django.db import connection

from classroom.models import Classroom
from classroom.server.database.sqlite.base import WriterLock, lock_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def test_a_transaction_that_was_left_open_is_undone_and_lets_others_write():
    connection.set_autocommit(False)
    Classroom.objects.create(name="4B")
    connection.close()
    assert not Classroom.objects.exists()
    Classroom.objects.create(name="5C")
    assert connection.get_autocommit()


@pytest.mark.parametrize(("version", "needs_one"), [((3, 40, 1), True), ((3, 51, 2), True), ((3, 51, 3), False)])
def test_one_writer_at_a_time_where_sqlite_needs_it(version, needs_one):
    assert isinstance(lock_for(version), WriterLock) == needs_one
