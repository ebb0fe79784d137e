"""The page for a family, without numbers that shame, and the certificate, which praises what was done."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classroom.models import Student
from classroom.reports.around_the_corner.student import family
from classroom.reports.kit.growth.pictures import Growth
from classroom.reports.kit.growth.weeks import Progress, Trend
from tests.classroom.reports.attempts_given import LOST, WRONG, text

NOTHING_GREW = Trend(known=True)


@pytest.fixture
def page(ana_client: Client, bea: Student):
    def page(name: str = "student_family", query: str = "") -> str:
        return text(ana_client, name, bea.pk, query=query)

    return page


# The family's page


@pytest.mark.parametrize(
    ("wrong", "said"), [(0, "More than nine cards of ten are right."), (5, "More than eight"), (12, "")]
)
def test_a_family_reads_two_sentences_and_no_number_that_shames(page, give, wrong, said):
    give(30, mode="solo")
    give(wrong, mode="solo", **WRONG)
    sheet = page(query="mode=solo").split("<article")[1]
    assert said in sheet
    assert ("of ten" in sheet) == bool(said)
    assert "of 100" not in sheet


def test_a_family_reads_of_no_other_child_and_of_no_seconds(page, give, class_4b):
    give(30)
    for child in class_4b.students.exclude(name="Bea"):
        give(30, student=child)
    words = page()
    sheet = words[words.index("<article") :]
    assert not any(child.name in sheet for child in class_4b.students.exclude(name="Bea"))
    assert "second" not in sheet
    assert "<strong>1 of the 60 sums</strong>" in sheet


def test_a_family_of_a_child_without_cards_reads_that_kindly(page, give):
    give(9, **LOST)
    assert "Bea has not answered any cards in this time." in page()


def test_a_family_of_a_child_with_few_cards_reads_what_was_done(page, give):
    give(2)
    words = page()
    assert "<strong>2 cards</strong>" in words
    assert "0 of the 60" not in words
    assert "What goes well" not in words


def test_what_goes_well_is_a_picture_and_what_comes_next_one_kind_of_sum(page, give):
    for top in (3, 4, 5):
        give(12, top_number=top, top_step=1)
        give(12, top_number=top, top_step=2, stratum="2-plain-1", **WRONG)
    comes, well = page().split("One thing to do at home")[1].split("What goes well")
    assert "adding 2" in comes
    assert re.search(r"Say the sum, as \d \+ 2 = \d", comes)
    assert "5 + 1 = 6: known" in well


def test_a_family_reads_of_growth_in_plain_words(bea):
    since = timezone.localdate()
    right = NOTHING_GREW._replace(accuracy=Progress(since, 0.5, 0.98, surely=True))
    quick = NOTHING_GREW._replace(seconds=Progress(since, 5.0, 2.0, surely=True))
    assert told(bea, right) == "Bea gets more cards right than some weeks ago."
    assert told(bea, quick) == "", "haste is no growth"
    assert told(bea, quick._replace(as_sure=True)).endswith("than some weeks ago, and just as surely.")


def told(student: Student, trend: Trend) -> str:
    return family.growth_in_words(student, Growth([], None, None, trend))


@pytest.mark.parametrize("change", [{"accuracy": (0.98, 0.5)}, {"seconds": (2.0, 5.0)}, {}])
def test_what_has_not_grown_is_not_told_to_a_family(bea, change):
    changes = {name: Progress(timezone.localdate(), *values, surely=True) for name, values in change.items()}
    assert told(bea, NOTHING_GREW._replace(**changes)) == ""


# The certificate


def test_a_certificate_praises_what_was_done(page, give):
    give(12)
    words = page("student_certificate")
    assert "Certificate of effort" in words
    assert "answered 12 cards on 1 day." in words
    assert "Ms Ana" in words


def test_a_certificate_shows_the_character_of_its_child(page, give, bea, ana_client):
    give(12)
    bea.character, bea.colour = "whale", "yellow"
    bea.save()
    assert "#whale" in ana_client.get(reverse("student_certificate", args=[bea.pk])).content.decode()


def test_growth_is_certified_only_where_the_cards_show_it(page, give):
    give(12)
    words = page("student_certificate", "for=growth")
    assert "The cards do not show growth yet" in words
    assert "Certificate of effort" in words


def test_there_is_no_certificate_for_nothing(page):
    assert "a certificate needs one" in page("student_certificate")
