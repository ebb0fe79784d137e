"""HTTP requests to a platform, and the addresses that are allowed: HTTPS only, no redirects, with limits on the time
and the size of an answer.

The addresses come from platforms: from a registration, a launch, or the next page of a list. None of them may make this
server call itself, send in clear text, or follow a redirect to a third host.
"""

import os
import re
import socket
import time
from contextlib import suppress
from io import BytesIO
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from pylti1p3.exception import LtiException
from pylti1p3.service_connector import ServiceConnector
from requests.adapters import HTTPAdapter
from requests.utils import parse_header_links
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, NewConnectionError

from classroom.server import outgoing
from classroom.server.http.hosts import is_address

PATIENCE = 10
"""Seconds to wait for each packet of the platform's answer, and for the whole of it."""
LARGEST_ANSWER = 4 * 1024 * 1024
"""Bytes of one answer, unpacked: a page with some ten thousand people."""
CHUNK = 64 * 1024
MOST_PAGES = 500
"""Requests for one list, or for the results of one class, which has 300 children at the most."""
HOST = re.compile(r"([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?", re.IGNORECASE)
"""Host and port as they may stand in a Content-Security-Policy and be called: no user name or password, and no
character that would end a source of the policy."""


class AddressError(requests.exceptions.InvalidURL):
    """An address that this server must not call."""


def check_address(address: str) -> None:
    """Raise AddressError for an address that is not HTTPS, or is a literal IP address outside the public internet. Host
    names are resolved and checked only when the request is made. A server without a public name is under test and may
    be the platform, too."""
    try:
        parts = urlsplit(address)
        name = (parts.hostname or "").rstrip(".")
    except ValueError:
        raise AddressError("no address") from None
    if not HOST.fullmatch(parts.netloc):
        raise AddressError("no address")
    if _is_this_box(name) and settings.PUBLIC_HOST:
        raise AddressError("this very box")
    try:
        outgoing.refuse_literal(name)
    except outgoing.NotPublicError as error:
        raise AddressError(str(error)) from None
    if parts.scheme != "https" and not (_is_this_box(name) and parts.scheme == "http"):
        raise AddressError("not https")


def _is_this_box(name: str) -> bool:
    return name == "localhost" or (is_address(name) and ip_address(name).is_loopback)


class AnswerError(requests.exceptions.ContentDecodingError):
    """The answer is too large or takes too long."""


class _Judged(HTTPConnection):
    """Connects to the very IP address that was checked, although the name may resolve to another one a moment later."""

    def _new_conn(self) -> socket.socket:
        name = self.host
        try:
            for address in outgoing.addresses_of(name, self.port or 0):
                with suppress(NewConnectionError):
                    self.host = address
                    return super()._new_conn()
        except OSError as error:
            raise NewConnectionError(self, str(error)) from error
        finally:
            self.host = name
        raise NewConnectionError(self, f"{name} does not answer")


class _JudgedTls(_Judged, HTTPSConnection):
    """The same over TLS; the certificate is checked against the host name."""


class _Http(HTTPConnectionPool):
    ConnectionCls = _Judged


class _Https(HTTPSConnectionPool):
    ConnectionCls = _JudgedTls


class _Adapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Http, "https": _Https}


class BoundedSession(requests.Session):
    """The session of all requests that this server itself makes. It limits the time and size of every answer, follows
    no redirect, calls only the public internet, and ignores proxies from the environment, because a proxy would resolve
    names for us."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False
        self.verify = os.environ.get("REQUESTS_CA_BUNDLE") or True
        for scheme in ("http://", "https://"):
            self.mount(scheme, _Adapter())

    def request(self, method: Any, url: Any, *args: Any, **kwargs: Any) -> requests.Response:
        check_address(url)
        kwargs["allow_redirects"] = False
        kwargs.setdefault("timeout", PATIENCE)
        kwargs["stream"] = True
        with super().request(method, url, *args, **kwargs) as answer:
            read = _whole(answer)
        answer.raw = BytesIO(read)
        return answer


def _whole(answer: requests.Response) -> bytes:
    """Read the answer chunk by chunk, however slowly it arrives. Raises AnswerError."""
    until = time.monotonic() + PATIENCE
    read = bytearray()
    try:
        while chunk := answer.raw.read1(CHUNK, decode_content=True):
            read += chunk
            if len(read) > LARGEST_ANSWER or time.monotonic() > until:
                raise AnswerError("the answer is too long")
    except HTTPError as error:
        raise AnswerError(type(error).__name__) from error
    return bytes(read)


class BoundedConnector(ServiceConnector):
    """Follows the link to the next page with its letter case kept (pylti1p3 makes it lower case, and then lists of
    Canvas end after their first page), and stops after MOST_PAGES requests."""

    asked = 0

    def make_service_request(self, *args: Any, **kwargs: Any) -> Any:
        self.asked += 1
        if self.asked > MOST_PAGES:
            raise LtiException("The platform's list has no end")
        try:
            answer = super().make_service_request(*args, **kwargs | {"case_insensitive_headers": True})
        except (ValueError, RecursionError) as error:  # what is no JSON, also where pylti1p3 asks for a token
            raise LtiException("The platform's answer cannot be read") from error
        links: list[dict[str, str]] = parse_header_links(answer["headers"].get("link", ""))
        answer["next_page_url"] = next((link["url"] for link in links if link.get("rel") == "next"), None)
        return answer
