"""Browsers in which a teacher is signed in: recorded at a sign-in, updated, listed, ended (ASVS 7.4.5, 7.5.2).

It complements Django's sessions: of a browser it stores the names of the program and the system that it reports, no
address.
"""

import time
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import signals
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from classroom.models import BrowserSession, Teacher
from classroom.server.http import session_store

SIGNED_IN = "signed_in"
"""Key in the session for when the password was right: seconds since 1970."""
SEEN_EVERY = 600.0
"""Seconds between two records of the same browser, however often it requests pages."""
MOST_REMEMBERED = 5000

PROGRAMS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip

_seen: dict[str, float] = {}
"""When a session was last recorded, by the process's monotonic clock."""


def connect() -> None:
    """Record every sign-in from now on, under the key that its session has; a second call changes nothing."""
    signals.user_logged_in.connect(_begin, dispatch_uid="sign_ins")
    session_store.follow_sign_ins(_move)


def _begin(request: HttpRequest, user: Teacher, **_more: Any) -> None:
    request.session[SIGNED_IN] = time.time()
    if key := request.session.session_key:
        browser = browser_of(request.META.get("HTTP_USER_AGENT", ""))
        BrowserSession.objects.update_or_create(session_key=key, defaults={"teacher": user, "browser": browser})
        _remember(key)


def signed_in_at(request: HttpRequest) -> float:
    return float(request.session.get(SIGNED_IN, 0))


def is_due(request: HttpRequest) -> bool:
    """Return whether the last use of this browser was recorded long enough ago to record it anew."""
    key = request.session.session_key
    return bool(key) and time.monotonic() - _seen.get(str(key), -SEEN_EVERY) >= SEEN_EVERY


def see(request: HttpRequest) -> None:
    """Record that this browser is in use, at most every ten minutes."""
    if is_due(request):
        key = str(request.session.session_key)
        _remember(key)
        BrowserSession.objects.filter(session_key=key).update(seen_at=timezone.now())


def _remember(key: str) -> None:
    if len(_seen) >= MOST_REMEMBERED:
        _seen.clear()
    _seen[key] = time.monotonic()


def _move(old_key: str | None, new_key: str | None) -> None:
    BrowserSession.objects.filter(session_key=old_key).update(session_key=new_key)


def of(teacher: Teacher) -> list[BrowserSession]:
    """Return the teacher's open sign-ins, the most recently used first."""
    rows = list(BrowserSession.objects.filter(teacher=teacher))
    alive = Session.objects.filter(session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now())
    keys = set(alive.values_list("session_key", flat=True))
    return [row for row in rows if row.session_key in keys]


def end(rows: Iterable[BrowserSession]) -> None:
    """Sign these browsers out at once, and close their open sockets."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    for row in rows:
        store(session_key=row.session_key).flush()
        row.delete()


def forget_old() -> None:
    """Delete rows whose session does not exist any more."""
    BrowserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def browser_of(agent: str) -> str:
    """Return the browser's name and system: "Firefox, Windows"; "" where its User-Agent is unknown."""
    program = next((name for word, name in PROGRAMS if word in agent), "")
    system = next((name for word, name in SYSTEMS if word in agent), "")
    return ", ".join(filter(None, (program, system)))
