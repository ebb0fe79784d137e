"""Which host names this server answers to, and which pages may open a socket to it.

In the room people reach the server by its address or by a local name. A page of the internet can point a name of its
own at such an address (DNS rebinding) and would then read the class with the teacher's cookies. So names that the
public DNS can hold are turned away; names that only a local network resolves, and plain addresses, are let in.
With CARDINAL_HOST set, ALLOWED_HOSTS names the one host, and this module leaves it to Django.

Links in mails begin with this server's own address: CARDINAL_HOST, or in the room the address that was connected to.
"""

import ipaddress
import socket
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from functools import wraps
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBadRequest
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
DEFAULT_PORTS = {"http": "80", "https": "443"}
PAGE_SCHEMES = {"ws": "http", "wss": "https", "http": "http", "https": "https"}

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Coroutine[Any, Any, None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def is_in_the_room(host: str) -> bool:
    """Tell whether a Host header (`name`, `name:port`, `[::1]:port`) is one that no stranger can own."""
    name = split_domain_port(host)[0]
    return (
        _is_address(name.strip("[]"))
        or (name != "" and "." not in name)
        or name.endswith(LOCAL_SUFFIXES)
        or name == socket.gethostname().lower()
    )


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def room_addresses() -> list[str]:
    """Return this machine's addresses in its own networks. Nothing is sent: connecting a datagram socket only asks
    the routing table which of our addresses would be used."""
    found: set[str] = set()
    for family, target in ((socket.AF_INET, "10.255.255.255"), (socket.AF_INET, "192.168.255.255")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found.add(probe.getsockname()[0])
            except OSError:
                continue
    return sorted(address for address in found if not address.startswith("127."))


def own_host(request: HttpRequest) -> str:
    """Return the name or address and the port under which others reach this server. The Host header is not asked:
    whoever sends it can write anything there, and a link in somebody else's mail would follow it."""
    if settings.PUBLIC_HOST:
        return str(settings.PUBLIC_HOST)
    name, port = request.META["SERVER_NAME"], request.META["SERVER_PORT"]
    if _is_address(name) and ipaddress.ip_address(name).is_loopback:
        name = next(iter(room_addresses()), "localhost")
    name = f"[{name}]" if ":" in name else name
    return name if port == DEFAULT_PORTS["http"] else f"{name}:{port}"


def own_url(request: HttpRequest, path: str) -> str:
    """Return an address for a mail."""
    return f"{'https' if settings.PUBLIC_HOST else 'http'}://{own_host(request)}{path}"


def sends_mail(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Have every link that this view of allauth's puts into a mail begin with this server's own address."""

    @wraps(view)
    def at_own_address(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.META["HTTP_HOST"] = own_host(request)
        return view(request, *args, **kwargs)

    return at_own_address


class RoomHostMiddleware:
    """Answer 400, in words, to a name from outside the room. Steps aside where CARDINAL_HOST names the host."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        if settings.PUBLIC_HOST:
            raise MiddlewareNotUsed
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        if self.is_async:
            return self._answer(request)
        return _refusal(request) or self.get_response(request)

    async def _answer(self, request: HttpRequest) -> Any:
        return _refusal(request) or await self.get_response(request)


def _refusal(request: HttpRequest) -> HttpResponseBadRequest | None:
    if is_in_the_room(request.get_host()):
        return None
    words = _("Cardinal does not answer to this name. Open it with the address your teacher shows.")
    return HttpResponseBadRequest(words, content_type="text/plain; charset=utf-8")


def same_origin(scope: Scope) -> bool:
    """Tell whether a handshake comes from a page of this very server: same scheme, host and port.

    A browser always sends Origin with a WebSocket, so a missing one is refused too.
    """
    headers = dict(scope["headers"])
    page, _sign, netloc = headers.get(b"origin", b"").decode("latin-1").partition("://")
    host = headers.get(b"host", b"").decode("latin-1")
    scheme = "https" if settings.PUBLIC_HOST else PAGE_SCHEMES[scope.get("scheme", "ws")]
    known = split_domain_port(host)[0] == settings.PUBLIC_HOST if settings.PUBLIC_HOST else is_in_the_room(host)
    return known and page == scheme and _with_port(netloc, scheme) == _with_port(host, scheme)


def _with_port(host: str, scheme: str) -> tuple[str, str]:
    name, port = split_domain_port(host)
    return name, port or DEFAULT_PORTS[scheme]


class OriginMiddleware:
    """An ASGI wrapper that closes a foreign page's socket before it is accepted (browsers see 403)."""

    def __init__(self, app: Application) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not same_origin(scope):
            await receive()
            await send({"type": "websocket.close", "code": 4403})
            return
        await self.app(scope, receive, send)
