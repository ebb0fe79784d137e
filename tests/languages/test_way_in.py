"""A language that is chosen on a page of the way in holds on all that follow, refusals and lost names included."""

import pytest
from django.test import Client
from django.urls import reverse

from classroom.joining import join_requests
from classroom.models import Attendance, Classroom, ClassSession, Student
from tests.conftest import seated, signed_in
from tests.languages.test_reading import language_of

ASKED = {"sign_in": Classroom.SignIn.PICTURES}
CHOSEN = "is"


@pytest.fixture(params=["new", "somebody was here", "the teacher's"])
def browser(request, lesson, bea, ana_teacher) -> Client:
    """A browser before anybody says who it is, in an English class."""
    if request.param == "somebody was here":
        return seated(lesson.attendances.get(student=bea))
    return signed_in(ana_teacher) if request.param == "the teacher's" else Client()


def way_in(session: ClassSession, child: Student) -> list[tuple[str, str, dict | None]]:
    """Return the pages in the order in which a child comes to them: name, address, what is posted."""
    join, names = reverse("join"), reverse("join_names", args=[session.code])
    return [
        ("code", join, None),
        ("wrong code", join, {"code": "BBBBBB"}),
        ("no code", join, {"code": ""}),
        ("names", names, None),
        ("no name", names, {"student": ""}),
        ("pictures", reverse("join_secret", args=[session.code, child.pk]), None),
        ("wrong pictures", reverse("join_secret", args=[session.code, child.pk]), {"go": "", "picked": "sun"}),
        ("ask", reverse("join_ask", args=[session.code]), None),
        ("ask without a name", reverse("join_ask", args=[session.code]), {"name": ""}),
    ]


def choose(browser: Client, page: str) -> None:
    browser.post(reverse("language"), {"language": CHOSEN, "next": page})


@pytest.mark.parametrize("chosen_at", [0, 3, 5, 7])
def test_a_choice_holds_on_every_page_to_the_name(browser, lesson, class_4b, chosen_at):
    Classroom.objects.update(**ASKED)
    dana = class_4b.students.get(name="Dana")
    pages = way_in(lesson, dana)
    choose(browser, pages[chosen_at][1])
    read = {
        name: language_of(browser.get(page) if posted is None else browser.post(page, posted))
        for name, page, posted in pages[chosen_at:]
    }
    assert read == dict.fromkeys(read, CHOSEN)


def test_a_choice_becomes_that_of_the_child_who_comes_in_and_holds_where_its_name_is_lost(
    browser, lesson, bea, class_4b
):
    dana = class_4b.students.get(name="Dana")
    choose(browser, reverse("join"))
    names = reverse("join_names", args=[lesson.code])
    browser.post(names, {"student": dana.pk})
    assert language_of(browser.get(reverse("waiting"))) == CHOSEN
    assert browser.cookies["language"].value == ""
    assert list(Student.objects.exclude(language="").values_list("name", "language")) == [("Dana", CHOSEN)]
    Attendance.objects.filter(student=dana).update(device="elsewhere")
    assert language_of(browser.get(reverse("waiting"))) == CHOSEN


def test_a_refusal_and_a_locked_session_are_said_in_the_chosen_language(lesson):
    browser = Client()
    choose(browser, reverse("join"))
    browser.post(reverse("join_ask", args=[lesson.code]), {"name": "Nobody Known"})
    assert language_of(browser.get(reverse("waiting"))) == CHOSEN
    assert language_of(browser.get(reverse("join") + "?refused")) == CHOSEN
    lesson.attendances.all().delete()
    ClassSession.objects.update(locked=True)
    assert language_of(browser.get(reverse("join_names", args=[lesson.code]))) == CHOSEN


def test_whoever_is_let_in_by_the_teacher_reads_on_in_the_chosen_language(lesson, class_4b):
    browser, dana = Client(), class_4b.students.get(name="Dana")
    lesson.attendances.filter(student=dana).delete()
    browser.post(reverse("join_ask", args=[lesson.code]), {"student": dana.pk})
    choose(browser, reverse("waiting"))
    join_requests.admit(join_requests.Knock.objects.get(), dana)
    assert language_of(browser.get(reverse("waiting"))) == CHOSEN
    assert Student.objects.get(pk=dana.pk).language == CHOSEN


def test_a_child_that_has_chosen_before_reads_names_in_its_own_language(bea_client, lesson, bea):
    choose(bea_client, reverse("waiting"))
    assert Student.objects.get(pk=bea.pk).language == CHOSEN
    assert language_of(bea_client.get(reverse("join_names", args=[lesson.code]))) == CHOSEN
    assert language_of(bea_client.post(reverse("join"), {"code": "BBBBBB"})) == CHOSEN
