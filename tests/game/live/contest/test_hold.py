"""What goes on while a card waits to be judged at a live table (rules 1.10), and what ends its hold."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from game.live import controls
from game.live.table import LiveTable
from game.log import journal
from game.models import Event
from game.wire import Frame
from tests.game.conftest import Screen, until
from tests.game.live.contest.racing import both_fit, is_held, plays

# What goes on meanwhile


async def test_everybody_draws_on_in_a_hold(raced):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    assert (await ben.draws()).ok
    assert (await ana.draws()).ok
    assert is_held(ana_plays)
    assert (await ana_plays).ok


async def test_an_own_second_card_waits_with_the_first_and_is_beaten_by_it(raced):
    table, ana, ben, later = raced
    while len(ana.fitting()) < 2:
        await ana.draws()
    one, two = ana.fitting()[:2]
    first, second = await plays(ana, 970, one), await plays(ana, 970, two)
    assert (await first).ok
    assert (await second).why == "beaten"
    assert two in ana.hand()


async def test_a_card_that_is_sent_twice_in_a_hold_counts_once(raced):
    table, ana, ben, later = raced
    card = ana.fitting()[0]
    twice = [ana.taps(card, aid="once", measured={"rtop": 970}) for _ in range(2)]
    answers = await asyncio.gather(*twice)
    assert [answer.ok for answer in answers] == [True, True]
    assert len(await raced.entries("played")) == 2


async def test_a_card_that_waits_is_on_no_screen_and_cannot_be_answered(raced):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    told, card = len(ben.texts), ana.fitting()[0]
    answer = await ben.taps(ben.hand()[0], seen=table.round.position.top + 1, measured={"rtop": 300})
    assert not answer.ok
    assert is_held(ana_plays)
    assert f"c{table.round.labels[card]:03}" not in "".join(ben.texts[told:])
    assert (await ana_plays).ok


async def test_a_late_card_is_beaten_at_once_and_the_hold_goes_on(raced):
    table, ana, ben, later = raced
    late = ben.fitting()[0]
    assert (await (await plays(ana, 970))).ok
    await both_fit(ana, ben)
    ana_plays = await plays(ana, 0)
    answer = await ben.taps(late, seen=2, measured={"rtop": 990})
    assert answer.why == "beaten"
    assert is_held(ana_plays)
    assert (await ana_plays).ok


async def test_there_is_no_standstill_in_a_hold(raced):
    """Whoever waits holds a card that fits."""
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    position = table.round.position
    misfits = tuple(tuple(who.misfits()[:2]) for who in (ana, ben))
    fits = ana.fitting()[0]
    table.round.position = position._replace(hands=((*misfits[0], fits), misfits[1]), draw_piles=((), (misfits[1][0],)))
    assert (await ben.draws()).ok
    assert is_held(ana_plays)
    assert not await raced.entries("standstill")
    assert (await ana_plays).ok


async def test_a_line_that_drops_in_its_own_hold_has_played_its_card(raced):
    table, ana, ben, later = raced
    await plays(ana, 970)
    ana.goes()
    await until(lambda: not table.moves.contest.waiting and table.round.position.top == 3)
    assert table.round.position.called[0] == 0


# What the table does itself comes after the cards that have arrived


@pytest.mark.parametrize("act", ["eyes up", "the end", "taken away", "a break"])
async def test_what_the_teacher_does_lets_the_card_that_waits_be_judged_before_it(race_of, act):
    table, ana, ben, later = await race_of(away="wait")
    ana_plays = await plays(ana, 970)
    acts: dict[str, Callable[[], Awaitable[object]]] = {
        "eyes up": lambda: controls.hold(table),
        "the end": table.stop,
        "taken away": lambda: controls.remove_player(table, 101, fold=True),
        "a break": lambda: controls.give_break(table, 101),
    }
    await acts[act]()
    assert (await ana_plays).ok
    logged = [event.kind async for event in Event.objects.filter(round=table.round.id).order_by("n")]
    after = {"eyes up": "held", "the end": "stopped", "taken away": "gave_up", "a break": "left"}[act]
    assert logged.count("played") == 2
    assert max(n for n, kind in enumerate(logged) if kind == "played") < logged.index(after)


async def test_what_a_screen_says_it_has_painted_ends_no_hold(raced):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    await table.log_seen(1, Frame("seen", measured={"p": 7, "s": [["t", 1, 30]]}))
    assert is_held(ana_plays)
    assert (await ana_plays).ok


# The end of a round


async def test_two_last_cards_are_judged_by_reaction_too(raced):
    table, ana, ben, later = raced
    live = table.round
    last = {0: ana.fitting()[0], 1: ben.fitting()[0]}
    live.position = live.position._replace(hands=tuple((last[seat],) for seat in range(2)), draw_piles=((), ()))
    ana_plays = await plays(ana, 970)
    assert is_held(ana_plays)
    later(200)
    assert (await (await plays(ben, 890))).ok
    assert table.round.position.finisher == 1
    assert not (await ana_plays).ok


async def test_a_last_card_that_was_slower_still_ends_the_round(raced):
    """It fits on anything: the quicker card lies first, and the last card on top of it."""
    table, ana, ben, later = raced
    live = table.round
    live.position = live.position._replace(
        hands=((ana.fitting()[0],), live.position.hands[1]), draw_piles=((), live.position.draw_piles[1])
    )
    ana_plays = await plays(ana, 970)
    later(200)
    ben_plays = await plays(ben, 890)
    assert (await ben_plays).ok
    assert (await ana_plays).ok
    assert table.round.position.finisher == 0
    assert table.round.position.top == 4


# What is not saved


async def test_a_process_that_ends_in_a_hold_loses_only_what_nobody_was_told(raced):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    assert is_held(ana_plays)
    assert len(await raced.entries("played")) == 1
    table.moves.contest.close()
    ana_plays.cancel()
    again = LiveTable(table.row, [seat async for seat in table.row.seats.all()], await table.row.rounds.aget())
    await database_sync_to_async(again.round.catch_up)()
    assert again.round.position == table.round.position


async def test_a_card_that_could_not_be_saved_lets_the_next_one_be_judged(raced, monkeypatch):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    write, refused = journal.write, []

    def refuse_once(line, answer):
        if refused:
            write(line, answer)
        else:
            refused.append(line)
            asyncio.get_running_loop().call_soon(answer, OperationalError("the disk is full"))

    monkeypatch.setattr(journal, "write", refuse_once)
    later(200)
    assert (await (await plays(ben, 890))).why == "not_saved"
    assert (await ana_plays).ok


# Several workers


async def test_what_another_worker_wrote_in_a_hold_came_first(raced, settings):
    settings.WORKERS = 2
    table, ana, ben, later = raced
    other = LiveTable(table.row, [seat async for seat in table.row.seats.all()], await table.row.rounds.aget())
    await database_sync_to_async(other.round.catch_up)()
    ana_plays = await plays(ana, 970)
    there = Screen(other, 1)
    assert (await there.taps(there.fitting()[0], measured={"rtop": 900})).ok
    assert (await ana_plays).why == "beaten"
    assert (await raced.entries("played"))[-1].event.seat == 1
    other.timers.stop()
