"""A launch inside a frame of the platform, where browsers give no cookies: it goes on in a window of its own.

The frame holds one button, which begins the same sign-in in a new window, and a token that nobody else has. What is
chosen in the window lies under the token, and the frame, which asks for it, hands it to the platform: only there does
the platform's page wait for it. So nothing needs a third party's cookies or storage, in any browser.

A platform that keeps data for its tools (1EdTech, LTI Client Side postMessages 0.1 and LTI Postmessage Storage 0.1)
shortens this: the frame lays a secret there and launches by itself; the button then only opens the window. Platforms
take a sign-in once and for minutes alone, but a button is pressed when somebody comes to it, and maybe twice. The
secret is what a cookie would be: only the browser that began the sign-in has it, and only our own page may send it.
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
"""What a browser says in Sec-Fetch-Dest of a page that another page shows."""
TOKEN = "frame"
"""The name of the field, and the part of what a session keeps of a launch, that hold the token."""
STORAGE = "lti_storage_target"
"""The name of the field by which a platform says that it keeps data for its tools, and in which of its frames."""
HOLDS_FOR = 3600
"""Seconds."""
CANVAS, ITS_SCHOOLS = ".instructure.com", "https://*.instructure.com"
"""Canvas has one name as a platform, and shows its frames at a name of each school."""


def is_framed(request: HttpRequest) -> bool:
    """Whether a sign-in begins in a frame; where a browser does not say (Safari before 16.4) that is taken to be so."""
    where = request.headers.get("Sec-Fetch-Dest")
    return where in FRAMES or (where is None and TOKEN not in request.POST)


def door(request: HttpRequest, launch_url: str) -> HttpResponse:
    """Return the page with the button. Raises LtiException, OIDCException for a platform that is not known."""
    asked = {name: values for name, values in (request.POST or request.GET).lists() if name != TOKEN}
    client = {"client_id": asked["client_id"][0]} if "client_id" in asked else {}
    known = LtiRegistration.objects.active().filter(issuer=asked.get("iss", [""])[0], **client).first()
    if known is None:
        raise LtiException("The registration of this issuer is not known")
    token = secrets.token_urlsafe(24)
    kept: dict[str, Any] = {"platform": known.pk}
    storage = {}
    if target := asked.get(STORAGE, [""])[0]:
        way = launch.sent_to_platform(request, launch_url)["Location"]
        kept |= {"target": target, "state": launch.asked(way, "state"), "secret": secrets.token_urlsafe(24)}
        cache.set(_place_of_state(kept["state"]), token, HOLDS_FOR)
        storage = {"way": way, "secret": kept["secret"]}
    cache.set(_place(token), kept, HOLDS_FOR)
    fields = [(name, value) for name, values in asked.items() for value in values]
    page = {"action": reverse("lti_login"), "fields": fields, "waits": True}
    return _button(request, known, token, kept, page | storage)


def _button(
    request: HttpRequest, known: LtiRegistration, token: str, kept: dict[str, Any], page: dict[str, Any]
) -> HttpResponse:
    """Return the page with the button, for frames of this platform alone."""
    storage = {name: kept.get(name, "") for name in ("target", "state")} | {"origin": _origin(known.auth_url)}
    page |= {"token": token, "field": TOKEN, "storage": storage}
    shown = render(request, "classroom/lti/door.html", page)
    return allowing(shown, framed_by=_homes(known), posts_to=[known.auth_url])


def begun_by_storage(state: str) -> bool:
    """Whether a sign-in was begun in a frame whose platform keeps its secret."""
    return bool(state) and _kept(cache.get(_place_of_state(state)) or "").get("state") == state


def came_in(request: HttpRequest, known: LtiRegistration, somebody: dict[str, Any]) -> HttpResponse:
    """Keep who came in by the frame, and return the page whose button opens the window for them.

    Its token is a new one. Who began the sign-in knows the secret and the first token, and may have led somebody else's
    browser through the rest of it: only that browser gets this page, and its platform does not keep the secret."""
    state = request.POST["state"]
    kept = _kept(cache.get(_place_of_state(state)) or "")
    if kept.get("platform") != known.pk:
        raise LtiException("The state is another platform's")
    cache.delete(_place_of_state(state))
    token = secrets.token_urlsafe(24)
    cache.set(_place(token), kept | {"somebody": somebody}, HOLDS_FOR)
    page = {"action": reverse("lti_enter"), "fields": [], "waits": "deep_linking" in somebody}
    return _button(request, known, token, kept, page)


def said_inside(page: HttpResponse, state: str) -> HttpResponse:
    """Return a page of words alone, for the frame in which this sign-in was begun: there it would stay white."""
    platform = _kept(cache.get(_place_of_state(state)) or "").get("platform")
    known = LtiRegistration.objects.active().filter(pk=platform).first()
    return allowing(page, framed_by=_homes(known)) if known else page


def somebody_behind(request: HttpRequest) -> dict[str, Any]:
    """Return who came in by the frame whose button was pressed. Raises LtiException."""
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
    """Return where the platform's own pages are, which may show ours inside."""
    homes = [platform.issuer, platform.auth_url]
    is_canvas = any((urlsplit(home).hostname or "").endswith(CANVAS) for home in homes)
    return [*homes, ITS_SCHOOLS] if is_canvas else homes


def goes_on(request: HttpRequest, way: HttpResponseBase) -> None:
    """Remember the frame that a sign-in was begun from, by the state with which `way` leads to the platform."""
    token = request.POST.get(TOKEN, "")
    if token and cache.get(_place(token)):
        cache.set(_place_of_state(launch.asked(way["Location"], "state")), token, HOLDS_FOR)


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
    return launch.place("frame", token)


def _place_of_state(state: str) -> str:
    return launch.place("frame-of", state)


def allowing(page: HttpResponse, *, framed_by: Iterable[str] = (), posts_to: Iterable[str] = ()) -> HttpResponse:
    """Return the page, whose Content-Security-Policy lets platforms at these addresses frame it, or lets it post to
    them. No browser keeps it: such pages hold a token or a signed word."""
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
