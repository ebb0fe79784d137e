"""A live table where everybody has the same hand: what each screen is told, and how the hand ends."""

from functools import partial

import pytest
from channels.db import database_sync_to_async

from game.rules import nine_to_nothing as rules
from tests.game.conftest import until
from tests.game.live.test_live import restart
from tests.game.nine_to_nothing.play import table_of_nine

OPTIONS = {"mode": "same_hand", "running_sum": "after", "away": "wait"}


@pytest.fixture
def hand(lay):
    """A table of three after GO, as a function of its options."""
    return partial(table_of_nine, lay, "Ana", "Ben", "Cem", **OPTIONS)


async def test_others_hear_how_many_have_a_sum_and_nothing_more(hand):
    table, ana, ben, _ = await hand()
    answer = await ana.lays(*ana.best())
    assert answer.ok
    assert "Your sum:" in answer.html
    assert answer.html.count('<span class="card">') == len(ana.best())
    assert "1 has a sum." in ben.told()
    assert "You have no sum yet." in ben.told()
    assert "Ana" not in ben.told()


async def test_a_wrong_sum_comes_back_with_what_it_makes(hand):
    table, ana, ben, _ = await hand()
    heard = len(ben.texts)
    wrong = wrong_pair(table)
    answer = await ana.lays(*wrong)
    assert (answer.ok, answer.why) == (False, "wrong")
    assert answer.say.startswith(f"That makes {sum(wrong)}".replace("-", "−"))
    assert len(ben.texts) == heard


def wrong_pair(table) -> tuple[int, ...]:
    position = table.round.position
    values = [rules.card(one).value for one in position.held(0) if not rules.card(one).is_change]
    pairs = ((values[a], values[b]) for a in range(len(values)) for b in range(a))
    return next(pair for pair in pairs if sum(pair) != position.goal)


async def test_it_ends_when_all_are_done_and_then_shows_the_longest(hand):
    table, *players = await hand()
    await players[0].lays(*players[0].best())
    for player in players:
        assert (await player.says("done")).ok
    await until(lambda: table.round.phase == "over")
    assert "You have the longest sum!" in players[0].told()
    assert "That was the longest sum. Well done!" in players[0].told()
    assert "You had no sum this time." in players[1].told()
    assert "The longest there was:" in players[1].told()
    assert "Ana" not in players[1].told()


async def test_its_replay_says_who_was_done_and_that_it_was_over(hand):
    """Nobody has a turn there that could end, and nobody reaches 0."""
    table, *players = await hand()
    for player in players:
        await player.says("done")
    await until(lambda: table.settled)
    assert await replayed(table) == ["Ana was done.", "Ben was done.", "Cem was done.", "The hand was over."]


@database_sync_to_async
def replayed(table) -> list[str]:
    """What the replay says of the last four entries."""
    replay = table.presentation.replay_of(table.row.rounds.get())
    return [str(replay.moment(n).words) for n in replay.places[-4:]]


async def test_the_clock_ends_it_also_after_a_restart(hand):
    table, ana, *_ = await hand(hand_limit=10_000)
    table = await restart(table)
    assert table.round.rules.next_due(table.round.position) == table.round.position.go_at + 10_000
    assert "turn" in table.timers._handles


async def test_when_all_are_ready_the_next_hand_is_dealt(hand):
    table, *players = await hand()
    before = table.round.position.hands[0]
    for player in players:
        await player.says("done")
    await until(lambda: table.round.phase == "over")
    for player in players:
        await player.says("ready")
    await until(lambda: table.round.number == 2 and table.round.phase == "playing")
    position = table.round.position
    assert set(position.hands) == {position.hands[0]} != {before}
