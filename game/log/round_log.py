"""A round as those read it who make evidence of it: `exposures`, `claims`, `practice`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.rules import Event


class Line(NamedTuple):
    """A line of the log: what happened, and what the browser measured (see wire)."""

    event: Event
    measured: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A round as it was played. `people` are the seats of students; what computers play is nobody's evidence."""

    options: Mapping[str, Any]
    seats: int
    seed: int
    people: frozenset[int]
    lines: Sequence[Line]
