"""Catch the star: how long after the light a child presses who plays with one key, by the server's judgement."""

import re

import pytest
from django.core import signing
from django.urls import reverse

from classroom.models import Student
from classroom.preferences import views
from classroom.sessions import accommodations
from game.rules.scanning import PRESS, SETTING

STEP = 1000


@pytest.fixture
def with_one_key(bea: Student) -> Student:
    Student.objects.filter(pk=bea.pk).update(needs={SETTING: STEP})
    bea.refresh_from_db()
    return bea


@pytest.fixture
def ages_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each press comes long after its star."""
    times = iter(range(0, 10**9, 60_000))
    monkeypatch.setattr(views, "now_ms", lambda: next(times))


def star_on(page: str) -> dict[str, str]:
    place = re.search(r'<button class="card" id="star-\d" name="place" value="(\d)"', page)
    caught = re.search(r'name="caught" value="([^"]+)"', page)
    assert place
    assert caught
    return {"place": place[1], "caught": caught[1]}


def catches(client, lit, presses=views.PRESSES) -> str:
    page = client.get(reverse("one_key")).content.decode()
    for number in range(presses):
        answer = client.post(reverse("one_key"), {**star_on(page), "lit": str(lit(number))})
        page = answer.content.decode()
    return page


@pytest.mark.usefixtures("ages_ago")
def test_twenty_stars_keep_the_median(bea_client, with_one_key):
    assert "All stars caught!" in catches(bea_client, lambda number: 300 + 10 * number)
    with_one_key.refresh_from_db()
    assert with_one_key.needs == {SETTING: STEP, PRESS: 395}


@pytest.mark.usefixtures("ages_ago")
def test_no_press_counts_for_longer_than_a_thing_is_lit(bea_client, with_one_key):
    catches(bea_client, lambda number: 50_000)
    with_one_key.refresh_from_db()
    assert with_one_key.needs[PRESS] == STEP


@pytest.mark.usefixtures("ages_ago")
def test_each_star_is_somewhere_else_than_the_one_before(with_one_key):
    star = views.first_catch(with_one_key)
    for _press in range(60):
        after = views.pressed(with_one_key, star, f"{star.star}", "300")
        assert after.star != star.star
        star = after


def test_what_was_signed_in_another_shape_begins_anew(with_one_key):
    """A page that is open during an update holds what the version before has signed."""
    assert not views.read_catch(with_one_key, signing.dumps([with_one_key.pk], salt=views.SALT)).judged


def test_no_press_counts_for_longer_than_its_star_was_there(bea_client, with_one_key, monkeypatch):
    monkeypatch.setattr(views, "now_ms", lambda: 1000)
    catches(bea_client, lambda number: 900)
    with_one_key.refresh_from_db()
    assert with_one_key.needs[PRESS] == 0


@pytest.mark.parametrize("said", [{"place": "9"}, {"lit": "soon"}, {"lit": ""}, {"caught": "of another page"}])
def test_what_is_not_on_the_star_or_says_nothing_counts_for_nothing(bea_client, with_one_key, said):
    page = bea_client.get(reverse("one_key")).content.decode()
    answer = bea_client.post(reverse("one_key"), {**star_on(page), "lit": "300", **said})
    assert "0 of 20" in answer.content.decode()


def test_the_stars_of_another_child_are_not_ones_own(with_one_key, class_4b):
    amir = class_4b.students.get(name="Amir")
    theirs = views.Catch(amir.pk, 2, 0, (100,) * 19)
    assert views.read_catch(with_one_key, theirs.signed()).judged == ()
    assert views.read_catch(amir, theirs.signed()) == theirs


def test_who_does_not_play_with_one_key_has_no_page_of_stars(bea_client, bea):
    assert bea_client.get(reverse("one_key")).status_code == 404
    assert "Catch the star" not in bea_client.get(reverse("own_table")).content.decode()


def test_what_is_measured_stays_as_long_as_the_setting(ana_client, with_one_key):
    Student.objects.filter(pk=with_one_key.pk).update(needs={SETTING: STEP, PRESS: 410})
    for scan, kept in (("800", {SETTING: 800, PRESS: 410}), ("", {})):
        ana_client.post(reverse("student_needs", args=[with_one_key.pk]), {"scan": scan})
        with_one_key.refresh_from_db()
        assert with_one_key.needs == kept
    assert accommodations.in_words({SETTING: 800, PRESS: 410}) == ["one key"]
