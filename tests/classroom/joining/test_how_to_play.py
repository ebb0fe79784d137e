"""How a game is played: pictures, the options of the very session, rules, credit; for every game there is."""

import pytest
from django.test import Client
from django.urls import reverse

from game import catalogue
from game.screens.contract import Presentation

GAMES = sorted(catalogue.CATALOGUE.games)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_three_pictures_its_rules_and_whose_they_are(game, client, db):
    page = client.get(reverse("how_to_play", args=[game])).content.decode()
    assert page.count('class="scene"') == 3
    assert "not affiliated" in page
    assert page.count("<li>") >= 8


def test_it_follows_the_options_of_the_session_that_the_child_waits_for(bea_client, lesson):
    address = reverse("how_to_play", args=[lesson.game])
    lesson.options = {"mode": "turns", "corner": False, "steps": [1, 2]}
    lesson.save()
    page = bea_client.get(address).content.decode()
    assert "The cards say ±1, ±2." in page
    assert "You play one after the other." in page
    assert "After 10 comes 1" not in page
    assert "After 10 comes 1" in Client().get(address).content.decode()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"highest": 5}, ["After 5 comes 1: 4 + 2 makes 1.", "On 3 ±2 you may go both ways", "from 1 to 5."]),
        ({"highest": 5, "corner": False}, ["It ends at 5 and at 1"]),
        ({"only_plus": True, "steps": [1]}, ["On 2 +1 you go on: 3 fits.", "After 10 comes 1", "The cards say +1."]),
    ],
)
def test_small_numbers_and_plus_alone_have_pictures_of_their_own(bea_client, lesson, options, told):
    lesson.options = options
    lesson.save()
    page = bea_client.get(reverse("how_to_play", args=[lesson.game])).content.decode()
    assert page.count('class="scene"') == 3
    assert [words for words in told if words not in page] == []


def test_nine_to_nothing_from_five_begins_with_five(bea_client, lesson):
    lesson.game, lesson.options = "nine_to_nothing", {"highest": 5}
    lesson.save()
    page = bea_client.get(reverse("how_to_play", args=[lesson.game])).content.decode()
    assert "first 5, then 4, down to 0" in page
    assert "3 + 4 − 2 = 5" in page


def test_a_game_that_tells_nothing_of_itself_sends_to_the_teacher():
    how = Presentation().how_to_play({})
    assert (how.scenes, how.options, how.credit) == ((), (), "")
    assert how.rules == ("Your teacher tells you how this game is played.",)


def test_a_game_that_is_not_there_has_no_page(client, db):
    assert client.get(reverse("how_to_play", args=["chess"])).status_code == 404
