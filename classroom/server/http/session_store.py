"""Django's sessions in the database, with fewer questions; one that is emptied, at a sign-out, takes its open sockets
along."""

from django.contrib.sessions.backends import base, db
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import get_random_string

from classroom.server.database.prepared import Prepared
from classroom.server.http import disconnects

KEY_LENGTH = 32


class SessionStore(db.SessionStore):
    def flush(self) -> None:
        session = self.session_key
        super().flush()
        disconnects.hang_up(session=session or "")

    def _get_session_from_db(self) -> Session | None:
        found = _with_key.first(self.session_key) if self.session_key else None
        if found and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None

    def _get_new_session_key(self) -> str:
        """Return a key without asking whether it is free: one that is not (1 in 36³²) fails when it is stored, and
        `create` takes another."""
        return get_random_string(KEY_LENGTH, base.VALID_KEY_CHARS)


_with_key = Prepared(lambda key: Session.objects.filter(session_key=key), str)


def begin_anew(session: base.SessionBase) -> None:
    """Give a session another key. A browser without one gets its first key when it is stored: nobody knows an older
    one."""
    session.keys()  # reads it: a key that stands for nothing any more is forgotten
    if session.session_key:
        session.cycle_key()
