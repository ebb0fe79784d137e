"""Nine to Nothing by the rules before version 2: folded seats shared the places by points, and could be first."""

from game.rules import nine_to_nothing
from game.rules.contract import Result
from game.rules.nine_to_nothing import *  # noqa: F403 -- all else is as it is now
from game.rules.nine_to_nothing.position import Position
from game.rules.nine_to_nothing.seen import View
from game.rules.seats import places

VERSION = 1


def result(position: Position) -> Result | None:  # type: ignore[no-redef]
    """Return places by points alone; None while the round is running."""
    end = nine_to_nothing.result(position)
    return end and end._replace(places=places(end.points, frozenset()))


def view(position: Position, seat: int | None) -> View:  # type: ignore[no-redef]
    """Return what that seat may see, with these places."""
    seen, end = nine_to_nothing.view(position, seat), result(position)
    if end is None:
        return seen
    seats = tuple(own._replace(place=place) for own, place in zip(seen.seats, end.places, strict=True))
    return seen._replace(result=end, seats=seats)
