"""A learning platform of the tests' own, with its own keys. These tests run with CARDINAL_LTI=1 (tests/test_lti)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments
from classroom.models import Classroom, RosterImport, Teacher
from tests.conftest import PASSWORD, words

collect_ignore_glob = [] if settings.LTI else ["test_*.py", "platform.py"]

if settings.LTI:
    from jwcrypto.jwk import JWK
    from lti_tool.models import Key

    from tests.lti.platform import Platform, child


@pytest.fixture(autouse=True)
def fresh() -> None:
    for cache in caches.all():
        cache.clear()


@pytest.fixture(scope="session")
def our_key() -> "JWK":
    """Cardinal's key, made once for all tests: it takes a fifth of a second."""
    return JWK.generate(kty="RSA", size=2048)


@pytest.fixture
def platform(ana_teacher, our_key) -> Iterator["Platform"]:
    """Known to Cardinal by its dynamic registration, as an admin of the school has allowed it."""
    Key.objects.create_from_jwk(our_key)
    with Platform() as platform:
        platform.register(admin_of(ana_teacher))
        yield platform


def admin_of(teacher) -> Client:
    teacher.is_school_admin = True
    teacher.save()
    browser = Client()
    browser.force_login(teacher)
    return browser


@pytest.fixture
def connected(platform, class_4b, ana_teacher) -> Client:
    return connect(platform, class_4b, ana_teacher)


def connect(platform: "Platform", classroom: Classroom, teacher: Teacher) -> Client:
    """Return the teacher's browser after she came from the course for the first time and said who she is, and which
    class it is."""
    platform.members = [child("u1", "Amir", "Aslan"), child("u2", "Bea", "Berg"), child("u3", "Zoe", "Zola")]
    browser = Client()
    first = platform.launches(browser, "ana-sub", ["Instructor"])
    assert first["Location"] == reverse("lti_connect")
    asked = browser.get(first["Location"])
    assert asked["Location"].startswith(reverse("account_login"))
    back = browser.post(asked["Location"], {"login": teacher.email, "password": PASSWORD, "next": first["Location"]})
    assert back["Location"] == first["Location"]
    assert browser.post(first["Location"])["Location"] == reverse("lti_course")
    preview: Any = browser.post(reverse("lti_course"), {"classroom": classroom.pk}, follow=True)
    assert "Zoe" in words(preview)
    draft = RosterImport.objects.get()
    browser.post(reverse("import", args=[draft.pk]), {"line": ["1", "2", "3"], "choice-1": "same", "choice-2": "same"})
    return browser


def set_homework(classroom):
    day = timezone.localdate()
    return assignments.give(classroom, options={"corner": True, "steps": [1]}, unit="cards", amount=5, last_day=day)
