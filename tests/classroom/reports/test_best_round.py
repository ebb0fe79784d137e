"""A child looks at its own best solo round again, and at nobody else's."""

import pytest
from django.urls import reverse

from classroom.models import Student
from game.models import Round
from tests.classroom.logged import SOLO, log, solo_round
from tests.conftest import words


@pytest.fixture
def amir(class_4b) -> Student:
    return class_4b.students.get(name="Amir")


def test_the_page_leads_from_a_best_time_to_its_round(bea_client, bea):
    solo_round(bea, 5)
    best = solo_round(bea, 2)
    solo_round(bea, 2)
    address = reverse("my_best_round", args=[1])
    assert address in bea_client.get(reverse("my_page")).content.decode()
    answer = bea_client.get(address, {"n": best.events.count()})
    assert "no-store" in answer["Cache-Control"]
    page = words(answer)
    assert "My best round 6 seconds" in page
    assert "6 seconds Bea put down the last card, 3 ±3. Back" in page
    assert "Bea put down the last card" in page
    assert "is first" not in page
    assert answer.context["moment"].last == best.events.count()


def test_a_script_gets_the_moment_alone(bea_client, bea):
    solo_round(bea, 2)
    part = bea_client.get(reverse("my_best_round", args=[1]), {"n": 3}, headers={"HX-Request": "true"})
    assert part.content.decode().startswith('<div id="_replay_moment" data-n="3"')


def test_there_is_a_round_for_each_set_of_cards_and_no_more(bea_client, bea):
    solo_round(bea, 2)
    solo_round(bea, 2, corner=False, steps=[1])
    found = [bea_client.get(reverse("my_best_round", args=[place])).status_code for place in (0, 1, 2, 3)]
    assert found == [404, 200, 200, 404]


def test_a_round_of_somebody_else_is_shown_to_nobody(bea_client, client, amir, their_table):
    solo_round(amir, 2)
    shared = their_table.rounds.get()
    log(shared, ("go", None), ("played", 0), ("finished", 0))
    assert bea_client.get(reverse("my_best_round", args=[1])).status_code == 404
    assert client.get(reverse("my_best_round", args=[1])).status_code == 403


def test_every_moment_is_told_a_pause_of_the_child_s_own_too(bea_client, bea):
    table = solo_round(bea, 1).table
    paused = Round.objects.create(table=table, number=2, seed=1, seats=1, options=SOLO)
    log(paused, ("clock", 0), ("go", None), ("paused", 0), ("resumed", None), ("finished", 0))
    Round.objects.filter(table=table, number=1).delete()
    story = bea_client.get(reverse("my_best_round", args=[1]), {"n": 3}).context["moment"]
    assert story.words == "Bea paused."
    assert story.steps == 5
