"""The page for the family: what is known, one thing to do at home with its picture, the teacher's sentence."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.reports.around_the_corner.sources.scope import Scope
from classroom.reports.around_the_corner.student.at_home import EXAMPLES, KINDS, at_home, says
from classroom.reports.around_the_corner.student.one_mode import OneMode
from classroom.reports.kit.exports import student_data
from tests.classroom.reports.attempts_given import WRONG, card, text

SUM_OF_2 = {"top_step": 2, "stratum": "2-plain-1", "hand": [card(7), card(8)], "fitting": [card(7)], "played": card(7)}
SUM_OF_3 = {"top_step": 3, "stratum": "3-plain-1", "hand": [card(8), card(7)], "fitting": [card(8)]}


@pytest.fixture
def family(ana_client, bea):
    return lambda: text(ana_client, "student_family", bea.pk)


def test_a_sum_is_known_or_comes_with_playing(family, give):
    give(24)
    give(12, **SUM_OF_3, **{**WRONG, "timed": True})
    words = family()
    assert "5 + 1 = 6: known" in words
    assert "5 + 3 = 8: comes with playing" in words
    assert "Bea knows <strong>1 of the 60 sums</strong> of our game." in words


@pytest.mark.parametrize(
    ("before", "since", "said"),
    [
        ([{}], [SUM_OF_2], "Bea knows <strong>2 of the 60 sums</strong> of our game, 1 more than in October."),
        ([{}], [{}], "Bea knows <strong>1 of the 60 sums</strong> of our game."),
        ([], [{}], "Bea knows <strong>1 of the 60 sums</strong> of our game."),
    ],
    ids=["one more", "no more", "none then"],
)
def test_more_known_than_last_month_is_said(family, week, monkeypatch, before, since, said):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 12, tzinfo=UTC))
    for month, lessons in ((10, before), (11, since)):
        at = round(datetime(2026, month, 15, 12, tzinfo=UTC).timestamp() * 1000)
        for columns in lessons:
            week(0, 24, started_at=at, **columns)
    assert said in family()


def test_what_comes_next_is_one_thing_to_do_with_its_picture(family, give):
    give(24)
    give(12, **SUM_OF_3, **{**WRONG, "timed": True})
    words = family()
    assert words.count("Start at 5, hop on 3 times: 6, 7, 8. Say each number aloud.") == 1
    assert words.count('<svg class="number-picture ring"') == 1
    assert re.search(r'<svg class="number-picture ring"[^>]* aria-hidden="true">', words)
    marked = re.findall(r'<g class="(\w+)" transform[^>]*>.*?<text[^>]*>(\w+)</text>', words)
    assert marked == [("me", "5"), ("to", "8")]
    assert words.count(">A</text>") == 1
    assert words.count("One thing to do at home") == 1


def test_family_and_teacher_are_told_of_the_same_kind_of_sum(ana_client, bea, family, give):
    """The one likeliest not there yet, not the first of several."""
    give(24)
    give(3, **SUM_OF_2)
    give(9, **{**SUM_OF_2, **WRONG, "played": card(8), "timed": True})
    give(12, **SUM_OF_3, **{**WRONG, "timed": True})
    assert "Teach +3." in text(ana_client, "student_report", bea.pk)
    assert "adding 3" in family()


def test_who_lacks_nothing_walks_round_the_corner(bea, give):
    give(24)
    found = at_home(OneMode(bea, Scope("race")).known)
    assert found.kind == KINDS[3]
    assert found.says.startswith("Start at 9, hop on 2 times: 10, 1.")


def test_hops_go_back_as_well_and_once_is_not_times():
    assert says((2, 1, 0, -1)) == "Start at 2, hop back 3 times: 1, 10, 9. Say each number aloud."
    assert says((4, 5)) == "Start at 4, hop on once: 5. Say each number aloud."


def test_every_kind_has_a_number_to_begin_with():
    assert len(EXAMPLES) == len(KINDS)


def test_the_teachers_own_sentence_is_kept_and_printed(ana_client, bea, family, give):
    give(12)
    address = reverse("student_family", args=[bea.pk])
    assert ana_client.post(address, {"family_words": "Bea helps others. <b>Well done!</b>"}).status_code == 302
    words = family()
    assert "Bea helps others. &lt;b&gt;Well done!&lt;/b&gt;</p>" in words
    assert ana_client.post(address, {"family_words": "x" * 301}).status_code == 422
    assert "Bea helps others." in family()
    ana_client.post(address, {"family_words": ""})
    assert "own-words" not in family()


def test_the_sentence_is_in_what_is_kept_about_the_child(ana_client, bea, class_4b):
    ana_client.post(reverse("student_family", args=[bea.pk]), {"family_words": "Counts with stairs."})
    kept = b"".join(student_data.pieces(student_data.years_for(class_4b.teachers.get(), bea)))
    assert b"Counts with stairs." in kept


@pytest.mark.parametrize(
    ("played", "said", "unsaid"),
    [
        ({"corner": True}, ["7 ±2 means 7 + 2 or 7 − 2.", "After 10 comes 1 again"], ["After 5"]),
        ({"corner": False}, ["7 ±2 means 7 + 2 or 7 − 2."], ["comes 1 again"]),
        ({"corner": True, "highest": 5, "top_number": 3}, ["After 5 comes 1 again"], ["7 ±2", "After 10"]),
        ({"corner": True, "only_plus": True}, ["After 10 comes 1 again"], ["7 ±2"]),
    ],
)
def test_the_game_is_told_as_it_was_played(family, give, played, said, unsaid):
    give(6, **played)
    words = family()
    assert [each for each in said if each not in words] == []
    assert [each for each in unsaid if each in words] == []
