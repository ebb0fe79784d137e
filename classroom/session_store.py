"""Django's sessions in the database; one that is emptied, at a sign-out, takes its open sockets along."""

from django.contrib.sessions.backends import db

from classroom import hang_ups


class SessionStore(db.SessionStore):
    def flush(self) -> None:
        session = self.session_key
        super().flush()
        hang_ups.hang_up(session=session or "")
