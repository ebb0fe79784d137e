"""Connections that are kept for their next use come to it as if they were new."""

import sqlite3

import pytest
from django.db import DatabaseError, connection

from classroom.models import Classroom
from classroom.server.database.sqlite.writing import WriterLock, lock_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.fixture
def held() -> sqlite3.Connection:
    connection.ensure_connection()
    return connection.connection


def test_the_next_use_gets_the_connection_of_the_last(held):
    connection.close()
    connection.ensure_connection()
    assert connection.connection is held


def test_where_none_is_kept_the_next_use_opens_a_new_one_as_with_django(held, settings):
    settings.KEPT_CONNECTIONS = 0
    connection.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        held.execute("SELECT 1")
    connection.ensure_connection()
    assert connection.connection is not held


def test_a_transaction_that_was_left_open_is_undone_and_lets_others_write(held):
    connection.set_autocommit(False)
    Classroom.objects.create(name="4B")
    connection.close()
    assert not Classroom.objects.exists()
    Classroom.objects.create(name="5C")
    assert connection.connection is held
    assert connection.get_autocommit()
    assert not held.in_transaction


def test_nobody_goes_on_reading_where_the_last_one_stopped(held):
    Classroom.objects.bulk_create(Classroom(name=f"Class {number}") for number in range(300))
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM classroom_classroom")
        cursor.fetchone()
        connection.close()
        with pytest.raises(sqlite3.ProgrammingError):
            cursor.cursor.fetchone()


def test_a_connection_that_has_seen_an_error_is_not_kept(held):
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    connection.close()
    connection.ensure_connection()
    assert connection.connection is not held


@pytest.mark.parametrize(("version", "needs_one"), [((3, 40, 1), True), ((3, 51, 2), True), ((3, 51, 3), False)])
def test_one_writer_at_a_time_where_sqlite_needs_it(version, needs_one):
    assert isinstance(lock_for(version), WriterLock) == needs_one
