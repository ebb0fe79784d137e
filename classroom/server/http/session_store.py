"""Django's sessions in the database: flushing one, at a sign-out, also closes its open sockets; a sign-in is followed
where its session gets another key."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import auth
from django.contrib.sessions.backends import base, db
from django.contrib.sessions.models import Session
from django.utils import timezone

from classroom.server.http import disconnects
from game.log.prepared import Prepared

_followers: set[Callable[[str | None, str | None], None]] = set()
_with_key = Prepared(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        known = self._known()
        return dict(super().load()) if known is None else known

    async def aload(self) -> dict[str, Any]:
        known = await sync_to_async(self._known)()
        return dict(await super().aload()) if known is None else known

    def _known(self) -> dict[str, Any] | None:
        """Return what is stored; None where it has expired, or nothing is."""
        found = _with_key.first(self.session_key) if self.session_key else None
        return dict(self.decode(found.session_data)) if found and found.expire_date > timezone.now() else None

    def is_empty(self) -> bool:
        """Return whether the browser's cookie is to be deleted. The cookie of a session that is only not found is left:
        another request of the browser may have been answered with a new key since (`cycle_key`)."""
        return bool(self.modified and super().is_empty())

    def flush(self) -> None:
        session = self.session_key
        super().flush()
        disconnects.hang_up(session=session or "")

    def cycle_key(self) -> None:
        """Give the session another key, and tell those who follow a teacher's sign-in. A child may sign in or out at a
        browser in which a teacher is signed in, too."""
        before = self.session_key
        super().cycle_key()
        for follow in _followers if auth.SESSION_KEY in self else ():
            follow(before, self.session_key)


def follow_sign_ins(follow: Callable[[str | None, str | None], None]) -> None:
    """Call this from now on with the old and the new key of a session in which a teacher is signed in. Idempotent."""
    _followers.add(follow)


def begin_anew(session: base.SessionBase) -> None:
    """Give a session another key. A browser without a session gets its first key when it is stored: nobody knows an
    older one."""
    session.keys()  # reads it: a key that stands for nothing any more is forgotten
    if session.session_key:
        session.cycle_key()
