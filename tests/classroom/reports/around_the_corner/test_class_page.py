"""The class's pages: what they say of little, odd and no data, and how much of it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone

from classroom.measures import Showing
from classroom.reports.around_the_corner.class_context import PARTS
from classroom.reports.around_the_corner.findings import ability as speeds
from classroom.reports.around_the_corner.sources.answers import read
from tests.classroom.reports.attempts_given import DREW, LOST, WRONG, earlier_today, fill, inner_text, text, visible

PAGES = ("class_report", "class_facts", "class_plays")
# Little, odd and no data


@pytest.mark.parametrize("name", ["class_report", "class_facts"])
def test_a_class_that_has_not_played_is_told_when_numbers_come(class_page, name):
    words = class_page(name=name)
    assert "No cards in this period" in words
    assert "The numbers come when a round is over." in words


def test_one_attempt_is_counted_and_nothing_is_made_of_it(class_page, give):
    give(1)
    assert "1 of 1" in class_page(part="students")
    words = class_page(part="picture")
    assert "Nobody has enough cards on the clock yet" in words
    assert "Not drawn, fewer than 10 own cards on the clock:" in words
    assert "Bea (1)" in words
    assert "Play on: from about 60 cards on it says here what to teach; 1 so far." in class_page()


def test_who_only_lost_races_is_named_as_one_without_cards(class_page, give, bea):
    give(40, **LOST)
    words = class_page(part="students")
    assert "no cards in this period" in words
    assert speeds.abilities(read([bea.pk], "race"))[0].decisions == 0


def test_who_is_always_wrong_has_numbers_and_no_speed_of_right_cards_alone(class_page, give, bea):
    give(30, **{**WRONG, "timed": True})
    assert "0 of 30" in class_page(part="students")
    assert "Needs teaching" in class_page(part="picture")
    assert speeds.abilities(read([bea.pk], "race"))[0].accuracy.high < 0.7


def test_a_student_who_is_always_wrong_alone_has_no_median(class_page, give):
    give(30, mode="solo", **{**WRONG, "timed": True})
    assert "Nobody has enough cards on the clock yet" in class_page(part="picture")


def test_what_was_answered_in_a_hidden_tab_is_counted_without_its_time(class_page, give):
    give(20, timed=False, hidden_ms=5000)
    words = class_page(part="students")
    assert "20 of 20" in words
    assert "not enough cards yet (0 of 10)" in words


@pytest.mark.parametrize("milliseconds", [0, 70_000, None])
def test_times_of_a_clock_that_jumped_are_used_for_nothing(class_page, give, bea, milliseconds):
    give(20, milliseconds=milliseconds, timed=False)
    assert "20 of 20" in class_page(part="students")
    ability = speeds.abilities(read([bea.pk], "race"))[0]
    assert ability.showing is Showing.HIDDEN


def test_a_clock_that_jumped_between_rounds_does_not_move_a_card_out_of_the_report(class_page, give):
    give(3, started_at=earlier_today() - 1)
    give(3, started_at=earlier_today())
    assert "6 of 6" in class_page(part="students")


def test_a_period_in_the_future_says_so(class_page, give):
    give(6)
    words = class_page(f"since={timezone.localdate() + timedelta(days=2)}")
    assert "This period has not begun yet." in words
    last = timezone.localdate(datetime.fromtimestamp(earlier_today() / 1000, UTC))
    assert f"The last cards were played on {last:%-d %B %Y}" in words


def test_a_period_without_cards_names_the_last_day_and_leads_there(class_page, give):
    give(6)
    words = class_page("since=2001-01-01&until=2001-01-31")
    assert "No cards in this period, played this way." in words
    assert "Show everything" in words


def test_a_period_may_last_until_the_last_day_that_there_is(class_page, give):
    give(6)
    assert "6 of 6" in class_page("since=0001-01-01&until=9999-12-31", part="students")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("since=2026-05-02&until=2026-05-01", "This day is before the first one."),
        ("since=yesterday", "Enter a valid date."),
        ("mode=chess", "Select a valid choice."),
    ],
)
def test_a_filter_that_makes_no_sense_is_explained_and_the_usual_report_shown(class_page, give, query, says):
    give(6)
    words = class_page(query, part="students")
    assert says in words
    assert "6 of 6" in words


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("query", ["student=" + "9" * 30, "student=x", "fact=60", "skill=-1", "what=no", "before=a"])
def test_nonsense_in_an_address_breaks_no_page(class_page, whole_report, give, name, query):
    give(1)
    assert "4B" in (whole_report(query) if name == "class_report" else class_page(query, name))


def test_what_to_teach_shows_who_lacks_most_first(ana_client, class_4b, give, six):
    give(20, student=six[0])
    give(20, student=six[3], **WRONG)
    page = ana_client.get(reverse("class_report", args=[class_4b.pk]), {"part": "skills"})
    assert page.context["skills"]["rows"][0].label == six[3].name


def test_the_first_page_shows_everybody_once_in_a_group(ana_client, class_4b, give, six):
    """Who needs teaching first, and last of whom too little is known; by the list of names in each group."""
    give(40, student=six[4])
    give(40, student=six[2])
    give(40, student=six[3], **{**WRONG, "timed": True})
    give(2, student=six[0])
    (half,) = ana_client.get(reverse("class_report", args=[class_4b.pk])).context["kinds"]["halves"]
    shown = [(str(line.group), line.row.label) for line in half]
    assert len(shown) == class_4b.students.count()
    assert {name for group, name in shown if group == "No group yet"} >= {six[at].name for at in (0, 1, 5)}
    names = [student.name for student in six[2:5]]
    assert [name for _group, name in shown if name in names] == [names[1], names[0], names[2]]


def test_a_class_of_four_has_no_numbers_of_its_own_and_is_told_why(class_page, whole_report, give, class_4b):
    for student in class_4b.students.all():
        give(30, student=student)
    words = whole_report()
    assert words.count("With fewer than five students there are no numbers for the class") >= 2
    assert "of 4 students" not in words
    assert "With fewer than five" in class_page(name="class_facts")


def test_modes_stand_apart_and_the_one_played_most_is_shown(whole_report, give):
    give(12)
    give(5, mode="solo")
    race, solo = whole_report(), whole_report("mode=solo")
    assert "12 of 12" in race
    assert "5 of 5" in solo
    assert "17 of 17" not in race + solo


def test_missed_counts_drawing_and_waiting(class_page, give):
    give(10)
    give(3, **DREW)
    give(2, **LOST, milliseconds=7000)
    give(4, **LOST, milliseconds=3000)
    assert "5 of 19" in class_page(part="students")


def test_a_fact_map_says_in_words_what_its_letters_mean(class_page, give, bea):
    give(12)
    words = class_page(f"student={bea.pk}", "class_facts")
    assert "5 + 1 = 6: secure, 12 of 12 right, 12 quick" in words
    assert "6 + 1 = 7: expected by cards like it: secure" in words
    assert words.count("not enough cards") >= 50
    assert "0 of 0" not in words
    assert "1 secure, 0 accurate" in words


def test_the_table_stands_as_the_teacher_asks(class_page, give, class_4b):
    give(20)
    give(10, student=class_4b.students.get(name="Amir"))
    give(10, student=class_4b.students.get(name="Amir"), **WRONG)
    give(20, student=class_4b.students.get(name="Chen"))
    give(1, student=class_4b.students.get(name="Chen"), **WRONG)
    table = class_page("sort=accuracy", part="students").split('id="_students"')[1]
    places = [table.index(f">{name}</a>") for name in ("Amir", "Chen", "Bea", "Dana")]
    assert places == sorted(places)


def test_what_was_kept_after_a_week_and_tapped_without_looking_is_counted_for_a_class(class_page, give, six):
    for student in six:
        give(1, student=student, started_at=earlier_today() - 8 * 24 * 3_600_000)
        give(2, student=student)
    give(3, **{**WRONG, "timed": True, "milliseconds": 400})
    words = class_page(part="students")
    assert "Tapped without looking: 3 of 21 cards" in words


def test_thousands_of_cards_are_written_alike(class_page, give, six):
    for student in six:
        give(170, student=student)
    give(1, **{**WRONG, "timed": True, "milliseconds": 400})
    assert "Tapped without looking: 1 of 1,021 cards" in class_page(part="students")


def test_settings_that_are_a_students_own_stand_beside_the_name(class_page, give, bea):
    give(6)
    bea.needs = {"clock": 2, "hints": True}
    bea.save()
    assert "own settings: time, hints" in class_page(part="students")


# One answer


def test_nothing_stands_out_only_where_nobody_stands_with_fewer_right_cards(class_page, give, bea):
    give(70)
    assert "Nothing stands out. Carry on." in class_page()
    give(40, **WRONG)
    said = class_page()
    assert "Nothing stands out" not in said
    assert "Sit with one child" in said
    assert "Likely fewer than 90 of 100 right." in said


# Two minutes


def test_the_first_page_of_a_class_of_24_is_read_in_two_minutes(ana_client, class_4b, lesson):
    """At most 400 words and 120 numbers in the whole page, its bar and tabs too; a kind of sum is a sign that says the
    counts behind it when it is pointed at, or read aloud."""
    fill(class_4b, lesson, 24)
    page = ana_client.get(reverse("class_report", args=[class_4b.pk])).content.decode()
    assert page.count("12 of 14 right") >= 24
    seen = re.sub(r"Child \d+ of \d+", "First L.", inner_text(page))
    assert len(re.findall(r"\S*\w\S*", seen)) <= 400
    assert len(re.findall(r"\d+(?:[.,]\d+)?", seen)) <= 120


def test_it_is_seen_that_numbers_are_of_the_newest_cards_only(ana_client, class_4b, bea, give, monkeypatch):
    """The answers above the table are those that its cards add up to."""
    give(40)
    pages = (("class_report", class_4b.pk, "newest 400 each"), ("student_report", bea.pk, "the newest 400 top cards"))
    for at_most, said in ((400, False), (20, True)):
        monkeypatch.setattr(speeds, "AT_MOST", at_most)
        caches["reports"].clear()
        for name, key, newest in pages:
            page = ana_client.get(reverse(name, args=[key])).content.decode()
            assert (newest in visible(page)) == said
            assert re.search(rf"{min(at_most, 40)} (answers|cards)", visible(page))


def test_every_page_of_a_student_says_one_share_of_the_same_cards(ana_client, bea, give, monkeypatch):
    """The counts of *Every number* are of the whole period; the share is of the newest cards, everywhere."""
    monkeypatch.setattr(speeds, "AT_MOST", 20)
    give(40)
    first, numbers = (text(ana_client, "student_report", bea.pk, query=query) for query in ("", "part=numbers"))
    assert "20 of 20 cards" in visible(first)
    assert "20 of 20 cards" in visible(numbers)
    assert "Accuracy and time: of the newest 4 weeks" in visible(numbers)
    assert "More than nine cards of ten are right." in visible(text(ana_client, "student_family", bea.pk))


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_a_page_of_its_own_that_leads_back(ana_client, class_4b, lesson, part):
    fill(class_4b, lesson, 6)
    words = text(ana_client, "class_report", class_4b.pk, query=f"part={part}")
    assert ">Overview</a>" in words
    assert f'part={part}" aria-current="page"' in words


# Speed of the pages


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_as_often_for_thirty_as_for_three(
    ana_client, class_4b, lesson, name, django_assert_num_queries, django_assert_max_num_queries
):
    address = reverse(name, args=[class_4b.pk])
    fill(class_4b, lesson, 6)
    with django_assert_max_num_queries(18) as few:
        ana_client.get(address)
    fill(class_4b, lesson, 24)
    with django_assert_num_queries(len(few)):
        ana_client.get(address)


def test_a_class_is_fitted_anew_only_when_answers_have_come(bea, give):
    give(12)
    first = speeds.class_fit(read([bea.pk], "race"))
    assert speeds.class_fit(read([bea.pk], "race")).theta.tolist() == first.theta.tolist()
    give(12, milliseconds=4000)
    assert speeds.class_fit(read([bea.pk], "race")).theta.tolist() != first.theta.tolist()
