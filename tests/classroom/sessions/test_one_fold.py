"""The law of counts: in every game each page and file that counts a session says what the rules' results come to."""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from classroom.joining import waiting_page
from classroom.live.projector.page import screen_context
from classroom.models import Attendance, Classroom, ClassSession, Teacher
from classroom.reports.pages.catalogue import REPORTS, report_of
from classroom.sessions import counts, lifecycle, summary, teams
from classroom.sessions.games import catalogue
from game import tables
from game.models import Table
from game.projection import project
from game.rules import Event, Result
from game.rules.contract import STOPPED
from tests.classroom.logged import write
from tests.conftest import PASSWORD, make_class, signed_in, written_once
from tests.rules.contract import Played
from tests.rules.played import PLAYED
from tests.rules.wandering import Step
from tests.third_game.conftest import in_the_catalogue
from tests.third_game.played import PLAYED as THIRD

ROUNDS = 3


def of_games(*games: Played) -> pytest.MarkDecorator:
    cases = [(played, name) for played in games for name in played.rounds.OPTION_SETS]
    ids = [f"{played.rules.NAME}-{name}" for played, name in cases]
    return pytest.mark.parametrize(("played", "name"), cases, ids=ids, scope="module")


every_option_set = of_games(*PLAYED, THIRD)
of_what_is_measured = of_games(*(played for played in PLAYED if played.rules.NAME in REPORTS))


@dataclass(frozen=True)
class Truth:
    """What a round came to by the rules: their result, what lies of each seat, and who won."""

    end: Result
    placed: list[int]
    won: list[int]
    played_out: bool

    @classmethod
    def of(cls, played: Played, steps: list[Step]) -> "Truth":
        events, after = [step.outcome for step in steps if isinstance(step.outcome, Event)], steps[-1].after
        end, seats = played.rules.result(after), range(after.seats)
        assert end is not None
        kinds = Counter(event.seat for event in events if event.kind in played.rules.PLACED)
        placed = [len(after.laid[seat]) if hasattr(after, "laid") else kinds[seat] for seat in seats]
        played_out = events[-1].kind != STOPPED
        won = [seat for seat, place in enumerate(end.places) if place == 1 and played_out]
        return cls(end, placed, won, played_out)


@dataclass(frozen=True)
class Lesson:
    """A session that is over, its table, and its rounds as they were."""

    session: ClassSession
    table: Table
    truths: list[Truth]
    names: list[str]

    @property
    def placed(self) -> list[int]:
        return [sum(truth.placed[seat] for truth in self.truths) for seat in range(len(self.names))]


@pytest.fixture(scope="module")
def ended(played: Played, name: str, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Lesson]:
    """Rounds played at random, with everything that the rules allow, by two teams at one table."""
    with written_once(django_db_blocker), in_the_catalogue():
        ana = Teacher.objects.create_user("ana@school.example", PASSWORD, name="Ms Ana")
        yield lesson_of(make_class(ana, "4B", ["Amir", "Bea", "Chen", "Dana"]), played, name)


def lesson_of(classroom: Classroom, played: Played, name: str) -> Lesson:
    options, seats, leaving = played.rounds.OPTION_SETS[name]
    kept = {**options, "together": "teams"}
    session = lifecycle.open_session(
        classroom=classroom, game=played.rules.NAME, options=kept, table_size=max(2, seats)
    )
    for student in classroom.students.all()[: max(2, seats)]:
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    table = Table.objects.filter(seats__sitting__session=session).order_by("pk")[0]
    table.rounds.all().delete()
    truths = [played_round(table, played, name, number) for number in range(1, ROUNDS + 1)]
    lifecycle.end(session=session)
    names = [chair.name for chair in table.seats.all()[:seats]]
    return Lesson(ClassSession.objects.get(pk=session.pk), table, truths, names)


@pytest.fixture(scope="module")
def projected(ended: Lesson, django_db_blocker: DjangoDbBlocker) -> Lesson:
    """The same after its rounds have reached the reports."""
    with django_db_blocker.unblock():
        project.catch_up(Table.objects.filter(pk=ended.table.pk))
    return ended


@pytest.fixture
def ana_client(ended: Lesson, db: None) -> Client:
    return signed_in(Teacher.objects.get())


def played_round(table: Table, played: Played, name: str, number: int) -> Truth:
    options, seats, leaving = played.rounds.OPTION_SETS[name]
    row = tables.deal_round(table, number=number, seats=seats)
    row.options |= options
    row.finished_at = timezone.now()
    row.save()
    steps = list(played.rounds.wander(row.options, seats, leaving, row.seed))
    write(row, [step.outcome for step in steps if isinstance(step.outcome, Event)])
    return Truth.of(played, steps)


@every_option_set
def test_every_page_counts_what_the_rules_results_come_to(ended: Lesson, ana_client):
    session, placed = ended.session, ended.placed
    wins = Counter(ended.names[seat] for truth in ended.truths for seat in truth.won)
    played_out = sum(truth.played_out for truth in ended.truths)
    shown = screen_context(session)
    end, report = (ana_client.get(reverse(page, args=[session.pk])) for page in ("session", "session_report"))
    assert counts.placed_by(session).total() == sum(placed)
    some = [played_out] if played_out else []
    assert shown["cards"] == sum(placed)
    assert [fact.number for fact in shown["facts"] if fact.words.startswith("round")] == some
    for page in (end, report):
        # Pictures of numbers that are drawn for the page have some of their own.
        said = next(each["numbers"] for each in page.context if "numbers" in each and "session" in each)
        assert said[0].value == sum(placed)
        assert [number.value for number in said if "to the end" in number.label] == some
        if "did" in page.context:
            assert page.context["did"].placed == sum(placed)
    assert {standing.name: standing.won for standing in teams.podium(session)} == first_three(wins)
    for line, truth in zip(summary.rounds_of(session, counts.of_session(session)), ended.truths, strict=True):
        assert [left.won for left in line.left] == [seat in truth.won for seat in range(len(line.left))]
        assert tuple(left.score for left in line.left) == (truth.end.points or truth.end.left)


def first_three(wins: Counter[str]) -> dict[str, int]:
    """Return who has one of the first three places by rounds won, equals sharing one."""
    return {name: won for name, won in wins.items() if sum(other > won for other in wins.values()) < teams.PLACES}


@every_option_set
def test_teams_goals_and_children_count_the_same(ended: Lesson, db):
    session, means = ended.session, defaultdict[int | None, list[int]](list)
    for seat, name in enumerate(ended.names):
        here = Attendance.objects.get(session=session, student__name=name)
        means[here.team].append(ended.placed[seat])
        said = waiting_page.waiting_context(here)
        game = catalogue.of(session.game)
        assert said["placed"] == (game.placed_words(ended.placed[seat]) if ended.placed[seat] else "")
        assert said["together"] == sum(ended.placed)
    for number, team in enumerate(teams.teams_of(session)):
        if number in means and team.members == len(means[number]):
            assert team.mean == pytest.approx(sum(means[number]) / team.members)
    in_a_minute = sum(ended.placed) / counts.students(session)
    assert teams.together(session).now == pytest.approx(10 * in_a_minute), "a session of less than a minute is one"


@every_option_set
def test_what_was_tried_is_one_number_on_every_page(projected: Lesson, ana_client):
    session = projected.session
    tries = counts.tries_of(session).values()
    right, tried = sum(mine.right for mine in tries), sum(mine.tried for mine in tries)
    end, report = (ana_client.get(reverse(page, args=[session.pk])) for page in ("session", "session_report"))
    for page in (end, report):
        assert [number.value for number in page.context["numbers"][1:-1]] == ([right] if tried else [])
    assert said_by_the_report(report.context) in ((right, tried), None)


def said_by_the_report(context: Any) -> tuple[int, int] | None:
    """Return what the table of a session's report adds up to, with what it tells beside; None without measures."""
    if "reports" in context:
        rows = [row.tally.accuracy for report in context["reports"] for row in report.rows]
        five = context.get("round_five") or []
        return (
            sum(row.right for row in rows) + sum(tally.right for tally in five),
            sum(row.n for row in rows) + sum(tally.answered for tally in five),
        )
    if whole := getattr(context["report"], "whole", None):
        return whole.right, whole.answered
    return None


@of_what_is_measured
def test_the_tabs_of_sessions_say_what_the_lesson_s_page_says(projected: Lesson, ana_client):
    session = projected.session
    said, found = counts.tries_of(session), report_of(session.game)
    if session.game == "around_the_corner":
        shown = lines_of(ana_client, found.class_address(session.classroom), session)
        assert shown == [(sum(mine.tried for mine in said.values()), sum(mine.right for mine in said.values()))]
    for student in session.classroom.students.filter(pk__in=said):
        mine = said[student.pk]
        assert lines_of(ana_client, found.student_address(student), session) == [(mine.tried, mine.right)]


def lines_of(client, address: str, session: ClassSession) -> list[tuple[int, int]]:
    """Return what was tried and what of it was right, by the tab of sessions."""
    mode = {"mode": session.options["mode"]} if "mode" in session.options else {}
    asked = {"part": "sessions", "since": "", "checking": session.options.get("checking", ""), **mode}
    lines = client.get(address, asked).context["lines"]
    return [(line.tries.tried, line.tries.right) for line in lines]


@of_what_is_measured
def test_a_file_of_a_lesson_adds_up_to_what_its_page_says(projected: Lesson, ana_client):
    session = projected.session
    said = {student: tries for student, tries in counts.tries_of(session).items() if tries.tried}
    tried, right = Counter[int](), Counter[int]()
    for row in read_file(ana_client, session):
        tried[int(row["student_number"])] += int(row["tried"])
        right[int(row["student_number"])] += row["tried"] == "1" and row["result"] == "right"
    assert {student: (n, right[student]) for student, n in tried.items() if n} == said
    sheet = read_file(ana_client, session, "students")
    column = "cards" if session.game == "around_the_corner" else "sums"
    by_child = {int(row["student_number"]): (int(row[column]), int(row[f"{column}_right"])) for row in sheet}
    assert {student: numbers for student, numbers in by_child.items() if numbers[0]} == said


def read_file(client, session: ClassSession, sheet: str = "") -> list[dict[str, str]]:
    answer = client.get(reverse("session_csv", args=[session.pk]), {"sheet": sheet})
    return list(csv.DictReader(io.StringIO(b"".join(answer).decode("utf-8-sig"))))


@pytest.mark.parametrize(("played", "name"), [(THIRD, "four-some-leave")], scope="module")
def test_a_file_of_rounds_says_the_same(ended: Lesson, ana_client):
    rows = read_file(ana_client, ended.session)
    said = {(int(row["round"]), int(row["seat"])): (int(row["place"]), int(row["left"])) for row in rows}
    for number, truth in enumerate(ended.truths, 1):
        for seat, result in enumerate(zip(truth.end.places, truth.end.left, strict=True)):
            assert said[number, seat] == result
