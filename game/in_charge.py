"""The teacher's hand on one live table while it plays: pause, go on, say something, take a child away.

Everything is a line of the log, so that a restart changes nothing; starting and ending are the table's own.
"""

from game import manners
from game.acts import whole
from game.live_table import LiveTable
from game.rules import Event


@whole
async def hold(table: LiveTable) -> None:
    """Eyes up: clocks, timers and moves stop, until `release`. Twice is once, also while it counts down again."""
    async with table.lock:
        state = table.round.manners
        if not table.row.closed_at and (state.held is None or state.go_from is not None):
            await table.log(Event(manners.HELD))
            table.timers.cancel("go")


@whole
async def release(table: LiveTable) -> None:
    """Go on where the table stood: what ran begins with a countdown."""
    async with table.lock:
        state = table.round.manners
        if state.held is not None and state.go_from is None:
            await table.log(Event(manners.START if state.counts_down_again else manners.RELEASED))


@whole
async def say(table: LiveTable, note: int) -> None:
    """Show everybody at the table a message (its place in `notes.NOTES`)."""
    async with table.lock:
        if not table.row.closed_at:
            await table.log(Event(manners.SAID, card=note))


@whole
async def take_away(table: LiveTable, player: int, *, fold: bool) -> None:
    """This player goes to another table: their cards go under the pile, or a computer plays them to the end."""
    async with table.lock:
        seat = table.seat_of(player)
        if seat is not None and table.round.phase != "over":
            await table.log(Event(manners.GAVE_UP, seat))
            await table.absence.replace(seat, "fold" if fold else "computer")
