"""Who was first at a live table: the quicker card on the same top card, whatever the connection (rules 1.10)."""

import asyncio
import re

import pytest
from channels.db import database_sync_to_async

from game.live import registry
from game.log import contests, reader
from game.log.codec import First, first_of
from game.rules.first import MOST_CREDIT_MS
from game.wire import Frame
from tests.game.conftest import Screen, at_rest, begin
from tests.game.live.contest.racing import ANAS, BENS, NET, both_fit, is_good_at_once, is_held, know, plays

# The quicker card


async def test_the_quicker_card_is_first_though_it_arrives_later(raced):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    assert is_held(ana_plays)
    later(200)
    ben_plays = await plays(ben, 890)
    assert (await ben_plays).ok
    answer = await ana_plays
    assert (answer.ok, answer.why) == (False, "beaten")
    assert "Ben" in answer.say
    assert table.round.position.called[0] == 1
    (_begun, won), (lost,) = await raced.entries("played"), await raced.entries("beaten")
    assert first_of(won.measured.measured) == First(1200 - BENS, BENS)
    assert first_of(lost.measured.measured) == First(1000 - ANAS, ANAS, 200)


async def test_a_card_that_was_late_is_told_that_it_fitted_and_counts_in_the_run(raced):
    table, ana, ben, later = raced
    said = {}
    for moment, name in ((100, "in the hold"), (400, "after it")):
        await both_fit(ana, ben)
        later(1000)
        elapsed, top = 2000 if name == "in the hold" else 1000, table.round.position.top
        card = ben.fitting()[0]
        ana_plays = await plays(ana, elapsed - 30)
        if moment > MOST_CREDIT_MS:
            assert (await ana_plays).ok
        later(moment)
        ben_plays = asyncio.ensure_future(ben.taps(card, seen=top, measured={"rtop": elapsed + moment - 60}))
        assert (await ana_plays).ok
        answer = await ben_plays
        assert (answer.ok, answer.why) == (False, "beaten")
        said[name] = answer.say
        assert f'data-run="{len(said)}"' in answer.html
        assert re.fullmatch(r"Ana was first\. Yours fitted, too!\n\d+\s[+−]\s\d.+", answer.say)
    assert (table.view(1).run, table.view(1).seat) == (2, 1)
    await at_rest(table)
    registry._tables.clear()
    assert (await registry.at(table.code)).view(1).run == 2


async def test_of_two_that_needed_the_same_time_the_card_that_arrived_first_is_first(raced):
    _table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    later(200)
    ben_plays = await plays(ben, 1000 - ANAS)
    assert (await ana_plays).ok
    assert (await ben_plays).why == "beaten"


async def test_the_hold_ends_by_itself_and_lasts_no_longer_than_it_may(race_of):
    table, ana, _ben, _later = await race_of(net=(NET[0], 2000))
    began = asyncio.get_running_loop().time()
    answer = await (await plays(ana, 970))
    taken = (asyncio.get_running_loop().time() - began) * 1000
    assert answer.ok
    assert taken >= MOST_CREDIT_MS - ANAS - 5
    assert not table.moves.contest.waiting


async def test_where_no_page_knows_since_when_a_card_was_seen_the_connections_median_is_its_credit(lay, frozen):
    """The first card lay on every page before GO, covered."""
    table, ana, ben = await begin(await lay(first="reaction"))
    await both_fit(ana, ben)
    know(table, *NET)
    frozen(1000)
    ana_plays = await plays(ana, 60_000)
    assert is_held(ana_plays)
    frozen(200)
    assert (await (await plays(ben, 60_000))).ok
    assert not (await ana_plays).ok
    logged = (await database_sync_to_async(reader.entries_of)([table.round.id], with_text='"first"'))[table.round.id]
    assert [first_of(connection.measured.measured) for connection in logged] == [
        First(1200 - BENS, BENS),
        First(1000 - ANAS, ANAS, 200),
    ]
    assert not any(connection.clock_off for connection in table.connections)


# When nobody waits


@pytest.mark.parametrize(
    "without", [{"first": "arrival"}, {"first": "reaction", "mode": "turns"}, {"net": (300, 300)}, {"net": (300, 5)}]
)
async def test_nobody_waits_where_no_connection_is_slower_or_nobody_is_raced(race_of, without):
    raced = await race_of(**without)
    whose = raced.ben if raced.table.round.position.turn == 1 else raced.ana
    net = without.get("net", NET)[whose.seat]
    assert await is_good_at_once(raced.table, await plays(whose, 1000 - net - 12))
    *_begun, played = await raced.entries("played")
    assert (first_of(played.measured.measured) is None) == ("net" not in without)


async def test_nobody_waits_for_who_has_no_card_that_fits_or_is_paused_after_a_wrong_one(race_of):
    raced = await race_of(wrong_pause=60_000)
    await raced.ben.taps(raced.ben.misfits()[0], measured={"rtop": 800})
    assert await is_good_at_once(raced.table, await plays(raced.ana, 970))
    while raced.table.round.rules.can_play(raced.table.round.position, 1) or not raced.ana.fitting():
        held = raced.ana.fitting()
        assert (await (raced.ana.taps(held[0]) if held else raced.ana.draws())).ok
    raced.later(1000)
    assert await is_good_at_once(raced.table, await plays(raced.ana, 970))


async def test_a_hold_ends_when_the_one_who_is_waited_for_plays_a_wrong_card(race_of):
    table, ana, ben, later = raced = await race_of(wrong_pause=60_000)
    ana_plays = await plays(ana, 970)
    later(50)
    assert (await ben.taps(ben.misfits()[0], measured={"rtop": 800})).why == "wrong"
    assert (await ana_plays).ok
    *_begun, played = await raced.entries("played")
    assert first_of(played.measured.measured).hold == 50


@pytest.mark.parametrize("since_top", [None, 1400])
async def test_what_cannot_be_a_reaction_has_no_credit(raced, since_top):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    later(200)
    ben_plays = await plays(ben, since_top)
    assert (await ana_plays).ok
    assert (await ben_plays).why == "beaten"


# A computer gives way


async def test_a_computer_gives_way_to_a_child_who_was_quicker(lay, frozen):
    """It has no connection, so its card is held for every child that could still have been first, and nobody waits for
    it."""
    table, ana = await begin(await lay("Ana", computers=(("gentle", "Robot"),), first="reaction"))
    table.leave()  # the computer thinks no more: the test moves it
    await both_fit(ana)
    while not table.round.rules.can_play(table.round.position, 1):
        assert (await table.submit(1, Frame("draw", f"d-{table.round.n}"), computer=True)).ok
    know(table, 300, 0)
    top = table.round.position.top
    there = Screen(table, 1)
    frozen(1000)
    computer = asyncio.ensure_future(
        table.submit(1, Frame("play", "c-1", table.round.labels[there.fitting()[0]], top), computer=True)
    )
    await asyncio.sleep(0.02)
    assert is_held(computer)
    frozen(200)
    assert (await (await plays(ana, 890))).ok
    await computer
    assert table.round.position.called[0] == 0


async def test_nobody_waits_for_a_computer(lay, frozen):
    table, ana = await begin(await lay("Ana", computers=(("gentle", "Robot"),), first="reaction"))
    table.leave()
    await both_fit(ana)
    while not table.round.rules.can_play(table.round.position, 1):
        await table.submit(1, Frame("draw", f"d-{table.round.n}"), computer=True)
    know(table, *NET)
    frozen(1000)
    assert await is_good_at_once(table, await plays(ana, 970))


# What the report counts


async def test_the_report_counts_what_the_connection_would_have_decided_and_what_it_still_did(raced):
    table, ana, ben, later = raced

    async def both_play(ben_after: int, ben_since: int, line_grows: int = 0) -> None:
        await both_fit(ana, ben)
        later(1000)
        top, card = table.round.position.top, ben.fitting()[0]
        elapsed = 2000 if top == 2 else 1000
        ana_plays = await plays(ana, elapsed - 30)
        if line_grows:
            await ana_plays
            know(table, NET[0], line_grows)
        later(ben_after)
        await ben.taps(card, seen=top, measured={"rtop": elapsed + ben_after - ben_since})
        await ana_plays

    await both_play(100, 320)  # quicker, though it arrived later
    await both_play(100, 60)  # slower
    await both_play(300, 350, line_grows=500)  # quicker, and its connection was never so slow before
    counted = await database_sync_to_async(contests.of_rounds)([table.round.id])
    assert counted == contests.Contests(cards=3, by_connection=1, after=1)
    assert await database_sync_to_async(contests.of_rounds)([]) == contests.Contests()
