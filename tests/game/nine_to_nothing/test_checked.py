"""A live table of Nine to Nothing where classmates check the sums, and the zero that waits for them."""

import re
from functools import partial

import pytest

from game.live import turn_clock
from game.rules import Event
from tests.game.conftest import happens, until
from tests.game.nine_to_nothing.play import NINE, table_of_nine, words


@pytest.fixture
def nine(lay):
    return partial(table_of_nine, lay)


@pytest.fixture
async def checked(nine):
    """A table where classmates check; Ben has drawn and holds NINE and 7."""
    table, ana, ben = await nine(checking="classmates")
    await ben.says("draw")
    ben.holds(*NINE, 7)
    return table, ana, ben


async def test_a_wrong_sum_that_is_caught_comes_back_and_costs_a_card(checked):
    table, ana, ben = checked
    await ben.lays(6, 5)
    assert "Ben says 6 + 5 = 9" in words(ana.told())
    assert "Check it" in words(ana.told())
    number = table.round.position.open_lays[0]
    answer = await ana.says("check", top=number)
    assert "Well spotted! 6 + 5 makes 11, not 9." in words(answer.html)
    assert "Ana checked: 6 + 5 makes 11, not 9." in words(ben.told())
    assert "Throw one card away." in words(ben.told())
    assert 'id="s0"' in ben.told()
    assert len(ben.hand()) == 8
    assert (await ben.lays(6, -2, 5)).say == "Throw one card away first."
    await ben.throws(7)
    assert table.round.position.turn == ana.seat


async def test_at_the_end_a_wrong_sum_is_not_called_right(checked):
    """Nobody judged each sum here: neither the one that was caught nor one that nobody looked at was right at once."""
    table, ana, ben = checked
    await ben.lays(6, 5)
    await ana.says("check", top=table.round.position.open_lays[0])
    await happens(table, Event("stopped"))
    assert table.round.phase == "over"
    assert "right" not in words(ben.told()).lower()


async def test_an_unchecked_sum_is_a_claim_and_counts_nothing_yet(checked):
    table, ana, ben = checked
    answer = await ben.lays(6, 5)
    assert "You say 6 + 5 = 9." in words(answer.html)
    assert "Ben says 6 + 5 = 9. Is it right?" in words(ana.told())
    for html in (answer.html, ana.told()):
        assert " points" in words(html)
        assert not re.search("[1-9] points?", words(html))
    await ben.throws(7)
    assert not re.search("[1-9] points?", words(ana.told()))
    assert "2 points" in words((await ana.says("draw")).html)


async def test_a_sum_that_was_checked_counts_at_once(checked):
    table, ana, ben = checked
    await ben.lays(6, -2, 5)
    assert "3 points" in words((await ana.says("check", top=1)).html)


async def test_a_total_below_zero_has_a_real_minus(checked):
    table, ana, ben = checked
    await ben.lays(1, -9)
    answer = await ana.says("check", top=1)
    assert "1 − 9 makes −8, not 9." in words(answer.html)


async def test_a_right_sum_that_is_checked_stays_and_the_check_is_used_up(checked):
    table, ana, ben = checked
    await ben.lays(6, -2, 5)
    answer = await ana.says("check", top=1)
    assert "You checked. The sum is right." in words(answer.html)
    assert "6 − 2 + 5 = 9 ✓" in words(ben.told())
    assert "Check it" not in words(answer.html)


async def test_my_mistake_brings_the_cards_back_as_if_nothing_had_happened(checked):
    table, ana, ben = checked
    answer = await ben.lays(6, 5)
    assert "My mistake" in words(answer.html)
    assert "My mistake" not in words(ana.told())
    answer = await ben.says("mistake", top=1)
    assert "You took your cards back." in words(answer.html)
    assert "Ben took the cards back." in words(ana.told())
    assert (await ben.lays(6, -2, 5)).ok


async def test_a_sum_can_be_checked_until_the_next_player_has_drawn(checked):
    table, ana, ben = checked
    await ben.lays(6, 5)
    await ben.throws(7)
    assert "Check it" in words(ana.told())
    answer = await ana.says("draw")
    assert "Check it" not in words(answer.html)
    assert (await ana.says("check", top=1)).say == "Too late. The next player has drawn."
    assert "6 + 5 = 9" in words(answer.html)


async def test_nobody_checks_their_own_sum(checked):
    table, ana, ben = checked
    await ben.lays(6, 5)
    assert (await ben.says("check", top=1)).say == "That is your own sum. The others check it."
    assert (await ana.says("mistake", top=1)).say == "That is not your sum."


async def test_a_zero_waits_until_all_others_have_said_ok(nine):
    table, ana, ben = await nine(checking="classmates", check_window=20_000)
    await ben.says("draw")
    ben.is_at(0)
    ben.holds(4, -4, 1, 2, 3, 5, 6, 7)
    answer = await ben.lays(4, -4)
    assert "You laid 0! The others may check it." in words(answer.html)
    assert "Is the 0 right? Check it, or press OK." in words(ana.told())
    assert (await ben.throws(1)).say == "Wait. The others may check the 0."
    await ana.says("ok")
    await until(lambda: table.round.phase == "over")
    told = ana.told()
    assert "over" in told
    assert "Ben got to 0." in words(told)


async def test_a_zero_stands_when_its_window_closes(nine):
    table, ana, ben = await nine(checking="classmates", check_window=3_000)
    await ben.says("draw")
    ben.is_at(0)
    ben.holds(4, -4, 1, 2, 3, 5, 6, 7)
    await ben.lays(4, -4)
    assert table.round.rules.next_due(table.round.position) is not None
    table.round.position = table.round.position._replace(closes_at=table.round.at + 50)
    turn_clock.watch(table)
    await until(lambda: table.round.phase == "over")
