"""The one order in which a transaction locks rows (architecture, "Locks"), held during all tests on PostgreSQL.

Two transactions that lock the same rows the other way round would wait for each other, until PostgreSQL ends one of
them. SQLite has one writer at a time, and no locks of rows.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.db.backends.signals import connection_created

ORDER = (
    "mfa_authenticator",
    "classroom_teacher",
    "classroom_challenge",
    "classroom_platformcourse",
    "classroom_rosterimport",
    "classroom_classroom",
    "classroom_teaching",
    "classroom_classsession",
    "game_table",
    "classroom_student",
    "classroom_standinggroup",
    "classroom_knock",
    "classroom_invitation",
    "classroom_guesses",
    "game_seat",
)
"""Tables that are not named come last."""
MANY_ACTS = ("tests/doors/", "tests/hostile/", "tests/classroom/demo/", "tests/classroom/management/test_demo")
"""Tests that undo many acts at once, or write weeks of lessons in one transaction that nobody else can meet."""
_LOCKS = re.compile(r'FROM "(\w+)".* FOR UPDATE( OF "\w+")?( SKIP LOCKED)?$', re.DOTALL)


class Watch:
    """Sees which tables' rows one connection locks in its present transaction. `broken` are the wrong pairs."""

    def __init__(self, broken: set[tuple[str, str]]) -> None:
        self.broken = broken
        self.transaction: Any = None
        self.locked: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if found := _LOCKS.search(str(sql)):
            self._saw(found[1], _of_the_app(context["connection"]))
        return execute(sql, params, many, context)

    def _saw(self, table: str, transaction: Any) -> None:
        if transaction is not self.transaction:
            self.transaction, self.locked = transaction, []
        before = {earlier for earlier in self.locked if _place(earlier) > _place(table)}
        self.broken |= {(earlier, table) for earlier in before} if table not in self.locked else set()
        self.locked.append(table)


def _is_others(wrapper: object) -> bool:
    return not isinstance(wrapper, Watch)


def _of_the_app(connection: Any) -> Any:
    """Return the outermost block of the transaction that is not of the test around it."""
    return next((block for block in connection.atomic_blocks if not block._from_testcase), None)


def _place(table: str) -> int:
    """Return the table's place in the order; tables without one come last."""
    return ORDER.index(table) if table in ORDER else len(ORDER)


@contextmanager
def watched() -> Iterator[set[tuple[str, str]]]:
    """Watch all connections that are opened meanwhile; yield the pairs of tables that were locked the wrong way
    round."""
    broken: set[tuple[str, str]] = set()

    def watch(connection: Any, **_sent: Any) -> None:
        connection.execute_wrappers = [*filter(_is_others, connection.execute_wrappers), Watch(broken)]

    watch(connection)  # opened already
    connection_created.connect(watch)
    try:
        yield broken
    finally:
        connection_created.disconnect(watch)


@pytest.fixture(scope="session")
def locked_wrongly(django_db_setup: None) -> Iterator[set[tuple[str, str]]]:
    """The pairs that were locked the wrong way round since they were last asked for."""
    with watched() as broken:
        yield broken


@pytest.fixture(autouse=True)
def locks_in_one_order(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hold every test on PostgreSQL to the order, but those with many acts in one transaction of their own."""
    broken = request.getfixturevalue("locked_wrongly") if connection.vendor == "postgresql" else set()
    yield
    wrong, _ = set(broken), broken.clear()
    if request.node.nodeid.startswith(MANY_ACTS):
        return
    assert not wrong, f"locked one after the other, against the order of {__name__}: {wrong}"
