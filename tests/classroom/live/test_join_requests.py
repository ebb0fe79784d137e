"""A child's request to be let in: one a browser, and answered by nothing but a press."""

import pytest
from django.test import Client
from django.urls import reverse

from classroom.models import Knock
from tests.classroom.live.test_admission import answers, asks
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_browser_stands_at_the_door_once_under_whatever_names_it_asks(client, lobby_4b, ana_client):
    for name in ("Zoe", "Zoë", "Zoë"):
        asks(client, lobby_4b, name=name)
    assert [asked.name for asked in Knock.objects.all()] == ["Zoë"]
    answers(ana_client, lobby_4b, newcomer="1")
    assert "Hi Zoë! Wait for your teacher." in words(client.get(reverse("waiting")))


def test_who_gets_in_another_way_or_gives_the_device_on_asks_no_more(client, lobby_4b, bea):
    asks(client, lobby_4b, name="Bee")
    client.post(reverse("join_names", args=[lobby_4b.code]), {"student": bea.pk})
    assert "Hi Bea!" in words(client.get(reverse("waiting")))
    assert not Knock.objects.exists()
    other = Client()
    asks(other, lobby_4b, name="Zoe")
    other.post(reverse("leave"))
    assert not Knock.objects.exists()
