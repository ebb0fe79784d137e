"""Where a class lives, for the proxy in front of several workers."""

import pytest
from django.http import HttpResponse
from django.test import AsyncClient, RequestFactory
from django.urls import reverse

from classroom.joining.visitor import Visitor
from classroom.models import Attendance
from classroom.server.http import place
from classroom.sessions import lifecycle
from game import codes
from game.models import Table

SEVERAL = ["classroom.server.http.place.PlaceMiddleware"]


@pytest.fixture
def several(settings) -> None:
    settings.WORKERS = 3
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, *SEVERAL]


@pytest.mark.parametrize(("number", "digits"), [(7, "007"), (42, "042"), (999, "999"), (1000, "000"), (12345, "345")])
def test_a_place_is_three_digits(number, digits):
    assert codes.place_of(number) == digits


def test_the_code_of_a_session_s_table_begins_with_its_place(several, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    for student in class_4b.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    tables = Table.objects.values_list("code", flat=True)
    assert {code[:3] for code in tables} == {codes.place_of(session.pk)}
    assert {len(code) for code in tables} == {11}


def test_with_one_worker_codes_and_cookies_have_no_place(their_table, bea_client):
    assert len(their_table.code) == 8
    assert place.COOKIE not in bea_client.get(reverse("waiting")).cookies


def test_a_child_s_pages_tell_the_proxy_where_its_class_is(several, lesson, bea_client):
    cookie = bea_client.get(reverse("waiting")).cookies[place.COOKIE]
    assert (cookie.value, bool(cookie["httponly"])) == (codes.place_of(lesson.pk), True)
    assert place.COOKIE not in bea_client.get(reverse("waiting")).cookies


@pytest.mark.django_db(transaction=True)
async def test_an_asynchronous_page_tells_the_proxy_too(several, their_table, bea_client):
    browser = AsyncClient()
    browser.cookies = bea_client.cookies
    answer = await browser.get(reverse("table", args=[their_table.code]))
    assert answer.cookies[place.COOKIE].value == codes.place_of((await Attendance.objects.afirst()).session_id)


def test_who_is_in_no_session_has_no_place(several, client, db):
    assert place.COOKIE not in client.get(reverse("home")).cookies


def test_no_page_asks_for_the_session_because_of_it(db, several, django_assert_num_queries):
    request = RequestFactory().get("/")
    request.visitor = Visitor(request)
    with django_assert_num_queries(0):
        assert not place.PlaceMiddleware(lambda _request: HttpResponse())(request).cookies
