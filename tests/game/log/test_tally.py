"""What a seat is told of its own round, and what a round knows of the ones before, is the same after a restart."""

from game.live import registry
from game.log.tally import Earlier, SeatTally
from game.rules import Event, around_the_corner
from tests.game.conftest import at_rest, happens, until

RIGHT, WRONG = {"right": True}, {"right": False}


def tally(*attempts):
    counted = SeatTally()
    for attempt in attempts:
        counted = counted.after(**attempt)
    return counted


def test_a_card_after_a_mistake_is_not_right_at_first_try_and_begins_a_new_run():
    counted = tally(RIGHT, RIGHT, WRONG, WRONG, RIGHT, RIGHT)
    assert (counted.placed, counted.wrong, counted.at_once, counted.longest) == (4, 2, 3, 2)


async def test_each_seat_is_told_of_its_own_round_only_and_only_once_it_is_over(race):
    table, ana, _ben = race
    while not ana.fitting():
        await ana.draws(1)
    await ana.taps(ana.fitting()[0])
    assert table.view(0).tally is None
    await happens(table, Event("stopped"))
    assert (table.view(0).tally.placed, table.view(1).tally.placed, table.view(None).tally) == (1, 0, None)


async def test_whoever_made_a_mistake_is_told_what_to_try_next_and_nobody_else_is(race):
    table, ana, _ben = race
    while not ana.misfits():
        await ana.draws(1)
    await ana.taps(ana.misfits()[0])
    assert table.view(0).try_next == ""
    await happens(table, Event("stopped"))
    top = around_the_corner.card(table.round.position.pile[-1])
    assert table.view(0).try_next[0] == f"{top.number}"[0]
    assert (table.view(1).try_next, table.view(None).try_next) == ("", "")
    await at_rest(table)
    registry._tables.clear()
    assert (await registry.at(table.code)).view(0).try_next == table.view(0).try_next


async def test_what_was_done_in_rounds_before_is_known_after_a_restart(race):
    table, ana, ben = race
    while not ana.fitting():
        await ana.draws(1)
    await ana.taps(ana.fitting()[0])
    await happens(table, _late_and_right(table, 1))
    await happens(table, Event("stopped"))
    for player in (ana, ben):
        await player.says("ready")
    await until(lambda: table.round.number == 2 and table.round.phase == "playing")
    late = Earlier(SeatTally(run=1, longest=1), longest=1)
    done = [Earlier(SeatTally(placed=1, at_once=1, run=1, longest=1), longest=1), late]
    assert list(table.round.earlier) == done
    await at_rest(table)
    registry._tables.clear()
    assert list((await registry.at(table.code)).round.earlier) == done


async def test_ready_repeated_after_the_next_deal_does_not_count_for_the_end_of_that_round(race):
    """Its page says it again with the same id, where the answer did not come."""
    table, ana, ben = race
    await happens(table, Event("stopped"))
    await ana.says("ready", aid="once")
    await ben.says("ready")
    await until(lambda: table.round.number == 2 and table.round.phase == "playing")
    await happens(table, Event("stopped"))
    for _again in ("in memory", "read from its log"):
        await ana.says("ready", aid="once")
        assert table.round.state.ready == frozenset()
        await at_rest(table)
        registry._tables.clear()
        ana.table = table = await registry.at(table.code)


def _late_and_right(table, seat):
    """A card on the top card before the present one, on which it would have fitted."""
    position = table.round.position
    fits = next(
        card.id for card in around_the_corner.DECK if card.number in position.options.fitting[position.previous]
    )
    return Event("beaten", seat, fits, position.top - 1)
