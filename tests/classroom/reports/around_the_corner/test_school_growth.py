"""The school's growth: who knows more than eight weeks ago, and nothing of fewer than ten children."""

import random
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classroom import upkeep
from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student
from classroom.reports.around_the_corner import learnt
from classroom.reports.around_the_corner.findings.facts import known_of
from classroom.reports.around_the_corner.learnt import kinds_grown, known_among
from classroom.reports.around_the_corner.sources.classes import of_classes
from classroom.reports.kit.cache import ALIAS
from classroom.reports.kit.growth.weeks import KindGrowth, of_all, span_of
from classroom.reports.kit.periods import usual_since
from classroom.rosters.merging import persons
from classroom.server.recovery import backups
from classroom.teachers import school
from game.around_the_corner import answer_sheets
from game.models import Attempt, Round, Seat, Table
from game.rules import around_the_corner as rules
from tests.classroom.reports.attempts_given import DAY_MS, WRONG, attempt, earlier_today, text, visible
from tests.conftest import make_class

PLUS_ONE = 0
MODES = ("race", "race", "solo", "practice", "check_up")


def lesson(classroom: Classroom, ago: int, *, right: int, wrong: int, milliseconds: int = 2000) -> None:
    """Let each child of the class meet 5 + 1 so many days ago."""
    opened = timezone.now() - timedelta(days=ago)
    times = {"opened_at": opened, "started_at": opened}
    session = ClassSession.objects.create(classroom=classroom, game=rules.NAME, state="ended", **times)
    for student in classroom.students.all():
        table = Table.objects.create(game=rules.NAME)
        seat = Seat.objects.create(table=table, number=0, player=student.pk, name=student.name)
        Sitting.objects.create(session=session, student=student, seat=seat)
        Attendance.objects.create(session=session, student=student, device=f"{session.pk}-{student.pk}")
        played = Round.objects.create(table=table, seed=1, seats=1)
        at = {"started_at": earlier_today() - ago * DAY_MS, "timed": True, "milliseconds": milliseconds}
        rows = [attempt(played, student, **at) for _ in range(right)]
        rows += [attempt(played, student, **{**WRONG, **at}) for _ in range(wrong)]
        Attempt.objects.bulk_create(rows)
        answer_sheets.write(table.pk)


def class_of(teacher, name: str, children: int) -> Classroom:
    return make_class(teacher, name, [f"Kid {name} {number}" for number in range(children)])


@pytest.mark.parametrize(("met", "more", "fewer", "shown", "sure"), [
    (9, 9, 0, False, False), (10, 10, 0, True, True), (10, 5, 4, True, False), (40, 0, 0, True, False),
])  # fmt: skip
def test_growth_is_sure_where_chance_alone_does_not_bring_it(met, more, fewer, shown, sure):
    kind = KindGrowth(met, more, fewer)
    assert (kind.is_shown, kind.is_sure) == (shown, sure)


def test_a_school_is_the_sum_of_its_classes():
    assert of_all([(KindGrowth(9, 2, 1),), (KindGrowth(8, 3, 0),)]) == (KindGrowth(17, 5, 1),)
    assert of_all([]) == ()


def test_who_knows_more_of_what_was_met_then_has_grown(ana_teacher):
    classroom = class_of(ana_teacher, "5A", 10)
    lesson(classroom, 60, right=2, wrong=12)
    lesson(classroom, 1, right=30, wrong=0)
    plus_one, *others = kinds_grown([classroom]).of_class[classroom.pk]
    assert plus_one == KindGrowth(10, 10, 0, here=10, sums=10, known=10)
    assert {kind.met for kind in others} == {0}


def test_what_is_met_for_the_first_time_is_no_growth(ana_teacher):
    classroom = class_of(ana_teacher, "5A", 10)
    lesson(classroom, 1, right=30, wrong=0)
    assert kinds_grown([classroom]).of_class[classroom.pk][PLUS_ONE] == KindGrowth(0, 0, 0, here=10, sums=10, known=10)


@pytest.mark.parametrize(("here", "share"), [(9, None), (10, 67), (0, None)])
def test_what_is_known_of_100_is_said_of_ten_children_and_more(here, share):
    assert KindGrowth(0, 0, 0, here=here, sums=3 * here, known=2 * here).known_of_100 == share


def test_before_eight_weeks_the_head_reads_what_the_school_knows_now(ana_client, ana_teacher, ben_teacher):
    """Over all classes: nine children alone would be too few."""
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    lesson(class_of(ana_teacher, "5A", 9), 1, right=30, wrong=0)
    growth = lambda: " ".join(visible(text(ana_client, "school_growth")).split())  # noqa: E731
    assert "What the school knows now" not in growth()
    lesson(class_of(ben_teacher, "5B", 3), 1, right=2, wrong=28)
    assert "Known of 100 +1 75 " in growth()
    assert "5A" not in growth()


def given(classroom: Classroom, dice: random.Random) -> None:
    """Let each child answer on some days of half a year, in some ways of playing."""
    for student in classroom.students.all():
        for ago in dice.sample(range(200), 5):
            table = Table.objects.create(game=rules.NAME)
            played = Round.objects.create(table=table, seed=1, seats=1)
            at = {"started_at": earlier_today() - ago * DAY_MS, "timed": True, "mode": dice.choice(MODES)}
            right = dice.random()
            kinds = ({} if dice.random() < right else WRONG for _ in range(12))
            Attempt.objects.bulk_create([attempt(played, student, **{**kind, **at}) for kind in kinds])
            answer_sheets.write(table.pk)


@pytest.mark.parametrize("seed", range(3))
def test_read_with_all_others_a_class_knows_what_it_knows_alone(ana_teacher, seed):
    """Of children in two classes, too, and of one that has left one of them."""
    dice = random.Random(seed)
    classrooms = [class_of(ana_teacher, name, 4) for name in ("5A", "5B", "5C")]
    of_a, of_b, of_c = (list(classroom.students.order_by("pk")) for classroom in classrooms)
    for row, other in [(of_a[0], of_b[0]), (of_b[1], of_c[1]), (of_a[2], of_c[2])]:
        Student.objects.filter(pk__in=[row.pk, other.pk]).update(person=f"{row.pk}")
    Student.objects.filter(pk=of_c[2].pk).update(removed_at=timezone.now())
    for classroom in classrooms:
        given(classroom, dice)
    since, lately = span_of(timezone.localdate())[0], usual_since()
    read = dict(of_classes([classroom.pk for classroom in classrooms]))
    for classroom in classrooms:
        players = list(classroom.students.order_by("pk").values_list("pk", flat=True))
        assert read[classroom.pk].students == tuple(players)
        for until, fresh in ((since, 0), (2**62, lately)):
            alone = known_of(players, 3.0, until=until if until == since else None).facts
            together = known_among(read[classroom.pk], 3.0, until=until, lately=fresh)
            for column in ("letter", "solid", "lacking"):
                assert getattr(alone, column).tolist() == getattr(together, column).tolist()
            assert [part.tolist() for part in alone.counts.parts] == [part.tolist() for part in together.counts.parts]


def test_a_school_of_many_classes_is_as_many_queries_as_a_school_of_one(ana_client, ana_teacher):
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    lesson(class_of(ana_teacher, "5A", 2), 1, right=2, wrong=0)
    asked = queries_of(lambda: text(ana_client, "school_growth"))
    for number in range(4):
        lesson(class_of(ana_teacher, f"6{number}", 2), 1, right=2, wrong=0)
    caches[ALIAS].clear()
    assert queries_of(lambda: text(ana_client, "school_growth")) == asked


def queries_of(look: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as made:
        look()
    return len(made)


@pytest.mark.django_db(transaction=True)
def test_the_night_computes_what_the_first_look_of_a_morning_shows(ana_client, ana_teacher, monkeypatch):
    """It takes seconds, so the page shows what the night has kept and reads no answers."""
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    classroom = class_of(ana_teacher, "5A", 10)
    lesson(classroom, 60, right=2, wrong=12)
    lesson(classroom, 1, right=30, wrong=0)
    upkeep.save()
    assert [backup.kind for backup in backups.found()] == [backups.NIGHTLY]
    monkeypatch.setattr(learnt, "of_classes", lambda _classes: pytest.fail("read again"))
    assert "10 of 10" in " ".join(visible(text(ana_client, "school_growth")).split())


def test_the_head_reads_growth_without_teachers_and_without_small_numbers(ana_client, ana_teacher, ben_teacher):
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    classrooms = class_of(ana_teacher, "5A", 10), class_of(ben_teacher, "5B", 9)
    for classroom in classrooms:
        lesson(classroom, 60, right=2, wrong=12)
        lesson(classroom, 1, right=30, wrong=0)
    page = " ".join(visible(text(ana_client, "school_growth")).split())
    assert re.search(r"Lessons( \d+ \w+ – –){7} \d+ \w+ 19 2 ", page)
    assert "19 of 19" in page
    assert "5A" in page
    for nobody in ("5B", "Ana", "Ben", "Kid"):
        assert nobody not in page


def test_a_child_in_two_classes_is_one_in_all_numbers_of_the_school(ana_client, ana_teacher):
    """Five children in a homeroom and in a set are no ten."""
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    homeroom, maths = class_of(ana_teacher, "5A", 7), class_of(ana_teacher, "Maths", 7)
    for row, other in zip(homeroom.students.order_by("pk")[:5], maths.students.order_by("pk")[:5], strict=True):
        persons.join(row, other)
    for classroom in (homeroom, maths):
        lesson(classroom, 60, right=2, wrong=12)
        lesson(classroom, 1, right=30, wrong=0)
    assert school.totals().children == 9
    assert kinds_grown([homeroom, maths]).whole[PLUS_ONE] == KindGrowth(9, 9, 0, here=9, sums=9, known=9)
    page = " ".join(visible(text(ana_client, "school_growth")).split())
    assert re.search(r"Lessons( \d+ \w+ – –){8} ", page)
    assert "Known of 100" not in page


def test_before_ten_children_have_played_for_eight_weeks_it_says_so(ana_client, ana_teacher):
    ana_teacher.is_school_admin = True
    ana_teacher.save()
    assert "once ten children of a class have played" in visible(text(ana_client, "school_growth"))
