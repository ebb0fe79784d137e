"""Visits of the demo: a class and an account for one visitor for an hour, with a session that has begun."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from classroom.demo import copies
from classroom.management.demo import class_name
from classroom.models import Classroom, ClassSession, Teacher
from classroom.server.database import changes
from classroom.sessions import lifecycle
from classroom.sessions.games import catalogue
from game.models import Table

LASTS = timedelta(hours=1)
MOST = 300
"""Visits at once. As many classes are prepared in advance: a copy takes 90 ms of the processor, a visit with a prepared
class 20 (`python -m tests.bench.demo`)."""
ROUNDS = 9


class TooManyVisits(Exception):
    """There are MOST visits already; nothing was made."""


def is_offered() -> bool:
    """Return whether the first page offers the demo: on a demo server, and on a server that has no account yet."""
    return bool(settings.DEMO) or not Teacher.objects.of_school().exists()


def begin(language: str) -> ClassSession:
    """Give a visitor a class in this language whose session has begun. Raises TooManyVisits."""
    teacher = admitted(language)
    found = teacher.classrooms.first() or copies.copy(copies.template(), to=teacher)
    changes.change(found, name=class_name(language), language=language or settings.LANGUAGE_CODE)
    return _session(found, teacher)


@transaction.atomic
def admitted(language: str) -> Teacher:
    """Take a prepared class, or make an account with a new copy; two simultaneous visitors never get the same one."""
    changes.in_turn("demo")
    if present().count() >= MOST:
        raise TooManyVisits
    teacher = waiting().first() or _account()
    teacher.is_active, teacher.language, teacher.date_joined = True, language, timezone.now()
    teacher.save(update_fields=["is_active", "language", "date_joined"])
    return teacher


def _account() -> Teacher:
    return Teacher.objects.create_user(f"{secrets.token_hex(8)}{Teacher.OF_DEMO}", name="Demo", is_active=False)


def present() -> QuerySet[Teacher]:
    """Return the visitors whose hour has begun."""
    return Teacher.objects.filter(email__endswith=Teacher.OF_DEMO, is_active=True)


def waiting() -> QuerySet[Teacher]:
    """Return the owners of the classes that are prepared, copied today."""
    ready = Teacher.objects.filter(email__endswith=Teacher.OF_DEMO, is_active=False)
    ready = ready.filter(date_joined__date=timezone.localdate())
    return ready.exclude(email=copies.TEMPLATE).exclude(email__startswith=copies.BUILDING).order_by("pk")


def lay() -> None:
    """Copy the demo class for a future visitor."""
    whole = copies.template()
    with transaction.atomic():
        copies.copy(whole, to=_account())


def _session(classroom: Classroom, teacher: Teacher) -> ClassSession:
    """Start a session of the first game with the whole class and the settings of its last one."""
    game = catalogue.all_games()[0].name
    last = classroom.sessions.filter(game=game).latest("opened_at")
    options = last.options | {"rounds": ROUNDS}
    session = lifecycle.open_session(
        classroom=classroom, game=game, options=options, table_size=last.table_size, opened_by=teacher
    )
    for student in classroom.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    return session


def over() -> list[Teacher]:
    """Return the visitors whose hour is over, and the owners of classes that were prepared on an earlier day."""
    visitors = Teacher.objects.filter(email__endswith=Teacher.OF_DEMO).exclude(email=copies.TEMPLATE)
    gone = visitors.filter(is_active=True, date_joined__lt=timezone.now() - LASTS)
    waits = visitors.filter(is_active=False).exclude(pk__in=waiting())
    return [*gone, *waits.filter(date_joined__lt=timezone.now() - LASTS)]


def codes_of(teachers: list[Teacher]) -> list[str]:
    """Return the codes of the open tables in these teachers' classes."""
    theirs = Table.objects.filter(seats__sitting__session__classroom__teachers__in=teachers, closed_at=None)
    return list(theirs.values_list("code", flat=True).distinct())
