"""A backup of a SQLite file, copied into an empty PostgreSQL database: for a school that has outgrown the file.

Rows keep their numbers. Django's models read them, and they are written in one transaction; no value is computed anew.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import Error, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from classroom.server.database.data_folder import OURS
from classroom.server.database.postgresql.base import REPLACES_EVERYTHING
from classroom.server.recovery.copies import RestoreError
from classroom.server.recovery.sqlite_copy import checked

ALIAS = "brought"
CHUNK = 2000
"""Rows that are read at a time."""


def fault_of(file: Path) -> str:
    """Return why this file cannot be copied, in words; "" is nothing."""
    with closing(sqlite3.connect(file)) as database:
        if (verdict := checked(database)) != "ok":
            return f"is damaged: {verdict}"
        applied = set(database.execute("SELECT app, name FROM django_migrations"))
    known = set(MigrationLoader(None).disk_migrations)
    if [name for app, name in applied - known if app in OURS]:
        return "was made by a newer version of Cardinal. Restore it with that one."
    if left := sorted({app for app, _name in applied} - {app for app, _name in known}):
        return f"holds rows of {', '.join(left)}, which are switched off here. Restore it with CARDINAL_LTI=1."
    if known - applied:
        return "was made by an older version of Cardinal. Start this one on the file once, and make another backup."
    return ""


def bring(file: Path) -> None:
    """Replace all rows by those of this file. Raises RestoreError."""
    call_command("migrate", interactive=False, verbosity=0)
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    models = [model for model in models if not model._meta.proxy and not model._meta.swapped]
    tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in models)
    try:
        with _readable(file), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(REPLACES_EVERYTHING)
            cursor.execute(f"TRUNCATE {tables} RESTART IDENTITY")
            for model in models:
                _copy(model, cursor)
            for table, number in _given(file):
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, number])
    except Error as error:
        raise RestoreError(f"Nothing was changed: PostgreSQL does not take these rows: {error}") from error


@contextmanager
def _readable(file: Path) -> Iterator[None]:
    """Let Django read the file as a second database."""
    connections.settings[ALIAS] = connections.settings["default"] | {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {},
    }
    try:
        yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.settings[ALIAS]


def _copy(model: type[Model], cursor: Any) -> None:
    fields = model._meta.local_concrete_fields
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    rows = model._base_manager.using(ALIAS).order_by().values_list(*(field.attname for field in fields))
    with cursor.copy(f"COPY {connection.ops.quote_name(model._meta.db_table)} ({names}) FROM STDIN") as copy:
        for row in rows.iterator(chunk_size=CHUNK):
            kept = [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]
            copy.write_row(kept)


def _given(file: Path) -> list[tuple[str, int]]:
    """Return the highest number that each table has given, deleted rows included."""
    ours = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    with closing(sqlite3.connect(file)) as database:
        given = database.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0").fetchall()
    return [(table, number) for table, number in given if table in ours]
