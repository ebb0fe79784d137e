"""Knowledge of which other workers hold a class's place: as long as none does, no move of it is told to anybody.

A worker that comes to a place announces itself there, and those that hold it answer. A lost message is repeated by the
worker that finds another's entry in a log.
"""

from collections import defaultdict
from operator import itemgetter

from game.workers import others

HERE, GONE = "here", "gone"
_met: defaultdict[str, set[str]] = defaultdict(set)


def place_of(code: str) -> str:
    """Return the name of the group of all tables of a class, by the code of one (`codes.table_code`)."""
    return f"place.{code[:3]}"


def ready() -> None:
    others.topic(HERE, where=itemgetter(0), hears=_meet)
    others.topic(GONE, where=itemgetter(0), hears=_part)


def come(place: str) -> None:
    """Register a table of this place as held here."""
    if others.hold(place):
        announce(place)


def leave(place: str) -> None:
    """Unregister one of the place's tables."""
    if others.release(place):
        _met.pop(place, None)
        others.note(GONE, (place, others.WORKER))


def announce(place: str) -> None:
    """Tell the other workers at this place that this one holds it."""
    others.note(HERE, (place, others.WORKER))


def are_at(place: str) -> bool:
    """Return whether another worker is known to hold this place, too."""
    return bool(_met.get(place))


async def _meet(said: list[tuple[str, str]]) -> None:
    for place, worker in said:
        if others.holds(place) and worker not in _met[place]:
            _met[place].add(worker)
            announce(place)


async def _part(said: list[tuple[str, str]]) -> None:
    for place, worker in said:
        if place in _met:
            _met[place].discard(worker)
