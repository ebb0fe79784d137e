"""The manual: short pages in every language, found by their words, in a booklet, true to what the app declares."""

import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from classroom.manual import catalogue
from classroom.models import Classroom
from classroom.reports.kit.contract import LEVEL_WORDS, SIGNS
from classroom.sessions.games import catalogue as games
from tests.conftest import words
from tests.third_game.conftest import third_game as third_game
from tests.third_game.rules import NAME as THIRD

LANGUAGES = [code for code, _name in settings.LANGUAGES]
MOST_WORDS = 90
LINK = re.compile(r'<li><a href="/help/([^/"]+)/"')


def read_in_browser(client, name: str, language: str = "en") -> str:
    return words(client.get(reverse("manual_topic", args=[name]), headers={"accept-language": language}))


def test_it_has_twenty_four_pages_and_one_of_each_game_of_at_most_ninety_words():
    every = catalogue.topics()
    assert len({page.name for page in every}) == len(every) == 24 + len(games.all_games())
    assert [page.name for page in every if sum(len(text.split()) for text in page.texts) > MOST_WORDS] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_can_be_read_by_anybody_in_every_language(client, language):
    with translation.override(language):
        texts = {page.name: page.texts for page in catalogue.topics()}
    for name, said in texts.items():
        read = read_in_browser(client, name, language)
        assert [text for text in said if " ".join(text.split()) not in read] == []


def test_pages_follow_each_other_from_the_first_to_the_last(client):
    names = [page.name for page in catalogue.topics()]
    for place, name in enumerate(names):
        html = client.get(reverse("manual_topic", args=[name])).content.decode()
        beside = re.findall(r'rel="(prev|next)" href="/help/([^/"]+)/"', html)
        wanted = [("prev", names[place - 1])] if place else []
        assert beside == wanted + [("next", after) for after in names[place + 1 : place + 2]]


def test_an_unknown_page_is_not_found(client):
    assert client.get(reverse("manual_topic", args=["no-such-page"])).status_code == 404


@pytest.mark.parametrize(
    ("asked", "language", "first"),
    [
        ("code", "en", "code"),
        ("  STUCK child ", "en", "stuck"),
        ("koda", "is", "code"),
        ("KÓÐA", "is", "code"),
        ("kóði", "is", "code"),
        ("codigo", "es", "code"),
    ],
)
def test_words_and_their_beginnings_are_found_with_and_without_accents(client, asked, language, first):
    html = client.get(reverse("manual"), {"q": asked}, headers={"accept-language": language}).content.decode()
    assert LINK.findall(html)[0] == first
    assert f'<h1 id="{first}">' in html


def test_every_word_that_is_asked_for_stands_on_the_page_that_is_found():
    assert catalogue.search("hints nowhere") == []
    assert catalogue.search("hints") != []
    assert catalogue.search("… -") == []


def test_a_search_for_nothing_shows_the_first_page_and_one_that_finds_nothing_says_so(client):
    assert '<h1 id="first-lesson">' in client.get(reverse("manual"), {"q": " "}).content.decode()
    assert "No page has these words" in words(client.get(reverse("manual"), {"q": "zeppelin"}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_the_search_field_as_an_example_is_found(client, language):
    page = client.get(reverse("manual"), headers={"accept-language": language}).content.decode()
    (example,) = re.findall(r'placeholder="([^"]+) …"', page)
    with translation.override(language):
        assert all(catalogue.search(word) for word in example.split(", "))


def test_each_fold_says_how_many_pages_are_in_it(client):
    said = re.findall(r"<summary>.*?(\d+) pages", client.get(reverse("manual")).content.decode(), re.DOTALL)
    assert list(map(int, said)) == [len(chapter.topics) for chapter in catalogue.chapters()]


def test_the_booklet_holds_every_page_once(client):
    html = client.get(reverse("manual_booklet")).content.decode()
    assert re.findall(r'<h3 id="([^"]+)">', html) == [page.name for page in catalogue.topics()]


def test_options_and_signs_are_said_as_they_are_declared(client):
    declared = {
        "ways": [f"{way.title} {way.about}" for game in games.all_games() for way in game.ways],
        "stuck": [*(str(option.label) for option in games.accommodations().values()), "One key", "Presses by resting"],
        "cards": [str(label) for label in Classroom.SignIn.labels],
        "signs": [f"{sign} {LEVEL_WORDS[level]}" for level, sign in SIGNS.items()],
    }
    for name, said in declared.items():
        read = read_in_browser(client, name)
        assert [each for each in said if each not in read] == []


def test_a_game_of_the_catalogue_has_its_page_by_itself(client, third_game):
    html = client.get(reverse("manual_topic", args=[THIRD.replace("_", "-")])).content.decode()
    assert reverse("game_page", args=[THIRD]) in html


def test_a_search_of_thousands_of_words_is_read_to_its_hundredth_letter():
    """Anybody may ask, and every word is looked for in every text."""
    assert catalogue.search("hints " * 17 + "nobody " * 2000) == catalogue.search("hints")
