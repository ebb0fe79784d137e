"""A class that shows its names to nobody who has only the code: children type theirs."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from classroom.joining.sign_in import credentials, throttling
from classroom.models import Classroom, ClassSession, Guesses, Knock, Student
from classroom.sessions import lifecycle
from tests.classroom.conftest import open_lobby
from tests.classroom.joining.secret_signs import SignIn, says, secret_page, sign_in_by, student
from tests.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Amir", "Bea", "Chen", "Dana")


@pytest.fixture
def lobby(class_4b: Classroom) -> ClassSession:
    class_4b.typed_names = True
    class_4b.save()
    return open_lobby(class_4b)


def types(browser: Client, session: ClassSession, name: str):
    return browser.post(reverse("join_names", args=[session.code]), {"name": name})


def test_the_page_behind_the_code_names_nobody(client, lobby):
    page = client.get(reverse("join_names", args=[lobby.code]))
    assert "What is your name?" in words(page)
    assert "what_is_your_name" in page.content.decode()
    assert not any(name in words(page) for name in NAMES)


def test_a_child_that_types_its_name_is_in(client, lobby):
    assert types(client, lobby, " bEA ").url == reverse("waiting")
    assert lobby.attendances.get().student.name == "Bea"
    assert "Hi Bea!" in words(client.get(reverse("waiting")))


@pytest.mark.parametrize("typed", ["", " ", "."])
def test_an_empty_field_asks_for_a_name_and_counts_for_nothing(client, lobby, typed):
    page = types(client, lobby, typed)
    assert (page.status_code, "Type your name." in words(page)) == (422, True)
    assert not Guesses.objects.exists()


def test_a_name_of_another_class_is_a_wrong_one(client, lobby, class_5c):
    assert class_5c.students.filter(name="Eli").exists()
    assert types(client, lobby, "Eli").status_code == 403
    assert not ClassSession.objects.filter(attendances__isnull=False).exists()


def test_a_wrong_name_says_so_keeps_what_was_typed_and_lets_nobody_in(client, lobby):
    page = types(client, lobby, "Zoe <b>")
    assert page.status_code == 403
    assert "Nobody in this class has that name. Try again, or ask your teacher." in words(page)
    assert 'value="Zoe &lt;b&gt;"' in page.content.decode()
    assert not lobby.attendances.exists()


def test_two_of_one_first_name_are_asked_for_more(client, lobby, class_4b):
    Student.objects.filter(name="Chen").update(name="Bea R.")
    Student.objects.filter(name="Bea").update(name="Bea K.")
    page = types(client, lobby, "bea")
    assert (page.status_code, "Type the first letter of your last name, too." in words(page)) == (422, True)
    assert not {"Bea K.", "Bea R."} & set(words(page).split("."))
    assert not Guesses.objects.exists()
    assert types(client, lobby, "bea r").url == reverse("waiting")


def test_who_guesses_names_waits_longer_and_a_right_code_does_not_help(lobby, still):
    browser = Client()
    browser.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    assert [types(browser, lobby, f"Zoe {n}").status_code for n in range(5)] == [403, 403, 403, 403, 429]
    browser.post(reverse("join"), {"code": lobby.code})
    assert types(browser, lobby, "Bea").status_code == 429
    neighbour = Client()
    neighbour.cookies[settings.CSRF_COOKIE_NAME] = "b" * 32
    assert types(neighbour, lobby, "Bea").status_code == 302


def test_a_class_that_is_guessed_at_waits_and_its_teacher_lifts_it(lobby, ana_client, still):
    tried = [types(Client(), lobby, f"Zoe {n}").status_code for n in range(throttling.CLASS_BUDGET + 2)]
    assert tried[-2:] == [403, 429]
    assert types(Client(), lobby, "Bea").status_code == 429
    assert "Somebody guesses a lot in this class." in words(ana_client.get(reverse("session", args=[lobby.pk])))
    ana_client.post(reverse("session_lift", args=[lobby.pk]))
    assert types(Client(), lobby, "Bea").url == reverse("waiting")


def test_a_child_s_number_alone_opens_and_tells_nothing(client, lobby, class_4b):
    bea = student(class_4b)
    tapped = client.post(reverse("join_names", args=[lobby.code]), {"student": bea.pk})
    asked = client.post(reverse("join_ask", args=[lobby.code]), {"student": bea.pk})
    assert [tapped.status_code, asked.status_code] == [422, 422]
    assert not any("Bea" in words(page) for page in (tapped, asked))
    assert not lobby.attendances.exists()
    assert not Knock.objects.exists()


def test_the_page_of_a_secret_is_only_behind_the_name(client, class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    Classroom.objects.update(typed_names=True)
    bea, chen = student(class_4b), student(class_4b, "Chen")
    names = reverse("join_names", args=[session.code])
    assert client.get(secret_page(session, bea)).url == names
    assert says(client, session, bea, credentials.given(bea)).url == names
    assert types(client, session, "bea").url == secret_page(session, bea)
    assert "Hi Bea!" in words(client.get(secret_page(session, bea)))
    assert client.get(secret_page(session, chen)).url == names
    assert says(client, session, bea, credentials.given(bea)).url == reverse("waiting")
    assert session.attendances.get().student == bea


def test_a_child_with_a_secret_can_ask_the_teacher_by_its_name(client, class_4b):
    session = sign_in_by(class_4b, SignIn.PICTURES)
    Classroom.objects.update(typed_names=True)
    types(client, session, "bea")
    asked = client.post(reverse("join_ask", args=[session.code]), {"student": student(class_4b).pk})
    assert asked.url == reverse("waiting")
    assert Knock.objects.get().student == student(class_4b)


def test_who_was_shown_out_comes_back_by_one_press(lobby):
    old, new = Client(), Client()
    for browser in (old, new):
        assert types(browser, lobby, "Bea").url == reverse("waiting")
    assert "That is me: play here" in words(old.get(reverse("waiting")))
    back = old.post(reverse("join_names", args=[lobby.code]), {"student": student(lobby.classroom).pk})
    assert back.url == reverse("waiting")


def test_the_next_child_at_a_shared_device_types_its_own_name(client, lobby, class_4b):
    client.post(reverse("join_shared", args=[lobby.code]))
    for name in NAMES:
        assert types(client, lobby, name).url == reverse("waiting")
        names = client.post(reverse("leave")).url
        assert "What is your name?" in words(client.get(names))
        assert client.post(names, {"student": student(class_4b, name).pk}).status_code == 422
    assert lobby.attendances.count() == 4


def test_behind_a_locked_door_only_who_was_in_gets_back(lobby, class_4b):
    ClassSession.objects.update(locked=True)
    names = reverse("join_names", args=[lobby.code])
    assert Client().get(names).status_code == 423
    lifecycle.arrive(session=lobby, student=student(class_4b))
    assert "The door is locked. Only children who were in can come back." in words(Client().get(names))
    assert types(Client(), lobby, "Chen").status_code == 423
    assert types(Client(), lobby, "Bea").url == reverse("waiting")


def test_the_teacher_switches_it_on_and_secrets_stay(ana_client, class_4b):
    page = reverse("class_sign_in", args=[class_4b.pk])
    Student.objects.filter(name="Bea").update(secret="chosen")
    Classroom.objects.update(sign_in="pictures", own_secrets=True)
    posted = {"sign_in": "pictures", "own_secrets": "yes", "typed_names": "yes"}
    assert ana_client.post(page, posted).status_code == 302
    assert Classroom.objects.get().typed_names
    assert student(class_4b).secret == "chosen"
    assert 'value="yes" id="id_typed_names_1" checked' in " ".join(ana_client.get(page).content.decode().split())
