"""`python -m tests.faults.hasty COMMAND …`: manage.py in a process that writes what lost its place at the next place,
as it was, in place of judging it anew.

A planted fault: the check has to find it.
"""

import sys
from typing import Any

import django
from django.core.management import execute_from_command_line


async def commit(live: Any, judge: Any, *, seat: Any = None, move_id: Any = None, client: str = "") -> Any:
    """LiveRound.commit, but for the one line that judges."""
    event = live.judged(judge, seat, move_id)
    while event is not None:
        if await live._saved(live.entry_of(event, move_id, client)):
            live.fold(live.n + 1, event, move_id)
            break
        await live.look()
        live.judged(lambda at: None, seat, move_id)
    return event


at_length: Any = None


async def hasty_at_length(moves: Any, asked: Any, lost: Any = None) -> None:
    """Moves._at_length, whose judge says again what it said before its entry lost its place."""
    if lost:
        moves._judge = lambda asked, at: lost
    try:
        await at_length(moves, asked, lost)
    finally:
        vars(moves).pop("_judge", None)


if __name__ == "__main__":
    django.setup()
    from game.live.moves import Moves
    from game.log.round import LiveRound

    LiveRound.commit = commit  # type: ignore[assignment,method-assign]
    at_length, Moves._at_length = Moves._at_length, hasty_at_length  # type: ignore[assignment,method-assign]
    execute_from_command_line(["manage.py", *sys.argv[1:]])
