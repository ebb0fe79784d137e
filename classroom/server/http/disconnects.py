"""Closing the open sockets of somebody who may no longer listen, at once and from any thread.

The page is told nothing: when its socket closes it opens another one, which passes all access checks anew. So whoever
may stay is back within a second or two. Other workers are told; a socket there that misses the message checks again by
itself (presence).
"""

from collections.abc import Collection
from functools import partial
from typing import Protocol

from django.db import transaction

from game.workers import others

AGAIN = 1012
"""The close code of such a socket: the page may connect again."""


class ClosableSocket(Protocol):
    player: int | None

    def teacher(self) -> int | None: ...

    def session(self) -> str: ...

    def hang_up(self) -> None:
        """Send nothing more, and close; callable from any thread."""


open_sockets: set[ClosableSocket] = set()
"""Every open socket of this process."""

_count = 0


def count() -> int:
    """Return how often sockets were closed in this way: an access check made before the last time has to be
    repeated."""
    return _count


def hang_up(*, teachers: Collection[int] = (), players: Collection[int] = (), session: str = "") -> None:
    """Close every socket of these teachers, players and browser session, after the transaction has committed."""
    transaction.on_commit(partial(_hang_up, teachers, players, session))


def _hang_up(teachers: Collection[int], players: Collection[int], session: str) -> None:
    others.note("out", (tuple(teachers), tuple(players), session))
    hang_up_here(teachers, players, session)


async def hear(said: list[tuple[list[int], list[int], str]]) -> None:
    """Close the sockets here of people whom another worker has disconnected."""
    for teachers, players, session in said:
        hang_up_here(teachers, players, session)


def hang_up_here(teachers: Collection[int], players: Collection[int], session: str) -> None:
    global _count
    _count += 1
    for socket in list(open_sockets):
        if socket.teacher() in teachers or socket.player in players or (session and socket.session() == session):
            socket.hang_up()
