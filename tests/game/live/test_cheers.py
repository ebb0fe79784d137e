"""Cheers at a live table: one of four pictures, once a round, when it is over, where the session has them."""

import pytest

from game.around_the_corner import screens
from game.rules import Move
from game.screens.messages import CHEERS
from game.wire import posted_frame
from tests.game.conftest import begin, happens
from tests.game.live.test_live import log_of, restart


async def ends(table) -> None:
    async with table.lock:
        await happens(table, table.round.rules.judge(table.round.position, Move("stop", 0)))


@pytest.fixture
async def over(lay):
    table, ana, ben = await begin(await lay("Ana", "Ben", cheering=True))
    await ends(table)
    return table, ana, ben


def panel(table, seat: int | None) -> str:
    return screens.over(table.view(seat))


async def test_a_cheer_is_seen_by_everybody_at_the_table_with_its_words(over):
    table, ana, ben = over
    heard = len(ben.texts)
    answer = await ana.says("cheer", top=2)
    assert answer.ok
    assert f"Ana: {CHEERS[2]}" in answer.html
    assert len(ben.texts) == heard + 1
    assert f"Ana: {CHEERS[2]}" in ben.texts[-1]
    for seat in (0, 1, None):
        assert f"Ana: {CHEERS[2]}" in panel(table, seat)


async def test_four_are_offered_until_one_is_sent_and_an_onlooker_is_offered_none(over):
    table, ana, _ben = over
    assert [panel(table, seat).count('data-act="cheer"') for seat in (0, 1, None)] == [4, 4, 0]
    await ana.says("cheer", top=4)
    assert [panel(table, seat).count('data-act="cheer"') for seat in (0, 1)] == [0, 4]


async def test_a_second_cheer_is_refused_says_why_and_changes_nothing(over):
    table, ana, ben = over
    await ana.says("cheer", top=1)
    heard = len(ben.texts)
    answer = await ana.says("cheer", top=3)
    assert (answer.ok, answer.why, answer.say) == (False, "cheered", "You cheered already. One cheer a round.")
    assert len(ben.texts) == heard
    assert [(event.seat, event.card) for event in await log_of(table) if event.kind == "cheered"] == [(0, 1)]
    assert (await ben.says("cheer", top=1)).ok


async def test_nobody_cheers_while_they_play(lay):
    table, ana, _ben = await begin(await lay("Ana", "Ben", cheering=True))
    answer = await ana.says("cheer", top=1)
    assert (answer.why, answer.say) == ("cheer_later", "Cheers come when the round is over.")
    assert table.round.state.cheered == ()
    assert "cheer-1" not in panel(table, 0)


@pytest.mark.parametrize("number", [0, 5])
async def test_there_is_no_fifth_cheer(over, number):
    table, ana, _ben = over
    assert (await ana.says("cheer", top=number)).why == "unknown_move"
    assert table.round.state.cheered == ()


async def test_a_session_without_cheers_offers_and_takes_none(lay):
    table, ana, _ben = await begin(await lay("Ana", "Ben"))
    await ends(table)
    assert "cheer-1" not in panel(table, 0)
    assert (await ana.says("cheer", top=1)).why == "unknown_move"


async def test_a_cheer_is_there_after_a_restart_and_gone_in_the_next_round(over):
    table, ana, ben = over
    await ana.says("cheer", top=1)
    table = await restart(table)
    assert f"Ana: {CHEERS[1]}" in panel(table, 1)
    async with table.lock:
        await table.dealing.go_on()
    assert table.round.state.cheered == ()


def test_a_page_without_scripts_sends_it_as_a_form():
    frame = posted_frame({"t": "cheer-3", "page": "1-40", "measured": "{}"})
    assert (frame.kind, frame.top) == ("cheer", 3)
