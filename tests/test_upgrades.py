"""The private names of others that the house relies on: what an upgrade of a dependency has to be checked for.

A line here that fails says which file of ours needs the name.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.core.handlers.asgi import ASGIHandler
from django.db.backends.sqlite3 import base as sqlite
from django.db.models.query import ModelIterable
from urllib3.connection import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import utils as frames
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

PAGES = "classroom/server/http/pages.py"
STATIC = "classroom/server/http/static_files.py"
SQLITE = "classroom/server/database/sqlite/base.py"
CONNECTIONS = "classroom/server/http/connections.py"
ASKING = "classroom/lti/asking.py"
ACCOUNTS = "classroom/teachers/accounts.py"
PREPARED = "game/log/prepared.py"

SIGNATURES: list[tuple[str, Callable[..., Any], list[str]]] = [
    (PAGES, ASGIHandler.load_middleware, ["self", "is_async"]),
    (PAGES, ASGIHandler.read_body, ["self", "receive"]),
    (PAGES, ASGIHandler.create_request, ["self", "scope", "body_file"]),
    (PAGES, ASGIHandler.get_response, ["self", "request"]),
    (PAGES, ASGIHandler.send_response, ["self", "response", "send"]),
    (STATIC, WhiteNoiseMiddleware.serve, ["static_file", "request"]),
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
    (ASKING, HTTPConnection._new_conn, ["self"]),
    (ACCOUNTS, DefaultAccountAdapter.pre_authenticate, ["self", "request"]),
]


@pytest.mark.parametrize(
    ("ours", "theirs", "names"), SIGNATURES, ids=lambda value: getattr(value, "__qualname__", None)
)
def test_a_method_that_we_override_or_call_takes_what_it_took(ours, theirs, names):
    taken = [name for name, kind in inspect.signature(theirs).parameters.items() if kind.kind is not kind.VAR_KEYWORD]
    assert taken == names, f"{ours} relies on {theirs.__qualname__}"


def test_models_are_made_of_a_query_that_has_these_parts():
    source = inspect.getsource(ModelIterable)
    for name in ("queryset.db", "queryset.query.get_compiler(using=db)", "queryset._known_related_objects"):
        assert name in source, f"{PREPARED} relies on {name}"


def test_a_static_file_is_answered_by_its_method_and_headers():
    assert list(inspect.signature(StaticFile.get_response).parameters) == ["self", "method", "request_headers"], STATIC


def test_uvicorns_http_keeps_its_state_machine_its_answer_and_its_loop():
    source = inspect.getsource(H11Protocol)
    for name in ("self.conn ", "self.cycle:", "self.loop", "self.client", "self.transport"):
        assert name in source, f"{CONNECTIONS} relies on {name}"


def test_uvicorns_sockets_keep_their_state_under_names():
    source = inspect.getsource(WebSocketsSansIOProtocol)
    names = ("handshake_initiated", "handshake_complete", "close_sent", "disconnected", "config", "scope")
    for name in names:
        assert f"self.{name}" in source, f"{CONNECTIONS} relies on {name}"


PRIVATE = {
    "_close": SQLITE,
    "_commit": SQLITE,
    "_rollback": SQLITE,
    "_start_transaction_under_autocommit": SQLITE,
    "_delete_login_attempts_cached_email": ACCOUNTS,
    "_get_login_attempts_cache_key": ACCOUNTS,
    "_new_conn": ASKING,
    "_known_related_objects": PREPARED,
    "allauth.core.internal": ACCOUNTS,
    "allauth.mfa.totp.internal.auth": ACCOUNTS,
}
"""Every name of a dependency's that it keeps for itself, and the file of ours that needs it."""
MOST_PRIVATE = 10
DOCUMENTED = {"_asdict", "_fields", "_make", "_replace", "_base_manager", "_default_manager", "_meta", "_state"}
"""Names of named tuples and of Django's models that begin with an underscore and are in their manuals."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED and name != "_"


def imported(node: ast.AST) -> Iterator[str]:
    """Yield the modules and names that this line imports."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (each.name for each in node.names if is_private(each.name))
        yield node.module or ""


def of_bases(path: Path, node: ast.ClassDef) -> Iterator[str]:
    """Yield the private names in this class's body that it has from somebody else's class."""
    kind: Any = None
    with suppress(RuntimeError):  # of learning platforms, which are not installed here
        kind = getattr(import_module(".".join(path.with_suffix("").parts)), node.name, None)
    theirs = {
        name
        for base in getattr(kind, "__mro__", ())
        if base.__module__.partition(".")[0] not in ("classroom", "game", *sys.stdlib_module_names)
        for name in names_of(base)
    }
    names = (getattr(each, "attr", getattr(each, "name", None)) for each in ast.walk(node))
    yield from (name for name in names if isinstance(name, str) and is_private(name) and name in theirs)


@cache
def names_of(kind: type) -> frozenset[str]:
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):  # not written in Python
        source = ""
    return frozenset([*vars(kind), *re.findall(r"self\.(_\w+)", source)])


def ours() -> dict[str, list[ast.AST]]:
    """Return every node of our code, by file."""
    files = (path for top in ("classroom", "game") for path in Path(top).rglob("*.py"))
    return {str(path): [*ast.walk(ast.parse(path.read_text()))] for path in files if "migrations" not in path.parts}


def needed() -> Iterator[tuple[str, str]]:
    """Yield every private name of somebody else's in our code, with its file: what is imported, what a class of ours
    takes over from theirs, and what is read of an object though nothing of ours has such a name."""
    files = ours()
    known = {getattr(node, "name", getattr(node, "id", "")) for nodes in files.values() for node in nodes}
    known |= {
        node.attr
        for nodes in files.values()
        for node in nodes
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("self", "cls")
    }
    for path, nodes in files.items():
        for node in nodes:
            if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in known:
                yield node.attr, path
            if isinstance(node, ast.keyword) and node.arg and is_private(node.arg) and node.arg not in known:
                yield node.arg, path
            if isinstance(node, ast.ClassDef):
                yield from ((name, path) for name in of_bases(Path(path), node))
            inner = (name for name in imported(node) if re.search(r"(^|\.)(_\w|internal\b)", name))
            yield from ((name, path) for name in inner if not name.startswith(("classroom", "game")))


def test_every_private_name_of_a_dependency_is_listed_here_and_they_are_few():
    assert {*needed()} == {*PRIVATE.items()}
    assert len(PRIVATE) <= MOST_PRIVATE
