"""How few queries a child's way in makes, as a whole school comes in at once; and that no cached page is stale."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classroom.joining.sockets import owner
from classroom.models import Attendance, Student
from classroom.server.http import drawn
from classroom.sessions import lifecycle

TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+')
FREE = re.compile(r"BEGIN|COMMIT|SAVEPOINT|RELEASE", re.IGNORECASE)


def asked(client: Client, path: str, posted: dict[str, object] | None = None) -> int:
    """Return with how many statements the page was made, the ends of transactions left out."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = client.post(path, posted) if posted else client.get(path)
    assert answer.status_code in (200, 302), answer.content.decode()
    return sum(not FREE.match(query["sql"]) for query in queries)


def test_each_step_of_the_way_in_is_few_questions(lobby_4b, client):
    bea = Student.objects.get(name="Bea")
    names = reverse("join_names", args=[lobby_4b.code])
    assert asked(client, reverse("join")) == 0
    assert asked(client, reverse("join"), {"code": lobby_4b.code}) == 2  # failed guesses, the session
    assert asked(client, names) == 3  # and the names
    assert asked(client, names, {"student": bea.pk}) == 8  # the student, in: 3, a free key, the browser's session
    assert asked(client, reverse("waiting")) == 2  # the browser's session, and who that is
    assert asked(client, reverse("meanwhile")) == 4  # and the answers that turn tiles, a check-up that is open


@pytest.mark.parametrize("page", ["join", "join_names"])
def test_a_kept_page_is_the_page_that_is_drawn_for_one_browser_alone(page, lobby_4b, monkeypatch):
    address = reverse(page, args=[lobby_4b.code] if page == "join_names" else [])
    kept = [TOKEN.sub("", Client().get(address).content.decode()) for _ in range(2)]
    monkeypatch.setattr(drawn, "get_messages", lambda _request: ["for this browser alone"])
    assert [TOKEN.sub("", Client().get(address).content.decode())] * 2 == kept
    assert "csrfmiddlewaretoken" in kept[0]


def test_a_larger_class_asks_no_more(lobby_4b, client):
    names = reverse("join_names", args=[lobby_4b.code])
    few = asked(client, names)
    Student.objects.bulk_create(Student(classroom=lobby_4b.classroom, name=f"Kim {n}") for n in range(30))
    assert asked(client, names) == few


@pytest.mark.django_db(transaction=True)
def test_a_table_s_page_is_three_questions(bea_client, their_table):
    table = reverse("table", args=[their_table.code])
    bea_client.get(table)
    assert asked(bea_client, table) == 3  # the browser's session, who that is, whether it sat there before


@pytest.mark.django_db(transaction=True)
def test_a_table_s_socket_is_two_questions_whose_text_is_made_once(bea_client, their_table, monkeypatch):
    cookie = f"{settings.SESSION_COOKIE_NAME}={bea_client.cookies[settings.SESSION_COOKIE_NAME].value}"
    scope = {"path": f"/ws/table/{their_table.code}/", "headers": [(b"cookie", cookie.encode())]}
    known = owner.owner_of.func(scope)
    written: list[str] = []
    as_sql = SQLCompiler.as_sql
    monkeypatch.setattr(SQLCompiler, "as_sql", lambda self, **how: written.append("") or as_sql(self, **how))
    with CaptureQueriesContext(connection) as queries:
        assert owner.owner_of.func(scope) == known
    assert (len(queries), written) == (2, [])
    assert known.player == Student.objects.get(name="Bea").pk


def test_who_comes_in_again_keeps_its_place_and_loses_its_old_browser(lobby_4b):
    bea = Student.objects.get(name="Bea")
    first = lifecycle.arrive(session=lobby_4b, student=bea)
    Attendance.objects.update(table=3, team=1)
    second = lifecycle.arrive(session=lobby_4b, student=bea)
    stored = Attendance.objects.get()
    assert (stored.pk, stored.device, stored.table, stored.team) == (second.pk, second.device, 3, 1)
    assert first.device != second.device


# What is kept


def test_a_new_name_and_a_new_face_are_on_the_next_page_whoever_wrote_them(lobby_4b, client):
    names = reverse("join_names", args=[lobby_4b.code])
    assert "Bea" in client.get(names).content.decode()
    Student.objects.filter(name="Bea").update(name="Beatrix", character="fox", colour="red")
    page = client.get(names).content.decode()
    assert "Beatrix" in page
    assert "#fox" in page
    assert ">Bea<" not in page


def test_a_door_that_is_locked_is_on_the_next_page(lobby_4b, client):
    names = reverse("join_names", args=[lobby_4b.code])
    assert client.get(names).status_code == 200
    lifecycle.lock(session=lobby_4b, locked=True)
    assert client.get(names).status_code == 423


def test_each_browser_gets_a_token_of_its_own(lobby_4b):
    tokens = set()
    for browser in (Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)):
        page = browser.get(reverse("join")).content.decode()
        (token, *_more) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        answer = browser.post(reverse("join"), {"code": lobby_4b.code, "csrfmiddlewaretoken": token})
        assert answer.status_code == 302
        tokens.add(browser.cookies["csrf"].value)
    assert len(tokens) == 2
    assert len(get_token(RequestFactory().get("/"))) == 64


def test_a_name_is_text_on_a_kept_page(lobby_4b, client):
    Student.objects.filter(name="Bea").update(name="<b>Bea</b>")
    page = client.get(reverse("join_names", args=[lobby_4b.code])).content.decode()
    assert "&lt;b&gt;Bea" in page
    assert "<b>Bea" not in page


def test_a_teacher_at_the_children_s_door_keeps_the_menu(lobby_4b, ana_client):
    page = ana_client.get(reverse("join_names", args=[lobby_4b.code])).content.decode()
    assert 'class="top-nav"' in page
    assert page.count('name="student"') == 4


@pytest.mark.parametrize("language", ["en", "is"])
def test_a_kept_page_is_in_the_language_of_its_reader(lobby_4b, client, language):
    page = client.get(reverse("join"), headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}"' in page
