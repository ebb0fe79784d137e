"""Growth on a student's page: what is called so, and what may be chance."""

import re
from datetime import date

import pytest
from django.utils import timezone

from classroom.models import Student
from classroom.reports.around_the_corner.findings import growth as grown
from classroom.reports.around_the_corner.findings.ability import class_fit
from classroom.reports.around_the_corner.sources.answers import RECORD, put_together, read
from classroom.reports.kit.growth.pictures import Growth, growth
from classroom.reports.kit.growth.weeks import Progress, Trend, growth_in_words, week_of
from classroom.server.time_zone import midnight
from tests.classroom.reports.attempts_given import LOST


def growth_of(student: Student) -> Growth:
    answers, today = read([student.pk], "solo"), timezone.localdate()
    return growth(grown.weeks_of(answers, None, today), grown.trends(answers, today, class_fit(answers))[0])


def test_of_a_single_week_nothing_is_said(page, week):
    week(0, 30)
    assert growth_words(page(query="mode=solo")) == ""


def growth_words(page: str) -> str:
    """Return what the page says under the picture of the weeks."""
    after = page.split('id="further"')[1].split("</section>")[0]
    return "".join(re.findall(r'<p class="aside">(.*?)</p>', after))


def test_more_right_cards_than_chance_brings_are_growth(page, week):
    week(5, right=20, wrong=20)
    week(0, right=39, wrong=1)
    words = page(query="mode=solo")
    assert re.search(
        r"(Surely|Likely) right more often\.</h2>.*<p>About \d\d of 100 right in the week of .*, 9\d now\.", words
    )


@pytest.mark.parametrize(("cards", "wrong"), [(86, (6, 4)), (24, (4, 3))])
def test_of_what_may_be_chance_nothing_is_said(page, week, cards, wrong):
    for ago, false in zip((5, 0), wrong, strict=True):
        week(ago, right=cards - false, wrong=false)
    assert growth_words(page(query="mode=solo")) == ""


def test_less_is_said_as_plainly_as_more(bea, week):
    week(5, right=39, wrong=1)
    week(0, right=20, wrong=20)
    assert re.match("(Surely|Likely) right less often.", str(growth_in_words(growth_of(bea).trend, grown.TEXTS)))


def test_the_trend_rests_on_the_last_hundred_answers_of_a_week(bea, week, monkeypatch):
    week(5, right=20, wrong=20)
    week(0, right=39, wrong=1)
    answers, today = read([bea.pk], "solo"), timezone.localdate()
    week_of_sheet = week_of(answers.began_at, today)
    all_of_them = len(grown.last_of_weeks(answers, week_of_sheet))
    monkeypatch.setattr(grown, "A_WEEK", 25)
    assert (all_of_them, len(grown.last_of_weeks(answers, week_of_sheet))) == (80, 50)


def test_quicker_cards_are_growth_too(page, bea, week):
    for ago, ms in ((5, 5000), (0, 2000)):
        for step in range(30):
            week(ago, 1, ms=ms + 20 * step)
    first, sure = page(query="mode=solo"), growth_of(bea).trend.as_sure
    assert re.search(r"About 5\.\d s a card in the week of .*, 2\.\d s now\.", first)
    assert "Seconds to a right card: quicker is higher" in first, "the picture is of what is said"
    assert ("quicker, and no less right." in first, "look whether as right as before." in first) == (sure, not sure)
    assert ("more quickly" in page("student_family", query="mode=solo")) == sure


def test_just_as_surely_is_said_only_where_a_fall_is_ruled_out(page, week):
    for ago, ms, wrong in ((5, 5000, 1), (0, 2000, 1)):
        for step in range(30):
            week(ago, 1, wrong if step % 10 == 0 else 0, ms=ms + 20 * step)
    assert "quicker; look whether as right as before." in page(query="mode=solo")
    assert "more quickly" not in page("student_family", query="mode=solo")


def test_a_week_with_few_cards_is_hollow_and_one_without_is_empty(bea, week):
    week(1, 39)
    week(0, 40)
    found = growth_of(bea)
    assert [week.plays for week in found.weeks] == [0, 0, 0, 0, 0, 0, 39, 40]
    assert found.accuracy
    assert [mark.hollow for _x, mark in found.accuracy.marks] == [True, False]


def test_share_and_seconds_in_races_are_those_with_nobody_racing(bea, week):
    """As many cards were lost after the same time as were won."""
    week(0, 20, 2, mode="race", ms=3000)
    week(0, 20, mode="race", ms=3000, **LOST)
    answers = read([bea.pk], "race")
    one = grown.weeks_of(answers, class_fit(answers), timezone.localdate())[-1]
    assert one.seconds
    assert one.seconds.known.value > 3.2
    assert one.accuracy
    assert one.accuracy.known.low < 20 / 22 < one.accuracy.known.high


def test_a_school_day_is_one_day_wherever_the_school_is(settings):
    """In Auckland midnight of Greenwich comes at lunch."""
    settings.TIME_ZONE = "Pacific/Auckland"
    hour = 3_600_000
    morning = midnight(date(2026, 3, 3)) + 9 * hour
    begun = (morning, morning + 5 * hour, morning + 24 * hour)
    rows = [(1, place, ms, bytes(RECORD.itemsize), place, "race") for place, ms in enumerate(begun)]
    assert put_together((1,), "race", [0, 0, 0], rows).exposures().day.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("accuracy", "seconds", "as_sure", "said"),
    [
        ((0.80, 0.91, True), (3.1, 2.4, True), False, "Surely quicker, and right more often. About 80 of 100"),
        ((0.95, 0.84, True), (3.1, 2.4, True), False, "Surely quicker, but less right. About 95 of 100"),
        (None, (3.1, 2.4, False), True, "Likely quicker, and no less right. About 3.1 s a card"),
        ((0.80, 0.91, False), (2.4, 3.1, True), False, "Likely right more often, and slower. About 80 of 100"),
        (None, None, True, ""),
    ],
)
def test_speed_and_accuracy_are_said_in_one_sentence_as_sure_as_the_less_sure(accuracy, seconds, as_sure, said):
    changes = [Progress(timezone.localdate(), *change) if change else None for change in (accuracy, seconds)]
    assert str(growth_in_words(Trend(True, *changes, as_sure=as_sure), grown.TEXTS)).startswith(said)
