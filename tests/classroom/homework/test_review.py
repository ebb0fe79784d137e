"""What a class is due to review."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classroom.homework.around_the_corner import review
from classroom.homework.around_the_corner.review import due_for_review
from classroom.reports.around_the_corner.sources.sheets import once_known
from classroom.reports.pages import catalogue
from classroom.server.time_zone import DAY_MS
from game.clock import now_ms
from game.rules.around_the_corner.cards import DECK
from game.rules.around_the_corner.facts import FACTS


def known_days_ago(give, days, numbers=range(1, 8)):
    """Let Bea play + 2 on these numbers right and quickly on four days, the last of them so many days ago."""
    for day in range(4):
        for number in numbers:
            give(top_number=number, top_step=2, played=card_of(number + 2), sign="+", directions="+", corner=True,
                 milliseconds=1500, started_at=now_ms() - (days + 2 * day) * DAY_MS)  # fmt: skip


def card_of(number):
    return next(card.id for card in DECK if card.number == number)


def due(classroom, days=0):
    """Who is due for review so many days from now."""
    return due_for_review(once_known(classroom, list(classroom.students.all())), now_ms() + days * DAY_MS)


def test_what_was_known_and_not_met_for_weeks_is_due(class_4b, bea, give, django_assert_num_queries):
    known_days_ago(give, 40)
    students = list(class_4b.students.all())
    with django_assert_num_queries(2):
        known = once_known(class_4b, students)
    found = due_for_review(known, now_ms())
    assert found is not None
    assert (found.students, found.skill) == ((bea,), 1)


def test_what_was_met_yesterday_or_what_is_little_is_not_due(class_4b, give):
    known_days_ago(give, 1)
    assert due(class_4b) is None


def test_nobody_is_due_who_has_answered_nothing(class_4b):
    assert due(class_4b) is None


def test_the_page_of_what_to_teach_names_them_and_offers_practice(ana_client, class_4b, give):
    known_days_ago(give, 40)
    address = reverse("class_report", args=[class_4b.pk])
    page = ana_client.get(address, {"part": "skills", "since": "2001-01-01"}).content.decode()
    assert "Due for review: 1 student, mostly +2." in page
    assert "skill=1&amp;student=" in page


def test_answers_of_two_months_are_read_once_until_somebody_answers(ana_client, class_4b, give):
    known_days_ago(give, 40)
    address = reverse("class_report", args=[class_4b.pk])
    pages, read = [], []
    for again in (False, False, True):
        if again:
            known_days_ago(give, 1)
        with CaptureQueriesContext(connection) as asked:
            pages.append(ana_client.get(address, {"part": "skills", "since": "2001-01-01"}).content.decode())
        read.append(sum('FROM "game_attempt"' in query["sql"] and '"started_at" >=' in query["sql"] for query in asked))
    assert ["Due for review" in page for page in pages] == [True, True, False]
    assert read == [1, 0, 1]


def test_they_are_not_read_again_on_another_day_and_forgotten_sums_are_named_then(
    class_4b, give, django_assert_num_queries
):
    known_days_ago(give, 1)
    assert due(class_4b) is None
    with django_assert_num_queries(4):  # twice the students, and their newest sheets
        assert due(class_4b, days=20) is not None
        assert due(class_4b, days=70) is None


def test_parts_of_the_class_are_read_by_themselves_before_anybody_asks(class_4b, bea, give, django_assert_num_queries):
    known_days_ago(give, 40)
    students = list(class_4b.students.all())
    apart = 1 - students.index(bea) % 2
    catalogue.FIRST.prepare_part(class_4b, apart, 2)
    assert due_for_review(once_known(class_4b, students, []), now_ms()) is None
    catalogue.FIRST.prepare_part(class_4b, 1 - apart, 2)
    with django_assert_num_queries(1):
        found = due_for_review(once_known(class_4b, students), now_ms())
    assert found is not None
    assert found.students == (bea,)


def test_five_due_sums_are_enough_and_those_of_long_ago_are_none(bea):
    sums = [review.OnceKnown(fact, met=10, due=20) for fact in FACTS[:5]]
    now = 10 + review.LOOKED_BACK_MS
    found = review.due_for_review({bea: sums}, now)
    assert found
    assert found.students == (bea,)
    assert review.due_for_review({bea: sums[:4]}, now) is None
    assert review.due_for_review({bea: sums}, now + 1) is None
