"""Hanging up: the open sockets of somebody who may no longer listen are closed at once, from any thread.

What was taken away need not be said: a page whose socket closes opens another one, which passes every door afresh. So
whoever may stay comes back within a second or two. Other workers are told; a socket there that was not asks again by
itself (presence).
"""

from collections.abc import Collection
from functools import partial
from typing import Protocol

from django.db import transaction

from game.workers import others

AGAIN = 1012
"""The code of a line that is hung up: the page may try again."""


class ClosableLine(Protocol):
    player: int | None

    def teacher(self) -> int | None: ...

    def session(self) -> str: ...

    def hang_up(self) -> None:
        """Say nothing more from now on, and close; callable from any thread."""


open_lines: set[ClosableLine] = set()
"""Every open socket of this process."""

_count = 0


def count() -> int:
    """Return how often somebody was hung up on: who was asked for before the last time has to be asked for again."""
    return _count


def hang_up(*, teachers: Collection[int] = (), players: Collection[int] = (), session: str = "") -> None:
    """Close every socket of these teachers, players and browser, once what is being written is written."""
    transaction.on_commit(partial(_hang_up, teachers, players, session))


def _hang_up(teachers: Collection[int], players: Collection[int], session: str) -> None:
    others.note("out", (tuple(teachers), tuple(players), session))
    hang_up_here(teachers, players, session)


async def hear(said: list[tuple[list[int], list[int], str]]) -> None:
    """Another worker has hung up on these people."""
    for teachers, players, session in said:
        hang_up_here(teachers, players, session)


def hang_up_here(teachers: Collection[int], players: Collection[int], session: str) -> None:
    global _count
    _count += 1
    for line in list(open_lines):
        if line.teacher() in teachers or line.player in players or (session and line.session() == session):
            line.hang_up()
