"""A course and its class: names, links and results."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from lti_tool.models import LtiContext, LtiRegistration

from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.lti import gradebook, members
from classroom.models import AuditEntry, Homework, PlatformCourse, RosterImport, Student
from classroom.naming.names import problem_of
from classroom.sessions import lifecycle
from tests.classroom.homework.test_check_up import answered
from tests.classroom.reports.attempts_given import play_at
from tests.conftest import PASSWORD, make_class, signed_in, words
from tests.lti.conftest import set_homework
from tests.lti.course import ana_teacher, class_4b, connected, course, platform
from tests.lti.platform import LTI, MEMBERSHIP, child

__all__ = ["ana_teacher", "class_4b", "connected", "course", "platform"]


SCHOOL = "http://purl.imsglobal.org/vocab/lis/v2/institution/person#"


def test_the_names_of_the_course_are_looked_over_like_any_list(platform, connected, class_4b):
    there = dict(class_4b.students.values_list("name", "source_id"))
    assert there.keys() == {"Amir", "Bea", "Chen", "Dana", "Zoe Z."}
    assert there["Zoe Z."].startswith("lti:")
    platform.members = [
        *platform.members[:2],
        child("u9", "Yan", "Young"),
        child("t1", "Tea", "Cher", roles=["Instructor"]),
    ]
    page = connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "names"}, follow=True)
    assert "Yan" in words(page)
    assert "Tea" not in words(page)


def test_a_new_class_is_called_as_the_course_where_the_name_is_free(platform, connected, class_4b, ana_teacher):
    PlatformCourse.objects.all().delete()
    course = {f"{LTI}/claim/context": {"id": "course-8", "title": f" ={class_4b.name}\u202e "}}
    platform.launches(connected, "ana-sub", ["Instructor"], claims=course)
    connected.post(reverse("lti_course"), {"classroom": ""})
    platform.launches(
        connected,
        "ana-sub",
        ["Instructor"],
        claims={f"{LTI}/claim/context": {"id": "course-9", "title": class_4b.name}},
    )
    connected.post(reverse("lti_course"), {"classroom": ""})
    called = list(ana_teacher.classrooms.values_list("name", flat=True))
    assert (len(called), len(set(called))) == (3, 3)
    assert not any(problem_of(name) for name in called)


def test_a_link_is_put_into_the_course(platform, connected, class_4b):
    task = set_homework(class_4b)
    platform.launches(connected, "ana-sub", ["Instructor"], claims=platform.deep_linking())
    page = connected.get(reverse("lti_choose"))
    assert "Today’s session" in words(page)
    for wanted, lines in (("today", 0), (f"homework-{task.pk}", 1)):
        answer = connected.post(reverse("lti_choose"), {"link": wanted})
        assert f"form-action 'self' {platform.home}" in answer["Content-Security-Policy"].split("; ")
        word = platform.read(re.search(r'name="JWT"\s+value="([^"]+)"', answer.content.decode())[1])
        (item,) = word[f"{LTI}-dl/claim/content_items"]
        assert word[f"{LTI}-dl/claim/data"] == "state of the platform"
        assert (item["custom"], item["window"]) == ({"cardinal": wanted}, {"targetName": "_blank"})
        assert ("lineItem" in item) == bool(lines)
    assert connected.post(reverse("lti_choose"), {"link": "homework-999999"}).status_code == 404
    nonsense = {"link": f"homework-{task.pk:018}{'9' * 5000}"}
    assert connected.post(reverse("lti_choose"), nonsense).status_code == 404


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


def test_a_class_of_another_teacher_is_not_taken_over(platform, connected, ben_teacher, class_5c):
    ben = signed_in(ben_teacher)
    platform.launches(ben, "ben-sub", ["Instructor"])
    ben.post(reverse("account_login"), {"login": ben_teacher.email, "password": PASSWORD})
    ben.post(reverse("lti_connect"))
    assert ben.get(reverse("lti_course")).status_code == 403
    assert ben.get(reverse("lti_class", args=[PlatformCourse.objects.get().classroom_id])).status_code == 404


def test_a_class_that_has_a_course_is_offered_to_no_other(platform, connected, class_4b, ana_teacher):
    """The class of the same name stands out; one that is connected is neither shown nor taken."""
    other = make_class(ana_teacher, "Art", [])
    browser = signed_in(ana_teacher)
    platform.launches(browser, "ana-sub", ["Instructor"], claims={f"{LTI}/claim/context": {"id": "c8", "title": "art"}})
    page = browser.get(reverse("lti_course"))
    assert [classroom.name for classroom in page.context["classrooms"]] == ["Art"]
    assert page.context["same"] == other
    course = PlatformCourse.objects.get(classroom=class_4b).context
    assert browser.post(reverse("lti_course"), {"classroom": class_4b.pk}).status_code == 404
    assert PlatformCourse.objects.get(classroom=class_4b).context == course


def test_the_connection_ends_and_the_children_stay(platform, connected, class_4b):
    connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": "end"})
    assert connected.get(reverse("lti_class", args=[class_4b.pk])).status_code == 404
    assert class_4b.students.filter(name="Zoe Z.").exists()


def test_results_that_the_platform_did_not_take_are_said(platform, connected, class_4b):
    session = lifecycle.open_session(classroom=class_4b, game="around_the_corner", options={}, table_size=2)
    for student in class_4b.students.all():
        play_at(session, student, right=12)
    task = set_homework(class_4b)
    platform.takes_no_score_of = {"u2"}
    page = connected.post(reverse("lti_class", args=[class_4b.pk]), {"do": f"homework-{task.pk}"}, follow=True)
    assert "took 2 of 3 results" in words(page)
    assert {score["userId"] for score in platform.scores} == {"u1", "u3"}


@pytest.mark.parametrize(
    ("roles", "learns"),
    [
        (["Learner"], True),
        ([f"{MEMBERSHIP}Learner", f"{SCHOOL}Student"], True),
        ([f"{MEMBERSHIP}Instructor", f"{SCHOOL}Learner"], False),
        ([f"{MEMBERSHIP}Learner", f"{MEMBERSHIP}Instructor"], False),
        ([f"{MEMBERSHIP}Mentor", f"{SCHOOL}Learner"], False),
    ],
)
def test_on_the_list_are_those_who_learn_in_this_course(roles, learns):
    """Somebody who learned at the school and teaches this course, or is somebody's parent there, is no child of it."""
    assert members.is_child(child("u1", "Amir", "Aslan", roles=roles)) == learns


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

    def test_in_the_hour_after_a_child_has_done_it_and_no_more_until_another_has(self, platform, class_4b, task):
        for name in ("Amir", "Bea"):
            answered(practice.begin(class_4b.students.get(name=name), options=task.options, homework=task))
            platform.scores.clear()
            all_hourly()
            assert sorted(score["userId"] for score in platform.scores) == ["u1", "u2", "u3"]
            platform.scores.clear()
            all_hourly()
            assert platform.scores == []

    def test_once_at_the_end(self, platform, ended):
        for _hour in range(2):
            all_hourly()
        assert sorted(score["userId"] for score in platform.scores) == ["u1", "u2", "u3"]
        assert PlatformCourse.objects.get().sent == {f"{ended.pk}": gradebook.OVER}
        said = AuditEntry.objects.get(page="lti_results")
        assert (said.kind, said.who, said.about["sent"]) == (AuditEntry.Kind.EXPORT, "", 3)

    def test_again_where_the_platform_did_not_take_them(self, platform, ended):
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
    def test_later_where_it_is_busy_or_a_token_or_a_column_is_gone(self, platform, ended, path, status):
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

    def test_nothing_of_what_nobody_has_done_nor_to_a_course_that_takes_none(self, platform, task):
        gradebook.send_due()
        Homework.objects.update(until=timezone.now())
        LtiContext.objects.update(can_publish_scores=False)
        gradebook.send_due()
        assert (platform.scores, PlatformCourse.objects.get().sent) == ([], {})


class TestNamesByNight:
    def tomorrow(self) -> None:
        PlatformCourse.objects.update(read_at=timezone.now() - timedelta(days=1))

    def test_a_new_child_is_there_in_the_morning(self, platform, connected, class_4b):
        platform.members.append(child("u9", "Yan", "Young"))
        members.read_nightly()
        assert not class_4b.students.filter(name__startswith="Yan").exists()
        self.tomorrow()
        members.read_nightly()
        assert class_4b.students.get(name__startswith="Yan").source_id.startswith("lti:")
        said = AuditEntry.objects.get(page="lti_names")
        assert (said.kind, said.about["added"], said.about["waiting"]) == (AuditEntry.Kind.IMPORT, 1, 0)

    def test_who_left_the_course_stays_until_the_teacher_says_so_and_is_asked_about_once(
        self, platform, connected, class_4b
    ):
        platform.members.pop()
        self.tomorrow()
        members.read_nightly()
        assert class_4b.students.filter(name="Zoe Z.").exists()
        waiting = RosterImport.waiting().get()
        assert "Zoe" in words(connected.get(reverse("import", args=[waiting.pk])))
        waiting.delete()
        self.tomorrow()
        members.read_nightly()
        assert not RosterImport.waiting().exists()

    def test_a_platform_that_is_silent_is_asked_again_an_hour_later(self, platform, connected, class_4b):
        platform.members.append(child("u9", "Yan", "Young"))
        platform.instead["/members"] = (500, {}, {})
        self.tomorrow()
        members.read_nightly()
        platform.instead.clear()
        members.read_nightly()
        assert class_4b.students.filter(name__startswith="Yan").exists()

    def test_a_course_whose_first_list_nobody_has_looked_over_is_left_alone(self, platform, connected, class_4b):
        Student.objects.update(source_id="")
        self.tomorrow()
        platform.visits.clear()
        members.read_nightly()
        assert platform.visits == []
