"""Several teachers of a class: invite by e-mail address, accept, decline, leave, make an owner.

The inviting teacher never learns whether an address has an account: the words are the same. A teacher who had an
account before the invitation finds it on their page; an account made later needs the link (see Invitation).
"""

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from classroom.languages import choice
from classroom.models import Classroom, Invitation, Teacher, Teaching
from classroom.server.database import changes
from classroom.server.http import disconnects

MOST_INVITATIONS = 20
"""Open ones of a class at a time: enough for a staff room, too few for sending mail to strangers."""


class LastOwnerError(Exception):
    """The class would be left without an owner."""


class TooManyError(Exception):
    """The class already has the most open invitations allowed."""


@transaction.atomic
def invite(*, classroom: Classroom, email: str, by: Teacher) -> Invitation:
    """Make an invitation, or return the existing one for this address. Raises TooManyError."""
    open_now = changes.locked(classroom).invitations
    forget_old()
    if known := open_now.filter(email__lower=email.lower()).first():
        return known
    if open_now.count() >= MOST_INVITATIONS:
        raise TooManyError
    return Invitation.objects.create(classroom=classroom, email=email, invited_by=by)


def tell(invitation: Invitation, link: str) -> None:
    """Send the link by e-mail if this server sends mail: in the language of the account, if there is one."""
    known = Teacher.objects.filter(email__lower=invitation.email.lower()).first()
    with override((known and known.language) or choice.active()):
        _send(invitation, link)


def _send(invitation: Invitation, link: str) -> None:
    words = {"teacher": invitation.invited_by.name, "class": invitation.classroom.name}
    day = date_format(timezone.localtime(invitation.open_until), _("j F Y"))
    about = _("Cardinal is a set of card games with sums that a whole class plays live.")
    asks = _("Open this link by %(day)s to say yes or no:") % {"day": day}
    send_mail(
        _("%(teacher)s asks you to teach %(class)s together in Cardinal") % words,
        f"{about}\n\n{asks}\n\n{link}\n",
        None,
        [invitation.email],
        fail_silently=True,
    )


def waiting_for(teacher: Teacher) -> QuerySet[Invitation]:
    """Return the invitations that a teacher finds without a link: those to an account that is older than they are."""
    mine = Invitation.objects.open().filter(email__lower=teacher.email.lower(), invited_at__gt=teacher.date_joined)
    return mine.filter(classroom__archived_at=None).select_related("classroom", "invited_by")


@transaction.atomic
def accept(invitation: Invitation, teacher: Teacher) -> None:
    """Make the teacher a teacher of the class. Raises changes.Gone where the invitation was answered or withdrawn
    meanwhile."""
    changes.locked(invitation)
    Teaching.objects.get_or_create(classroom=invitation.classroom, teacher=teacher, defaults={"is_owner": False})
    invitation.delete()


def forget_old() -> None:
    """Delete invitations that are no longer valid."""
    Invitation.objects.over().delete()


@transaction.atomic
def leave(teaching: Teaching) -> None:
    """Remove a teacher from a class. Raises LastOwnerError."""
    _keep_an_owner(teaching)
    teaching.delete()
    disconnects.hang_up(teachers=[teaching.teacher_id])


@transaction.atomic
def set_owner(teaching: Teaching, is_owner: bool) -> None:
    """Make a teacher of the class an owner, or no longer an owner. Raises LastOwnerError."""
    if not is_owner:
        _keep_an_owner(teaching)
    changes.change(teaching, is_owner=is_owner)


def _keep_an_owner(teaching: Teaching) -> None:
    owners = Teaching.objects.select_for_update().filter(classroom=teaching.classroom_id, is_owner=True).order_by("pk")
    if {owner.pk for owner in owners} == {teaching.pk}:
        raise LastOwnerError
