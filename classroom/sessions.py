"""Writes of a class session: open, arrive, free, start, end, again.

Rows only. Who is told is in `lobby`, live play in `game.live`; both come after the commit (save, then tell).
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student
from game import tables
from game.models import Table

MOST_SEATS = 4
Person = TypeVar("Person")
State = ClassSession.State


class TooFew(Exception):
    """Nobody plays alone in a race: a start needs two students, with computers one."""


class AlreadyOpen(Exception):
    """The class has a session open; `session` is that one. Two at once would split the class."""

    def __init__(self, session: ClassSession) -> None:
        super().__init__(f"session {session.pk} is open")
        self.session = session


class Closed(Exception):
    """The session is over, or not over yet, and the wish belongs to the other state."""


def open_of(classroom: Classroom) -> ClassSession | None:
    """Return the session of this class that is not over yet."""
    return ClassSession.objects.filter(classroom=classroom).exclude(state=State.ENDED).first()


@transaction.atomic
def open_session(
    *,
    classroom: Classroom,
    game: str,
    options: Mapping[str, Any],
    table_size: int,
    previous: ClassSession | None = None,
) -> ClassSession:
    """Open the lobby. With `previous` the join code stays, so that what stands on the board stays true."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    running = open_of(classroom)
    if running:
        raise AlreadyOpen(running)
    wanted = ClassSession(
        classroom=classroom, game=game, options=dict(options), table_size=table_size, previous=previous
    )
    if previous:
        wanted.code = previous.code
    return _saved_with_a_free_code(wanted)


def _saved_with_a_free_code(session: ClassSession) -> ClassSession:
    """Save; where another class holds the code by now (one in 4.8e8), take a fresh one."""
    try:
        with transaction.atomic():
            session.save()
    except IntegrityError:
        session.code = ClassSession(classroom=session.classroom).code
        session.save()
    return session


@transaction.atomic
def arrive(*, session: ClassSession, student: Student, leaving: Attendance | None = None) -> Attendance:
    """Let the student in at a browser that gets the new token `device`; any other browser of theirs loses its own.

    `leaving` is who sat at this browser before: a child who tapped the wrong name frees it again.
    """
    if not ClassSession.objects.filter(pk=session.pk).exclude(state=State.ENDED).exists():
        raise Closed
    if leaving and leaving.session_id == session.pk and leaving.student_id != student.pk:
        free(session=session, student=leaving.student)
    attendance, _ = Attendance.objects.update_or_create(
        session=session, student=student, defaults={"device": new_device()}
    )
    if is_solo(session):
        _seat_if_late(session, student)
    return attendance


def _seat_if_late(session: ClassSession, student: Student) -> None:
    """Who comes when the others play solo already needs nobody to begin with, and gets a table at once."""
    here = ClassSession.objects.select_for_update().get(pk=session.pk)
    if here.state == State.PLAYING and not Sitting.objects.filter(session=here, student=student).exists():
        _lay(here, [[student]], first=len(list(tables_of(here))) + 1)


def new_device() -> str:
    """Return a token for a browser: 192 random bits as 32 characters."""
    return secrets.token_urlsafe(24)


@transaction.atomic
def free(*, session: ClassSession, student: Student) -> None:
    """Take the name from its browser. Who has a seat keeps it; who only waits counts as not arrived again."""
    mine = Attendance.objects.filter(session=session, student=student)
    if Sitting.objects.filter(session=session, student=student).exists():
        mine.update(device=new_device())
    else:
        mine.delete()


@transaction.atomic
def start(*, session: ClassSession) -> bool:
    """Seat all who arrived at random tables. False: somebody pressed Start already, nothing changed."""
    claimed = ClassSession.objects.filter(pk=session.pk, state=State.LOBBY)
    if not claimed.update(state=State.PLAYING, started_at=timezone.now()):
        return False
    students = list(Student.objects.filter(attendances__session=session))
    secrets.SystemRandom().shuffle(students)
    _lay(session, groups_for(session, students))
    session.refresh_from_db()
    return True


@transaction.atomic
def end(*, session: ClassSession) -> bool:
    """End it and close its tables. False: it was over already."""
    running = ClassSession.objects.filter(pk=session.pk).exclude(state=State.ENDED)
    if not running.update(state=State.ENDED, ended_at=timezone.now()):
        return False
    for table in tables_of(session):
        tables.close_table(table)
    session.refresh_from_db()
    return True


@transaction.atomic
def again(*, session: ClassSession, same_tables: bool) -> ClassSession:
    """Open the next session with the same settings, code and children, each signed in as before.

    With `same_tables` it starts at once, with last time's groups; otherwise its lobby is open.
    A second press raises AlreadyOpen with the session that the first one made.
    """
    if session.state != State.ENDED:
        raise Closed
    following = open_session(
        classroom=session.classroom,
        game=session.game,
        options=session.options,
        table_size=session.table_size,
        previous=session,
    )
    Attendance.objects.bulk_create(
        Attendance(session=following, student_id=student, device=device)
        for student, device in session.attendances.values_list("student", "device")
    )
    if same_tables:
        following.state, following.started_at = State.PLAYING, timezone.now()
        following.save(update_fields=["state", "started_at"])
        before = _groups_of(session)
        _lay(following, groups_for(session, [one for group in before for one in group], before))
    return following


def tables_of(session: ClassSession) -> Iterable[Table]:
    return Table.objects.filter(seats__sitting__session=session).distinct().order_by("number")


def _groups_of(session: ClassSession) -> list[list[Student]]:
    """Return who sat together, in the order of tables and seats; then each who came too late, alone."""
    students = Student.objects.filter(attendances__session=session).in_bulk()
    groups: dict[int, list[Student]] = {}
    seated = session.sittings.order_by("seat__table__number", "seat__number").values_list("seat__table", "student")
    for table, student in seated:
        if student in students:
            groups.setdefault(table, []).append(students.pop(student))
    return [*groups.values(), *([late] for late in students.values())]


def _lay(session: ClassSession, groups: Sequence[Sequence[Student]], *, first: int = 1) -> None:
    """Lay a table for each group, filled with computers and dealt alike if the session says so."""
    seed = (seed_of(session) or tables.new_seed()) if session.options.get("same_deal") else None
    for number, group in enumerate(groups, start=first):
        table = tables.lay_table(
            game=session.game,
            number=number,
            options=session.options,
            players=[(student.pk, student.name) for student in group],
            computers=_computers(session, len(group)),
            seed=seed,
        )
        seats = {seat.player: seat for seat in table.seats.all()}
        Sitting.objects.bulk_create(
            Sitting(session=session, student=student, seat=seats[student.pk]) for student in group
        )


def _computers(session: ClassSession, children: int) -> list[tuple[str, str]]:
    """Return the computers, as (level, name), that such a table lacks to its wanted size."""
    wanted = session.table_size - children if plays_with_computers(session) else 0
    level = session.options.get("computer_level", "steady")
    return [(level, gettext("Computer %(number)s") % {"number": number}) for number in range(1, wanted + 1)]


def seed_of(session: ClassSession) -> int | None:
    """Return the seed that all tables of the session share, to be laid again (`tables.lay_table`), None without one."""
    return Table.objects.filter(seats__sitting__session=session).values_list("seed", flat=True).first()


def plays_with_computers(session: ClassSession) -> bool:
    return session.options.get("computers", "none") != "none"


def is_solo(session: ClassSession) -> bool:
    return session.options.get("mode") == "solo"


def fewest(session: ClassSession) -> int:
    """Return how many students a start needs."""
    return 1 if plays_with_computers(session) or is_solo(session) else 2


def groups_for(
    session: ClassSession, students: Sequence[Student], before: Sequence[Sequence[Student]] | None = None
) -> list[list[Student]]:
    """Say who sits together: as they sat `before`, or at random. TooFew where nobody could play."""
    if len(students) < fewest(session):
        raise TooFew
    if session.options.get("computers") == "each" or is_solo(session) or len(students) == 1:
        return [[student] for student in students]
    return same_groups(before, session.table_size) if before else random_groups(students, session.table_size)


def random_groups(people: Sequence[Person], size: int) -> list[list[Person]]:
    """Deal people to tables of at most `size`, as even as can be; nobody sits alone, so twos may become a three."""
    if len(people) < 2:
        raise TooFew
    count = min(-(-len(people) // size), len(people) // 2)
    return [list(people[first::count]) for first in range(count)]


def same_groups(groups: Sequence[Sequence[Person]], size: int) -> list[list[Person]]:
    """Keep groups of two and more as they are; whoever is alone fills the smallest table, or shares a new one."""
    kept = [list(group) for group in groups if len(group) > 1]
    alone = [group[0] for group in groups if len(group) == 1]
    while alone and (smallest := min(kept, key=len, default=None)) and len(smallest) < size:
        smallest.append(alone.pop(0))
    if len(alone) > 1 or not kept:
        return kept + random_groups(alone, size)
    if alone:
        _find_company(kept, alone[0])
    return kept


def _find_company(groups: list[list[Person]], last: Person) -> None:
    """Seat the one person left over where every table has its wanted size."""
    smallest = min(groups, key=len)
    if len(smallest) < MOST_SEATS:
        smallest.append(last)
    else:
        groups.append([groups[-1].pop(), last])
