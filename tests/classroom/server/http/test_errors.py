"""The pages for when something is refused or broken."""

import errno

import pytest
from django.core.cache import cache
from django.test import RequestFactory
from django.urls import reverse

from classroom.server.http import errors


def test_the_last_resort_needs_neither_session_nor_database():
    answer = errors.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.content.decode()


def test_a_disk_without_room_for_an_upload_is_told_as_one_without_room_for_a_row():
    try:
        raise OSError(errno.ENOSPC, "No space left on device")
    except OSError:
        answer = errors.server_error(RequestFactory().post("/"))
    assert answer.status_code == 503
    assert "This was not saved" in answer.content.decode()


@pytest.mark.django_db
def test_asking_for_too_many_links_is_answered_in_words(client):
    cache.clear()
    for _time in range(5):
        client.post(reverse("account_reset_password"), {"email": "ana@school.example"})
    answer = client.post(reverse("account_reset_password"), {"email": "ana@school.example"})
    assert answer.status_code == 429
    assert "Wait a few minutes" in answer.content.decode()


def test_a_refusal_is_a_page_with_a_way_out():
    answer = errors.forbidden(RequestFactory().get("/"), PermissionError())
    assert answer.status_code == 403
    assert f'href="{reverse("home")}"' in answer.content.decode()


def test_an_address_with_a_zero_character_is_not_there(client, db):
    assert client.get("/join/%00/").status_code == 404
