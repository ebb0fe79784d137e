"""Number pictures at a live table: on the screen of who has them and on no other, logged where they were asked for."""

import pytest

from game.around_the_corner import screens
from game.rules.picture_ladder import ALWAYS, ASKED, NEVER, SOON
from tests.game.conftest import begin
from tests.game.live.test_live import log_of, play_something, restart


def own(rung: int) -> dict[str, dict[str, int]]:
    return {"0": {"pictures": rung}}


@pytest.fixture
async def on_request(lay):
    return await begin(await lay("Ana", "Ben", own=own(ASKED)))


def board(table, seat: int) -> str:
    return screens.board(table.view(seat))


async def test_who_asks_sees_the_counters_until_the_own_next_card(on_request):
    table, ana, ben = on_request
    await ana.draws()
    assert 'class="on-request"' in board(table, 0)
    answer = await ana.says("picture")
    assert answer.ok
    assert answer.html.startswith('<div id="top" class="pictured"')
    assert 'id="picture-now"' not in answer.html
    await play_something(ben)
    assert 'class="pictured"' in board(table, 0)
    await play_something(ana)
    assert 'class="on-request"' in board(table, 0)


async def test_nobody_else_hears_of_it_and_no_other_screen_has_a_picture(on_request):
    table, ana, ben = on_request
    await ben.draws()
    heard, n = len(ben.texts), table.view(1).n
    await ana.says("picture")
    assert (len(ben.texts), table.view(1).n) == (heard, n)
    for seat in (1, None):
        assert not {"#t7", "on-request", "pictured"} & set(board(table, seat).replace('"', " ").split())
    assert 'class="ten"' not in board(table, 1)


async def test_asking_twice_or_without_pictures_is_refused_and_not_logged(on_request):
    table, ana, ben = on_request
    assert (await ana.says("picture")).ok
    assert not (await ana.says("picture")).ok
    assert not (await ben.says("picture")).ok
    assert [event.kind for event in await log_of(table)].count("pictured") == 1


async def test_a_picture_that_was_asked_for_is_found_in_the_log_after_a_restart(on_request):
    table, ana, _ben = on_request
    await ana.says("picture")
    assert 'class="pictured"' in board(await restart(table), 0)


@pytest.mark.parametrize(
    ("rung", "expected", "frames"), [(ALWAYS, "pictured", True), (SOON, "soon", True), (NEVER, "", False)]
)
async def test_each_rung_has_its_class_and_the_lowest_no_weight(lay, rung, expected, frames):
    table, ana, _ben = await begin(await lay("Ana", "Ben", own=own(rung)))
    await ana.draws(4)
    drawn = board(table, 0)
    assert (f'<div id="top" class="{expected}"' in drawn) == bool(expected)
    assert drawn.count('class="ten"') == (5 if frames else 0)
    assert (table.presentation.page_context(table.view(0), {})["ten_frames"] != "") == frames
    assert table.presentation.page_context(table.view(1), {})["ten_frames"] == ""


async def test_a_card_that_was_drawn_has_its_counters_at_once(lay):
    table, ana, ben = await begin(await lay("Ana", "Ben", own=own(ALWAYS)))
    assert 'class="ten"' in (await ana.draws()).html
    assert 'class="ten"' not in (await ben.draws()).html


async def test_nine_to_nothing_counts_full_and_hollow_on_the_own_hand_only(lay):
    table, ana, _ben = await begin(await lay("Ana", "Ben", game="nine_to_nothing", own=own(ALWAYS)))
    mine, theirs = (table.presentation.board(table.view(seat)) for seat in (0, 1))
    numbers = [card.value for card in table.view(0).view.hand if card and not card.is_change]
    assert [f'href="#t{number}"' in mine for number in numbers] == [True] * len(numbers)
    assert 'class="ten"' not in theirs
    sprite = table.presentation.page_context(table.view(0), {})["ten_frames"]
    assert all(f'id="t{number}"' in sprite for number in (*range(-9, 0), *range(1, 10)))
