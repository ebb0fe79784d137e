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
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
Page = Callable[[str], str | None]
"""The HTML at an address, with its question; None where there is no page."""


class _Answers(BaseHTTPRequestHandler):
    """A page, a static file, or nothing: no answer is a fault of a page that is only looked at."""

    protocol_version = "HTTP/1.1"

    def __init__(self, page: Page, *args: Any) -> None:
        self.page = page
        super().__init__(*args)

    def do_GET(self) -> None:  # noqa: N802
        path = self.path.partition("?")[0]
        if (html := self.page(self.path)) is not None:
            self._send(html.encode(), "text/html; charset=utf-8", "no-store")
        elif path.startswith("/static/") and (file := file_of(path.removeprefix("/static/"))):
            self._send(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"), "max-age=3600")
        else:
            self._send(b"", "", "no-store", 204)

    do_POST = do_GET  # noqa: N815

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
def site(page: Page) -> Iterator[str]:
    """Serve these pages while this lasts; yield where."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Answers, page)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def file_of(name: str) -> Path | None:
    """Return the file that a page names, under its plain name or under the one that a server gives it."""
    collected = Path(settings.STATIC_ROOT) / name
    if collected.exists():
        return collected
    found = finders.find(name)
    return Path(found) if found else None
