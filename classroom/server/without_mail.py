"""E-mail backend of a server without a mail server: mails are neither sent nor logged.

Such a mail can contain a link that opens an account, and others than its recipient read the log of a server.
"""

import logging
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from classroom.server.deployment import typed

log = logging.getLogger(__name__)


class EmailBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Log that nothing was sent, and what to do about a forgotten password. Return 0."""
        log.warning(
            "A mail was not sent: there is no mail server (CARDINAL_EMAIL_URL). "
            "Whoever forgot the password is helped by: %s",
            typed.command("rights E-MAIL --password-link"),
        )
        return 0
