"""A student's report with all its parts, and weeks of playing alone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from classroom.models import Classroom, ClassSession, Sitting, Student
from game.around_the_corner import answer_sheets
from game.models import Attempt, Round, Seat, Table
from game.rules import around_the_corner as rules
from tests.classroom.reports.attempts_given import DAY_MS, WRONG, attempt, earlier_today, text

Weeks = Callable[..., None]


@pytest.fixture
def page(ana_client: Client, bea: Student) -> Callable[..., str]:
    def page(name: str = "student_report", query: str = "", part: str = "") -> str:
        """Read a page: the first one of the student's report, or a part of it that is one press away."""
        return text(ana_client, name, bea.pk, query=f"{query}&part={part}")

    return page


@pytest.fixture
def week(class_4b: Classroom, bea: Student) -> Weeks:
    """Let Bea play alone so many weeks ago: right and wrong cards, each after so many milliseconds."""

    def week(ago: int, right: int, wrong: int = 0, mode: str = "solo", ms: int = 2000, **columns: Any) -> None:
        session = ClassSession.objects.create(classroom=class_4b, game=rules.NAME, state="ended")
        table = Table.objects.create(game=rules.NAME)
        seat = Seat.objects.create(table=table, number=0, player=bea.pk, name=bea.name)
        Sitting.objects.create(session=session, student=bea, seat=seat)
        played = Round.objects.create(table=table, seed=1, seats=1, options={"mode": mode})
        usual = {"started_at": earlier_today() - 7 * ago * DAY_MS, "mode": mode, "milliseconds": ms, **columns}
        rows = [attempt(played, bea, **usual) for _ in range(right)]
        rows += [attempt(played, bea, **{**usual, **WRONG, "timed": True}) for _ in range(wrong)]
        Attempt.objects.bulk_create(rows)
        answer_sheets.write(table.pk)

    return week
