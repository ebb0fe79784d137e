"""Launches inside a frame of the platform, where browsers send no cookies: the launch continues in a new window.

The frame shows one button, which begins the same sign-in in a new window, and holds a secret token. A link that the
teacher chooses in the window is stored under the token. The frame polls for it and posts it to the platform, because
the platform's page waits for the answer in the frame. This needs no third-party cookies or storage, in any browser.

A platform that stores data for its tools (1EdTech, LTI Client Side postMessages 0.1 and LTI Postmessage Storage 0.1)
makes this shorter: the frame stores a secret there and launches by itself; the button then only opens the window. A
platform accepts a sign-in once and only for some minutes, whereas the button may be pressed much later, and twice. The
secret takes the place of a cookie: only the browser that began the sign-in has it, and only our own page can send it.
"""

import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from lti_tool.models import LtiRegistration
from pylti1p3.exception import LtiException

from classroom.lti import cache, launch

FRAMES = ("iframe", "frame", "object", "embed")
"""Values of Sec-Fetch-Dest that a browser sends for a page inside another page."""
TOKEN = "frame"
"""Name of the form field, and of the entry in the session, that holds the frame's token."""
STORAGE = "lti_storage_target"
"""Name of the field in which a platform says that it stores data for its tools, and in which of its frames."""
HOLDS_FOR = 3600
"""Seconds for which a frame's state is kept."""
CANVAS, ITS_SCHOOLS = ".instructure.com", "https://*.instructure.com"
"""Canvas has one issuer for all schools, but shows its frames under a host name of each school."""


def is_framed(request: HttpRequest) -> bool:
    """Return whether a sign-in begins in a frame. Where the browser does not say (Safari before 16.4), a frame is
    assumed."""
    where = request.headers.get("Sec-Fetch-Dest")
    return where in FRAMES or (where is None and TOKEN not in request.POST)


def button_page(request: HttpRequest, launch_url: str) -> HttpResponse:
    """Return the page with the button. Raises LtiException or OIDCException for an unknown platform."""
    asked = {name: values for name, values in (request.POST or request.GET).lists() if name != TOKEN}
    client = {"client_id": asked["client_id"][0]} if "client_id" in asked else {}
    known = LtiRegistration.objects.active().filter(issuer=asked.get("iss", [""])[0], **client).first()
    if known is None:
        raise LtiException("The registration of this issuer is not known")
    token = secrets.token_urlsafe(24)
    kept: dict[str, Any] = {"platform": known.pk}
    storage = {}
    if target := asked.get(STORAGE, [""])[0]:
        way = launch.redirect_to_platform(request, launch_url)["Location"]
        kept |= {"target": target, "state": launch.query_value(way, "state"), "secret": secrets.token_urlsafe(24)}
        cache.set(_place_of_state(kept["state"]), token, HOLDS_FOR)
        storage = {"way": way, "secret": kept["secret"]}
    cache.set(_place(token), kept, HOLDS_FOR)
    fields = [(name, value) for name, values in asked.items() for value in values]
    page = {"action": reverse("lti_login"), "fields": fields, "waits": True}
    return _button(request, known, token, kept, page | storage)


def _button(
    request: HttpRequest, known: LtiRegistration, token: str, kept: dict[str, Any], page: dict[str, Any]
) -> HttpResponse:
    """Return the page with the button; only this platform may frame it."""
    storage = {name: kept.get(name, "") for name in ("target", "state")} | {"origin": _origin(known.auth_url)}
    page |= {"token": token, "field": TOKEN, "storage": storage}
    shown = render(request, "classroom/lti/door.html", page)
    return allowing(shown, framed_by=_homes(known), posts_to=[known.auth_url])


def begun_by_storage(state: str) -> bool:
    """Return whether a sign-in was begun in a frame whose platform stores our secret."""
    return bool(state) and _kept(cache.get(_place_of_state(state)) or "").get("state") == state


def window_page(request: HttpRequest, known: LtiRegistration, somebody: dict[str, Any]) -> HttpResponse:
    """Keep the signed-in person under a new token, and return the page whose button opens the window for them.

    The token is new because whoever began the sign-in knows the first token and the secret, and may have led somebody
    else's browser through the rest of it. Only the browser that finished gets this page, and its platform does not hold
    that secret.
    """
    state = request.POST["state"]
    kept = _kept(cache.get(_place_of_state(state)) or "")
    if kept.get("platform") != known.pk:
        raise LtiException("The state is another platform's")
    token = secrets.token_urlsafe(24)
    cache.set(_place(token), kept | {"somebody": somebody}, HOLDS_FOR)
    page = {"action": reverse("lti_enter"), "fields": [], "waits": "deep_linking" in somebody}
    return _button(request, known, token, kept, page)


def framed_message(page: HttpResponse, state: str) -> HttpResponse:
    """Return a page of text that the platform may frame: otherwise the frame in which the sign-in began would stay
    blank."""
    platform = _kept(cache.get(_place_of_state(state)) or "").get("platform")
    known = LtiRegistration.objects.active().filter(pk=platform).first()
    return allowing(page, framed_by=_homes(known)) if known else page


def person_of_frame(request: HttpRequest) -> dict[str, Any]:
    """Return the person who signed in through the frame whose button was pressed. Raises LtiException."""
    token, secret = request.POST.get(TOKEN, ""), request.POST.get("secret", "")
    kept = _kept(token)
    if "somebody" not in kept or not LtiRegistration.objects.active().filter(pk=kept["platform"]).exists():
        raise LtiException("The state of this frame is over")
    if request.headers.get("Origin") != f"{request.scheme}://{request.get_host()}":
        raise LtiException("The state came from another page")
    if not constant_time_compare(secret, kept["secret"]):
        raise LtiException("The platform's storage gave another state")
    somebody: dict[str, Any] = kept["somebody"]
    return somebody | ({TOKEN: token} if "deep_linking" in somebody else {})


def _kept(token: str) -> dict[str, Any]:
    kept: dict[str, Any] = cache.get(_place(token), {})
    return kept


def _homes(platform: LtiRegistration) -> list[str]:
    """Return the addresses of the platform's own pages, which may frame ours."""
    homes = [platform.issuer, platform.auth_url]
    is_canvas = any((urlsplit(home).hostname or "").endswith(CANVAS) for home in homes)
    return [*homes, ITS_SCHOOLS] if is_canvas else homes


def remember_frame(request: HttpRequest, way: HttpResponseBase) -> None:
    """Remember which frame began a sign-in, under the state in the redirect `way` to the platform."""
    token = request.POST.get(TOKEN, "")
    if token and cache.get(_place(token)):
        cache.set(_place_of_state(launch.query_value(way["Location"], "state")), token, HOLDS_FOR)


def frame_token(request: HttpRequest, *, waits: bool) -> dict[str, str]:
    """Return the token of the frame in which this launch began, to be kept with the launch. The entry of a frame that
    does not wait for a link is deleted, so that the frame stops polling."""
    token = cache.get(_place_of_state(request.POST.get("state", "")))
    if token and not waits:
        cache.delete(_place(token))
    return {TOKEN: token} if token and waits else {}


def deliver_link(token: str, back: str, word: str) -> bool:
    """Store the link for its frame to fetch. Return whether the frame still waits."""
    kept: dict[str, Any] | None = cache.get(_place(token))
    if kept is not None:
        cache.set(_place(token), kept | {"back": back, "word": word}, HOLDS_FOR)
    return kept is not None


@require_safe
def frame(request: HttpRequest, token: str) -> HttpResponse:
    """Answer a frame that polls for its link: the form that posts it to the platform, 204 while there is none yet, 404
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
    return launch.cache_key("frame", token)


def _place_of_state(state: str) -> str:
    return launch.cache_key("frame-of", state)


def allowing(page: HttpResponse, *, framed_by: Iterable[str] = (), posts_to: Iterable[str] = ()) -> HttpResponse:
    """Return the page with a Content-Security-Policy that lets these platforms frame it, or lets it post to them. It is
    never cached, because such pages hold a token or a signed answer."""
    allowed: dict[str, list[str]] = {}
    page["Cache-Control"] = "no-store"
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
