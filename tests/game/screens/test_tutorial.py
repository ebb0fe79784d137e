"""The tutorial of each game says and shows what holds in a session with these options, and every step can be done."""

import re
from itertools import product

import pytest
from django.urls import reverse

from classroom.speech import catalogue as spoken
from game import catalogue
from game.rules.around_the_corner import Options
from game.screens.how_to_play import at_step

MODES, STEPS = ("race", "turns", "solo"), ([1], [3], [1, 2, 3])
WAYS = (True, False), (False, False), (True, True)
CORNER = [
    {"mode": mode, "steps": steps, "highest": highest, "corner": corner, "only_plus": plus}
    for mode, steps, highest, (corner, plus) in product(
        MODES, STEPS, (5, 10), ((True, False), (False, False), (True, True))
    )
]
NINE = [
    {"mode": mode, "highest": highest, "checking": checking}
    for mode, highest, checking in product(("turns", "same_hand"), (5, 9), ("referee", "classmates"))
]
EACH = [("around_the_corner", options) for options in CORNER] + [("nine_to_nothing", options) for options in NINE]


@pytest.mark.parametrize(("game", "options"), [*EACH, ("around_the_corner", {}), ("nine_to_nothing", {})])
def test_every_step_can_be_done_heard_and_skipped_to_the_end(game, options):
    steps = catalogue.of(game).tutorial(options)
    for step in steps[:-1]:
        assert step.pile or any(not choice.why for choice in step.choices)
        assert len({choice.name for choice in step.choices}) == len(step.choices)
        assert all(choice.face for choice in step.choices)
    assert not steps[-1].choices
    assert {name for step in steps for name in step.recordings} <= set(spoken.names())
    assert all(step.recordings for step in steps)


@pytest.mark.parametrize("options", CORNER)
def test_the_right_choices_are_the_cards_that_fit_the_top_card_of_the_step(options):
    chosen = Options.from_json(options)
    draw, fits, misfit, end, *_last = catalogue.of("around_the_corner").tutorial(options)
    assert draw.pile
    assert all(choice.why for choice in draw.choices)
    assert [choice._replace(goes_on=False) for choice in misfit.choices] == list(end.choices)
    for step in (fits, end):
        top = re.search(r" on (\d+) [±+](\d)", next(filter(None, (choice.why for choice in step.choices))))
        assert top
        answers = chosen.answers(int(top[1]), int(top[2]))
        for choice in step.choices:
            assert (int(choice.name.split()[0]) in answers) == (not choice.why)


@pytest.mark.parametrize(
    ("mode", "told"), [("race", "Be first!"), ("turns", "one after the other"), ("solo", "until none is left")]
)
def test_the_last_step_says_what_this_way_of_playing_is(mode, told):
    assert told in str(catalogue.of("around_the_corner").tutorial({"mode": mode})[-2:])


@pytest.mark.parametrize("options", CORNER)
def test_only_in_a_race_another_card_is_first_and_the_own_one_comes_back(options):
    steps = catalogue.of("around_the_corner").tutorial(options)
    last = steps[-1]
    assert bool(last.held) == (options["mode"] == "race")
    if last.held:
        aimed = steps[-2].choices[at_step(steps, {"step": str(len(steps) - 1)})["aim"] - 1]
        assert (aimed.why, last.held[-1]) == ("", aimed.face)


def test_a_card_that_may_be_wrong_goes_on_and_is_told_at_the_next_step():
    steps = catalogue.of("around_the_corner").tutorial({})
    _choice, leads_to, _place = at_step(steps, {"step": "3"})["choices"][0]
    assert leads_to == "?step=4&tried=1"
    assert "does not fit on" in at_step(steps, {"step": "4", "tried": "1"})["wrong"]


def test_who_checks_is_told_where_the_others_do():
    said = [str(catalogue.of("nine_to_nothing").tutorial({"checking": who})[-1]) for who in ("classmates", "referee")]
    assert ["Check the sums" in each for each in said] == [True, False]


@pytest.mark.parametrize("asked", [{}, {"step": "0"}, {"step": "99"}, {"step": "x"}, {"step": "1", "tried": "9"}])
def test_an_address_that_means_nothing_shows_a_step_all_the_same(asked):
    steps = catalogue.of("around_the_corner").tutorial({})
    shown = at_step(steps, asked)
    assert (shown["step"] in steps, shown["wrong"]) == (True, "")


def test_a_wrong_card_says_why_and_stays_at_its_step():
    shown = at_step(catalogue.of("around_the_corner").tutorial({}), {"step": "1", "tried": "1"})
    assert (shown["wrong"], shown["number"]) == ("1 does not fit on 6 ±2.", 1)


@pytest.mark.django_db(transaction=True)
def test_a_table_tries_out_its_own_options(bea_client, their_table):
    their_table.rounds.update(options={**their_table.rounds.get().options, "highest": 5, "steps": [2]})
    page = bea_client.get(reverse("table", args=[their_table.code])).content.decode()
    assert f'data-sheet="/table/{their_table.code}/try/"' in page
    assert "On 3 ±2" in bea_client.get(reverse("table_try", args=[their_table.code])).content.decode()


def test_anybody_tries_a_game_out_without_scripts(client):
    page = client.get(
        reverse("how_to_play_try", args=["nine_to_nothing"]), {"step": "2", "tried": "1"}
    ).content.decode()
    assert "4 + 7 = 11" in page
    assert 'href="?step=3"' in page
    assert client.get(reverse("how_to_play_try", args=["no-such-game"])).status_code == 404
