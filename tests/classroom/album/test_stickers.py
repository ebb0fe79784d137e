"""Stickers of three terms: found by deeds within a term, kept for good, shown with the day they were found."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from classroom.album import found
from classroom.album.stickers import DEEDS, TERMS, begins_since, term_of
from classroom.album.things import Done
from classroom.album.tiles import midnight
from classroom.models import Student
from classroom.server.time_zone import moment
from game.models import Attempt, Round
from tests.classroom.album.test_album import rounds, table
from tests.conftest import words

__all__ = ["table"]
pytestmark = pytest.mark.django_db
AUTUMN, SPRING, SUMMER = TERMS
IN_AUTUMN, IN_SPRING = date(2026, 9, 7), date(2027, 2, 1)
YEARS = range(2024, 2029)


def found_by(done: Done) -> dict[str, int]:
    return dict(item for term in TERMS for item in term.found_by(done, YEARS))


def everything(first: date, n: int = 300) -> Done:
    """Everything done so many times within twenty minutes of this day."""
    return Done(*[tuple(midnight(first) + 1000 * number for number in range(n))] * len(Done._fields))


def answers(student: Student, at: int, *, right: int = 0, again: int = 0, sums: int = 1) -> Round:
    """Let this child have a round at this time with so many right cards, and so many put right."""
    played = Round.objects.filter(table__seats__player=student.pk).latest("pk")
    Attempt.objects.bulk_create(
        Attempt(
            round=played, seat=0, player=student.pk, started_at=at + n, top=n, top_number=1 + n % sums, top_step=1,
            corner=True, mode="race", directions="+", sign="+", opponents=1, ending="C", retry=n >= right,
            stratum="1-plain-1",
        )
        for n in range(right + again)
    )  # fmt: skip
    return played


@pytest.fixture
def played(table, bea):
    rounds(table, ("played", 0), ("played", 1), ("finished", 0))
    return bea


def test_three_terms_of_twelve_fill_a_school_year_and_every_day_is_in_one():
    assert [len(term.stickers) for term in TERMS] == [12, 12, 12]
    assert len({each.word for term in TERMS for each in term.stickers}) == 36
    days = [date(2027, 1, 1) + timedelta(n) for n in range(365)]
    for day in days:
        begins, ends = term_of(day).span(day.year)
        assert begins <= midnight(day) < ends
    assert [*begins_since(date(2027, 3, 31), date(2027, 8, 1))] == [
        midnight(date(2027, month, 1)) for month in (1, 4, 8)
    ]


def test_every_sticker_is_for_what_every_child_can_do_and_none_for_being_first():
    assert {deed for deed, _times in DEEDS} == {"cards", "days", "weeks", "again", "sums_in_term", "checks"}
    assert found_by(Done()) == {}
    assert found_by(everything(IN_AUTUMN)).keys() == {each.word for each in AUTUMN.stickers}
    assert found_by(everything(IN_SPRING)).keys() == {each.word for each in SPRING.stickers}


def test_a_deed_is_done_within_one_term_and_an_empty_place_is_filled_when_the_term_comes_again():
    twenty = tuple(midnight(IN_AUTUMN) + n for n in range(19))
    assert found_by(Done(cards=(*twenty, midnight(IN_SPRING)))) == {}
    later = midnight(IN_AUTUMN + timedelta(365))
    assert found_by(Done(cards=(*twenty, *(later + n for n in range(20))))) == {"leaf": later + 19}


def test_what_is_found_keeps_its_day_whatever_is_done_later():
    some, more = everything(IN_AUTUMN, 20), everything(IN_AUTUMN, 300)
    assert found_by(some).items() < found_by(more).items()
    again = Done(*(times + then for times, then in zip(some, everything(IN_AUTUMN + timedelta(365)), strict=True)))
    assert found_by(some).items() < found_by(again).items()


def test_cards_sums_and_trying_again_are_counted_by_the_answers(played):
    now = midnight(timezone.localdate()) + 1000
    answers(played, now, right=18, again=1, sums=9)
    stickers = term_of(timezone.localdate()).stickers
    cards, _days, again, sums, *_rest = (each.word for each in stickers)
    assert {cards, sums} & found.of(played).stickers.keys() == set()
    assert found.of(played).stickers[again] == now + 18 - 18
    answers(played, now + 100, right=10, sums=10)
    assert found.of(played).stickers[cards] == now
    assert found.of(played).stickers[sums] == now + 109


def test_a_sum_counts_that_was_right_at_once_on_a_card_with_a_sign(played):
    now = midnight(timezone.localdate()) + 1000
    answers(played, now, right=19, sums=19)
    sums = term_of(timezone.localdate()).stickers[3].word
    assert sums in found.of(played).stickers
    for changed in ({"retry": True}, {"retry": False, "sign": ""}):
        Attempt.objects.update(**changed)
        assert sums not in found.of(played).stickers


def test_a_round_that_is_not_over_has_found_no_day(played):
    Round.objects.filter(table__seats__player=played.pk).update(finished_at=None)
    assert found._done([played.pk]).days == ()


def test_the_sticker_of_a_round_is_the_one_found_since_it_began(played):
    now = midnight(timezone.localdate()) + 1000
    assert found.sticker_since(played, now) is None
    answers(played, now, right=20, sums=10)
    sticker = found.sticker_since(played, now)
    assert sticker in term_of(timezone.localdate()).stickers
    assert found.sticker_since(played, now + 100) is None


def test_a_sticker_and_a_season_s_back_of_an_earlier_year_stay_and_are_not_found_again(played):
    year = timezone.localdate().year
    then, now = midnight(date(year - 1, 1, 4)), midnight(date(year, 1, 4))
    Round.objects.update(dealt_at=moment(then), finished_at=moment(then))
    answers(played, then, right=20)
    first = term_of(date(year, 1, 4)).stickers[0]
    kept = found.of(played)
    assert (kept.things["back-crowns"], kept.stickers[first.word]) == (then, then)
    with time_machine.travel(moment(now), tick=False):
        answers(played, now, right=20)
        assert found.sticker_since(played, now) is None
        assert found.of(played).stickers[first.word] == then


def test_the_sticker_of_a_round_is_shown_at_its_end_and_not_at_that_of_the_next(bea_client, table, played):
    assert bea_client.get(reverse("sticker_found")).status_code == 204
    answers(played, round(table.rounds.get().dealt_at.timestamp() * 1000), right=20)
    found_now = f"New sticker: {term_of(timezone.localdate()).stickers[0].title} 20 right cards"
    assert found_now in words(bea_client.get(reverse("sticker_found")))
    rounds(table, ("played", 0), ("played", 1), ("finished", 0))
    assert bea_client.get(reverse("sticker_found")).status_code == 204


def test_a_round_that_ends_with_its_lesson_has_its_sticker_on_the_page_after_it(bea_client, table, played):
    rounds(table, ("played", 0))
    cut_off = table.rounds.latest("pk")
    Round.objects.filter(pk=cut_off.pk).update(finished_at=None)
    said = "New sticker: "
    assert said not in words(bea_client.get(reverse("own_picture"), {"after": ""}))
    answers(played, round(cut_off.dealt_at.timestamp() * 1000), right=20)
    assert said in words(bea_client.get(reverse("own_picture"), {"after": ""}))
    assert said not in words(bea_client.get(reverse("own_picture")))


def test_a_page_shows_what_is_found_with_its_day_and_of_the_rest_the_deed(bea_client, played):
    answers(played, midnight(timezone.localdate()) + 1000, right=20)
    page = words(bea_client.get(reverse("my_page")))
    term = term_of(timezone.localdate())
    day = timezone.localdate().strftime("%B %-d")
    assert f"new 20 right cards {term.stickers[0].title}, {day}" in page
    assert "Not found yet: 100 right cards" in page
    assert f"{term.title} 1 of 12" in page


def test_the_speaker_of_the_page_reads_the_deeds_of_this_term_that_are_left(bea_client, played):
    answers(played, midnight(timezone.localdate()) + 1000, right=20)
    said = re.search(r'data-say="([^"]+)"', bea_client.get(reverse("my_page")).text)
    assert said
    asked = said[1].strip("/").split("/")[-1].split(",")
    assert asked[-12:] == ["n1", *(each.recording for each in term_of(timezone.localdate()).stickers[1:])]
    assert len(bea_client.get(said[1]).json()) == len(asked)


def test_a_class_without_albums_shows_no_sticker(ana_client, bea_client, played, class_4b):
    answers(played, midnight(timezone.localdate()) + 1000, right=20)
    assert "20 right cards" in words(bea_client.get(reverse("my_page")))
    ana_client.post(reverse("class_album", args=[class_4b.pk]), {"album": "no"})
    assert "20 right cards" not in words(bea_client.get(reverse("my_page")))
    assert found.sticker_since(Student.objects.get(pk=played.pk), 0) is None


def test_a_teacher_sees_what_every_sticker_is_for(ana_client, class_4b):
    page = ana_client.get(reverse("class_album", args=[class_4b.pk]))
    assert page.content.decode().count('class="sticker"') == 36
    assert "Spring 20 right cards Play on 2 days 1 mistake put right" in words(page)


def test_each_sticker_is_drawn():
    drawn = (settings.BASE_DIR / "static/img/stickers.svg").read_text()
    assert re.findall(r'symbol id="(\w+)"', drawn) == [each.word for term in TERMS for each in term.stickers]
