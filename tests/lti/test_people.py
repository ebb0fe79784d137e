"""Who somebody is who comes in from a learning platform: a teacher, a child of this course, or nobody yet."""

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from lti_tool.models import LtiContext, LtiMembership, LtiUser

from classroom.lti import views
from classroom.models import Classroom, PlatformCourse, PlatformTeacher, Student, Teacher
from tests.conftest import PASSWORD, make_class, signed_in, words
from tests.lti.course import ana_teacher, class_4b, connected, course, platform
from tests.lti.platform import LTI, MEMBERSHIP, Platform

__all__ = ["ana_teacher", "class_4b", "connected", "course", "platform"]

VOCABULARY = MEMBERSHIP.removesuffix("membership#")


@pytest.mark.parametrize(
    ("role", "is_teacher"),
    [
        ("membership/Instructor#TeachingAssistant", True),
        ("membership#Administrator", True),
        ("institution/person#Staff", True),
        ("system/person#Administrator", True),
        ("institution/person#Student", False),
        ("membership#Mentor", False),
        ("membership#ContentDeveloper", False),
    ],
)
def test_a_teacher_is_who_teaches_the_course_or_runs_the_platform(platform, connected, role, is_teacher):
    answer = platform.launches(Client(), "new-sub", [], claims={f"{LTI}/claim/roles": [VOCABULARY + role]})
    assert answer.get("Location") == (reverse("lti_connect") if is_teacher else None)


def test_a_closed_account_is_not_signed_in_and_another_one_may_take_its_place(platform, connected, ben_teacher):
    Teacher.objects.filter(email="ana@school.example").update(is_active=False)
    browser = Client()
    assert platform.launches(browser, "ana-sub", ["Instructor"])["Location"] == reverse("lti_connect")
    browser.post(reverse("account_login"), {"login": ben_teacher.email, "password": PASSWORD})
    browser.post(reverse("lti_connect"))
    assert PlatformTeacher.objects.get().teacher == ben_teacher


def test_an_account_is_linked_by_who_signs_in_for_it(platform, connected, ben_teacher):
    """Whoever was signed in at this browser before is not taken for the person whom the platform sends."""
    browser = signed_in(ben_teacher)
    assert platform.launches(browser, "new-sub", ["Instructor"])["Location"] == reverse("lti_connect")
    assert browser.post(reverse("lti_connect"))["Location"].startswith(reverse("account_login"))
    assert PlatformTeacher.objects.count() == 1


@pytest.mark.parametrize("gone", ["removed_at", "archived_at"])
def test_a_class_that_was_put_away_lets_no_child_in_and_leaves_its_course_to_another(
    platform, connected, class_4b, gone
):
    Classroom.objects.filter(pk=class_4b.pk).update(**{gone: timezone.now()})
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 403
    browser = Client()
    assert platform.launches(browser, "ana-sub", ["Instructor"])["Location"] == reverse("lti_course")
    browser.post(reverse("lti_course"), {"classroom": ""})
    assert PlatformCourse.objects.get().classroom.name == "Maths 4B"


def test_a_child_comes_in_by_the_course_of_its_own_class_alone(platform, connected, class_4b, ana_teacher):
    class_4b.students.filter(name="Bea").update(classroom=make_class(ana_teacher, "Art", []))
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 403


def test_who_comes_from_a_course_has_typed_no_password(platform, connected, class_4b):
    export = reverse("class_archive", args=[class_4b.pk])
    assert connected.get(export).status_code == 200
    browser = Client()
    platform.launches(browser, "ana-sub", ["Instructor"])
    assert browser.get(reverse("class", args=[class_4b.pk])).status_code == 200
    assert browser.get(export)["Location"].startswith(reverse("account_reauthenticate"))


def test_a_teacher_with_a_second_factor_is_asked_for_it_there_too(platform, connected, ana_teacher):
    TOTP.activate(ana_teacher, generate_totp_secret())
    browser = Client()
    assert platform.launches(browser, "ana-sub", ["Instructor"])["Location"].startswith(reverse("mfa_authenticate"))
    assert browser.get(reverse("classes")).status_code == 302


def test_a_child_who_is_on_no_list_is_told_so(platform, connected):
    answer = platform.launches(Client(), "stranger", ["Learner"])
    assert answer.status_code == 403
    assert "not on the list yet" in words(answer)


def test_the_same_number_at_another_platform_is_another_person(platform, connected, class_4b):
    before = set(class_4b.students.values_list("source_id", flat=True))
    with Platform() as second:
        second.register(signed_in(class_4b.teachers.get()))
        answer = second.launches(Client(), "u2", ["Learner"])
        assert second.launches(Client(), "ana-sub", ["Instructor"])["Location"] == reverse("lti_connect")
    assert answer.status_code == 403
    assert set(class_4b.students.values_list("source_id", flat=True)) == before


def test_a_child_who_is_forgotten_is_forgotten_here_too(platform, connected, class_4b):
    bea = class_4b.students.get(name="Bea")
    connected.post(reverse("student_remove", args=[bea.pk]))
    connected.post(reverse("student_forget", args=[bea.pk]))
    assert not Student.everybody.filter(pk=bea.pk, source_id__startswith="lti:").exists()
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 403


@pytest.mark.sqlite
def test_nothing_of_a_person_is_kept_but_a_hash(platform, connected, class_4b):
    platform.launches(Client(), "u2", ["Learner"])
    assert (LtiUser.objects.count(), LtiMembership.objects.count()) == (0, 0)
    dumped = "\n".join(connection.connection.iterdump())
    assert "Maths 4B" in dumped
    for secret in ("secret.example", "ana-sub", "'u2'", "Somebody", "Berg"):
        assert secret not in dumped
    assert PlatformTeacher.objects.get().key.startswith("lti:")


def test_of_two_presses_at_once_the_course_gets_one_class(platform, connected, ana_teacher):
    """Both have seen that the course has none."""
    PlatformCourse.objects.all().delete()
    request: Any = RequestFactory().post(reverse("lti_course"), {"classroom": ""})
    request.user, request.context, before = ana_teacher, LtiContext.objects.get(), Classroom.objects.count()
    assert [views._chosen(request).status_code for _press in range(2)] == [302, 302]
    assert Classroom.objects.count() == before + 1
