"""Results of homework in the gradebook of a learning platform."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import override
from lti_tool.models import LtiContext, LtiRegistration

from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.lti import gradebook
from classroom.models import AuditEntry, Classroom, Homework, PlatformCourse, Teacher
from classroom.reports.pages import catalogue
from classroom.sessions import lifecycle
from tests.classroom.homework.test_check_up import answered
from tests.classroom.reports.attempts_given import play_at
from tests.conftest import words
from tests.lti.conftest import set_homework
from tests.lti.course import ana_teacher, class_4b, connected, course, platform

__all__ = ["ana_teacher", "class_4b", "connected", "course", "platform"]


def test_results_are_sums_quick_and_sure_on_one_line_a_homework(platform, connected, class_4b):
    task = set_homework(class_4b)
    page = reverse("lti_class", args=[class_4b.pk])
    for _press in range(2):
        sent = connected.post(page, {"do": f"homework-{task.pk}"}, follow=True)
    assert "There is nothing to send" in words(sent)
    (line,) = platform.lines
    day = assignments.last_day(task)
    label = f"Cardinal, {day.day} {day:%b} {day.year}: {assignments.in_words(task)}. Sums known"
    assert (line["label"], line["scoreMaximum"]) == (label, 60)
    assert {score["userId"] for score in platform.scores} <= {"u1", "u2", "u3"}
    assert {score["scoreMaximum"] for score in platform.scores} <= {60}
    assert not [name for score in platform.scores for name in score if "time" in name.lower() and name != "timestamp"]


def test_results_that_the_platform_did_not_take_are_said(platform, connected, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    for student in class_4b.students.all():
        play_at(session, student, right=12)
    task = set_homework(class_4b)
    platform.takes_no_score_of = {"u2"}
    page = connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": f"homework-{task.pk}"}, follow=True)
    assert "took 2 of 3 results" in words(page)
    assert {score["userId"] for score in platform.scores} == {"u1", "u3"}


def test_columns_of_the_gradebook_have_names_of_their_own(class_4b):
    day = timezone.localdate()
    given = [
        assignments.give(class_4b, options={"corner": True, "steps": steps}, unit="cards", amount=amount, last_day=last)
        for steps, amount, last in [
            ([1], 5, day), ([2], 5, day), ([1], 5, day + timedelta(days=1)), ([1], 9, day), ([1], 7, day),
        ]
    ]  # fmt: skip
    labels = [gradebook.label_of(task) for task in given]
    assert len(set(labels)) == len(given)
    assert labels[3:] == [f"{labels[0]} (2)", f"{labels[0]} (3)"]


def all_hourly() -> None:
    for name in settings.HOURLY:
        import_string(name)()


class TestResultsGoByThemselves:
    @pytest.fixture
    def task(self, connected, class_4b) -> Homework:
        session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
        for student in class_4b.students.all():
            play_at(session, student, right=12)
        return assignments.give(class_4b, options={}, unit="check_up", amount=1, last_day=timezone.localdate())

    @pytest.fixture
    def ended(self, task) -> Homework:
        Homework.objects.update(until=timezone.now())
        return task

    def test_results_go_in_the_hour_after_a_child_has_done_it_and_once_for_each_child(self, platform, class_4b, task):
        for name in ("Amir", "Bea"):
            answered(practice.begin(class_4b.students.get(name=name), options=task.options, homework=task))
            platform.scores.clear()
            all_hourly()
            assert sorted(score["userId"] for score in platform.scores) == ["u1", "u2", "u3"]
            platform.scores.clear()
            all_hourly()
            assert platform.scores == []

    def test_results_go_once_at_the_end(self, platform, ended):
        for _hour in range(2):
            all_hourly()
        assert sorted(score["userId"] for score in platform.scores) == ["u1", "u2", "u3"]
        assert {(score["activityProgress"], score["gradingProgress"]) for score in platform.scores} == {
            ("InProgress", "FullyGraded")
        }
        assert PlatformCourse.objects.get().sent == {f"{ended.pk}": gradebook.OVER}
        said = AuditEntry.objects.get(page="lti_results")
        assert (said.kind, said.who, said.about["sent"]) == (AuditEntry.Kind.EXPORT, "", 3)

    def test_results_go_again_where_the_platform_did_not_take_them(self, platform, ended):
        platform.instead["/lineitems"] = (500, {}, {})
        gradebook.send_due()
        assert PlatformCourse.objects.get().sent == {f"{ended.pk}": 0}
        platform.instead.clear()
        platform.takes_no_score_of = {"u2"}
        gradebook.send_due()
        assert PlatformCourse.objects.get().sent == {f"{ended.pk}": 0}
        platform.takes_no_score_of = set()
        gradebook.send_due()
        assert PlatformCourse.objects.get().sent == {f"{ended.pk}": gradebook.OVER}

    @pytest.mark.parametrize("path", ["/token", "/lineitems", "/lineitems/0/scores"])
    @pytest.mark.parametrize("status", [401, 404, 429])
    def test_results_go_later_where_the_platform_is_busy_or_a_token_or_a_column_is_gone(
        self, platform, ended, path, status
    ):
        platform.instead[path] = (status, {}, {"Retry-After": "60"})
        gradebook.send_due()
        assert (platform.scores, PlatformCourse.objects.get().sent) == ([], {f"{ended.pk}": 0})
        platform.instead.clear()
        gradebook.send_due()
        assert sorted(score["userId"] for score in platform.scores) == ["u1", "u2", "u3"]
        assert len(platform.lines) == 1

    def test_a_column_that_was_deleted_there_is_made_anew(self, platform, connected, ended):
        gradebook.send_due()
        platform.lines.clear()
        platform.scores.clear()
        page = reverse("lti_class", args=[ended.classroom_id])
        assert "Sent for 3 children." in words(connected.post(page, {"do": f"homework-{ended.pk}"}, follow=True))
        assert [line["tag"] for line in platform.lines] == [gradebook.tag_of(ended)]
        assert len(platform.scores) == 3

    def test_nothing_goes_to_a_platform_that_was_shut_out_nor_comes_from_it(self, platform, connected, ended):
        LtiRegistration.objects.update(is_active=False)
        PlatformCourse.objects.update(read_at=timezone.now() - timedelta(days=1))
        platform.visits.clear()
        all_hourly()
        assert (platform.scores, platform.visits) == ([], [])
        page = reverse("lti_class", args=[ended.classroom_id])
        assert "shut this learning platform out" in words(connected.get(page))
        for wanted in ("names", f"homework-{ended.pk}"):
            assert connected.post(page, {"do": wanted}).status_code == 404
        assert connected.get(reverse("lti_course")).status_code == 404
        connected.post(page, {"do": "end"})
        assert not PlatformCourse.objects.exists()

    def test_what_goes_is_how_many_sums_those_children_know_to_whom_it_is_set(self, platform, class_4b, ended):
        amir = class_4b.students.get(name="Amir")
        ended.students.set([amir])
        gradebook.send_due()
        (score,) = platform.scores
        known = catalogue.known_of(class_4b)[amir.pk]
        assert (score["userId"], score["scoreGiven"], score["scoreMaximum"]) == ("u1", known, 60)
        assert 0 < known < 30

    def test_a_column_is_named_in_the_language_of_the_class(self, platform, ended):
        Teacher.objects.update(language="is")
        gradebook.send_due()
        with override("is"):
            assert [line["label"] for line in platform.lines] == [gradebook.label_of(ended)]
        assert platform.lines[0]["label"] != gradebook.label_of(ended)

    def test_what_no_platform_has_taken_is_not_in_the_audit_log(self, platform, ended):
        platform.takes_no_score_of = {"u1", "u2", "u3"}
        gradebook.send_due()
        assert PlatformCourse.objects.get().sent == {f"{ended.pk}": 0}
        assert not AuditEntry.objects.filter(page="lti_results").exists()

    def test_of_many_homeworks_the_latest_are_remembered(self, platform, ended):
        PlatformCourse.objects.update(sent={f"-{number}": gradebook.OVER for number in range(150)})
        gradebook.send_due()
        sent = PlatformCourse.objects.get().sent
        assert (len(sent), sent[f"{ended.pk}"]) == (gradebook.MOST_NOTED, gradebook.OVER)

    def test_nothing_goes_long_after_its_end_nor_of_a_class_that_was_put_away(self, platform, class_4b, ended):
        Homework.objects.update(until=timezone.now() - timedelta(days=3))
        gradebook.send_due()
        Homework.objects.update(until=timezone.now())
        Classroom.objects.filter(pk=class_4b.pk).update(removed_at=timezone.now())
        gradebook.send_due()
        assert platform.scores == []

    @pytest.mark.parametrize(
        "lacks", [{"lineitems_url": ""}, {"can_manage_lineitems": False}, {"can_publish_scores": False}]
    )
    def test_nothing_goes_where_nobody_has_done_it_nor_to_a_course_that_takes_none(
        self, platform, connected, task, lacks
    ):
        gradebook.send_due()
        Homework.objects.update(until=timezone.now())
        LtiContext.objects.update(**lacks)
        gradebook.send_due()
        assert (platform.scores, PlatformCourse.objects.get().sent) == ([], {})
        page = reverse("lti_class", args=[task.classroom_id])
        assert connected.post(page, {"do": f"homework-{task.pk}"}).status_code == 404
