"""Restoring a dump into PostgreSQL: one transaction replaces all tables, then they are migrated. A backup of a SQLite
file can be restored into an empty database, too (`sqlite_into_postgresql`)."""

import json
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from classroom.server.database.data_folder import OURS
from classroom.server.recovery import forgotten, sqlite_copy, sqlite_into_postgresql
from classroom.server.recovery.copies import TABLES, BackupError, BringUp, RestoreError
from classroom.server.recovery.postgresql_copy import DATABASE, copied, run
from game import postgresql

READS = (DATABASE, sqlite_copy.DATABASE)
SCRIPT, USED, EMPTY = "cardinal.sql", "used.json", "empty.sql"
_EMPTY = """
SET lock_timeout = '10s';
SET client_min_messages = warning;
DO $$
DECLARE there text;
BEGIN
    FOR there IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE 'DROP TABLE ' || there || ' CASCADE';
    END LOOP;
    FOR there IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') LOOP
        EXECUTE 'DROP FUNCTION ' || there || ' CASCADE';
    END LOOP;
END $$;
"""
_OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
_HIGHEST = """
SELECT coalesce(max(last_value), 0) FROM pg_sequences
WHERE format('%%I.%%I', schemaname, sequencename) = pg_get_serial_sequence(to_regclass(%s)::text, 'id')
"""


def fault_of(folder: Path, manifest: dict[str, Any]) -> str:
    """Return what is wrong with the copy, in words; "" is nothing. Converts the whole dump into a script to check
    it."""
    if (folder / sqlite_copy.DATABASE).exists():
        return sqlite_into_postgresql.fault_of(folder / sqlite_copy.DATABASE)
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    newer = [name for name in manifest.get("migrations", []) if name.split(".")[0] in OURS and name not in known]
    if newer:
        return f"was made by a newer version of Cardinal ({', '.join(newer)}). Restore it with that one."
    try:
        run("pg_restore", "--no-owner", "--no-privileges", f"--file={folder / SCRIPT}", str(folder / DATABASE))
    except BackupError as error:
        return f"cannot be read: {error}"
    return ""


def make_ready(folder: Path, rows: forgotten.Rows, bring_up: BringUp, is_same_school: bool) -> int:
    """Note the highest numbers given so far; nothing is replaced yet. Raises RestoreError while others are
    connected."""
    used = dict.fromkeys(TABLES.values(), 0)
    with _alone() as database:
        if (folder / sqlite_copy.DATABASE).exists() and _is_in_use(database):
            raise RestoreError("A backup of a file (SQLite) goes into an empty PostgreSQL: a school is in this one.")
        for table in used if is_same_school else ():
            used[table] = _highest(database, table)
    (folder / USED).write_text(json.dumps(used))
    (folder / EMPTY).write_text(_EMPTY)
    return 0


def _alone() -> psycopg.Connection[Any]:
    """Return the only connection to the database. Raises RestoreError while others are connected."""
    connection.close()
    database = psycopg.connect(**postgresql.parameters())
    others = database.execute(_OTHERS).fetchone()
    if others and others[0]:
        database.close()
        raise RestoreError(
            f"Somebody is connected to the database ({others[0]} connections). Stop every worker first, on every box."
        )
    return database


def _is_in_use(database: psycopg.Connection[Any]) -> bool:
    there = database.execute("SELECT to_regclass('classroom_teacher')").fetchone()
    if not there or not there[0]:
        return False
    found = database.execute("SELECT EXISTS (SELECT FROM classroom_teacher)").fetchone()
    return bool(found and found[0])


def _highest(database: psycopg.Connection[Any], table: str) -> int:
    """Return the highest number that this table has ever given to a row."""
    given = database.execute(_HIGHEST, [table]).fetchone()
    return int(given[0]) if given else 0


def keep(aside: Path) -> None:
    """Dump the present database; an empty one is not dumped."""
    with psycopg.connect(**postgresql.parameters()) as database:
        there = database.execute("SELECT to_regclass('game_event')").fetchone()
    if there and there[0]:
        try:
            copied(aside / DATABASE)
        except BackupError as error:
            raise RestoreError(f"What is there now could not be kept, so nothing was changed: {error}") from error


def put(ready: Path, bring_up: BringUp) -> int:
    """Replace all tables in one transaction, migrate them and forget rows again, unless that is done already; numbers
    that were ever given are not given to new rows."""
    brought, script = ready / sqlite_copy.DATABASE, ready / SCRIPT
    if brought.exists():
        sqlite_into_postgresql.bring(brought)
    elif script.exists():
        _run_script(ready)
    else:
        return 0
    count = bring_up(forgotten.read(ready))
    with psycopg.connect(**postgresql.parameters()) as database:
        for table, number in json.loads((ready / USED).read_text()).items():
            if wanted := max(number, _highest(database, table)):
                database.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, wanted])
    for done in (brought, script):
        done.unlink(missing_ok=True)
    return count


def _run_script(ready: Path) -> None:
    try:
        files = [f"--file={ready / name}" for name in (EMPTY, SCRIPT)]
        run("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", *files)
    except BackupError as error:
        raise RestoreError(f"Nothing was changed: {error}") from error
