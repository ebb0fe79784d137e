"""Checks at every start that the database really has the settings that were asked for.

SQLite silently ignores a PRAGMA that it cannot follow: a journal mode that a network drive refuses, a misspelt value.
PostgreSQL can be configured to confirm a commit before it is on disk.

Check that the database has every table and column of the models.

`migrate` trusts its own list: a database made by migrations that were later rewritten counts as up to date, although
columns are missing.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

NUMBERS = {"off": "0", "normal": "1", "full": "2", "extra": "3", "on": "1"}
"""SQLite's values for settings that were given as words; journal modes stay words."""


def pragmas_are_in_force(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each PRAGMA whose value differs; `databases` is None where none may be queried."""
    return [
        Error(f"SQLite runs with {name}={found}, but the settings ask for {wanted}.", id="classroom.E001")
        for alias in databases or ()
        if connections[alias].vendor == "sqlite"
        for name, wanted in promised(connections[alias].settings_dict["OPTIONS"]).items()
        if (found := _asked(alias, name)) != wanted
    ]


def promised(options: dict[str, Any]) -> dict[str, str]:
    """Return the PRAGMAs that the database's OPTIONS ask for, with their values as SQLite reports them."""
    settings = (command.removeprefix("PRAGMA ").split("=") for command in options["init_command"].split(";") if command)
    words = {name.strip(): value.strip().lower() for name, value in settings}
    return {name: NUMBERS.get(value, value) for name, value in words.items()} | {
        "busy_timeout": str(int(options["timeout"] * 1000))
    }


def _asked(alias: str, name: str) -> str:
    with connections[alias].cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return str(cursor.fetchone()[0]).lower()


def workers_share_a_database(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for several workers on one SQLite file: each would keep tables of its own."""
    on_a_file = any(connections[alias].vendor == "sqlite" for alias in databases or ())
    return [_needs_postgresql()] if on_a_file and settings.WORKERS > 1 else []


def _needs_postgresql() -> CheckMessage:
    return Error(
        f"{settings.WORKERS} workers (CARDINAL_WORKERS) need PostgreSQL; the file of SQLite takes one.",
        hint="Name a database in CARDINAL_DATABASE, or set CARDINAL_WORKERS=1.",
        id="classroom.E005",
    )


OLDEST = 150000
"""PostgreSQL 15, as a version number of the server."""
DURABLE = {
    "fsync": {"on"},
    "full_page_writes": {"on"},
    "synchronous_commit": {"on", "local", "remote_write", "remote_apply"},
}
CLOCKS_APART = 0.5
"""Seconds by which this machine's clock may differ from the database's, since a table that moves to another machine
continues by that machine's clock."""
_ASKED = ("server_version_num", *DURABLE)


def postgresql_keeps_its_word(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each setting that would lose or delay what was confirmed."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        if connections[alias].vendor == "postgresql":
            version, *values = _settings(alias)
            found += [_too_old(version)] if int(version) < OLDEST else []
            wrong = [pair for pair in zip(DURABLE, values, strict=True) if pair[1] not in DURABLE[pair[0]]]
            found += [_not_durable(name, value) for name, value in wrong]
            found += [_clock_is_off(apart)] if abs(apart := _apart(alias)) > CLOCKS_APART else []
    return found


def _settings(alias: str) -> list[str]:
    asked = ", ".join(f"current_setting('{name}')" for name in _ASKED)
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        return list(cursor.fetchone())


def _apart(alias: str) -> float:
    """Return by how many seconds this machine's clock is ahead of the database's, less the time of the query."""
    with connections[alias].cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        theirs, after = float(cursor.fetchone()[0]), time.time()
    return before - theirs if before > theirs else min(0.0, after - theirs)


def _too_old(version: str) -> CheckMessage:
    return Error(
        f"PostgreSQL {int(version) // 10000} is too old.", hint="Install PostgreSQL 15 or newer.", id="classroom.E002"
    )


def _not_durable(name: str, value: str) -> CheckMessage:
    return Error(
        f"PostgreSQL runs with {name} = {value}: what was acknowledged may be lost.",
        hint=f"In postgresql.conf set {name} = on, then reload PostgreSQL.",
        id="classroom.E003",
    )


def _clock_is_off(apart: float) -> CheckMessage:
    return Error(
        f"The clock of this box and that of PostgreSQL are {abs(apart):.1f} s apart.",
        hint="Let both boxes keep their time: timedatectl set-ntp true",
        id="classroom.E004",
    )


def lacking() -> list[str]:
    """Return the missing tables ("game_claim") and columns ("game_claim.points")."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
        return [name for model in models for name in _lacking(model, tables, cursor)]


def _lacking(model: type[Model], tables: set[str], cursor: CursorWrapper) -> Iterator[str]:
    table = model._meta.db_table
    if table not in tables:
        yield table
        return
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} LIMIT 0")
    there = {column[0] for column in cursor.description}
    yield from (f"{table}.{field.column}" for field in model._meta.local_concrete_fields if field.column not in there)
