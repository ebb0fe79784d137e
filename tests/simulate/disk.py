"""The disk of a lesson: it refuses for a while, because another program holds the file or because it is full, or is
slow."""

import sqlite3
from typing import Any

from django.db import connection
from django.db.backends.signals import connection_created

NO_LIMIT = 2**30
HINDERED = 5.0
"""Seconds for which what the disk refused, or was slow to take, may be awaited afterwards."""
BEHIND = 0.2
"""Seconds for which what waits for a worker's thread is no news."""


class Disk:
    def __init__(self, lesson: Any) -> None:
        self.lesson = lesson
        self.rival: sqlite3.Connection | None = None
        self.is_full = False
        self._back_at = self._slow_at = -HINDERED

    @property
    def refuses(self) -> bool:
        return self.is_full or self.rival is not None

    def has_refused_since(self, asked_at: float) -> bool:
        """Say whether what was asked then, and is answered now, may have been refused by it."""
        return self.refuses or self._back_at >= asked_at

    def may_have_hindered(self) -> bool:
        """Say whether what is awaited now may wait for it, or was refused."""
        loop, there = self.lesson.loop, filter(None, self.lesson.processes)
        is_slow = any(process.slow or loop.behind(process) > BEHIND for process in there)
        return is_slow or loop.now - self._slow_at < HINDERED or self.has_refused_since(loop.now - HINDERED)

    def is_away(self) -> None:
        """Another program holds the file."""
        if not self.refuses:
            self.lesson.note("disk", "refuses", "")
            self.rival = self.lesson.stage.let_nobody_write()
            self.lesson.loop.call_later(self.lesson.dice.uniform(0.1, 3), self.is_back)

    def fills_up(self) -> None:
        """No page can be added to the file any more: what fits into the pages that it has is kept, all else refused."""
        if not self.refuses:
            self.lesson.note("disk", "is full", "")
            self.is_full = True
            connection_created.connect(self._limits)
            self.lesson.at_once(self._limits)
            self.lesson.loop.call_later(self.lesson.dice.uniform(0.5, 4), self.is_back)

    def _limits(self, **_of_the_signal: Any) -> None:
        connection.ensure_connection()
        connection.connection.execute(f"PRAGMA max_page_count = {1 if self.is_full else NO_LIMIT}")

    def is_back(self) -> None:
        if not self.refuses:
            return
        self.lesson.note("disk", "takes", "")
        if self.rival:
            self.rival.close()
        if self.is_full:
            self.is_full = False
            connection_created.disconnect(self._limits)
            self.lesson.at_once(self._limits)
        self.rival, self._back_at = None, self.lesson.loop.now

    def is_slow(self) -> None:
        self._slow_at = self.lesson.loop.now
        for process in filter(None, self.lesson.processes):
            process.slow = self.lesson.dice.choice((0.0, 0.02, 0.3))
