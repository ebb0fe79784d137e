"""The school's mail server, given as one address: smtp://user:password@mail.school.example:587."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

PORTS = {"smtp": 587, "smtps": 465}


class MailServer(NamedTuple):
    """Settings of Django's SMTP backend. smtp begins in the open and goes on with TLS, smtps begins with TLS."""

    host: str
    port: int
    user: str
    password: str
    use_tls: bool
    use_ssl: bool


def read(address: str) -> MailServer:
    """Return the server at the address. Raises ValueError; signs like @ in a password are written as %40."""
    parts = urlsplit(address)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("CARDINAL_EMAIL_URL has to look like smtp://user:password@mail.school.example:587")
    return MailServer(
        host=parts.hostname,
        port=parts.port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        use_tls=parts.scheme == "smtp" and parts.port != 25,
        use_ssl=parts.scheme == "smtps",
    )
