"""Another program at the same database, which keeps everybody else from writing as long as it likes.

Those who wait for it give up after 50 ms instead of the seconds of the settings.
"""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator

import psycopg
import pytest
from django.apps import apps
from django.db import connection, connections

from game.log import journal

MILLISECONDS = 50


class Rival(ABC):
    holds = False

    @abstractmethod
    def hold(self) -> None:
        """Let nobody write."""

    @abstractmethod
    def let_go(self) -> None: ...


class OnSqlite(Rival):
    def __init__(self) -> None:
        name = connection.settings_dict["NAME"]
        self.file = sqlite3.connect(name, isolation_level=None, check_same_thread=False)

    def hold(self) -> None:
        self.file.execute("BEGIN IMMEDIATE")
        self.holds = True

    def let_go(self) -> None:
        self.file.rollback()
        self.holds = False


class OnPostgresql(Rival):
    def __init__(self) -> None:
        params = {**connection.get_connection_params(), "cursor_factory": psycopg.Cursor}
        self.file = psycopg.connect(**params)

    def hold(self) -> None:
        tables = ", ".join(model._meta.db_table for model in apps.get_models(include_auto_created=True))
        self.file.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")
        self.holds = True

    def let_go(self) -> None:
        self.file.rollback()
        self.holds = False


def rivals(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rival]:
    """Yield one, as long as a test runs."""
    options = connections.settings["default"]["OPTIONS"]
    if connection.vendor == "sqlite":
        monkeypatch.setitem(options, "timeout", MILLISECONDS / 1000)
    else:
        monkeypatch.setitem(options, "options", f"-c lock_timeout={MILLISECONDS}ms")
    _begin_afresh()
    rival = OnSqlite() if connection.vendor == "sqlite" else OnPostgresql()
    yield rival
    rival.file.close()
    _begin_afresh()
    monkeypatch.undo()


def _begin_afresh() -> None:
    """Have new connections made, by the settings of now."""
    connection.close()
    journal._database.close()
