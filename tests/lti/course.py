"""A class and its course, connected once for all tests of a module that are about what comes then."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import pytest
from django.test import Client
from lti_tool.models import Key
from pytest_django import DjangoDbBlocker

from classroom.models import Classroom, Teacher
from tests.conftest import PASSWORD, make_class, written_once
from tests.lti.conftest import admin_of, connect
from tests.lti.platform import Platform

KEPT = ("members", "lines", "scores", "asked", "says", "instead", "visits", "takes_no_score_of", "keeps_data")
"""What tests change about a platform."""


class Course(NamedTuple):
    platform: Platform
    browser: Client
    kept: dict[str, Any]


@pytest.fixture(scope="module")
def course(our_key: Any, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Course]:
    with written_once(django_db_blocker), Platform() as platform:
        Key.objects.create_from_jwk(our_key)
        ana = Teacher.objects.create_user("ana@school.example", PASSWORD, name="Ms Ana")
        class_4b = make_class(ana, "4B", ["Amir", "Bea", "Chen", "Dana"])
        platform.register(admin_of(ana))
        browser = connect(platform, class_4b, ana)
        yield Course(platform, browser, {name: deepcopy(getattr(platform, name)) for name in KEPT})


@pytest.fixture
def ana_teacher(course: Course, db: None) -> Teacher:
    return Teacher.objects.get(email="ana@school.example")


@pytest.fixture
def class_4b(course: Course, db: None) -> Classroom:
    return Classroom.objects.get(name="4B")


@pytest.fixture
def platform(course: Course, db: None) -> Platform:
    vars(course.platform).update(deepcopy(course.kept))
    return course.platform


@pytest.fixture
def connected(course: Course, db: None) -> Client:
    """Ana's browser, as it was then."""
    browser = Client()
    browser.cookies = deepcopy(course.browser.cookies)
    return browser
