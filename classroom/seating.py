"""Who sits at which table of a class session: laying tables, proposing groups, moving children between deals.

Rows only, like `sessions`. A table's seats never change once it is laid (its log is read by seat): whoever comes or
goes between two rounds makes it a new table with the same number, and the old one is closed by its live side.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from classroom import needs, scores
from classroom.groups import (
    MOST_SEATS,
    TooFew,
    mixed_groups,
    random_groups,
    same_groups,
    shuffled,
    similar_groups,
)
from classroom.levels import levels_of
from classroom.models import Attendance, ClassSession, Sitting, Student
from game import tables
from game.models import Table
from game.rules.nine_position import MOST_AT_ONE_HAND

State = ClassSession.State


def tables_of(session: ClassSession) -> Iterable[Table]:
    """Return all tables that were ever laid for the session, by number, the oldest of a number first."""
    return Table.objects.filter(seats__sitting__session=session).distinct().order_by("number", "pk")


def open_tables(session: ClassSession) -> QuerySet[Table]:
    """Return the tables where somebody plays or could, with how many children sit there (`children`)."""
    present = Count("seats__sitting", filter=Q(seats__sitting__left_at=None))
    laid = Table.objects.filter(seats__sitting__session=session, closed_at=None)
    return laid.annotate(children=present).filter(children__gt=0).order_by("number", "pk")


def shared_tables(session: ClassSession) -> list[Table]:
    """Return the open tables that are not one child's alone: others may join them."""
    return [table for table in open_tables(session) if table.options.get("mode") != "solo"]


def free_number(session: ClassSession) -> int:
    """Return a number that no table of the session has."""
    return max((table.number for table in tables_of(session)), default=0) + 1


def plays_with_computers(session: ClassSession) -> bool:
    return session.options.get("computers", "none") != "none"


def is_solo(session: ClassSession) -> bool:
    """Whether every child plays alone: solo, or practice at tables of one."""
    return session.options.get("mode") == "solo" or session.table_size == 1


def plays_alone(session: ClassSession) -> bool:
    """Whether every child has a table without other children."""
    return is_solo(session) or session.options.get("computers") == "each"


def is_same_hand(session: ClassSession) -> bool:
    """Whether all children have one hand together (Nine to Nothing): then the class is one table."""
    return session.options.get("mode") == "same_hand"


def most_seats(session: ClassSession) -> int:
    return MOST_AT_ONE_HAND if is_same_hand(session) else MOST_SEATS


def fewest(session: ClassSession) -> int:
    """Return how many students a start needs."""
    return 1 if plays_with_computers(session) or is_solo(session) else 2


# Groups


def groups_for(
    session: ClassSession, students: Sequence[Student], before: Sequence[Sequence[Student]] | None = None
) -> list[list[Student]]:
    """Say who sits together: as they sat `before`, or as the session is set up. TooFew where nobody could play."""
    if len(students) < fewest(session):
        raise TooFew
    if plays_alone(session) or len(students) == 1:
        return [[student] for student in students]
    if is_same_hand(session):
        return random_groups(students, MOST_AT_ONE_HAND)
    if before:
        return same_groups(before, session.table_size)
    return proposed(session, students, session.options.get("tables", "random"))


def proposed(session: ClassSession, students: Sequence[Student], way: str) -> list[list[Student]]:
    """Return groups made in this way: random, similar, mixed, or hand (as the teacher has chosen)."""
    if way == "hand":
        return chosen_groups(session, students)
    if way in ("similar", "mixed"):
        known = levels_of(students).known
        levels = {student: known[student.pk] for student in students if student.pk in known}
        return {"similar": similar_groups, "mixed": mixed_groups}[way](students, levels, session.table_size)
    return random_groups(shuffled(students), session.table_size)


def chosen_groups(session: ClassSession, students: Sequence[Student]) -> list[list[Student]]:
    """Return the groups that the teacher chose; who has no table fills the emptiest one, or shares new ones."""
    chosen = dict(session.attendances.values_list("student", "table"))
    groups: dict[int, list[Student]] = {}
    for student in students:
        if number := chosen.get(student.pk):
            groups.setdefault(number, []).append(student)
    unseated = [[student] for student in shuffled(students) if not chosen.get(student.pk)]
    return same_groups([group for _, group in sorted(groups.items())] + unseated, session.table_size)


def groups_before(session: ClassSession) -> list[list[Student]]:
    """Return who sits together now or sat at the end, in the order of tables and seats; then each of the others."""
    students = Student.objects.filter(attendances__session=session).in_bulk()
    groups: dict[int, list[Student]] = {}
    seated = session.sittings.filter(left_at=None).order_by("seat__table__number", "seat__number")
    for table, student in seated.values_list("seat__table", "student"):
        if student in students:
            groups.setdefault(table, []).append(students.pop(student))
    return [*groups.values(), *([late] for late in students.values())]


# Laying


def lay(session: ClassSession, groups: Sequence[Sequence[Student]], *, first: int = 1) -> list[Table]:
    """Lay a table for each group, filled with computers and dealt alike if the session says so."""
    seed = (seed_of(session) or tables.new_seed()) if session.options.get("same_deal") else None
    return [_lay(session, group, number=number, seed=seed) for number, group in enumerate(groups, start=first)]


def _lay(
    session: ClassSession,
    group: Sequence[Student],
    *,
    number: int,
    seed: int | None,
    first_round: int = 1,
    computers: int = 0,
) -> Table:
    own = needs.by_seat(group)
    table = tables.lay_table(
        game=session.game,
        number=number,
        options={**session.options, **({"own": own} if own else {})},
        players=[(student.pk, student.name) for student in group],
        computers=_computers(session, len(group), computers),
        seed=seed,
        first_round=first_round,
    )
    seats = {seat.player: seat for seat in table.seats.all()}
    Sitting.objects.bulk_create(Sitting(session=session, student=one, seat=seats[one.pk]) for one in group)
    Attendance.objects.filter(session=session, student__in=group).update(table=None)
    scores.join_teams(session, group)
    return table


def _computers(session: ClassSession, children: int, at_least: int) -> list[tuple[str, str]]:
    """Return the computers, as (level, name), that such a table lacks to its wanted size."""
    wanted = session.table_size - children if plays_with_computers(session) else 0
    level = session.options.get("computer_level", "steady")
    count = max(wanted, at_least)
    return [(level, gettext("Computer %(number)s") % {"number": number}) for number in range(1, count + 1)]


def seed_of(session: ClassSession) -> int | None:
    """Return the seed that all tables of the session share, to be laid again (`tables.lay_table`), None without one."""
    return Table.objects.filter(seats__sitting__session=session).values_list("seed", flat=True).first()


# Between two rounds


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a table before its next deal: the new one (None: everybody waits), and whom it concerns."""

    session: ClassSession
    table: Table | None
    moved: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)


def lay_anew(code: str, away: Collection[int], is_here: Callable[[int], bool]) -> Change | None:
    """Say who sits at this table from its next deal on; None where nothing changes.

    Who is `away` is not dealt in and joins again at a later deal; who waits for this table, or for any, comes in. One
    child alone goes to another table or gets a computer, as the session is set up. Mostly nobody comes or goes: that is
    seen without a transaction, which would make every card of the school wait.
    """
    session = ClassSession.objects.filter(sittings__seat__table__code=code).first()
    if session is None or not (away or waiting_of(session).exists()):
        return None
    return _lay_anew(code, away, is_here)


@transaction.atomic
def _lay_anew(code: str, away: Collection[int], is_here: Callable[[int], bool]) -> Change | None:
    old = Table.objects.filter(code=code).first()
    session = ClassSession.objects.filter(sittings__seat__table=old).select_for_update().first()
    if old is None or old.closed_at or old.options.get("mode") == "solo":
        return None
    if session is None or session.state != State.PLAYING or plays_alone(session):
        return None
    present = [sitting.student for sitting in _present_at(old)]
    stay, gone = [one for one in present if one.pk not in away], [one for one in present if one.pk in away]
    come = newcomers(session, old, len(stay), is_here)
    group = stay + come
    if group == present or not group:
        return None
    alone = len(group) < fewest(session)
    to = _another_table(session, old) if alone and session.options.get("alone", "merge") == "merge" else None
    _leave(session, old, gone, to=old.number)
    if to is not None:
        _leave(session, old, group, to=to.number)
        return Change(session, None, waiting=[one.pk for one in group])
    _leave(session, old, stay, to=None)
    table = _lay(
        session,
        group,
        number=old.number,
        seed=old.seed,
        first_round=old.rounds.count() + _first_round(old),
        computers=int(alone),
    )
    return Change(session, table, [one.pk for one in group], [one.pk for one in gone])


def _first_round(table: Table) -> int:
    return table.rounds.order_by("number").values_list("number", flat=True).first() or 1


def _present_at(table: Table) -> QuerySet[Sitting]:
    here = Sitting.objects.filter(seat__table=table, left_at=None)
    return here.select_related("student").order_by("seat__number")


def _leave(session: ClassSession, table: Table, students: Sequence[Student], *, to: int | None) -> None:
    """End their sittings at this table; they sit at the table with the number `to` from its next deal on."""
    sat = Sitting.objects.filter(session=session, seat__table=table, student__in=students, left_at=None)
    sat.update(left_at=timezone.now())
    Attendance.objects.filter(session=session, student__in=students).update(table=to)


def _another_table(session: ClassSession, old: Table) -> Table | None:
    """Return the emptiest other table with a free chair."""
    others = [
        table
        for table in shared_tables(session)
        if table.pk != old.pk and vars(table)["children"] < most_seats(session)
    ]
    return min(others, key=lambda table: vars(table)["children"], default=None)


def waiting_of(session: ClassSession) -> QuerySet[Attendance]:
    """Return who came and has no seat, the first to come first; `table` says where they are expected."""
    seated = Sitting.objects.filter(session=session, left_at=None).values("student")
    waiting = Attendance.objects.filter(session=session).exclude(student__in=seated)
    return waiting.select_related("student").order_by("arrived_at", "pk")


def newcomers(session: ClassSession, table: Table, staying: int, is_here: Callable[[int], bool]) -> list[Student]:
    """Return who comes to this table now: those meant for it, then those meant for none, while there are chairs."""
    numbers, sizes = {}, []
    for each in shared_tables(session):
        numbers[each.number] = each
        sizes.append(vars(each)["children"])
    seats = most_seats(session)
    wanted = seats if is_same_hand(session) else session.table_size
    most = wanted if any(size < wanted for size in sizes) else seats
    waiting = [one for one in waiting_of(session) if is_here(one.student_id)]
    meant = [one.student for one in waiting if one.table == table.number]
    free = [one.student for one in waiting if one.table is None or one.table not in numbers]
    chairs = max(0, seats - staying)
    return meant[:chairs] + free[: max(0, most - staying - len(meant[:chairs]))]


class NotThere(Exception):
    """The child cannot be moved there; `words` say why."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@transaction.atomic
def move(*, session: ClassSession, student: Student, to: int) -> Table | None:
    """Let a child go to table number `to`, where they sit from the next deal on. Return the table they leave."""
    here = ClassSession.objects.select_for_update().get(pk=session.pk)
    if here.state != State.PLAYING:
        raise NotThere(gettext("This session is not running any more."))
    if not here.attendances.filter(student=student).exists():
        raise NotThere(gettext("%(name)s is not in this session.") % {"name": student.name})
    target = next((table for table in shared_tables(here) if table.number == to), None)
    if target is None:
        raise NotThere(gettext("Table %(number)s is not open any more.") % {"number": to})
    sitting = Sitting.objects.filter(session=here, student=student, left_at=None).select_related("seat__table").first()
    if sitting and sitting.seat.table_id == target.pk:
        raise NotThere(gettext("%(name)s sits at table %(number)s already.") % {"name": student.name, "number": to})
    expected = here.attendances.filter(table=to).exclude(student=student).count()
    if vars(target)["children"] + expected >= most_seats(here):
        raise NotThere(
            gettext("Table %(number)s is full: at most %(seats)s sit together.")
            % {"number": to, "seats": most_seats(here)}
        )
    here.attendances.filter(student=student).update(table=to)
    if sitting is None:
        return None
    _leave(here, sitting.seat.table, [student], to=to)
    return sitting.seat.table


@transaction.atomic
def seat_waiting(session: ClassSession, is_here: Callable[[int], bool]) -> list[int]:
    """Lay new tables for those who wait and are here; return their numbers as players. TooFew for one alone.

    Nobody is seated while the session is paused: a new table would play alone.
    """
    here = ClassSession.objects.select_for_update().get(pk=session.pk)
    if here.state != State.PLAYING or here.paused_at:
        return []
    students = [one.student for one in waiting_of(here) if is_here(one.student_id)]
    if not students:
        return []
    lay(here, groups_for(here, students, [[one] for one in students]), first=free_number(here))
    return [student.pk for student in students]


@transaction.atomic
def clear(session: ClassSession, table: Table) -> list[int]:
    """Everybody leaves this table for good; return their numbers as players."""
    students = [sitting.student for sitting in _present_at(table)]
    _leave(session, table, students, to=None)
    return [student.pk for student in students]


def choose(session: ClassSession, chosen: Mapping[int, int | None]) -> None:
    """Keep the table numbers that a teacher gave to students before the start."""
    for attendance in session.attendances.filter(student__in=chosen):
        attendance.table = chosen[attendance.student_id]
        attendance.save(update_fields=["table"])


def with_options(session: ClassSession, **options: Any) -> None:
    """Change some of the session's options before it starts."""
    session.options = {**session.options, **options}
    session.save(update_fields=["options"])
