"""The law of limits: of two hundred shots at once exactly as many pass as may; on PostgreSQL two workers fire them.

Each counter, limit, code that works once, invitation, link and token of the app has its row; `places` finds those that
have none.
"""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from classroom.server.database.sqlite import base
from tests.at_once import firing
from tests.at_once.rows import ROWS

firing.read_rows()


@pytest.fixture(scope="module")
def shooters(django_db_setup: None) -> Iterator[list[firing.Worker]]:
    if connection.vendor == "sqlite":  # which one process serves
        yield []
        return
    known = connection.settings_dict
    address = f"postgresql://{known['USER']}@/{known['NAME']}?host={known['HOST']}"
    with firing.workers(address, Path(settings.DATA)) as started:
        yield started


@pytest.fixture(autouse=True)
def nothing_counted(shooters: list[firing.Worker], transactional_db: None) -> None:
    """Forget what the row before has counted in the cache."""
    cache.clear()
    if shooters and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM cache")


@pytest.fixture(autouse=True)
def writers_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the time of day stands still for them: on a busy machine the last of two hundred would wait too long for
    SQLite's lock and be refused, which is none of these limits."""
    monkeypatch.setattr(base, "PATIENCE", threading.TIMEOUT_MAX)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ROWS)
def test_exactly_as_many_pass_as_may(name, shooters):
    row = ROWS[name]
    facts = row.lay()
    told = firing.fired(shooters, name, facts)
    assert told["faults"] == []
    passed = row.left(facts) if row.left else told["passed"]
    assert passed == row.may if row.is_exact else 0 < passed <= row.may
