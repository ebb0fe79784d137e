"""Who was first at a live table: the quicker card on the same top card, whatever the line (rules 1.10).

The server's clock stands still but where a test moves it; Ana's line takes 5 ms, and Ben's 300.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError

from game.live import controls
from game.live.table import LiveTable
from game.log import contests, journal, reader
from game.log.codec import First, first_of
from game.log.reader import LogLine
from game.models import Event
from game.rules.first import KNOWN, MOST_HOLD_MS
from game.wire import Frame, MoveAnswer
from tests.game.conftest import Screen, begin, until

NET = (5, 300)


class Raced(NamedTuple):
    """A table by reaction at which both hold cards that fit on one that came in play, and a clock that stands still."""

    table: LiveTable
    ana: Screen
    ben: Screen
    later: Callable[[int], None]

    async def lines(self, *kinds: str) -> list[LogLine]:
        await self.table.timers.idle()
        logged = await database_sync_to_async(reader.lines_of)([self.table.round.id])
        return [line for line in logged[self.table.round.id] if line.event.kind in kinds]


async def plays(screen: Screen, since_top: int | None, card: int | None = None) -> asyncio.Task[MoveAnswer]:
    """Play a card that fits, so many ms after its top card was painted, and let the server hear it."""
    measured = {} if since_top is None else {"rtop": since_top, "vis": "v", "by": "touch"}
    task = asyncio.ensure_future(screen.taps(card or screen.fitting()[0], measured=measured))
    await asyncio.sleep(0.02)
    return task


async def both_fit(*screens: Screen) -> None:
    """Let them draw until each holds a card that fits; by turns only one of them can."""
    for _ in range(18):
        if not all(screen.fitting() for screen in screens):
            for screen in screens:
                await screen.draws()


def know(table: LiveTable, *net: int) -> None:
    """Let the server have measured these lines."""
    for line, taken in zip(table.lines, net, strict=True):
        for _ in range(KNOWN):
            line.pinged(taken)


@pytest.fixture
async def race_of(lay, frozen):
    async def race_of(*, net: tuple[int, ...] = NET, **options) -> Raced:
        table, ana, ben = await begin(await lay(**{"first": "reaction", **options}))
        await both_fit(ana, ben)
        begins = ben if table.round.position.turn == 1 else ana
        await begins.taps(begins.fitting()[0])
        await both_fit(ana, ben)
        know(table, *net)
        frozen(1000)
        return Raced(table, ana, ben, frozen)

    return race_of


@pytest.fixture
async def raced(race_of) -> Raced:
    return await race_of()


def is_held(task: asyncio.Task[MoveAnswer]) -> bool:
    return not task.done()


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
    (_begun, won), (lost,) = await raced.lines("played"), await raced.lines("beaten")
    assert first_of(won.measured.measured) == First(890, 310)
    assert first_of(lost.measured.measured) == First(975, 25, 200)


async def test_the_slower_card_is_beaten_by_a_blink_and_a_later_one_as_ever(raced):
    table, ana, ben, later = raced
    said = {}
    for moment, name in ((100, "in the hold"), (400, "after it")):
        await both_fit(ana, ben)
        later(1000)
        elapsed, top = 2000 if name == "in the hold" else 1000, table.round.position.top
        card = ben.fitting()[0]
        ana_plays = await plays(ana, elapsed - 30)
        if moment > MOST_HOLD_MS:
            assert (await ana_plays).ok
        later(moment)
        ben_plays = asyncio.ensure_future(ben.taps(card, seen=top, measured={"rtop": elapsed + moment - 60}))
        assert (await ana_plays).ok
        answer = await ben_plays
        assert (answer.ok, answer.why) == (False, "beaten")
        said[name] = answer.say
    assert said["after it"] == "Ana was first."
    assert said["in the hold"] != said["after it"]


async def test_within_a_frame_the_card_that_arrived_first_is_first(raced):
    _table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    later(200)
    ben_plays = await plays(ben, 960)
    assert (await ana_plays).ok
    assert (await ben_plays).why == "beaten"


async def test_the_hold_ends_by_itself_and_lasts_no_longer_than_it_may(raced):
    _table, ana, _ben, _later = raced
    began = asyncio.get_running_loop().time()
    answer = await (await plays(ana, 970))
    taken = (asyncio.get_running_loop().time() - began) * 1000
    assert answer.ok
    assert taken >= MOST_HOLD_MS - 5
    assert not _table.moves.contest.waiting


async def test_where_no_page_knows_since_when_a_card_was_seen_the_lines_median_is_its_credit(lay, frozen):
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
    logged = (await database_sync_to_async(reader.lines_of)([table.round.id], with_text='"first"'))[table.round.id]
    assert [first_of(line.measured.measured) for line in logged] == [First(880, 320), First(975, 25, 200)]
    assert not any(line.clock_off for line in table.lines)


# When nobody waits


@pytest.mark.parametrize(
    "without", [{"first": "arrival"}, {"first": "reaction", "mode": "turns"}, {"net": (300, 300)}, {"net": (300, 5)}]
)
async def test_nobody_waits_where_no_line_is_slower_or_nobody_is_raced(race_of, without):
    raced = await race_of(**without)
    whose = raced.ben if raced.table.round.position.turn == 1 else raced.ana
    net = without.get("net", NET)[whose.seat]
    assert (await asyncio.wait_for(await plays(whose, 1000 - net - 25), 0.2)).ok
    *_begun, played = await raced.lines("played")
    assert (first_of(played.measured.measured) is None) == ("net" not in without)


async def test_nobody_waits_for_who_has_no_card_that_fits_or_is_paused_after_a_wrong_one(race_of):
    raced = await race_of(wrong_pause=60_000)
    await raced.ben.taps(raced.ben.misfits()[0], measured={"rtop": 800})
    assert (await asyncio.wait_for(await plays(raced.ana, 970), 0.2)).ok
    while raced.table.round.rules.can_play(raced.table.round.position, 1) or not raced.ana.fitting():
        held = raced.ana.fitting()
        assert (await (raced.ana.taps(held[0]) if held else raced.ana.draws())).ok
    raced.later(1000)
    assert (await asyncio.wait_for(await plays(raced.ana, 970), 0.2)).ok


async def test_a_hold_ends_when_the_one_who_is_waited_for_plays_a_wrong_card(race_of):
    table, ana, ben, later = raced = await race_of(wrong_pause=60_000)
    ana_plays = await plays(ana, 970)
    later(50)
    assert (await ben.taps(ben.misfits()[0], measured={"rtop": 800})).why == "wrong"
    assert (await ana_plays).ok
    *_begun, played = await raced.lines("played")
    assert first_of(played.measured.measured).hold == 50


@pytest.mark.parametrize("since_top", [None, 1400])
async def test_what_cannot_be_a_reaction_has_no_credit(raced, since_top):
    table, ana, ben, later = raced
    ana_plays = await plays(ana, 970)
    later(200)
    ben_plays = await plays(ben, since_top)
    assert (await ana_plays).ok
    assert (await ben_plays).why == "beaten"


# What goes on meanwhile


async def test_draws_go_on_in_a_hold_and_so_do_the_own_ones(raced):
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
    assert len(await raced.lines("played")) == 2


async def test_a_posted_card_without_a_measured_line_waits_for_a_quicker_one_too(raced):
    """Whoever has no socket has no credit: their reaction is the time until their card arrived."""
    table, ana, ben, later = raced
    ana_plays = await plays(ana, None)
    assert is_held(ana_plays)
    later(100)
    assert (await (await plays(ben, 790))).ok
    assert (await ana_plays).why == "beaten"


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
        "taken away": lambda: controls.take_away(table, 101, fold=True),
        "a break": lambda: controls.rest(table, 101),
    }
    await acts[act]()
    assert (await asyncio.wait_for(ana_plays, 0.2)).ok
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
    assert len(await raced.lines("played")) == 1
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


# A computer gives way


async def test_a_computer_gives_way_to_a_child_who_was_quicker(lay, frozen):
    """It has no line, so its card is held for every child that could still have been first, and nobody waits for it."""
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
    assert (await raced.lines("played"))[-1].event.seat == 1
    other.timers.stop()


# What the report counts


async def test_the_report_counts_what_the_line_would_have_decided_and_what_it_still_did(raced):
    table, ana, ben, later = raced

    async def both_play(ben_after: int, ben_since: int) -> None:
        await both_fit(ana, ben)
        later(1000)
        top, card = table.round.position.top, ben.fitting()[0]
        elapsed = 2000 if top == 2 else 1000
        ana_plays = await plays(ana, elapsed - 30)
        if ben_after > MOST_HOLD_MS:
            await ana_plays
        later(ben_after)
        await ben.taps(card, seen=top, measured={"rtop": elapsed + ben_after - ben_since})
        await ana_plays

    await both_play(100, 320)  # quicker, though it arrived later
    await both_play(100, 60)  # slower
    await both_play(270, 333)  # quicker, and too late for the hold
    counted = await database_sync_to_async(contests.of_rounds)([table.round.id])
    assert counted == contests.Contests(cards=3, by_line=1, after=1)
    assert await database_sync_to_async(contests.of_rounds)([]) == contests.Contests()
