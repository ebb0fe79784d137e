"""The teacher's controls of one live table: pause, resume, message, break, more time, remove a player.

Each is an entry of the log, so a restart changes nothing; starting and ending are methods of the table. If the database
refuses at one table, that table retries, and the caller goes on to the next.
"""

from collections.abc import Awaitable, Callable

from game.live.acts import shielded
from game.live.table import LiveTable
from game.log import table_state
from game.rules import Event, Move, Refused

PAUSE = "pause"
"""Name of the timer that retries the last `hold` or `release`."""


@shielded
async def hold(table: LiveTable) -> None:
    """Pause the table (*Eyes up!*): clocks, timers and moves stop until `release`. Idempotent, also during the
    countdown after a pause."""
    async with table.lock:
        await _stop_or_go(table, _hold)


@shielded
async def release(table: LiveTable) -> None:
    """End the pause; a round in play resumes with a countdown."""
    async with table.lock:
        await _stop_or_go(table, _release)


@shielded
async def follow(table: LiveTable, is_paused: Callable[[], Awaitable[bool]]) -> None:
    """Pause the table or end its pause, as `is_paused` says: under the lock, so that a `hold` or `release` of a later
    press comes after."""
    async with table.lock:
        if not table.row.closed_at:
            await _stop_or_go(table, _hold if await is_paused() else _release)


def is_held(table: LiveTable) -> bool:
    """Return whether the table is paused, and no countdown to its end runs."""
    state = table.round.state
    return state.paused_at is not None and state.countdown_from is None


async def _stop_or_go(table: LiveTable, step: Callable[[LiveTable], Awaitable[None]]) -> None:
    table.timers.cancel(PAUSE)
    await table.until_saved(PAUSE, lambda: step(table))


async def _hold(table: LiveTable) -> None:
    await table.act(lambda at: None if table.row.closed_at or is_held(table) else Event(table_state.HELD, at=at))
    if table.round.go_at is None:
        table.timers.cancel("go")


async def _release(table: LiveTable) -> None:
    await table.act(lambda at: _released(table, at))


def _released(table: LiveTable, at: int) -> Event | None:
    if not is_held(table):
        return None
    return Event(table_state.START if table.round.state.counts_down_again else table_state.RELEASED, at=at)


@shielded
async def show_message(table: LiveTable, note: int) -> None:
    """Show a message to all players at the table; `note` is its number in `Presentation.messages`."""
    async with table.lock:
        if not table.row.closed_at:
            await table.until_saved(
                table_state.SAID, lambda: table.act(lambda at: Event(table_state.SAID, card=note, at=at))
            )


@shielded
async def remove_player(table: LiveTable, player: int, *, fold: bool) -> None:
    """Move this player to another table: fold the seat, or let a computer play it to the end."""
    async with table.lock:
        seat = table.seat_of(player)
        if seat is not None and table.round.phase != "over":
            await table.until_saved((table_state.GAVE_UP, seat), lambda: _take_away(table, seat, fold))


async def _take_away(table: LiveTable, seat: int, fold: bool) -> None:
    if table.round.phase != "over":
        await table.act(lambda at: _gave_up(table.round.state, seat, at))
        await table.presence.replace(seat, "fold" if fold else "computer")


@shielded
async def give_break(table: LiveTable, player: int) -> None:
    """Give this player a break: mark them as away at once. If the session lets computers play for absent players, one
    does so at once; otherwise the cards wait as usual. The break ends when the player comes to the table again."""
    async with table.lock:
        seat = table.seat_of(player)
        if seat is not None:
            await table.until_saved((table_state.LEFT, seat), lambda: _rest(table, seat))


async def _rest(table: LiveTable, seat: int) -> None:
    live = table.round
    if live.phase in ("waiting", "over"):
        return
    await table.presence.leaves(seat)
    computer_plays = live.options.get("away", "computer") == "computer" and len(table.players()) > 1
    if computer_plays and live.phase in ("playing", "standstill"):
        await table.presence.replace(seat, "computer")


@shielded
async def more_time(table: LiveTable, player: int) -> bool:
    """Extend the turn of this player, as they can themselves; return False if it is not their turn or has no limit."""
    async with table.lock:
        seat, before = table.seat_of(player), table.round.n
        if seat is not None and "more" in table.round.rules.MOVES:
            await table.act(lambda at: _more_time(table, seat, at))
        return table.round.n > before


def _more_time(table: LiveTable, seat: int, at: int) -> Event:
    if table.round.state.paused_at is not None:
        raise Refused("eyes_up")
    event: Event = table.round.rules.judge(table.round.position, Move("more", seat, at=at))
    return event


def _gave_up(state: table_state.TableState, seat: int, at: int) -> Event | None:
    return None if seat in state.moved_away else Event(table_state.GAVE_UP, seat, at=at)
