"""A school year of a class in bulk: 30 students, as many attempts as asked for, answers from tests.prove.generator.

What a lesson, a table and a round are is kept (so that every page finds its way); logs are not written: there are no
replays in it. Students differ in speed and sureness as a class of measurement 6.1 does, and get better by and by.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice

import numpy as np
from django.db import transaction

from classroom.measures import CUT, RIGHT
from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student, Teacher
from classroom.sessions.lifecycle import new_device
from game.around_the_corner import answer_sheets
from game.models import AnswerSheet, Attempt, Round, Seat, Table
from game.rules.around_the_corner import NAME as GAME
from game.rules.around_the_corner.cards import Sums, card
from tests.prove.generator import Kind, run

STUDENTS, SEATS = 30, 4
A_LESSON, A_ROUND = 210, 42
"""Attempts of a student in a lesson, and in each of its rounds."""
OPTIONS = {"mode": "race", "corner": True, "steps": [1, 2, 3], "wrong_pause": 1500, "away": "wait"}
_STEP, _IS_CORNER = (1, 2, 3, 2), (False, False, False, True)
"""The kinds of cards of the generator, as cards of ours."""
AT_ONCE = 2_000


def name_of(attempts: int) -> str:
    return f"Year of {attempts}"


@transaction.atomic
def fill(teacher: Teacher, attempts: int, *, until: datetime, seed: int = 1) -> Classroom:
    """Make the class with that many attempts, a lesson on every weekday up to `until`."""
    classroom = Classroom.objects.create(name=name_of(attempts))
    classroom.teachers.add(teacher)
    lessons = max(1, round(attempts / STUDENTS / A_LESSON))
    days = _weekdays(until, lessons)
    students = Student.objects.bulk_create(
        Student(classroom=classroom, name=f"Student {number:02}", created_at=days[0])
        for number in range(1, STUDENTS + 1)
    )
    dice, chance = np.random.default_rng(seed), random.Random(seed)
    slower, surer = dice.normal(0, 0.3, STUDENTS), dice.normal(0, 0.6, STUDENTS)
    for lesson, day in enumerate(days):
        better = lesson / max(1, lessons) * 0.3
        _lesson(classroom, students, day, slower - better, surer + better, dice, chance)
    return classroom


def _weekdays(until: datetime, count: int) -> list[datetime]:
    back = (until - timedelta(days=number) for number in range(1, 2 * count + 10))
    return sorted(islice((day for day in back if day.weekday() < 5), count))


def _lesson(classroom: Classroom, students: Sequence[Student], day: datetime, slower: np.ndarray, surer: np.ndarray,
            dice: np.random.Generator, chance: random.Random) -> None:  # fmt: skip
    session = ClassSession.objects.create(
        classroom=classroom, game=GAME, options=OPTIONS, state="ended", opened_at=day, started_at=day, ended_at=day
    )
    here = [place for place in range(len(students)) if chance.random() < 0.96]
    Attendance.objects.bulk_create(
        Attendance(session=session, student=students[place], device=new_device()) for place in here
    )
    races = run(Kind(SEATS - 1, A_LESSON), len(students), dice, slower, surer)
    chance.shuffle(here)
    rows: list[Attempt] = []
    for number, start in enumerate(range(0, len(here), SEATS), start=1):
        group = here[start : start + SEATS]
        rounds = _lay(session, number, [students[place] for place in group])
        for seat, place in enumerate(group):
            line = (races.seconds[place], races.ending[place], races.stratum[place])
            rows += _attempts(rounds, seat, students[place], day, np.stack(line, axis=1).tolist(), chance)
    Attempt.objects.bulk_create(rows, batch_size=AT_ONCE)
    AnswerSheet.objects.bulk_create(_sheets(rows))


def _lay(session: ClassSession, number: int, group: Sequence[Student]) -> list[Round]:
    table = Table.objects.create(game=GAME, number=number, options=OPTIONS, closed_at=session.ended_at)
    seats = Seat.objects.bulk_create(
        Seat(table=table, number=place, player=student.pk, name=student.name) for place, student in enumerate(group)
    )
    Sitting.objects.bulk_create(
        Sitting(session=session, student=student, seat=seat) for student, seat in zip(group, seats, strict=True)
    )
    day = session.opened_at
    return Round.objects.bulk_create(
        Round(table=table, number=one + 1, seed=one, seats=max(2, len(group)), options=OPTIONS, dealt_at=day,
              finished_at=day, projected_at=day)
        for one in range(-(-A_LESSON // A_ROUND))
    )  # fmt: skip


def _attempts(rounds: Sequence[Round], seat: int, student: Student, day: datetime, lines: list[list[float]],
              chance: random.Random) -> Iterator[Attempt]:  # fmt: skip
    at = round(day.astimezone(UTC).timestamp() * 1000)
    for place, (seconds, ending, kind) in enumerate(lines):
        at += round(seconds * 1000) + 400
        columns = _cards(_STEP[int(kind)], _IS_CORNER[int(kind)], int(ending), chance)
        yield Attempt(
            round=rounds[place // A_ROUND], seat=seat, player=student.pk, top=place % A_ROUND + 1, corner=True,
            mode="race", opponents=SEATS - 1, started_at=at, milliseconds=round(seconds * 1000), timed=True,
            modality="touch", **columns,
        )  # fmt: skip


def _cards(step: int, is_corner: bool, ending: int, chance: random.Random) -> dict[str, object]:
    """Return a top card of this kind, a hand with one card that fits and four that do not, and what was played."""
    around = [n for n in range(1, 11) for change in (step, -step) if (1 <= n + change <= 10) != is_corner]
    number = chance.choice(around)
    plus = (1 <= number + step <= 10) != is_corner and chance.random() < 0.5 or (1 <= number - step <= 10) == is_corner
    fits = Sums(True).answers(number, step)
    right = fits[0 if plus else 1]
    others = [n for n in range(1, 11) if n not in fits]
    hand = [_held(right), *(_held(n) for n in chance.sample(others, 4))]
    drew = ending != RIGHT and ending != CUT and chance.random() < 0.15
    letter = "C" if ending == RIGHT else "O" if ending == CUT else "D" if drew else "W"
    return {
        "top_number": number, "top_step": step, "hand": hand, "fitting": hand[:1], "directions": "+" if plus else "-",
        "ending": letter, "played": {"C": hand[0], "W": hand[1]}.get(letter),
        "sign": ("+" if plus else "-") if letter == "C" else "",
        "stratum": f"{step}-{'corner' if is_corner else 'plain'}-1",
    }  # fmt: skip


def _held(number: int | None) -> int:
    return _CARDS[number or 0]


_CARDS = [0, *(next(held for held in range(1, 74) if card(held).number == number) for number in range(1, 11))]


def _sheets(rows: Sequence[Attempt]) -> Iterator[AnswerSheet]:
    """Pack the rows, which stand student by student, as sheets.write would."""
    by_player: dict[int, list[tuple]] = {}
    for row in rows:
        columns = tuple(getattr(row, name) for name in answer_sheets.PackedAnswer._fields)
        by_player.setdefault(row.player, []).append((row.player, row.mode, row.started_at, *columns))
    tables = {row.player: row.round.table_id for row in rows}
    return (answer_sheets.sheet(tables[player], player, "race", lines) for player, lines in by_player.items())
