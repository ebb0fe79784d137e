"""Links to this server from outside its pages (a QR code on paper or the projector, a mail), and the check of the
`next` links that a visitor brings along, which may lead only to a page of ours.

The former begin with an address that others can reach: CARDINAL_HOST, or in the room the address that the request came
to.
"""

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme
from segno import make_qr

from classroom.server.http import hosts

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HTTP = "80"


def reachable_url(request: HttpRequest, path: str) -> str:
    """Return the address for a QR code: where a teacher at the server sees "localhost", others need the machine's
    address."""
    url = request.build_absolute_uri(path)
    host = request.get_host()
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name in LOOPBACK and (known := hosts.own_addresses()):
        return url.replace(name, known[0], 1)
    return url


def qr(url: str) -> str:
    """Return the QR code as a data URI for an <img>, which needs neither `mark_safe` nor style attributes."""
    return str(make_qr(url, error="m").svg_data_uri(border=4, scale=8))


def is_ours(path: str) -> bool:
    """Return whether this is the path of a page of this server, and not the address of another one."""
    return path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)


def own_host(request: HttpRequest) -> str:
    """Return the name or address, with the port, under which others reach this server. The Host header is not used: a
    sender can write anything into it, and a link in somebody else's mail would lead there."""
    if settings.PUBLIC_HOST:
        return str(settings.PUBLIC_HOST)
    name, port = request.META["SERVER_NAME"], request.META["SERVER_PORT"]
    if hosts.is_address(name) and ip_address(name).is_loopback:
        name = next(iter(hosts.own_addresses()), "localhost")
    name = f"[{name}]" if ":" in name else name
    return name if port == HTTP else f"{name}:{port}"


def own_url(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a path, for a mail."""
    return f"{'https' if settings.PUBLIC_HOST else 'http'}://{own_host(request)}{path}"


def sends_mail(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Make the links in mails that this view of allauth sends begin with this server's own address."""

    @wraps(view)
    def at_own_address(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.META["HTTP_HOST"] = own_host(request)
        return view(request, *args, **kwargs)

    return at_own_address
