"""What Django and allauth say to teachers by themselves is translated by us, and as informal as our pages."""

import re

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import translation

from classroom.languages.of_packages import COUNTED, TEXTS
from classroom.teachers.accounts import AccountAdapter
from classroom.teachers.second_factor import SecondFactorAdapter
from tests.languages.test_catalogues import LANGUAGES

NEVER = {
    "account_inactive", "cannot_remove_primary_email", "duplicate_email", "phone_password_mismatch",
    "enter_current_password", "invalid_or_expired_key", "invalid_login", "max_email_addresses", "phone_taken",
    "unknown_email", "unknown_phone", "unverified_primary_email", "username_blacklisted",
    "username_password_mismatch", "username_taken", "select_only_one", "same_as_current", "rate_limited",
    "add_email_blocked",
}  # fmt: skip
"""Errors of allauth about what accounts here do not have, or for which a page of ours stands: telephones, names of
users, several addresses, an account that is closed."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_of_an_account_is_in_our_catalogue(language):
    ours = {entry.msgid for entry in LANGUAGES[language]}
    errors = AccountAdapter.error_messages | SecondFactorAdapter.error_messages
    with translation.override(None):
        said = {str(text) for name, text in errors.items() if name not in NEVER}
    assert errors.keys() | DefaultAccountAdapter.error_messages.keys() >= NEVER
    assert said - ours == set()
    assert {*TEXTS} - ours == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "short", "address"),
    [
        ("is", "Það þarf minnst 8 stafi.", "Sláðu inn gilt netfang."),
        ("es", "Tiene que tener al menos 8 caracteres.", "Escribe un correo válido."),
    ],
)
def test_a_refused_sign_up_is_in_one_language_alone(client, language, short, address):
    sent = {"email": "ana@", "name": "Ana", "password1": "q7vxk2z"}
    answer = client.post(reverse("account_signup"), sent, headers={"accept-language": language})
    page = answer.content.decode()
    assert short in page
    assert address in page
    assert re.findall("must contain|Introduzca", page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_its_numbers(language):
    with translation.override(language):
        assert f"{COUNTED[0] % 8}".count("8") == 1
        with pytest.raises(ValidationError) as refused:
            raise ValidationError(COUNTED[1], params={"limit_value": 20, "show_value": 31})
        assert re.findall(r"\d+", refused.value.messages[0]) == ["20", "31"]
