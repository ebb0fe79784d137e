"""What teachers read: counts, ranges and words on the report pages, and the number of queries behind them."""

import pytest
from django.urls import reverse

from classroom.models import ClassSession, Student
from classroom.reports.around_the_corner.findings import queries
from game.models import Round
from game.rules import around_the_corner as rules
from tests.classroom.logged import log
from tests.classroom.reports.attempts_given import WRONG, fill, play_at, text


def tally_of(student: Student) -> queries.CardTally:
    return queries.reports([student])[0].rows[0].tally


def test_cards_are_counted_by_what_came_of_them(bea, give):
    give(6)
    give(2, **WRONG)
    give(3, late=True)
    give(1, late=True, **WRONG)
    give(4, ending="D", played=None, sign="")
    give(5, ending="O", played=None, sign="")
    give(1, ending="X", played=None, sign="")
    tally = tally_of(bea)
    assert (tally.right, tally.wrong, tally.beaten, tally.missed) == (9, 3, 4, 4)
    assert (tally.accuracy.right, tally.accuracy.n) == (9, 12)
    assert tally.chances == 21


def test_who_only_watched_has_not_played(bea, give):
    give(5, ending="O", played=None, sign="")
    assert not tally_of(bea).played


def test_only_the_first_answer_to_a_top_card_counts(bea, give):
    give(3)
    give(9, retry=True)
    give(9, retry=True, **WRONG)
    assert (tally_of(bea).right, tally_of(bea).wrong, tally_of(bea).speed.n) == (3, 0, 3)


def test_a_wrong_card_while_nothing_fitted_is_no_evidence_of_accuracy_but_is_shown(ana_client, bea, give):
    give(6)
    give(1, fitting=[], directions="", stratum="", **WRONG)
    assert tally_of(bea).accuracy.n == 6
    assert "1 card was played while nothing in the hand fitted" in text(
        ana_client, "student_report", bea.pk, query="part=numbers"
    )
    shown = text(ana_client, "class_plays", bea.classroom_id, query=f"student={bea.pk}&what=unfit&mode=race")
    assert "7, though nothing fitted" in shown


def test_modes_are_never_added_together(bea, give):
    give(6)
    give(5, mode="solo")
    assert [(report.mode, report.rows[0].tally.right) for report in queries.reports([bea])] == [
        ("race", 6),
        ("solo", 5),
    ]


def test_only_a_race_leaves_out_the_tops_that_the_student_laid(bea, give):
    give(3, own_top=True)
    give(2)
    give(4, own_top=True, mode="solo")
    assert [report.rows[0].tally.speed.n for report in queries.reports([bea])] == [2, 4]


def test_accuracy_below_five_cards_is_counts_without_a_range(ana_client, bea, give):
    give(4)
    page = text(ana_client, "student_report", bea.pk, query="part=numbers")
    assert "4 of 4" in page
    assert "too few for more" in page
    assert '<svg class="interval' not in page


def test_alone_accuracy_from_five_cards_has_its_range_in_words(ana_client, bea, give):
    give(9, mode="solo")
    give(1, **WRONG, mode="solo")
    page = text(ana_client, "student_report", bea.pk, query="part=numbers")
    assert "9 of 10" in page
    assert "between 60 and 98 of 100" in page


def test_in_a_race_the_share_with_nobody_racing_stands_first_and_is_the_same_on_every_page(
    ana_client, bea, give, lesson
):
    give(26)
    give(4, **{**WRONG, "timed": True})
    give(40, ending="O", played=None, sign="", milliseconds=1500)
    low, share, high = tally_of(bea).accuracy.of_hundred
    assert 0 < low < share < high < 100
    first, then = f">{share} of 100</span>", f"between {low} and {high}</span>"
    pages = (("student_report", bea.pk, "numbers"), ("class_report", bea.classroom_id, "students"))
    for name, key, part in (*pages, ("session_report", lesson.pk, "")):
        page = text(ana_client, name, key, query=f"part={part}")
        assert page.index(first) < page.index(then) < page.index("26 of 30 cards")
    assert "More than eight cards of ten are right." in text(ana_client, "student_family", bea.pk)


def test_speed_is_hidden_below_ten_cards_and_says_how_many_there_are(ana_client, bea, give):
    give(8)
    give(5, timed=False)
    assert "not enough cards yet (8 of 10)" in text(ana_client, "student_report", bea.pk, query="part=numbers")


def test_speed_in_a_race_is_what_it_would_be_with_nobody_racing(ana_client, bea, give):
    """As many cards were lost after the same time as were won: the true middle time is longer than that of the won."""
    for milliseconds in range(2600, 3600, 100):
        give(1, milliseconds=milliseconds)
        give(1, milliseconds=milliseconds, ending="O", played=None, sign="")
    speed = tally_of(bea).speed
    assert speed.n == 10
    assert speed.seconds > 3.2
    assert f"about {round(2 * speed.seconds) / 2:.1f} s" in text(
        ana_client, "student_report", bea.pk, query="part=numbers"
    )


def test_speed_from_fifty_cards_has_a_decimal_and_alone_it_is_the_plain_middle(ana_client, bea, give):
    give(50, milliseconds=2340, mode="solo")
    page = text(ana_client, "student_report", bea.pk, query="part=numbers")
    assert "2.3 s" in page
    assert "about 2" not in page


def test_every_number_of_a_student_says_what_each_kind_of_sum_is_made_of(ana_client, bea, give):
    give(6)
    give(2, **WRONG)
    page = text(ana_client, "student_report", bea.pk, query="part=numbers")
    assert "Kinds of sums" in page
    assert "6 of 8 right" in page


@pytest.mark.parametrize(("name", "of_class"), [("student_report", False), ("class_report", True)])
def test_the_files_say_what_is_in_them_and_what_their_columns_mean(ana_client, bea, give, name, of_class):
    give(3)
    page = text(ana_client, name, bea.classroom_id if of_class else bea.pk, query="part=files")
    for said in ("One line for each student", "The numbers of the report", "What the columns of the CSV mean"):
        assert said in page
    assert "own_settings" in page
    assert ("Everything that is kept" in page) is not of_class


def test_the_wrong_cards_are_named_with_what_would_have_fitted(ana_client, lesson, give):
    give(2, **WRONG)
    page = text(ana_client, "session_report", lesson.pk)
    assert "7 on 5 ±1" in page
    assert "6 or 4" in page


def test_without_the_corner_only_answers_that_are_there_would_have_fitted(bea, give):
    give(1, **{**WRONG, "corner": False, "top_number": 10, "top_step": 2})
    assert [wrong.needed for wrong in queries.reports([bea])[0].wrong_cards] == [(8,)]


def test_two_cards_of_one_number_are_one_mistake(bea, give):
    for played in [c.id for c in rules.DECK if c.number == 7][:3]:
        give(1, **{**WRONG, "played": played})
    assert [wrong.times for wrong in queries.reports([bea])[0].wrong_cards] == [3]


def test_every_student_of_the_class_is_listed_in_the_order_of_the_roster(ana_client, lesson, give):
    give(6)
    page = text(ana_client, "session_report", lesson.pk)
    places = [page.index(f"{name}</a>") for name in ("Amir", "Bea", "Chen", "Dana")]
    assert places == sorted(places)
    assert page.count("no cards yet") == 3


def test_a_class_of_fewer_than_five_players_has_no_number_of_its_own(ana_client, class_4b, lesson, give):
    give(6)
    for part in ("facts", "sessions"):
        assert "fewer than five students" in text(ana_client, "class_report", class_4b.pk, query=f"part={part}")


def test_a_report_of_one_session_leaves_out_the_others(class_4b, lesson, bea, give):
    give(6)
    other = ClassSession.objects.create(classroom=class_4b, game=rules.NAME, state="ended", options={"mode": "race"})
    play_at(other, bea, 5)
    assert queries.reports([bea])[0].rows[0].tally.right == 11
    assert queries.of_student(bea, lesson)[0].rows[0].tally.right == 6


def test_of_one_lesson_a_child_reads_counts_and_no_share_that_they_only_suggest(ana_client, lesson, bea, give):
    """Twenty right of twenty are no "94 of 100": that is said of weeks."""
    give(20)
    shown = " ".join(text(ana_client, "session_student", lesson.pk, bea.pk).split())
    assert "<dt>Right</dt> <dd><strong>20 of 20</strong>" in shown
    assert "of 100" not in shown.split("What the words mean")[0]


def test_a_student_of_another_class_is_not_in_the_session(ana_client, lesson, class_5c):
    eli = class_5c.students.get(name="Eli")
    assert ana_client.get(reverse("session_student", args=[lesson.pk, eli.pk])).status_code == 404


@pytest.mark.parametrize("page", ["session_report", "class_report"])
def test_a_session_without_cards_says_when_numbers_come(ana_client, class_4b, lesson, page):
    words = text(ana_client, page, lesson.pk if page == "session_report" else class_4b.pk)
    assert "when a round is over" in words.replace("When", "when")


@pytest.mark.parametrize("page", ["session_report", "class_report"])
def test_a_page_asks_the_database_as_often_for_thirty_as_for_ten(
    ana_client, class_4b, lesson, page, django_assert_num_queries, django_assert_max_num_queries
):
    address = reverse(page, args=[lesson.pk if page == "session_report" else class_4b.pk])
    fill(class_4b, lesson, 10)
    with django_assert_max_num_queries(20 if page == "session_report" else 18) as few:
        ana_client.get(address)
    fill(class_4b, lesson, 20)
    with django_assert_num_queries(len(few)):
        ana_client.get(address)


def test_the_report_of_a_session_begins_with_three_numbers_and_folds_its_tables(ana_client, class_4b, lesson, give):
    give(6)
    played = Round.objects.filter(table__seats__sitting__session=lesson).first()
    log(played, ("go", None), ("played", 0))
    page = ana_client.get(reverse("session_report", args=[lesson.pk])).content.decode()
    numbers, tables = page.index("numbers-3"), page.index('<details class="panel sunk more"')
    assert numbers < page.index("For the next lesson") < tables < page.index("<table")
    assert page[:numbers].count("<table") == 0
    assert "<details open" not in page


def test_the_student_page_asks_as_often_for_ten_sessions_as_for_one(
    ana_client, class_4b, bea, give, django_assert_num_queries, django_assert_max_num_queries
):
    give(6)
    address = reverse("student_report", args=[bea.pk])
    with django_assert_max_num_queries(21) as few:
        ana_client.get(address)
    for _ in range(9):
        play_at(ClassSession.objects.create(classroom=class_4b, game=rules.NAME, state="ended"), bea, 5)
    with django_assert_num_queries(len(few)):
        ana_client.get(address)


def test_right_cards_a_minute_count_the_time_of_lost_races_in(bea, give):
    give(12, milliseconds=3000)
    give(8, ending="O", played=None, sign="", milliseconds=3000)
    pace = tally_of(bea).pace
    assert pace is not None
    assert pace.value == pytest.approx(12.0)
    assert pace.low < 12 < pace.high


def test_few_cards_on_the_clock_make_no_number_a_minute(bea, give):
    give(9, milliseconds=3000)
    assert tally_of(bea).pace is None
