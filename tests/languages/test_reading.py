"""Who reads in which language: teachers in theirs, children in their own or their class's, others as browsers say."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from classroom.languages import choice
from classroom.models import Attendance, Classroom, Student, Teacher
from classroom.sessions import lifecycle, seating
from game.screens.replay import Moment
from tests.conftest import seated


def language_of(page) -> str:
    (code,) = re.findall(r'<html lang="(.+?)"', page.content.decode())
    return str(code)


def test_a_browser_of_which_nobody_is_known_says_its_language(client, db):
    assert language_of(client.get(reverse("join"), headers={"accept-language": "is-IS,is;q=0.9,en;q=0.8"})) == "is"
    assert language_of(client.get(reverse("join"), headers={"accept-language": "de-DE,de;q=0.9"})) == "en"


def test_a_teacher_reads_in_the_language_of_the_account(ana_client, ana_teacher, class_4b):
    page = reverse("class", args=[class_4b.pk])
    assert language_of(ana_client.get(page, headers={"accept-language": "es"})) == "es"
    Teacher.objects.update(language="is")
    assert language_of(ana_client.get(page, headers={"accept-language": "es"})) == "is"


@pytest.mark.parametrize("page", ["manual", "print_shelf", "mfa_index", "account_logout", "privacy"])
def test_a_page_of_everybody_or_of_another_package_is_in_the_language_of_the_account_too(client, ana_teacher, page):
    if page in ("manual", "print_shelf", "privacy"):
        assert language_of(client.get(reverse(page), headers={"accept-language": "es"})) == "es"
    Teacher.objects.update(language="is")
    client.force_login(ana_teacher)
    assert language_of(client.get(reverse(page), headers={"accept-language": "es"})) == "is"


def test_a_new_account_and_a_new_class_begin_with_the_language_of_the_page(db):
    with translation.override("es-mx"):
        assert Classroom.objects.create(name="5A").language == "es"
    with translation.override("de"):
        assert Classroom.objects.create(name="5B").language == "en"


def test_the_projector_speaks_the_language_of_the_class(ana_client, ana_teacher, class_4b, lesson):
    Teacher.objects.update(language="is")
    Classroom.objects.update(language="es")
    assert language_of(ana_client.get(reverse("session_screen", args=[lesson.pk]))) == "es"
    assert language_of(ana_client.get(reverse("session_attendance", args=[lesson.pk]))) == "is"


@pytest.mark.parametrize(("own", "of_the_class", "read"), [("", "is", "is"), ("es", "is", "es")])
def test_a_child_reads_in_its_own_language_or_else_in_that_of_its_class(lesson, bea, own, of_the_class, read):
    Student.objects.filter(pk=bea.pk).update(language=own)
    Classroom.objects.update(language=of_the_class)
    browser = seated(Attendance.objects.get(student=bea))
    assert language_of(browser.get(reverse("join"))) == read
    assert language_of(browser.get(reverse("my_page"))) == read


def test_a_cookie_that_names_no_language_is_nothing(client, db):
    client.cookies["language"] = "../etc"
    assert language_of(client.get(reverse("join"))) == "en"
    assert choice.chosen_at(client.get(reverse("join")).wsgi_request) == ""


def pick(client: Client, language: str, page: str = "join"):
    return client.post(reverse("language"), {"language": language, "next": reverse(page)})


def test_a_choice_at_a_browser_becomes_that_of_the_child_who_joins_there(client, lesson, bea):
    Attendance.objects.all().delete()
    assert pick(client, "is")["location"] == reverse("join")
    assert language_of(client.get(reverse("join_names", args=[lesson.code]))) == "is"
    client.post(reverse("join_names", args=[lesson.code]), {"student": bea.pk})
    client.get(reverse("waiting"))
    bea.refresh_from_db()
    assert bea.language == "is"
    assert client.cookies["language"].value == ""


def test_the_names_of_a_class_stand_in_its_language(client, lesson):
    Classroom.objects.update(language="es")
    assert language_of(client.get(reverse("join_names", args=[lesson.code]))) == "es"


def test_a_child_who_chooses_on_its_page_is_told_so_at_its_table_too(bea_client, their_table, bea):
    pick(bea_client, "es", "my_page")
    bea.refresh_from_db()
    assert (bea.language, their_table.seats.get(name="Bea").language) == ("es", "es")
    assert their_table.seats.get(name="Amir").language == "en"


def test_a_teachers_choice_stays_with_the_account(ana_client, ana_teacher, class_4b):
    pick(ana_client, "is", "classes")
    ana_teacher.refresh_from_db()
    assert ana_teacher.language == "is"
    assert "language" not in ana_client.cookies


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
def test_a_choice_leads_back_to_a_page_of_ours_only(client, db, elsewhere):
    assert client.post(reverse("language"), {"language": "is", "next": elsewhere})["location"] == "/"


def test_a_table_of_a_lesson_speaks_to_each_seat_in_its_language(lesson, class_4b, bea):
    Student.objects.filter(pk=bea.pk).update(language="is")
    Classroom.objects.update(language="es")
    again = lifecycle.again(session=_ended(lesson), same_tables=True)
    seats = {seat.name: seat.language for seat in seating.tables_of(again)[0].seats.all()}
    assert seats == {"Bea": "is", "Amir": "es"}


def _ended(session):
    lifecycle.end(session=session)
    session.refresh_from_db()
    session.classroom.refresh_from_db()
    return session


def test_who_signs_up_keeps_the_language_of_the_page(client, db):
    fields = {"email": "new@school.example", "password1": "seven ate nine", "name": "Ms New"}
    client.post(reverse("account_signup"), fields, headers={"accept-language": "is"})
    assert Teacher.objects.get(email="new@school.example").language == "is"


@pytest.mark.parametrize(("language", "written"), [("en", "2.4"), ("is", "2,4"), ("es", "2,4")])
def test_seconds_of_a_replay_are_written_as_the_language_does(language, written):
    between = {"previous": None, "next": None, "last": 1, "at": 0, "later": 2400, "until": 0}
    moment = Moment(n=1, step=1, steps=1, **between, words="", times="", by=None, asked=False, seats=())
    with translation.override(language):
        assert moment.since == written


def test_an_owner_sets_the_language_of_a_class(ana_client, class_4b):
    page = reverse("class_rename", args=[class_4b.pk])
    assert 'value="en" selected' in ana_client.get(page).content.decode()
    ana_client.post(page, {"name": "4B", "language": "is"})
    class_4b.refresh_from_db()
    assert class_4b.language == "is"
    ana_client.post(page, {"name": "4C"})
    class_4b.refresh_from_db()
    assert (class_4b.name, class_4b.language) == ("4C", "is")


def test_a_paper_for_the_family_is_in_the_childs_language_or_the_one_that_is_asked_for(ana_client, bea):
    Student.objects.filter(pk=bea.pk).update(language="es")
    page = reverse("student_family", args=[bea.pk])
    assert 'class="sheet" lang="es">' in ana_client.get(page).content.decode()
    asked = ana_client.get(page, {"language": "is"})
    assert 'class="sheet" lang="is">' in asked.content.decode()
    assert language_of(asked) == "en"


def test_a_mail_is_in_the_language_of_the_account(client, ana_teacher, pseudo_language, mailoutbox):
    Teacher.objects.update(language=pseudo_language)
    client.post(reverse("account_reset_password"), {"email": ana_teacher.email})
    assert "⟦" in mailoutbox[0].subject
    assert "⟦" in mailoutbox[0].body
