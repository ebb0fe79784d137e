"""Platforms that may send users here: an admin of the school makes a link, and the platform's admin opens it there."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from lti_tool.models import LtiRegistration

from classroom.access import TeacherRequest, admin_form
from classroom.forms.people import posted_number
from classroom.lti import launch, registration
from classroom.lti.forms import PlatformForm
from classroom.lti.frames import allowing
from classroom.server.http.links import own_url

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
    messages.success(request, _("People of this platform can come in now."))
    return redirect("lti_platforms")


def _end(request: TeacherRequest, number: str) -> HttpResponse:
    known = get_object_or_404(LtiRegistration.objects.active(), pk=posted_number(number))
    known.is_active = False
    known.save(update_fields=["is_active"])
    request.done = {"platform": known.pk}
    messages.success(request, _("Nobody comes in from there any more."))
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
