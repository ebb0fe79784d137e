"""Teachers sign up, in and out, and get a new password by e-mail."""

import re
from base64 import b64decode

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from classroom import known_browsers
from classroom.models import AuditEntry, Teacher
from classroom.server import school_word
from tests.conftest import PASSWORD, words

ANA = {"email": "ana@school.example", "password1": PASSWORD, "name": "Ms Ana"}


def sign_in(client: Client, password: str = PASSWORD, **more: str):
    return client.post(reverse("account_login"), {"login": "ana@school.example", "password": password, **more})


def choose_new_password(client: Client, password: str) -> str:
    """Go the whole way by e-mail; returns the link that was sent."""
    client.post(reverse("account_reset_password"), {"email": "ana@school.example"})
    (link,) = re.findall(r"http://testserver(\S+)", str(mail.outbox[0].body))
    form = client.get(link)["Location"]
    answer = client.post(form, {"password1": password, "password2": password})
    assert answer["Location"] == reverse("account_reset_password_from_key_done")
    return link


@pytest.mark.django_db
def test_signing_up_makes_a_teacher_and_opens_their_classes(client):
    answer = client.post(reverse("account_signup"), ANA, follow=True)
    assert answer.redirect_chain == [(reverse("classes"), 302)]
    assert Teacher.objects.get().name == "Ms Ana"
    assert Teacher.objects.get().check_password(PASSWORD)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("email", "ana", "Enter a valid email address"),
        ("password1", "q7vxk2z", "This password is too short"),
        ("password1", "password", "This password is too common"),
        ("password1", "ana@school.example", "too similar to the e-mail"),
        ("name", "", "Type the name that students will see"),
        ("name", "Ms\u0000 Ana", "invisible characters"),
        ("name", "=Ana", "A name cannot start with"),
        ("name", "A" * 61, "at most 60"),
    ],
)
def test_a_sign_up_that_fails_says_why_and_keeps_what_was_typed(client, field, value, words):
    answer = client.post(reverse("account_signup"), ANA | {field: value})
    page = answer.content.decode()
    assert words in page
    assert "<title>Error: " in page
    assert f'href="#id_{field}"' in page
    assert field == "email" or 'value="ana@school.example"' in page
    assert not Teacher.objects.exists()


def test_an_e_mail_makes_one_account_only(client, ana_teacher):
    answer = client.post(reverse("account_signup"), ANA | {"email": "ANA@School.example", "word": school_word.now()})
    assert "There is an account with this e-mail already" in answer.content.decode()
    assert Teacher.objects.count() == 1


def test_signing_in_takes_a_new_session_key(client, ana_teacher):
    client.get(reverse("account_login"))
    client.session.save()
    before = client.session.session_key
    assert sign_in(client).url == reverse("classes")
    assert client.session.session_key != before


def test_a_wrong_password_and_an_unknown_e_mail_get_the_same_answer(client, ana_teacher):
    wrong = sign_in(client, "not the password").content.decode()
    unknown = sign_in(client, login="nobody@school.example").content.decode()
    assert "This e-mail and password do not belong together" in wrong
    assert _summary(wrong) == _summary(unknown)


def _summary(page: str) -> str:
    found = re.search(r'<div class="error-summary".*?</div>', page, re.DOTALL)
    assert found
    return found[0]


def test_after_signing_in_one_goes_where_one_wanted_but_never_to_another_site(client, ana_teacher):
    assert sign_in(client, next="/classes/new/").url == "/classes/new/"
    assert sign_in(Client(), next="//evil.example/").url == reverse("classes")


def test_signing_out_needs_a_press_and_then_closes_the_pages(ana_client):
    assert ana_client.get(reverse("account_logout")).status_code == 200
    assert ana_client.get(reverse("classes")).status_code == 200
    assert ana_client.post(reverse("account_logout")).url == reverse("home")
    assert ana_client.get(reverse("classes")).status_code == 302


def test_guessing_one_password_is_stopped_but_not_the_school_behind_the_same_address(client, ana_teacher, ben_teacher):
    for _guess in range(10):
        sign_in(client, "not the password")
    assert "Too many tries" in sign_in(client).content.decode()
    assert sign_in(Client(), login="ben@school.example").url == reverse("classes")


def test_guessing_under_ever_new_names_of_the_server_is_stopped_too(client, ana_teacher):
    for guess in range(10):
        wrong = {"login": "ana@school.example", "password": "not the password"}
        client.post(reverse("account_login"), wrong, headers={"Host": f"name{guess}"})
    assert "Too many tries" in sign_in(client).content.decode()


def test_a_stranger_who_guesses_does_not_lock_the_teacher_out_of_her_own_browser(ana_teacher):
    own = Client()
    sign_in(own)
    own.post(reverse("account_logout"))
    for _guess in range(11):
        stopped = sign_in(Client(), "not the password")
    assert "Too many tries" in stopped.content.decode()
    assert sign_in(own).url == reverse("classes")


def test_failures_of_a_whole_address_do_not_lock_a_known_browser_out_either(ana_teacher):
    own = Client()
    sign_in(own)
    own.post(reverse("account_logout"))
    for guess in range(61):
        sign_in(Client(), "not the password", login=f"nobody{guess}@school.example")
    assert "Too many tries" in sign_in(Client()).content.decode()
    assert sign_in(own).url == reverse("classes")


def test_guessing_at_a_known_browser_is_stopped_there_and_only_there(ana_teacher, ben_teacher):
    shared = Client()
    sign_in(shared)
    shared.post(reverse("account_logout"))
    for _guess in range(10):
        sign_in(shared, "not the password")
    assert "Too many tries" in sign_in(shared).content.decode()
    assert sign_in(Client()).url == reverse("classes")


def test_a_browser_is_known_for_the_account_that_was_used_there_alone(ana_teacher, ben_teacher):
    ben = Client()
    sign_in(ben, login="ben@school.example")
    ben.post(reverse("account_logout"))
    for _guess in range(10):
        sign_in(ben, "not the password")
    assert "Too many tries" in sign_in(Client()).content.decode()


def test_what_a_browser_remembers_cannot_be_made_up_and_holds_no_e_mail(client, ana_teacher):
    sign_in(client)
    cookie = client.cookies[known_browsers.ACCOUNTS.cookie]
    kept = b64decode(cookie.value.partition(":")[0] + "==")
    assert (b"ana" in kept, cookie["httponly"], cookie["samesite"]) == (False, True, "Lax")
    forged = Client()
    forged.cookies[known_browsers.ACCOUNTS.cookie] = cookie.value[:-1]
    for _guess in range(10):
        sign_in(forged, "not the password")
    assert "Too many tries" in sign_in(Client()).content.decode()


def test_a_new_password_opens_the_door_that_guessing_had_closed(client, ana_teacher):
    for _guess in range(10):
        sign_in(client, "not the password")
    choose_new_password(client, "nine ate seven")
    assert sign_in(Client(), "nine ate seven").url == reverse("classes")


def test_a_whole_staff_room_signs_in_within_a_minute_from_one_address(ana_teacher):
    assert {sign_in(Client()).status_code for _teacher in range(40)} == {302}


def test_a_forgotten_password_is_changed_by_a_link_that_works_once(client, ana_teacher):
    link = choose_new_password(client, "nine ate seven")
    assert sign_in(Client(), "nine ate seven").url == reverse("classes")
    assert "This link does not work any more" in Client().get(link, follow=True).content.decode()


def test_the_link_never_leads_to_the_address_that_the_asking_browser_claims(client, ana_teacher):
    for email in ("ana@school.example", "nobody@school.example"):
        client.post(reverse("account_reset_password"), {"email": email}, headers={"Host": "192.168.1.66"})
        assert "http://testserver/" in mail.outbox[-1].body
    assert not any("192.168.1.66" in f"{sent.subject} {sent.body}" for sent in mail.outbox)


def test_asking_for_a_link_does_not_tell_whether_there_is_an_account(client, ana_teacher):
    known = client.post(reverse("account_reset_password"), {"email": "ana@school.example"}, follow=True)
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@school.example"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert [message.to for message in mail.outbox] == [["ana@school.example"], ["nobody@school.example"]]


@pytest.mark.django_db
def test_the_first_run_offers_the_first_account(client):
    assert "Make the first teacher account" in client.get("/").content.decode()


def test_a_later_run_offers_to_sign_in(client, ana_teacher):
    page = client.get("/").content.decode()
    assert "Make the first teacher account" not in page
    assert reverse("account_login") in page


def test_a_form_from_before_the_last_sign_in_is_refused_in_words(ana_teacher):
    strict = Client(enforce_csrf_checks=True)
    answer = sign_in(strict)
    assert answer.status_code == 403
    assert "This page was open for too long" in answer.content.decode()
    assert "HX-Refresh" not in answer


def test_htmx_is_told_to_load_the_page_again_after_such_a_refusal(ana_teacher):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(reverse("account_login"), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Refresh"]) == (403, "true")


def test_without_a_mail_server_no_link_stands_in_the_log_and_the_box_makes_one(
    client, ana_teacher, settings, capfd, caplog
):
    """Whoever reads the log of a server is not whose account the link opens."""
    settings.EMAIL_BACKEND = "classroom.server.without_mail.EmailBackend"
    page = client.post(reverse("account_reset_password"), {"email": "ana@school.example"}, follow=True)
    assert "Ask whoever runs Cardinal there for a link" in words(page)
    said = "".join(capfd.readouterr()) + caplog.text
    assert "manage.py rights E-MAIL --password-link" in said
    assert "/accounts/password/" not in said
    assert "ana@school.example" not in said
    call_command("rights", "Ana@School.example", "--password-link", "--port", "8123")
    (link,) = re.findall(r"http://[\w.]+:8123(/accounts/password/\S+)", capfd.readouterr().out)
    opened = client.get(link)["Location"]
    chosen = client.post(opened, {"password1": "another long one", "password2": "another long one"})
    assert chosen.status_code == 302
    assert Teacher.objects.get().check_password("another long one")
    assert client.get(link).status_code == 200, "it works once"
    assert AuditEntry.objects.filter(page="password_link", about={"teacher": ana_teacher.pk}).exists()
