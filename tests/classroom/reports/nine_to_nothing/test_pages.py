"""What teachers read of Nine to Nothing: sums by student, by target and by kind, wrong sums, the file."""

import csv
import io
import random
import re
import zipfile
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse

from classroom.management import demo
from classroom.models import Classroom, ClassSession, Student
from classroom.reports.nine_to_nothing import report as nine
from classroom.reports.nine_to_nothing.columns import COLUMNS
from classroom.reports.nine_to_nothing.pages import OF_A_STUDENT, PARTS
from classroom.rosters import roster
from classroom.sessions import lifecycle
from game.clock import now_ms
from game.models import Claim, Event, Round, Table
from game.rules.computer import LEVELS, Pace
from game.rules.nine_to_nothing import DECK
from tests.classroom.reports.around_the_corner.test_class_page import visible
from tests.conftest import make_class

SHAKY = Pace(error_rate=0.4, miss_rate=0.1)


@pytest.fixture
def nine_session(class_4b: Classroom) -> ClassSession:
    return play(class_4b, [SHAKY, LEVELS["quick"], LEVELS["steady"], LEVELS["gentle"]])


def play(classroom: Classroom, paces: list[Pace], checking: str = "classmates") -> ClassSession:
    """A session of the whole class at tables of four, a round at each."""
    session = lifecycle.open_session(
        classroom=classroom, game="nine_to_nothing", options={"checking": checking}, table_size=4
    )
    for student in classroom.students.all():
        lifecycle.arrive(session=session, student=student)
    lifecycle.start(session=session)
    for table in Table.objects.filter(seats__sitting__session=session).distinct():
        demo.play_round(table, 2, paces[: table.seats.count()], 1_763_640_000_000, random.Random(4))
    return session


@pytest.fixture
def give(nine_session: ClassSession, bea: Student):
    """Give Bea claims of her own choosing, and nobody else's."""
    Claim.objects.all().delete()
    played = Round.objects.get(number=2)
    seat = played.table.seats.get(player=bea.pk).number

    def give(times: int, *values: int, target: int = 9, ending: str = "C", **more) -> None:
        cards = cards_of(*values)
        row = {"points": len(cards), "possible": 5, "kind": "plus", "size": len(cards), "total": sum(values)}
        row |= {"checking": "classmates", "started_at": 1, "line": 9, "cards": cards, "hand": cards, **more}
        Claim.objects.bulk_create(
            Claim(round=played, seat=seat, player=bea.pk, target=target, ending=ending, **row) for _ in range(times)
        )

    return give


def cards_of(*values: int) -> list[int]:
    return [next(one.id for one in DECK if one.value == value) for value in values]


def text(client, name: str, *args: int, query: str = "") -> str:
    answer = client.get(f"{reverse(name, args=args)}?{query}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_first_tries_are_counted_and_every_right_sum_makes_its_points(bea, give):
    give(6, 4, 5)
    give(2, 4, 4, ending="W", points=0, codes=["OFF_BY_ONE"])
    give(1, 4, 5, retry=True)
    give(3, ending="D", points=0, total=None)
    (report,) = nine.of_students([bea])
    tally = report.whole
    assert (tally.right, tally.wrong, tally.missed) == (6, 2, 3)
    assert (tally.accuracy.right, tally.accuracy.n) == (6, 8)
    assert (tally.made, tally.possible, tally.of_hundred_points) == (14, 35, 40)


def test_who_saw_a_wrong_sum_is_counted(bea, give):
    for times, noticed in ((1, "self"), (2, "classmate"), (3, "computer"), (4, "nobody")):
        give(times, 4, 4, ending="W", points=0, noticed=noticed)
    (report,) = nine.of_students([bea])
    assert (report.whole.own, report.whole.found, report.whole.unseen) == (1, 5, 4)
    assert report.by_classmates


def test_speed_is_the_middle_time_of_right_sums_and_says_nothing_below_ten(bea, give):
    give(9, 4, 5, milliseconds=4000, timed=True)
    assert nine.of_students([bea])[0].whole.speed.seconds is None
    give(1, 4, 5, milliseconds=8000, timed=True)
    give(5, 4, 5, milliseconds=90_000, timed=False)
    give(5, 4, 4, milliseconds=90_000, timed=True, ending="W")
    assert (nine.of_students([bea])[0].whole.speed.n, nine.of_students([bea])[0].whole.speed.seconds) == (10, 4)


def test_targets_kinds_and_numbers_of_cards_are_told_apart(bea, give):
    give(2, 4, 5)
    give(1, 9, -1, target=8, kind="minus")
    give(1, 6, 3, -1, -1, target=7, kind="minus", ending="W")
    give(1, 6, 3, -2, target=7, kind="change")
    (report,) = nine.of_students([bea])
    assert [(part.label, part.tally.right) for part in report.targets] == [("9", 2), ("8", 1), ("7", 1)]
    assert [(part.key, part.tally.right, part.tally.wrong) for part in report.kinds] == [
        ("kind_plus", 2, 0), ("kind_minus", 1, 1), ("kind_change", 1, 0)
    ]  # fmt: skip
    assert [part.tally.accuracy.n for part in report.sizes] == [3, 1, 1]


def test_wrong_sums_stand_as_they_were_laid_the_commonest_first(ana_client, bea, give, nine_session):
    give(1, 5, -9, ending="W", target=4, codes=["OPPOSITE"])
    give(2, 6, -2, 5, ending="W", target=8, codes=["OFF_BY_ONE"])
    first, second = (wrong for group in nine.of_students([bea])[0].wrong for wrong in group.sums)
    assert (first.written, first.makes, first.target, first.times) == ("6 − 2 + 5", "9", 8, 2)
    assert (second.written, second.makes) == ("5 − 9", "−4")
    shown = text(ana_client, "session_student", nine_session.pk, bea.pk)
    assert "6 − 2 + 5" in shown
    assert "one too many or too few" in shown


def test_a_small_class_is_not_summed_up(ana_client, nine_session):
    shown = text(ana_client, "session_report", nine_session.pk)
    assert "With fewer than five students there are no numbers for the class" in shown
    assert "The class by kind of sum" not in shown


def test_a_class_of_five_is(ana_client, ana_teacher):
    session = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D", "E", "F"]), [SHAKY] * 4, checking="referee")
    shown = text(ana_client, "session_report", session.pk)
    assert "6 of 6 students have played" in shown
    assert "With a sign change" in shown
    assert "Cardinal checks" in shown
    assert "Wrong sums seen" not in shown


def test_the_page_of_a_session_asks_as_much_for_one_table_as_for_two(
    ana_client, ana_teacher, django_assert_max_num_queries, django_assert_num_queries
):
    def asked(session: ClassSession) -> int:
        with django_assert_max_num_queries(40) as queries:
            text(ana_client, "session_report", session.pk)
        return len(queries)

    small = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D"]), [SHAKY] * 4)
    large = play(make_class(ana_teacher, "6B", ["A", "B", "C", "D", "E", "F", "G", "H"]), [SHAKY] * 4)
    assert asked(small) == asked(large)


def test_everything_of_a_student_stands_on_a_page_of_its_own(ana_client, bea, nine_session):
    shown = text(ana_client, "student_sums", bea.pk, query="since=&part=sessions")
    assert reverse("session_student", args=[nine_session.pk, bea.pk]) in shown
    assert reverse("student_sums", args=[bea.pk]) in text(ana_client, "student_report", bea.pk)


def test_checking_by_cardinal_and_by_classmates_are_never_added_together(ana_client, bea, give):
    give(3, 4, 5)
    give(2, 4, 5, checking="referee")
    assert [(one.checking, one.whole.right) for one in nine.of_students([bea])] == [("referee", 2), ("classmates", 3)]
    assert "3 of 3" in text(ana_client, "student_sums", bea.pk, query="since=")
    assert "2 of 2" in text(ana_client, "student_sums", bea.pk, query="since=&checking=referee")


def test_the_class_has_a_page_of_its_sums_over_four_weeks_or_over_everything(ana_client, class_4b, give):
    give(6, 4, 5, started_at=1)
    assert "No sums in this period" in text(ana_client, "class_sums", class_4b.pk)
    shown = ana_client.get(reverse("class_sums", args=[class_4b.pk]), {"since": "", "part": "numbers"}).content.decode()
    assert "6 of 6" in shown
    assert reverse("class_sums", args=[class_4b.pk]) in text(ana_client, "class_report", class_4b.pk)


def test_who_never_laid_a_sum_has_no_such_link(ana_client, bea):
    assert reverse("student_sums", args=[bea.pk]) not in text(ana_client, "student_report", bea.pk)
    assert "No sums yet" in text(ana_client, "student_sums", bea.pk)


async def whole(answer) -> bytes:
    return b"".join([piece async for piece in answer.streaming_content])


def test_the_file_has_a_line_for_every_sum_and_no_formula(ana_client, nine_session, bea):
    Student.objects.filter(pk=bea.pk).update(name="=2+2")
    answer = ana_client.get(reverse("session_csv", args=[nine_session.pk]))
    rows = list(csv.DictReader(io.StringIO(async_to_sync(whole)(answer).decode("utf-8-sig"))))
    assert len(rows) == Claim.objects.count() > 10
    assert list(rows[0]) == [column.name for column in COLUMNS]
    assert {row["student"] for row in rows} == {"Amir", "'=2+2", "Chen", "Dana"}
    right = next(row for row in rows if row["result"] == "right")
    assert right["total"] == right["target"]
    assert "attachment" in answer.headers["Content-Disposition"]


def test_who_is_forgotten_leaves_no_sums(nine_session, bea):
    assert Claim.objects.filter(player=bea.pk).exists()
    roster.forget_student(bea)
    assert not Claim.objects.filter(player=bea.pk).exists()


def test_before_anything_was_laid_the_page_says_so(ana_client, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="nine_to_nothing", options={}, table_size=4)
    assert "No sums yet" in text(ana_client, "session_report", session.pk)


# What to do next, and checking the others


def test_a_kind_that_is_surely_weak_is_to_be_taught(ana_teacher):
    session = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D", "E", "F"]), [LEVELS["quick"]] * 4)
    Claim.objects.all().delete()
    played = Round.objects.filter(number=2).first()
    for student in session.classroom.students.all():
        for kind, ending, times in (("plus", "C", 9), ("minus", "W", 6), ("minus", "C", 1)):
            claims(played, student, times, kind=kind, ending=ending)
    (report,) = nine.of_students(list(session.classroom.students.all()))
    first = report.sentences[0]
    assert first.says == "Teach sums with a minus card."
    assert "6 of 42 were right" in first.why
    assert [student.name for student in first.students] == ["A", "B", "C", "D", "E", "F"]


def claims(played: Round, student: Student, times: int, **columns) -> None:
    row: dict[str, Any] = {"seat": 0, "line": 9, "target": 9, "points": 2, "possible": 5, "size": 2, "total": 9}
    row |= {"checking": "classmates", "cards": [], "hand": [], "started_at": 1, **columns}
    Claim.objects.bulk_create(Claim(round=played, player=student.pk, **row) for _ in range(times))


def test_a_class_that_overlooks_most_wrong_sums_is_told_to_say_them_aloud(ana_teacher):
    session = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D", "E", "F"]), [LEVELS["quick"]] * 4)
    Claim.objects.all().delete()
    played, students = Round.objects.filter(number=2).first(), list(session.classroom.students.all())
    for student in students:
        claims(played, student, 30, kind="plus", ending="C")
        claims(played, student, 3, kind="plus", ending="W", noticed="nobody")
        claims(played, student, 1, kind="plus", ending="W", noticed="classmate")
    (sentence,) = nine.of_students(students)[0].sentences
    assert sentence.says == "Let every sum be said aloud before the next one draws."
    assert "found 6 of 24 wrong sums" in sentence.why


def test_a_small_class_is_told_nothing_about_itself(bea, give):
    give(30, 4, 4, ending="W", points=0, codes=["OTHER"])
    assert nine.of_students([bea])[0].sentences == []


def test_wrong_sums_of_one_reason_are_worth_a_look(ana_client, bea, give, nine_session):
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"])
    give(1, 4, 4, ending="W", codes=["OFF_BY_ONE"])
    (sentence,) = nine.of_students([bea])[0].sentences
    assert sentence.says == "Watch Bea lay a sum and say it aloud."
    assert "4 of 5 wrong sums" in sentence.why
    assert "For the next lesson" in text(ana_client, "session_student", nine_session.pk, bea.pk)


def test_wrong_sums_stand_by_their_kind(bea, give):
    give(1, 4, 4, ending="W")
    give(1, 6, -2, 5, ending="W", target=8, kind="minus")
    assert [(f"{group.label}", len(group.sums)) for group in nine.of_students([bea])[0].wrong] == [
        ("Plus cards only", 1), ("With a minus card", 1)
    ]  # fmt: skip


def test_how_well_a_child_checks_the_others_is_counted(ana_client, bea, give, nine_session):
    played = Round.objects.get(number=2)
    Event.objects.filter(round=played).delete()
    mine = played.table.seats.get(player=bea.pk).number
    other = (mine + 1) % 4
    for n, (kind, seat) in enumerate([("caught", mine), ("checked", mine), ("checked", mine), ("caught", other)], 1):
        Event.objects.create(round=played, n=n, kind=kind, seat=seat, top=1, at=n)
    give(1, 4, 4, ending="W", noticed="nobody")
    Claim.objects.create(
        round=played, seat=other, player=99, line=3, target=9, ending="W", points=0, possible=5,
        checking="classmates", noticed="nobody", started_at=2,
    )  # fmt: skip
    checks = nine.of_students([bea])[0].checks[bea.pk]
    assert (checks.found, checks.missed, checks.doubted) == (1, 1, 2)
    assert "Checking the others" in text(ana_client, "student_sums", bea.pk, query="since=&part=checking")
    Event.objects.create(round=played, n=9, kind="left", seat=mine, at=9)
    assert bea.pk not in nine.of_students([bea])[0].checks, "who was away is not judged"


def test_the_page_after_a_session_says_what_stands_out(ana_client, bea, give, nine_session):
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"])
    lifecycle.end(session=nine_session)
    assert "Watch Bea lay a sum" in text(ana_client, "session", nine_session.pk)


def test_its_files_are_packed_and_there_is_an_xlsx_of_the_class_too(ana_client, nine_session, class_4b):
    answer = ana_client.get(reverse("session_csv", args=[nine_session.pk]), headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    answer = ana_client.get(reverse("class_xlsx", args=[class_4b.pk]), {"game": "nine_to_nothing"})
    with zipfile.ZipFile(io.BytesIO(async_to_sync(whole)(answer))) as parts:
        assert 'name="Students"' in parts.read("xl/workbook.xml").decode()
    students = ana_client.get(
        reverse("class_csv", args=[class_4b.pk]), {"game": "nine_to_nothing", "sheet": "students"}
    )
    rows = list(csv.DictReader(io.StringIO(async_to_sync(whole)(students).decode("utf-8-sig"))))
    assert {row["student"] for row in rows} == {"Amir", "Bea", "Chen", "Dana"}


# The first screen


def test_the_first_screen_of_a_class_is_read_in_two_minutes(ana_client, ana_teacher):
    names = [f"Child {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
    session = play(make_class(ana_teacher, "6A", names), [SHAKY] * 4)
    page = text(ana_client, "class_sums", session.classroom_id, query="since=")
    seen = visible(page)
    assert len(seen.split()) <= 400
    assert len(re.findall(r"\d+(?:[.,]\d+)?", seen)) <= 120
    assert page.count("button primary") == 1


def test_the_first_screen_of_a_student_says_what_to_do_and_the_numbers(ana_client, bea, give):
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"])
    give(8, 4, 5)
    page = text(ana_client, "student_sums", bea.pk, query="since=")
    assert "Watch Bea lay a sum and say it aloud." in page
    assert "67 of 100" in page
    assert "8 of 12 sums" in page
    assert "perhaps" in page


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_one_press_away(ana_client, bea, class_4b, nine_session, part):
    for name, key in (("student_sums", bea.pk), ("class_sums", class_4b.pk)):
        has_it = name == "student_sums" or part not in OF_A_STUDENT
        assert (f'part={part}"' in text(ana_client, name, key, query="since=")) == has_it
        text(ana_client, name, key, query=f"since=&part={part}")


def test_a_period_that_makes_no_sense_is_explained(ana_client, class_4b, give):
    give(3, 4, 5)
    assert "This day is before the first one." in text(
        ana_client, "class_sums", class_4b.pk, query="since=2026-05-02&until=2026-05-01"
    )


# Growth, estimates, right sums a minute


def test_growth_is_said_of_eight_weeks_and_drawn(ana_client, bea, give):
    ms_of_a_week = 7 * 24 * 3600 * 1000
    for back in range(8):
        right = 3 + 2 * (7 - back)
        start = now_ms() - back * ms_of_a_week - 1000
        give(right, 4, 5, started_at=start, milliseconds=20_000, timed=True)
        give(18 - right, 4, 4, ending="W", started_at=start, milliseconds=20_000, timed=True)
    page = text(ana_client, "student_sums", bea.pk, query="part=growth")
    assert "Right more often than in the week of" in page
    assert "Neither quicker nor slower, as far as the sums can show." in page
    assert page.count("<figure>") == 2
    assert "Right more often than in the week of" in text(ana_client, "student_sums", bea.pk)


def test_of_few_sums_no_growth_is_said(ana_client, bea, give):
    give(4, 4, 5, started_at=now_ms())
    page = text(ana_client, "student_sums", bea.pk, query="part=growth")
    assert "None of the last eight weeks has five sums yet." in page


def test_the_file_of_estimates_has_ranges_numbers_and_days(ana_client, class_4b, bea, give):
    give(8, 4, 5, milliseconds=4000, timed=True)
    give(6, 4, -1, target=3, kind="minus", milliseconds=4000, timed=True)
    give(6, 4, 4, ending="W", milliseconds=4000, timed=True)
    address = reverse("class_csv", args=[class_4b.pk])
    answer = ana_client.get(address, {"game": "nine_to_nothing", "sheet": "estimates"})
    rows = list(csv.DictReader(io.StringIO(async_to_sync(whole)(answer).decode("utf-8-sig"))))
    found = {row["measure"]: row for row in rows if row["student"] == "Bea"}
    assert {"right", "right_plus", "right_minus", "seconds", "right_a_minute"} <= found.keys()
    assert (found["right"]["value"], found["right"]["n"], found["right"]["checking"]) == ("0.7", "20", "classmates")
    assert float(found["right"]["low"]) < 0.7 < float(found["right"]["high"])
    assert float(found["right_a_minute"]["value"]) == pytest.approx(14 / 80 * 60)
    assert (found["right"]["since"], found["right"]["percent"]) == ("1970-01-01", "95")


def test_right_sums_a_minute_stand_beside_the_speed(ana_client, bea, give, nine_session):
    give(8, 4, 5, milliseconds=6000, timed=True)
    give(2, 4, 4, ending="W", milliseconds=6000, timed=True)
    assert "<dt>Right a minute</dt><dd>8.0</dd>" in text(ana_client, "session_student", nine_session.pk, bea.pk)
    assert 'data-label="Right a minute">8.0<' in text(ana_client, "session_report", nine_session.pk)
