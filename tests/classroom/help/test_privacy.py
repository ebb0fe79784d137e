"""The page for families holds what is really kept: on a device, and in which tables about a child."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from classroom.models import ClassSession
from classroom.teachers import views
from tests.conftest import PASSWORD, words

ROOT = Path(__file__).resolve().parents[3]
KEPT = re.compile(r"(?:localStorage|sessionStorage)\.(?:get|set)Item\(\s*[\"']([^\"']+)")


def test_every_cookie_that_is_met_stands_on_the_page(ana_client, bea_client, ana_teacher):
    visitor = Client()
    visitor.post(reverse("account_login"), {"login": ana_teacher.email, "password": PASSWORD})
    visitor.post(reverse("play"))
    child = Client()
    child.post(reverse("language"), {"language": "es"})
    child.post(reverse("letters"), {"letters": "air"})
    child.get(reverse("practice_homework", args=[1]))
    child.get(reverse("join"))
    child.get(reverse("join_names", args=[ClassSession.objects.get().code]))
    child.get(reverse("account_login"))
    met = {name for browser in (visitor, child, ana_client, bea_client) for name in browser.cookies}
    page = Client().get(reverse("privacy")).content.decode()
    assert met == set(views.cookies().values())
    assert [name for name in met if f"<code>{name}</code>" not in page] == []


def test_with_several_workers_the_place_stands_there_too(client, settings):
    assert "<code>place</code>" not in client.get(reverse("privacy")).content.decode()
    settings.WORKERS = 2
    assert "<code>place</code>" in client.get(reverse("privacy")).content.decode()


def test_no_code_sets_another_cookie():
    """Whoever sets a cookie in a new file adds its name to the page."""
    files = {
        path.relative_to(ROOT).as_posix()
        for top in ("classroom", "game")
        for path in (ROOT / top).rglob("*.py")
        if re.search(r"set_cookie\(|cookies\.keep\(", path.read_text())
    }
    assert files == {
        "classroom/cookies.py",
        "classroom/server/http/place.py",
        "classroom/languages/choice.py",
        "classroom/languages/letters.py",
        "classroom/known_browsers.py",
        "classroom/guests/cookie.py",
        "classroom/homework/around_the_corner/views.py",
    }
    assert not re.search(r"document\.cookie\s*=", "".join(script.read_text() for script in scripts()))


def test_what_scripts_keep_on_a_device_stands_on_the_page(client):
    kept = {name for script in scripts() for name in KEPT.findall(script.read_text())}
    page = client.get(reverse("privacy")).content.decode()
    assert kept
    assert [name for name in kept if f"<code>{name}</code>" not in page] == []
    assert "indexedDB" not in "".join(script.read_text() for script in scripts())


def scripts() -> list[Path]:
    return sorted((settings.BASE_DIR / "static" / "js").rglob("*.js"))


@pytest.mark.django_db
def test_who_comes_from_a_learning_platform_reads_what_it_gives(client, settings):
    said = "no e-mail addresses"
    assert said not in words(client.get(reverse("privacy")))
    settings.LTI = True
    assert said in words(client.get(reverse("privacy")))
