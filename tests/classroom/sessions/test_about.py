"""A teacher's page of each game: how it goes, what is learnt, how long it takes, at which age, and every setting."""

import pytest
from django.urls import reverse
from django.utils import translation

from classroom.manual.catalogue import topics
from classroom.sessions.games import catalogue
from game import catalogue as presentations
from tests.conftest import words
from tests.third_game.conftest import third_game as third_game
from tests.third_game.rules import NAME as THIRD

GAMES = sorted(presentations.CATALOGUE.games)


def page_of(game: str) -> str:
    return reverse("game_page", args=[game])


@pytest.mark.parametrize("language", ["en", "is", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_stands_there_in_the_readers_language(client, game, language):
    shown = words(client.get(page_of(game), headers={"Accept-Language": language}))
    lesson = catalogue.of(game).lesson
    assert lesson
    with translation.override(language):
        told = [*lesson.learns, *(part for pair in (*lesson.takes, *lesson.ages) for part in pair)]
        told += [option.label for option in catalogue.of(game).options]
        told += [scene.says for scene in presentations.of(game).how_to_play({}).scenes]
        assert [str(each) for each in told if str(each) not in shown] == []


@pytest.mark.parametrize("game", GAMES)
def test_it_is_reached_from_the_first_page_home_and_the_manual(client, ana_client, game):
    topic = reverse("manual_topic", args=[next(each.name for each in topics() if each.more == page_of(game))])
    pages = client.get(reverse("home")), client.get(topic), ana_client.get(reverse("classes"))
    assert [page.content.decode().count(f'href="{page_of(game)}"') for page in pages] == [1, 1, 1]


def test_a_game_of_which_nothing_but_the_rules_is_known_has_its_page(client, third_game):
    assert client.get(page_of(THIRD)).status_code == 200
    assert client.get(page_of("no-such-game")).status_code == 404
