"""Around the Corner by the rules before version 2: a handicap also applies by turns and solo."""

from game.rules import around_the_corner
from game.rules.around_the_corner import *  # noqa: F403 -- all else is as it is now
from game.rules.around_the_corner.events import handicaps
from game.rules.around_the_corner.position import Position
from game.rules.contract import GO, Event

VERSION = 1


def apply(position: Position, event: Event) -> Position:  # type: ignore[no-redef]
    """Fold an event in; at the first GO every seat waits for its handicap."""
    after = around_the_corner.apply(position, event)
    is_first = event.kind == GO and position.go_at is None
    return after._replace(paused_until=handicaps(position, event.at)) if is_first else after
