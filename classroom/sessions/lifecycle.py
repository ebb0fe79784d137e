"""Writes of a class session: open, arrive, free, start, end, again.

They only change rows. Clients are told by `lobby`, live play is in `game.live`; both come after the commit.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction

from classroom.models import Attendance, Classroom, ClassSession, Knock, Sitting, Student, Teacher
from classroom.server.database import changes
from classroom.sessions import seating, table_options
from classroom.sessions.games import catalogue
from game import clock, tables
from game.log import prepared
from game.log.prepared import Prepared

State = ClassSession.State
ROUND_MINUTES = 5
_IS_ON = f"SELECT 1 FROM {ClassSession._meta.db_table} WHERE id = %s AND state <> %s"
_ASKS = f"SELECT 1 FROM {Knock._meta.db_table} WHERE session_id = %s AND student_id = %s AND device <> %s LIMIT 1"
"""Query for each child that joins. Built by Django, the request calls 4 047 Python functions instead of 2 995
(`tests/cost`), and arriving takes 3.2 ms of processor instead of 1.2."""


class AlreadyOpen(Exception):
    """The class already has the open `session`; two at once would split the class."""

    def __init__(self, session: ClassSession) -> None:
        super().__init__(f"session {session.pk} is open")
        self.session = session


class Closed(Exception):
    """The session has ended, or has not, and the act is only possible in the other state."""


_with_class = Prepared(lambda pk: ClassSession.objects.select_related("classroom").filter(pk=pk))


def as_it_is(pk: int) -> ClassSession:
    """Return the session as it is now in the database, with its class. Raises ClassSession.DoesNotExist."""
    if found := _with_class.first(pk):
        return found
    raise ClassSession.DoesNotExist(pk)


def open_of(classroom: Classroom) -> ClassSession | None:
    """Return the class's session that has not ended, None without one."""
    return classroom.sessions.exclude(state=State.ENDED).first()


@transaction.atomic
def open_session(
    *,
    classroom: Classroom,
    game: str,
    options: Mapping[str, Any],
    table_size: int,
    previous: ClassSession | None = None,
    opened_by: Teacher | None = None,
) -> ClassSession:
    """Open the lobby. With `previous` the join code stays the same, so that the code on the board stays valid.

    Raises AlreadyOpen, and Closed for a class of an earlier school year.
    """
    if changes.locked(classroom).archived_at:
        raise Closed
    running = open_of(classroom)
    if running:
        raise AlreadyOpen(running)
    wanted = ClassSession(
        classroom=classroom,
        game=game,
        options=table_options.without(options),
        table_size=table_size,
        previous=previous,
        opened_by=opened_by,
    )
    if previous:
        wanted.code = previous.code
    return _saved_with_a_free_code(wanted)


def _saved_with_a_free_code(session: ClassSession) -> ClassSession:
    """Save the session, with a new code if another class has got the same one since (one in 4.8e8)."""
    try:
        with transaction.atomic():
            session.save()
    except IntegrityError:
        session.code = ClassSession(classroom=session.classroom).code
        session.save()
    return session


@transaction.atomic
def arrive(
    *, session: ClassSession, student: Student, leaving: Attendance | None = None, device: str = ""
) -> Attendance:
    """Let the student in at a browser that gets a new token, or has the token `device`; their other browsers lose
    theirs.

    `leaving` is the attendance that this browser had before: a child who tapped the wrong name frees that name. If the
    attendance existed already, only `device` is up to date in the returned object.
    """
    if not prepared.first(_IS_ON, [session.pk, State.ENDED]):
        raise Closed
    if leaving and leaving.session_id == session.pk and leaving.student_id != student.pk:
        free(session=session, student=leaving.student)
    (attendance,) = Attendance.objects.bulk_create(
        [Attendance(session=session, student=student, device=device or new_device())],
        update_conflicts=True,
        unique_fields=["session", "student"],
        update_fields=["device"],
    )
    if prepared.first(_ASKS, [session.pk, student.pk, device]):
        session.knocks.filter(student=student).exclude(device=device).delete()
    if seating.plays_alone(session):
        sit_alone(session=session, student=student)
    return attendance


@transaction.atomic
def sit_alone(*, session: ClassSession, student: Student) -> bool:
    """Make a solo table for a child who came after the start; it begins without waiting for others. Return False where
    nobody plays now, all are paused, or the child has a table."""
    here = changes.locked(session)
    seated = Sitting.objects.filter(session=here, student=student, left_at=None)
    if here.state != State.PLAYING or here.paused_at or seated.exists():
        return False
    number = seating.free_number(here)
    if not seating.plays_alone(here):
        table_options.follow(here, [[student]], number)  # which saves the options, so it comes before they differ
        here.options = here.options | catalogue.of(here.game).alone
    seating.lay(here, [[student]], first=number)
    return True


@transaction.atomic
def change_settings(*, session: ClassSession, game: str, options: Mapping[str, Any], table_size: int) -> None:
    """Change the settings of a session whose lobby is open; children who have joined stay.

    Tables that were chosen by hand are kept while the game stays the same. Raises Closed once the session has started.
    """
    here = changes.locked(session)
    if here.state != State.LOBBY:
        raise Closed
    wanted = table_options.without(options)
    if here.game == game and options.get("tables") == "hand":
        wanted |= {name: own for name, own in here.options.items() if name == table_options.BY_TABLE}
    else:
        here.attendances.update(table=None)
    changes.change(session, game=game, options=wanted, table_size=table_size)


@transaction.atomic
def keep_plan(*, session: ClassSession, chosen: Mapping[int, int | None], by_table: Mapping[str, Any]) -> None:
    """Store a seating plan: the table number of each child, and the options of single tables. Raises Closed once the
    session has started."""
    here = changes.locked(session)
    if here.state != State.LOBBY:
        raise Closed
    seating.choose(here, chosen)
    seating.with_options(here, tables="hand", **{table_options.BY_TABLE: by_table})


def leave(attendance: Attendance) -> None:
    """Make the browser's token invalid, so that the next child can use the device. Seat, cards and attendance stay."""
    Attendance.objects.filter(pk=attendance.pk).update(device=f"{Attendance.AT_NO_DEVICE}{new_device()[1:]}")


def lock(*, session: ClassSession, locked: bool) -> None:
    """Close the session to newcomers, or open it again. Children who have joined stay."""
    changes.change(session, locked=locked)


def new_device() -> str:
    """Return a token for a browser: 192 random bits as 32 characters."""
    return secrets.token_urlsafe(24)


@transaction.atomic
def free(*, session: ClassSession, student: Student) -> None:
    """Free the student's name from its browser. A student with a seat keeps it; one who only waits no longer counts as
    arrived."""
    mine = Attendance.objects.filter(session=session, student=student)
    if Sitting.objects.filter(session=session, student=student).exists():
        mine.update(device=new_device())
    else:
        mine.delete()


@transaction.atomic
def start(
    *, session: ClassSession, away: Collection[int] = (), before: Sequence[Sequence[Student]] | None = None
) -> bool:
    """Seat all who arrived, except those who are `away` (numbers of students): they wait for a later deal. `before` are
    the groups in which they sat in the session before; then nobody counts as away.

    Return False, with nothing changed, where the session has started already.
    """
    claimed = ClassSession.objects.filter(pk=session.pk, state=State.LOBBY)
    now, minutes = clock.now(), session.options.get("minutes")
    ends_at = now + timedelta(minutes=minutes) if minutes else None
    if not claimed.update(state=State.PLAYING, started_at=now, ends_at=ends_at):
        return False
    everybody = Student.objects.select_related("group").filter(attendances__session=session)
    seating.lay(session, seating.groups_for(session, list(everybody.exclude(pk__in=away)), before))
    session.refresh_from_db()
    return True


@transaction.atomic
def end(*, session: ClassSession) -> bool:
    """End the session, close its tables and delete its join requests. Return False where it had ended already."""
    running = ClassSession.objects.filter(pk=session.pk).exclude(state=State.ENDED)
    if not running.update(state=State.ENDED, ended_at=clock.now(), paused_at=None):
        return False
    for table in seating.tables_of(session):
        tables.close_table(table)
    session.knocks.all().delete()
    session.refresh_from_db()
    return True


def is_round(session: ClassSession) -> bool:
    """Return whether the session is one of the short rounds of a lesson (sessions.lesson)."""
    minutes = session.options.get("minutes")
    return minutes is not None and minutes <= ROUND_MINUTES


@transaction.atomic
def again(*, session: ClassSession, same_tables: bool) -> ClassSession:
    """Open the next session with the same settings, code and children, all signed in as before.

    With `same_tables` it starts at once, with the same groups and teams; otherwise its lobby is open. Everybody of the
    last session is seated, because between two sessions presence is unknown. A second press raises AlreadyOpen with the
    session that the first one made.
    """
    if session.state != State.ENDED:
        raise Closed
    following = open_session(
        classroom=session.classroom,
        game=session.game,
        options=session.options,
        table_size=session.table_size,
        previous=session,
        opened_by=session.opened_by,
    )
    still_here = session.attendances.filter(student__classroom=session.classroom_id, student__removed_at=None)
    Attendance.objects.bulk_create(
        Attendance(session=following, student_id=student, device=device, team=team if same_tables else None)
        for student, device, team in still_here.values_list("student", "device", "team")
    )
    if same_tables:
        _sit_as_before(session, following)
        start(session=following, before=seating.groups_before(session))
    return following


def _sit_as_before(session: ClassSession, following: ClassSession) -> None:
    """Assign everybody the table they had, where tables have options of their own."""
    if own := session.options.get(table_options.BY_TABLE):
        seating.with_options(following, **{table_options.BY_TABLE: own})
        sat = session.sittings.filter(left_at=None).values_list("student", "seat__table__number")
        seating.choose(following, dict(sat))
