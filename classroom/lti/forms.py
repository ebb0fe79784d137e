"""The form for a platform that is registered by hand because it does not support dynamic registration."""

from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from lti_tool.models import LtiRegistration

from classroom.lti import keys
from classroom.lti.asking import AddressError, check_address

WHOLE = _("Copy the whole address from there. It begins with https://.")


def whole(address: str) -> None:
    """Refuse an address that this server must not call. Raises ValidationError."""
    try:
        check_address(address)
    except AddressError:
        raise ValidationError(WHOLE) from None


def address(label: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=200, validators=[whole], error_messages={"required": WHOLE})


def text(label: Any, missing: Any, most: int, hint: Any = "") -> forms.CharField:
    return forms.CharField(label=label, max_length=most, help_text=hint, error_messages={"required": missing})


class PlatformForm(forms.ModelForm):
    """Identifiers of a platform for an LTI 1.3 tool registered by hand. A platform that was shut out is let in
    again."""

    name = text(_("Name of the platform"), _("Type a name for the platform."), 100, _("For example: Moodle"))
    issuer = address(_("Platform ID (issuer)"))
    client_id = text(_("Client ID"), _("Copy the client ID from there."), 255)
    auth_url = address(_("Authentication request URL"))
    token_url = address(_("Access token URL"))
    keyset_url = address(_("Public keyset URL"))

    class Meta:
        model = LtiRegistration
        fields = ["name", "issuer", "client_id", "auth_url", "token_url", "keyset_url"]
        error_messages = {NON_FIELD_ERRORS: {"unique_together": _("This platform comes in already.")}}

    def __init__(self, typed: QueryDict | None = None) -> None:
        super().__init__(typed, instance=_shut_out(typed) if typed else None)

    def save(self, commit: bool = True) -> LtiRegistration:
        keys.ensure_key()
        self.instance.is_active = True
        return super().save(commit)


def _shut_out(typed: QueryDict) -> LtiRegistration | None:
    known = {name: typed.get(name, "").strip() for name in ("issuer", "client_id")}
    return LtiRegistration.objects.filter(**known, is_active=False).first()
