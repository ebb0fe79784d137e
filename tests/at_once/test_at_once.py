"""The law of limits: two hundred at once, and exactly as many pass as may. On PostgreSQL from two workers.

Each counter, limit, code that works once, invitation, link and token of the app has its row; `places` finds those that
have none.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.at_once import firing
from tests.at_once.rows import ROWS

firing.read_rows()


@pytest.fixture(scope="module")
def guns(django_db_setup: None) -> Iterator[list[firing.Worker]]:
    if connection.vendor == "sqlite":  # which one process serves
        yield []
        return
    known = connection.settings_dict
    address = f"postgresql://{known['USER']}@/{known['NAME']}?host={known['HOST']}"
    with firing.workers(address, Path(settings.DATA)) as started:
        yield started


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ROWS)
def test_exactly_as_many_pass_as_may(name, guns):
    row = ROWS[name]
    facts = row.lay()
    told = firing.fired(guns, name, facts)
    assert told["faults"] == []
    assert (row.left(facts) if row.left else told["passed"]) == row.may
