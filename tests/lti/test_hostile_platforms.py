"""A platform that means harm, or errs: what it says is held against the standard, and where it leads nobody goes."""

import gzip
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from lti_tool.models import LtiContext, LtiRegistration
from pylti1p3.exception import LtiException

from classroom.lti import asking, cache, gradebook, keys, members
from classroom.lti.claims import CLAIMS
from classroom.models import Homework, PlatformCourse, RosterImport
from tests.conftest import words
from tests.hostile.sending import LAUNCHES, SENT, hostile
from tests.lti.conftest import admin_of, set_homework
from tests.lti.course import ana_teacher, class_4b, connected, course, platform
from tests.lti.platform import DRIPS, LTI, Platform, child

__all__ = ["ana_teacher", "class_4b", "connected", "course", "platform"]

WRONG: list[dict[str, Any]] = [
    {"sub": None},
    {"sub": ""},
    {"sub": 7},
    {"sub": "u1\0"},
    {"sub": "u1\ud83d"},
    {"sub": "x" * 300},
    {f"{LTI}/claim/deployment_id": 7},
    {f"{LTI}/claim/deployment_id": "x" * 300},
    {f"{LTI}/claim/roles": "Instructor"},
    {f"{LTI}/claim/roles": [7]},
    {f"{LTI}/claim/context": ["course-7"]},
    {f"{LTI}/claim/context": {"id": "course-7", "title": "x" * 600}},
    {f"{LTI}/claim/context": {"id": "course-7", "title": "\ud83d"}},
    {f"{LTI}/claim/context": {"id": "course-7", "label": "x" * 300}},
    {f"{LTI}/claim/context": {"id": "course-7", "type": 7}},
    {f"{LTI}/claim/context": {"id": 7}},
    {f"{LTI}/claim/custom": ["today"]},
    {f"{LTI}/claim/custom": {"cardinal": ["today"]}},
    {f"{LTI}-nrps/claim/namesroleservice": {"context_memberships_url": "file:///etc/passwd"}},
    {f"{LTI}-nrps/claim/namesroleservice": {"context_memberships_url": "http://10.0.0.1/members"}},
    {f"{LTI}-nrps/claim/namesroleservice": {"context_memberships_url": "https://a@moodle.example/members"}},
    {f"{LTI}-nrps/claim/namesroleservice": {"context_memberships_url": f"https://moodle.example/{'x' * 200}"}},
    {f"{LTI}-nrps/claim/namesroleservice": {}},
    {f"{LTI}-ags/claim/endpoint": {"lineitems": "//moodle.example"}},
    {f"{LTI}-ags/claim/endpoint": {"lineitems": None, "scope": {}}},
]


def platform_rows() -> list[Any]:
    return [*LtiContext.objects.values_list(), *LtiRegistration.objects.values_list()]


def test_a_claim_of_another_shape_is_refused_and_nothing_is_kept(platform, connected):
    before = platform_rows()
    for claims in WRONG:
        answer = platform.launches(Client(), "u1", ["Learner"], claims=claims)
        assert (answer.status_code, "Go back to the course" in words(answer)) == (403, True), claims
        assert platform_rows() == before, claims


def test_parts_that_hold_nothing_are_as_if_they_were_missing(platform, connected):
    claims = {
        f"{LTI}/claim/context": {"id": "course-7", "title": None, "label": None, "type": None},
        f"{LTI}/claim/custom": {"cardinal": None},
        f"{LTI}-ags/claim/endpoint": {"lineitems": None, "scope": None},
    }
    assert platform.launches(Client(), "u1", ["Learner"], claims=claims).status_code == 302


def test_a_link_is_handed_back_to_a_real_address_only(platform, connected):
    """The address stands in a form and in the page's policy."""
    claims = platform.deep_linking()
    for back in ("javascript:alert(1)", "http://evil.example/", "https://a;script-src *", "", None):
        claims[f"{LTI}-dl/claim/deep_linking_settings"]["deep_link_return_url"] = back
        assert platform.launches(Client(), "ana-sub", ["Instructor"], claims=claims).status_code == 403, back


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "title", "cardinal", "scope"]), inner)
    ),
    max_leaves=6,
)


OF_THE_LIBRARY = *(f"{LTI}/claim/{name}" for name in ("version", "message_type", "resource_link")), "aud"
READ = [name for name in (*CLAIMS, *OF_THE_LIBRARY) if name != "sub"]


@hostile(LAUNCHES)
@given(claims=st.dictionaries(st.sampled_from(READ), JSON, min_size=1, max_size=3))
def test_nothing_that_is_signed_breaks_the_page(platform, connected, claims):
    assert platform.launches(Client(), "u1", ["Learner"], claims=claims).status_code < 500
    SENT["launches"] += 1


ANNOUNCED = (
    {"iss": "\0"},
    {"client_id": "\0"},
    {"login_hint": ""},
    {"target_link_uri": "//evil.example"},
    {"iss": "x" * 5000},
)


def test_nothing_that_is_announced_breaks_the_page(platform):
    for form in ANNOUNCED:
        assert isinstance(platform.announces(Client(), **form), dict), form


NO_LISTS: list[Any] = [
    *([], "x", 7, None, {"members": None}, {"members": 7}, {"members": ["x"]}, {"members": [{"roles": 7}]}),
    *({"members": [{"roles": ["Learner"]}]}, {"members": [child("u9", "Kim", "Long") | {"given_name": 7, "name": {}}]}),
]


def test_a_list_of_nonsense_is_said_to_be_none(platform, connected, class_4b):
    children = list(class_4b.students.values())
    for said in NO_LISTS:
        platform.instead["/members"] = (200, said, {})
        answer = connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "names"}, follow=True)
        assert answer.status_code == 200, said
    assert list(class_4b.students.values()) == children


def test_half_a_character_in_a_list_stops_neither_the_night_nor_the_results(platform, connected, class_4b):
    """An error here would end the task that also makes the backups, until the server is started again."""
    homework = set_homework(class_4b)
    platform.members += [child("u8\ud83d", "Yan\ud83d", "Young"), child("\ud83d", "Nobody", "Here")]
    PlatformCourse.objects.update(read_at=None)
    Homework.objects.update(until=timezone.now())
    members.read_nightly()
    gradebook.send_due()
    assert class_4b.students.filter(name__startswith="Yan", source_id__startswith="lti:").exists()
    assert not class_4b.students.filter(name__startswith="Nobody").exists()
    assert PlatformCourse.objects.get().sent == {f"{homework.pk}": gradebook.OVER}


def test_lines_of_nonsense_take_no_results(platform, connected, class_4b):
    homework = set_homework(class_4b)
    for said in (7, ["x"], {"id": 7}, [{"tag": 7}]):
        platform.instead["/lineitems"] = (200, said, {})
        page = {"do": f"homework-{homework.pk}"}
        answer = connected.post(reverse("lti_class", args=[class_4b.pk]), page, follow=True)
        assert answer.status_code == 200, said
    assert platform.scores == []


def test_nobody_is_followed_to_another_place(platform, connected, class_4b):
    """A platform that is allowed leads to a place that is not: its list, its keys."""
    with Platform() as third:
        for path in ("/members", "/jwks"):
            platform.instead[path] = (302, {}, {"Location": f"{third.home}{path}"})
        connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "names"})
        platform.instead["/members"] = (200, {"members": []}, {"Link": f'<{third.home}/members>; rel="next"'})
        platform.launches(Client(), "u1", ["Learner"])
        assert third.visits == []


def test_a_list_without_an_end_ends(platform, connected, class_4b, monkeypatch):
    monkeypatch.setattr(asking, "MOST_PAGES", 5)
    platform.instead["/members"] = (200, {"members": []}, {"Link": f'<{platform.home}/members>; rel="next"'})
    before, drafts = len(platform.visits), RosterImport.objects.count()
    page = connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "names"}, follow=True)
    assert "The course gave no names" in words(page)
    assert (len(platform.visits) - before, RosterImport.objects.count()) == (5, drafts)


ENDLESS = {
    "large": b" " * (asking.LARGEST_ANSWER + 1),
    "packed": gzip.compress(b" " * (asking.LARGEST_ANSWER + 1)),
    "deep": b"[" * 200_000,
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_answer_that_is_too_large_or_too_deep_is_none(platform, connected, ana_teacher, class_4b, kind):
    """Of the list of people, of the platform's keys, and of the configuration at a registration."""
    heads = {"Content-Encoding": "gzip"} if kind == "packed" else {}
    for path in ("/members", "/jwks", "/configuration"):
        platform.instead[path] = (200, ENDLESS[kind], heads)
    page = connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "names"}, follow=True)
    assert "The course gave no names" in words(page)
    assert platform.launches(Client(), "u1", ["Learner"]).status_code == 403
    known = LtiRegistration.objects.count()
    assert platform.register(admin_of(ana_teacher)).status_code == 502
    assert LtiRegistration.objects.count() == known


def test_an_answer_that_drips_without_end_is_given_up(platform, monkeypatch):
    """Each of its bytes comes in time, the whole does not."""
    monkeypatch.setattr(asking, "PATIENCE", 1)
    platform.instead["/configuration"] = (200, DRIPS, {})
    with pytest.raises(asking.AnswerError):
        asking.BoundedSession().get(f"{platform.home}/configuration")


def test_a_platform_that_is_down_takes_few_threads_and_is_left_alone_for_a_while(platform, connected, monkeypatch):
    """A class that comes from there at once holds none of the threads that make everybody's pages."""
    monkeypatch.setattr(asking, "PATIENCE", 1)
    platform.instead["/jwks"] = (200, DRIPS, {})
    platform.visits.clear()

    def launch(_child: int) -> str:
        with pytest.raises((LtiException, asking.AnswerError)) as refusal:
            keys.platform_keys(f"{platform.home}/jwks", "platform-1")
        return refusal.type.__name__

    with ThreadPoolExecutor(16) as threads:
        refused = Counter(threads.map(launch, range(16)))
    assert refused == {"AnswerError": platform.visits.count("/jwks"), "LtiException": 16 - refused["AnswerError"]}
    assert 0 < refused["AnswerError"] <= keys.AT_ONCE
    del platform.instead["/jwks"]
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 403
    cache.clear()
    assert platform.launches(Client(), "u2", ["Learner"]).status_code == 302


def test_a_platform_that_takes_a_call_and_says_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr(asking, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(requests.Timeout):
        asking.BoundedSession().get(f"http://127.0.0.1:{silent.getsockname()[1]}/")


def test_a_box_with_a_public_name_never_asks_itself(monkeypatch):
    for address in ("http://127.0.0.1/", "https://localhost./", "https://[::1]:8443/", "https://127.9.9.9/"):
        asking.check_address(address)
        with monkeypatch.context() as patch:
            patch.setattr(settings, "PUBLIC_HOST", "cards.example")
            with pytest.raises(asking.AddressError):
                asking.check_address(address)


@pytest.mark.parametrize(
    "spelling", ["127.1", "2130706433", "0.0.0.0", "[::ffff:127.0.0.1]", "169.254.169.254", "10.0.0.1"]
)
def test_no_spelling_of_an_address_leads_into_the_school(platform, monkeypatch, spelling):
    monkeypatch.setattr(settings, "PUBLIC_HOST", "cards.example")
    with pytest.raises(asking.AddressError):
        asking.check_address(f"https://{spelling}/members")
    with pytest.raises(requests.RequestException):
        asking.BoundedSession().get(f"https://{spelling}:{platform.server.server_port}/")


def test_a_name_that_leads_here_only_when_it_is_asked_again_leads_nowhere(platform, monkeypatch):
    """DNS rebinding: what was judged is what is connected to, and the name is asked once."""
    monkeypatch.setattr(settings, "PUBLIC_HOST", "cards.example")
    real, asked, connected = socket.getaddrinfo, [], []

    def rebinding(host: str, *args: Any, **more: Any) -> Any:
        if host != "moodle.example" or more.get("flags"):  # asked whether it is a number
            return real(host, *args, **more)
        asked.append(host)
        return real("93.184.215.14" if len(asked) == 1 else "127.0.0.1", *args, **more)

    def connect(_socket: socket.socket, address: Any) -> None:
        connected.append(address[0])
        raise OSError("no way there")

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    monkeypatch.setattr(socket.socket, "connect", connect)
    for answer in ("93.184.215.14", "nothing"):
        with pytest.raises(requests.ConnectionError):
            asking.BoundedSession().get(f"https://moodle.example:{platform.server.server_port}/members")
        assert connected == ["93.184.215.14"], answer


def test_a_proxy_of_the_environment_resolves_no_names_for_us(platform, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert asking.BoundedSession().get(f"{platform.home}/configuration").status_code == 200


def test_pages_of_a_list_are_found_as_they_are_written(platform, connected, class_4b):
    """pylti1p3 makes the address of a next page lower case."""
    platform.members = [child(f"u{n}", f"Kid{n}", "Long") for n in range(7)]
    assert len(members.of(LtiContext.objects.get())) == 7
