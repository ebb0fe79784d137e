"""What a challenge counts: newly known sums per child on the roll, up to the end of yesterday."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classroom.challenges.standing import shown_to, standings
from classroom.models import Challenge, ChallengeEntry, Classroom, Student
from classroom.reports.around_the_corner.learnt import new_sums, new_sums_of_classes
from classroom.reports.around_the_corner.sources.classes import of_classes
from classroom.reports.kit.contract import NewSums, NewSumsAsked
from classroom.rosters import roster
from classroom.server.time_zone import midnight
from game.models import AnswerSheet
from tests.classroom.challenges.conftest import BEGUN, CHILDREN
from tests.classroom.reports.around_the_corner.test_school_growth import class_of, lesson

pytestmark = pytest.mark.django_db


def each(*classrooms: Classroom) -> list[float | None]:
    found = standings([classroom.pk for classroom in classrooms])
    return [found[classroom.pk].ours for classroom in classrooms]


def test_each_class_is_told_its_own_sums_per_child_and_those_of_the_other(begun, owls, foxes):
    lesson(owls, 2, right=40, wrong=0)
    mine, theirs = (standings([classroom.pk])[classroom.pk] for classroom in (owls, foxes))
    assert (mine.ours, mine.theirs, mine.other) == (1.0, 0.0, "Mr Ben")
    assert (theirs.ours, theirs.theirs, theirs.other) == (0.0, 1.0, "Ms Ana")


def test_who_was_away_counts_among_the_children_of_the_class(begun, owls):
    away = list(owls.students.order_by("pk"))[:2]
    Student.objects.filter(pk__in=[child.pk for child in away]).update(removed_at=timezone.now())
    lesson(owls, 2, right=40, wrong=0)
    Student.everybody.filter(pk__in=[child.pk for child in away]).update(removed_at=None)
    assert each(owls) == [0.6]


def test_a_slow_class_and_a_quick_one_that_learnt_the_same_are_level(begun, owls, foxes):
    lesson(owls, 2, right=40, wrong=0, milliseconds=1200)
    lesson(foxes, 2, right=40, wrong=0, milliseconds=9000)
    assert each(owls, foxes) == [1.0, 1.0]


def test_what_was_known_before_and_what_is_learnt_today_do_not_count(begun, owls, foxes):
    lesson(owls, BEGUN + 5, right=40, wrong=0)
    lesson(foxes, 0, right=40, wrong=0)
    AnswerSheet.objects.filter(player__in=foxes.students.values("pk")).update(began_at=midnight(timezone.localdate()))
    assert each(owls, foxes) == [0.0, 0.0]


def test_the_first_count_is_on_the_day_after_both_have_agreed(begun, owls):
    assert standings([owls.pk])[owls.pk].is_counted
    ChallengeEntry.objects.filter(classroom=owls).update(agreed_at=timezone.now())
    assert not standings([owls.pk])[owls.pk].is_counted


def test_what_was_learnt_before_the_second_class_agreed_does_not_count(begun, owls, foxes):
    lesson(owls, 2, right=40, wrong=0)
    ChallengeEntry.objects.filter(classroom=foxes).update(agreed_at=timezone.now() - timedelta(days=1))
    assert each(owls) == [0.0]


def test_no_class_is_shown_a_challenge_before_both_have_a_number(begun, owls, foxes):
    ChallengeEntry.objects.update(is_shown=True)
    assert shown_to(owls.pk)
    ChallengeEntry.objects.filter(classroom=owls).update(agreed_at=timezone.now())
    assert shown_to(owls.pk) is None


def test_no_class_is_shown_a_challenge_with_a_class_too_small_for_a_number(begun, owls, foxes):
    ChallengeEntry.objects.update(is_shown=True)
    roster.remove_student(foxes.students.first())
    assert (shown_to(owls.pk), shown_to(foxes.pk)) == (None, None)


def test_after_its_last_day_nothing_more_counts_and_in_two_weeks_it_is_shown_no_more(begun, owls):
    lesson(owls, 2, right=40, wrong=0)
    for days, counted in ((2, 1.0), (3, 0.0)):
        Challenge.objects.update(last_day=timezone.localdate() - timedelta(days=days))
        assert each(owls) == [counted]
    Challenge.objects.update(last_day=timezone.localdate() - timedelta(days=15))
    assert standings([owls.pk]) == {}


def test_of_fewer_than_five_children_no_number_leaves_the_class(begun, owls, foxes):
    lesson(owls, 2, right=40, wrong=0)
    roster.remove_student(owls.students.first())
    standing = standings([foxes.pk])[foxes.pk]
    assert (standing.ours, standing.theirs) == (0.0, None)


def test_a_forgotten_child_takes_its_sums_and_its_place_along(begun, owls):
    lesson(owls, 2, right=40, wrong=0)
    Student.objects.create(classroom=owls, name="Late")
    child = owls.students.first()
    roster.remove_student(child)
    roster.forget_student(Student.everybody.get(pk=child.pk))
    assert each(owls) == [0.8]


def test_many_classes_cost_as_few_queries_as_two_and_count_what_each_would_alone(
    ana_teacher, django_assert_num_queries
):
    today = timezone.localdate()
    since, until = midnight(today - timedelta(days=BEGUN)), midnight(today)
    classrooms = [class_of(ana_teacher, name, number) for name, number in (("5A", 5), ("5B", 6), ("5C", 7))]
    for number, classroom in enumerate(classrooms[:2]):
        lesson(classroom, 2 + number, right=40, wrong=0)
    asked = [NewSumsAsked(classroom, since, until) for classroom in classrooms]
    with django_assert_num_queries(3):
        found = new_sums_of_classes(asked)
    assert found == {each.pk: NewSums(len(new_sums(each, since, until)), each.students.count()) for each in classrooms}
    assert [found[each.pk].total for each in classrooms] == [5, 6, 0]
    with django_assert_num_queries(0):
        assert new_sums_of_classes(asked) == found


def test_of_a_school_only_the_sheets_of_the_asked_classes_are_read(owls, foxes, django_assert_num_queries):
    lesson(owls, 2, right=3, wrong=0)
    lesson(foxes, 2, right=3, wrong=0)
    shared = [owls.students.first(), foxes.students.first()]
    Student.objects.filter(pk__in=[child.pk for child in shared]).update(person="one child")
    with django_assert_num_queries(3):
        (read,) = dict(of_classes([owls.pk])).values()
    assert len(read.sheets) == CHILDREN + 1
