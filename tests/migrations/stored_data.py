"""Databases of earlier versions, kept as SQL, in place of the test's."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection
from pytest_django import DjangoDbBlocker

from classroom.naming import collation


def unpacked(path: Path, script: str) -> Path:
    """Make the database of a script in SQL."""
    made = sqlite3.connect(path)
    made.create_collation(collation.COLLATION, collation.compare)
    made.executescript(script)
    made.close()
    return path


@contextmanager
def in_place_of_the_tests(path: Path, blocker: DjangoDbBlocker) -> Iterator[None]:
    """Open that database wherever the tests open theirs."""
    usual = connection.settings_dict["NAME"]
    with blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = str(path)
        yield
        connection.close()
        connection.settings_dict["NAME"] = usual
