"""Writing challenges: offer, accept, decline, leave.

The offering teacher never learns whether an address has an account, nor who has declined: an offer that nobody accepts
disappears.
"""

from datetime import date

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from classroom.measures import CLASS_MEAN_FROM_STUDENTS
from classroom.models import BY_NAME, Challenge, ChallengeEntry, Classroom, Teacher, Teaching
from classroom.server.database import changes

TAUGHT_NOW = Q(classroom__archived_at=None, classroom__removed_at=None)


class BusyError(Exception):
    """The class has a challenge already, offered or begun."""


class TooFewError(Exception):
    """The class has too few children: a mean would reveal what one of them has learnt."""


@transaction.atomic
def offer(classroom: Classroom, *, by: Teacher, email: str, last_day: date) -> Challenge:
    """Offer a challenge to the teacher with this address. Raises BusyError, TooFewError."""
    challenge = Challenge.objects.create(email=email, last_day=last_day)
    _enter(challenge, classroom, by)
    return challenge


@transaction.atomic
def accept(challenge: Challenge, classroom: Classroom, *, by: Teacher) -> None:
    """Begin the challenge with this class. Raises BusyError, TooFewError, and changes.Gone if it was answered
    already."""
    _unanswered(challenge)
    _enter(challenge, classroom, by)
    changes.change(challenge, email="")


@transaction.atomic
def decline(challenge: Challenge) -> None:
    """Remove the offer. Raises changes.Gone if it was answered already."""
    _unanswered(challenge).delete()


@transaction.atomic
def leave(entry: ChallengeEntry) -> None:
    """End the challenge for both classes, or withdraw an offer; its rows are deleted."""
    Challenge.objects.filter(pk=entry.challenge_id).delete()


def offers_for(teacher: Teacher) -> QuerySet[ChallengeEntry]:
    """Return the entries of the offering classes for this teacher; offers older than their account are excluded, and
    those of somebody who does not teach the offering class any more."""
    asked = Q(challenge__email__lower=teacher.email.lower(), challenge__offered_at__gt=teacher.date_joined)
    still = Q(challenge__last_day__gte=timezone.localdate())
    theirs = Teaching.objects.filter(classroom=OuterRef("classroom"), teacher=OuterRef("agreed_by"))
    offered = Exists(theirs.filter(teacher__is_active=True))
    return ChallengeEntry.objects.filter(TAUGHT_NOW, asked, still, offered).select_related("challenge", "agreed_by")


def free_classes(teacher: Teacher) -> QuerySet[Classroom]:
    """Return the teacher's classes that could take part in a challenge now."""
    counted = Classroom.objects.filter(teachers=teacher, archived_at=None).annotate(
        on_roll=Count("students", filter=Q(students__removed_at=None), distinct=True)
    )
    free = counted.exclude(challenge_entry__challenge__last_day__gte=timezone.localdate())
    return free.filter(on_roll__gte=CLASS_MEAN_FROM_STUDENTS).order_by(*BY_NAME)


def forget_old() -> None:
    """Delete challenges whose end has been shown, expired offers, and challenges of removed classes."""
    today = timezone.localdate()
    taught = Count("entries", filter=Q(entries__classroom__archived_at=None, entries__classroom__removed_at=None))
    counted = Challenge.objects.annotate(taught=taught)
    unanswered = counted.exclude(email="").filter(Q(last_day__lt=today) | Q(taught=0))
    begun = counted.filter(email="").filter(Q(last_day__lt=today - Challenge.SHOWN_FOR) | Q(taught__lt=2))
    Challenge.objects.filter(pk__in=[each.pk for each in (*unanswered, *begun)]).delete()


def _unanswered(challenge: Challenge) -> Challenge:
    found = changes.locked(challenge)
    if not found.email:
        raise changes.Gone
    return found


def _enter(challenge: Challenge, classroom: Classroom, by: Teacher) -> None:
    changes.locked(classroom)
    if classroom.students.count() < CLASS_MEAN_FROM_STUDENTS:
        raise TooFewError
    earlier = Challenge.objects.filter(entries__classroom=classroom).first()
    if earlier and not _is_done(earlier):
        raise BusyError
    if earlier:
        earlier.delete()
    ChallengeEntry.objects.create(challenge=challenge, classroom=classroom, agreed_by=by)


def _is_done(challenge: Challenge) -> bool:
    """Return whether the challenge no longer occupies the class: its days are over, or the other class is not taught
    any more."""
    return challenge.is_over or (not challenge.email and challenge.entries.filter(TAUGHT_NOW).count() < 2)
