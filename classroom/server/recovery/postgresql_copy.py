"""A copy of a PostgreSQL database, by pg_dump: a snapshot of one moment, while everybody writes on."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import psycopg
from django.db import DatabaseError, connection

from classroom.server.recovery.copies import BackupError
from game import postgresql

DATABASE = "cardinal.dump"
ERRORS = (psycopg.Error, DatabaseError)
PROGRAMS = ("pg_dump", "pg_restore")
CLIENT = "apt-get install postgresql-client"
INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version."""
_VARIABLES = {
    "dbname": "PGDATABASE", "user": "PGUSER", "password": "PGPASSWORD", "host": "PGHOST", "port": "PGPORT",
    "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY",
}  # fmt: skip


def size() -> int:
    with psycopg.connect(**postgresql.parameters()) as database:
        return int(_one(database, "SELECT pg_database_size(current_database())"))


def copied(copy: Path) -> dict[str, Any]:
    """Write the dump and check that it can be read; return how many rounds and log entries it has, and its
    migrations."""
    with psycopg.connect(**postgresql.parameters() | {"autocommit": False}) as database:
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        database.execute("SET idle_in_transaction_session_timeout = 0")
        moment = _one(database, "SELECT pg_export_snapshot()")
        said: dict[str, Any] = {
            table: _one(database, f"SELECT count(*) FROM game_{table}") for table in ("round", "event")
        }
        said["migrations"] = [
            f"{app}.{name}" for app, name in database.execute("SELECT app, name FROM django_migrations")
        ]
        run("pg_dump", "-Fc", "-Z1", "--no-owner", "--no-privileges", f"--snapshot={moment}", f"--file={copy}")
    run("pg_restore", "--file=/dev/null", str(copy))
    return said


def _one(database: psycopg.Connection[Any], sql: str) -> Any:
    row = database.execute(sql).fetchone()
    assert row
    return row[0]


def lacking() -> tuple[str, str]:
    """Return which of PostgreSQL's programs is missing or older than the server, and the cure; "" and "" where all is
    well."""
    served = connection.pg_version // 10000  # type: ignore[attr-defined]
    for name in PROGRAMS:
        try:
            found = _version(program(name))
        except BackupError:
            return f"{name} is not installed on this box", CLIENT
        if found < served:
            return f"{name} {found} does not read PostgreSQL {served}", f"{CLIENT}-{served}"
    return "", ""


def _version(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.findall(r"\d+", said)[0])


def run(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on our database. Raises BackupError with the program's message."""
    done = subprocess.run([program(name), *arguments], env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"{name} failed: {done.stderr.strip()}")


def program(name: str) -> str:
    """Return the newest program of this name on this machine: an older one cannot read a newer database."""
    found = sorted(INSTALLED.glob(f"*/bin/{name}"), key=lambda path: float(path.parent.parent.name))
    if not found and not (on_path := shutil.which(name)):
        raise BackupError(f"{name} is not installed on this box: {CLIENT}")
    return str(found[-1]) if found else str(on_path)


def _environment() -> dict[str, str]:
    """Return the environment variables for the connection; arguments could be read by every user of the machine."""
    asked = connection.get_connection_params()
    ours = {variable: str(asked[name]) for name, variable in _VARIABLES.items() if asked.get(name)}
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | ours
