"""Checks for headers that a proxy in front of Cardinal drops or changes, in words for its technician.

A page is at the address that the browser shows (Origin, Referer); the proxy passes on the requested host (Host) and
scheme (X-Forwarded-Proto). Where these differ, WebSockets are refused, or pages redirect for ever.
"""

import time
from contextlib import suppress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from classroom.server.http import hosts

PLAIN = "text/plain; charset=utf-8"
REMEMBERED = 60.0
"""Seconds for which the self-test reports a lost Upgrade header."""


class _Upgrades:
    """Time at which a WebSocket handshake last arrived without its Upgrade header (monotonic)."""

    lost_at = float("-inf")


def fault(*, host: str, page: str, forwarded: str | None) -> str:
    """Return the fault in words, or "". `page` begins with the address of the requesting page, "" where none is sent;
    `forwarded` is X-Forwarded-Proto, None where the header is missing."""
    name = split_domain_port(host)[0]
    if settings.PUBLIC_HOST and name != settings.PUBLIC_HOST:
        return _name_is_lost(host)
    scheme, netloc = _address(page)
    if settings.PUBLIC_HOST and forwarded is None:
        return _(
            "The proxy does not say that it was asked over HTTPS: let it send X-Forwarded-Proto. "
            "nginx: proxy_set_header X-Forwarded-Proto $scheme; Apache: RequestHeader set X-Forwarded-Proto https"
        )
    if scheme not in hosts.DEFAULT_PORTS:
        return ""
    page_name = split_domain_port(netloc)[0]
    if not settings.PUBLIC_HOST and scheme == "https":
        words = _("A proxy speaks HTTPS, and Cardinal does not know of it: start it with CARDINAL_HOST=%(name)s")
        return words % {"name": page_name}
    if hosts.with_port(netloc, scheme) == hosts.with_port(host, scheme):
        return ""
    if page_name == name:
        words = _(
            "The page is at %(page)s, but the proxy passes on the name %(host)s: WebSocket connections are refused. "
            "Let it pass on the name with its port. "
            "nginx: proxy_set_header Host $http_host; Apache: ProxyPreserveHost On"
        )
        return words % {"page": netloc, "host": host}
    return _("Pages of %(page)s may not open WebSocket connections to %(host)s.") % {"page": netloc, "host": host}


def _address(page: str) -> tuple[str, str]:
    """Return scheme and host of a page's address; "" for both where it is no address, since any client can send one."""
    with suppress(ValueError):
        return urlsplit(page)[:2]
    return "", ""


def _name_is_lost(host: str) -> str:
    words = _(
        "Cardinal answers to https://%(public)s/ alone, and was asked for %(host)s. If you did open the right address, "
        "the proxy does not pass on the name. nginx: proxy_set_header Host $http_host; Apache: ProxyPreserveHost On"
    )
    return words % {"public": settings.PUBLIC_HOST, "host": host or "-"}


def fault_of(request: HttpRequest) -> str:
    """Return the fault of this request, or of a WebSocket within the last minute; "" for none."""
    page = request.headers.get("Origin") or request.headers.get("Referer", "")
    forwarded = request.headers.get("X-Forwarded-Proto")
    found = fault(host=request.META.get("HTTP_HOST", ""), page=page, forwarded=forwarded)
    if not found and time.monotonic() - _Upgrades.lost_at < REMEMBERED:
        return _upgrade_is_lost()
    return found


def websocket(request: HttpRequest, path: str) -> HttpResponse:
    """Answer a WebSocket's address that is requested as a page: by a curious person, or because a proxy has removed the
    Upgrade header and left the key."""
    words = _("This is the address of a WebSocket connection, not of a page.")
    if "Sec-WebSocket-Key" in request.headers:
        _Upgrades.lost_at = time.monotonic()
        words = _upgrade_is_lost()
    return HttpResponse(f"{words}\n", status=426, content_type=PLAIN, headers={"Upgrade": "websocket"})


def _upgrade_is_lost() -> str:
    return _(
        "The proxy takes away the headers Upgrade and Connection: WebSocket connections do not open. "
        "nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; "
        "Apache: a2enmod proxy_wstunnel. Tested files: manage.py deploy"
    )


def is_circle(request: HttpRequest) -> bool:
    """Return whether redirecting this browser to HTTPS would never end: it came through a proxy that does not send the
    original scheme."""
    came_through = "X-Forwarded-For" in request.headers or request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    return bool(settings.PUBLIC_HOST) and came_through and "X-Forwarded-Proto" not in request.headers
