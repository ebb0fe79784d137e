"""A teacher's own account: name, language, look, e-mail address, password."""

import re
from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.db.models import QuerySet
from django.db.models.signals import pre_save
from django.test import Client
from django.urls import reverse

from classroom.models import Teacher
from classroom.teachers.account import addresses
from tests.conftest import PASSWORD, words

NEW = "ana.new@school.example"


@pytest.fixture
def with_mail(settings):
    settings.MAIL_SERVER = "smtp://mail.school.example"


def asks(browser: Client, email: str = NEW, password: str = PASSWORD):
    return browser.post(reverse("account_email"), {"email": email, "password": password})


def signs_in(email: str, password: str = PASSWORD) -> bool:
    return Client().post(reverse("account_login"), {"login": email, "password": password}).status_code == 302


def test_name_language_and_look_are_changed_and_every_page_has_them(ana_client, ana_teacher):
    posted = {"name": "Ms Ana", "language": "is", "theme": "calm"}
    page = ana_client.post(reverse("account"), posted, follow=True).content.decode()
    assert '<html lang="is" data-theme="calm">' in page
    ana_teacher.refresh_from_db()
    assert (ana_teacher.name, ana_teacher.language, ana_teacher.theme) == ("Ms Ana", "is", "calm")
    assert 'data-theme="calm"' in ana_client.get(reverse("classes")).content.decode()


@pytest.fixture
def meanwhile() -> Iterator[Callable[..., None]]:
    """Change a row just before a teacher's next one is saved, as another request may."""
    calls = []

    def change(rows: QuerySet, **values: object) -> None:
        def once(**_kwargs: object) -> None:
            pre_save.disconnect(once, sender=Teacher)
            rows.update(**values)

        calls.append(once)
        pre_save.connect(once, sender=Teacher)

    yield change
    for once in calls:
        pre_save.disconnect(once, sender=Teacher)


def test_a_password_that_is_changed_while_the_name_is_saved_holds(ana_client, ana_teacher, meanwhile):
    meanwhile(Teacher.objects.filter(pk=ana_teacher.pk), password=make_password("eight ate nine"))
    ana_client.post(reverse("account"), {"name": "Ms Ana", "language": "", "theme": ""})
    assert signs_in(ana_teacher.email, "eight ate nine")


def test_a_name_that_is_changed_while_the_password_is_saved_holds(ana_client, ana_teacher, meanwhile):
    meanwhile(Teacher.objects.filter(pk=ana_teacher.pk), name="Ms Ana", language="is")
    ana_client.post(reverse("account_password"), {"password": PASSWORD, "new": "eight ate nine"})
    ana_teacher.refresh_from_db()
    assert (ana_teacher.name, ana_teacher.language) == ("Ms Ana", "is")
    assert signs_in(ana_teacher.email, "eight ate nine")


def test_an_address_that_another_account_takes_in_the_same_moment_is_refused(
    ana_client, ana_teacher, ben_teacher, meanwhile
):
    old = ana_teacher.email
    meanwhile(Teacher.objects.filter(pk=ben_teacher.pk), email=NEW)
    answer = asks(ana_client)
    assert (answer.status_code, "There is an account with this e-mail already" in words(answer)) == (422, True)
    assert old in words(answer)
    assert signs_in(old)


def test_a_link_for_an_address_that_is_taken_in_the_same_moment_opens_nothing(
    ana_client, ana_teacher, ben_teacher, with_mail, meanwhile
):
    asks(ana_client)
    link = re.search(r"/account/e-mail/\S+", mail.outbox[0].body)[0]
    meanwhile(Teacher.objects.filter(pk=ben_teacher.pk), email=NEW)
    assert ana_client.post(link).status_code == 404


def test_as_this_device_sets_no_theme(ana_client):
    found = []
    for theme in ("calm", ""):
        ana_client.post(reverse("account"), {"name": "Ana", "language": "", "theme": theme})
        found.append("data-theme" in ana_client.get(reverse("classes")).content.decode())
    assert found == [True, False]


@pytest.mark.parametrize("spoilt", [{"name": " "}, {"language": "xx"}, {"theme": "pink"}])
def test_nonsense_is_refused_and_changes_nothing(ana_client, ana_teacher, spoilt):
    answer = ana_client.post(reverse("account"), {"name": "Other", "language": "", "theme": ""} | spoilt)
    assert answer.status_code == 422
    assert "There is a problem" in words(answer)
    assert Teacher.objects.get(pk=ana_teacher.pk).name == ana_teacher.name


def test_without_mail_the_address_changes_at_once_and_the_old_one_opens_nothing(ana_client, ana_teacher):
    old = ana_teacher.email
    EmailAddress.objects.create(user=ana_teacher, email=old, primary=True)
    assert asks(ana_client).status_code == 302
    assert signs_in(NEW)
    assert not signs_in(old)


def test_with_mail_only_the_link_changes_it_and_the_old_address_is_told(ana_client, ana_teacher, with_mail):
    old = ana_teacher.email
    asks(ana_client)
    assert signs_in(old)
    link = re.search(r"/account/e-mail/\S+", mail.outbox[0].body)[0]
    assert mail.outbox[0].to == [NEW]
    assert NEW in words(ana_client.get(link))
    assert Teacher.objects.get(pk=ana_teacher.pk).email == old
    ana_client.post(link)
    assert Teacher.objects.get(pk=ana_teacher.pk).email == NEW
    assert mail.outbox[1].to == [old]
    assert ana_client.post(link).status_code == 404


def test_nobody_else_can_use_the_link(ana_client, ben_client, with_mail):
    asks(ana_client)
    link = re.search(r"/account/e-mail/\S+", mail.outbox[0].body)[0]
    assert ben_client.get(link).status_code == 404
    assert ana_client.get(link.replace("/e-mail/", "/e-mail/x")).status_code == 404


def test_an_address_of_somebody_else_is_refused(ana_client, ben_teacher):
    assert asks(ana_client, ben_teacher.email.upper()).status_code == 422


def test_the_address_needs_the_password_and_it_cannot_be_guessed_here(ana_client, ana_teacher):
    tries = [asks(ana_client, password=f"guess {n}").status_code for n in range(6)]
    assert tries == [422] * 5 + [429]
    assert asks(ana_client).status_code == 429
    assert Teacher.objects.get(pk=ana_teacher.pk).email == ana_teacher.email
    assert not addresses.are_confirmed()


def test_a_new_password_signs_every_other_browser_out(ana_client, ana_teacher):
    other = Client()
    other.force_login(ana_teacher)
    posted = {"password": PASSWORD, "new": "eight ate nine"}
    assert ana_client.post(reverse("account_password"), posted).status_code == 302
    assert ana_client.get(reverse("classes")).status_code == 200
    assert other.get(reverse("classes")).status_code == 302
    assert signs_in(ana_teacher.email, "eight ate nine")


@pytest.mark.parametrize(
    "posted", [{"password": "wrong", "new": "eight ate nine"}, {"password": PASSWORD, "new": "12"}]
)
def test_a_wrong_or_a_weak_password_changes_nothing(ana_client, ana_teacher, posted):
    assert ana_client.post(reverse("account_password"), posted).status_code == 422
    assert signs_in(ana_teacher.email)
