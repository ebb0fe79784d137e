"""What is counted without a model: sums kept over a break, and taps without looking."""

import numpy as np

from classroom.reports.around_the_corner.findings.retention import kept_over_a_break, without_looking
from classroom.reports.around_the_corner.sources.answers import RECORD, Answers
from classroom.reports.around_the_corner.sources.sheets import plays
from classroom.rosters.merging import persons
from game.around_the_corner.answer_sheets import PLUS, TIMED
from game.codes import table_code
from game.models import AnswerSheet, Table
from tests.conftest import make_class

DAY_MS = 24 * 3600 * 1000


def answers(*rows):
    """Return the answers of two children: child, day, top card (its place), seconds, right."""
    sheets = sorted({(day, child) for child, day, *_ in rows})
    records = np.zeros(len(rows), RECORD)
    ordered = sorted(rows, key=lambda row: (row[1], row[0]))
    for record, (_child, _day, top, seconds, right) in zip(records, ordered, strict=True):
        record["ms"], record["ending"], record["flags"] = seconds * 1000, 0 if right else 1, TIMED
        record["top"], record["ways"] = top, PLUS
    student = np.array([row[0] for row in ordered])
    sheet = np.array([sheets.index((row[1], row[0])) for row in ordered])
    began = np.array([day * DAY_MS for day, _child in sheets])
    return Answers("race", (7, 8), records, student, sheet, np.zeros(len(sheets), int), began, "stamp")


def test_a_sum_is_kept_that_is_quick_and_right_before_a_week_and_after_it():
    assert kept_over_a_break(answers((0, 0, 4, 2.0, True), (0, 7, 4, 2.0, True))) == (1, 1)
    assert kept_over_a_break(answers((0, 0, 4, 2.0, True), (0, 7, 4, 5.0, True))) == (0, 1)
    assert kept_over_a_break(answers((0, 0, 4, 2.0, True), (0, 7, 4, 2.0, False))) == (0, 1)


def test_a_sum_that_was_not_there_before_cannot_be_kept():
    assert kept_over_a_break(answers((0, 0, 4, 5.0, True), (0, 9, 4, 2.0, True))) == (0, 0)
    assert kept_over_a_break(answers((0, 0, 4, 2.0, True), (0, 6, 4, 2.0, True))) == (0, 0)


def test_only_the_last_answer_before_the_break_and_the_first_after_it_count():
    rows = [(0, 0, 4, 2.0, False), (0, 0, 4, 2.0, True), (0, 10, 4, 2.0, True), (0, 10, 4, 2.0, False)]
    assert kept_over_a_break(answers(*rows)) == (1, 1)


def test_a_week_without_this_mode_is_no_break_where_the_child_played_in_another():
    twice = answers((0, 0, 4, 2.0, True), (0, 10, 4, 2.0, True), (1, 0, 4, 2.0, True), (1, 10, 4, 5.0, True))
    assert kept_over_a_break(twice) == (1, 2)
    assert kept_over_a_break(twice, played=[(0, 5 * DAY_MS)]) == (0, 1)
    assert kept_over_a_break(twice, played=[(0, 2 * DAY_MS), (1, 12 * DAY_MS)]) == (1, 2)


def test_another_childs_break_is_not_ones_own():
    rows = [
        (0, 0, 4, 2.0, True),
        (0, 5, 9, 2.0, True),
        (0, 10, 4, 2.0, True),
        (1, 0, 4, 2.0, True),
        (1, 10, 4, 2.0, True),
    ]
    assert kept_over_a_break(answers(*rows)) == (1, 1)


def test_nothing_answered_is_nothing_kept():
    none = answers((0, 0, 4, 2.0, True)).where(np.zeros(1, bool))
    assert kept_over_a_break(none) == without_looking(none) == (0, 0)


def test_a_wrong_card_at_once_was_tapped_without_looking():
    rows = [(0, 0, 4, 0.4, False), (0, 0, 4, 0.4, True), (0, 0, 4, 0.9, False), (0, 0, 4, 2.0, True)]
    assert without_looking(answers(*rows)) == (1, 4)


def test_what_a_child_plays_in_another_class_and_mode_is_play_of_its_own(class_4b, ana_teacher, bea):
    elsewhere = make_class(ana_teacher, "Club", ["Bea"]).students.get()
    persons.join(bea, elsewhere)
    amir = class_4b.students.get(name="Amir")
    for player, mode, day in ((bea, "race", 1), (elsewhere, "turns", 3), (amir, "practice", 2), (amir, "race", 9)):
        table = Table.objects.create(game="around_the_corner", options={}, code=table_code())
        AnswerSheet.objects.create(table=table, player=player.pk, mode=mode, began_at=day * DAY_MS, answers=b"")
    assert sorted(plays([amir.pk, bea.pk], (DAY_MS, 9 * DAY_MS))) == [(0, 2 * DAY_MS), (1, DAY_MS), (1, 3 * DAY_MS)]
