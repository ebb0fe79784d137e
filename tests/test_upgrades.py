"""The private names of others that the house relies on: what an upgrade of a dependency has to be checked for.

A line here that fails says which file of ours needs the name.
"""

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from asgiref.sync import SyncToAsync
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.backends import base as sessions
from django.contrib.sessions.backends import db as stored_sessions
from django.core.handlers.asgi import ASGIHandler
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3 import base as sqlite
from django.db.models.query import ModelIterable
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.deprecation import MiddlewareMixin
from psycopg_pool import ConnectionPool
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import utils as frames
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage
from xlsxwriter.format import Format
from xlsxwriter.utility import _preserve_whitespace
from xlsxwriter.worksheet import Worksheet

THREADS = "classroom/server/http/threads.py"
STATIC = "classroom/server/http/static_files.py"
SQLITE = "classroom/server/database/sqlite/base.py"
CONNECTIONS = "classroom/server/http/connections.py"
POOL = "classroom/server/database/postgresql/pool.py"
ACCOUNTS = "classroom/teachers/accounts.py"
PREPARED = "classroom/server/database/prepared.py"
SESSIONS = "classroom/server/http/session_store.py"
LINES = "classroom/reports/kit/exports/lines.py"

SIGNATURES: list[tuple[str, Callable[..., Any], list[str]]] = [
    (THREADS, ASGIHandler.handle, ["self", "scope", "receive", "send"]),
    (THREADS, CsrfViewMiddleware._reject, ["self", "request", "reason"]),  # type: ignore[attr-defined]
    (THREADS, CsrfViewMiddleware.process_view, ["self", "request", "callback", "callback_args", "callback_kwargs"]),
    (THREADS, MiddlewareMixin.__acall__, ["self", "request"]),
    (STATIC, WhiteNoiseMiddleware.find_file, ["self", "url"]),
    (LINES, Worksheet._write_single_row, ["self", "current_row_num"]),
    (LINES, Worksheet._convert_date_time, ["self", "dt_obj"]),
    (LINES, Worksheet._escape_control_characters, ["data"]),
    (LINES, Worksheet._escape_data, ["self", "data"]),
    (LINES, Format._get_xf_index, ["self"]),
    (LINES, _preserve_whitespace, ["string"]),
    (SQLITE, sqlite.DatabaseWrapper._start_transaction_under_autocommit, ["self"]),  # type: ignore[attr-defined]
    (SQLITE, sqlite.DatabaseWrapper._commit, ["self"]),  # type: ignore[attr-defined]
    (SQLITE, sqlite.DatabaseWrapper._rollback, ["self"]),  # type: ignore[attr-defined]
    (SQLITE, sqlite.DatabaseWrapper._close, ["self"]),  # type: ignore[attr-defined]
    (SQLITE, sqlite.DatabaseWrapper.create_cursor, ["self", "name"]),
    (SQLITE, sqlite.SQLiteCursorWrapper.convert_query, ["self", "query", "param_names"]),
    (SQLITE, sqlite.SQLiteCursorWrapper.execute, ["self", "query", "params"]),
    (SQLITE, sqlite.SQLiteCursorWrapper.executemany, ["self", "query", "param_list"]),
    (CONNECTIONS, H11Protocol.connection_made, ["self", "transport"]),
    (CONNECTIONS, H11Protocol.connection_lost, ["self", "exc"]),
    (CONNECTIONS, H11Protocol.data_received, ["self", "data"]),
    (CONNECTIONS, H11Protocol.handle_websocket_upgrade, ["self", "event"]),
    (CONNECTIONS, WebSocketsSansIOProtocol.connection_made, ["self", "transport"]),
    (CONNECTIONS, WebSocketsSansIOProtocol.connection_lost, ["self", "exc"]),
    (CONNECTIONS, WebSocketsSansIOProtocol.data_received, ["self", "data"]),
    (CONNECTIONS, WebSocketsSansIOProtocol.handle_connect, ["self", "event"]),
    (CONNECTIONS, WebSocketsSansIOProtocol.pause_writing, ["self"]),
    (CONNECTIONS, WebSocketsSansIOProtocol.resume_writing, ["self"]),
    (CONNECTIONS, frames.apply_mask, ["data", "mask"]),
    (ACCOUNTS, DefaultAccountAdapter._get_login_attempts_cache_key, ["self", "request"]),
    (ACCOUNTS, DefaultAccountAdapter._delete_login_attempts_cached_email, ["self", "request"]),
    (SESSIONS, stored_sessions.SessionStore._get_session_from_db, ["self"]),  # type: ignore[attr-defined]
    (SESSIONS, sessions.SessionBase._get_new_session_key, ["self"]),  # type: ignore[attr-defined]
    (ACCOUNTS, DefaultAccountAdapter.pre_authenticate, ["self", "request"]),
]


@pytest.mark.parametrize(
    ("ours", "theirs", "names"), SIGNATURES, ids=lambda value: getattr(value, "__qualname__", None)
)
def test_a_method_that_we_override_or_call_takes_what_it_took(ours, theirs, names):
    taken = [name for name, kind in inspect.signature(theirs).parameters.items() if kind.kind is not kind.VAR_KEYWORD]
    assert taken == names, f"{ours} relies on {theirs.__qualname__}"


def test_the_threads_of_requests_are_kept_by_their_context():
    assert callable(SyncToAsync.context_to_thread_executor.pop), THREADS


def test_models_are_made_of_a_query_that_has_these_parts():
    source = inspect.getsource(ModelIterable)
    for name in ("queryset.db", "queryset.query.get_compiler(using=db)", "queryset._known_related_objects"):
        assert name in source, f"{PREPARED} relies on {name}"


def test_a_pool_asks_its_check_and_says_when_it_has_given_up():
    source = "".join(inspect.getsource(inspect.getmodule(kind)) for kind in ConnectionPool.__mro__[:2])
    for name in ("self._check(conn)", "self._reconnect_failed(self)", "conn._pool = self"):
        assert name in source, f"{POOL} relies on {name}"


def test_a_request_keeps_its_messages_under_a_name():
    assert "request._messages" in inspect.getsource(MessageMiddleware), THREADS


def test_a_connection_remembers_that_it_has_seen_an_error():
    assert "self.errors_occurred" in inspect.getsource(BaseDatabaseWrapper), SQLITE


def test_a_static_file_is_answered_by_its_method_and_headers():
    assert list(inspect.signature(StaticFile.get_response).parameters) == ["self", "method", "request_headers"], STATIC


def test_the_storage_knows_a_pattern_for_imports_of_modules():
    pattern, _replacement = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1][0]
    assert "import" in pattern, STATIC


def test_uvicorns_http_keeps_its_state_machine_its_answer_and_its_loop():
    source = inspect.getsource(H11Protocol)
    for name in ("self.conn ", "self.cycle:", "self.loop", "self.client", "self.transport"):
        assert name in source, f"{CONNECTIONS} relies on {name}"


def test_uvicorns_sockets_keep_their_state_under_names():
    source = inspect.getsource(WebSocketsSansIOProtocol)
    names = ("handshake_initiated", "handshake_complete", "close_sent", "disconnected", "config", "scope")
    for name in names:
        assert f"self.{name}" in source, f"{CONNECTIONS} relies on {name}"


def test_allauth_counts_failures_where_a_sign_in_can_find_them():
    assert "_login_failed_rl_usage" in inspect.getsource(DefaultAccountAdapter), ACCOUNTS
