"""The next school year: classes go up with children, teachers and cards; last year's stay to be read."""

from datetime import date

import pytest
from django.urls import reverse

from classroom.joining.sign_in import credentials
from classroom.models import Classroom, Practice, Student, Teaching
from classroom.rosters import rollover
from classroom.sessions import lifecycle
from tests.classroom.rosters.conftest import names_in
from tests.conftest import make_class, words
from tests.open_page import html_of


@pytest.fixture
def goes_up(ana_client):
    """Send the page of the next school year: by class what becomes of it, and a new name."""

    def send(*chosen: tuple[Classroom, str, str]):
        fields = {"school_year": "2027/28"}
        for classroom, fate, name in chosen:
            fields |= {f"fate-{classroom.pk}": fate, f"name-{classroom.pk}": name}
        return ana_client.post(reverse("next_year"), fields, follow=True)

    return send


def test_the_page_offers_every_class_its_next_name(ana_client, class_4b):
    page = html_of(ana_client.get(reverse("next_year")))
    assert 'value="5B"' in page


def test_a_class_goes_up_with_children_teachers_settings_and_cards(goes_up, class_4b, ben_teacher, bea):
    Teaching.objects.create(classroom=class_4b, teacher=ben_teacher, is_owner=False)
    Classroom.objects.filter(pk=class_4b.pk).update(sign_in="pictures")
    before = credentials.given(Student.objects.get(pk=bea.pk))
    assert "1 class has gone up." in html_of(goes_up((class_4b, "up", "5B")))
    new = Classroom.objects.get(name="5B")
    assert (new.school_year, new.previous, new.sign_in) == ("2027/28", class_4b, "pictures")
    assert names_in(new) == ["Amir", "Bea", "Chen", "Dana"]
    assert list(new.teachings.values_list("teacher__name", "is_owner")) == [("Ms Ana", True), ("Mr Ben", False)]
    her = new.students.get(name="Bea")
    assert (her.card, her.previous, credentials.given(her)) == (bea.card, bea, before)


def test_last_year_is_read_and_not_played_with(goes_up, ana_client, class_4b, bea, lesson):
    lifecycle.end(session=lesson)
    goes_up((class_4b, "up", "5B"))
    for page, thing in (
        ("class", class_4b),
        ("class_report", class_4b),
        ("session_report", lesson),
        ("class_sessions", class_4b),
    ):
        assert ana_client.get(reverse(page, args=[thing.pk])).status_code == 200
    assert "Bea" in html_of(ana_client.get(reverse("session_report", args=[lesson.pk])))
    for page in ("session_new", "roster"):
        assert ana_client.get(reverse(page, args=[class_4b.pk])).status_code == 404
    assert "4B" in html_of(ana_client.get(reverse("earlier")))
    assert reverse("session_new", args=[class_4b.pk]) not in html_of(ana_client.get(reverse("classes")))


def test_a_report_leads_to_last_year_for_who_taught_it_then(goes_up, ana_client, ben_client, ben_teacher, class_4b):
    goes_up((class_4b, "up", "5B"))
    her = Student.objects.get(classroom__name="5B", name="Bea")
    Teaching.objects.create(classroom=her.classroom, teacher=ben_teacher, is_owner=False)
    report = reverse("student_report", args=[her.pk])
    assert "Last school year, in 4B" in html_of(ana_client.get(report))
    assert "Last school year" not in html_of(ben_client.get(report))


def test_the_card_of_a_class_that_ended_opens_nothing(goes_up, client, bea, class_4b):
    """Who has left the school would practise for years, and the class be kept for as long."""
    client.get(reverse("card", args=[bea.card]))
    goes_up((class_4b, "end", ""))
    assert "This card was changed" in words(client.get(reverse("card", args=[bea.card])))
    assert client.post(reverse("practice"), {"corner": "yes", "steps": ["1"]}).status_code == 403
    assert client.get(reverse("my_page")).status_code == 403
    assert not Practice.objects.exists()


def test_nobody_plays_again_with_an_archived_class(goes_up, ana_client, class_4b, lesson):
    lifecycle.end(session=lesson)
    goes_up((class_4b, "end", ""))
    assert "Play again, same tables" not in html_of(ana_client.get(reverse("session", args=[lesson.pk])))
    ana_client.post(reverse("session_again", args=[lesson.pk]))
    assert class_4b.sessions.count() == 1


def test_a_class_may_end_or_stay(goes_up, ana_teacher, class_4b):
    other = make_class(ana_teacher, "6A", ["Gus"])
    goes_up((class_4b, "end", ""), (other, "stay", "7A"))
    assert list(Classroom.objects.filter(archived_at=None).values_list("name", flat=True)) == ["6A"]


def test_a_class_may_take_the_name_that_another_leaves(goes_up, ana_teacher, class_4b):
    other = make_class(ana_teacher, "5B", ["Gus"])
    goes_up((class_4b, "up", "5B"), (other, "up", "6B"))
    assert list(Classroom.objects.filter(archived_at=None).values_list("name", flat=True)) == ["5B", "6B"]


@pytest.mark.parametrize(
    ("name", "said"), [("", "Give the class a name"), ("=5B", "cannot start"), ("6a", "would be called")]
)
def test_a_new_name_that_cannot_be_is_refused_and_kept_in_the_form(goes_up, ana_teacher, class_4b, name, said):
    make_class(ana_teacher, "6A", [])
    page = html_of(goes_up((class_4b, "up", name)))
    assert said in page
    assert f'value="{name}"' in page
    assert not Classroom.objects.filter(archived_at__isnull=False).exists()


def test_nothing_chosen_changes_nothing(goes_up):
    assert "Choose at least one class" in html_of(goes_up())


def test_a_class_that_plays_keeps_all_where_they_are(goes_up, ana_teacher, class_4b, lesson):
    other = make_class(ana_teacher, "6A", ["Gus"])
    page = html_of(goes_up((other, "up", "7A"), (class_4b, "up", "5B")))
    assert "4B has a session open. End it first." in page
    assert f'href="{reverse("session", args=[lesson.pk])}"' in page
    assert Classroom.objects.count() == 2


def test_a_class_can_be_brought_back_unless_its_name_is_taken(goes_up, ana_client, ana_teacher, class_4b):
    goes_up((class_4b, "end", ""))
    taken = make_class(ana_teacher, "4b", [])
    back = reverse("class_bring_back", args=[class_4b.pk])
    assert "There is a class called 4B now" in html_of(ana_client.post(back, follow=True))
    taken.delete()
    ana_client.post(back)
    class_4b.refresh_from_db()
    assert class_4b.archived_at is None


def test_ten_classes_go_up_with_as_many_queries_as_one(ana_teacher, django_assert_max_num_queries):
    for count in (1, 10):
        classrooms = [make_class(ana_teacher, f"{count} {n}", ["Gus", "Hana"]) for n in range(count)]
        with django_assert_max_num_queries(16):
            rollover.go_up([rollover.Ascent(classroom, f"{classroom}+") for classroom in classrooms], school_year="")


def test_of_two_presses_at_once_the_second_makes_nothing(class_4b):
    """Both pages were checked before either of them wrote."""
    ascents = [rollover.Ascent(class_4b, "5B")]
    assert [rollover.go_up(ascents, school_year="2027/28") for _press in range(2)][1] == []
    assert list(Classroom.objects.filter(archived_at=None).values_list("name", flat=True)) == ["5B"]
    assert Student.objects.filter(name="Bea").count() == 2


@pytest.mark.parametrize(
    ("now", "then"),
    [("4B", "5B"), ("Year 9", "Year 10"), ("Foxes", "Foxes"), ("2026 Maths",) * 2, ("3. bekkur", "4. bekkur")],
)
def test_the_next_name_is_guessed(now, then):
    assert rollover.next_name(now) == then


def test_the_school_year_that_comes_is_named_after_the_year_in_which_it_begins():
    assert rollover.year_of(date(2026, 8, 25)) == "2026/27"
    assert rollover.year_of(date(2026, 11, 21)) == "2027/28"
    assert rollover.year_of(date(2099, 6, 1)) == "2099/00"
