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
    from game.log import journal  # noqa: PLC0415 -- needs Django
    from game.log import round as rounds  # noqa: PLC0415
    from game.log.codec import columns_of  # noqa: PLC0415

    if move_id and (kind := live._done.get((seat, move_id))):
        raise rounds.AlreadyDone(kind)
    event = judge(max(rounds.now_ms(), live.at))
    while event is not None:
        if await live._saved(journal.JournalEntry(live.id, live.n + 1, *columns_of(event), move_id, client)):
            live._fold(live.n + 1, event, move_id)
            break
        await live.look()
        if move_id and (kind := live._done.get((seat, move_id))):
            raise rounds.AlreadyDone(kind)
    return event


if __name__ == "__main__":
    django.setup()
    from game.log.round import LiveRound

    LiveRound.commit = commit  # type: ignore[assignment,method-assign]
    execute_from_command_line(["manage.py", *sys.argv[1:]])
