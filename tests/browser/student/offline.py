"""A child who practises without a connection, what its device keeps then, and a proxy that fails or delays files."""

import re
import time
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import expect

from tests.browser.driving.people import CUT_OFF, Child
from tests.browser.driving.server import Server

COUNTED = "placed without a connection"
KEPT = (
    "caches.keys().then(names => [names.length, Object.keys(localStorage).filter(key => key.startsWith('practice'))])"
)
FILES = "caches.open('practice').then(kept => kept.keys()).then(all => all.map(({url}) => new URL(url).pathname))"
OLD_FILE, NEW_FILE = "/static/css/old.css", r"/js/offline/play\."
OLD = """async () => {
    const kept = await caches.open("practice");
    for (const request of await kept.keys()) if (request.url.includes("/js/offline/play.")) await kept.delete(request);
    await kept.put("/static/css/old.css", new Response(""));
    const headers = { "Content-Type": "text/html" };
    await kept.put("/practice/offline/", new Response("<!doctype html><title>old</title>", { headers }));
}"""
"""What is kept becomes another page, with a file that only it needs and without one that the new page needs."""
FULL = """() => {
    for (let size = 4e6, number = 1; size >= 1; number += 1)
        try { localStorage.setItem(`filled ${number}`, "x".repeat(size)); } catch { size = Math.floor(size / 2); }
}"""

HOLDS = "() => { navigator.locks.request('practice', () => new Promise((done) => { window.letGo = done; })); }"
WAITING = "navigator.locks.query().then(({ pending }) => pending.length)"
REFUSES = """() => {
    caches.delete = () => Promise.reject(new DOMException("no", "SecurityError"));
    const { whose } = document.getElementById("keeps").dataset;
    localStorage.setItem(`practice ${whose} CODE`, JSON.stringify({ pack: "", taps: [[0, 1, Date.now(), 900]] }));
    window.fetch = async () => new Response(null, { status: 409 });
}"""
"""A browser refuses its cache, and the server what the device has still to hand in."""
ADDED = """
    window.added = [];
    const real = Cache.prototype.addAll;
    Cache.prototype.addAll = function (files) {
        added.push(...files.map((file) => new URL(file).pathname));
        return real.call(this, files);
    };"""
"""Notes which files are fetched to be kept."""
OLD_TAPS = "localStorage.setItem('practice another OLD', JSON.stringify({ pack: '', taps: [[0, 1, 0, 900]] }))"
"""What no server takes any more."""
SHARED = "document.addEventListener('readystatechange', () => document.getElementById('keeps')?.remove())"
"""The page of a device that children share offers nothing to keep."""


class AtHome(Child):
    """A child with its card from school, whose connection comes and goes."""

    def scans(self, card: str) -> None:
        self.goes(card)
        self.page.wait_for_url("**/practice/")

    def is_ready_to_leave(self) -> None:
        """The page says that its sums are kept."""
        expect(self.page.locator("#keeps")).to_be_visible()
        self.page.wait_for_function("navigator.serviceWorker.controller")

    def loses_the_connection(self) -> None:
        self.forgives(CUT_OFF)
        self.context.set_offline(True)

    def finds_it_again(self) -> None:
        self.context.set_offline(False)

    def practises(self) -> None:
        self.goes("/practice/")
        if self.page.locator("#choice").is_visible():
            self.presses("Practise", exact=True)
        expect(self.page.locator("#hand .card")).to_have_count(8)

    def places(self, *, right: bool = True) -> None:
        """Put a card down: worked out from the top card, as a child does."""
        top = self.page.locator("#question .card")
        number, step = (int(re.sub(r"\D", "", top.locator(part).inner_text())) for part in (".n", ".k"))
        answers = {(number + way * step - 1) % 10 + 1 for way in (-1, 1)}
        cards = self.page.locator("#hand .card:enabled")
        numbers = [int(text) for text in cards.locator(".n").all_inner_texts()]
        self.looks()
        self.uses(cards.nth([held in answers for held in numbers].index(right)))

    def hears_the_sum(self) -> None:
        """The recordings are there without a connection, too: the speaker speaks until it has said them."""
        with self.page.expect_response(re.compile(r"/static/audio/en/put_a_card\..*mp3")) as said:
            self.page.locator("#speaker").click()
        assert said.value.from_service_worker

    def sees_so_many_placed(self, count: int) -> None:
        expect(self.page.locator("#placed")).to_have_text(str(count))


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
