"""Threads of pages under ASGI: lent instead of made, and changed only to wait for something.

Django makes a thread for each request and joins it afterwards, and takes each `process_request`, `process_view` and
`process_response` of its middlewares to that thread and back, since it cannot know which will ask the database. Here
they run in place, but where `waits` says that they will wait. A table's page takes 5.3 ms of processor instead of 7.2
(`python -m tests.bench.pages`).
CARDINAL_PLAIN_MIDDLEWARE=1 serves with Django's own (settings.INLINE_MIDDLEWARE); tests compare both, header by header.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync, ThreadSensitiveContext, sync_to_async
from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.db import close_old_connections, connection, reset_queries
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.common import CommonMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.middleware.security import SecurityMiddleware

from classroom.server.http import proxies

KEPT = 16
"""Threads that wait for their next request."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
T = TypeVar("T")

_idle: list[Executor] = []


class PooledThread(ThreadPoolExecutor):
    """A thread that gives its connection back after every step of a request (PostgreSQL).

    A pool's connections are few. A request that kept one while it waits for a table, or is broken off meanwhile, could
    keep it from the table itself: everybody would wait in a circle.
    """

    def __init__(self) -> None:
        super().__init__(max_workers=1)

    def submit(self, step: Callable[..., T], /, *args: Any, **options: Any) -> "Future[T]":
        return super().submit(_with_a_connection_of_its_own, step, args, options)


def _with_a_connection_of_its_own(step: Callable[..., T], args: Any, options: Any) -> T:
    try:
        return step(*args, **options)
    finally:
        if not connection.in_atomic_block:
            connection.close()


def _new_thread() -> Executor:
    return PooledThread() if connection.vendor == "postgresql" else ThreadPoolExecutor(max_workers=1)


class LentThread(ThreadSensitiveContext):
    """The thread of one request, as Django asks for it: everything synchronous of that request runs there."""

    async def __aenter__(self) -> "LentThread":
        await super().__aenter__()
        SyncToAsync.context_to_thread_executor[self] = _idle.pop() if _idle else _new_thread()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *error: Any) -> None:
        """A request that was broken off may have left its thread at work: that one is not lent again."""
        thread = SyncToAsync.context_to_thread_executor.pop(self)
        if kind is None and len(_idle) < KEPT:
            _idle.append(thread)
        else:
            thread.shutdown(wait=False)
        await super().__aexit__(kind, *error)


class Pages(ASGIHandler):
    """Django; what is posted is done to its end.

    Django cancels a view whose browser goes away. What only reads may be cut short; a second tap on a button, a reload
    or a closed lid must not leave half of a post undone.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await super().__call__(scope, receive if scope["method"] in SAFE else _until_all_is_there(receive), send)


class LentPages(Pages):
    """Pages with threads that are lent.

    Connections are closed when a request is finished, on its thread; doing so again when the next one starts would be
    a change of thread before anything has happened.
    """

    def __init__(self) -> None:
        super().__init__()
        request_started.disconnect(reset_queries)
        request_started.disconnect(close_old_connections)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async with LentThread():
            await self.handle(scope, receive if scope["method"] in SAFE else _until_all_is_there(receive), send)


def _until_all_is_there(receive: Receive) -> Receive:
    """Hear no more once the body is there: who hangs up later is not heard, and the view runs to its end."""
    is_there = False

    async def hear() -> MutableMapping[str, Any]:
        nonlocal is_there
        if is_there:
            await asyncio.Event().wait()
        message = await receive()
        is_there = not message.get("more_body", False)
        return message

    return hear


NextHandler = Callable[..., Any]
BIG = 8192
"""Bytes that take longer to compress than to hand to another thread."""


class Inline:
    """Mixed into a middleware: runs its steps in place."""

    get_response: NextHandler

    def waits(self, request: Any, response: HttpResponseBase) -> bool:
        """Say whether `process_response` will ask the database, or take long."""
        return False

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        before: NextHandler | None = getattr(self, "process_request", None)
        response = before(request) if before else None
        response = response or await self.get_response(request)
        after: NextHandler | None = getattr(self, "process_response", None)
        if after is None:
            return response
        if self.waits(request, response):
            return await sync_to_async(after)(request, response)
        return after(request, response)


class Security(Inline, SecurityMiddleware):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:  # type: ignore[override]
        """Send nobody round in a circle: a proxy that does not say how it was asked is told so."""
        if proxies.is_circle(request):
            return HttpResponse(f"{proxies.fault_of(request)}\n", status=400, content_type=proxies.PLAIN)
        return super().process_request(request)


class Csp(Inline, CSPMiddleware): ...


class Gzip(Inline, GZipMiddleware):
    def waits(self, request: Any, response: HttpResponseBase) -> bool:
        return not isinstance(response, HttpResponse) or len(response.content) > BIG


class Sessions(Inline, SessionMiddleware):
    def waits(self, request: Any, response: HttpResponseBase) -> bool:
        return bool(request.session.modified)


class Locale(Inline, LocaleMiddleware): ...


class Common(Inline, CommonMiddleware):
    def process_request(self, request: HttpRequest) -> Any:
        """No address of ours has a zero character, and PostgreSQL cannot even look for it."""
        if "\0" in request.path_info:
            raise Http404
        return super().process_request(request)


class Authentication(Inline, AuthenticationMiddleware): ...


class Messages(Inline, MessageMiddleware):
    def waits(self, request: Any, response: HttpResponseBase) -> bool:
        said = getattr(request, "_messages", None)
        return said is not None and (said.used or said.added_new)


class XFrameOptions(Inline, XFrameOptionsMiddleware): ...


class Rejected(Exception):
    """A form without its token; the argument is Django's reason."""


class Csrf(Inline, CsrfViewMiddleware):
    """Checks a form in place, unless it brings files; the page that says no is drawn on a thread of its own."""

    def __init__(self, get_response: NextHandler) -> None:
        super().__init__(get_response)
        if self.async_mode:
            self.process_view = self._check  # type: ignore[method-assign, assignment]

    async def _check(self, request: HttpRequest, *view: Any) -> Any:
        check = super().process_view
        try:
            if request.content_type == "multipart/form-data":
                return await sync_to_async(check)(request, *view)
            return check(request, *view)
        except Rejected as rejected:
            return await sync_to_async(super()._reject)(request, rejected.args[0])  # type: ignore[misc]

    def _reject(self, request: HttpRequest, reason: str) -> Any:
        if self.async_mode:
            raise Rejected(reason)
        return super()._reject(request, reason)  # type: ignore[misc]
