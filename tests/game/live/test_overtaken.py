"""A late answer that arrives with the end of the round or with a standstill is in the log, and in the reports."""

from game.live.table import LiveTable
from game.models import Attempt, Event
from game.projection import queue
from tests.game.conftest import Screen, begin, until
from tests.game.live.test_live import finish


async def ended(lay) -> tuple[LiveTable, Screen, int]:
    """Return a table whose round somebody has ended, one who held cards then, and the top card that they saw."""
    table, ana, ben = await begin(await lay(seed=3))
    await finish(table, ana, ben)
    late = ben if table.round.position.finisher == 0 else ana
    assert len(late.hand()) > 1
    return table, late, table.round.position.top - 1


async def test_a_card_that_comes_with_the_end_is_logged_and_changes_nothing(lay):
    table, late, seen = await ended(lay)
    before, told = table.round.position, len(late.texts)
    answer = await late.taps(late.hand()[0], seen=seen, measured={"rtop": 900})
    assert (answer.ok, answer.why, answer.say) == (False, "over", "The round is over.")
    line = await Event.objects.filter(round_id=table.round.id).alast()
    assert (line.kind, line.seat, line.top) == ("beaten", late.seat, seen)
    assert table.round.position == before
    assert len(late.texts) == told


async def test_the_reports_have_it_though_the_round_was_settled_before(lay, monkeypatch):
    monkeypatch.setattr(queue, "SHARE", 1)
    table, late, seen = await ended(lay)
    await until(lambda: table.settled)
    await queue._working
    card = late.hand()[0]
    await late.taps(card, seen=seen)
    await table.timers.idle()
    await queue._working
    answers = Attempt.objects.filter(round_id=table.round.id, player=late.player, top=seen, late=True)
    assert await answers.values_list("played", flat=True).aget() == card
