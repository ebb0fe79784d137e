"""Handling of pages: all middlewares and the view of a request run in one thread of a small pool, by Django's own
handler.

Under ASGI Django itself switches threads for each middleware of a page. Here one switch takes a request to its answer
(`python -m tests.bench.pages` compares both). An asynchronous view still runs on the event loop, where the live tables
are, while its thread waits and makes its database queries. A view is never cancelled: it runs to its end even if the
browser disconnects meanwhile.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.exception import response_for_exception
from django.core.signals import request_started
from django.urls import get_resolver
from django.utils import translation

from classroom.server.deployment.frames import in_one_piece
from classroom.server.http.errors import full_disk, too_many_strangers
from classroom.server.monitoring import health

log = logging.getLogger(__name__)

THREADS = 16
"""More than may wait for a hash (`hashers`) and for a platform's keys (`lti/keys`) together, so that sign-ins leave
threads for everybody else. Nothing else that a view waits for (a commit of the journal, a lock of the database, a live
table) needs one of these threads."""

LARGEST_BODY = 22 * 1024 * 1024
"""Bytes of a request's body that are kept: those of the largest upload (`upload_limit`)."""
LARGEST_BODIES = 12 * LARGEST_BODY
"""Bytes that all requests in progress may have together before no more is kept of long ones, which are on the disk."""

STRANGERS, MOST_STRANGERS = 2, 50
"""Threads for strangers' requests while many wrong codes arrive, and how many of these may wait: nobody else waits
behind them."""

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
_downloads = ThreadPoolExecutor(1, thread_name_prefix="download")
"""Its thread makes the chunks of all downloads, each when the one before is sent: a slow reader holds no thread."""
_strangers = ThreadPoolExecutor(STRANGERS, thread_name_prefix="stranger")
_machines = ThreadPoolExecutor(1, thread_name_prefix="machine")
"""Its thread answers the health checks, even when all other threads are busy."""


def _in(threads: Executor, step: Callable[..., Any]) -> Callable[..., Any]:
    return sync_to_async(in_one_piece(step), thread_sensitive=False, executor=threads)  # type: ignore[call-overload]


def read_addresses() -> None:
    """Read the addresses of all pages, in every language.

    Django does it when a page first names one, and each thread that names one meanwhile does it, too: of a class that
    comes back at once after a restart all the threads here, of two hundred at once all two hundred. It leaves a
    variable in the context for each list of addresses, some 40, and every step to a thread and back would carry them:
    hence a context of its own.
    """
    copy_context().run(_read_addresses)


def _read_addresses() -> None:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            len(get_resolver().reverse_dict)


class Pages(ASGIHandler):
    """Django as an ASGI application that runs middlewares and views in threads. Requests for which `is_strangers` is
    true get threads of their own."""

    def __init__(self, is_strangers: Callable[[Any], bool] = lambda _scope: False) -> None:
        super().__init__()
        self._is_strangers, self._strangers, self._kept = is_strangers, 0, 0

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        except OSError as error:
            log.warning("a request was not read, for lack of room on the disk of temporary files: %s", error)
            await self.send_response(full_disk(ASGIRequest(scope, BytesIO())), send)
            return
        size = body.tell()
        body.seek(0)
        try:
            response = await self._answered(scope, body)
        finally:
            self._kept -= size
        if not response.streaming:
            await self.send_response(response, send)
            return
        gone = asyncio.ensure_future(receive())
        try:
            await self.send_response(await self._begun(response, scope, gone), send)
        finally:
            gone.cancel()
            await _in(_downloads, response.close)()

    async def _begun(self, response: Any, scope: Any, gone: asyncio.Future[Any]) -> Any:
        """Return a download whose first chunk is there, or the page that says in words why there is none: a file that
        grows on the disk first may find it full."""
        pieces = _pieces(response.streaming_content, gone)
        try:
            first = await anext(pieces, b"")
        except Exception as error:
            return response_for_exception(ASGIRequest(scope, BytesIO()), error)
        response.streaming_content = _from(first, pieces)
        return response

    async def read_body(self, receive: Any) -> Any:
        """Return the body of a request. Django would write to the disk whatever anybody sends, before a view can refuse
        it. What is beyond the limits is read and forgotten, because a browser shows the refusal only when it has sent
        everything. Raises RequestAborted, and OSError where the disk is full."""
        in_memory = settings.FILE_UPLOAD_MAX_MEMORY_SIZE
        body = SpooledTemporaryFile(in_memory)  # noqa: SIM115 -- ends with its request
        kept, is_full, refused = 0, False, None
        try:
            while (message := await receive())["type"] != "http.disconnect":
                piece, ends = message.get("body", b""), not message.get("more_body")
                size, together = kept + len(piece), self._kept + len(piece)
                is_full = is_full or size > LARGEST_BODY or (size > in_memory and together > LARGEST_BODIES)
                if not is_full and not refused:
                    kept, self._kept = size, together
                    refused = _refusal_of(body, piece, ends)
                if ends and refused:
                    raise refused
                if ends:
                    return body
            raise RequestAborted
        except BaseException:
            self._kept -= kept
            raise

    async def _answered(self, scope: Any, body: Any) -> Any:
        if not self._is_strangers(scope):
            return await _in(_machines if scope["path"] in health.PAGES else _threads, self._answer)(scope, body)
        if self._strangers >= MOST_STRANGERS:
            return too_many_strangers(ASGIRequest(scope, body))
        self._strangers += 1
        try:
            return await _in(_strangers, self._answer)(scope, body)
        finally:
            self._strangers -= 1

    def _answer(self, scope: Any, body: Any) -> Any:
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else refusal
        if not response.streaming:
            response.close()
        return response


def _refusal_of(body: Any, piece: bytes, ends: bool) -> OSError | None:
    """Write a piece of a request's body; return the error of the disk, if it refuses."""
    try:
        body.write(piece)
        if ends:
            body.flush()
    except OSError as error:
        return error
    return None


async def _pieces(pieces: Iterator[bytes], gone: asyncio.Future[Any]) -> AsyncIterator[bytes]:
    """Yield the chunks of a download until the browser disconnects; empty ones only leave it time to."""
    make = _in(_downloads, partial(next, pieces, None))
    while not gone.done() and (piece := await make()) is not None:
        if piece:
            yield piece


async def _from(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece
