"""Pages that are there already, shown by a browser as if a server had sent them: with the files that they name.

A real address, not `page.route`: a browser keeps no file of a page whose requests are answered by a test, and would
load and read every style sheet and font again for each of a hundred pages.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
HTML, JSON = "text/html; charset=utf-8", "application/json"
Page = Callable[[str], str | None]
"""The HTML at an address, with its question; None where there is no page."""


class Reply(NamedTuple):
    body: bytes
    kind: str


Answer = Callable[[str, bytes | None], Reply | None]
"""What is said to an address and to what was posted there; None leaves it to the static files."""


class _Answers(BaseHTTPRequestHandler):
    """A reply, a static file, or nothing: no answer is a fault of a page that is only looked at."""

    protocol_version = "HTTP/1.1"

    def __init__(self, answer: Answer, *args: Any) -> None:
        self.answer = answer
        super().__init__(*args)

    def do_GET(self) -> None:  # noqa: N802
        self._answer(None)

    def do_POST(self) -> None:  # noqa: N802
        self._answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def _answer(self, posted: bytes | None) -> None:
        path = self.path.partition("?")[0]
        if reply := self.answer(self.path, posted):
            self._send(*reply, "no-store")
        elif path.startswith("/static/") and (file := file_of(path.removeprefix("/static/"))):
            self._send(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"), "max-age=3600")
        else:
            self._send(b"", "", "no-store", 204)

    def _send(self, body: bytes, kind: str, kept: str, status: int = 200) -> None:
        self.send_response(status)
        if body:
            self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", kept)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Nobody reads who asked for what."""


@contextmanager
def answering(answer: Answer) -> Iterator[str]:
    """Give these answers, and the static files, while this lasts; yield where."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answers, answer)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def site(page: Page) -> Iterator[str]:
    """Serve these pages while this lasts; yield where."""

    def shown(address: str, _posted: bytes | None) -> Reply | None:
        html = page(address)
        return None if html is None else Reply(html.encode(), HTML)

    with answering(shown) as here:
        yield here


def file_of(name: str) -> Path | None:
    """Return the file that a page names, under its plain name or under the one that a server gives it."""
    collected = Path(settings.STATIC_ROOT) / name
    if collected.exists():
        return collected
    found = finders.find(name)
    return Path(found) if found else None
