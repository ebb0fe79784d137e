"""Django's sessions in the database; one that is emptied, at a sign-out, takes its open sockets along."""

from django.contrib.sessions.backends import db

from classroom.server.http import disconnects


class SessionStore(db.SessionStore):
    def flush(self) -> None:
        session = self.session_key
        super().flush()
        disconnects.hang_up(session=session or "")
