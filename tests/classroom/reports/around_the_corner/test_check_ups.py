"""The report of a check-up: who needs help with what, by which cards, and what changed since the one before."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.urls import reverse
from django.utils import timezone

from classroom.homework import assignments
from classroom.homework.around_the_corner import practice
from classroom.models import Homework
from classroom.reports.around_the_corner.findings import check_ups
from classroom.reports.around_the_corner.findings.facts import known_of
from game.around_the_corner import practice as rounds
from tests.classroom.reports.attempts_given import inner_text, visible
from tests.conftest import make_class

NAMES = ["Amir", "Bea", "Chen", "Dana", "Elif", "Finn"]


@pytest.fixture
def classroom(ana_teacher):
    return make_class(ana_teacher, "4C", NAMES)


def walk(classroom, weak, days_ago=0, only=NAMES):
    """Let these children of a class do a check-up so many days ago; those in `weak` know no sum, or are not sure."""
    clock = timezone.now() - timedelta(days=days_ago)
    with patch("django.utils.timezone.now", lambda: clock), \
            patch.object(rounds, "now_ms", lambda: round(clock.timestamp() * 1000)):  # fmt: skip
        task = assignments.give(
            classroom, options={"corner": True, "steps": [1, 2, 3]}, unit=Homework.Unit.CHECK_UPS, amount=1,
            last_day=timezone.localdate(),
        )  # fmt: skip
        for child in classroom.students.filter(name__in=only):
            begun = practice.begin(child, options=task.options, homework=task)
            position = rounds.position_of(begun.round)
            while not position.over:
                card = _card(position, right=child.name not in weak)
                position = practice.answer(begun, card=card, count=position.question.place)
    return task


def _card(position, *, right):
    """Return the right card, or in turns a wrong one and none: "not sure yet"."""
    if not right and position.question.place % 2:
        return None
    fact = position.question.fact
    return next(held.id for held in position.question.hand if (held.number == fact.answer) == right)


def found(classroom):
    return check_ups.newest(classroom, list(classroom.students.all()))


def page_of(client, classroom):
    return client.get(reverse("class_report", args=[classroom.pk]), {"part": "check_up"}).content.decode()


def test_without_a_check_up_the_page_says_how_to_begin(ana_client, classroom):
    page = page_of(ana_client, classroom)
    assert "No check-up yet" in page
    assert reverse("class_homework", args=[classroom.pk]) in page


def test_who_knows_too_little_needs_help_and_the_others_do_not(classroom):
    walk(classroom, ["Bea", "Dana"])
    lines = found(classroom).lines
    assert {line.student.name for line in lines} == {"Bea", "Dana"}
    for line in lines:
        assert line.cards
        assert not any(line.cards)
        assert line.then is None


def test_not_sure_yet_tells_that_a_sum_is_not_known(classroom):
    walk(classroom, ["Bea"])
    bea = classroom.students.get(name="Bea")
    counts = known_of([bea.pk]).skills.counts
    assert (counts.answered.sum(), counts.right.sum()) == (12, 0)


def test_a_check_up_in_which_nobody_answered_is_not_the_newest(classroom):
    done = walk(classroom, ["Bea"], days_ago=7)
    task = walk(classroom, [], only=[])
    child = classroom.students.get(name="Amir")
    practice.stop(practice.begin(child, options=task.options, homework=task))
    check_up = found(classroom)
    assert (check_up.task, [line.student.name for line in check_up.lines]) == (done, ["Bea"])


def test_changes_are_said_of_those_who_did_both_check_ups(classroom):
    walk(classroom, ["Amir", "Bea"], days_ago=30)
    walk(classroom, ["Bea", "Chen"], only=NAMES[:5])
    check_up = found(classroom)
    changes = check_up.changes
    assert changes.since == timezone.localdate() - timedelta(days=30)
    assert (changes.still, changes.new) == (1, 1)
    assert [child.name for child in check_up.away] == ["Finn"]
    then = {line.student.name: line.then for line in check_up.lines}
    assert (then["Bea"], then["Chen"]) == (True, False)


def test_who_was_away_the_time_before_is_in_no_count_of_changes(classroom):
    walk(classroom, ["Bea"], days_ago=30, only=NAMES[:5])
    walk(classroom, ["Bea", "Finn"])
    check_up = found(classroom)
    assert (check_up.changes.still, check_up.changes.new) == (1, 0)
    assert {line.student.name: line.then for line in check_up.lines}["Finn"] is None


def test_kinds_are_those_of_five_children_at_least(classroom):
    walk(classroom, [], days_ago=30, only=NAMES[:4])
    walk(classroom, [])
    assert found(classroom).kinds == []


def test_the_sentence_names_nobody_of_whom_too_few_cards_of_the_kind_are_known(classroom):
    walk(classroom, ["Bea"])
    check_up = found(classroom)
    own = check_up.now.counts.answered[[child.name for child in check_up.students].index("Bea"), check_up.commonest]
    mentioned = [child.name for part in check_up.named.first for child in part.students]
    assert mentioned == (["Bea"] if own >= 8 else [])


def test_the_page_shows_it_in_words(ana_client, classroom):
    walk(classroom, ["Bea"], days_ago=30)
    walk(classroom, ["Bea"])
    page = page_of(ana_client, classroom)
    seen = visible(page)
    assert "1 student needs help" in seen
    assert "Set practice for 1 student" in seen
    assert "then, too" in seen
    assert f"student={classroom.students.get(name='Bea').pk}" in page
    assert "%" not in inner_text(page)


def test_a_class_in_which_nobody_needs_help_plays_on(ana_client, classroom):
    walk(classroom, [])
    seen = visible(page_of(ana_client, classroom))
    assert "Nobody needs help with a kind of sum just now." in seen
    assert "Play on" in seen
