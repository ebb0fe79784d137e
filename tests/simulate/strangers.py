"""A stranger who tries secrets of a child, many at once, on the real pages: only so many are told to be wrong."""

from collections.abc import Iterator
from typing import Any

from django.test import AsyncClient
from django.urls import reverse

from tests.at_once.children import TOLD

TRIES = 12


class Stranger:
    def __init__(self, lesson: Any) -> None:
        self.lesson, self.answers = lesson, list[int]()

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

    def broken(self) -> Iterator[str]:
        """Yield it where more wrong secrets were judged at once than there may be before the first wait."""
        if (judged := self.answers.count(403)) > TOLD:
            yield f"{judged} wrong secrets of a child were judged at once, where {TOLD} are before a wait"
