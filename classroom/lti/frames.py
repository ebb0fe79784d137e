"""A launch inside a frame of the platform, where browsers give no cookies: it goes on in a window of its own.

The frame holds one button, which begins the same sign-in in a new window, and a token that nobody else has. What is
chosen in the window lies under the token, and the frame, which asks for it, hands it to the platform: only there does
the platform's page wait for it. So nothing needs a third party's cookies or storage, in any browser.
"""

import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from csp.constants import SELF
from csp.decorators import csp_replace
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from lti_tool.models import LtiRegistration
from pylti1p3.exception import LtiException

FRAMES = ("iframe", "frame", "object", "embed")
"""What a browser says in Sec-Fetch-Dest of a page that another page shows."""
TOKEN = "frame"
"""The name of the field, and the part of what a session keeps of a launch, that hold the token."""
HOLDS_FOR = 3600
"""Seconds."""
CANVAS, ITS_SCHOOLS = ".instructure.com", "https://*.instructure.com"
"""Canvas has one name as a platform, and shows its frames at a name of each school."""


def is_framed(request: HttpRequest) -> bool:
    return request.headers.get("Sec-Fetch-Dest") in FRAMES


def door(request: HttpRequest) -> HttpResponse:
    """Return the page with the button. Raises LtiException for a platform that is not known."""
    asked = {name: values for name, values in (request.POST or request.GET).lists() if name != TOKEN}
    client = {"client_id": asked["client_id"][0]} if "client_id" in asked else {}
    known = LtiRegistration.objects.active().filter(issuer=asked.get("iss", [""])[0], **client).first()
    if known is None:
        raise LtiException("The registration of this issuer is not known")
    token = secrets.token_urlsafe(24)
    cache.set(_place(token), {"platform": known.pk}, HOLDS_FOR)
    fields = [(name, value) for name, values in asked.items() for value in values]
    page = render(request, "classroom/lti/door.html", {"fields": fields, "token": token})
    return allowing(page, framed_by=_homes(known), posts_to=[known.auth_url])


def _homes(platform: LtiRegistration) -> list[str]:
    """Return where the platform's own pages are, which may show ours inside."""
    homes = [platform.issuer, platform.auth_url]
    is_canvas = any((urlsplit(home).hostname or "").endswith(CANVAS) for home in homes)
    return [*homes, ITS_SCHOOLS] if is_canvas else homes


def goes_on(request: HttpRequest, way: HttpResponseBase) -> None:
    """Remember the frame that a sign-in was begun from, by the state with which `way` leads to the platform."""
    token = request.POST.get(TOKEN, "")
    if token and cache.get(_place(token)):
        (state,) = parse_qs(urlsplit(way["Location"]).query)["state"]
        cache.set(_place_of_state(state), token, HOLDS_FOR)


def behind(request: HttpRequest, *, waits: bool) -> dict[str, str]:
    """Return the token of the frame that this launch was begun from, to be kept with it. A frame that does not wait for
    a link is told so, and asks no more."""
    token = cache.get(_place_of_state(request.POST.get("state", "")))
    if token and not waits:
        cache.delete(_place(token))
    return {TOKEN: token} if token and waits else {}


def hand_over(token: str, back: str, word: str) -> bool:
    """Lay the link ready for its frame. Return whether the frame still waits."""
    kept: dict[str, Any] | None = cache.get(_place(token))
    if kept is not None:
        cache.set(_place(token), kept | {"back": back, "word": word}, HOLDS_FOR)
    return kept is not None


@require_safe
def frame(request: HttpRequest, token: str) -> HttpResponse:
    """Answer a frame that asks for its link: the form that hands it to the platform, 204 as long as there is none, 404
    where none will come."""
    kept = cache.get(_place(token))
    platform = LtiRegistration.objects.active().filter(pk=kept["platform"]).first() if kept else None
    if kept is None or platform is None:
        raise Http404
    if "word" not in kept:
        return HttpResponse(status=204)
    page = render(request, "classroom/lti/link.html", {"back": kept["back"], "word": kept["word"]})
    return allowing(page, framed_by=_homes(platform), posts_to=[kept["back"]])


def _place(token: str) -> str:
    return f"lti-frame-{token}"


def _place_of_state(state: str) -> str:
    return f"lti-frame-of-{state}"


def allowing(page: HttpResponse, *, framed_by: Iterable[str] = (), posts_to: Iterable[str] = ()) -> HttpResponse:
    """Return the page, whose Content-Security-Policy lets platforms at these addresses frame it, or lets it post to
    them."""
    allowed: dict[str, list[str]] = {}
    if framed_by:
        allowed["frame-ancestors"] = list(map(_origin, framed_by))
        page.xframe_options_exempt = True
    if posts_to:
        allowed["form-action"] = [SELF, *map(_origin, posts_to)]
    csp_replace(allowed)(lambda _request: page)(HttpRequest())
    return page


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
