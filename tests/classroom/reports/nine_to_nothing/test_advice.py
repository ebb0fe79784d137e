"""What to do next lesson, and how well children check the others."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from django.urls import reverse

from classroom.models import Student
from classroom.reports.nine_to_nothing import report as nine
from classroom.reports.nine_to_nothing.next_lesson import finds_too_few
from classroom.sessions import lifecycle
from game.clock import now_ms
from game.models import Claim, Event, Round
from game.rules.computer import LEVELS
from tests.classroom.reports.attempts_given import text
from tests.classroom.reports.nine_to_nothing.conftest import play
from tests.conftest import make_class


def test_a_kind_that_is_surely_weak_is_to_be_taught(ana_teacher):
    session = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D", "E", "F"]), [LEVELS["quick"]] * 4)
    Claim.objects.all().delete()
    played = Round.objects.filter(number=2).first()
    for student in session.classroom.students.all():
        for kind, ending, times in (("plus", "C", 9), ("minus", "W", 7), ("minus", "C", 1)):
            claims(played, student, times, kind=kind, ending=ending)
    (report,) = nine.of_students(list(session.classroom.students.all()))
    first = report.sentences[0]
    assert first.says == "Teach sums with a minus card."
    assert "6 of 48 were right" in first.why
    assert [student.name for student in first.students] == ["A", "B", "C", "D", "E", "F"]


def test_nobody_is_named_for_fewer_tries_of_the_kind_than_say_something_of_a_child(ana_teacher):
    """The class has 42 such sums, each child seven."""
    session = play(make_class(ana_teacher, "6A", ["A", "B", "C", "D", "E", "F"]), [LEVELS["quick"]] * 4)
    Claim.objects.all().delete()
    played = Round.objects.filter(number=2).first()
    for student in session.classroom.students.all():
        claims(played, student, 7, kind="minus", ending="W")
    (report,) = nine.of_students(list(session.classroom.students.all()))
    assert [sentence.kind for sentence in report.sentences if sentence.kind == "teach"] == []


def test_a_child_s_page_says_what_the_class_s_page_names_it_for(ana_client, bea, give):
    give(12, 4, 5)
    give(3, 6, -2, 5, kind="minus")
    give(9, 6, -2, 5, ending="W", target=8, kind="minus")
    page = text(ana_client, "student_sums", bea.pk, query="since=")
    assert "Teach sums with a minus card." in page
    assert "3 of 12 were right at the first try: likely fewer than 80 of 100 would be." in page
    assert "Nothing stands out" not in page


def test_right_sums_alone_are_not_the_reason_to_teach_their_kind(ana_client, bea, class_4b, give):
    """Bea's sums with a minus card are mostly right; that all others err there speaks against it."""
    give(11, 4, 5)
    give(2, 4, 5, ending="W", target=8)
    give(9, 6, -2, 5, kind="minus")
    give(2, 6, -2, 5, ending="W", target=8, kind="minus")
    for student in class_4b.students.exclude(pk=bea.pk):
        claims(Round.objects.get(number=2), student, 12, kind="minus", ending="W")
    page = text(ana_client, "student_sums", bea.pk, query="since=")
    assert "each sums with a minus card." in page
    assert "9 of 11 were right at the first try. By all other sums, likely fewer than 80 of 100 would be." in page


@pytest.mark.parametrize(("tries", "told"), [(1, False), (7, False), (8, True)])
def test_no_kind_is_to_be_taught_from_fewer_sums_of_it_than_say_something_of_a_child(
    ana_client, bea, give, tries, told
):
    give(tries, 6, -2, 5, ending="W", target=8, kind="minus")
    page = text(ana_client, "student_sums", bea.pk, query="since=")
    assert ("each sums with a minus card." in page) == told


@pytest.mark.parametrize(("tries", "enough"), [(1, False), (7, False), (8, True)])
def test_nothing_stands_out_of_a_child_only_in_enough_sums(ana_client, bea, give, tries, enough):
    give(tries, 4, 5)
    page = text(ana_client, "student_sums", bea.pk, query="since=")
    assert ("Nothing stands out in these sums." in page) == enough
    assert (f"from about 8 sums on it says here what to teach; {tries} so far." in page) != enough


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


def test_two_wrong_sums_that_nobody_found_say_nothing_surely():
    assert not finds_too_few(np.array([0, 0]), np.array([1, 1]))
    assert finds_too_few(np.zeros(8, int), np.ones(8, int))


def test_a_small_class_is_told_nothing_about_itself_but_whom_to_sit_with(bea, give):
    """Who stands in the table as needing to be taught is named above it, so that the two say one thing."""
    give(30, 4, 4, ending="W", points=0, codes=["OTHER"])
    (sentence,) = nine.of_students([bea])[0].sentences
    assert (sentence.kind, sentence.says) == ("sit", "Sit with one child")
    assert (sentence.students, sentence.perhaps) == ([bea], ())


def test_nothing_stands_out_only_where_nobody_stands_as_needing_to_be_taught(ana_client, class_4b, bea, give):
    give(9, 4, 4)
    give(2, 4, 4, ending="W", points=0, codes=["OTHER"])
    right = text(ana_client, "class_sums", class_4b.pk, query="since=")
    assert "Nothing stands out" in right
    assert "Needs teaching" not in right
    give(2, 4, 4, ending="W", points=0, codes=["OTHER"])
    wrong = text(ana_client, "class_sums", class_4b.pk, query="since=")
    assert "Nothing stands out" not in wrong
    assert "Sit with one child" in wrong
    assert "Needs teaching" in wrong


def test_wrong_sums_of_one_reason_are_worth_a_look(ana_client, bea, give, nine_session):
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"])
    give(1, 4, 4, ending="W", codes=["OFF_BY_ONE"])
    (sentence,) = nine.of_students([bea])[0].sentences
    assert sentence.says == "Watch Bea lay a sum and say it aloud."
    assert "4 of 5 wrong sums" in sentence.why
    assert "For the next lesson" in text(ana_client, "session_student", nine_session.pk, bea.pk)


def test_children_with_one_reason_are_one_sentence_and_the_first_page_says_the_reason_without_names(
    ana_client, class_4b, bea, give, nine_session
):
    other = class_4b.students.get(name="Amir")
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"], started_at=now_ms())
    claims(Round.objects.get(number=2), other, 3, ending="W", codes=["SIGN_FLIP"], started_at=now_ms())
    lifecycle.end(session=nine_session)
    (report,) = nine.of_students([bea, other])
    (sentence,) = report.sentences
    assert sentence.says == "Watch Bea and Amir lay a sum each and say it aloud."
    assert sentence.why.startswith("7 of 7 wrong sums: one card counted with the wrong sign.")
    worth = text(ana_client, "classes").split("Worth two minutes")[1].split("</section>")[0]
    assert "Sit with 2 children" in worth
    assert "one card counted with the wrong sign" in worth
    assert f'href="{reverse("class_sums", args=[class_4b.pk])}"' in worth
    assert "Bea" not in worth


@pytest.fixture
def wrong_sums_of_another(bea, give, nine_session) -> Callable[..., Round]:
    """Lay wrong sums in the seat beside Bea's, the log with who caught each: a seat counted from hers, or nobody."""

    def lay(*caught_by: int | None, doubts: int = 0) -> Round:
        played = Round.objects.get(number=2)
        Event.objects.filter(round=played).delete()
        mine = played.table.seats.get(player=bea.pk).number
        other = (mine + 1) % 4
        lines = [("checked", mine, 100)] * doubts
        for number, by in enumerate(caught_by, 1):
            lines += [("laid", other, number), *([("caught", (mine + by) % 4, number)] if by is not None else [])]
            Claim.objects.create(
                round=played, seat=other, player=99, line=len(lines) - (by is not None), target=9, ending="W", points=0,
                possible=5, checking="classmates", noticed="nobody" if by is None else "classmate", started_at=2,
            )  # fmt: skip
        for n, (kind, seat, top) in enumerate(lines, 1):
            Event.objects.create(round=played, n=n, kind=kind, seat=seat, top=top, at=n)
        return played

    return lay


def test_how_well_a_child_checks_the_others_is_counted(ana_client, bea, give, wrong_sums_of_another):
    give(1, 4, 4, ending="W", noticed="nobody")
    played = wrong_sums_of_another(0, 2, None, doubts=2)
    checks = nine.of_students([bea])[0].checks[bea.pk]
    assert (checks.found, checks.missed, checks.doubted) == (1, 1, 2)
    assert "Checking the others" in text(ana_client, "student_sums", bea.pk, query="since=&part=checking")
    mine = played.table.seats.get(player=bea.pk).number
    Event.objects.create(round=played, n=99, kind="left", seat=mine, at=9)
    assert bea.pk not in nine.of_students([bea])[0].checks, "who was away is not judged"


def test_what_a_child_would_find_alone_knows_who_was_quicker(ana_client, bea, give, wrong_sums_of_another):
    """Counted are 3 found of 6; of the 12 sums that a classmate found first some would have been missed, too."""
    give(1, 4, 4, ending="W", noticed="nobody")
    wrong_sums_of_another(*(0, 0, 0), *[2] * 12, *[None] * 3)
    accuracy = nine.of_students([bea])[0].checks[bea.pk].accuracy
    assert (accuracy.right, accuracy.n) == (3, 6)
    assert accuracy.estimate is not None
    assert 0.2 < accuracy.estimate.value < 0.45
    shown = text(ana_client, "student_sums", bea.pk, query="since=&part=checking")
    assert "3 of 6 sums" in shown
    assert "if nobody else looked" in shown


def test_the_page_after_a_session_says_what_stands_out(ana_client, bea, give, nine_session):
    give(4, 6, -2, 5, ending="W", target=8, kind="minus", codes=["SIGN_FLIP"])
    lifecycle.end(session=nine_session)
    assert "Watch Bea lay a sum" in text(ana_client, "session", nine_session.pk)
