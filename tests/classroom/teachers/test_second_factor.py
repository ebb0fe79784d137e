"""A teacher's second factor: switched on with a phone's app, asked for at the next sign-in, and lost with the phone."""

import json
import re
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.management.commands import new_secret
from classroom.models import AuditEntry, Student, Teacher
from classroom.server import secret_key
from classroom.teachers import accounts, second_factor
from tests.conftest import PASSWORD, words

SIGN_IN = {"login": "ana@school.example", "password": PASSWORD}


@pytest.fixture
def browser(ana_teacher: Teacher) -> Client:
    """Ana's, just signed in with her password."""
    browser = Client()
    browser.post(reverse("account_login"), SIGN_IN)
    return browser


def digits(secret: str) -> str:
    """What the app on the phone shows now."""
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


@pytest.fixture
def secret(browser: Client) -> str:
    """Switch it on; return what the phone knows."""
    page = browser.get(reverse("mfa_activate_totp"))
    (known,) = re.findall(r"<code>([A-Z2-7]+)</code>", page.content.decode())
    answer = browser.post(reverse("mfa_activate_totp"), {"code": digits(known)})
    assert answer["Location"] == reverse("mfa_view_recovery_codes")
    cache.clear()
    return known


def test_switching_it_on_asks_for_the_password_once_more_when_the_sign_in_is_ten_minutes_old(browser):
    assert browser.get(reverse("mfa_activate_totp")).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        page = browser.get(reverse("mfa_activate_totp"), follow=True)
    assert "type your password once more" in words(page)


def test_no_page_of_the_second_factor_is_kept_by_the_browser(browser):
    """The page that switches it on shows the secret; after signing out nobody goes back to it."""
    for name in ("mfa_index", "mfa_activate_totp", "mfa_list_webauthn"):
        assert "no-store" in browser.get(reverse(name))["Cache-Control"], name


def test_a_sign_in_needs_the_code_then(secret, ana_teacher):
    browser = Client()
    assert "And the code" in words(browser.post(reverse("account_login"), SIGN_IN, follow=True))
    assert browser.get(reverse("classes")).status_code == 302
    assert "This code is not right" in words(browser.post(reverse("mfa_authenticate"), {"code": "000000"}))
    assert browser.post(reverse("mfa_authenticate"), {"code": digits(secret)})["Location"] == reverse("classes")
    assert browser.get(reverse("classes")).status_code == 200


def test_a_code_on_paper_opens_the_account_once(secret, browser):
    paper = browser.get(reverse("mfa_download_recovery_codes")).content.decode().split()
    assert len(paper) == 10
    for lost, status in ((Client(), 302), (Client(), 200)):
        lost.post(reverse("account_login"), SIGN_IN)
        assert lost.post(reverse("mfa_authenticate"), {"code": paper[0]}).status_code == status


def test_what_the_database_holds_opens_nothing(secret, browser):
    paper = browser.get(reverse("mfa_download_recovery_codes")).content.decode().split()
    held = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert (len(paper), Authenticator.objects.count()) == (10, 2)
    assert secret not in held
    assert not [code for code in paper if code in held]


def test_it_is_switched_off_by_its_teacher_or_on_the_box_itself(secret, browser, ana_teacher):
    def said(*more: str) -> str:
        out = StringIO()
        call_command("second_factor", "Ana@School.example", *more, stdout=out)
        return out.getvalue()

    assert "on" in said().split()
    assert not AuditEntry.objects.filter(page="second_factor").exists()
    assert "off" in said("--off").split()
    assert AuditEntry.objects.get(page="second_factor").about == {"teacher": ana_teacher.pk}
    assert browser.get(reverse("mfa_deactivate_totp")).status_code == 404
    with pytest.raises(CommandError, match="no teacher"):
        call_command("second_factor", "nobody@school.example")


@pytest.mark.django_db(transaction=True)
def test_switching_the_second_factor_on_is_in_the_audit_log(secret, ana_teacher):
    Client().post(reverse("account_login"), SIGN_IN)
    assert AuditEntry.objects.filter(kind=AuditEntry.Kind.SECOND_FACTOR, who=ana_teacher.email).exists()


@pytest.mark.parametrize(
    ("host", "secure", "work"),
    [
        ("192.168.1.20", False, False),
        ("192.168.1.20", True, False),
        ("play.school.example", True, True),
        ("play.school.example", False, False),
        ("localhost:8000", False, True),
    ],
)
def test_security_keys_need_a_name_and_https(rf, host, secure, work):
    assert second_factor.keys_work(rf.get("/", headers={"Host": host}, secure=secure)) == work


def test_the_page_says_where_security_keys_cannot_work(browser):
    assert "works only where Cardinal has a name and HTTPS" in words(browser.get(reverse("mfa_index")))


def test_the_secret_key_is_changed_and_the_phone_still_opens_the_account(
    secret, browser, ana_teacher, bea, settings, django_capture_on_commit_callbacks
):
    Student.objects.filter(pk=bea.pk).update(secret="a hash with the old key")
    key = settings.DATA / "secret_key"
    key.write_text(settings.SECRET_KEY)
    out = StringIO()
    with django_capture_on_commit_callbacks(execute=True):
        call_command("new_secret", stdout=out)
        assert key.read_text() == settings.SECRET_KEY, "the old key holds until all is kept"
    assert "encrypted anew: 2" in out.getvalue()
    assert key.read_text() != settings.SECRET_KEY
    assert key.stat().st_mode & 0o077 == 0
    settings.SECRET_KEY = key.read_text()
    assert browser.get(reverse("classes")).status_code == 302
    bea.refresh_from_db()
    assert bea.secret == ""
    anew = Client()
    anew.post(reverse("account_login"), SIGN_IN)
    assert anew.post(reverse("mfa_authenticate"), {"code": digits(secret)})["Location"] == reverse("classes")


@pytest.fixture
def key(settings, tmp_path) -> Path:
    """The key of a data folder of this test alone."""
    settings.DATA = tmp_path
    (tmp_path / "secret_key").write_text(settings.SECRET_KEY)
    return tmp_path / "secret_key"


def opens(secret: str) -> bool:
    anew = Client()
    anew.post(reverse("account_login"), SIGN_IN)
    return anew.post(reverse("mfa_authenticate"), {"code": digits(secret)}).status_code == 302


def test_a_key_whose_command_was_killed_after_the_database_was_changed_is_put_in_place(secret, key, settings):
    old = settings.SECRET_KEY
    new_secret.rotate()  # the test commits nothing, so that the file is not moved
    assert key.read_text() == old
    new_secret.finish()
    assert key.read_text() == settings.SECRET_KEY != old
    assert list(key.parent.iterdir()) == [key]
    assert opens(secret)
    assert new_secret.rotate() == 2


def test_a_key_whose_command_was_killed_before_the_database_was_changed_is_none(secret, key, settings):
    old = settings.SECRET_KEY
    with suppress(KeyboardInterrupt), transaction.atomic():
        new_secret.rotate()
        raise KeyboardInterrupt
    (key.parent / "secret_key.half.new").write_text("a part")
    new_secret.finish()
    assert key.read_text() == settings.SECRET_KEY == old
    assert list(key.parent.iterdir()) == [key]
    assert opens(secret)


def test_a_factor_that_was_encrypted_with_another_key_ends_when_the_key_is_changed(secret, key, settings):
    settings.SECRET_KEY = secret_key.new()
    assert new_secret.rotate() == 0
    assert not Authenticator.objects.exists()


def use_up_tries(email: str) -> None:
    """Guess wrongly until no try is left at this address, nor at this account."""
    for guess in range(61):
        login = email if guess < 11 else f"nobody{guess}@school.example"
        Client().post(reverse("account_login"), {"login": login, "password": "wrong"})


def test_with_the_code_a_teacher_gets_in_at_a_new_browser_though_the_tries_of_her_account_are_used_up(
    browser, secret, ana_teacher
):
    use_up_tries(ana_teacher.email)
    new = Client()
    refused = new.post(reverse("account_login"), SIGN_IN)
    assert 'name="code"' in refused.content.decode()
    assert "Too many tries" in words(new.post(reverse("account_login"), SIGN_IN | {"code": "000000"}))
    answer = new.post(reverse("account_login"), SIGN_IN | {"code": digits(secret)})
    assert answer["Location"] == reverse("mfa_authenticate")
    assert new.post(answer["Location"], {"code": digits(secret)})["Location"] == reverse("classes")


def test_at_a_known_browser_used_up_tries_change_nothing(browser, secret, ana_teacher):
    browser.post(reverse("account_logout"))
    use_up_tries(ana_teacher.email)
    assert browser.post(reverse("account_login"), SIGN_IN)["Location"] == reverse("mfa_authenticate")
    assert browser.post(reverse("mfa_authenticate"), {"code": digits(secret)})["Location"] == reverse("classes")


def test_codes_without_the_password_are_counted_by_account(browser, secret, ana_teacher):
    use_up_tries(ana_teacher.email)
    for guess in range(10):
        Client().post(reverse("account_login"), SIGN_IN | {"password": "wrong", "code": f"{guess:06}"})
    assert "Too many tries" in words(Client().post(reverse("account_login"), SIGN_IN | {"code": digits(secret)}))


def answer(**response: str) -> str:
    """What a browser posts for a security key."""
    return json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": response})


NO_ANSWERS = (
    "{}",
    "[]",
    json.dumps({"id": 1}),
    answer(),
    answer(clientDataJSON="AA", attestationObject="AA"),
    answer(clientDataJSON="e30", attestationObject="oA"),
    answer(clientDataJSON="ð"),
    answer(clientDataJSON="e30", authenticatorData="A" * 50, signature="AA", userHandle="!!"),
    "[" * 900 + "]" * 900,
)


@pytest.mark.parametrize("posted", NO_ANSWERS)
def test_what_is_no_answer_of_a_security_key_is_refused_and_is_no_error(browser, secret, posted):
    half = Client()
    half.post(reverse("account_login"), SIGN_IN)
    for client, name in ((half, "authenticate"), (browser, "add_webauthn"), (browser, "reauthenticate_webauthn")):
        client.get(reverse(f"mfa_{name}"))
        refused = client.post(reverse(f"mfa_{name}"), {"name": "Blue", "credential": posted})
        assert refused.status_code in (200, 302, 422), name
    assert half.get(reverse("classes")).status_code == 302
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def test_no_code_is_right_for_a_factor_that_another_secret_key_has_encrypted(browser, secret, settings):
    """As after a key that came from a backup older than the factor; the technician takes the factor away."""
    settings.SECRET_KEY = "the key of an older backup, long enough"
    half = Client()
    half.post(reverse("account_login"), SIGN_IN)
    assert "This code is not right" in words(half.post(reverse("mfa_authenticate"), {"code": digits(secret)}))
    assert not accounts.has_code_now("ana@school.example", digits(secret))
