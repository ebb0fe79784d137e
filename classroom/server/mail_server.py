"""The school's mail server, given as one address: smtp://user:password@mail.school.example:587."""

from contextlib import suppress
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

PORTS = {"smtp": 587, "smtps": 465}


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
