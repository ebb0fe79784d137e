"""Which other workers hold a class's place: as long as none does, nothing of its moves is told to anybody.

Whoever comes to a place says so there, and who holds it already answers. A greeting that is lost is made up for by who
finds in a log what another worker wrote.
"""

from collections import defaultdict
from collections.abc import Sequence

from game.workers import others

HERE, GONE = "here", "gone"
_met: defaultdict[str, set[str]] = defaultdict(set)


def place_of(code: str) -> str:
    """Return the group of all tables of a class, by the code of one (`codes.table_code`)."""
    return f"place.{code[:3]}"


def ready() -> None:
    others.topic(HERE, where=_place, hears=_meet)
    others.topic(GONE, where=_place, hears=_part)


def come(place: str) -> None:
    """A table of this place is held here from now on."""
    if others.hold(place):
        greet(place)


def leave(place: str) -> None:
    """One of the place's tables is held here no more."""
    if others.release(place):
        _met.pop(place, None)
        others.note(GONE, (place, others.WORKER))


def greet(place: str) -> None:
    """Tell the others at this place that this worker is there."""
    others.note(HERE, (place, others.WORKER))


def are_at(place: str) -> bool:
    """Return whether another worker, as far as is known, holds this place, too."""
    return bool(_met.get(place))


def _place(said: Sequence[str]) -> str:
    return said[0]


async def _meet(said: list[tuple[str, str]]) -> None:
    for place, worker in said:
        if others.holds(place) and worker not in _met[place]:
            _met[place].add(worker)
            greet(place)


async def _part(said: list[tuple[str, str]]) -> None:
    for place, worker in said:
        if place in _met:
            _met[place].discard(worker)
