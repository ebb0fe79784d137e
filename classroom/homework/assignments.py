"""Homework: practice set for a class until a date, and each student's progress, counted from the log alone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import reduce
from typing import Any

from django.db import transaction
from django.db.models import Count, Expression, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom import persons
from classroom.homework import catalogue as practice
from classroom.homework import units
from classroom.homework.units import HomeworkDone
from classroom.models import Classroom, ClassSession, Homework, StandingGroup, Student
from classroom.server.database import changes
from classroom.sessions.games import catalogue as games
from game.models import Event


@dataclass(frozen=True, slots=True)
class HomeworkRow:
    """A student and their homework. `state` is done, started or not_yet."""

    student: Student
    done: HomeworkDone
    state: str


def give(
    classroom: Classroom,
    *,
    options: Mapping[str, Any],
    unit: str,
    amount: int,
    last_day: date,
    session: ClassSession | None = None,
    students: Iterable[Student] = (),
    group: StandingGroup | None = None,
) -> Homework:
    """Set homework until the end of that day, in the school's time zone, for these students or for the whole class. For
    a `group`, they are its members.

    If the same homework for the same children was set within SAME_PRESS, return that one: the button was pressed twice.
    """
    end = timezone.make_aware(datetime.combine(last_day + timedelta(days=1), time.min))
    wanted = {"classroom": classroom, "options": dict(options), "unit": unit, "amount": amount, "session": session}
    wanted |= {"group": group}
    meant = {student.pk for student in students}
    with transaction.atomic():
        changes.locked(classroom)
        for before in Homework.objects.filter(**wanted, until=end, set_at__gt=timezone.now() - SAME_PRESS):
            if set(before.students.values_list("pk", flat=True)) == meant:
                return before
        given = Homework.objects.create(**wanted, until=end)
        given.students.set(meant)
    return given


SAME_PRESS = timedelta(seconds=10)
"""Time after a press on the form in which another one counts as accidental."""


def is_over(homework: Homework) -> bool:
    return timezone.now() >= homework.until


def last_day(homework: Homework) -> date:
    return timezone.localdate(homework.until - timedelta(microseconds=1))


def in_words(homework: Homework) -> str:
    """Return in words what is to be played or practised."""
    if units.of(homework).practised:
        return practice.in_words(homework.options)
    session = homework.session
    is_alone = session is not None and games.of(session.game).is_alone(homework.options)
    return ", ".join([_("the cards of a lesson"), _("alone")] if is_alone else [_("the cards of a lesson")])


def set_for(student: Student) -> QuerySet[Homework]:
    """Return all past and present homework for this student, in all its present classes."""
    places = persons.present(student)
    for_all, for_one = Q(students=None), Q(students__in=places.values("pk"))
    return Homework.objects.filter(for_all | for_one, classroom__in=places.values("classroom")).distinct()


def open_for(student: Student) -> QuerySet[Homework]:
    """Return this student's open homework, the nearest end first."""
    return set_for(student).filter(until__gt=timezone.now()).order_by("until", "pk")


def rows(homework: Homework) -> list[HomeworkRow]:
    """Return the students of the homework who are on the roster, in its order. Three queries."""
    practised = done_by_student(homework)
    students = Student.objects.filter(classroom=homework.classroom_id)
    if Student.everybody.filter(tasks=homework).exists():
        students = students.filter(tasks=homework)
    return [HomeworkRow(each, practised[each.pk], _state(homework, practised[each.pk])) for each in students]


def done_of(homework: Homework, student: Student) -> HomeworkDone:
    done = done_by_student(homework, persons.players_of(student.pk))
    return reduce(HomeworkDone.and_also, done.values(), HomeworkDone())


def _state(homework: Homework, done: HomeworkDone) -> str:
    if units.of(homework).is_done(homework, done):
        return "done"
    return "started" if done.answered else "not_yet"


def done_by_student(homework: Homework, only: Expression | None = None) -> defaultdict[int, HomeworkDone]:
    """Return the counts of a homework's practices, or of those of `only` some children; zero without any practice."""
    if not units.of(homework).practised:
        return _played_at_home(homework, only)
    events = Event.objects.filter(round__practice__homework=homework).order_by("round", "n")
    if only is not None:
        events = events.filter(round__practice__student__in=only)
    rounds: dict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    for student, practised, kind, at in events.values_list("round__practice__student", "round", "kind", "at"):
        rounds[student, practised].append((kind, at))
    found: defaultdict[int, HomeworkDone] = defaultdict(HomeworkDone)
    for (student, _practice), lines in rounds.items():
        found[student] = found[student].and_also(practice.counted(lines))
    return found


def _played_at_home(homework: Homework, only: Expression | None) -> defaultdict[int, HomeworkDone]:
    """Count the rounds that were played to their end; the reports have their answers."""
    ended = homework.practices.exclude(round__finished_at=None).order_by()
    ended = ended if only is None else ended.filter(student__in=only)
    counted = ended.values_list("student").annotate(Count("pk"))
    return defaultdict(HomeworkDone, {student: HomeworkDone(placed=rounds) for student, rounds in counted})
