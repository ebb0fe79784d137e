"""The check of SQLite's promises, on the database of the tests itself."""

import pytest
from django.db import connection

from classroom.server.database.checks import pragmas_are_in_force, promised, workers_share_a_database


@pytest.mark.sqlite
def test_the_settings_promise_durable_commits_patience_and_erasure():
    options = connection.settings_dict["OPTIONS"]
    assert promised(options) | {"journal_mode": "any"} == {
        "journal_mode": "any",
        "synchronous": "2",
        "busy_timeout": "5000",
        "secure_delete": "1",
        "cache_size": "-1000",
    }


@pytest.mark.django_db
def test_what_the_settings_promise_is_in_force():
    assert pragmas_are_in_force(databases=["default"]) == []


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_promise_that_is_not_kept_is_told():
    try:
        connection.cursor().execute("PRAGMA synchronous=OFF")
        (error,) = pragmas_are_in_force(databases=["default"])
    finally:
        connection.cursor().execute("PRAGMA synchronous=FULL")  # the connection is kept for the next test
    assert error.msg == "SQLite runs with synchronous=0, but the settings ask for 2."


def test_a_check_without_a_database_asks_none():
    assert pragmas_are_in_force(databases=None) == []


@pytest.mark.sqlite
def test_several_workers_on_one_file_are_refused(settings):
    assert workers_share_a_database(databases=["default"]) == []
    settings.WORKERS = 2
    (error,) = workers_share_a_database(databases=["default"])
    assert "need PostgreSQL" in error.msg
