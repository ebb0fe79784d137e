"""Replay of a game that draws no moments of its own: who did what, line by line."""

from collections.abc import Sequence
from typing import Any

from game.rules import Event
from game.screens.replay import Moment, SeatThen, Story, sentence_of_all


class PlainReplay(Story):
    """The lines of the log in words, and who sat there."""

    def table(self, position: Any, **fields: Any) -> Moment:
        return Moment(**fields)

    def seat(self, position: Any, number: int, **fields: Any) -> SeatThen:
        return SeatThen(**fields)

    def words(self, before: Any, event: Event, names: Sequence[str]) -> str:
        name = names[event.seat] if event.seat is not None else ""
        said = sentence_of_all(event.kind) % {"name": name}
        return said or f"{name}: {event.kind.replace('_', ' ')}".removeprefix(": ")
