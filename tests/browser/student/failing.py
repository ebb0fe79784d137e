"""A proxy before the server that fails some files, and delays others."""

import re
import time
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from tests.browser.driving.server import Server

OF_ONE_LINE = ("connection", "transfer-encoding")
LATE = 0.5
"""Seconds."""


class Failing(Server):
    """The same server at another port. What matches `fails` is answered with 503, what matches `late` is late."""

    fails = late = "$^"

    def __init__(self, behind: Server) -> None:
        super().__init__(behind.data)
        proxy = type("Proxy", (_Proxy,), {"failing": self, "behind": behind.port})
        self.serving = ThreadingHTTPServer(("127.0.0.1", self.port), proxy)

    def start(self) -> None:
        Thread(target=self.serving.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.serving.shutdown()
        self.serving.server_close()


class _Proxy(BaseHTTPRequestHandler):
    failing: Failing
    behind: int

    def do_GET(self) -> None:  # noqa: N802
        if re.search(self.failing.fails, self.path):
            self.send_error(503)
            return
        if re.search(self.failing.late, self.path):
            time.sleep(LATE)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        line = HTTPConnection("127.0.0.1", self.behind)
        line.request(self.command, self.path, body, dict(self.headers))
        answer = line.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OF_ONE_LINE:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.read())

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_about: object) -> None:
        """Say nothing: the server behind has a log."""
