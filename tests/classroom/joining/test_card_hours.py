"""Cards that work in the school's hours only: by its clock, on school days; codes do not mind."""

import re
from collections.abc import Iterator
from datetime import time
from pathlib import Path

import pytest
import time_machine
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments
from classroom.joining import device
from classroom.joining.device import CARD
from classroom.models import Classroom, Student
from classroom.server import school_hours
from classroom.server.school_hours import Hours
from tests.classroom.conftest import open_lobby
from tests.conftest import words

pytestmark = pytest.mark.django_db

OPEN, EVENING = "2026-11-23T09:00:00+00:00", "2026-11-23T19:00:00+00:00"
"""A Monday."""


def _new_clock() -> None:
    timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]  # the stubs do not know that it is kept


@pytest.fixture(autouse=True)
def kept_in(settings, tmp_path) -> Iterator[Path]:
    """A school in Reykjavik, open from 8 to 15, and a data folder that is gone after the test."""
    settings.DATA, settings.TIME_ZONE = tmp_path, "Atlantic/Reykjavik"
    _new_clock()
    school_hours.choose(Hours(time(8), time(15)))
    yield tmp_path
    _new_clock()


@pytest.fixture
def bea_of_hours(class_4b) -> Student:
    class_4b.cards_in_hours = True
    class_4b.save()
    return class_4b.students.get(name="Bea")


def scan(browser: Client, child: Student):
    return browser.get(reverse("card", args=[child.card]))


def at(moment: str):
    return time_machine.travel(moment, tick=False)


# By the school's clock


@pytest.mark.parametrize(
    ("zone", "moment", "opens"),
    [
        ("Europe/Madrid", "2026-11-23T07:00+00:00", None),
        ("Europe/Madrid", "2026-11-23T06:59+00:00", "2026-11-23T08:00+01:00"),
        ("Europe/Madrid", "2026-11-23T13:59+00:00", None),
        ("Europe/Madrid", "2026-11-23T14:00+00:00", "2026-11-24T08:00+01:00"),
        ("Europe/Madrid", "2026-11-27T15:00+00:00", "2026-11-30T08:00+01:00"),
        ("Europe/Madrid", "2026-11-28T10:00+00:00", "2026-11-30T08:00+01:00"),
        ("Europe/Madrid", "2026-11-29T23:30+00:00", "2026-11-30T08:00+01:00"),
        ("Europe/Madrid", "2026-03-27T15:00+00:00", "2026-03-30T08:00+02:00"),
        ("Europe/Madrid", "2026-03-30T06:00+00:00", None),
        ("Europe/Madrid", "2026-10-23T14:00+00:00", "2026-10-26T08:00+01:00"),
        ("Europe/Madrid", "2026-10-26T06:30+00:00", "2026-10-26T08:00+01:00"),
        ("Pacific/Auckland", "2026-11-22T20:00+00:00", None),
        ("Pacific/Auckland", "2026-11-27T03:00+00:00", "2026-11-30T08:00+13:00"),
        ("America/Los_Angeles", "2026-11-23T02:00+00:00", "2026-11-23T08:00-08:00"),
    ],
)
def test_cards_work_on_school_days_by_the_school_s_clock(settings, bea_of_hours, zone, moment, opens):
    settings.TIME_ZONE = zone
    _new_clock()
    with at(moment):
        found = device.opens_at(bea_of_hours)
    assert (found and found.isoformat(timespec="minutes")) == opens


def test_a_class_that_wants_no_hours_has_none(bea):
    with at(EVENING):
        assert device.opens_at(bea) is None


# A child's card


def test_in_the_school_s_hours_a_card_opens_practice(client, bea_of_hours):
    with at(OPEN):
        assert scan(client, bea_of_hours).url == reverse("practice")
        assert client.get(reverse("practice")).status_code == 200


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (EVENING, "It works again on Tuesday at 08:00."),
        ("2026-11-23T06:00:00+00:00", "It works again today at 08:00."),
        ("2026-11-27T15:00:00+00:00", "It works again on Monday at 08:00."),
    ],
)
def test_out_of_hours_a_card_says_when_it_works_again_and_opens_nothing(client, bea_of_hours, moment, said):
    with at(moment):
        page = scan(client, bea_of_hours)
        assert (page.status_code, f"Your card does not work now {said}" in words(page)) == (403, True)
        assert "Bea" not in words(page)
        assert CARD not in client.session
        assert client.get(reverse("practice")).status_code == 403


def test_the_page_is_in_the_child_s_language(client, bea_of_hours):
    Student.objects.update(language="is")
    with at(EVENING):
        assert '<html lang="is"' in scan(client, bea_of_hours).content.decode()


@pytest.mark.parametrize("page", ["practice", "my_page"])
def test_what_was_open_in_hours_closes_with_them_and_opens_again(client, bea_of_hours, page):
    with at(OPEN):
        scan(client, bea_of_hours)
        assert client.get(reverse(page)).status_code == 200
    with at(EVENING):
        shut = client.get(reverse(page))
        assert (shut.status_code, "It works again on Tuesday at 08:00." in words(shut)) == (403, True)
        assert client.post(reverse("practice_answer"), {"card": "1"}).status_code == 403
        moved = client.post(reverse("practice_answer"), {"card": "1"}, headers={"HX-Request": "true"})
        assert moved.headers["HX-Redirect"] == reverse("practice")
        school_hours.choose(Hours(time(8), time(20)))
        assert client.get(reverse(page)).status_code == 200


def test_homework_by_card_keeps_the_hours_too(client, bea_of_hours):
    with at(OPEN):
        scan(client, bea_of_hours)
        options = {"corner": True, "steps": [1]}
        task = assignments.give(
            bea_of_hours.classroom, options=options, unit="cards", amount=5, last_day=timezone.localdate()
        )
        assert client.get(reverse("practice_homework", args=[task.pk])).status_code == 200
    with at(EVENING):
        page = client.get(reverse("practice_homework", args=[task.pk]))
        assert "Your card does not work now" in words(page)


@pytest.mark.django_db(transaction=True)
def test_a_code_opens_the_lesson_at_any_hour_and_the_card_does_not(bea_of_hours):
    by_card, by_code = Client(), Client()
    with at(OPEN):
        scan(by_card, bea_of_hours)
    with at(EVENING):
        lobby = open_lobby(bea_of_hours.classroom)
        assert by_card.post(reverse("join_with_card")).url == reverse("practice")
        assert not lobby.attendances.exists()
        names = reverse("join_names", args=[lobby.code])
        assert by_code.post(names, {"student": bea_of_hours.pk}).url == reverse("waiting")
        assert by_code.get(reverse("practice")).status_code == 200


# Who sets them


def test_a_teacher_switches_it_on_for_a_class(ana_client, class_4b):
    page = reverse("class_sign_in", args=[class_4b.pk])
    assert "Monday to Friday from 08:00 to 15:00" in words(ana_client.get(page))
    ana_client.post(page, {"sign_in": "name", "cards_in_hours": "yes"})
    assert Classroom.objects.get().cards_in_hours


def test_an_admin_sets_the_hours(admin):
    assert 'value="08:00"' in admin.get(reverse("school")).content.decode()
    admin.post(reverse("school_hours"), {"begins": "07:30", "ends": "16:00"})
    assert school_hours.now() == (time(7, 30), time(16))


@pytest.mark.parametrize(
    "posted", [("16:00", "08:00"), ("08:00", "08:00"), ("", "08:00"), ("8", "x"), ("08:00", "25:00")]
)
def test_hours_that_are_none_are_refused_in_words(admin, posted):
    page = admin.post(reverse("school_hours"), dict(zip(("begins", "ends"), posted, strict=True)), follow=True)
    assert "Nothing was changed. Give two times, the earlier one first." in words(page)
    assert page.status_code == 422
    html = page.content.decode()
    assert all(f'value="{time}"' in html for time in posted if time)
    assert re.search(r"<details[^>]* open>\s*<summary>.{0,300}The school’s hours", html, re.DOTALL)
    assert school_hours.now() == (time(8), time(15))


@pytest.mark.parametrize("kept", ["", "nonsense", "15:00-08:00", "08:00"])
def test_a_file_of_nonsense_means_the_usual_hours(kept):
    (django_settings.DATA / school_hours.FILE).write_text(kept)
    assert school_hours.now() == school_hours.USUAL
