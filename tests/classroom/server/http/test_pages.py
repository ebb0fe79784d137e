"""A request runs whole in one thread of a few: waiting views, downloads and machines share them as they should."""

import asyncio
import resource
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.exceptions import RequestAborted
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import AsyncClient
from django.urls import include, path
from django.utils import timezone

from classroom.asgi import application
from classroom.joining.visitor import VisitorRequest
from classroom.models import Teacher
from classroom.rosters.imports.readers.upload_limit import LARGEST_REQUEST
from classroom.server import hashers
from classroom.server.http import pages
from game.live.timers import Timers
from tests.classroom.server.full_disk import full_disk
from tests.game.conftest import until

pytestmark = pytest.mark.django_db(transaction=True)

seen: list[Any] = []
waiting: asyncio.Event


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name)


def deep(_request: HttpRequest) -> HttpResponse:
    """Call a small function 200 times at each of 200 depths; tell the most pages of memory that one depth asked for."""
    most = 0

    def leaf() -> None: ...

    def at_depth(left: int) -> None:
        nonlocal most
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        for _call in range(200):
            leaf()
        most = max(most, resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)
        if left:
            at_depth(left - 1)

    at_depth(200)
    return HttpResponse(f"{most}")


def asks_the_database(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{Teacher.objects.count()}")


async def on_the_loop(request: VisitorRequest) -> HttpResponse:
    """Who asks is found in the thread of the request, in two steps, and the loop goes on beside."""
    await request.visitor.aattendance()
    there = [await sync_to_async(threading.current_thread)() for _ in range(2)]
    seen.append(threading.current_thread())
    return HttpResponse(" ".join(thread.name for thread in there))


async def waits(request: HttpRequest) -> HttpResponse:
    seen.append("waits")
    await waiting.wait()
    await sync_to_async(seen.append)("done")
    return HttpResponse("done")


async def begins(request: HttpRequest) -> HttpResponse:
    """Begin what goes on when this request is long over."""
    Timers(asyncio.Lock()).at("later", int(timezone.now().timestamp() * 1000) + 50, _later)
    return HttpResponse("begun")


async def _later() -> None:
    await sync_to_async(seen.append)("later")


def download(request: HttpRequest) -> StreamingHttpResponse:
    def pieces() -> Iterator[bytes]:
        try:
            while True:
                seen.append(threading.current_thread().name)
                yield b"x" * 1000
        finally:
            seen.append("closed")

    return StreamingHttpResponse(pieces())


urlpatterns = [
    path("plain", plain),
    path("deep", deep),
    path("asks", asks_the_database),
    path("loop", on_the_loop),
    path("waits", waits),
    path("begins", begins),
    path("download", download),
    path("", include("classroom.urls")),
]


@pytest.fixture(autouse=True)
async def own_pages(settings) -> AsyncIterator[None]:
    global waiting
    settings.ROOT_URLCONF, waiting = __name__, asyncio.Event()
    seen.clear()
    yield
    waiting.set()


def asks(address: str) -> ApplicationCommunicator:
    """Return a line to the whole application, as a server opens it for a request without a body."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "http_version": "1.1",
    }
    return ApplicationCommunicator(application, scope)


async def answer(line: ApplicationCommunicator) -> tuple[int, str]:
    await line.send_input({"type": "http.request", "body": b""})
    start, body = await line.receive_output(10), await line.receive_output(10)
    await line.wait(10)
    return start["status"], body["body"].decode()


async def test_a_page_is_made_in_one_of_a_few_threads():
    found = {await answer(asks("/plain")) for _ in range(2 * pages.THREADS)}
    assert len(found) <= pages.THREADS
    assert {(status, name.rsplit("_", 1)[0]) for status, name in found} == {(200, "page")}


@pytest.mark.skipif(not hasattr(resource, "RUSAGE_THREAD"), reason="only Linux counts a thread's own")
async def test_a_call_costs_the_same_however_deep_it_stands():
    """Without room of its own a thread asks the system for memory at each call that crosses a border of its stack."""
    _status, most = await answer(asks("/deep"))
    assert int(most) < 100


async def test_an_asynchronous_view_runs_on_the_loop_and_asks_in_its_own_thread():
    _status, names = await answer(asks("/loop"))
    assert seen == [threading.current_thread()]
    assert len({*names.split()}) == 1
    assert names.startswith("page")


async def test_views_that_wait_leave_threads_for_those_that_they_wait_for():
    """As many wait as may wait for a hash; then somebody's page still comes."""
    lines = [asks("/waits") for _ in range(hashers.AT_ONCE + hashers.QUEUE)]
    answers = [asyncio.ensure_future(answer(line)) for line in lines]
    await until(lambda: len(seen) == len(lines))
    assert (await answer(asks("/plain")))[0] == 200
    waiting.set()
    assert {said for _status, said in await asyncio.gather(*answers)} == {"done"}


async def test_where_all_threads_wait_what_they_wait_for_still_goes_on_and_machines_are_answered():
    lines = [asks("/waits") for _ in range(3 * pages.THREADS)]
    answers = [asyncio.ensure_future(answer(line)) for line in lines]
    await until(lambda: len(seen) == pages.THREADS)
    assert (await answer(asks("/healthz")))[0] == 200
    waiting.set()
    assert len(await asyncio.gather(*answers)) == len(lines)


async def test_who_hangs_up_is_not_heard_before_the_view_is_done():
    line = asks("/waits")
    await line.send_input({"type": "http.request", "body": b""})
    await until(lambda: seen == ["waits"])
    await line.send_input({"type": "http.disconnect"})
    waiting.set()
    await until(lambda: seen == ["waits", "done"])
    await line.wait(10)


async def test_a_timer_outlives_the_request_that_has_set_it():
    assert (await answer(asks("/begins")))[0] == 200
    await until(lambda: seen == ["later"])


async def test_a_download_is_made_a_piece_at_a_time_until_its_browser_hangs_up():
    line = asks("/download")
    await line.send_input({"type": "http.request", "body": b""})
    assert (await line.receive_output(10))["status"] == 200
    for _ in range(3):
        assert (await line.receive_output(10))["more_body"]
    await line.send_input({"type": "http.disconnect"})
    await until(lambda: "closed" in seen)
    await line.wait(10)
    assert {name.rsplit("_", 1)[0] for name in seen} == {"download", "closed"}


async def test_a_slow_reader_of_a_download_keeps_nobody_waiting():
    reads, sent = asyncio.Event(), 0

    async def send(message: Any) -> None:
        nonlocal sent
        sent += 1
        if sent > 1:
            await reads.wait()

    async def receive() -> Any:
        return {"type": "http.request"} if not sent else await asyncio.Event().wait()

    slow = asyncio.ensure_future(application(asks("/download").scope, receive, send))
    await until(lambda: sent == 2)
    assert len(seen) == 1
    line = asks("/download")
    await line.send_input({"type": "http.request", "body": b""})
    assert [(await line.receive_output(10))["type"] for _ in range(3)][-1] == "http.response.body"
    for each in (slow, line.future):
        each.cancel()
    reads.set()
    await asyncio.gather(slow, line.future, return_exceptions=True)


async def test_a_form_without_its_token_is_refused_on_a_page_of_its_own():
    refused = await AsyncClient(enforce_csrf_checks=True).post("/join/", {"code": "ABCDEF"})
    assert refused.status_code == 403
    assert "<h1" in refused.content.decode()


def body_of(*sizes: int, ends: bool = True) -> Any:
    """What a server tells of a request whose body comes in pieces of these sizes; it `ends`, or its browser goes."""
    pieces = iter([b"x" * size for size in sizes])

    async def receive() -> dict[str, Any]:
        piece = next(pieces, None)
        if piece is None and not ends:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

    return receive


async def test_of_a_body_without_end_no_more_is_written_to_the_disk_than_an_upload_may_have(monkeypatch, settings):
    """Anybody can send one to any address, also one of which nothing is read; a short one is never on the disk, and so
    a form is kept whatever others send."""
    assert pages.LARGEST_BODY == LARGEST_REQUEST
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 500
    monkeypatch.setattr(pages, "LARGEST_BODY", 2500)
    monkeypatch.setattr(pages, "LARGEST_BODIES", 6000)
    served = pages.Pages()
    first, second, third = [await served.read_body(body_of(1000, 1000, 1000, 100)) for _request in range(3)]
    assert [body.tell() for body in (first, second, third)] == [2000, 2000, 2000]
    assert (await served.read_body(body_of(1000))).tell() == 0
    assert (await served.read_body(body_of(400, 50))).tell() == 450
    with pytest.raises(RequestAborted):
        await served.read_body(body_of(450, ends=False))
    assert served._kept == 6450


async def test_bodies_that_were_answered_leave_room_for_others(monkeypatch, settings):
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 50
    monkeypatch.setattr(pages, "LARGEST_BODIES", 100)
    served, told = application.application_mapping["http"], []

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    for sizes in ((80,), (80,), (80, 40)):
        await served(asks("/plain").scope, body_of(*sizes), send)
    assert [message["status"] for message in told if "status" in message] == [200, 200, 200]
    assert (await served.read_body(body_of(80))).tell() == 80
    served._kept = 0


async def test_a_disk_without_room_for_a_body_is_told_in_words_and_counts_nothing(settings):
    """A body of which a part could not be written is not read as a form that somebody has sent."""
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 50
    served, told = application.application_mapping["http"], []

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    with full_disk():
        await served(asks("/plain").scope, body_of(40, 100, 100), send)
    assert (told[0]["status"], served._kept) == (503, 0)
    assert b"Nothing was changed." in told[1]["body"]
    told.clear()
    await served(asks("/plain").scope, body_of(40, 100, 100), send)
    assert told[0]["status"] == 200
