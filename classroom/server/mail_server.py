"""The school's mail server, given as one address: smtp://user:password@mail.school.example:587; and its mails, which
are sent beside the pages.

A mail server that accepts connections and says nothing would otherwise hold a page's thread for EMAIL_TIMEOUT, and a
flood of forgotten passwords all threads of the school's pages.
"""

import logging
import threading
from collections.abc import Sequence
from contextlib import suppress
from threading import BoundedSemaphore, Thread
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

log = logging.getLogger(__name__)

PORTS = {"smtp": 587, "smtps": 465}
AT_ONCE = 20
"""Mails on their way at once, each with a thread of its own: a staff room that signs up together. Others are not sent,
and can be asked for again."""
NAME = "mail"
_places = BoundedSemaphore(AT_ONCE)


class MailServer(NamedTuple):
    """Settings of Django's SMTP backend. smtp begins in clear text and switches to TLS, smtps begins with TLS."""

    host: str
    port: int
    user: str
    password: str
    use_tls: bool
    use_ssl: bool


def read(address: str) -> MailServer:
    """Return the settings for this address. Raises ValueError; characters like @ in a password are written as %40."""
    parts = urlsplit(address)
    with suppress(ValueError):  # a port that is no number
        port = parts.port
        if parts.scheme in PORTS and parts.hostname:
            return _read(parts, parts.hostname, port or PORTS[parts.scheme])
    raise ValueError("CARDINAL_EMAIL_URL has to look like smtp://user:password@mail.school.example:587")


def _read(parts: SplitResult, host: str, port: int) -> MailServer:
    return MailServer(
        host=host,
        port=port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        use_tls=parts.scheme == "smtp" and port != 25,
        use_ssl=parts.scheme == "smtps",
    )


def are_on_their_way() -> bool:
    return any(thread.name == NAME for thread in threading.enumerate())


class BesidePages(smtp.EmailBackend):
    """Django's, in a thread that ends with its mail; what goes wrong there is logged. A stop of the server waits
    some seconds for it (deployment/serving.py)."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Begin to send, and return at once how many are on their way."""
        if not _places.acquire(blocking=False):
            log.error("A mail was not sent: %d are on their way already", AT_ONCE)
            return 0
        Thread(target=self._send_now, args=(email_messages,), name=NAME, daemon=True).start()
        return len(email_messages)

    def _send_now(self, email_messages: Sequence[EmailMessage]) -> None:
        try:
            super().send_messages(email_messages)
        except OSError as error:  # of the network or, as SMTPException is one, of the server
            log.error("A mail was not sent: %s", error)
        finally:
            _places.release()
