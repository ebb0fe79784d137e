"""A child's request to be let in: one a browser, and answered by nothing but a press."""

import pytest
from django.test import Client
from django.urls import reverse

from classroom.models import ClassSession, Knock
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


def test_a_program_that_only_asks_whether_a_page_is_there_changes_nothing(client, lobby_4b, bea, ana_client):
    asks(client, lobby_4b, student=bea.pk)
    for page, *which in (("session_knock", Knock.objects.get().pk), ("session_tables",), ("session_settings",)):
        assert ana_client.head(reverse(page, args=[lobby_4b.pk, *which])).status_code == 200
    assert not lobby_4b.attendances.exists()
    now = ClassSession.objects.get()
    assert (now.options, now.game, now.table_size) == (lobby_4b.options, lobby_4b.game, lobby_4b.table_size)
