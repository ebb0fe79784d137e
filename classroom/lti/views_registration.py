"""Platforms that may send users here: an admin of the school makes a link, and the platform's admin opens it there."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from lti_tool.models import LtiRegistration

from classroom.access import TeacherRequest, admin_form
from classroom.forms.people import posted_number
from classroom.lti import keys, launch, registration
from classroom.lti.asking import AddressError, check_address
from classroom.lti.frames import allowing
from classroom.server.http.links import own_url

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


ADDRESSES = "login", "launch", "jwks"
"""URLs of ours that a platform needs."""


@admin_form
def platforms(request: TeacherRequest) -> HttpResponse:
    """List the platforms. In the form, `end` shuts one out and `issuer` registers one by hand; otherwise a link is
    made."""
    if request.method == "POST" and request.POST.get("end"):
        return _end(request, request.POST["end"])
    if request.method == "POST" and "issuer" in request.POST:
        return _by_hand(request)
    link = ""
    if request.method == "POST":
        link = own_url(request, reverse("lti_register", args=[registration.make_link(by=request.user)]))
    return _page(request, PlatformForm(), link=link)


def _page(request: TeacherRequest, form: PlatformForm, link: str = "", status: int = 200) -> HttpResponse:
    known = LtiRegistration.objects.active().order_by("pk")
    ours = {name: own_url(request, reverse(f"lti_{name}")) for name in ADDRESSES}
    context = {"platforms": known, "link": link, "form": form, "ours": ours, "refused": launch.refusals()}
    context["is_public"] = bool(settings.PUBLIC_HOST)
    return render(request, "classroom/lti/platforms.html", context, status=status)


def _by_hand(request: TeacherRequest) -> HttpResponse:
    form = PlatformForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    request.done = {"platform": form.save().pk}
    messages.success(request, gettext("People of this platform can come in now."))
    return redirect("lti_platforms")


def _end(request: TeacherRequest, number: str) -> HttpResponse:
    known = get_object_or_404(LtiRegistration.objects.active(), pk=posted_number(number))
    known.is_active = False
    known.save(update_fields=["is_active"])
    request.done = {"platform": known.pk}
    messages.success(request, gettext("Nobody comes in from there any more."))
    return redirect("lti_platforms")


@require_safe
def register(request: HttpRequest, token: str) -> HttpResponse:
    """Register Cardinal at the platform that opens this page (often in a frame), and show that it is done."""
    configuration = request.GET.get("openid_configuration", "")
    if not registration.is_open(token) or not configuration:
        raise Http404
    addresses = {name: own_url(request, reverse(f"lti_{name}")) for name in ADDRESSES}
    addresses["home"] = own_url(request, reverse("home"))
    try:
        bearer = request.GET.get("registration_token", "")
        name = registration.register(token, configuration, bearer, addresses).name
    except registration.RegistrationError as error:
        return render(request, "classroom/lti/registered.html", {"problem": str(error)}, status=502)
    page = render(request, "classroom/lti/registered.html", {"platform": name})
    return allowing(page, framed_by=[configuration])
