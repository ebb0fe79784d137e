"""People come in from a learning platform: who, where to, and who not."""

import json
import math
import time
from urllib.parse import parse_qsl, urlsplit

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import reverse
from jwcrypto.jwk import JWK
from lti_tool.models import LtiMembership, LtiRegistration, LtiUser

from classroom.lti import cache
from classroom.models import Attendance, AuditEntry, PlatformTeacher, Student
from classroom.sessions import lifecycle
from tests.conftest import signed_in, words
from tests.lti.conftest import admin_of, set_homework
from tests.lti.course import ana_teacher, class_4b, connected, course, platform
from tests.lti.platform import IN_A_WINDOW, LTI, Platform

__all__ = ["ana_teacher", "class_4b", "connected", "course", "platform"]


def test_a_teacher_connects_the_account_once_and_lands_on_the_class_then(platform, connected, class_4b):
    browser = Client()
    answer = platform.launches(browser, "ana-sub", ["Instructor"])
    assert browser.get(answer["Location"])["Location"] == reverse("class", args=[class_4b.pk])
    assert "Course" in words(browser.get(reverse("class", args=[class_4b.pk])))
    assert AuditEntry.objects.filter(kind=AuditEntry.Kind.RIGHTS, page="lti_connect").exists()


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


def test_a_child_comes_into_todays_session(platform, connected, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    browser = Client()
    answer = platform.launches(browser, "u2", ["Learner"], custom={"cardinal": "today"})
    assert answer["Location"] == reverse("waiting")
    assert Attendance.objects.get(session=session).student.name == "Bea"


def test_without_a_session_a_child_practises(platform, connected):
    browser = Client()
    assert platform.launches(browser, "u2", ["Learner"])["Location"] == reverse("practice")
    assert "Bea" in words(browser.get(reverse("practice")))


def test_a_link_to_a_homework_opens_it(platform, connected, class_4b):
    task = set_homework(class_4b)
    answer = platform.launches(Client(), "u3", ["Learner"], custom={"cardinal": f"homework-{task.pk}"})
    assert answer["Location"] == reverse("practice_homework", args=[task.pk])


def test_a_link_to_a_homework_of_others_leads_to_practice(platform, connected, class_4b):
    """A group's homework is a link that the whole course sees."""
    task = set_homework(class_4b)
    task.students.set([class_4b.students.get(name="Amir")])
    link = {"cardinal": f"homework-{task.pk}"}
    assert platform.launches(Client(), "u3", ["Learner"], custom=link)["Location"] == reverse("practice")
    own = platform.launches(Client(), "u1", ["Learner"], custom=link)
    assert own["Location"] == reverse("practice_homework", args=[task.pk])


def test_a_child_who_is_on_no_list_is_told_so(platform, connected):
    answer = platform.launches(Client(), "stranger", ["Learner"])
    assert answer.status_code == 403
    assert "not on the list yet" in words(answer)


@pytest.mark.sqlite
def test_nothing_of_a_person_is_kept_but_a_hash(platform, connected, class_4b):
    platform.launches(Client(), "u2", ["Learner"])
    assert (LtiUser.objects.count(), LtiMembership.objects.count()) == (0, 0)
    dumped = "\n".join(connection.connection.iterdump())
    assert "Maths 4B" in dumped
    for secret in ("secret.example", "ana-sub", "'u2'", "Somebody", "Berg"):
        assert secret not in dumped
    assert PlatformTeacher.objects.get().key.startswith("lti:")


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another-tool"},
        {"aud": ["tool-1", "another-tool"]},
        {"azp": "another-tool"},
        {"exp": None},
        {"iat": None},
        {"iss": "https://another.example"},
        {"exp": 1},
        {"iat": 4070908800},
        {"iat": "2099"},
        {"iat": math.nan},
        {"exp": math.nan},
        {"exp": "2099"},
        {"nbf": 4070908800},
        {"nonce": "guessed"},
        {f"{LTI}/claim/version": "1.1"},
        {f"{LTI}/claim/message_type": "Nonsense"},
        {f"{LTI}/claim/deployment_id": ""},
        {f"{LTI}/claim/context": None},
        {f"{LTI}/claim/context": {"title": "No number"}},
    ],
)
def test_a_word_that_is_not_right_is_refused(platform, connected, claims):
    assert platform.launches(Client(), "u2", ["Learner"], claims=claims).status_code == 403


def test_clocks_may_differ_by_a_minute_and_no_more(platform, connected):
    for name, seconds, status in (
        ("iat", 50, 302), ("iat", 90, 403), ("nbf", 50, 302), ("nbf", 90, 403), ("exp", -50, 302), ("exp", -90, 403),
    ):  # fmt: skip
        claims = {name: int(time.time()) + seconds}
        assert platform.launches(Client(), "u2", ["Learner"], claims=claims).status_code == status, claims


def test_a_nonce_belongs_to_its_state(platform, connected):
    """Whoever finds a word that was not used cannot bring it in with a sign-in of their own."""
    browser = Client()
    mine, theirs = platform.announces(browser), platform.announces(Client())
    word = platform.word(theirs["nonce"], "ana-sub", ["Instructor"])
    answer = browser.post(reverse("lti_launch"), {"state": mine["state"], "id_token": word})
    assert answer.status_code == 403


@pytest.mark.sqlite
def test_who_begins_sign_ins_without_end_lifts_no_limit(platform, connected):
    """A full cache forgets what is old in it: the tries at passwords are counted in another one."""
    platform.keeps_data = True
    Client(headers={"Sec-Fetch-Dest": "iframe"}).post(reverse("lti_login"), platform.announcement())
    platform.announces(Client())
    assert len(caches["platforms"]._cache) > 2
    assert not [key for key in caches["default"]._cache if "lti" in key]


def test_a_window_needs_its_cookie_over_https_too(platform, connected):
    for browser, status in ((Client(), 302), (None, 403)):
        begun = browser or Client()
        sent = begun.post(reverse("lti_login"), platform.announcement(), headers=IN_A_WINDOW, secure=True)
        asked = dict(parse_qsl(urlsplit(sent["Location"]).query))
        (cookie,) = sent.cookies.values()
        assert (cookie["samesite"], cookie["secure"], cookie["httponly"]) == ("None", True, True)
        form = {"state": asked["state"], "id_token": platform.word(asked["nonce"], "u2", ["Learner"])}
        assert (browser or Client()).post(reverse("lti_launch"), form, secure=True).status_code == status


def test_a_word_signed_by_somebody_else_is_refused(platform, connected):
    other = JWK.generate(kty="RSA", size=2048, kid="platform-1")
    assert platform.launches(Client(), "ana-sub", ["Instructor"], key=other).status_code == 403


def test_a_word_says_for_whom_it_is_in_either_way(platform, connected):
    for claims in ({"aud": ["tool-1"], "azp": "tool-1"}, {"aud": "tool-1"}):
        assert platform.launches(Client(), "u2", ["Learner"], claims=claims).status_code == 302


def test_a_key_of_another_kind_under_the_same_number_refuses_the_word(platform, connected):
    odd = JWK.generate(kty="EC", crv="P-256", kid="platform-1")
    platform.instead["/jwks"] = (200, {"keys": [odd.export_public(as_dict=True)]}, {})
    cache.clear()
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 403


def test_keys_are_kept_for_as_long_as_the_platform_says(platform, connected):
    """They are asked for once, and again where another key signs; a stranger's key makes nobody ask without end."""
    platform.visits.clear()
    for _launch in range(3):
        assert platform.launches(Client(), "u2", ["Learner"]).status_code == 302
    assert platform.visits.count("/jwks") == 1
    public = json.loads(platform.key.export_public()) | {"alg": "RS256"}
    new = JWK.generate(kty="RSA", size=2048, kid="platform-2")
    both = [public, json.loads(new.export_public()) | {"alg": "RS256"}]
    platform.instead["/jwks"] = (200, {"keys": both}, {"Cache-Control": "max-age=300, public"})
    for _launch in range(2):
        assert platform.launches(Client(), "u2", ["Learner"], key=new, kid="platform-2").status_code == 302
    assert platform.visits.count("/jwks") == 2
    for _launch in range(3):
        assert platform.launches(Client(), "u2", ["Learner"], key=new, kid="stranger").status_code == 403
    assert platform.visits.count("/jwks") == 2


def test_the_admin_reads_why_a_launch_was_refused(platform, connected, ana_teacher):
    platform.launches(Client(), "u2", ["Learner"], claims={"iat": 4070908800})
    platform.launches(Client(), "u2", ["Learner"], claims={"aud": "another-tool"})
    page = words(admin_of(ana_teacher).get(reverse("lti_platforms")))
    assert "2 tries to come in were refused" in page
    assert "The clocks of the platform and of this computer differ." in page
    assert "its client ID is not one that is known here" in page


def test_a_word_is_good_for_one_launch(platform, connected):
    browser = Client()
    asked = platform.announces(browser)
    word = platform.word(asked["nonce"], "u2", ["Learner"])
    sent = {"state": asked["state"], "id_token": word}
    assert [browser.post(reverse("lti_launch"), sent).status_code for _try in range(2)] == [302, 403]


def test_another_browser_cannot_use_the_word(platform, connected):
    asked = platform.announces(Client())
    word = platform.word(asked["nonce"], "u2", ["Learner"])
    assert Client().post(reverse("lti_launch"), {"state": asked["state"], "id_token": word}).status_code == 403


def test_an_unknown_platform_gets_no_answer(platform):
    assert platform.announces(Client(), iss="https://another.example") == {}
    assert platform.announces(Client(), client_id="another") == {}


def test_a_platform_that_is_shut_out_sends_nobody(platform, connected, ana_teacher):
    signed_in(ana_teacher).post(reverse("lti_platforms"), {"end": LtiRegistration.objects.get().pk})
    assert platform.announces(Client()) == {}


def test_the_same_number_at_another_platform_is_another_person(platform, connected, class_4b):
    before = set(class_4b.students.values_list("source_id", flat=True))
    with Platform() as second:
        second.register(signed_in(class_4b.teachers.get()))
        answer = second.launches(Client(), "u2", ["Learner"])
    assert answer.status_code == 403
    assert set(class_4b.students.values_list("source_id", flat=True)) == before


def test_a_child_who_is_forgotten_is_forgotten_here_too(platform, connected, class_4b):
    bea = class_4b.students.get(name="Bea")
    connected.post(reverse("student_remove", args=[bea.pk]))
    connected.post(reverse("student_forget", args=[bea.pk]))
    assert not Student.everybody.filter(pk=bea.pk, source_id__startswith="lti:").exists()
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 403
