"""Sums of the numbers 1 to 5 in the reports: round the corner of five apart, all others with those of one to ten."""

from classroom.reports.around_the_corner.findings import queries
from classroom.reports.around_the_corner.findings.error_patterns import error_analyses
from classroom.reports.around_the_corner.sources import round_five
from classroom.reports.around_the_corner.sources.answers import read, read_round_five
from game.rules.around_the_corner.diagnosis import Code
from tests.classroom.reports.attempts_given import card, text

LOW = {"highest": 5}
ROUND = {**LOW, "hand": [card(1), card(3)], "fitting": [card(1)], "played": card(1), "stratum": "1-corner-1"}
"""On 5 ±1 the 1: 5 + 1 round the corner of five."""
ON_THREE = {**LOW, "top_number": 3, "hand": [card(4)], "fitting": [card(4)], "played": card(4)}
BACK = {
    **LOW,
    "corner": False,
    "hand": [card(4)],
    "fitting": [card(4)],
    "played": card(4),
    "directions": "-",
    "sign": "-",
}
WRONG = {"ending": "W", "played": card(3), "sign": ""}


def right_of(student) -> int:
    return queries.reports([student])[0].rows[0].tally.right


def test_a_sum_round_the_corner_of_five_is_in_no_number_of_the_sixty(bea, give):
    give(4)
    give(3, **ROUND)
    assert right_of(bea) == 4
    assert read([bea.pk], "race").fact.tolist() == [27] * 4
    assert len(read_round_five([bea.pk], "race")) == 3


def test_every_top_card_with_such_a_sum_is_apart_whatever_was_played_on_it(bea, give):
    give(2, **ROUND | {"hand": [card(4)], "fitting": [card(4)], "played": card(4), "stratum": "1-plain-1"})
    assert len(read([bea.pk], "race")) == 0


def test_what_does_not_go_round_is_the_same_fact_as_among_ten(bea, give):
    give(2, **ON_THREE)
    give(2, **BACK)
    assert right_of(bea) == 4
    assert sorted(read([bea.pk], "race").fact.tolist()) == [15, 15, 26, 26]


def test_only_plus_leaves_no_sum_round_the_corner_at_one(bea, give):
    give(1, **LOW, only_plus=True, top_number=1, hand=[card(2)], fitting=[card(2)], played=card(2))
    give(1, **ROUND, only_plus=True)
    assert [len(found([bea.pk], "race")) for found in (read, read_round_five)] == [1, 1]


def test_sums_round_the_corner_of_five_are_told_beside_the_other_numbers(ana_client, lesson, bea, give):
    give(1)
    give(3, **ROUND)
    give(1, **ROUND | WRONG)
    assert round_five.tallies([bea.pk]) == [round_five.FiveTally("race", 3, 4)]
    told = "3 of 4 cards right where a sum goes round the corner of five"
    assert told in text(ana_client, "student_report", bea.pk, query="part=numbers")
    lesson.options |= LOW
    lesson.save()
    page = text(ana_client, "session_report", lesson.pk)
    assert told in page
    assert "1–5" in page


def test_a_wrong_card_needs_what_its_own_numbers_have(ana_client, lesson, bea, give):
    give(1, **BACK | WRONG | {"hand": [card(3), card(4)]})
    assert [wrong.needed for wrong in queries.reports([bea])[0].wrong_cards] == [(4,)]
    assert text(ana_client, "session_report", lesson.pk).count("3 on 5 ±1") == 2


def test_mistakes_round_the_corner_of_five_make_no_pattern(bea, give):
    give(5, **ROUND | WRONG)
    assert error_analyses(read([bea.pk], "race")) == {}


def test_taking_away_where_the_card_says_plus_is_a_pattern(bea, give):
    for number in (4, 5, 6, 7):
        hand = [card(number + 1), card(number - 1), *(card(other) for other in (1, 2, 9, 10))]
        wrong = {"ending": "W", "sign": "", "played": card(number - 1), "timed": False}
        give(1, only_plus=True, top_number=number, hand=hand, fitting=hand[:1], **wrong)
    (analysis,) = error_analyses(read([bea.pk], "race")).values()
    assert [pattern.code for pattern in analysis.flagged] == [Code.TOOK_AWAY]
