"""What a test leaves to be projected."""

from asgiref.sync import SyncToAsync

from game.projection import queue
from tests.sockets import PATIENCE


def project_no_more() -> None:
    """Drop what waits to be projected, and let what is being projected come to its end: its thread outlives the test's
    event loop, and PostgreSQL refuses to empty tables that it still writes (a deadlock)."""
    queue._waiting.clear()
    if queue._working and not queue._working.done():
        SyncToAsync.single_thread_executor.submit(queue._waiting.clear).result(PATIENCE)
