"""Owner of a socket by its session cookie: a teacher, a student, a child who asks for admission, or a guest."""

import re
from collections.abc import MutableMapping
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie

from classroom.guests import cookie as guests
from classroom.joining import join_requests
from classroom.joining.device import CARD, DEVICE, at_home, player_at, player_of
from classroom.models import Attendance, Knock
from classroom.server.http.session_store import SessionStore

_TABLE = re.compile(r"/ws/table/([^/]+)/")

Scope = MutableMapping[str, Any]


class SocketOwner(NamedTuple):
    """Owner of a socket: a teacher, the token of a student or of a join request (device.DEVICE), a number as a player.

    `here` is the attendance or the join request of the token; it is not read for tables.
    """

    user: Any
    device: str
    player: int | None
    here: Attendance | Knock | None = None


@database_sync_to_async
def owner_of(scope: Scope) -> SocketOwner:
    """Read the session like a request would, including key rotation; `channels.auth` ignores old keys (security
    1.13)."""
    request = HttpRequest()
    request.session = SessionStore(session_of(scope) or None)
    device, table = request.session.get(DEVICE, ""), table_of(scope)
    if table and device and (player := player_at(device)):
        return SocketOwner(get_user(request), device, player)
    known = join_requests.who_is_at(device) if device else None
    attendance = known if isinstance(known, Attendance) else None
    home = (at_home(request.session.get(CARD), table) or guests.player_in(_cookies(scope))) if table else None
    return SocketOwner(get_user(request), device if known else "", player_of(attendance) or home, known)


def session_of(scope: Scope) -> str:
    """Return the key of the session, "" for a browser without one."""
    return str(_cookies(scope).get(settings.SESSION_COOKIE_NAME, ""))


def _cookies(scope: Scope) -> dict[str, str]:
    return parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin1"))


def table_of(scope: Scope) -> str:
    """Return the code of the table whose socket this is, or ""."""
    table = _TABLE.fullmatch(scope["path"])
    return table[1] if table else ""
