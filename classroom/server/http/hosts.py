"""Host names and addresses that this server answers to, and origins that may open a socket to it.

In the room people reach the server by its address or by a local name. A website can point a name of its own at such an
address (DNS rebinding) and would then read the class with the teacher's cookies. So names that the public DNS can hold
are refused; names that only a local network resolves, and plain addresses, are accepted. With CARDINAL_HOST set,
ALLOWED_HOSTS names the one host, and this module leaves the check to Django.
"""

import ipaddress
import socket
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBadRequest
from django.http.request import split_domain_port
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
DEFAULT_PORTS = {"http": "80", "https": "443"}
PAGE_SCHEMES = {"ws": "http", "wss": "https", "http": "http", "https": "https"}

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Coroutine[Any, Any, None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def network_of(address: str) -> str:
    """Return the network of 64 bits of an IPv6 address, since one device may take any address in it; other addresses as
    they are."""
    if ":" not in address or not is_address(address):
        return address
    place = ipaddress.IPv6Address(address.partition("%")[0])
    return str(place.ipv4_mapped or ipaddress.IPv6Network((int(place), 64), strict=False))


def own_addresses() -> list[str]:
    """Return this machine's addresses in its own networks. Nothing is sent: connecting a datagram socket only asks the
    routing table for our address towards the target."""
    found: set[str] = set()
    for family, target in ((socket.AF_INET, "10.255.255.255"), (socket.AF_INET, "192.168.255.255")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found.add(probe.getsockname()[0])
            except OSError:
                continue
    return sorted(address for address in found if not address.startswith("127."))


def is_local_name(host: str) -> bool:
    """Return whether a Host header (`name`, `name:port`, `[::1]:port`) is a name or address that no stranger can
    own."""
    name = split_domain_port(host)[0]
    return (
        is_address(name.strip("[]"))
        or (name != "" and "." not in name)
        or name.endswith(LOCAL_SUFFIXES)
        or name == socket.gethostname().lower()
    )


class LocalNamesMiddleware(MiddlewareMixin):
    """Answers 400, in words, to a request by a public name. Does nothing where CARDINAL_HOST names the host."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        if settings.PUBLIC_HOST:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_request(self, request: HttpRequest) -> HttpResponseBadRequest | None:
        with suppress(DisallowedHost):  # no name at all: letters that no name has
            if is_local_name(request.get_host()):
                return None
        words = _("Cardinal does not answer to this name. Open it with the address your teacher shows.")
        if "X-Forwarded-Proto" in request.headers or "X-Forwarded-For" in request.headers:
            words += " " + _(
                "A proxy is in front of it: whoever runs Cardinal has to set CARDINAL_HOST to the public name."
            )
        return HttpResponseBadRequest(words, content_type="text/plain; charset=utf-8")


def same_origin(scope: Scope) -> bool:
    """Return whether a WebSocket handshake comes from a page of this very server: same scheme, host and port.

    A browser always sends Origin with a WebSocket, so a missing one is refused too.
    """
    headers = dict(scope["headers"])
    page, _sign, netloc = headers.get(b"origin", b"").decode("latin-1").partition("://")
    host = headers.get(b"host", b"").decode("latin-1")
    scheme = "https" if settings.PUBLIC_HOST else PAGE_SCHEMES[scope.get("scheme", "ws")]
    known = split_domain_port(host)[0] == settings.PUBLIC_HOST if settings.PUBLIC_HOST else is_local_name(host)
    return known and page == scheme and with_port(netloc, scheme) == with_port(host, scheme)


def with_port(host: str, scheme: str) -> tuple[str, str]:
    """Return name and port of a Host header or of an address; without a port, the scheme's default."""
    name, port = split_domain_port(host)
    return name, port or DEFAULT_PORTS[scheme]
