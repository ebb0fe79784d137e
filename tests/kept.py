"""What is dear to make and the same for many tests: made once in a run, or kept for the next one."""

import fcntl
import os
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import django
import pytest
from django.apps import AppConfig, apps
from django.conf import settings
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models.signals import post_migrate

KEPT_DATABASE = "tables-of-tests-"
MOST_KEPT = 4
"""Databases of so many branches, with and without learning platforms."""


def keep_content_types() -> None:
    """Bring them back after a flush by one statement, under the numbers that Django remembers as long as the process
    lives: a test after one with real transactions would write numbers that are in no table."""
    rows = list(ContentType.objects.all())

    def bring_back(sender: AppConfig, **about: object) -> None:
        if sender.label == "contenttypes":
            ContentType.objects.bulk_create(rows, ignore_conflicts=True)

    post_migrate.disconnect(create_contenttypes)
    post_migrate.connect(bring_back, weak=False)


def of_the_run(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that all processes of this test run share."""
    mine = tmp_path_factory.getbasetemp()
    return mine if worker_id == "master" else mine.parent


def once(folder: Path, make: Callable[[Path], object]) -> Path:
    """Of several processes that ask the first one makes it."""
    with folder.with_suffix(".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.with_suffix(".made").exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            folder.with_suffix(".made").touch()
    return folder


def beside_static_files() -> Path:
    """The folder for what one test run leaves for the next."""
    return Path(settings.STATIC_ROOT).resolve().parent


def migrated() -> Path:
    """The file in which an empty database of these migrations is kept (SQLite)."""
    return beside_static_files() / f"{KEPT_DATABASE}{_migrations()}.sqlite3"


def _migrations() -> str:
    """Return what tells the tables of these apps, as their migrations make them, from all others."""
    found = sha256(repr([django.VERSION, sqlite3.sqlite_version, settings.INSTALLED_APPS]).encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path).glob("migrations/*.py")):
            found.update(f"{app.label} {path.name} ".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def keep_database() -> None:
    """Keep this database for the next run, in the place of the oldest one where there are many."""
    file = migrated()
    mine = file.with_name(f"{file.name}.{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(mine)])
    mine.replace(file)
    kept = sorted(file.parent.glob(f"{KEPT_DATABASE}*.sqlite3"), key=lambda path: path.stat().st_mtime)
    for old in kept[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
