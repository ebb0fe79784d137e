"""One truth (measurement 7, rows 19, 20): every page and file of a child, a class and a lesson prints the same number
where it means the same thing, for simulated classes that played in several ways over weeks."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator

import numpy as np
import pytest
from asgiref.sync import async_to_sync
from django.db.models import F
from django.test import Client
from django.urls import reverse

from classroom.models import ClassSession, Sitting, Student, Teacher
from classroom.reports.around_the_corner.class_page import known_sums
from classroom.reports.around_the_corner.student import child_page
from classroom.reports.kit.contract import how_many_known
from classroom.reports.pages import catalogue
from game.around_the_corner import answer_sheets
from game.models import Attempt, Round, Seat, Table
from game.rules import around_the_corner as rules
from tests.classroom.reports.attempts_given import DAY_MS, attempt, card, earlier_today, text, visible
from tests.classroom.reports.exports.files_read import whole
from tests.conftest import PASSWORD, make_class, signed_in, written_once

CHILDREN, LESSONS = 6, (50, 9, 2)
"""Lessons so many days ago: one older than the usual period, which counts for what is known."""


def decision(played, child, dice, skill, mode, ago):
    """Return a decision of a child as good as `skill` on some sum with a plain top card."""
    number, step = int(dice.integers(1, 8)), int(dice.integers(1, 4))
    right, answer = bool(dice.random() < skill), card(number + step)
    timed = mode != "practice"
    columns = {
        "top_number": number, "top_step": step, "stratum": f"{step}-plain-1", "mode": mode, "timed": timed,
        "hand": [answer, card(number)], "fitting": [answer], "late": bool(timed and dice.random() < 0.1),
        "started_at": earlier_today() - ago * DAY_MS, "milliseconds": int(dice.integers(900, 5000)),
        "ending": "C" if right else "W", "played": answer if right else card(number), "sign": "+" if right else "",
    }  # fmt: skip
    return attempt(played, child, **columns)


def lesson_of(classroom, dice, ago, mode="race"):
    session = ClassSession.objects.create(classroom=classroom, game=rules.NAME, state="ended", options={"mode": mode})
    for place, child in enumerate(classroom.students.all()):
        table = Table.objects.create(game=rules.NAME)
        seat = Seat.objects.create(table=table, number=0, player=child.pk, name=child.name)
        Sitting.objects.create(session=session, student=child, seat=seat)
        played = Round.objects.create(table=table, seed=1, seats=1)
        many, skill = int(dice.integers(30, 90)), 0.5 + 0.1 * place
        Attempt.objects.bulk_create(decision(played, child, dice, skill, mode, ago) for _ in range(many))
        answer_sheets.write(table.pk)
    return session


@pytest.fixture(scope="module", params=[1, 2, 3])
def played(request, django_db_setup, django_db_blocker) -> Iterator[ClassSession]:
    """The last lesson of a class that raced in three lessons and practised on one day."""
    dice = np.random.default_rng(request.param)
    with written_once(django_db_blocker):
        ana = Teacher.objects.create_user("ana@school.example", PASSWORD, name="Ms Ana")
        classroom = make_class(ana, "Truth", [f"Pupil {number}" for number in range(CHILDREN)])
        Student.objects.update(source_id=F("name"))
        lesson_of(classroom, dice, 5, "practice")
        *_earlier, last = (lesson_of(classroom, dice, ago) for ago in LESSONS)
        yield last


@pytest.fixture
def ana_client(played: ClassSession, db: None) -> Client:
    return signed_in(Teacher.objects.get())


@pytest.fixture(scope="module")
def known(played, django_db_blocker) -> dict[int, int]:
    with django_db_blocker.unblock():
        counted = known_sums(played.classroom)
    assert any(how_many_known(row) for row in counted.values())
    assert any(row[4] for row in counted.values())
    return {child: how_many_known(row) for child, row in counted.items()}


def table_of(client, name, pk, sheet):
    answer = client.get(reverse(name, args=[pk]), {"sheet": sheet, "separator": ","})
    return list(csv.DictReader(io.StringIO(async_to_sync(whole)(answer).decode("utf-8-sig"))))


def test_every_page_of_a_child_says_the_same_number_of_known_sums(ana_client, played, known):
    for child in played.classroom.students.all():
        n = known[child.pk]
        for mode in ("race", "practice"):
            query = f"mode={mode}"
            page = visible(text(ana_client, "student_report", child.pk, query=query))
            assert f"{n} of 60 Sums known" in " ".join(page.split()) or f"Sums known {n} of 60" in " ".join(
                page.split()
            )
            family = text(ana_client, "student_family", child.pk, query=query)
            assert (f"<strong>{n} of the 60 sums</strong>" in family) == (n > 0)
            assert family.count('class="is-known"') == n
            of_map = text(ana_client, "class_facts", played.classroom_id, query=f"{query}&student={child.pk}")
            secure, accurate = re.search(r"(\d+) secure, (\d+) accurate", of_map).groups()
            assert int(secure) + int(accurate) == n
        own = child_page.context(child)["picture"]
        assert own.turned == sum(fact.known for row in own.rows for fact in row.sums)


def test_lists_and_files_of_a_class_say_the_same_numbers(ana_client, played, known):
    classroom = played.classroom
    listed = text(ana_client, "class", classroom.pk)
    assert [int(n) for n in re.findall(r">(\d+) of 60<", listed)] == list(known.values())
    packed = async_to_sync(whole)(ana_client.get(reverse("class_results", args=[classroom.pk])))
    with zipfile.ZipFile(io.BytesIO(packed)) as parts:
        scores = [int(row["score"]) for row in csv.DictReader(io.StringIO(parts.read("results.csv").decode()))]
    assert scores == list(known.values())
    assert catalogue.known_of(classroom) == known
    for name, pk in (("class_csv", classroom.pk), ("session_csv", played.pk)):
        for row in table_of(ana_client, name, pk, "students"):
            assert int(row["known_sums"]) == known[int(row["student_number"])]
    levels = known_sums(classroom).values()
    assert catalogue.FIRST.class_levels([classroom])[classroom.pk] == tuple(map(sum, zip(*levels, strict=True)))


def test_a_lesson_counts_decisions_on_every_page(ana_client, played):
    """Right and tried of the whole lesson, in its report and in its file; `test_counts` holds the page after it."""
    answers = Attempt.objects.filter(round__table__seats__sitting__session=played, ending__in=("C", "W"))
    right, tried = answers.filter(ending="C").count(), answers.count()
    assert f"{right} of {tried} were right" in text(ana_client, "session_report", played.pk)
    students = table_of(ana_client, "session_csv", played.pk, "students")
    assert sum(int(row["cards_right"] or 0) for row in students) == right
    assert sum(int(row["cards"] or 0) for row in students) == tried
