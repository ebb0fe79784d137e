"""A platform that nobody here wrote, by lti1p3platform: launches, names, a link put into the course, results."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.request import urlopen

import pytest
from django.test import Client
from django.urls import reverse

from classroom.homework import assignments
from classroom.models import PlatformCourse
from classroom.sessions import lifecycle
from tests.classroom.reports.attempts_given import play_at
from tests.lti.conftest import admin_of, connect, set_homework
from tests.lti.foreign import ForeignPlatform
from tests.lti.platform import IN_A_WINDOW


class ByItsPages(ForeignPlatform):
    """Its people come by its own pages."""

    def launches(self, browser, sub, roles, **_more):
        self.sends = (sub, roles[0], self.sends[2])
        way = browser.post(reverse("lti_login"), self.announcement(), headers=IN_A_WINDOW)["Location"]
        page = urlopen(way).read().decode()  # noqa: S310
        fields = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)}
        return browser.post(reverse("lti_launch"), fields)


@pytest.fixture
def platform(ana_teacher) -> Iterator[ByItsPages]:
    """Made known by hand, since the library registers no tools."""
    with ByItsPages() as platform:
        platform.tool = "http://testserver"
        admin, home = admin_of(ana_teacher), platform.home
        pages = {"auth_url": f"{home}/auth", "token_url": f"{home}/token", "keyset_url": f"{home}/jwks"}
        admin.post(reverse("lti_platforms"), {"name": "Foreign", "issuer": home, "client_id": "tool-1", **pages})
        platform.tool_keys = admin.get(reverse("lti_jwks")).json()
        yield platform


@pytest.fixture
def connected(platform, class_4b, ana_teacher) -> Client:
    return connect(platform, class_4b, ana_teacher)


def test_a_teacher_a_child_and_the_names_come_in(platform, connected, class_4b):
    assert set(class_4b.students.values_list("name", flat=True)) == {"Amir", "Bea", "Chen", "Dana", "Zoe Z."}
    assert platform.launches(connected, "ana-sub", ["Instructor"])["Location"] == reverse("lti_course")
    assert platform.launches(Client(), "u2", ["Learner"])["Location"] == reverse("practice")
    assert platform.launches(Client(), "stranger", ["Learner"]).status_code == 403


def test_a_link_is_put_into_the_course(platform, connected, class_4b):
    task = set_homework(class_4b)
    platform.sends = ("", "", platform.deep_linking())
    platform.launches(connected, "ana-sub", ["Instructor"])
    page = connected.post(reverse("lti_choose"), {"link": f"homework-{task.pk}"}).content.decode()
    (word,) = re.findall(r'name="JWT"\s+value="([^"]+)"', page)
    (item,) = platform.conf.validate_deeplinking_resp({"JWT": word})
    assert (item["type"], item["custom"]) == ("ltiResourceLink", {"cardinal": f"homework-{task.pk}"})
    assert item["lineItem"]["scoreMaximum"] == 60


def test_results_have_a_column_for_each_homework(platform, connected, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    for student in class_4b.students.all():
        play_at(session, student, right=12)
    task = set_homework(class_4b)
    for _press in range(2):
        page = reverse("lti_class", args=[PlatformCourse.objects.get().classroom_id])
        connected.post(page, {"do": f"homework-{task.pk}"})
    (line,) = platform.lines
    assert assignments.in_words(task) in line["label"]
    assert {score["userId"] for score in platform.scores} == {"u1", "u2", "u3"}
    assert {score["scoreMaximum"] for score in platform.scores} == {60}
