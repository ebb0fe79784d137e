"""One table, live: judged, saved, told; and nothing of it lost when the process ends."""

import asyncio
import json

import pytest

from game import rooms
from game.around_the_corner import screens
from game.live import registry
from game.live.table import LiveTable
from game.models import Attempt, Event, Round
from game.projection import queue
from game.wire import MoveAnswer
from tests.game.conftest import AT_ONCE, Screen, begin, until


async def log_of(table) -> list[Event]:
    return [event async for event in Event.objects.filter(round=table.round.id)]


async def restart(table) -> LiveTable:
    """As if the process had been killed: nothing but the database is left."""
    table.timers.stop()
    registry._tables.clear()
    rooms._rooms.clear()
    return await registry.at(table.code)


async def play_something(screen: Screen) -> MoveAnswer:
    """Draw until something fits, then play it."""
    while not screen.fitting():
        await screen.draws()
    return await screen.taps(screen.fitting()[0])


async def test_nothing_moves_before_go(lay):
    table = await lay(countdown=60_000)
    ana = Screen(table, 0)
    assert (await ana.says("draw")).why == "before_go"
    await ana.says("ready")
    await Screen(table, 1).says("ready")
    assert table.round.phase == "countdown"
    assert (await ana.says("draw")).why == "before_go"
    assert [event.kind for event in await log_of(table)] == ["ready", "ready", "start"]


async def test_go_comes_when_everybody_is_ready(race):
    table, *_ = race
    assert [event.kind for event in await log_of(table)] == ["ready", "ready", "start", "go"]


async def test_a_play_is_in_the_log_before_anybody_is_told(race):
    table, ana, ben = race
    saved_when_told = []

    async def tell(text: str) -> None:
        saved_when_told.append(await Event.objects.filter(round=table.round.id, kind="played").acount())

    ben.tell = tell
    assert (await play_something(ana)).ok
    assert saved_when_told == [1]


async def test_everybody_sees_the_same_new_top_card(race):
    table, ana, ben = race
    answer = await play_something(ana)
    assert ben.texts[-1].startswith('<div id="top"')
    assert ben.texts[-1] in answer.html


async def test_a_late_card_is_not_a_mistake(race):
    table, ana, ben = race
    await ben.draws(3)
    before = table.round.position.top
    await play_something(ana)
    answer = await ben.taps(ben.hand()[0], seen=before)
    assert (answer.ok, answer.why, answer.ms) == (False, "beaten", 0)
    assert len(ben.hand()) == 3


async def test_a_wrong_card_comes_back_and_pauses_its_player(lay):
    table, ana, ben = await begin(await lay(wrong_pause=60_000))
    while not ana.misfits():
        await ana.draws()
    held = ana.hand()
    answer = await ana.taps(ana.misfits()[0])
    assert (answer.why, answer.ms, ana.hand()) == ("wrong", 60_000, held)
    assert (await ana.draws()).why == "paused"
    assert (await ben.draws()).ok


async def test_a_move_that_is_sent_twice_counts_once_and_for_its_own_seat_alone(race):
    table, ana, ben = race
    first = await ana.says("draw", aid="once")
    again = await ana.says("draw", aid="once")
    assert first.ok
    assert again.ok
    assert len(ana.hand()) == 1
    assert 'id="board"' in again.html
    assert (await ben.says("draw", aid="once")).ok
    assert len(ben.hand()) == 1


@pytest.mark.parametrize("whose", ["ben's hand", "own draw pile", "nobody's"])
async def test_a_card_that_is_not_in_the_hand_changes_nothing(race, whose):
    table, ana, ben = race
    await ben.draws()
    position = table.round.position
    if whose == "nobody's":
        answer = await ana.says("play", card=99, top=position.top)
    else:
        answer = await ana.taps(ben.hand()[0] if whose == "ben's hand" else position.draw_piles[0][0])
    assert answer.why == ("not_drawn" if whose == "own draw pile" else "not_your_card")
    assert answer.say
    assert table.round.position == position


async def test_no_screen_is_ever_told_a_card_it_may_not_see(race):
    table, ana, ben = race
    held: dict[int, set[int]] = {0: set(), 1: set()}
    for _ in range(60):
        for screen in (ana, ben):
            if screen.fitting():
                await screen.tell((await screen.taps(screen.fitting()[0])).html)
            else:
                await screen.tell((await screen.draws()).html)
            held[screen.seat] |= {table.round.labels[card] for card in screen.hand()}
            await screen.tell(screens.board(table.view(screen.seat)))
    for screen in (ana, ben):
        assert screen.labels_told() <= held[screen.seat]


async def test_after_a_kill_the_table_stands_as_it_stood(race):
    table, ana, ben = race
    await ana.draws(3)
    await ben.draws(2)
    await play_something(ana)
    again = await restart(table)
    assert again.round.position == table.round.position
    assert again.round.labels == table.round.labels
    assert again.round.n == table.round.n
    assert (await Screen(again, 1).draws()).ok


async def test_a_countdown_goes_on_after_a_kill(lay):
    table = await lay(countdown=400)
    for seat in (0, 1):
        await Screen(table, seat).says("ready")
    go_at = table.round.go_at
    again = await restart(table)
    assert (again.round.phase, again.round.go_at) == ("countdown", go_at)
    await until(lambda: again.round.phase == "playing")
    assert again.round.at >= go_at


async def test_two_processes_at_one_table_never_share_a_place(race):
    """The second process holds the table too; the log's unique place lets each card through once."""
    table, ana, ben = race
    other = await restart(table)
    far_ana, far_ben = Screen(other, 0), Screen(other, 1)
    moves = [ana.draws(9), far_ben.draws(9), ana.says("draw", aid="both"), far_ana.says("draw", aid="both")]
    await asyncio.gather(*moves)
    log = await log_of(table)
    assert [event.n for event in log] == list(range(1, len(log) + 1))
    assert sum(event.kind == "drew" and event.seat == 0 for event in log) == 10
    assert len({event.card for event in log if event.kind == "drew"}) == 19


async def finish(table, *screens: Screen) -> None:
    """Play the round to its end."""
    while table.round.phase != "over":
        await until(lambda: table.round.phase in ("playing", "over"))
        for screen in screens:
            if table.round.phase != "playing":
                break
            if screen.fitting() or len(screen.hand()) == 1 and not table.round.position.draw_piles[screen.seat]:
                await screen.taps((screen.fitting() or screen.hand())[0])
            elif table.round.position.draw_piles[screen.seat]:
                await screen.draws()


async def test_a_round_ends_with_a_result_and_its_attempts(race, monkeypatch):
    monkeypatch.setattr(queue, "SHARE", 1)  # no rest after it
    table, ana, ben = race
    round_id = table.round.id
    await finish(table, ana, ben)
    await until(lambda: table.settled)
    assert table.round.rules.result(table.round.position).places.count(1) >= 1
    assert any(r"data-phase=\"over\"" in screen.texts[-1] for screen in (ana, ben))
    assert (await Round.objects.aget(pk=round_id)).finished_at
    await queue._working
    assert {row.player async for row in Attempt.objects.filter(round=round_id)} <= {101, 102}
    assert await Attempt.objects.filter(round=round_id, ending="C").acount() > 5


async def test_the_next_round_is_dealt_when_both_want_it(race):
    table, ana, ben = race
    await finish(table, ana, ben)
    assert (await ana.says("ready")).ok
    assert table.round.number == 1
    place = table.round.n + 1
    answer = await ben.says("ready")
    assert table.round.number == 2
    assert (answer.ok, answer.html) == (True, ""), "the panel of the round before would lie over the new board"
    assert answer.n == place
    boards = [text for text in ana.texts if r"id=\"board\"" in text]
    assert r"data-round=\"2\"" in boards[-1]
    assert r"data-act=\"play\"" not in boards[-1]
    await until(lambda: table.round.phase == "playing")
    assert (await ana.draws()).ok


async def test_the_teacher_starts_without_those_who_are_not_ready(lay):
    table = await lay()
    await registry.start(table.code)
    await until(lambda: table.round.phase == "playing")


async def test_the_teachers_end_stops_the_round_and_deals_no_more(race):
    table, ana, _ = race
    await registry.stop(table.code)
    assert (await log_of(table))[-1].kind == "stopped"
    assert (await ana.draws()).why == "over"
    assert (await ana.says("ready")).why == "over"


async def test_a_screen_that_is_stuck_does_not_hold_up_the_others(race, monkeypatch):
    table, ana, ben = race
    monkeypatch.setattr(rooms, "PATIENCE", 0.05)

    async def never(text: str) -> None:
        await asyncio.Event().wait()

    stuck = Screen(table, 1)
    stuck.tell = never
    rooms.join(table.room, stuck)
    rooms.leave(table.room, ben)
    rooms.join(table.room, ben)
    await play_something(ana)
    assert stuck.closed_with == 1006
    assert 'id="top"' in ben.texts[-1]
    assert stuck not in rooms.listeners(table.room)


async def test_a_new_connection_shows_what_was_asked_on_the_one_before(race):
    """The answer itself goes to the connection that has been closed."""
    table, ana, _ = race
    newer = Screen(table, 0)
    rooms.leave(table.room, ana)
    rooms.join(table.room, newer)
    assert (await ana.draws()).ok
    assert json.loads(newer.texts[-1])["html"] == table.presentation.board(table.view(0))


async def test_the_21st_card_brings_a_whole_board_with_small_slots(race):
    table, ana, _ = race
    assert 'id="board"' not in (await ana.draws(20)).html
    told = (await ana.draws()).html
    assert told == table.presentation.board(table.view(0))
    assert 'class="board packed"' in told


async def test_a_screen_that_takes_a_moment_is_told_too(race):
    table, ana, ben = race

    async def slowly(text: str) -> None:
        await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        slow.texts.append(text)

    slow = Screen(table, 1)
    slow.tell = slowly
    rooms.leave(table.room, ben)
    for screen in (slow, ben):
        rooms.join(table.room, screen)
    await play_something(ana)
    assert slow.texts[-1] == ben.texts[-1]
    assert slow in rooms.listeners(table.room)


async def test_a_standstill_turns_a_card_and_says_go_again(lay):
    """Without the corner and with one step only a table comes to a standstill nearly always; with this deal it does."""
    table, ana, ben = await begin(await lay(corner=False, steps=[1], standstill=30, seed=3))
    await finish(table, ana, ben)
    kinds = [event.kind for event in await log_of(table)]
    assert "standstill" in kinds
    after = [kinds[place + 1] for place, kind in enumerate(kinds) if kind == "standstill"]
    assert set(after) <= {"go", "standstill", "exhausted"}


async def test_a_table_waits_where_the_options_of_these_tests_do_not(lay):
    table = await lay()
    assert AT_ONCE["countdown"] == table.round.option("countdown") == 0
    table.round.options = {}
    assert (table.round.option("countdown"), table.round.option("standstill")) == (3500, 2500)
