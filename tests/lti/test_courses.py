"""A course and its class: names, links and results."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from classroom.lti import members
from classroom.models import AuditEntry, Classroom, Homework, PlatformCourse, RosterImport, Student
from classroom.naming.names import problem_of
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


def test_a_link_is_put_into_the_course(platform, connected, class_4b, class_5c):
    set_homework(class_4b)
    Homework.objects.update(until=timezone.now())
    task = set_homework(class_4b)
    platform.launches(connected, "ana-sub", ["Instructor"], claims=platform.deep_linking())
    assert connected.session["lti"]["deep_linking"].keys() == {"deep_link_return_url", "data"}
    page = connected.get(reverse("lti_choose"))
    assert "Today’s session" in words(page)
    assert [given["task"] for given in page.context["given"]] == [task]
    for wanted, lines in (("today", 0), (f"homework-{task.pk}", 1)):
        answer = connected.post(reverse("lti_choose"), {"link": wanted})
        assert f"form-action 'self' {platform.home}" in answer["Content-Security-Policy"].split("; ")
        word = platform.read(re.search(r'name="JWT"\s+value="([^"]+)"', answer.content.decode())[1])
        (item,) = word[f"{LTI}-dl/claim/content_items"]
        assert word[f"{LTI}-dl/claim/data"] == "state of the platform"
        assert (item["custom"], item["window"]) == ({"cardinal": wanted}, {"targetName": "_blank"})
        assert ("lineItem" in item) == bool(lines)
    assert connected.post(reverse("lti_choose"), {"link": "homework-999999"}).status_code == 404
    others = set_homework(class_5c)
    assert connected.post(reverse("lti_choose"), {"link": f"homework-{others.pk}"}).status_code == 404
    nonsense = {"link": f"homework-{task.pk:018}{'9' * 5000}"}
    assert connected.post(reverse("lti_choose"), nonsense).status_code == 404


def test_a_class_of_another_teacher_is_not_taken_over(platform, connected, ben_teacher, class_5c):
    ben = signed_in(ben_teacher)
    platform.launches(ben, "ben-sub", ["Instructor"])
    ben.post(reverse("account_login"), {"login": ben_teacher.email, "password": PASSWORD})
    ben.post(reverse("lti_connect"))
    assert ben.get(reverse("lti_course")).status_code == 403
    assert ben.get(reverse("lti_class", args=[PlatformCourse.objects.get().classroom_id])).status_code == 404


def test_a_class_that_has_a_course_is_offered_to_no_other(platform, connected, class_4b, ana_teacher):
    """The class of the same name stands out; one that is connected, or was put away, is neither shown nor taken."""
    other = make_class(ana_teacher, "Art", [])
    for gone in ("removed_at", "archived_at"):
        Classroom.objects.filter(pk=make_class(ana_teacher, gone, []).pk).update(**{gone: timezone.now()})
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


@pytest.mark.parametrize(
    ("roles", "learns"),
    [
        (["Learner"], True),
        ([f"{MEMBERSHIP}Learner", f"{SCHOOL}Student"], True),
        ([f"{MEMBERSHIP}Instructor", f"{SCHOOL}Learner"], False),
        ([f"{MEMBERSHIP}Learner", f"{MEMBERSHIP}Instructor"], False),
        ([f"{MEMBERSHIP}Mentor", f"{SCHOOL}Learner"], False),
        ([f"{MEMBERSHIP}Learner", f"{MEMBERSHIP}Administrator"], False),
        ([f"{MEMBERSHIP}Learner", f"{MEMBERSHIP.replace('#', '/Instructor#')}TeachingAssistant"], False),
    ],
)
def test_on_the_list_are_those_who_learn_in_this_course(roles, learns):
    """Somebody who learned at the school and teaches this course, or is somebody's parent there, is no child of it."""
    assert members.is_child(child("u1", "Amir", "Aslan", roles=roles)) == learns
    assert not members.is_child(child("u1", "Amir", "Aslan", roles=roles, status="Inactive"))


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
        platform.members.reverse()
        self.tomorrow()
        members.read_nightly()
        assert not RosterImport.waiting().exists()

    def test_a_list_that_was_not_looked_over_gives_way_to_the_next_nights(self, platform, connected, class_4b):
        for _night in range(2):
            platform.members.pop()
            self.tomorrow()
            members.read_nightly()
        waiting = words(connected.get(reverse("import", args=[RosterImport.waiting().get().pk])))
        assert ("Bea" in waiting, "Zoe" in waiting) == (True, True)

    def test_a_whole_name_is_enough(self, platform, connected, class_4b):
        platform.members.append(child("u9", "", "", name="Yan Young"))
        self.tomorrow()
        members.read_nightly()
        assert class_4b.students.filter(name__startswith="Yan", source_id__startswith="lti:").exists()

    def test_a_platform_that_is_silent_is_asked_again_an_hour_later(self, platform, connected, class_4b):
        platform.members.append(child("u9", "Yan", "Young"))
        platform.instead["/members"] = (500, {}, {})
        self.tomorrow()
        members.read_nightly()
        platform.instead.clear()
        members.read_nightly()
        assert class_4b.students.filter(name__startswith="Yan").exists()

    def test_of_two_workers_that_found_the_same_course_due_one_reads_its_names(self, platform, connected, class_4b):
        def other_worker_first(execute, sql, params, many, context):
            if sql.startswith("UPDATE") and not taken:
                taken.append(sql)
                PlatformCourse.objects.update(read_at=timezone.now())
            return execute(sql, params, many, context)

        taken: list[str] = []
        self.tomorrow()
        platform.visits.clear()
        with connection.execute_wrapper(other_worker_first):
            members.read_nightly()
        assert (len(taken), platform.visits) == (1, [])

    def test_a_course_whose_first_list_nobody_has_looked_over_is_left_alone(self, platform, connected, class_4b):
        Student.objects.update(source_id="")
        self.tomorrow()
        platform.visits.clear()
        members.read_nightly()
        assert platform.visits == []

    @pytest.mark.parametrize("gone", ["removed_at", "archived_at"])
    def test_a_class_that_was_put_away_is_left_alone(self, platform, connected, class_4b, gone):
        Classroom.objects.filter(pk=class_4b.pk).update(**{gone: timezone.now()})
        self.tomorrow()
        platform.visits.clear()
        members.read_nightly()
        assert platform.visits == []
