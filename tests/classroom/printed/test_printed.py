"""What is printed for a game without a screen: every card of each deck, posters, a score sheet."""

import re
from collections import Counter

import pytest
from django.urls import reverse

from game import catalogue
from game.rules.around_the_corner.cards import COPIES
from tests.conftest import words
from tests.third_game.conftest import third_game as third_game
from tests.third_game.rules import NAME as THIRD

CARD = re.compile(r'<li><svg class="scene one".*?<span class="vh">(.*?)</span></li>', re.DOTALL)


def cards_of(client, game: str) -> Counter[str]:
    page = client.get(reverse("print_deck", args=[game])).content.decode()
    return Counter(CARD.findall(page))


def test_the_deck_of_around_the_corner_has_each_card_as_often_as_the_game(client):
    copies = {f"{n} ±{step}": int(each) for step, row in COPIES.items() for n, each in enumerate(row, 1)}
    found = cards_of(client, "around_the_corner")
    assert (found, found.total()) == (copies, 73)


def test_the_deck_of_nine_to_nothing_has_eight_of_each_and_eighteen_sign_changes(client):
    found = cards_of(client, "nine_to_nothing")
    numbers = {f"{sign}{n}": 8 for sign in "+−" for n in range(1, 10)}
    assert (found, found.total()) == ({**numbers, "+/−": 18}, 162)


@pytest.mark.parametrize("game", sorted(catalogue.CATALOGUE.games))
def test_a_sheet_of_backs_and_white_cards_come_with_each_deck(client, game):
    page = client.get(reverse("print_deck", args=[game]), {"white": ""}).content.decode()
    assert (page.count('class="back"'), page.count('class="cut white"')) == (9, 1)


def test_the_shelf_says_how_many_sheets_each_deck_takes(client):
    shelf = words(client.get(reverse("print_shelf")))
    assert "73 cards, 9 sheets" in shelf
    assert "162 cards, 18 sheets" in shelf


@pytest.mark.parametrize(("game", "numbers"), [("around_the_corner", range(1, 11)), ("nine_to_nothing", range(10))])
def test_a_poster_shows_every_number_of_the_game(client, game, numbers):
    page = client.get(reverse("print_poster", args=[game])).content.decode()
    assert sorted(map(int, re.findall(r"<text[^>]*>(\d+)</text>", page))) == list(numbers)


def test_a_game_without_a_deck_is_on_the_shelf_with_its_rules(client, third_game):
    assert reverse("how_to_play", args=[THIRD]) in client.get(reverse("print_shelf")).content.decode()
    for what in ("print_deck", "print_poster"):
        assert client.get(reverse(what, args=[THIRD])).status_code == 404
