"""Pages for machines: /healthz (the event loop answers), /readyz (people can be served), /metrics (numbers).

They are answered before all other middlewares: under any host name, over plain HTTP, without cookies. /metrics, and the
reasons of /readyz, are shown only to this machine and to clients with the token.
"""

import hmac
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from classroom import __version__
from classroom.server.database import storage
from classroom.server.deployment import draining
from classroom.server.http import disconnects
from classroom.server.http.links import LOOPBACK
from classroom.server.http.proxies import PLAIN
from classroom.server.recovery import backups
from game import metrics as numbers
from game.live import registry
from game.projection import queue

AGAIN = 1.0
"""Seconds for which a result of /readyz is reused, so that frequent requests do not load the database."""
FORWARDED = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Via")
_OF_CLASS = {hundreds: numbers.ANSWERS.labels(f"{hundreds}xx") for hundreds in range(1, 6)}
STOPPING = "stopping: this server was told to end"
PATIENCE = 1.5
"""Seconds that /readyz waits for the database, whose failure may take far longer to show."""
SILENT = f"database: no answer within {PATIENCE} s"
_looking = ThreadPoolExecutor(1, thread_name_prefix="ready")


class _Look:
    """The last check for /readyz: when it began, and its result."""

    begun = float("-inf")
    finds: Future[list[str]] | None = None


ALIVE = f"ok, Cardinal {__version__}"
ASKING = ("GET", "HEAD")


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{ALIVE}\n", content_type=PLAIN)


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200, or 503 and, to those who may know, the reasons."""
    faults = [STOPPING] if draining.has_begun else _found()
    said = faults if _may_read(request) else ["not ready"]
    return HttpResponse(
        "\n".join([*(said if faults else ["ok"]), ""]), status=503 if faults else 200, content_type=PLAIN
    )


def _found() -> list[str]:
    """Return the result of the last check. All requests that arrive while the database does not answer wait for the
    same check."""
    now = time.monotonic()
    if _Look.finds is None or (_Look.finds.done() and now >= _Look.begun + AGAIN):
        _Look.begun, _Look.finds = now, _looking.submit(_looked)
    try:
        return _Look.finds.result(max(0, _Look.begun + PATIENCE - now))
    except TooLate:
        return [SILENT]


def forget() -> None:
    """Reset the state, as in a new process."""
    _Look.begun, _Look.finds = float("-inf"), None


def _looked() -> list[str]:
    try:
        return _faults()
    finally:
        connection.close()


def metrics(request: HttpRequest) -> HttpResponse:
    if not _may_read(request):
        return HttpResponseNotFound()
    _gauge()
    return HttpResponse(generate_latest(numbers.REGISTRY), content_type=CONTENT_TYPE_LATEST)


def _faults() -> list[str]:
    """Return why people cannot be served, in words; an empty list when they can."""
    left = storage.free_mb()
    words = [f"disk: {left} MB are left"] if left < storage.LOW_MB else []
    try:
        with transaction.atomic():
            transaction.set_rollback(True)
        if not is_migrated():
            words.append("migrations: the database is not up to date")
    except Error as error:
        words.append(f"database: {error}")
    return words


def is_migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _gauge() -> None:
    """Set the gauges: numbers that are read at this moment instead of counted."""
    numbers.SOCKETS.set(len(disconnects.open_sockets))
    numbers.TABLES.set(registry.in_play())
    numbers.BACKLOG.set(queue.length())
    last = backups.last()
    numbers.BACKUP_AGE.set((timezone.now() - last.made_at).total_seconds() if last else float("nan"))


def _may_read(request: HttpRequest) -> bool:
    """Return whether the client has the token, or is a program on this machine without a proxy between."""
    if settings.METRICS_TOKEN:
        wanted = f"Bearer {settings.METRICS_TOKEN}"
        if hmac.compare_digest(request.headers.get("Authorization", "").encode(), wanted.encode()):
            return True
    host = split_domain_port(request.META.get("HTTP_HOST", ""))[0]
    came_through = any(name in request.headers for name in FORWARDED)
    return request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1") and host in LOOPBACK and not came_through


PAGES: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "/healthz": healthz,
    "/readyz": readyz,
    "/metrics": metrics,
}


class HealthMiddleware(MiddlewareMixin):
    """The outermost middleware: answers machines, and counts the answers to everybody else."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        page = PAGES.get(request.path_info)
        if page is None:
            return None
        answer = page(request) if request.method in ASKING else HttpResponseNotAllowed(ASKING)
        answer["Cache-Control"] = "no-store"
        return answer

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path_info not in PAGES:
            _OF_CLASS[response.status_code // 100].inc()
        return response
