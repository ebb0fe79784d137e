"""Number pictures at a table: why a card does not fit, counters on cards, and which answers had one beside them."""

import zlib

import pytest

from game.around_the_corner import screens
from game.rules import around_the_corner as rules
from tests.game import scripts
from tests.game.around_the_corner.positions import dealt, seen


@pytest.mark.parametrize("hints", [False, True])
def test_a_wrong_card_is_shown_as_hops_that_name_the_answer_only_with_hints(hints: bool) -> None:
    position = dealt(hints=hints)
    held, top = rules.card(position.hands[0][0]), rules.card(position.pile[-1])
    picture = screens.why_wrong(seen(position, 0), held.id)
    back = rules.Sums(corner=True).answers(top.number, top.step)[1]
    assert picture.startswith('<div id="picture"')
    assert f'aria-label="Back: {top.number}, ' in picture
    assert f", {back if hints else '?'}. On: {top.number}, " in picture
    assert picture.count(">?</text>") == (0 if hints else 2)


def test_number_pictures_on_a_full_hand_weigh_less_than_a_kilobyte():
    view = seen(dealt(seats=2, draw=36), 0)
    pictured = view._replace(options={"own": {"0": {"pictures": 1}}})
    plain, drawn = screens.board(view), screens.board(pictured)
    assert drawn.count('class="ten"') == len([card for card in view.view.hand if card]) + 1
    assert len(zlib.compress(drawn.encode())) - len(zlib.compress(plain.encode())) < 500


def test_the_picture_of_a_card_of_another_hand_is_not_drawn():
    position = dealt()
    assert screens.why_wrong(seen(position, 0), position.hands[1][0]) == ""


@pytest.mark.parametrize(
    ("rung", "at", "pictured"), [(1, 1500, True), (2, 2900, False), (2, 3100, True), (3, 9000, False), (4, 9000, False)]
)
def test_an_answer_names_the_number_picture_that_was_there(rung, at, pictured):
    script = scripts.Script(scripts.dealt(scripts.both_fit), own={"0": {"pictures": rung}})
    script.draws(0, 1000)
    script.plays(0, script.position.hands[0][0], at)
    row = script.exposures(0)[0]
    assert (row.rung, row.pictured) == (rung, pictured)


def test_an_answer_after_the_counters_were_asked_for_had_them_and_the_next_one_has_not():
    script = scripts.Script(scripts.dealt(scripts.both_fit), own={"0": {"pictures": 3}})
    script.draws(0, 1000)
    script.happens("pictured", 0, at=1100)
    wrong = script.draws(0, 1150)
    script.plays(0, wrong, 2000)
    script.plays(0, script.position.hands[0][0], 4000)
    script.draws(0, 4500)
    script.happens("stopped", at=9000)
    assert [row.pictured for row in script.exposures(0)[:2]] == [True, True]
    assert not any(row.pictured for row in script.exposures(0)[2:])
