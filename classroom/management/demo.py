"""An invented class with four weeks of played sessions, so that every page has something to show.

The children are computer players with known pace and error rate; their rounds follow the same rules as real ones, are
stored in the same log and read by the same projection. The same day gives the same class (except for codes).

A real class may be playing on the same server meanwhile: each write is a transaction of its own, and nothing is
computed while one is open.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from classroom.challenges import offers
from classroom.homework import assignments
from classroom.languages import choice
from classroom.models import Attendance, ChallengeEntry, Classroom, ClassSession, Sitting, Student, Teacher
from classroom.rosters import faces, roster
from classroom.server.time_zone import moment
from classroom.sessions.games.catalogue import all_games
from classroom.sessions.games.catalogue import of as game_of
from classroom.sessions.lifecycle import new_device
from classroom.sessions.seating.grouping import random_groups
from game import clock, tables
from game.log import journal, table_state
from game.log.codec import columns_of
from game.models import Round, Seat, Table
from game.projection import project
from game.rules import Event
from game.rules.computer import Pace
from game.rules.simulation import Entry

NEXT_DOOR, NEXT_DOOR_EMAIL, NEXT_DOOR_TEACHER = "Class next door", "next-door@cardinal.example", "Mr Lund"
SCHOOL_DAYS, EVERY = 10, 2
"""It plays on this many school days, every second one, so that changes are spread over more than two weeks."""
ROUNDS = 2
TABLE_SIZE = 4
OFTEN_THERE = 0.93
FIRST_STARTS = time(9, 15)
NEXT_STARTS = timedelta(minutes=105)
"""Time from one session to the next, where the class plays several games on a day."""
BETWEEN_ROUNDS_MS = 20_000
HOMEWORK: dict[str, Any] = {"options": {"corner": True, "steps": [1, 2, 3]}, "unit": "cards", "amount": 20}
HOMEWORK_ENDS = timedelta(days=5)
CHALLENGE_ENDS = timedelta(days=11)


@dataclass(frozen=True, slots=True)
class DemoChild:
    """`pace` is how the child plays on the first day; on the last day these shares of its time and its errors are left.

    `first_day` counts the school days before the child joined the class. `misled`: most of its wrong cards come from
    one misconception (which one the game knows).
    """

    name: str
    pace: Pace
    first_day: int = 0
    time_left: float = 1.0
    errors_left: float = 1.0
    misled: bool = False

    @property
    def gets_better(self) -> bool:
        return min(self.time_left, self.errors_left) < 1

    def is_there(self, day: int, dice: random.Random) -> bool:
        """Return whether the child came on this day; a child that improves misses none, so that its progress shows."""
        return self.first_day <= day and (self.gets_better or dice.random() < OFTEN_THERE)

    def pace_on(self, day: int) -> Pace:
        """Return the child's pace on a school day, from 0: it changes by the same factor from day to day."""
        passed = day / (SCHOOL_DAYS - 1)
        median, errors = self.pace.median * self.time_left**passed, self.pace.error_rate * self.errors_left**passed
        return replace(self.pace, median=median, error_rate=errors)


CAST = (
    DemoChild("Amara O.", Pace(median=1.1, spread=0.35, error_rate=0.02, miss_rate=0.02)),
    DemoChild("Bence K.", Pace(median=4.2, error_rate=0.10), time_left=0.35, errors_left=0.5),
    DemoChild("Chloé D.", Pace(median=2.0, error_rate=0.05)),
    DemoChild("Dmitri V.", Pace(median=1.9, error_rate=0.22, miss_rate=0.06), misled=True),
    DemoChild("Elif Y.", Pace(median=4.4, error_rate=0.02)),
    DemoChild("Femi A.", Pace(median=1.4, error_rate=0.45), errors_left=0.06),
    DemoChild("Guðrún J.", Pace(median=1.8, error_rate=0.07)),
    DemoChild("Haruto S.", Pace(median=0.8, error_rate=0.28, draw=0.4, miss_rate=0.08)),
    DemoChild("Inés M.", Pace(median=4.2, error_rate=0.20, miss_rate=0.10)),
    DemoChild("João P.", Pace(median=2.2, error_rate=0.06), first_day=9),
    DemoChild("Kavya R.", Pace(median=1.7, error_rate=0.04)),
    DemoChild("Liam T.", Pace(median=3.4, error_rate=0.12, miss_rate=0.08)),
)
"""Amara is ready for more, Bence gets quicker, Femi errs less and less, Dmitri has a misconception, Elif is slow and
sure, Haruto hasty, Inés slow and unsure, João too new for any figure."""
CAST_NEXT_DOOR = tuple(
    replace(child, name=name)
    for child, name in zip(CAST, ("Aino", "Bruno", "Clara", "Dario", "Edda", "Frode", "Gaia", "Henrik"), strict=False)
)


def class_name(language: str) -> str:
    with override(language or settings.LANGUAGE_CODE):
        return _("Demo class")


def demo_class_of(teacher: Teacher) -> Classroom | None:
    """Return the teacher's demo class, in whichever language it was made, None without one."""
    return teacher.classrooms.filter(name__in=map(class_name, choice.names())).first()


def build(teacher: Teacher, today: date) -> Classroom:
    """Make the class, play its sessions on ten school days before today, and set it homework. Takes a few seconds.

    If it is interrupted, no class remains.
    """
    days = school_days(today)
    classroom = _with_its_sessions(teacher, class_name(teacher.language), CAST, days)
    assignments.give(classroom, **HOMEWORK, last_day=today + HOMEWORK_ENDS)
    return classroom


def challenge(classroom: Classroom, teacher: Teacher, today: date) -> None:
    """Put the class half-way into a friendly challenge with a class of eight next door, and show it to the children.
    Nobody can sign in as the other class's teacher."""
    days = school_days(today)
    colleague = Teacher.objects.filter(email=NEXT_DOOR_EMAIL).first()
    colleague = colleague or Teacher.objects.create_user(NEXT_DOOR_EMAIL, name=NEXT_DOOR_TEACHER, is_active=False)
    for old in colleague.classrooms.all():
        roster.forget_classroom(old)
    other = _with_its_sessions(colleague, NEXT_DOOR, CAST_NEXT_DOOR, days)
    begun = offers.offer(classroom, by=teacher, email=colleague.email, last_day=today + CHALLENGE_ENDS)
    offers.accept(begun, other, by=colleague)
    ChallengeEntry.objects.filter(challenge=begun).update(agreed_at=_at(days[len(days) // 2], time(8)), is_shown=True)


def _with_its_sessions(teacher: Teacher, name: str, cast: Sequence[DemoChild], days: Sequence[date]) -> Classroom:
    classroom, students = _enrol(teacher, name, cast, days)
    try:
        _play_all(classroom, list(zip(cast, students, strict=True)), days)
    except BaseException:
        roster.forget_classroom(classroom)
        raise
    return classroom


@transaction.atomic
def _enrol(
    teacher: Teacher, name: str, cast: Sequence[DemoChild], days: Sequence[date]
) -> tuple[Classroom, list[Student]]:
    classroom = Classroom.objects.create(name=name, created_at=_at(days[0], time(8)))
    classroom.teachers.add(teacher)
    Student.objects.bulk_create(
        Student(classroom=classroom, name=child.name, created_at=_at(days[child.first_day], time(8))) for child in cast
    )
    faces.give(classroom.pk)
    return classroom, list(classroom.students.order_by("pk"))


def _play_all(classroom: Classroom, cast: Sequence[tuple[DemoChild, Student]], days: Sequence[date]) -> None:
    dice = random.Random("cardinal demo")
    for day, when in enumerate(days):
        here = [seat for seat in cast if seat[0].is_there(day, dice)]
        sessions = [(game.name, options) for game in all_games() if (options := game.demo(day, len(days))) is not None]
        for place, (name, options) in enumerate(sessions):
            _session(classroom, _at(when, FIRST_STARTS) + place * NEXT_STARTS, name, dict(options), here, dice, day)


def school_days(today: date) -> list[date]:
    """Return ten weekdays before today, every second one, the oldest first."""
    before = (today - timedelta(days=back) for back in range(1, 2 * EVERY * SCHOOL_DAYS))
    weekdays = [day for day in before if day.weekday() < 5]
    return sorted(weekdays[: EVERY * SCHOOL_DAYS : EVERY])


def _at(day: date, hour: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, hour))


def _session(
    classroom: Classroom,
    opened: datetime,
    game: str,
    options: dict[str, Any],
    here: Sequence[tuple[DemoChild, Student]],
    dice: random.Random,
    day: int,
) -> None:
    """Make a class session from the lobby to the end: everybody arrives, sits down at random, plays the rounds."""
    started = opened + timedelta(minutes=3)
    session = _arrive(classroom, opened, started, game, options, here)
    shuffled = dice.sample(here, len(here))
    for number, group in enumerate(random_groups(shuffled, TABLE_SIZE), start=1):
        paces = [_pace(game, child, day) for child, _ in group]
        _play(_lay(session, number, group), paces, started, dice)


def _pace(game: str, child: DemoChild, day: int) -> Pace:
    pace = child.pace_on(day)
    return game_of(game).misled(pace) if child.misled else pace


@transaction.atomic
def _arrive(
    classroom: Classroom,
    opened: datetime,
    started: datetime,
    game: str,
    options: dict[str, Any],
    here: Sequence[tuple[DemoChild, Student]],
) -> ClassSession:
    session = ClassSession.objects.create(
        classroom=classroom,
        game=game,
        options=options,
        table_size=TABLE_SIZE,
        state=ClassSession.State.ENDED,
        opened_at=opened,
        started_at=started,
        ended_at=opened + timedelta(minutes=20),
    )
    Attendance.objects.bulk_create(
        Attendance(session=session, student=student, device=new_device(), arrived_at=opened) for _, student in here
    )
    return session


@transaction.atomic
def _lay(session: ClassSession, number: int, group: Sequence[tuple[DemoChild, Student]]) -> Table:
    table = Table.objects.create(game=session.game, number=number, options=session.options, closed_at=session.ended_at)
    seats = Seat.objects.bulk_create(
        Seat(table=table, number=place, player=student.pk, name=student.name, face=student.face)
        for place, (_, student) in enumerate(group)
    )
    Sitting.objects.bulk_create(
        Sitting(session=session, student=student, seat=seat) for seat, (_, student) in zip(seats, group, strict=True)
    )
    return table


def _play(table: Table, paces: Sequence[Pace], started: datetime, dice: random.Random) -> None:
    at = clock.in_ms(started)
    for number in range(1, table.options.get("rounds", ROUNDS) + 1):
        at = play_round(table, number, paces, at, dice) + BETWEEN_ROUNDS_MS


def play_round(table: Table, number: int, paces: Sequence[Pace], at: int, dice: random.Random) -> int:
    """Play a round of computers at these paces from `at` on, store its log and project it; return when it ended
    (ms)."""
    seats = len(paces)
    options = tables.options_of_round(table, number=number, seats=seats)
    played = Round.objects.create(table=table, number=number, seed=dice.getrandbits(62), seats=seats, options=options)
    entries = list(_log(played, paces, at))
    journal.insert(entries)
    Round.objects.filter(pk=played.pk).update(dealt_at=moment(at), finished_at=moment(entries[-1].at))
    project.project(played.pk)
    return entries[-1].at


def _log(played: Round, paces: Sequence[Pace], at: int) -> Iterator[journal.JournalEntry]:
    """Yield the entries of a round as a live one would log it: everybody is ready, the countdown starts, then they
    play."""
    ready: list[Entry] = [(Event(table_state.READY, seat, at=at), {}) for seat in range(played.seats)]
    acts = game_of(played.table.game).simulate(played.options, paces, played.seed, at)
    for n, (event, measured) in enumerate([*ready, (Event(table_state.START, at=at), {}), *acts], start=1):
        client = json.dumps(measured, separators=(",", ":")) if measured else ""
        yield journal.JournalEntry(played.pk, n, *columns_of(event), client=client)
