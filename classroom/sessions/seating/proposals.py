"""Proposed groups when tables are made: as they sat before, by the session's settings, or as the teacher chose.

Ratings of children, used only for proposing tables: no page shows these numbers.

The signed residual time of measurement 1.1 with its censored update for races (1.4), folded over a class's latest
answers. Differences under 0.3 are meaningless; with few answers a level counts as unknown.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from classroom import persons
from classroom.measures.rating import Rated, answered, beaten
from classroom.models import ClassSession, SeatingLine, Student
from classroom.server.database import changes
from classroom.server.time_zone import DAY_MS
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import RatedAnswer
from classroom.sessions.seating import by_group
from classroom.sessions.seating.grouping import (
    TooFew,
    mixed_groups,
    random_groups,
    same_groups,
    shuffled,
    similar_groups,
    with_lines,
)
from classroom.sessions.seating.queries import fewest, is_one_table, most_seats, plays_alone

ENOUGH = 20
"""Answers from which a level counts as known; the rating's uncertainty is halved by then."""


def groups_for(
    session: ClassSession, students: Sequence[Student], before: Sequence[Sequence[Student]] | None = None
) -> list[list[Student]]:
    """Return who sits together: as they sat `before`, or by the session's settings. Raises TooFew where nobody could
    play."""
    if len(students) < fewest(session):
        raise TooFew
    if plays_alone(session) or len(students) == 1:
        return [[student] for student in students]
    if is_one_table(session):
        return random_groups(students, most_seats(session))
    if before:
        return same_groups(before, session.table_size)
    return proposed(session, students, session.options.get("tables", "random"))


def proposed(session: ClassSession, students: Sequence[Student], way: str) -> list[list[Student]]:
    """Return groups made in this way: random, similar, mixed, groups (each standing group apart, at random), or hand
    (as the teacher has chosen). All but the last keep the lines between children as far as possible."""
    if way == "hand":
        return chosen_groups(session, students)
    if way == by_group.WAY:
        return [group for part in by_group.parted(students) for group in proposed(session, part, "random")]
    levels: dict[Student, float] = {}
    if way in ("similar", "mixed"):
        known = levels_of(students)
        levels = {student: known[student.pk] for student in students if student.pk in known}
        made = {"similar": similar_groups, "mixed": mixed_groups}[way](students, levels, session.table_size)
    else:
        made = random_groups(shuffled(students), session.table_size)
    return with_lines(made, [(line.one, line.other, line.together) for line in lines_of(session)], levels)


def lines_of(session: ClassSession) -> QuerySet[SeatingLine]:
    """Return the lines between children of the session's class."""
    here = SeatingLine.objects.filter(one__classroom=session.classroom_id, other__classroom=session.classroom_id)
    return here.filter(one__removed_at=None, other__removed_at=None).select_related(
        "one__classroom", "other__classroom"
    )


def chosen_groups(session: ClassSession, students: Sequence[Student]) -> list[list[Student]]:
    """Return the groups that the teacher chose; children without a table join the emptiest one, or share new ones."""
    chosen = dict(session.attendances.values_list("student", "table"))
    groups: dict[int, list[Student]] = {}
    for student in students:
        if number := chosen.get(student.pk):
            groups.setdefault(number, []).append(student)
    unseated = [[student] for student in shuffled(students) if not chosen.get(student.pk)]
    return same_groups([group for _, group in sorted(groups.items())] + unseated, session.table_size)


def groups_before(session: ClassSession) -> list[list[Student]]:
    """Return the groups that sit together now or sat at the end, in the order of tables and seats; then each other
    child alone."""
    students = Student.objects.select_related("group", "classroom").filter(attendances__session=session).in_bulk()
    groups: dict[int, list[Student]] = {}
    seated = session.sittings.filter(left_at=None).order_by("seat__table__number", "seat__number")
    for table, student in seated.values_list("seat__table", "student"):
        if student in students:
            groups.setdefault(table, []).append(students.pop(student))
    return [*groups.values(), *([late] for late in students.values())]


def choose(session: ClassSession, chosen: Mapping[int, int | None]) -> None:
    """Store the table numbers that a teacher gave to students before the start."""
    attendances = list(session.attendances.filter(student__in=chosen))
    for attendance in attendances:
        attendance.table = chosen[attendance.student_id]
    changes.write_each(attendances, "table")


def with_options(session: ClassSession, **options: Any) -> None:
    """Change some of the session's options before it starts."""
    changes.change(session, options={**session.options, **options})


def levels_of(students: Iterable[Student]) -> dict[int, float]:
    """Return by student the rating of each of these whose level is known, from their answers in any class and in any
    game with measures. One query, and one for each game."""
    asked = [student.pk for student in students]
    players = persons.players(asked)
    ratings: defaultdict[int, Rated] = defaultdict(Rated)
    questions: defaultdict[Hashable, Rated] = defaultdict(Rated)
    answers: Counter[int] = Counter()
    last: dict[int, int] = {}
    for answer in catalogue.rated_answers(list(players)):
        player, question = players[answer.player], answer.question
        idle = (answer.at - last.get(player, answer.at)) / DAY_MS
        ratings[player], questions[question] = _after(ratings[player], questions[question], answer, idle)
        answers[player] += not answer.is_lost
        last[player] = answer.at
    return {player: ratings[player].rating for player in asked if answers[player] >= ENOUGH}


def _after(student: Rated, question: Rated, answer: RatedAnswer, idle: float) -> tuple[Rated, Rated]:
    seconds, idle_days = answer.milliseconds / 1000, max(0.0, idle)
    if answer.is_lost:
        return beaten(student, question, seconds=seconds, idle_days=idle_days)
    return answered(student, question, right=answer.is_right, seconds=seconds, idle_days=idle_days)
