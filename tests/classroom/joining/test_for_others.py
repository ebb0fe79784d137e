"""What leaves the teacher's desk: the family's page and the certificate."""

import re

import pytest
from django.test import Client
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


def test_a_family_reads_how_much_was_done_and_how_much_was_right(page, give):
    give(30)
    give(10, **WRONG)
    words = page()
    assert "<strong>40 cards</strong>" in words
    assert re.search(r"With nobody racing about \d\d of 100 cards would be right, between \d\d and \d\d\.", words)
    assert "30 of 40 cards were right." in words


def test_a_family_reads_of_cards_answered_alone_as_they_were_counted(page, give):
    give(30, mode="solo")
    give(10, mode="solo", **WRONG)
    words = page(query="mode=solo")
    assert "30 of 40 cards were right. That is about 75 of 100, between 60 and 86." in words


def test_a_family_reads_of_no_other_child_and_of_no_seconds(page, give, class_4b):
    give(30)
    for child in class_4b.students.exclude(name="Bea"):
        give(30, student=child)
    words = page()
    sheet = words[words.index("<article") :]
    assert not any(child.name in sheet for child in class_4b.students.exclude(name="Bea"))
    assert "second" not in sheet
    assert "<strong>30 cards</strong>" in sheet


def test_a_family_of_a_child_without_cards_reads_that_kindly(page, give):
    give(9, **LOST)
    assert "Bea has not answered any cards in this time." in page()


def test_a_family_of_a_child_with_few_cards_is_told_that_it_is_early(page, give):
    give(2)
    words = page()
    assert "That is too few to say more yet." in words
    assert "It is too early to name a kind of sum." in words


def test_what_goes_well_and_what_comes_next_are_kinds_of_sums(page, give):
    for top in (3, 4, 5):
        give(12, top_number=top, top_step=1)
        give(12, top_number=top, top_step=2, stratum="2-plain-1", **WRONG)
    words = page()
    comes, well = words.split("One thing to do at home")[1].split("This goes well")
    assert "adding 1" in well
    assert "adding 2" in comes


def test_a_family_reads_of_growth_in_plain_words(bea):
    since = timezone.localdate()
    right = NOTHING_GREW._replace(accuracy=Progress(since, 0.5, 0.98))
    quick = NOTHING_GREW._replace(seconds=Progress(since, 5.0, 2.0))
    assert told(bea, right).endswith("about 98 of 100 now, 50 then.")
    assert told(bea, quick).endswith("more quickly than some weeks ago.")
    assert told(bea, quick._replace(as_sure=True)).endswith("than some weeks ago, and just as surely.")


def told(student: Student, trend: Trend) -> str:
    return family.growth_in_words(student, Growth([], None, None, trend))


@pytest.mark.parametrize("change", [{"accuracy": (0.98, 0.5)}, {"seconds": (2.0, 5.0)}, {}])
def test_what_has_not_grown_is_not_told_to_a_family(bea, change):
    changes = {name: Progress(timezone.localdate(), *values) for name, values in change.items()}
    assert told(bea, NOTHING_GREW._replace(**changes)) == ""


# The certificate


def test_a_certificate_praises_what_was_done(page, give):
    give(12)
    words = page("student_certificate")
    assert "Certificate of effort" in words
    assert "answered 12 cards on 1 day." in words
    assert "Ms Ana" in words


def test_growth_is_certified_only_where_the_cards_show_it(page, give):
    give(12)
    words = page("student_certificate", "for=growth")
    assert "The cards do not show growth yet" in words
    assert "Certificate of effort" in words


def test_there_is_no_certificate_for_nothing(page):
    assert "a certificate needs one" in page("student_certificate")
