"""Links of families: one child, in its language, kept by nobody, till the teacher or the year ends them."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.models import AuditEntry, Classroom, Student
from classroom.reports.around_the_corner.student import family_links
from tests.conftest import words


@pytest.fixture
def made(ana_client, class_4b):
    ana_client.post(reverse("class_families", args=[class_4b.pk]), {"links": "make"})
    return {child.name: family_links.path_of(child) for child in class_4b.students.all()}


def opened(path: str) -> str:
    return words(Client().get(path))


def test_a_link_shows_one_child_and_a_sheet_to_practise(made, give):
    give(12)
    page = opened(made["Bea"])
    assert "How Bea is getting on" in page
    assert page.count("____") > 10
    assert not {name for name in ("Amir", "Chen", "Dana") if name in page}
    assert "4B" in page


def test_it_is_in_the_childs_language(made):
    Student.objects.filter(name="Bea").update(language="es")
    assert 'lang="es"' in Client().get(made["Bea"]).content.decode()


def test_no_cache_search_engine_or_other_place_learns_of_it(made):
    answer = Client().get(made["Bea"])
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "no-referrer"


def test_a_link_with_another_childs_number_opens_nothing(made, class_4b):
    amir = class_4b.students.get(name="Amir")
    token = made["Bea"].split("/")[-2]
    forged = f"{amir.pk}:{token.partition(':')[2]}"
    for wrong in (forged, f"{token}x", "1:", ":", "x" * 500, f"{amir.pk}"):
        assert Client().get(reverse("family", args=[wrong])).status_code == 404


def test_what_the_database_holds_makes_no_link(made, settings):
    settings.SECRET_KEY = "another school's"
    assert Client().get(made["Bea"]).status_code == 404


def test_an_ended_link_opens_nothing_and_a_new_one_is_another(made, ana_client, class_4b):
    bea = class_4b.students.get(name="Bea")
    ana_client.post(reverse("student_family_link", args=[bea.pk]), {"links": "end"})
    assert "Ask your child's teacher" in opened(made["Bea"]).replace("’", "'")
    assert Client().get(made["Amir"]).status_code == 200
    ana_client.post(reverse("student_family_link", args=[bea.pk]), {"links": "make"})
    bea.refresh_from_db()
    assert family_links.path_of(bea) != made["Bea"]
    assert Client().get(made["Bea"]).status_code == 404
    assert Client().get(family_links.path_of(bea)).status_code == 200


def test_a_second_press_leaves_the_printed_links_alone(made, ana_client, class_4b):
    ana_client.post(reverse("class_families", args=[class_4b.pk]), {"links": "make"})
    assert made == {child.name: family_links.path_of(child) for child in class_4b.students.all()}


@pytest.mark.parametrize(("days", "status"), [(365, 200), (366, 404)])
def test_it_ends_with_the_school_year(made, days, status):
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        assert Client().get(made["Bea"]).status_code == status


@pytest.mark.parametrize("gone", ["archived_at", "removed_at"])
def test_it_ends_with_the_class_and_with_the_child(made, class_4b, gone):
    Student.objects.filter(name="Amir").update(removed_at=timezone.now())
    assert Client().get(made["Amir"]).status_code == 404
    Classroom.objects.filter(pk=class_4b.pk).update(**{gone: timezone.now()})
    assert Client().get(made["Bea"]).status_code == 404


def test_making_and_ending_stand_in_the_schools_log(made, ana_client, class_4b):
    ana_client.post(reverse("class_families", args=[class_4b.pk]), {"links": "end"})
    assert list(AuditEntry.objects.filter(page="class_families").order_by("pk").values_list("about", flat=True)) == [
        {"classroom": class_4b.pk, "links_made": 4},
        {"classroom": class_4b.pk, "links_ended": 4},
    ]


def test_the_letters_hold_each_familys_code_and_address(made, ana_client, class_4b):
    page = ana_client.get(reverse("class_families", args=[class_4b.pk])).content.decode()
    assert page.count("data:image/svg+xml") == 4 + page.count('rel="icon" href="data:image/svg+xml')
    assert all(path in page for path in made.values())


def test_the_weeks_pages_are_of_everybody_and_say_what_the_week_was(ana_client, class_4b, give):
    give(12)
    page = words(ana_client.get(reverse("class_week", args=[class_4b.pk])))
    assert page.count("is getting on") == 4
    assert "In the last seven days: 12 cards on 1 day." in page


def test_the_link_of_a_merged_record_ends_and_the_teacher_is_told(made, class_4b, ana_client):
    """Two records are merged by one press, which may be wrong: a family gets no page about another name by that."""
    bea, dana = (class_4b.students.get(name=name) for name in ("Bea", "Dana"))
    page = ana_client.post(reverse("student_merge", args=[bea.pk]), {"other": dana.pk, "stays": "here"}, follow=True)
    told = "The link of Dana’s family opens nothing any more. Give the family a link for Bea."
    assert told in words(page)
    assert Client().get(made["Dana"]).status_code == 404
    assert "How Bea is getting on" in opened(made["Bea"])
    ana_client.post(reverse("student_part", args=[dana.pk]))
    assert "How Dana is getting on" in opened(made["Dana"])


def test_who_has_no_link_is_merged_without_a_word_about_one(class_4b, ana_client):
    bea, dana = (class_4b.students.get(name=name) for name in ("Bea", "Dana"))
    page = ana_client.post(reverse("student_merge", args=[bea.pk]), {"other": dana.pk, "stays": "here"}, follow=True)
    assert "Bea has the results of both now." in words(page)
    assert "family" not in words(page)
