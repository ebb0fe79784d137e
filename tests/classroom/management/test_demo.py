"""The demo class: what its computer players are known to do is what the reports find."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from classroom.homework import assignments
from classroom.management import demo
from classroom.measures import wilson
from classroom.models import Classroom, ClassSession, Student, Teacher
from classroom.reports.around_the_corner.class_page import class_page
from classroom.reports.around_the_corner.findings import queries
from classroom.reports.around_the_corner.student.one_mode import EightWeeks
from classroom.reports.kit.periods import USUAL_DAYS
from game.models import Attempt, Claim, Round, Seat
from game.projection.project import project
from game.rules import around_the_corner as rules
from game.rules.around_the_corner.computer import CORNER, RIGHT, USUAL_RIGHT
from tests.conftest import written_once

FRIDAY = date(2026, 11, 20)
CHILDREN = {child.name: child for child in demo.CAST}
PACES = {child.name: child.pace_on(demo.SCHOOL_DAYS // 2) for child in demo.CAST}
DAY_OF = {day: place for place, day in enumerate(demo.school_days(FRIDAY))}
Z999 = 3.2905


@pytest.fixture(scope="module")
def played_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Classroom]:
    """Four weeks take seconds to play: once for all who only read."""
    with written_once(django_db_blocker):
        ana = Teacher.objects.create_user("ana@school.example", name="Ms Ana")
        yield demo.build(ana, FRIDAY)


@pytest.fixture
def demo_class(played_once: Classroom, db: None) -> Classroom:
    return played_once


def test_the_lessons_are_every_second_school_day_before_today():
    days = demo.school_days(FRIDAY)
    assert (days[0], days[-1], len(days)) == (date(2026, 10, 26), date(2026, 11, 19), 10)
    assert {day.weekday() for day in days} == {0, 1, 2, 3, 4}
    assert all((today - demo.school_days(today)[0]).days < USUAL_DAYS for today in (FRIDAY, *days))
    assert demo.school_days(date(2026, 11, 23))[-1] == date(2026, 11, 20)


def test_the_class_has_played_four_weeks(demo_class):
    assert demo_class.students.count() == 12
    assert demo_class.sessions.filter(state=ClassSession.State.ENDED).count() == 12
    assert not Round.objects.filter(finished_at=None).exists()
    assert Attempt.objects.count() > 5000
    assert Claim.objects.count() > 100


def test_each_seat_has_the_face_of_its_child(demo_class):
    faces = {student.pk: student.face for student in demo_class.students.all()}
    seats = Seat.objects.filter(sitting__session__classroom=demo_class)
    assert seats
    assert all(seat.face == faces[seat.player] != "" for seat in seats)


def test_the_class_has_homework(demo_class):
    (task,) = demo_class.homework.all()
    assert (assignments.last_day(task) - FRIDAY, task.unit) == (demo.HOMEWORK_ENDS, "cards")


def test_a_second_projection_of_its_rounds_changes_nothing(demo_class):
    played = Round.objects.filter(number=1)[0]
    columns = [field.name for field in Attempt._meta.fields if field.name != "id"]
    before = list(played.attempts.values(*columns))
    assert project(played.pk) == len(before)
    assert list(played.attempts.values(*columns)) == before


def rows_of(classroom: Classroom) -> dict[str, queries.CardTally]:
    (report,) = queries.reports(list(classroom.students.all()))
    return {row.student.name: row.tally for row in report.rows}


def expected_accuracy(student: Student) -> float:
    """Return how often this computer player gets the cards right that it met (it works out one of the sums at chance).

    Harder kinds are answered more rarely in a race, so the known rate is taken over the cards that were answered.
    """
    answered = Attempt.objects.filter(player=student.pk, ending__in="CW", retry=False).exclude(stratum="")
    child = CHILDREN[student.name]
    chances = [_chance_of_right(attempt, child.pace_on(_day(attempt)).error_rate) for attempt in answered]
    return sum(chances) / len(chances)


def _day(attempt: Attempt) -> int:
    return DAY_OF[timezone.localdate(datetime.fromtimestamp(attempt.started_at / 1000, UTC))]


def _chance_of_right(attempt: Attempt, error_rate: float) -> float:
    if len(attempt.fitting) == len(attempt.hand):
        return 1.0
    kinds = [
        attempt.top_step if abs(rules.card(card).number - attempt.top_number) == attempt.top_step else CORNER
        for card in attempt.fitting
    ]
    return sum(_share_right(kind, error_rate) for kind in kinds) / len(kinds)


def _share_right(kind: int, error_rate: float) -> float:
    """Return the known rate for one kind of card: the overall one moved by how hard that kind is, in odds."""
    odds = (1 - error_rate) / error_rate * _odds(RIGHT[kind]) / _odds(USUAL_RIGHT)
    return odds / (1 + odds)


def _odds(share: float) -> float:
    return share / (1 - share)


def test_the_reports_recover_the_known_error_rates(demo_class):
    """Each within the 99.9 % interval, and (12 at 95 %) at least 10 within the one that teachers see."""
    tallies, within = rows_of(demo_class), 0
    for student in demo_class.students.all():
        accuracy, known = tallies[student.name].accuracy, expected_accuracy(student)
        low, high = wilson(accuracy.right, accuracy.n, Z999)
        assert low <= known <= high, student.name
        assert accuracy.range is not None
        within += accuracy.range.low <= known <= accuracy.range.high
    assert within >= 10


def test_the_reports_recover_who_is_quicker(demo_class):
    """Medians are in order wherever one player is known to think at least a third longer."""
    seconds = {name: tally.speed.seconds for name, tally in rows_of(demo_class).items()}
    pairs = [(quick, slow) for quick in PACES for slow in PACES if PACES[slow].median >= PACES[quick].median * 4 / 3]
    assert len(pairs) > 30
    assert [(quick, slow) for quick, slow in pairs if (seconds[quick] or 0) >= (seconds[slow] or 0)] == []


def test_a_newcomer_shows_what_too_few_cards_look_like(demo_class):
    assert rows_of(demo_class)["João P."].accuracy.n < 50


def test_sums_of_two_cards_in_nine_are_right_about_as_often_as_longer_ones(demo_class):
    laid = Claim.objects.filter(ending__in="CW").values_list("size", "ending")
    right = {long: [ending == "C" for size, ending in laid if (size > 2) is long] for long in (False, True)}
    assert min(map(len, right.values())) > 20
    for answers in right.values():
        assert 0.65 < sum(answers) / len(answers) < 0.98


def test_who_gets_quicker_and_who_is_right_more_often_is_said(demo_class):
    page = class_page(demo_class, {"until": FRIDAY.isoformat()})
    named = dict(zip((student.name for student in page.students), EightWeeks(page, FRIDAY).trends, strict=True))
    assert [name for name, trend in named.items() if trend.seconds] == ["Bence K."]
    assert [name for name, trend in named.items() if trend.accuracy] == ["Femi A."]
    assert named["Femi A."].accuracy.now > named["Femi A."].accuracy.then + 0.1


def test_its_children_show_growth_a_misconception_haste_and_care(demo_class):
    first, last = demo.CAST[1].pace_on(0), demo.CAST[1].pace_on(demo.SCHOOL_DAYS - 1)
    assert (last.median, last.error_rate) == pytest.approx((first.median * 0.35, first.error_rate * 0.5))
    (report,) = queries.reports(list(demo_class.students.all()))
    tallies = {row.student.name: row.tally for row in report.rows}
    assert (tallies["Haruto S."].speed.seconds or 9) < (tallies["Elif Y."].speed.seconds or 0) / 2
    assert tallies["Haruto S."].accuracy.right / tallies["Haruto S."].accuracy.n < 0.85
    assert tallies["Elif Y."].accuracy.right / tallies["Elif Y."].accuracy.n > 0.93
