"""A live table that plays together against the sun (rules 1.11): nobody is first, and all win or the sun does."""

import pytest
from asgiref.sync import sync_to_async

from game.live.table import LiveTable
from game.log.counts import of_rounds
from game.models import Event, Round
from game.rules import Event as Happened
from tests.game.conftest import Screen, begin, happens, until
from tests.game.live.test_live import log_of, play_something, restart


@pytest.fixture
async def together(lay):
    """A table of two against the sun, after GO, as a function of its options."""

    async def together(**options):
        return await begin(await lay(mode="sun", first="reaction", **options))

    return together


async def go_on(table: LiveTable, *screens: Screen) -> None:
    """One more move of the first of them that can do something, and a wait where nobody can."""
    await until(lambda: table.round.phase in ("playing", "over"))
    for screen in screens:
        left = table.round.position.left(screen.seat)
        if cards := screen.hand() if left == 1 else screen.fitting():
            await screen.taps(cards[0])
            return
        if table.round.position.draw_piles[screen.seat]:
            await screen.draws()
            return


async def counted(table: LiveTable):
    return await sync_to_async(lambda: of_rounds(table.round.game, [Round.objects.get(pk=table.round.id)]))()


async def test_a_table_that_places_all_its_cards_has_won_together(together):
    table, ana, ben = await together(sun=3_600_000)
    while table.round.phase != "over":
        await go_on(table, ana, ben)
    kinds = [event.kind for event in await log_of(table)]
    assert (kinds.count("emptied"), kinds[-1]) == (1, "finished")
    for screen in (ana, ben):
        drawn = str(table.presentation.board(table.view(screen.seat)))
        assert "All cards placed before dark!" in drawn
        assert "cheers" in drawn
        assert not any("finished first" in text or "was first" in text for text in screen.texts)
    counts = (await counted(table))[table.round.id]
    assert (counts.somebody_finished, counts.won, counts.end.places) == (True, frozenset(), ())


async def test_who_has_placed_all_cards_is_told_so_and_the_others_play_on(together):
    table, ana, ben = await together(sun=3_600_000)
    while table.round.position.left(0):
        await go_on(table, ana, ben)
    assert table.round.phase == "playing"
    assert "All your cards are placed. The others play on." in str(table.presentation.board(table.view(0)))
    assert "All your cards are placed." not in ben.texts[-1]
    assert "all cards placed" in ben.texts[-1]
    assert not table.can_move(0, but=frozenset({"sort"}))


async def test_the_sunset_ends_the_round_kindly_and_ranks_nobody(together):
    table, ana, ben = await together(sun=200)
    await until(lambda: table.round.phase == "over")
    assert [event.kind for event in await log_of(table)][-1] == "sunset"
    for screen in (ana, ben):
        await until(lambda screen=screen: "The sun was first." in screen.texts[-1])
        assert "72 cards were left. Play again?" in screen.texts[-1]
        assert "cheers" not in screen.texts[-1]
    counts = (await counted(table))[table.round.id]
    assert (counts.is_played_out, counts.somebody_finished, counts.won) == (True, False, frozenset())


async def test_no_card_waits_for_a_quicker_one_and_the_late_one_hears_of_no_first(together):
    table, ana, ben = await together()
    assert not table.round.by_reaction
    while not ben.fitting():
        await ben.draws()
    seen, mine = table.round.position.top, ben.fitting()[0]
    while mine in ben.fitting():
        await play_something(ana)
    answer = await ben.taps(mine, seen=table.round.position.top - 1)
    assert (answer.why, answer.ms, seen) == ("beaten", 0, table.round.position.top - 1)
    assert answer.say.startswith("There is a new top card. Yours fitted on the one before.\n")
    assert "Ana" not in answer.say


async def test_a_card_counts_on_what_lies_there_now(together):
    table, ana, ben = await together()
    seen = table.round.position.top
    await play_something(ana)
    while not ben.fitting():
        await ben.draws()
    assert (await ben.taps(ben.fitting()[0], seen=seen)).ok


async def test_the_table_counts_its_cards_together(together):
    table, ana, ben = await together()
    await play_something(ana)
    assert "<b>71</b> cards to go, together" in ben.texts[-1].replace('\\"', '"').replace("\\n", "")


async def test_the_sun_stands_while_the_teacher_has_paused_the_table(together):
    table, ana, ben = await together(sun=60_000)
    sets_at = table.round.rules.next_due(table.round.position)
    await happens(table, Happened("held"))
    assert table.round.rules.next_due(table.round.position) is None
    await happens(table, Happened("resumed"))
    assert table.round.rules.next_due(table.round.position) >= sets_at


async def test_its_day_is_seen_at_a_glance_and_stands_with_the_table(together):
    table, ana, ben = await together(sun=60_000)

    def day():
        return table.presentation.glance(table.view(None)).daylight

    assert day() == (60_000, 0, table.round.position.sun_sets - 60_000)
    assert [day().share(day().since + ms) for ms in (-1, 15_000, 99_000)] == [0, 0.25, 1]
    await happens(table, Happened("held"))
    length, gone, since = day()
    assert (length, since) == (60_000, None)
    assert day().share(0) == day().share(2**50) == gone / length


async def test_a_table_for_which_the_sun_waits_has_no_day(together):
    table, ana, ben = await together(sun=0)
    assert table.presentation.glance(table.view(None)).daylight is None


async def test_every_screen_is_told_with_go_when_the_sun_sets(together):
    table, ana, ben = await together(sun=60_000)
    for screen in (ana, ben):
        assert f'data-sets-at="{table.round.position.sun_sets}"' in screen.texts[-1].replace("\\", "")


async def test_a_restart_finds_the_sun_where_it_was(together):
    table, ana, ben = await together(sun=400)
    again = await restart(table)
    await until(lambda: again.round.phase == "over")
    assert await Event.objects.filter(round=again.round.id, kind="sunset").acount() == 1
    again.timers.stop()
    await again.timers.idle()
