"""Queries of a class session's tables: which there are, and who may sit there by the session's settings."""

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from classroom.models import ClassSession
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import MOST_SEATS
from game.models import Table


def tables_of(session: ClassSession) -> Iterable[Table]:
    """Return all tables that were ever made for the session, by number, the oldest of a number first."""
    return Table.objects.filter(seats__sitting__session=session).distinct().order_by("number", "pk")


def open_tables(session: ClassSession) -> QuerySet[Table]:
    """Return the tables where children play or could play, with the number of children (`children`)."""
    present = Count("seats__sitting", filter=Q(seats__sitting__left_at=None))
    laid = Table.objects.filter(seats__sitting__session=session, closed_at=None)
    return laid.annotate(children=present).filter(children__gt=0).order_by("number", "pk")


def shared_tables(session: ClassSession) -> list[Table]:
    """Return the open tables that others may join, without the tables of one child alone."""
    return [table for table in open_tables(session) if not catalogue.of(table.game).is_alone(table.options)]


def free_number(session: ClassSession) -> int:
    """Return a number that no table of the session has."""
    return max((table.number for table in tables_of(session)), default=0) + 1


def plays_with_computers(session: ClassSession) -> bool:
    return session.options.get("computers", "none") != "none"


def is_solo(session: ClassSession) -> bool:
    """Return whether every child plays alone: solo, or practice at tables of one."""
    return catalogue.of(session.game).is_alone(session.options) or session.table_size == 1


def plays_alone(session: ClassSession) -> bool:
    """Return whether every child has a table without other children."""
    return is_solo(session) or session.options.get("computers") == "each"


def is_one_table(session: ClassSession) -> bool:
    """Return whether the whole class sits at one table."""
    return catalogue.of(session.game).seats_of_all(session.options) is not None


def has_tables(session: ClassSession) -> bool:
    """Return whether children sit together at tables, which can be shown as miniatures. Without such tables the class
    is shown as a crowd."""
    return not plays_alone(session) and not is_one_table(session)


def most_seats(session: ClassSession) -> int:
    return catalogue.of(session.game).seats_of_all(session.options) or MOST_SEATS


def fewest(session: ClassSession) -> int:
    """Return the number of students that a start needs."""
    return 1 if plays_with_computers(session) or is_solo(session) else 2
