"""The teacher's hand on a table: everything stops at once, nothing is lost, and it goes on where it stood."""

from functools import reduce

from channels.db import database_sync_to_async

from game.around_the_corner import screens
from game.live import controls, dealing, registry
from game.live.table import LiveTable
from game.log import table_state
from game.models import Attempt, Event, Round
from game.projection.project import project
from game.rules import Event as RulesEvent
from game.rules import Move
from tests.game.conftest import Screen, happens, until

FOREVER = 10_000_000


async def kinds(table: LiveTable) -> list[str]:
    logged = Event.objects.filter(round_id=table.round.id).exclude(kind__in=("left", "back")).order_by("n")
    return [kind async for kind in logged.values_list("kind", flat=True)]


async def read_again(table: LiveTable) -> LiveTable:
    """As after a restart: the same table, from the log alone."""
    table.timers.stop()
    registry._tables.clear()
    return await registry.at(table.code)


# Eyes up


async def test_a_paused_table_refuses_every_move_in_words_and_changes_nothing(race):
    table, ana, _ = race
    await ana.draws()
    before = table.round.position
    await controls.hold(table)
    for answer in (await ana.says("draw"), await ana.taps(ana.hand()[0])):
        assert (answer.ok, answer.why) == (False, "eyes_up")
        assert answer.say == "Eyes up! Your teacher paused the game."
    assert table.round.position.hands == before.hands
    assert (await kinds(table)).count("drew") == 1


async def test_the_screens_say_eyes_up_and_hide_the_cards_until_it_goes_on(race):
    table, ana, _ = race
    await ana.draws(3)
    label = f"c{table.round.labels[ana.hand()[0]]}"
    await controls.hold(table)
    assert "Eyes up!" in ana.texts[-1]
    assert label not in screens.board(table.view(0))
    await controls.release(table)
    await until(lambda: table.round.phase == "playing")
    assert label in screens.board(table.view(0))
    assert (await kinds(table))[-3:] == ["held", "start", "resumed"]


async def test_going_on_begins_with_a_countdown_in_which_nobody_plays(lay):
    table = await lay(countdown=FOREVER)
    await registry.start(table.code)
    table.timers.stop()
    await happens(table, table.round.rules.resume(table.round.position, 0))
    await controls.hold(table)
    await controls.release(table)
    assert table.round.phase == "countdown"
    ana = Screen(table, 0)
    assert (await ana.says("draw")).why == "before_go"


async def test_a_pause_survives_a_restart_and_so_does_its_end(race):
    table, _, _ = race
    await controls.hold(table)
    table = await read_again(table)
    assert table.round.phase == table_state.HELD
    await controls.release(table)
    await until(lambda: table.round.phase == "playing")
    table.timers.stop()


async def test_two_pauses_are_one_and_a_pause_in_the_countdown_stops_it_again(race):
    table, _, _ = race
    for _ in range(2):
        await controls.hold(table)
    assert (await kinds(table)).count("held") == 1
    table.round.options = {**table.round.options, "countdown": FOREVER}
    await controls.release(table)
    await controls.hold(table)
    assert (table.round.phase, table.round.go_at) == (table_state.HELD, None)


async def test_a_table_that_waits_stays_waiting_after_a_pause(lay):
    table = await lay()
    ana = Screen(table, 0)
    await controls.hold(table)
    assert (await ana.says("ready")).why == "eyes_up"
    await controls.release(table)
    assert table.round.phase == "waiting"
    assert (await ana.says("ready")).ok


def test_a_pause_in_a_standstill_counts_also_if_another_card_is_turned_up_after_it():
    """`stood` holds every pause, because by it an absent player's time begins again."""
    happened = [("start", 0), ("go", 100), ("standstill", 200), ("held", 300), ("start", 900), ("standstill", 1000)]
    state = reduce(table_state.apply, (RulesEvent(kind, at=at) for kind, at in happened), table_state.TableState())
    assert (state.stood, state.resumed_at, state.paused_at) == (((300, 1000),), 1000, None)


async def test_neither_a_turns_clock_nor_a_wait_after_a_wrong_card_runs_in_a_pause(lay):
    table = await lay(mode="turns", turn_clock=60_000)
    await registry.start(table.code)
    await until(lambda: table.round.phase == "playing")
    ends = table.round.position.turn_ends
    await controls.hold(table)
    assert table.round.position.turn_ends is None
    held = table.round.at
    await controls.release(table)
    await until(lambda: table.round.phase == "playing")
    assert table.round.position.turn_ends == ends + table.round.at - held


async def test_what_was_in_flight_at_a_pause_is_no_time_and_no_loss(race):
    table, ana, _ = race
    while not ana.fitting():
        await ana.draws()
    await controls.hold(table)
    await controls.release(table)
    await until(lambda: table.round.phase == "playing")
    await ana.taps(ana.fitting()[0], measured={"rtop": 900, "vis": "v", "by": "touch"})
    await table.stop()
    await database_sync_to_async(project)(table.round.id)
    endings = Attempt.objects.filter(round=table.round.id, seat=0).order_by("pk").values_list("ending", "timed")
    rows = [row async for row in endings]
    assert ("C", False) in rows
    assert not any(timed for _, timed in rows)


# Messages


async def test_a_message_reaches_every_screen_and_a_page_loaded_later(race):
    table, ana, ben = race
    await controls.show_message(table, 2)
    message = str(table.presentation.messages[2])
    assert all(message in screen.texts[-1] for screen in (ana, ben))
    assert message in table.presentation.note((await read_again(table)).view(0))


async def test_a_message_goes_with_its_round(race):
    table, *_screens = race
    await controls.show_message(table, 2)
    await table.stop()
    assert table.view(0).said is None


async def test_a_message_that_is_not_in_the_list_any_more_is_not_shown(race):
    table, _, _ = race
    await controls.show_message(table, 99)
    assert "hidden" in table.presentation.note(table.view(0))


# Taken away


async def test_who_goes_to_another_table_leaves_the_cards_to_a_computer_and_cannot_come_back(race):
    table, ana, ben = race
    await ben.draws(2)
    await controls.remove_player(table, ben.player, fold=False)
    assert table.is_computer(1)
    assert table.seat_of(ben.player) is None
    assert table.players() == [0]
    assert (await ben.says("draw")).why == "computer_plays"
    await table.stop()


async def test_the_cards_of_who_goes_to_another_table_may_go_under_the_pile(race):
    table, _, ben = race
    await controls.remove_player(table, ben.player, fold=True)
    assert table.round.position.folded == {1}
    assert (await read_again(table)).seat_of(ben.player) is None


# The next deal


async def test_no_round_is_dealt_after_the_last_one(lay):
    table = await lay(rounds=1)
    ana = Screen(table, 0)
    await registry.start(table.code)
    await until(lambda: table.round.phase == "playing")
    async with table.lock:
        await happens(table, table.round.rules.judge(table.round.position, Move("stop", 0)))
    answer = await ana.says("ready")
    assert (answer.why, answer.say) == ("last_round", "That was the last round.")
    assert "That was the last round." in screens.over(table.view(0))
    await registry.start(table.code)
    assert await Round.objects.filter(table=table.row).acount() == 1


async def test_another_table_may_take_the_place_before_a_deal(race, monkeypatch):
    table, ana, ben = race
    asked: list[tuple[str, frozenset[int]]] = []

    async def hook(code: str, away: frozenset[int]) -> bool:
        asked.append((code, away))
        return True

    monkeypatch.setattr(dealing, "_hook", hook)
    async with table.lock:
        await happens(table, table.round.rules.judge(table.round.position, Move("stop", 0)))
    for screen in (ana, ben):
        await screen.says("ready")
    assert asked == [(table.code, frozenset())]
    assert table.row.closed_at
    assert await Round.objects.filter(table=table.row).acount() == 1
