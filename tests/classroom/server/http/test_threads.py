"""Pages are served without a thread of their own each, and without changing it where nothing is waited for."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import SyncToAsync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.http import HttpResponse
from django.test import AsyncClient

from classroom.asgi import application
from classroom.models import Teacher
from classroom.server.http import threads

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_idle(monkeypatch) -> None:
    monkeypatch.setattr(threads, "_idle", [])


@pytest.fixture
def changes(monkeypatch) -> list[str]:
    """What is taken to another thread, by name."""
    seen: list[str] = []
    call = SyncToAsync.__call__

    async def watched(self: Any, *args: Any, **options: Any) -> Any:
        seen.append(getattr(self.func, "__qualname__", ""))
        return await call(self, *args, **options)

    monkeypatch.setattr(SyncToAsync, "__call__", watched)
    return seen


async def asked(path: str) -> tuple[int, bytes]:
    """Ask the whole application for a page, as a server does."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "http_version": "1.1",
    }
    line = ApplicationCommunicator(application, scope)
    await line.send_input({"type": "http.request", "body": b""})
    start, body = await line.receive_output(10), b""
    while True:
        part = await line.receive_output(10)
        body += part["body"]
        if not part.get("more_body"):
            await line.wait(10)
            return start["status"], body


async def test_the_next_request_gets_the_thread_of_the_last():
    async with threads.LentThread():
        first = await sync_to_async(threading.get_ident)()
    async with threads.LentThread():
        assert await sync_to_async(threading.get_ident)() == first
    assert len(threads._idle) == 1


async def test_two_requests_at_once_have_a_thread_each():
    both_there = asyncio.Barrier(2)

    async def request() -> int:
        async with threads.LentThread():
            await both_there.wait()
            return await sync_to_async(threading.get_ident)()

    one, other = await asyncio.gather(request(), request())
    assert one != other
    assert len(threads._idle) == 2


async def test_the_thread_of_a_request_that_was_broken_off_is_not_lent_again():
    async def request() -> None:
        async with threads.LentThread():
            await sync_to_async(threading.get_ident)()
            raise ConnectionError

    with pytest.raises(ConnectionError):
        await request()
    assert threads._idle == []


async def test_a_page_comes_back_with_its_thread(changes):
    status, body = await asked("/join/")
    assert (status, b"</html>" in body) == (200, True)
    assert len(threads._idle) == 1
    assert "HttpResponseBase.close" in changes


async def test_no_middleware_changes_the_thread_for_a_stranger(changes):
    await AsyncClient().get("/table/nowhere/")
    steps = ("process_request", "process_view", "process_response")
    assert [name for name in changes if name.endswith(steps)] == []


async def test_a_session_is_saved_and_messages_are_kept(changes):
    """Signing in changes both: these two do change the thread."""
    client = AsyncClient()
    await sync_to_async(Teacher.objects.create_user)("ana@school.example", "seven ate nine", name="Ana")
    form = {"login": "ana@school.example", "password": "seven ate nine"}
    answer = await client.post("/accounts/sign-in/", form)
    assert answer.status_code == 302
    assert "SessionMiddleware.process_response" in changes
    assert (await client.get("/classes/")).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"content_type": "multipart/form-data; boundary=x"}], ids=["form", "files"])
async def test_a_form_without_its_token_is_refused_on_a_page_of_its_own(headers):
    client = AsyncClient(enforce_csrf_checks=True)
    answer = await client.post("/join/", b"--x--" if headers else {"code": "ABCDEF"}, **headers)
    assert answer.status_code == 403
    assert "<h1" in answer.content.decode()


@pytest.mark.parametrize(("size", "elsewhere"), [(500, False), (100_000, True)])
async def test_only_a_big_page_is_compressed_elsewhere(rf, changes, size, elsewhere):
    async def view(request: Any) -> HttpResponse:
        return HttpResponse("ab" * size)

    gzip: Callable[..., Any] = threads.Gzip(view)
    answer = await gzip(rf.get("/", headers={"accept-encoding": "gzip"}))
    assert answer["Content-Encoding"] == "gzip"
    assert ("GZipMiddleware.process_response" in changes) == elsewhere
