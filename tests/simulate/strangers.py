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
        self.lesson, self.answers, self.judged = lesson, list[int](), list[float]()

    def guesses(self) -> None:
        """Say so many wrong words within a moment, to whichever worker."""
        if self.answers:
            return
        self.lesson.note("stranger", "guesses", "")
        code, child = self.lesson.stage.guarded
        said = {"go": "1", "words": "no secret"}
        for _ in range(TRIES):
            self.lesson.asks(lambda: AsyncClient().post(reverse("join_secret", args=[code, child]), said), self._hears)

    def _hears(self, answer: Any) -> None:
        self.answers.append(answer.status_code)
        if answer.status_code == 403:
            self.judged.append(self.lesson.loop.now)

    def broken(self) -> Iterator[str]:
        """Yield it where more wrong secrets were judged at once than there may be before the end of the first wait."""
        if (judged := sum(at < self.judged[0] + FIRST_WAIT for at in self.judged)) > TOLD:
            yield f"{judged} wrong secrets of a child were judged at once, where {TOLD} are before a wait"
