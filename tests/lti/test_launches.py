"""People come in from a learning platform: who, where to, and who not."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from jwcrypto.jwk import JWK
from lti_tool.models import Key, LtiMembership, LtiRegistration, LtiUser

from classroom.audit.acts import ACTS
from classroom.homework import assignments
from classroom.models import Attendance, AuditEntry, PlatformCourse, PlatformTeacher, RosterImport, Student
from classroom.naming.names import problem_of
from classroom.sessions import lifecycle
from tests.conftest import PASSWORD, signed_in, words
from tests.lti.conftest import admin_of
from tests.lti.platform import LTI, Platform, child
from tests.test_doors import parameters

LAUNCH, LOGIN = reverse("lti_launch"), reverse("account_login")


@pytest.fixture
def connected(platform, class_4b, ana_teacher):
    """Ana's browser after she came from the course for the first time and said who she is, and which class it is."""
    platform.members = [child("u1", "Amir", "Aslan"), child("u2", "Bea", "Berg"), child("u3", "Zoe", "Zola")]
    browser = Client()
    first = platform.launches(browser, "ana-sub", ["Instructor"])
    assert first["Location"] == reverse("lti_connect")
    asked = browser.get(first["Location"])
    assert asked["Location"].startswith(LOGIN)
    back = browser.post(
        asked["Location"], {"login": ana_teacher.email, "password": PASSWORD, "next": first["Location"]}
    )
    assert back["Location"] == first["Location"]
    assert browser.post(first["Location"])["Location"] == reverse("lti_course")
    preview = browser.post(reverse("lti_course"), {"classroom": class_4b.pk}, follow=True)
    assert "Zoe" in words(preview)
    draft = RosterImport.objects.get()
    browser.post(reverse("import", args=[draft.pk]), {"line": ["1", "2", "3"], "choice-1": "same", "choice-2": "same"})
    return browser


def test_a_platform_is_registered_by_a_link_that_works_once(platform, ana_teacher):
    assert LtiRegistration.objects.get().client_id == "tool-1"
    tool = platform.registered["https://purl.imsglobal.org/spec/lti-tool-configuration"]
    assert platform.registered["redirect_uris"] == ["http://testserver/lti/launch/"]
    assert "email" not in tool["claims"]
    assert platform.registered["bearer"] == "Bearer r1"
    admin = signed_in(ana_teacher)
    made = admin.post(reverse("lti_platforms")).content.decode()
    path = made.partition("<code>http://testserver")[2].partition("</code>")[0]
    for status in (200, 404):
        answer = Client().get(path, {"openid_configuration": f"{platform.home}/configuration"})
        assert answer.status_code == status
    assert Client().get(path.replace("register/", "register/x")).status_code == 404


def test_a_platform_is_asked_over_https_only(platform, ana_teacher):
    made = signed_in(ana_teacher).post(reverse("lti_platforms")).content.decode()
    path = made.partition("<code>http://testserver")[2].partition("</code>")[0]
    answer = Client().get(path, {"openid_configuration": "http://platform.example/configuration"})
    assert answer.status_code == 502
    assert "not https" in answer.content.decode()


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "jwks_uri"])
def test_a_platform_with_an_open_line_is_not_kept(platform, ana_teacher, name):
    with Platform() as second:
        second.says = {name: "http://platform.example/open"}
        answer = second.register(signed_in(ana_teacher))
    assert (answer.status_code, "not https" in words(answer)) == (502, True)
    assert LtiRegistration.objects.count() == 1


def test_a_platform_that_says_it_is_another_one_does_not_get_its_people(platform, connected, ana_teacher):
    before = LtiRegistration.objects.values().get()
    with Platform() as second:
        second.says = {"issuer": platform.home}
        answer = second.register(signed_in(ana_teacher))
    assert (answer.status_code, "known with other addresses" in words(answer)) == (502, True)
    assert LtiRegistration.objects.values().get() == before


def test_a_platform_that_is_shut_out_does_not_come_back_by_itself(platform, ana_teacher):
    admin = signed_in(ana_teacher)
    admin.post(reverse("lti_platforms"), {"end": LtiRegistration.objects.get().pk})
    answer = platform.register(admin)
    assert (answer.status_code, "was shut out" in words(answer)) == (502, True)


@pytest.mark.parametrize("said", [{"issuer": 7}, {"jwks_uri": None}, {f"{LTI}-platform-configuration": []}])
def test_a_configuration_that_is_none_is_refused_in_words(platform, ana_teacher, said):
    with Platform() as second:
        second.says = said
        assert second.register(signed_in(ana_teacher)).status_code == 502


def test_a_teacher_connects_the_account_once_and_lands_on_the_class_then(platform, connected, class_4b):
    browser = Client()
    answer = platform.launches(browser, "ana-sub", ["Instructor"])
    assert browser.get(answer["Location"])["Location"] == reverse("class", args=[class_4b.pk])
    assert "Course" in words(browser.get(reverse("class", args=[class_4b.pk])))
    assert AuditEntry.objects.filter(kind=AuditEntry.Kind.RIGHTS, page="lti_connect").exists()


def test_a_new_class_is_called_as_the_course_where_the_name_is_free(platform, connected, class_4b, ana_teacher):
    PlatformCourse.objects.all().delete()
    course = {f"{LTI}/claim/context": {"id": "course-8", "title": f" ={class_4b.name}\u202e "}}
    platform.launches(connected, "ana-sub", ["Instructor"], claims=course)
    connected.post(reverse("lti_course"), {"classroom": ""})
    platform.launches(
        connected,
        "ana-sub",
        ["Instructor"],
        claims={f"{LTI}/claim/context": {"id": "course-9", "title": class_4b.name}},
    )
    connected.post(reverse("lti_course"), {"classroom": ""})
    called = list(ana_teacher.classrooms.values_list("name", flat=True))
    assert (len(called), len(set(called))) == (3, 3)
    assert not any(problem_of(name) for name in called)


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


def test_the_names_of_the_course_are_looked_over_like_any_list(platform, connected, class_4b):
    there = dict(class_4b.students.values_list("name", "source_id"))
    assert there.keys() == {"Amir", "Bea", "Chen", "Dana", "Zoe Z."}
    assert there["Zoe Z."].startswith("lti:")
    platform.members = [
        *platform.members[:2],
        child("u9", "Yan", "Young"),
        child("t1", "Tea", "Cher", roles=["Instructor"]),
    ]
    page = connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "names"}, follow=True)
    assert "Yan" in words(page)
    assert "Tea" not in words(page)


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


def test_a_child_who_is_on_no_list_is_told_so(platform, connected):
    answer = platform.launches(Client(), "stranger", ["Learner"])
    assert answer.status_code == 403
    assert "not on the list yet" in words(answer)


def test_nothing_of_a_person_is_kept_but_a_hash(platform, connected, class_4b):
    platform.launches(Client(), "u2", ["Learner"])
    assert (LtiUser.objects.count(), LtiMembership.objects.count()) == (0, 0)
    dumped = "\n".join(connection.connection.iterdump()) if connection.vendor == "sqlite" else ""
    assert "Maths 4B" in dumped
    for secret in ("secret.example", "ana-sub", "'u2'", "Somebody", "Berg"):
        assert secret not in dumped
    assert PlatformTeacher.objects.get().key.startswith("lti:")


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another-tool"},
        {"iss": "https://another.example"},
        {"exp": 1},
        {"nonce": "guessed"},
        {f"{LTI}/claim/version": "1.1"},
        {f"{LTI}/claim/message_type": "Nonsense"},
        {f"{LTI}/claim/deployment_id": ""},
    ],
)
def test_a_word_that_is_not_right_is_refused(platform, connected, claims):
    assert platform.launches(Client(), "u2", ["Learner"], claims=claims).status_code == 403


def test_a_word_signed_by_somebody_else_is_refused(platform, connected):
    other = JWK.generate(kty="RSA", size=2048, kid="platform-1")
    assert platform.launches(Client(), "ana-sub", ["Instructor"], key=other).status_code == 403


def test_a_word_is_good_for_one_launch(platform, connected):
    browser = Client()
    asked = platform.announces(browser)
    word = platform.word(asked["nonce"], "u2", ["Learner"])
    sent = {"state": asked["state"], "id_token": word}
    assert [browser.post(LAUNCH, sent).status_code for _try in range(2)] == [302, 403]


def test_another_browser_cannot_use_the_word(platform, connected):
    asked = platform.announces(Client())
    word = platform.word(asked["nonce"], "u2", ["Learner"])
    assert Client().post(LAUNCH, {"state": asked["state"], "id_token": word}).status_code == 403


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


def test_a_link_is_put_into_the_course(platform, connected, class_4b):
    task = set_homework(class_4b)
    platform.launches(connected, "ana-sub", ["Instructor"], claims=platform.deep_linking())
    page = connected.get(reverse("lti_choose"))
    assert "Today’s session" in words(page)
    for wanted, lines in (("today", 0), (f"homework-{task.pk}", 1)):
        answer = connected.post(reverse("lti_choose"), {"link": wanted})
        assert f"form-action 'self' {platform.home}" in answer["Content-Security-Policy"].split("; ")
        word = platform.read(answer.content.decode().partition('name="JWT" value="')[2].partition('"')[0])
        (item,) = word[f"{LTI}-dl/claim/content_items"]
        assert word[f"{LTI}-dl/claim/data"] == "state of the platform"
        assert (item["custom"], item["window"]) == ({"cardinal": wanted}, {"targetName": "_blank"})
        assert ("lineItem" in item) == bool(lines)
    assert connected.post(reverse("lti_choose"), {"link": "homework-999999"}).status_code == 404


def test_results_are_sums_quick_and_sure_on_one_line_a_homework(platform, connected, class_4b):
    task = set_homework(class_4b)
    page = reverse("lti_class", args=[class_4b.pk])
    for _press in range(2):
        sent = connected.post(page, {"do": f"homework-{task.pk}"}, follow=True)
    assert "Sent for" in words(sent)
    (line,) = platform.lines
    assert (line["label"], line["scoreMaximum"]) == ("Cardinal: sums quick and sure", 60)
    assert {score["userId"] for score in platform.scores} <= {"u1", "u2", "u3"}
    assert {score["scoreMaximum"] for score in platform.scores} <= {60}
    assert not [name for score in platform.scores for name in score if "time" in name.lower() and name != "timestamp"]


def test_a_class_of_another_teacher_is_not_taken_over(platform, connected, ben_teacher, class_5c):
    ben = signed_in(ben_teacher)
    platform.launches(ben, "ben-sub", ["Instructor"])
    ben.post(LOGIN, {"login": ben_teacher.email, "password": PASSWORD})
    ben.post(reverse("lti_connect"))
    assert ben.get(reverse("lti_course")).status_code == 403
    assert ben.get(reverse("lti_class", args=[PlatformCourse.objects.get().classroom_id])).status_code == 404


def test_a_child_who_is_forgotten_is_forgotten_here_too(platform, connected, class_4b):
    bea = class_4b.students.get(name="Bea")
    connected.post(reverse("student_remove", args=[bea.pk]))
    connected.post(reverse("student_forget", args=[bea.pk]))
    assert not Student.everybody.filter(pk=bea.pk, source_id__startswith="lti:").exists()
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 403


def test_the_connection_ends_and_the_children_stay(platform, connected, class_4b):
    connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "end"})
    assert connected.get(reverse("lti_class", args=[class_4b.pk])).status_code == 404
    assert class_4b.students.filter(name="Zoe Z.").exists()


def test_keys_change_and_old_ones_hold_for_a_week(platform):
    call_command("rotate_keys")
    assert Key.objects.active().count() == 2
    assert len(Client().get(reverse("lti_jwks")).json()["keys"]) == 2


DOORS = """
GET    lti_login      403 403 403
POST   lti_login      403 403 403
POST   lti_launch     403 403 403
GET    lti_launch     405 405 405
GET    lti_jwks       200 200 200
GET    lti_register   404 404 404
GET    lti_platforms  302 404 404
POST   lti_platforms  302 404 404
GET    lti_connect    302 404 404
POST   lti_connect    302 404 404
GET    lti_course     302 404 404
POST   lti_course     302 404 404
GET    lti_choose     302 404 404
POST   lti_choose     302 404 404
GET    lti_class      302 404 404
POST   lti_class      302 404 404
"""
ROWS = [line.split() for line in DOORS.strip().splitlines()]


@pytest.mark.parametrize(("method", "page", "row"), [(method, page, row) for method, page, *row in ROWS])
def test_nobody_gets_in_by_the_way(method, page, row, client, ben_client, ana_client, class_4b):
    values = {"token": "no-such-token", "classroom": class_4b.pk}
    address = reverse(page, kwargs={name: values[name] for name in parameters()[page]})
    met = [browser.generic(method, address).status_code for browser in (client, ben_client, ana_client)]
    assert met == [int(status) for status in row]


def test_every_page_has_its_row_and_the_audit_log_knows_them():
    pages = {page for page in parameters() if page.startswith("lti_")}
    assert {page for _method, page, *_row in ROWS} == pages
    assert {page for page in ACTS if page.startswith("lti_")} <= pages
    assert settings.LTI


def set_homework(classroom):
    day = timezone.localdate()
    return assignments.give(classroom, options={"corner": True, "steps": [1]}, unit="cards", amount=5, last_day=day)


def test_the_first_platform_makes_the_key_of_this_box(ana_teacher):
    assert not Key.objects.exists()
    with Platform() as first:
        first.register(admin_of(ana_teacher))
        assert first.tool_keys == Key.objects.as_jwks()
    assert Key.objects.active().count() == 1
