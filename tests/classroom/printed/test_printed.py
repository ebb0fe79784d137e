"""What is printed for a game without a screen: every card of each deck, posters, a score sheet."""

import re
from collections import Counter

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.models import Classroom
from game import catalogue
from game.rules.around_the_corner.cards import COPIES
from tests.conftest import make_class, words
from tests.third_game.conftest import third_game as third_game
from tests.third_game.rules import NAME as THIRD

CARD = re.compile(r'<li><svg class="scene one".*?<span class="vh">(.*?)</span></li>', re.DOTALL)


def cards_of(client, game: str) -> Counter[str]:
    return Counter(CARD.findall(printed(client, f"deck.{game}")))


def printed(client, *sheets: str, **more: str) -> str:
    return client.get(reverse("print_sheets"), {"sheet": sheets, **more}).content.decode()


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
    page = printed(client, f"deck.{game}", white="on")
    assert (page.count('class="back"'), page.count('class="cut white"')) == (9, 1)


def test_the_shelf_says_how_many_sheets_each_deck_takes(client):
    shelf = words(client.get(reverse("print_shelf")))
    assert "73 cards, 9 sheets" in shelf
    assert "162 cards, 18 sheets" in shelf


@pytest.mark.parametrize(("game", "numbers"), [("around_the_corner", range(1, 11)), ("nine_to_nothing", range(10))])
def test_a_poster_shows_every_number_of_the_game(client, game, numbers):
    page = printed(client, f"poster.{game}")
    assert sorted(map(int, re.findall(r"<text[^>]*>(\d+)</text>", page))) == list(numbers)


def test_a_game_without_a_deck_is_on_the_shelf_with_its_rules(client, third_game):
    assert reverse("how_to_play", args=[THIRD]) in client.get(reverse("print_shelf")).content.decode()
    for what in ("deck", "poster"):
        assert f"{what}.{THIRD}" not in client.get(reverse("print_shelf")).content.decode()
        assert "Tick what you want to print." in printed(client, f"{what}.{THIRD}")


def test_a_teacher_finds_the_tents_of_each_class_of_this_year_on_the_shelf(client, ana_client, ana_teacher, class_4b):
    earlier = make_class(ana_teacher, "3B", ["Amir"])
    Classroom.objects.filter(pk=earlier.pk).update(archived_at=timezone.now())
    found = re.findall(r'href="([^"]*as=tents)"', ana_client.get(reverse("print_shelf")).content.decode())
    assert found == [f"{reverse('class_cards', args=[class_4b.pk])}?as=tents"]
    assert "as=tents" not in client.get(reverse("print_shelf")).content.decode()


def test_what_is_ticked_is_one_print(client):
    shelf = client.get(reverse("print_shelf")).content.decode()
    names = re.findall(r'name="sheet" value="([^"]+)"', shelf)
    assert len(names) == 3 * len(catalogue.CATALOGUE.games) + 1
    page = printed(client, *names)
    assert page.count('<article class="on-paper">') == len(names)
    assert "34 sheets" in page  # 9 and 18 of cards, 2 of backs, 2 of rules, 2 posters, 1 for the score
    assert "2 sheets" in printed(client, "poster.nine_to_nothing", "scores", "scores", "nonsense")


def test_where_nothing_is_ticked_the_shelf_says_so(client):
    assert "Tick what you want to print." in printed(client)
    assert "Tick what you want to print." not in client.get(reverse("print_shelf")).content.decode()
