"""Platforms that may send people here: an admin of the school makes a link, the platform's admin opens it there."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe
from lti_tool.models import LtiRegistration

from classroom.access import TeacherRequest, teacher_required
from classroom.lti import registration
from classroom.lti.policy import allowing
from classroom.server.http.links import own_url


@teacher_required
@require_http_methods(["GET", "POST"])
def platforms(request: TeacherRequest) -> HttpResponse:
    """Which platforms there are; `end` in the form shuts one out, else a link is made. Not there but for admins."""
    if not request.user.is_school_admin:
        raise Http404
    if request.method == "POST" and request.POST.get("end"):
        return _end(request, request.POST["end"])
    link = ""
    if request.method == "POST":
        link = own_url(request, reverse("lti_register", args=[registration.make_link()]))
    known = LtiRegistration.objects.active().order_by("pk")
    return render(request, "classroom/lti/platforms.html", {"platforms": known, "link": link})


def _end(request: TeacherRequest, number: str) -> HttpResponse:
    known = get_object_or_404(LtiRegistration.objects.active(), pk=number if number.isdecimal() else 0)
    known.is_active = False
    known.save(update_fields=["is_active"])
    request.done = {"platform": known.pk}
    messages.success(request, _("Nobody comes in from there any more."))
    return redirect("lti_platforms")


@require_safe
@xframe_options_exempt
def register(request: HttpRequest, token: str) -> HttpResponse:
    """What the platform opens, often inside a page of its own: register us there, and say that it is done."""
    configuration = request.GET.get("openid_configuration", "")
    if not registration.is_open(token) or not configuration:
        raise Http404
    addresses = {name: own_url(request, reverse(f"lti_{name}")) for name in ("login", "launch", "jwks")}
    addresses["home"] = own_url(request, reverse("home"))
    try:
        bearer = request.GET.get("registration_token", "")
        name = registration.register(token, configuration, bearer, addresses).name
    except registration.RegistrationError as error:
        return render(request, "classroom/lti/registered.html", {"problem": str(error)}, status=502)
    page = render(request, "classroom/lti/registered.html", {"platform": name})
    return allowing(page, "frame-ancestors", configuration)
