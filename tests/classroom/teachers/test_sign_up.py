"""Who may make a teacher account, what it says of others' accounts, and that an address is somebody's own."""

import re

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.models import AuditEntry, Invitation, Teacher
from classroom.server import school_word
from classroom.teachers import co_teachers, sign_up
from tests.conftest import PASSWORD, signed_in, words

SIGN_UP = reverse("account_signup")
NEW = {"email": "new@school.example", "password1": PASSWORD, "name": "Mr New"}


@pytest.fixture
def mailing(settings) -> None:
    settings.MAIL_SERVER = "smtp://mail.school.example"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def test_the_first_account_is_made_by_anybody_and_later_ones_with_the_schools_word(client, db):
    assert "school’s word" not in words(client.get(SIGN_UP))
    client.post(SIGN_UP, NEW | {"email": "first@school.example"})
    client.post(reverse("account_logout"))
    refused = client.post(SIGN_UP, NEW | {"word": "BBBB-BBBB"})
    assert "This is not the school’s word" in words(refused)
    assert Teacher.objects.count() == 1
    typed = school_word.now().lower().replace("-", " ")
    assert client.post(SIGN_UP, NEW | {"word": typed})["Location"] == reverse("classes")


@pytest.fixture
def pressed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other press makes the account just when this one has found the address free."""
    checks = sign_up.SignUpForm.clean

    def late(form: sign_up.SignUpForm) -> dict:
        cleaned = checks(form)
        monkeypatch.undo()
        Teacher.objects.create_user("new@school.example", PASSWORD, name="Mr New")
        return cleaned

    monkeypatch.setattr(sign_up.SignUpForm, "clean", late)


@pytest.mark.django_db(transaction=True)
def test_who_presses_twice_at_once_has_one_account_and_is_told_to_sign_in(client, pressed_twice):
    answer = client.post(SIGN_UP, NEW, follow=True)
    assert answer.redirect_chain == [(reverse("account_login"), 302)]
    assert "There is an account with this e-mail already" in words(answer)
    assert Teacher.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_address_that_is_taken_in_the_same_moment_is_not_revealed_where_mail_is_sent(client, mailing, pressed_twice):
    assert client.post(SIGN_UP, NEW)["Location"] == reverse("account_email_verification_sent")
    assert [to for sent in mail.outbox for to in sent.to] == ["new@school.example"]


def test_an_admin_reads_the_word_and_makes_a_new_one(ana_client, ana_teacher, ben_client):
    Teacher.objects.filter(pk=ana_teacher.pk).update(is_school_admin=True)
    before = school_word.now()
    assert before in words(ana_client.get(reverse("school")))
    ana_client.post(reverse("school_word"))
    assert not school_word.is_right(before)
    assert AuditEntry.objects.filter(page="school_word").exists()


def test_who_is_invited_needs_no_word(client, class_4b, ana_teacher):
    asked = co_teachers.invite(classroom=class_4b, email="new@school.example", by=ana_teacher)
    page = reverse("invitation", args=[asked.token])
    assert "school’s word" not in words(client.get(SIGN_UP, {"next": page}))
    assert client.post(SIGN_UP, NEW | {"next": page})["Location"] == page


def test_an_invitation_two_weeks_old_needs_the_word(client, class_4b, ana_teacher):
    asked = co_teachers.invite(classroom=class_4b, email="new@school.example", by=ana_teacher)
    Invitation.objects.update(invited_at=timezone.now() - Invitation.HOLDS)
    assert "school’s word" in words(client.get(SIGN_UP, {"next": reverse("invitation", args=[asked.token])}))


@pytest.mark.parametrize("following", ["/invitations/no-such-token/", "/classes/", "//evil.example/", ""])
def test_no_other_address_stands_for_an_invitation(client, ana_teacher, following):
    client.post(SIGN_UP, NEW | {"next": following})
    assert Teacher.objects.count() == 1


def test_where_sign_up_is_open_nobody_is_asked_for_the_word(client, ana_teacher, settings):
    settings.OPEN_SIGN_UP = True
    client.post(SIGN_UP, NEW)
    assert Teacher.objects.count() == 2


def test_without_the_word_sign_up_says_nothing_of_accounts(client, ana_teacher):
    def said(email: str) -> str:
        return re.sub(r"value=\S+", "", summary(client.post(SIGN_UP, NEW | {"email": email, "word": "BBBB-BBBB"})))

    assert said("ana@school.example") == said("nobody@school.example")


def test_where_mail_is_sent_a_taken_address_gets_the_same_answer_and_its_owner_a_mail(client, ana_teacher, mailing):
    answers = []
    for email in ("ana@school.example", "nobody@school.example"):
        answer = Client().post(SIGN_UP, NEW | {"email": email, "word": school_word.now()})
        answers.append((answer.status_code, answer["Location"]))
    assert len(set(answers)) == 1
    assert [message.to for message in mail.outbox] == [["ana@school.example"], ["nobody@school.example"]]
    assert "there is one already" in str(mail.outbox[0].body)


def test_an_address_is_confirmed_by_its_link_before_it_signs_in(client, db, mailing):
    assert client.post(SIGN_UP, NEW)["Location"] == reverse("account_email_verification_sent")
    assert client.get(reverse("classes")).status_code == 302
    (link,) = re.findall(r"https?://[^/\s]+(/accounts/confirm/\S+)", str(mail.outbox[0].body))
    assert "Is this your e-mail?" in words(client.get(link))
    client.post(link)
    client.post(reverse("account_login"), {"login": NEW["email"], "password": PASSWORD})
    assert client.get(reverse("classes")).status_code == 200


def test_a_link_that_is_made_up_confirms_nothing(client, db):
    assert "opens nothing any more" in words(client.get(reverse("account_confirm_email", args=["made-up"])))


@pytest.mark.parametrize("page", ["account_signup", "account_reset_password", "account_login"])
def test_known_and_unknown_addresses_get_the_same_words_and_cost_as_many_hashes(page, ana_teacher, mailing, hashes):
    met = []
    for email in ("ana@school.example", "nobody@school.example"):
        before = len(hashes)
        form = {"email": email, "login": email, "password": "not this one", "word": school_word.now()}
        answer = Client().post(reverse(page), NEW | form, follow=True)
        met.append((len(hashes) - before, answer.redirect_chain, words(answer).replace(email, "…")))
    assert met[0] == met[1]


@pytest.fixture
def hashes(monkeypatch) -> list[str]:
    """What is hashed from now on; checking a password hashes it, too."""
    done: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, *more: str) -> str:
        done.append(password)
        return encode(self, password, *more)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return done


def summary(answer) -> str:
    found = re.search(r'<div class="error-summary".*?</div>', answer.content.decode(), re.DOTALL)
    return found[0] if found else ""


def test_an_account_that_was_there_before_mail_is_asked_to_confirm_at_its_next_sign_in(ana_teacher, mailing):
    browser = Client()
    answer = browser.post(reverse("account_login"), {"login": "ana@school.example", "password": PASSWORD})
    assert answer["Location"] == reverse("account_email_verification_sent")
    assert mail.outbox[0].to == ["ana@school.example"]
    assert signed_in(ana_teacher).get(reverse("classes")).status_code == 200
