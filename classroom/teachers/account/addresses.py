"""A teacher's e-mail address: confirmed by a link sent to the new one if this server sends mail, otherwise changed at
once."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from classroom.models import Teacher
from classroom.server.http.links import own_url

SALT = "teachers.account.e-mail"
HOLDS_FOR = 3 * 86_400
"""Seconds for which the link in the mail is valid."""


def are_confirmed() -> bool:
    """Return whether this server sends mail, so that an address can be confirmed."""
    return bool(settings.MAIL_SERVER)


def ask(request: HttpRequest, teacher: Teacher, email: str) -> None:
    """Send a link to the new address. It is valid for this teacher, as long as the old address is in use."""
    token = signing.dumps([teacher.pk, teacher.email, email], salt=SALT)
    link = own_url(request, reverse("account_email_confirm", args=[token]))
    send_mail(
        _("Your new e-mail at Cardinal"),
        _("Open this link to sign in at Cardinal with this address from now on. It works for three days.")
        + f"\n\n{link}\n\n"
        + _("If it was not you, do nothing."),
        None,
        [email],
    )


def asked(token: str, teacher: Teacher) -> str | None:
    """Return the address that this link of theirs confirms, None where it is no longer valid."""
    try:
        pk, old, new = signing.loads(token, salt=SALT, max_age=HOLDS_FOR)
    except signing.BadSignature:
        return None
    return str(new) if (pk, old) == (teacher.pk, teacher.email) else None


@transaction.atomic
def change(teacher: Teacher, email: str, *, confirmed: bool) -> None:
    """Use this address for signing in from now on; the old one is no longer accepted."""
    teacher.email = email
    teacher.save(update_fields=["email"])
    EmailAddress.objects.filter(user=teacher).delete()
    EmailAddress.objects.create(user=teacher, email=email, primary=True, verified=confirmed)


def tell_old(old: str, name: str) -> None:
    """Notify the old address if this server sends mail, because the change may have been made by somebody else."""
    if are_confirmed():
        words = _("%(name)s signs in at Cardinal with another e-mail from now on. If it was not you, tell your school.")
        send_mail(_("Your e-mail at Cardinal was changed"), words % {"name": name}, None, [old])
