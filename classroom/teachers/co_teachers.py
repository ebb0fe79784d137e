"""More than one teacher of a class: invite by e-mail address, accept, decline, leave, make an owner.

The one who invites never learns whether an address has an account: the words are the same. Somebody who had the
account before the invitation finds it on their page; for an account made later the link is needed (see Invitation).
"""

from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from classroom.languages import choice
from classroom.models import Classroom, Invitation, Teacher, Teaching
from classroom.server.database import changes
from classroom.server.http import disconnects

MOST_INVITATIONS = 20
"""Open for one class at a time: a staff room, and no list of addresses to write to."""


class LastOwnerError(Exception):
    """A class is never without an owner."""


class TooManyError(Exception):
    """So many invitations to the class are open already."""


@transaction.atomic
def invite(*, classroom: Classroom, email: str, by: Teacher) -> Invitation:
    """Make an invitation, or return the one that this address has already. Raises TooManyError."""
    open_now = changes.locked(classroom).invitations
    forget_old()
    if known := open_now.filter(email__iexact=email).first():
        return known
    if open_now.count() >= MOST_INVITATIONS:
        raise TooManyError
    return Invitation.objects.create(classroom=classroom, email=email, invited_by=by)


def tell(invitation: Invitation, link: str) -> None:
    """Send the link by e-mail, as far as this box can: in the language of the account, where there is one."""
    known = Teacher.objects.filter(email__iexact=invitation.email).first()
    with override((known and known.language) or choice.active()):
        _send(invitation, link)


def _send(invitation: Invitation, link: str) -> None:
    words = {"teacher": invitation.invited_by.name, "class": invitation.classroom.name}
    send_mail(
        _("%(teacher)s asks you to teach %(class)s together in Cardinal") % words,
        _("Open this link to say yes or no:") + f"\n\n{link}\n",
        None,
        [invitation.email],
        fail_silently=True,
    )


def waiting_for(teacher: Teacher) -> QuerySet[Invitation]:
    """Return the invitations that a teacher finds without a link: those of an account that was there before."""
    mine = Invitation.objects.open().filter(email__iexact=teacher.email, invited_at__gt=teacher.date_joined)
    return mine.filter(classroom__archived_at=None).select_related("classroom", "invited_by")


@transaction.atomic
def accept(invitation: Invitation, teacher: Teacher) -> None:
    """Raises changes.Gone where it was answered, or taken back, a moment ago."""
    changes.locked(invitation)
    Teaching.objects.get_or_create(classroom=invitation.classroom, teacher=teacher, defaults={"is_owner": False})
    invitation.delete()


def forget_old() -> None:
    """Remove the invitations that nobody has answered in time."""
    Invitation.objects.filter(invited_at__lte=timezone.now() - Invitation.HOLDS).delete()


@transaction.atomic
def leave(teaching: Teaching) -> None:
    """Take a teacher off a class. Raises LastOwnerError."""
    _keep_an_owner(teaching)
    teaching.delete()
    disconnects.hang_up(teachers=[teaching.teacher_id])


@transaction.atomic
def set_owner(teaching: Teaching, is_owner: bool) -> None:
    """Make a teacher of the class an owner, or no owner any more. Raises LastOwnerError."""
    if not is_owner:
        _keep_an_owner(teaching)
    changes.change(teaching, is_owner=is_owner)


def _keep_an_owner(teaching: Teaching) -> None:
    owners = Teaching.objects.select_for_update().filter(classroom=teaching.classroom_id, is_owner=True).order_by("pk")
    if teaching.is_owner and {owner.pk for owner in owners} <= {teaching.pk}:
        raise LastOwnerError
