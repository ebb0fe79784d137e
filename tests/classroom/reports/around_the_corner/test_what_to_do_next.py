"""What the pages of a class and of a child name: the weakest kind of sum, patterns, who is ready for more."""

import re
from html import unescape

import pytest
from django.urls import reverse

from classroom.reports.around_the_corner import class_page as class_pages
from tests.classroom.reports.attempts_given import WRONG, card, text


def test_the_weakest_kind_of_sum_is_named_with_who_and_why(class_page, whole_report, give, six):
    for student in six:
        give(20, student=student)
    for student in six[:4]:
        give(12, student=student, top_step=3, stratum="3-plain-1", **WRONG)
    assert "4 of 4 students" not in whole_report()
    for student in six[4:]:
        give(12, student=student, top_step=3, stratum="3-plain-1")
    words = class_page()
    assert "Teach: +3." in words
    assert "About 4 of 6 students are not there yet." in words
    assert "fewer than 3 students" in words


def test_set_practice_fills_the_homework_in_with_what_is_to_be_taught_and_to_whom(ana_client, class_4b, give, six):
    for place, student in enumerate(six):
        give(20, student=student)
        wrong = WRONG if place < 4 else {}
        give(12, student=student, top_step=3, stratum="3-plain-1", **wrong)
    report = ana_client.get(reverse("class_report", args=[class_4b.pk])).content.decode()
    form = ana_client.get(unescape(re.findall(r'href="([^"]*)"><svg.*?</svg>Set practice', report)[0])).context["form"]
    assert (form["corner"].value(), form["steps"].value()) == ("no", ["3"])
    assert form["students"].value() == [student.pk for student in six[:4]]


def test_a_pattern_above_chance_is_named_with_its_counts(class_page, give):
    hand = [card(8), card(5), card(3), card(10), card(9)]
    for number, short in ((7, 8), (4, 5), (2, 3), (9, 10), (8, 9), (3, 4)):
        held = [card(short), card((number + 4) % 10 + 1), card((number + 5) % 10 + 1), card(number)]
        give(1, **{**WRONG, "top_number": number, "top_step": 2, "hand": held, "played": card(short)})
    assert hand
    words = class_page()
    assert "Check Bea: wrong cards are often one step short." in words
    assert "Likely counts the starting number." in words
    assert "Bea: 6 of the newest 6 wrong cards; by chance it would be" in words


def test_practice_without_a_kind_of_sum_is_for_these_students_and_of_everything(ana_client, class_4b, give, six):
    for student in six:
        give(40, student=student)
    (ready,) = ana_client.get(reverse("class_report", args=[class_4b.pk])).context["sentences"]
    form = ana_client.get(ready["practice"]).context["form"]
    assert (ready["sentence"].kind, form["steps"].value()) == ("ready", ["1", "2", "3"])
    assert form["students"].value() == [student.pk for student in six]


def test_who_is_secure_on_nearly_everything_is_ready_for_more(class_page, give, six):
    for student in six:
        give(40, student=student)
    words = class_page()
    assert "Ready for more." in words
    assert "6 students are secure on" in words


def test_of_how_many_children_nothing_can_be_said_yet_stands_below_what_is_said(class_page, give, six):
    for student in six[:4]:
        give(40, student=student)
    said = class_page()
    assert "Nothing stands out. Carry on." in said
    assert "Too few cards for a group: 2 of 6 students." in said
    for student in six[4:]:
        give(40, student=student)
    assert "Too few cards for a group" not in class_page()


def test_who_errs_on_the_one_sum_played_is_not_ready(class_page, give, six):
    for student in six[:5]:
        give(40, student=student)
    give(40, student=six[5], **WRONG)
    assert "5 students are secure on 1 or more of the 1 sums played." in class_page()


def test_after_few_cards_a_child_nothing_is_to_be_taught_whatever_the_class_has(class_page, give, six):
    """Thirty cards together, all of one kind and wrong, and five a child."""
    for student in six:
        give(5, student=student, **WRONG)
    assert "Teach:" not in class_page()


def test_where_nothing_reaches_its_limit_nothing_stands_out(class_page, give, six, monkeypatch):
    for student in six:
        give(2, student=student)
    assert "Play on: from about 60 cards on it says here what to teach; 12 so far." in class_page()
    monkeypatch.setattr(class_pages, "ENOUGH_CARDS", 12)
    said = "Play on: from about 48 cards on it says here what to teach; 12 so far."
    assert said in class_page(), "each of the six needs some of its own"
    monkeypatch.setattr(class_pages, "OWN_FROM", 2)
    assert "Nothing stands out. Carry on." in class_page()


def test_right_cards_alone_are_not_the_reason_to_teach_their_kind(ana_client, bea, give, six):
    """Bea's cards with +3 are nearly all right; that she errs elsewhere, and the class here, speaks against it."""
    for student in six:
        if student != bea:
            give(12, student=student)
            give(9, student=student, top_step=3, stratum="3-plain-1", **{**WRONG, "timed": True})
    give(12)
    give(5, **{**WRONG, "timed": True})
    give(7, top_step=3, stratum="3-plain-1")
    give(1, top_step=3, stratum="3-plain-1", **{**WRONG, "timed": True})
    words = text(ana_client, "student_report", bea.pk)
    assert "each +3." in words
    assert "7 of 8 such cards were right. By all other cards, likely fewer than 80 of 100 would be." in words


@pytest.mark.parametrize(("cards", "told"), [(1, False), (7, False), (8, True)])
def test_no_kind_is_to_be_taught_from_fewer_cards_of_it_than_say_something_of_a_child(page, give, cards, told):
    give(12)
    give(cards, top_step=3, stratum="3-plain-1", **{**WRONG, "timed": True})
    assert ("each +3." in page()) == told
