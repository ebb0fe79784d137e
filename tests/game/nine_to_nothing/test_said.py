"""What a table of Nine to Nothing says, shows and keeps to itself."""

from functools import partial

import pytest

from game.nine_to_nothing import screens, speech, words
from game.nine_to_nothing.presentation import NineToNothing
from game.nine_to_nothing.selection import Picks, picks_of
from game.rules import nine_to_nothing as rules
from game.rules.nine_to_nothing import BestLay
from game.screens.contract import SmallCard
from game.screens.sentences import unbroken
from tests.game.conftest import until
from tests.game.nine_to_nothing.play import NINE, table_of_nine


@pytest.fixture
def nine(lay):
    return partial(table_of_nine, lay)


def seen(player, **changed):
    """This player's screen, with these parts of its position changed."""
    player.table.round.position = player.table.round.position._replace(**changed)
    return player.table.view(player.seat)


def lay_of(player, *values: int, target: int = 9) -> rules.Lay:
    held = player.table.round.position.held(player.seat)
    cards = [next(card for card in held if rules.card(card).value == value) for value in values]
    return rules.Lay(1, player.seat, target, tuple(cards), held)


@pytest.mark.parametrize(("running_sum", "wrong", "picked"), [("hidden", 0, "?"), ("after", 1, "?"), ("live", 1, "11")])
async def test_what_cards_make_is_shown_as_the_session_says(nine, running_sum, wrong, picked):
    table, ana, ben = await nine(running_sum=running_sum)
    await ben.says("draw")
    ben.holds(*NINE, 7)
    answer = await ben.lays(6, 5)
    assert "6, plus 5 makes 11" in answer.html if wrong else answer.html == ""
    board = screens.board(table.view(ben.seat), Picks(lay_of(ben, 6, 5).cards))
    assert f"> {picked} <" in board.replace(">", "> ").replace("<", " <")


def test_a_sign_change_goes_where_its_card_goes_and_one_card_has_one():
    card, other = (next(card.id for card in rules.DECK if card.value == value) for value in (6, 3))
    change, second = (card.id for card in rules.DECK[-2:])
    hand = {1: card, 2: change, 3: second, 4: other}
    assert picks_of("c1 c2 c3 c4", hand, hand.values()) == Picks((card, change, other))
    both = Picks((card, change, other))
    assert both.tapped(card) == Picks((other,))
    assert both.tapped(second).tapped(card) == Picks((card, second, other))


async def test_a_zero_that_the_app_has_checked_asks_nobody_anything(nine):
    table, ana, ben = await nine()
    for player in (ana, ben):
        assert words.to_do(seen(player, stage="closing", closes_at=0)) == ""


async def test_a_wrong_sum_that_stands_is_not_compared_with_the_longest(nine):
    """It has more points than any right one, which would say that it is wrong."""
    table, ana, ben = await nine(checking="classmates")
    await ben.says("draw")
    ben.holds(4, 5, 9, 9, 9, 9, 9, 9)
    await ben.lays(9, 9, 9)
    await ben.ends_the_turn()
    await ana.says("draw")
    view = table.view(ben.seat)
    assert (view.view.best.made, view.view.best.possible) == (3, 2)
    assert (words.help_line(view), words.help_for_ears(view)) == ("", "")


async def test_who_drew_hears_of_one_card_or_of_several(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    assert words.happened(table.view(ben.seat)) == "You have a new card."
    await ben.ends_the_turn()
    ana.holds(*NINE[:5])
    await ana.says("draw")
    assert words.happened(table.view(ana.seat)) == "You have new cards."


async def test_what_is_read_aloud_is_what_is_to_be_done(nine):
    table, ana, ben = await nine(checking="classmates")
    await ben.says("draw")
    assert "throw_and_pass_on" in speech.read_aloud(table.view(ben.seat))
    assert "end_your_turn" in speech.read_aloud(seen(ben, discarded=True))
    seen(ben, stage="closing", closes_at=10**15, discarded=False)
    assert speech.read_aloud(table.view(ana.seat)) == ("is_zero_right",)
    assert speech.read_aloud(table.view(ben.seat)) == ("laid_zero",)


async def test_of_a_shared_hand_who_is_done_hears_only_that(nine):
    table, ana, _ben = await nine(mode="same_hand")
    assert speech.read_aloud(table.view(ana.seat))[0] == "make"
    await ana.says("done")
    assert speech.read_aloud(table.view(ana.seat)) == ("done",)


def test_the_numbers_to_five_have_a_sentence_of_their_own():
    assert [speech.rules_of(highest)[1] for highest in (9, 5)] == ["lay_cards", "lay_cards_of_five"]


async def test_a_picked_card_with_a_sign_change_shows_what_it_counts(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    ben.holds(6, 0, 1, 1, 1, 1, 1, 1)
    plain, changed = (
        screens.hand(table.view(ben.seat), Picks(lay_of(ben, *values).cards)) for values in ((6,), (6, 0))
    )
    assert ("plus 6" in plain, "minus 6" in plain) == (True, False)
    assert ("plus 6" in changed, "minus 6" in changed) == (False, True)


async def test_the_longest_sum_of_a_shared_hand_is_said_to_whom_it_belongs(nine):
    table, ana, ben = await nine(mode="same_hand")
    await ana.lays(*ana.best())
    for player in (ana, ben):
        await player.says("done")
    await until(lambda: table.round.phase == "over")
    view = table.view(ana.seat)
    same = view.view.same
    shorter = same._replace(own=same.own._replace(points=same.own.points - 1))
    for shown, is_longest in ((same, True), (shorter, False)):
        html = screens.over(view._replace(view=view.view._replace(same=shown)))
        assert ("You have the longest sum!" in html, "That was the longest sum" in html) == (is_longest, is_longest)
        assert ("The longest there was:" in html) != is_longest


async def test_the_longest_sum_begins_with_what_is_added(nine):
    table, ana, ben = await nine()
    terms = tuple(rules.Term(rules.card(card)) for card in (73, 1, 9))
    view = table.view(ben.seat)
    view = view._replace(view=view.view._replace(best=BestLay(2, 3, terms)))
    assert [term.value for term in terms] == [-1, 1, 2]
    assert f"The longest was {unbroken('1 + 2 − 1')}." in words.help_line(view)


def test_a_short_sum_stays_in_one_line_and_a_long_one_breaks_between_its_cards():
    assert words.in_one_line("6 + 3") == unbroken("6 + 3")
    long = "1 + 2 + 3 + 4 − 5 + 6"
    assert words.in_one_line(long).split(" ") == [unbroken(part) for part in ("1", "+ 2", "+ 3", "+ 4", "− 5", "+ 6")]


async def test_who_got_to_zero_hears_whether_that_won(nine):
    table, ana, ben = await nine()
    ben.is_at(-1)
    over = {"phase": "over", "turn": None, "finisher": ben.seat, "over_at": 1}
    assert words.why_it_ended(seen(ben, **over)) == "You got to 0!"
    assert words.why_it_ended(table.view(ana.seat)) == "Ben got to 0."
    longer = (rules.Lay(11, ana.seat, 9, tuple(ana.hand()), ()),)
    seen(ana, laid=(longer, *table.round.position.laid[1:]))
    assert words.why_it_ended(table.view(ben.seat)) == "You got to 0! But the most points win."


async def test_a_hand_is_drawn_again_by_its_owners_moves_alone(nine):
    table, ana, ben = await nine()
    await ben.says("draw")
    assert 'class="slot"' not in ana.told()
    answer = await ben.ends_the_turn()
    assert 'class="slot"' in answer.html
    assert 'class="slot"' not in ana.told()


async def test_the_monitor_sees_the_open_card_while_it_is_played(nine):
    table, ana, ben = await nine()
    top = words.face(rules.card(table.round.position.discard_pile[-1]))
    view, glance = table.view(None), NineToNothing().glance
    assert (glance(view).top, glance(view).card) == (top, SmallCard(top))
    over, waiting = glance(view._replace(phase="over")), glance(view._replace(phase="waiting"))
    assert (over.top, over.card, waiting.card) == ("", SmallCard(top), None)


async def test_of_a_shared_hand_the_monitor_says_nothing_of_anybody_before_its_end(nine):
    table, *_players = await nine("Ana", "Ben", mode="same_hand")
    assert NineToNothing().glance(table.view(None)).seats == ("", "")
