"""A student's page: what it says of little, odd and no data and of wrong cards, and where numbers lead."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from classroom.reports.around_the_corner.findings import ability, queries
from classroom.reports.around_the_corner.findings.error_patterns import pattern_in_words
from classroom.reports.around_the_corner.findings.next_lesson import in_numbers
from classroom.reports.around_the_corner.student.page import PARTS
from game.rules.around_the_corner.diagnosis import Code, Pattern
from tests.classroom.reports.attempts_given import (
    DAY_MS,
    DREW,
    LOST,
    NO_CLOCK,
    WRONG,
    card,
    earlier_today,
    inner_text,
    text,
    visible,
)

# Little, odd and no data


def test_who_has_not_played_is_told_when_numbers_come(page):
    assert "The numbers come when a round is over." in page()


def test_one_attempt_is_counted_and_nothing_is_made_of_it(page, give):
    give(1)
    words = page(part="numbers")
    assert "1 of 1" in words
    assert "too few for more" in words
    assert "not enough cards yet (1 of 10)" in words
    assert "Not enough cards yet for any kind of sum" in page(part="sums")
    assert "None of the last eight weeks has five answered cards yet." in page(part="growth")
    assert "No wrong cards to judge" in page(part="why")


def test_who_only_lost_races_is_told_what_would_help(page, give):
    give(40, **LOST)
    words = page(part="numbers")
    assert "40 cards went to another player first" in words
    assert "let the child play solo or in turns" in words
    assert "not enough cards yet (0 of 10)" in words


def test_who_has_only_wrong_cards_has_no_speed(page, give):
    give(30, **{**WRONG, "timed": True})
    words = page(part="numbers")
    assert "0 of 30" in words
    assert "no right card yet, so there is no speed" in words
    words = page(part="why")
    assert "30 wrong cards, and no kind among them" in words


def test_a_hidden_page_counts_for_nothing(page, give):
    give(12, ending="X", played=None, sign="", timed=False, hidden_ms=60_000)
    words = page(part="numbers")
    assert "0 of 0" in words
    assert "no cards yet" in words


def test_a_clock_that_jumped_leaves_the_page_standing(page, give):
    """The server's clock was ten days ahead for a while, and a browser told of no time at all."""
    give(20, started_at=earlier_today() + 10 * DAY_MS)
    give(5, milliseconds=None, timed=False)
    give(5, milliseconds=0)
    assert "30 of 30" in page()


def test_a_period_in_the_future_says_so(page, give):
    give(20)
    tomorrow = timezone.localdate() + timedelta(days=1)
    words = page(query=f"since={tomorrow}")
    assert "This period has not begun yet." in words
    assert "Accuracy" not in words.split("What the report is about")[1]


def test_a_period_without_cards_names_the_last_day_with_some(page, give):
    give(20)
    words = page(query="since=2020-01-01&until=2020-02-01&mode=race")
    assert "No cards in this period" in words
    assert "The last cards were played on" in words


def test_nonsense_in_the_address_gives_the_usual_page(page, give):
    give(20)
    assert "20 of 20" in page(query="since=yesterday&mode=chess&until=99")


def test_a_class_of_four_is_no_reason_to_hide_the_student(page, give):
    give(30)
    assert "30 of 30" in page()


@pytest.mark.parametrize("mode", ["practice", "check_up"])
def test_practice_has_no_clock_and_says_so(page, give, mode):
    give(30, **{**NO_CLOCK, "mode": mode})
    assert (page() + page(part="numbers")).count("practice has no clock") == 3


def test_modes_stand_beside_each_other_and_only_one_is_told_in_full(page, give):
    give(20)
    give(30, mode="solo")
    words = page(query="mode=solo", part="numbers")
    assert words.index(">Race</th>") < words.index(">Solo</th>")
    assert "Which sums? Solo" in page(query="mode=solo", part="sums")


# Numbers and where they lead


def test_every_count_leads_to_the_plays_behind_it(ana_client, page, give):
    give(20)
    give(3, **WRONG)
    give(1, late=True)
    give(1, **WRONG, late=True)
    give(4, **DREW)
    give(2, **{**LOST, "milliseconds": 7000})
    links = [
        link.replace("&amp;", "&")
        for link in re.findall(r'href="(/classes/\d+/report/plays/[^"]+)"', page(part="numbers"))
    ]
    for what, count in (("right", 21), ("wrong", 4), ("beaten", 2), ("missed", 6)):
        found = next(link for link in links if f"what={what}" in link)
        assert ana_client.get(found).content.decode().count('scope="row"') == count
    assert "6 of 31" in page(part="numbers")


def test_a_cell_leads_to_the_plays_of_its_sum(ana_client, page, give):
    give(7)
    words = page(part="sums")
    assert "5 + 1 = 6: secure" in words
    link = re.search(r'href="(/classes/\d+/report/plays/[^"]+fact=27[^"]*)"', words)
    assert link
    assert ana_client.get(link[1].replace("&amp;", "&")).content.decode().count('scope="row"') == 7


def test_what_is_quick_is_the_classes_choice(page, give, class_4b):
    give(30, milliseconds=4000, mode="solo")
    assert "0 of 100" in page(part="numbers")
    class_4b.quick_seconds = 5
    class_4b.save()
    words = page(part="numbers")
    assert "Right within 5 s" in words
    assert "100 of 100" in words


def test_the_classes_choice_is_printed_on_the_classes_page_too(ana_client, give, class_4b):
    for milliseconds in (3400, 4000, 4600):
        give(10, milliseconds=milliseconds, mode="solo")
    assert 'Right but slow <span class="aside">· ' in text(ana_client, "class_report", class_4b.pk)
    assert "Within 3 s" in text(ana_client, "class_report", class_4b.pk, query="part=students")
    class_4b.quick_seconds = 5
    class_4b.save()
    assert "Quick and right <span" in text(ana_client, "class_report", class_4b.pk)
    picture = text(ana_client, "class_report", class_4b.pk, query="part=picture")
    assert "The lines are 90 right of 100 and 5 seconds." in picture


def test_a_teacher_chooses_what_is_quick(ana_client, class_4b):
    assert ana_client.post(reverse("class_quick", args=[class_4b.pk]), {"quick": "5"}).status_code == 302
    class_4b.refresh_from_db()
    assert class_4b.quick_seconds == 5


@pytest.mark.parametrize("nonsense", ["", "0", "3.5", "soon", "60"])
def test_a_time_that_is_none_is_refused_in_words(ana_client, class_4b, nonsense):
    answer = ana_client.post(reverse("class_quick", args=[class_4b.pk]), {"quick": nonsense})
    assert answer.status_code == 422
    assert "Choose a number of seconds" in answer.content.decode()
    class_4b.refresh_from_db()
    assert class_4b.quick_seconds == 3


# Wrong cards


def test_a_pattern_is_told_with_its_counts_its_chance_and_its_cards(page, give):
    """One step short: 8 on 7 ±2, 6 on 5 ±2 and 4 on 3 ±2, from hands that make it less likely than not."""
    others = [card(2), card(10)]
    for top in (7, 5, 3, 7, 5, 3, 7):
        hand = [card(top + 1), *others, card(top + 2)]
        wrong = {**WRONG, "played": card(top + 1), "hand": hand, "fitting": [card(top + 2)]}
        give(1, top_number=top, top_step=2, stratum="2-plain-1", **wrong)
    words = page(part="why")
    assert "7 of the newest 7 wrong cards were one step short; by chance it would be" in words
    assert "Likely counts the starting number." in words
    assert "8 on 7 ±2 (needs 9 or 5)" in words
    assert 'aria-label="Back: 7, 6, 5. On: 7, 8, 9."' in words


def test_wrong_cards_are_judged_of_those_cards_that_the_share_of_right_ones_counts(page, give, monkeypatch):
    """And not those tapped too quickly to be an answer."""
    monkeypatch.setattr(ability, "AT_MOST", 20)
    give(4, **WRONG, started_at=earlier_today() - DAY_MS)
    give(17)
    give(2, **WRONG)
    give(1, **{**WRONG, "timed": True, "milliseconds": 200})
    words = page()
    assert "17 of 20 cards" in words
    assert "2 wrong cards judged: no pattern." in words
    assert "2 wrong cards, and no kind among them" in page(part="why")


def test_right_and_wrong_cards_make_up_those_of_the_accuracy_in_a_lesson(ana_client, bea, lesson, give):
    """Beaten ones too; not those that were played while nothing fitted, which are told apart."""
    give(20)
    give(3, late=True)
    give(4, **WRONG)
    give(1, **WRONG, late=True)
    give(2, fitting=[], directions="", stratum="", **WRONG)
    (report,) = queries.of_student(bea, lesson)
    (row,) = report.rows
    assert (row.tally.right, row.tally.wrong, row.tally.beaten) == (23, 5, 4)
    assert sum(card.times for card in report.wrong_cards) == row.tally.wrong
    words = visible(text(ana_client, "session_student", lesson.pk, bea.pk))
    assert re.search(r"Right\s+23 of 28", words)
    assert re.search(r"Wrong\s+5", words)
    assert "2 other cards were played while no card in the hand fitted" in words


@pytest.mark.parametrize(("expected", "chance"), [(2.55, "2–3"), (2.0, "2")])
def test_a_pattern_says_alike_on_both_pages_between_which_counts_chance_lies(expected, chance):
    pattern = Pattern(Code.ONE_SHORT, 6, expected, 0.00375, 7, True)
    said = pattern_in_words(pattern)
    assert said == f"6 of the newest 7 wrong cards were one step short; by chance it would be {chance}."
    assert in_numbers(pattern) == f"6 of the newest 7 wrong cards; by chance it would be {chance}."


def test_what_the_class_tells_is_read_once_until_somebody_answers(ana_client, bea, give, django_assert_num_queries):
    give(20)
    address = reverse("student_report", args=[bea.pk])
    with CaptureQueriesContext(connection) as cold:
        ana_client.get(address)
    with django_assert_num_queries(len(cold) - 6):
        ana_client.get(address)
    give(1)
    with django_assert_num_queries(len(cold)):
        ana_client.get(address)


# The first screen


def test_the_first_screen_says_what_to_do_next_and_why_with_one_button(ana_client, bea, give):
    give(20)
    give(12, top_step=3, stratum="3-plain-1", **{**WRONG, "timed": True})
    words = text(ana_client, "student_report", bea.pk)
    assert "Teach +3." in words
    assert words.count('class="number-picture line" viewBox="0 20 300 66" role="img" aria-label="On: ') == 1
    assert "0 of 12 such cards were right: likely fewer than 80 of 100 would be." in words
    assert words.count("button primary") == 1
    link = re.search(r'class="button primary" href="([^"]+)"', words)
    assert link
    form = ana_client.get(unescape(link[1])).context["form"]
    assert (form["steps"].value(), form["students"].value()) == (["3"], [bea.pk])


def test_who_is_right_but_slow_goes_on_with_what_comes_slowest(ana_client, bea, give):
    give(40, milliseconds=5000)
    words = text(ana_client, "student_report", bea.pk)
    assert "Go on with +1, until it comes at once." in words
    assert "Nearly always right; a right card takes" in words


def test_the_first_screen_says_the_same_numbers_as_the_table_of_the_class(ana_client, bea, give, class_4b):
    give(40)
    give(4, **{**WRONG, "timed": True})
    rows = ana_client.get(reverse("class_report", args=[class_4b.pk]), {"part": "students"}).context["rows"]
    row = next(line["row"] for line in rows if line["row"].student == bea)
    page = ana_client.get(reverse("student_report", args=[bea.pk])).context
    assert (page["row"].tally, page["row"].group) == (row.tally, row.group)


def test_the_first_screen_is_read_in_two_minutes(ana_client, bea, give, six):
    """At most 250 words and 60 numbers in the whole page, its bar, tabs and axes too."""
    for student in six:
        give(40, student=student)
        give(9, student=student, top_step=3, stratum="3-plain-1", **WRONG)
    seen = inner_text(ana_client.get(reverse("student_report", args=[bea.pk])).content.decode())
    assert len(seen.split()) <= 250
    assert len(re.findall(r"\d+(?:\.\d+)?", seen)) <= 60


@pytest.mark.parametrize("part", [*PARTS, "no such part"])
def test_every_part_is_a_page_and_an_unknown_one_is_the_first_screen(ana_client, bea, give, part):
    give(20)
    assert ana_client.get(reverse("student_report", args=[bea.pk]), {"part": part}).status_code == 200
