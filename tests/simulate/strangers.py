"""A stranger who tries secrets of a child, many at once, on the real pages: only so many are told to be wrong."""

from collections.abc import Iterator
from typing import Any

from django.test import AsyncClient
from django.urls import reverse

from classroom.joining.sign_in import throttling
from tests.at_once.children import TOLD

TRIES = 12
FIRST_WAIT = next(filter(None, throttling.WAITS))
"""Seconds."""


class Stranger:
    def __init__(self, lesson: Any) -> None:
        self.lesson, self.judged, self.began = lesson, list[float](), 0.0

    def guesses(self) -> None:
        """Say so many wrong words within a moment, to whichever worker."""
        if self.began:
            return
        self.lesson.note("stranger", "guesses", "")
        self.began = self.lesson.loop.now
        code, child = self.lesson.stage.guarded
        said = {"go": "1", "words": "no secret"}
        for _ in range(TRIES):
            self.lesson.asks(lambda: AsyncClient().post(reverse("join_secret", args=[code, child]), said), self._hears)

    def _hears(self, answer: Any) -> None:
        if answer.status_code == 403:
            self.judged.append(self.lesson.loop.now)

    def broken(self) -> Iterator[str]:
        """Yield it where more wrong secrets were judged at once than there may be before the end of the first wait.

        The wait begins no sooner than the tries; an answer may come long after it was judged.
        """
        if (judged := sum(at < self.began + FIRST_WAIT for at in self.judged)) > TOLD:
            yield f"{judged} wrong secrets of a child were judged at once, where {TOLD} are before a wait"
