"""A live table by turns: who may act, what ends a turn, and what the others are told."""

import re
from html import unescape

import pytest

from game import clock
from game.live import presence, turn_clock
from game.models import Event
from tests.game.conftest import Screen, begin, until
from tests.game.live.test_live import log_of, play_something, restart

SEED = 7


@pytest.fixture
async def in_turns(lay):
    """A table of three by turns, after GO, as a function of its options."""

    async def in_turns(**options):
        return await begin(await lay("Ana", "Ben", "Cleo", mode="turns", seed=SEED, **options))

    return in_turns


async def kinds(table) -> list[str]:
    return [event.kind for event in await log_of(table)]


def is_told(screen: Screen) -> str:
    """The line that says whose turn it is, as this screen saw it last."""
    lines = re.findall(r'<div id=\\?"turn.*?</div>', screen.texts[-1])
    return unescape(" ".join(re.sub("<[^>]+>", " ", lines[-1]).replace("\\n", " ").split())) if lines else ""


async def test_a_card_that_fits_hands_the_turn_on_and_touches_nobody_elses_hand(in_turns):
    table, ana, ben, cleo = await in_turns()
    answer = await play_something(ben)
    assert answer.ok
    assert (is_told(cleo), is_told(ana)) == ("Your turn", "Cleo's turn")
    for text in (ana.texts[-1], cleo.texts[-1]):
        assert 'id=\\"top' in text
        assert not re.search(r'id=\\"(s\d+|hand|board)\\"', text)
    assert answer.html.count('class="slot"') == 1


async def test_a_move_off_turn_is_refused_kindly_and_not_logged(in_turns):
    table, ana, ben, cleo = await in_turns()
    before, position = await kinds(table), table.round.position
    for move in ("draw", "pass"):
        answer = await ana.says(move)
        assert (answer.ok, answer.why, answer.say) == (False, "not_your_turn", "Wait for Ben.")
    assert (await kinds(table), table.round.position) == (before, position)


async def test_a_pass_is_refused_with_a_hint_while_there_is_something_to_do(in_turns):
    table, ana, ben, cleo = await in_turns()
    position = table.round.position
    assert (await ben.says("pass")).say == "You can still draw a card."
    while not ben.fitting():
        await ben.draws()
    position = table.round.position
    assert (await ben.says("pass")).say == "You have a card that fits. Look again."
    assert table.round.position == position


async def test_a_card_for_a_top_card_of_anothers_turn_is_told_of_the_new_one_and_not_who_was_first(in_turns):
    table, ana, ben, cleo = await in_turns()
    seen = table.round.position.top
    await play_something(ben)
    await cleo.draws()
    answer = await cleo.taps(cleo.hand()[0], seen=seen)
    assert (answer.why, answer.say, table.round.position.turn) == ("beaten", "There is a new top card.", 2)


async def test_a_wrong_card_comes_back_with_both_sums_and_the_turn_stays(in_turns):
    table, ana, ben, cleo = await in_turns()
    while not ben.misfits():
        await ben.draws()
    answer = await ben.taps(ben.misfits()[0])
    assert (answer.why, answer.ms, table.round.position.turn) == ("wrong", 0, 1)
    assert re.search(r"\d+ does not fit on \d+ ±\d\.\n\d+\s−\s\d\s.* or\n\d+\s\+\s\d\s.*\d$", answer.say), answer.say


async def test_hints_can_be_off_and_then_no_screen_holds_an_answer(in_turns):
    table, ana, ben, cleo = await in_turns(hints=False)
    while not ben.misfits():
        await ben.draws()
    answer = await ben.taps(ben.misfits()[0])
    assert "−" not in answer.say
    assert "ring" not in "".join(ben.texts)


async def test_the_clock_passes_the_turn_on_and_says_so(in_turns):
    table, ana, ben, cleo = await in_turns(turn_clock=200)
    await until(lambda: table.round.position.turn == 2)
    assert (await kinds(table))[-1] == "time_up"
    assert is_told(ana).startswith("Time was up for Ben. Cleo's turn")
    assert is_told(ben).startswith("Your time was up. Cleo's turn")


async def test_more_time_puts_the_end_off_and_is_found_in_the_log_after_a_restart(in_turns):
    table, ana, ben, cleo = await in_turns(turn_clock=60_000)
    assert (await ana.says("more")).why == "not_your_turn"
    before = table.round.position.turn_ends
    for _ in range(10):
        assert (await ben.says("more")).ok
    assert (await ben.says("more")).say == "That was the last time. Play, draw or pass."
    assert table.round.position.turn_ends == before + 300_000
    assert "More time" not in ana.texts[-1]
    again = await restart(table)
    assert again.round.position.turn_ends == before + 300_000
    again.timers.stop()


async def test_there_is_no_more_time_where_there_is_no_clock(in_turns):
    table, ana, ben, cleo = await in_turns()
    assert (await ben.says("more")).say == "You cannot do that at this table."


async def test_who_is_away_is_skipped_and_the_others_are_told(in_turns, monkeypatch):
    monkeypatch.setattr(turn_clock, "SKIP", 50)
    monkeypatch.setattr(presence, "GONE", 0.02)
    table, ana, ben, cleo = await in_turns(away="wait")
    ben.goes()
    await until(lambda: table.round.position.turn == 2)
    assert (await kinds(table))[-2:] == ["left", "skipped"]
    assert is_told(cleo) == "Ben is away. Your turn"
    await play_something(cleo)
    assert is_told(ana) == "Your turn"


async def test_who_was_away_before_is_waited_for_from_the_beginning_of_the_turn(in_turns, monkeypatch):
    monkeypatch.setattr(turn_clock, "SKIP", 50)
    monkeypatch.setattr(presence, "GONE", 0.02)
    table, _ana, ben, cleo = await in_turns(away="wait")
    cleo.goes()
    await until(lambda: clock.now_ms() > (table.round.state.away_since(2) or clock.now_ms()) + 50)
    await play_something(ben)
    await until(lambda: table.round.position.turn == 0)
    played, skipped = (await log_of(table))[-2:]
    assert (skipped.kind, skipped.at - played.at >= 50) == ("skipped", True)


async def test_an_end_that_was_put_off_while_its_timer_waited_for_the_table_skips_nobody(in_turns, monkeypatch):
    monkeypatch.setattr(presence, "GONE", 0)
    table, _ana, ben, _cleo = await in_turns(away="wait")
    ben.goes()
    await until(lambda: table.round.state.away_since(1) is not None)
    async with table.lock:
        await turn_clock._end(table)
    assert table.round.position.turn == 1
    assert "skipped" not in await kinds(table)


async def test_where_everybody_is_away_nobody_is_skipped(in_turns, monkeypatch):
    monkeypatch.setattr(turn_clock, "SKIP", 0)
    monkeypatch.setattr(presence, "GONE", 0)
    table, *screens = await in_turns(away="wait")
    ana, ben, cleo = screens
    ana.goes()
    cleo.goes()
    await until(lambda: len(table.round.state.away) == 2)
    ben.goes()
    await until(lambda: len(table.round.state.away) == 3)
    await table.timers.idle()
    assert "skipped" not in await kinds(table)


async def test_a_restart_arms_the_clock_again(in_turns):
    table, ana, ben, cleo = await in_turns(turn_clock=400)
    again = await restart(table)
    await until(lambda: again.round.position.turn == 2)
    assert await Event.objects.filter(round=again.round.id, kind="time_up").acount() == 1
    again.timers.stop()
    await again.timers.idle()


async def test_a_round_without_the_corner_is_played_to_its_end(in_turns):
    table, *screens = await in_turns(corner=False)
    while table.round.phase != "over":
        if table.round.phase != "playing":
            await until(lambda: table.round.phase != "standstill")
            continue
        screen = screens[table.round.position.turn]
        view = table.view(screen.seat).view
        if view.last_card or screen.fitting():
            assert (await screen.taps(screen.hand()[0] if view.last_card else screen.fitting()[0])).ok
        elif view.draw_pile:
            await screen.draws()
        else:
            assert (await screen.says("pass")).ok
    assert table.round.position.finisher is not None or "exhausted" in await kinds(table)
