"""Test of a WebSocket from outside, as a browser opens it: each header that a proxy drops has a name and a cure."""

import base64
import os
import ssl
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import NamedTuple
from urllib.parse import urlsplit

from classroom.server.deployment import typed

PATIENCE = 10.0


class HandshakeAnswer(NamedTuple):
    status: int
    kind: str
    text: str


def answers(url: str) -> bool:
    try:
        return _asked(url, "/healthz", {}).text.startswith("ok")
    except (OSError, HTTPException):
        return False


def opened(url: str) -> tuple[str, str]:
    """Return the fault and its cure; two empty texts where the socket opens."""
    try:
        page = _asked(url, "/connection/", {})
        line = _asked(url, "/ws/connection/", _handshake(url))
    except ssl.SSLError as error:
        return f"{url}: {error}", "Renew the certificate; a root of your own has to be trusted on this box, too."
    except (OSError, HTTPException) as error:
        return f"{url} does not answer: {error}", "Start the proxy; look at the name, the port and the firewall."
    if page.status != 200:
        return f"{url}/connection/ answers {page.status}", _cure(page)
    return ("", "") if line.status == 101 else (f"a WebSocket connection is answered {line.status}", _cure(line))


def _cure(answer: HandshakeAnswer) -> str:
    """Return the cure that Cardinal itself states in its answer, if the request reached it."""
    return (
        answer.text.strip()
        if answer.kind.startswith("text/plain")
        else f"Compare the proxy's file with: {typed.command('deploy nginx')}"
    )


def _handshake(url: str) -> dict[str, str]:
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    return {"Origin": url, "Sec-WebSocket-Key": key, **upgrade}


def _asked(url: str, path: str, headers: dict[str, str]) -> HandshakeAnswer:
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(str(parts.hostname), parts.port, timeout=PATIENCE)) as line:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return HandshakeAnswer(
            answer.status, answer.getheader("Content-Type", ""), answer.read().decode(errors="replace")
        )
