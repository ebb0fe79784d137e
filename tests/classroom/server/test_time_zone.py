"""Where a day begins and ends: the setting, the admin's choice, the box."""

from datetime import UTC, datetime

import pytest
from django.conf import settings as django_settings
from django.core import cache
from django.urls import reverse
from django.utils import timezone

from classroom.server import kept_file, time_zone
from tests.conftest import words


@pytest.fixture(autouse=True)
def kept_in(settings, tmp_path):
    """A data folder and a zone that are gone after the test."""
    settings.DATA, settings.TIME_ZONE, settings.TIME_ZONE_IS_FIXED = tmp_path, "UTC", False
    return tmp_path


def choose(browser, zone: str) -> str:
    return words(browser.post(reverse("school_time_zone"), {"zone": zone}, follow=True))


def test_an_admin_sees_the_zone_and_changes_it(admin, kept_in):
    assert "Time zone: UTC" in words(admin.get(reverse("school")))
    assert "The time zone is Pacific/Auckland now." in choose(admin, "Pacific/Auckland")
    moment = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    assert timezone.localdate(moment).day == 22
    assert time_zone.read(kept_in) == "Pacific/Auckland"


def test_a_zone_that_was_chosen_at_another_worker_is_used_here_too(kept_in):
    kept_file.write(kept_in / time_zone.FILE, "Pacific/Auckland")
    time_zone.follow()
    assert timezone.localdate(datetime(2026, 11, 21, 12, 0, tzinfo=UTC)).day == 22


def test_what_the_settings_say_is_not_changed_by_another_worker(kept_in, settings):
    settings.TIME_ZONE_IS_FIXED = True
    kept_file.write(kept_in / time_zone.FILE, "Pacific/Auckland")
    time_zone.follow()
    assert django_settings.TIME_ZONE == "UTC"


@pytest.mark.parametrize("zone", ["Moon/Tranquility", "../../etc/passwd", ""])
def test_a_zone_that_is_none_is_refused_in_words(admin, kept_in, zone):
    assert "The time zone was not changed." in choose(admin, zone)
    assert not (kept_in / time_zone.FILE).exists()


def test_what_the_settings_say_is_not_changed_on_a_page(admin, settings):
    settings.TIME_ZONE_IS_FIXED = True
    assert "Whoever runs Cardinal has set it" in words(admin.get(reverse("school")))
    assert "The time zone was not changed." in choose(admin, "Europe/Madrid")
    assert django_settings.TIME_ZONE == "UTC"


def test_without_a_choice_the_zone_is_the_boxs_own(kept_in, monkeypatch):
    monkeypatch.setenv("TZ", "Atlantic/Reykjavik")
    time_zone.tzlocal.reload_localzone()
    assert time_zone.read(kept_in) == "Atlantic/Reykjavik"
    monkeypatch.undo()
    time_zone.tzlocal.reload_localzone()


def test_a_choice_that_cannot_be_read_is_none(kept_in, monkeypatch):
    (kept_in / time_zone.FILE).write_text("Nowhere\n")
    assert time_zone.read(kept_in) != "Nowhere"


def test_what_was_counted_by_day_is_counted_anew(kept_in):
    cache.caches["reports"].set("report:x", 1)
    time_zone.choose("Europe/Madrid")
    assert cache.caches["reports"].get("report:x") is None
