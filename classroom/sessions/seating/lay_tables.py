"""Making tables: seats for children and computers, their own settings, their teams."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from classroom.models import Attendance, ClassSession, Sitting, Student
from classroom.sessions import accommodations, table_options, teams
from classroom.sessions.games import catalogue
from classroom.sessions.seating import by_group
from classroom.sessions.seating.queries import plays_with_computers
from game import tables
from game.models import Table


def lay(session: ClassSession, groups: Sequence[Sequence[Student]], *, first: int = 1) -> list[Table]:
    """Make a table for each group, filled with computers and dealt the same cards if the session says so."""
    table_options.follow(session, groups, first)
    seed = (seed_of(session) or tables.new_seed()) if session.options.get("same_deal") else None
    own_settings = by_group.own_settings(session)
    return [
        lay_one(session, group, number=number, seed=seed, own_settings=own_settings)
        for number, group in enumerate(groups, start=first)
    ]


def lay_one(
    session: ClassSession,
    group: Sequence[Student],
    *,
    number: int,
    seed: int | None,
    first_round: int = 1,
    computers: int = 0,
    own_settings: Mapping[int, dict[str, Any]] | None = None,
) -> Table:
    """Make a table with this number, with at least `computers` computers; assign teams, and clear the children's
    waiting for a table. `own_settings` are the settings of the class's groups, passed where several tables are made."""
    teams.join_teams(session, group)
    settings = by_group.settings_of(by_group.own_settings(session) if own_settings is None else own_settings, group)
    table = tables.lay_table(
        game=session.game,
        number=number,
        options=_options(session, number, group, settings),
        players=[(student.pk, student.name) for student in group],
        languages={student.pk: student.language or session.classroom.language for student in group},
        computers=_computers(session, len(group), computers),
        faces=teams.faces(session, group),
        seed=seed,
        first_round=first_round,
        place=session.pk,
    )
    seats = {seat.player: seat for seat in table.seats.all()}
    Sitting.objects.bulk_create(Sitting(session=session, student=student, seat=seats[student.pk]) for student in group)
    Attendance.objects.filter(session=session, student__in=group).update(table=None)
    return table


def _options(
    session: ClassSession, number: int, group: Sequence[Student], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the table's options: the session's, overridden by those of the standing group (`settings`), of this table,
    and of its children."""
    whole = {**table_options.without(session.options), **settings, **table_options.of(session, number)}
    whole = dict(catalogue.of(session.game).of_table(whole, [student.needs for student in group]))
    return whole | accommodations.by_seat(group)


def _computers(session: ClassSession, children: int, at_least: int) -> list[tuple[str, str]]:
    """Return the computers, as (level, name), that fill the table to its wanted size, at least `at_least`."""
    wanted = session.table_size - children if plays_with_computers(session) else 0
    level = session.options.get("computer_level", "steady")
    count = max(wanted, at_least)
    return [(level, gettext("Computer %(number)s") % {"number": number}) for number in range(1, count + 1)]


def seed_of(session: ClassSession) -> int | None:
    """Return the seed that all tables of the session share, for laying the same cards again (`tables.lay_table`), None
    without one."""
    return Table.objects.filter(seats__sitting__session=session).values_list("seed", flat=True).first()
