"""Launches from a learning platform: who comes in, where to, and who is refused."""

import json
import math
import time
from urllib.parse import parse_qsl, urlsplit

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from jwcrypto.jwk import JWK
from lti_tool.models import LtiRegistration

from classroom.lti import cache, keys, launch, people
from classroom.models import Attendance, AuditEntry, Classroom, ClassSession, PlatformCourse
from classroom.rosters import merging
from classroom.sessions import lifecycle
from tests.conftest import make_class, signed_in, words
from tests.lti.conftest import admin_of, set_homework
from tests.lti.course import ana_teacher, class_4b, connected, course, platform
from tests.lti.platform import IN_A_WINDOW, LTI

__all__ = ["ana_teacher", "class_4b", "connected", "course", "platform"]


def test_a_teacher_connects_the_account_once_and_lands_on_the_class_then(platform, connected, class_4b):
    browser = Client()
    answer = platform.launches(browser, "ana-sub", ["Instructor"])
    assert browser.get(answer["Location"])["Location"] == reverse("class", args=[class_4b.pk])
    assert "Course" in words(browser.get(reverse("class", args=[class_4b.pk])))
    assert AuditEntry.objects.filter(kind=AuditEntry.Kind.RIGHTS, page="lti_connect").exists()


def test_a_child_comes_into_todays_session(platform, connected, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    browser = Client()
    answer = platform.launches(browser, "u2", ["Learner"], custom={"cardinal": "today"})
    assert answer["Location"] == reverse("waiting")
    assert Attendance.objects.get(session=session).student.name == "Bea"


def test_a_course_leads_to_the_class_of_which_its_own_has_become_part_and_back(
    platform, connected, class_4b, ana_teacher
):
    kept = make_class(ana_teacher, "4C", ["Finn"])
    merging.merge_classes(kept, class_4b)
    lifecycle.open_session(classroom=kept, game="around_the_corner", options={}, table_size=2)
    answer = platform.launches(Client(), "u2", ["Learner"], custom={"cardinal": "today"})
    assert answer["Location"] == reverse("waiting")
    browser = Client()
    there = platform.launches(browser, "ana-sub", ["Instructor"])["Location"]
    assert browser.get(there)["Location"] == reverse("class", args=[kept.pk])
    ClassSession.objects.update(state="ended")
    merging.part_classes(Classroom.everything.get(pk=class_4b.pk))
    assert platform.launches(Client(), "u2", ["Learner"])["Location"] == reverse("practice")
    assert people.class_of(PlatformCourse.objects.get().context) == class_4b


def test_without_a_session_a_child_practises(platform, connected):
    browser = Client()
    assert platform.launches(browser, "u2", ["Learner"])["Location"] == reverse("practice")
    assert "Bea" in words(browser.get(reverse("practice")))


def test_a_link_to_a_homework_opens_it(platform, connected, class_4b):
    """Also while a session of the class is open."""
    task = set_homework(class_4b)
    lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    answer = platform.launches(Client(), "u3", ["Learner"], custom={"cardinal": f"homework-{task.pk}"})
    assert answer["Location"] == reverse("practice_homework", args=[task.pk])


def test_a_link_to_a_homework_of_others_leads_to_practice(platform, connected, class_4b):
    """A group's homework is a link that the whole course sees."""
    task = set_homework(class_4b)
    task.students.set([class_4b.students.get(name="Amir")])
    set_homework(class_4b)
    link = {"cardinal": f"homework-{task.pk}"}
    assert platform.launches(Client(), "u3", ["Learner"], custom=link)["Location"] == reverse("practice")
    own = platform.launches(Client(), "u1", ["Learner"], custom=link)
    assert own["Location"] == reverse("practice_homework", args=[task.pk])


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
def test_an_id_token_that_is_not_right_is_refused(platform, connected, claims):
    assert platform.launches(Client(), "u2", ["Learner"], claims=claims).status_code == 403


def test_clocks_may_differ_by_a_minute_and_no_more(platform, connected):
    for name, seconds, status in (
        ("iat", 50, 302), ("iat", 70, 403), ("nbf", 50, 302), ("nbf", 70, 403), ("exp", -50, 302), ("exp", -70, 403),
    ):  # fmt: skip
        claims = {name: int(time.time()) + seconds}
        assert platform.launches(Client(), "u2", ["Learner"], claims=claims).status_code == status, claims


def test_a_nonce_belongs_to_its_state(platform, connected):
    """Whoever finds an id_token that was not used cannot bring it in with a sign-in of their own."""
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


def test_an_id_token_signed_by_somebody_else_is_refused(platform, connected):
    other = JWK.generate(kty="RSA", size=2048, kid="platform-1")
    assert platform.launches(Client(), "ana-sub", ["Instructor"], key=other).status_code == 403


def test_an_id_token_names_its_audience_in_either_way(platform, connected):
    for claims in ({"aud": ["tool-1"], "azp": "tool-1"}, {"aud": "tool-1"}):
        assert platform.launches(Client(), "u2", ["Learner"], claims=claims).status_code == 302


def test_a_key_of_another_kind_under_the_same_number_refuses_the_id_token(platform, connected):
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


@pytest.mark.parametrize(
    ("cache_control", "seconds"),
    [("max-age=300", 300), ("max-age=5", 60), ("max-age=999999999", 24 * 3600), ("no-store", 3600)],
)
def test_keys_are_asked_for_anew_when_they_have_expired(platform, cache_control, seconds):
    public = json.loads(platform.key.export_public())
    platform.instead["/jwks"] = (200, {"keys": [public]}, {"Cache-Control": cache_control})
    platform.visits.clear()
    with time_machine.travel(time.time(), tick=False) as clock:
        for later, asked in ((0, 1), (seconds - 1, 1), (2, 2)):
            clock.shift(later)
            keys.platform_keys(f"{platform.home}/jwks", "platform-1")
            assert platform.visits.count("/jwks") == asked


def test_each_refusal_has_its_reason_and_the_latest_are_kept(platform, connected):
    def reason(browser=None, **more):
        asked = platform.announces(browser or (begun := Client()))
        form = {"state": asked["state"], "id_token": platform.word(asked["nonce"], "u2", ["Learner"], **more)}
        (Client() if browser else begun).post(reverse("lti_launch"), form)
        return f"{launch.refusals()[0].words}"

    assert "kept no cookie" in reason(Client())
    assert "opened a second time" in reason(claims={"nonce": "guessed"})
    assert "clocks" in reason(claims={"exp": 1})
    assert "among those at its keyset URL" in reason(key=JWK.generate(kty="RSA", size=2048))
    assert "client ID" in reason(claims={"aud": "another-tool"})
    assert "in no course" in reason(claims={f"{LTI}/claim/context": None})
    assert "the deployment ID" in reason(claims={f"{LTI}/claim/deployment_id": ""})
    assert "cannot be read" in reason(claims={f"{LTI}/claim/roles": 7})
    cache.clear()
    platform.instead["/jwks"] = (500, {}, {})
    assert "does not give its keys" in reason()
    for number in range(30):
        launch.note_refusal(f"{number} {'x' * 1000}")
    assert [refused.why[:3].strip() for refused in launch.refusals()] == [f"{number}" for number in range(29, 9, -1)]
    assert {len(refused.why) for refused in launch.refusals()} == {launch.LONGEST_REASON}


def test_an_id_token_is_good_for_one_launch(platform, connected):
    browser = Client()
    asked = platform.announces(browser)
    word = platform.word(asked["nonce"], "u2", ["Learner"])
    sent = {"state": asked["state"], "id_token": word}
    assert [browser.post(reverse("lti_launch"), sent).status_code for _try in range(2)] == [302, 403]


def test_another_browser_cannot_use_the_id_token(platform, connected):
    asked = platform.announces(Client())
    word = platform.word(asked["nonce"], "u2", ["Learner"])
    assert Client().post(reverse("lti_launch"), {"state": asked["state"], "id_token": word}).status_code == 403


def test_an_unknown_platform_gets_no_answer(platform):
    assert platform.announces(Client(), iss="https://another.example") == {}
    assert platform.announces(Client(), client_id="another") == {}


def test_a_platform_that_is_shut_out_sends_nobody(platform, connected, ana_teacher):
    signed_in(ana_teacher).post(reverse("lti_platforms"), {"end": LtiRegistration.objects.get().pk})
    assert platform.announces(Client()) == {}
