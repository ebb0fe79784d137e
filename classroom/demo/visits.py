"""Visits of the demo: a class and an account for one visitor for an hour, with a session that has begun.

The demo class is simulated once a day; every visitor's class is a copy of its rows.

Rows that others refer to are copied one by one, because their new numbers are needed; the log entries and the evidence,
nineteen rows of twenty, are copied inside the database, with one statement for each table.
"""

import secrets
import threading
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from classroom.management import demo
from classroom.management.demo import class_name
from classroom.models import Attendance, Classroom, ClassSession, Homework, Sitting, Student, Teacher
from classroom.server.database import changes
from classroom.server.database.alone import BUILDING_DEMO, alone
from classroom.sessions import lifecycle
from classroom.sessions.games import catalogue
from game.codes import card_code, table_code
from game.models import AnswerSheet, Event, Evidence, Round, Seat, Table

LASTS = timedelta(hours=1)
MOST = 300
"""Visits at once. As many classes are prepared in advance: a copy takes 90 ms of the processor, a visit with a prepared
class 20 (`python -m tests.bench.demo`)."""
ROUNDS = 9

TEMPLATE, BUILDING = f"template{Teacher.OF_DEMO}", "building-"
"""Address of the owner of the class that is copied, and prefix of an owner whose class is not complete yet."""
_one_builds = threading.Lock()
Numbers = dict[type[Model], dict[int, int]]
"""New numbers by old ones, for each model that other rows refer to."""


class TooManyVisits(Exception):
    """There are MOST visits already; nothing was made."""


def is_offered() -> bool:
    """Return whether the first page offers the demo: on a demo server, and on a server that has no account yet."""
    return bool(settings.DEMO) or not Teacher.objects.of_school().exists()


def begin(language: str) -> ClassSession:
    """Give a visitor a class in this language whose session has begun. Raises TooManyVisits."""
    teacher = admitted(language)
    found = teacher.classrooms.first() or copy_class(template_class(), to=teacher)
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
    return ready.exclude(email=TEMPLATE).exclude(email__startswith=BUILDING).order_by("pk")


def lay() -> None:
    """Copy the demo class for a future visitor."""
    whole = template_class()
    with transaction.atomic():
        copy_class(whole, to=_account())


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
    visitors = Teacher.objects.filter(email__endswith=Teacher.OF_DEMO).exclude(email=TEMPLATE)
    gone = visitors.filter(is_active=True, date_joined__lt=timezone.now() - LASTS)
    waits = visitors.filter(is_active=False).exclude(pk__in=waiting())
    return [*gone, *waits.filter(date_joined__lt=timezone.now() - LASTS)]


def codes_of(teachers: list[Teacher]) -> list[str]:
    """Return the codes of the open tables in these teachers' classes."""
    theirs = Table.objects.filter(seats__sitting__session__classroom__teachers__in=teachers, closed_at=None)
    return list(theirs.values_list("code", flat=True).distinct())


def template_class() -> Classroom:
    """Return the class to copy; simulate it where today's does not exist yet. Takes seconds, once a day, while other
    threads and workers wait for the same one."""
    if found := _todays():
        return found
    with _one_builds, alone(BUILDING_DEMO):
        return _todays() or _built()


def _todays() -> Classroom | None:
    kept = Teacher.objects.filter(email=TEMPLATE).first()
    is_todays = kept and timezone.localdate(kept.date_joined) == timezone.localdate()
    return demo.demo_class_of(kept) if kept and is_todays else None


def _built() -> Classroom:
    """Simulate the class; its owner gets the name by which it is found only when it is complete."""
    email = f"{BUILDING}{secrets.token_hex(8)}{Teacher.OF_DEMO}"
    owner = Teacher.objects.create_user(email, name="Demo", is_active=False)
    made = demo.build(owner, timezone.localdate())
    with transaction.atomic():
        forget_demos(*Teacher.objects.filter(email=TEMPLATE))
        Teacher.objects.filter(pk=owner.pk).update(email=TEMPLATE)
    return made


@transaction.atomic
def copy_class(whole: Classroom, *, to: Teacher) -> Classroom:
    """Copy the class, with everything that its children have played, for this teacher."""
    new: Numbers = {}
    tables = Table.objects.filter(seats__sitting__session__classroom=whole).distinct()
    _copy(new, Classroom.objects.filter(pk=whole.pk))
    _copy(new, whole.students.order_by("pk"), card=card_code, person=card_code)
    _copy(new, whole.sessions.order_by("pk"), opened_by_id=lambda: to.pk)
    _copy(new, Homework.objects.filter(classroom=whole))
    _copy(new, tables.order_by("pk"), code=table_code)
    _copy(new, Seat.objects.filter(table__in=new[Table]).order_by("pk"), player=new[Student])
    _copy(new, Round.objects.filter(table__in=new[Table]).order_by("pk"))
    _copy(new, Attendance.objects.filter(session__in=new[ClassSession]))
    _copy(new, Sitting.objects.filter(session__in=new[ClassSession]))
    _copy_inside(Event, {"round_id": new[Round]})
    for kind in Evidence.kinds():
        _copy_inside(kind, {"round_id": new[Round], "player": new[Student]})
    _copy_inside(AnswerSheet, {"table_id": new[Table], "player": new[Student]})
    made = Classroom.objects.get(pk=new[Classroom][whole.pk])
    made.teachers.add(to)
    return made


def _copy(new: Numbers, rows: QuerySet[Any], **others: Any) -> None:
    """Copy these rows. `others` are columns that get a new value, or a mapping from old numbers to new ones."""
    model, olds = rows.model, list(rows)
    numbers = [row.pk for row in olds]
    for row in olds:
        row.pk, row._state.adding = None, True
        for field in model._meta.concrete_fields:
            known = new.get(field.related_model, {}) if isinstance(field.related_model, type) else {}
            if known and (old := getattr(row, field.attname)) in known:
                setattr(row, field.attname, known[old])
        for name, other in others.items():
            setattr(row, name, other.get(getattr(row, name)) if isinstance(other, Mapping) else other())
    new[model] = dict(zip(numbers, (row.pk for row in model._base_manager.bulk_create(olds)), strict=True))


def _copy_inside(model: type[Model], by: Mapping[str, Mapping[int, int]]) -> None:
    """Copy the rows whose columns have these old numbers, with the new ones, without reading any."""
    table = connection.ops.quote_name(model._meta.db_table)
    columns = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    names = [connection.ops.quote_name(column) for column in columns]
    values = [
        f"m_{column}.new" if column in by else f"{table}.{name}" for column, name in zip(columns, names, strict=True)
    ]
    maps = ", ".join(f"m_{column}(old, new) AS (VALUES {_pairs(pairs)})" for column, pairs in by.items())
    joins = " ".join(
        f"JOIN m_{column} ON {table}.{connection.ops.quote_name(column)} = m_{column}.old" for column in by
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)}) "
            f"WITH {maps} SELECT {', '.join(values)} FROM {table} {joins} ORDER BY {table}.id"
        )


def _pairs(numbers: Mapping[int, int]) -> str:
    """Return the numbers as rows of SQL. Injection is impossible, because they are integers by type and come from the
    database."""
    return ", ".join(f"({int(old)}, {int(new)})" for old, new in numbers.items())


def forget_demos(*teachers: Teacher) -> None:
    """Delete these teachers of the demo and all their data, at once and for good."""
    for teacher in teachers:
        with transaction.atomic():
            classes = Classroom.everything.filter(teachers=teacher)
            for table in _tables_of(classes):
                table.delete()
            classes.delete()
            teacher.delete()


def _tables_of(classes: QuerySet[Classroom]) -> Iterable[QuerySet[Table]]:
    yield Table.objects.filter(seats__sitting__session__classroom__in=classes)
    yield Table.objects.filter(rounds__practice__student__classroom__in=classes)
