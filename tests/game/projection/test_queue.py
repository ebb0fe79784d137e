"""The queue of what is to be computed while games go on."""

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

from game.projection import queue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def without_rests(monkeypatch):
    monkeypatch.setattr(queue, "SHARE", 1)


async def test_what_somebody_is_about_to_read_goes_ahead_and_nothing_is_done_twice():
    done: list[str] = []
    queue.first("later", lambda: done.append("later"))
    for _ in range(2):
        queue.first("sooner", lambda: done.append("sooner"))
    assert queue.length() == 2
    await queue._working
    assert done == ["sooner", "later"]


async def test_what_fails_does_not_keep_the_others_from_their_turn(caplog):
    done: list[str] = []
    queue.first("next", lambda: done.append("next"))
    queue.first("broken", lambda: 1 / 0)
    await queue._working
    assert done == ["next"]
    assert "broken failed" in caplog.text


@pytest.fixture
def written() -> Iterator[list[str]]:
    """What the projection of a test has written; its end is looked for where tables are emptied, after the test."""
    done: list[str] = []
    yield done
    assert done == ["slow"]


async def test_what_runs_as_a_test_ends_has_written_before_its_tables_are_emptied(written):
    began = threading.Event()

    def runs() -> None:
        began.set()
        time.sleep(0.3)
        written.append("slow")

    queue.first("slow", runs)
    await asyncio.to_thread(began.wait)
