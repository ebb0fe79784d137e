"""What counts as an exposure: rounds played move by move, and what is read out of their log."""

from typing import Any

import pytest

from game.log.reader import MeasuredEntry
from game.rules import Event
from game.rules import around_the_corner as rules
from tests.game.scripts import START, TAP, Script, both_fit, dealt, ended_before, endings, first, fits, random_round


def both_drew(**options: Any) -> Script:
    """Both have drawn a card that fits: seat 0 at 1.0 s, seat 1 at 1.2 s."""
    script = Script(dealt(both_fit), **options)
    script.draws(0, 1000, p=7, s=[["t", 1, 500]])
    script.draws(1, 1200, p=8, s=[["t", 1, 90]])
    return script


@pytest.fixture
def race() -> Script:
    return both_drew()


def test_a_right_card_is_timed_from_the_moment_it_was_in_the_hand(race):
    card = race.position.hands[0][0]
    race.plays(0, card, 3100, rtop=2600, **TAP, s=[["h", 1, 1080]])
    row = race.exposures(0)[0]
    assert (row.ending, row.played, row.milliseconds, row.timed) == ("C", card, 2020, True)
    assert row.sign in "+-"
    assert row.modality == "touch"


@pytest.mark.parametrize(("tapped_at", "rtt", "off"), [(3100, 80, False), (3300, 40, False), (3500, 80, True)])
def test_of_a_time_that_the_servers_interval_contradicts_the_servers_is_kept(race, tapped_at, rtt, off):
    race.plays(0, race.position.hands[0][0], tapped_at, rtop=2600, rtt=rtt, **TAP, s=[["h", 1, 1080]])
    row = race.exposures(0)[0]
    assert (row.milliseconds, row.clock_off, row.timed) == (tapped_at - 1000 if off else 2020, off, not off)


@pytest.mark.parametrize(("held", "off"), [(400, False), (0, True)])
def test_what_a_card_was_held_for_is_no_difference_of_clocks(race, held, off):
    tap = {"rtop": 2600, "rtt": 80, "first": [2600, 80, held], **TAP}
    race.plays(0, race.position.hands[0][0], 3500, **tap, s=[["h", 1, 1080]])
    row = race.exposures(0)[0]
    assert (row.milliseconds, row.clock_off, row.timed) == (2500 if off else 2020, off, not off)


@pytest.mark.parametrize("slower", ["scan", "dwell"])
def test_of_one_key_and_of_resting_answers_count_and_no_time_does(slower):
    """It waits for a light, and so does what cut its time."""
    script = both_drew(own={"1": {slower: 1000}})
    script.plays(0, script.position.hands[0][0], 3100, rtop=2600, **TAP, s=[["h", 1, 1080]])
    script.happens("seen", 1, at=5000, p=8, s=[["h", 1, 900], ["t", 2, 2750]])
    script.plays(1, script.position.hands[1][0], 6000, rtop=900, **TAP | {"p": 8, "by": "click"})
    rows = [(row.seat, row.ending, row.timed, row.modality) for row in script.exposures()]
    assert (0, "C", True, "touch") in rows
    assert {(ending, timed) for seat, ending, timed, _by in rows if seat} <= {("O", False), ("C", False), ("W", False)}
    assert {by for seat, _ending, _timed, by in rows if seat} == {"", "scan"}


def test_where_the_line_has_said_nothing_about_itself_clocks_are_not_compared(race):
    race.plays(0, race.position.hands[0][0], 9000, rtop=2600, **TAP, s=[["h", 1, 1080]])
    assert not race.exposures(0)[0].clock_off


def test_a_card_of_another_student_ends_the_exposure_at_its_own_paint(race):
    race.plays(0, race.position.hands[0][0], 3100)
    race.happens("seen", 1, at=5000, p=8, s=[["h", 1, 900], ["t", 2, 2750]])
    row = race.exposures(1)[0]
    assert (row.ending, row.milliseconds, row.timed) == ("O", 1850, True)


def test_without_paint_times_the_server_times_stand_in_and_are_no_times(race):
    race.plays(0, race.position.hands[0][0], 3100)
    rows = {row.seat: row for row in race.exposures()}
    assert (rows[0].milliseconds, rows[0].timed) == (2100, False)
    assert (rows[1].milliseconds, rows[1].timed) == (1900, False)


def test_a_wrong_card_closes_the_exposure_and_what_follows_is_a_retry(race):
    race.draws(0, 1300)
    right, wrong = race.position.hands[0]
    assert race.plays(0, wrong, 2000, rtop=1500, rhand=700, **TAP) == "wrong"
    assert race.plays(0, right, 4000, rtop=3500, **TAP) == "played"
    rows = race.exposures(0)
    assert [(row.ending, row.played, row.retry) for row in rows] == [("W", wrong, False), ("C", right, True)]
    assert not rows[1].timed


def test_a_draw_although_a_card_fits_is_missed_and_the_first_decision(race):
    race.draws(0, 2500)
    race.plays(0, race.position.hands[0][0], 4000, rtop=3500, **TAP)
    assert [(row.ending, row.retry) for row in race.exposures(0)] == [("D", False), ("C", True)]


def test_a_second_card_drawn_in_quick_succession_is_no_decision(race):
    race.draws(0, 1400)
    rows = race.exposures(0)
    assert endings(rows) == [(1, "X")]
    assert len(rows[0].hand) == 2


def test_a_draw_with_no_fitting_card_is_no_exposure():
    script = Script(dealt(lambda p: not fits(p, first(p, 0)) and not fits(p, first(p, 0, 2))))
    script.draws(0, 1000)
    script.draws(0, 3000)
    assert script.exposures(0) == []


def test_a_wrong_card_while_nothing_fits_is_kept_but_is_no_exposure():
    script = Script(dealt(lambda p: not fits(p, first(p, 0))))
    script.plays(0, script.draws(0, 1000), 3000)
    row = script.exposures(0)[0]
    assert (row.ending, row.fitting, row.stratum, row.timed) == ("W", (), "", False)


def test_a_late_card_that_fitted_what_it_saw_is_a_right_answer_with_its_true_time(race):
    race.plays(0, race.position.hands[0][0], 3100)
    tap = {"rtop": 3110, "rhand": 2000, **TAP, "p": 8, "s": [["h", 1, 1200]]}
    assert race.plays(1, race.position.hands[1][0], 3180, top=1, **tap) == "beaten"
    row = race.exposures(1)[0]
    assert (row.top, row.ending, row.late, row.milliseconds, row.timed) == (1, "C", True, 90 + 3110 - 1200, True)


def test_a_late_card_that_did_not_fit_what_it_saw_is_a_wrong_answer(race):
    race.draws(0, 1300)
    wrong = race.position.hands[0][1]
    race.plays(1, race.position.hands[1][0], 3100)
    assert race.plays(0, wrong, 3150, top=1, rtop=2600, **TAP) == "beaten"
    assert [(row.top, row.ending, row.late) for row in race.exposures(0)][0] == (1, "W", True)


def test_a_card_tapped_just_after_the_change_answers_the_top_card_before(race):
    race.plays(0, race.position.hands[0][0], 3100)
    card = race.position.hands[1][0]
    assert race.plays(1, card, 3500, rtop=350, rprev=2400, **{**TAP, "p": 8}) == "beaten"
    row = race.exposures(1)[0]
    assert (row.top, row.ending, row.late, row.played) == (1, "C", True, card)
    assert row.milliseconds == 90 + 2400 - 90


def test_who_laid_the_top_card_saw_it_first():
    def two_in_a_row(position: rules.Position) -> bool:
        return fits(position, first(position, 0)) and fits(position, first(position, 0, 2), on=first(position, 0))

    script = Script(dealt(two_in_a_row))
    script.draws(0, 1000)
    script.draws(0, 1100)
    one, two = script.position.hands[0]
    script.plays(0, one, 3000)
    script.plays(0, two, 5000)
    assert [row.own_top for row in script.exposures(0)[:2]] == [False, True]


def test_leaving_ends_the_exposure_and_coming_back_starts_one_without_a_time(race):
    race.happens("left", 0, at=2000)
    race.happens("back", 0, at=9000)
    race.plays(0, race.position.hands[0][0], 12_000, rtop=2500, **TAP)
    rows = race.exposures(0)
    assert [(row.ending, row.retry, row.timed) for row in rows] == [("X", False, False), ("C", False, False)]


def test_what_a_computer_plays_for_a_student_is_nobodys_evidence(race):
    race.happens("left", 0, at=2000)
    race.happens("takeover", 0, at=62_000)
    race.plays(0, race.position.hands[0][0], 64_000)
    assert endings(race.exposures(0)) == [(1, "X")]


def test_a_computer_in_a_seat_of_its_own_has_no_attempts(race):
    race.people = frozenset({1})
    race.plays(0, race.position.hands[0][0], 3000)
    assert {row.seat for row in race.exposures()} == {1}


def test_a_hidden_page_ends_waiting_where_it_was_hidden(race):
    race.plays(0, race.position.hands[0][0], 9000)
    race.happens("seen", 1, at=9500, p=8, s=[["h", 1, 900], ["x", 0, 2000], ["v", 0, 7000], ["t", 2, 8650]])
    row = race.exposures(1)[0]
    assert (row.ending, row.milliseconds, row.hidden_ms) == ("X", 1100, 5000)


def test_an_answer_after_a_hidden_page_counts_but_has_no_time(race):
    tap = {**TAP, "s": [["h", 1, 1080], ["x", 0, 2000], ["v", 0, 7000]]}
    race.plays(0, race.position.hands[0][0], 8000, rtop=7500, **tap)
    row = race.exposures(0)[0]
    assert (row.ending, row.timed, row.hidden_ms) == ("C", False, 5000)


def test_times_of_two_pages_are_never_subtracted(race):
    race.happens("seen", 0, at=2000, p=9, s=[["t", 1, 40], ["h", 1, 40]])
    race.plays(0, race.position.hands[0][0], 3000, rtop=960, **{**TAP, "p": 9})
    row = race.exposures(0)[0]
    assert (row.ending, row.timed) == ("C", False)


def test_paints_of_the_round_before_that_are_told_late_are_left_out():
    script = Script(dealt(both_fit))
    script.happens("seen", 0, at=100, p=7, s=[["t", 60, 3], ["h", 41, 3], ["h", 1, 3], ["t", 1, 9]])
    script.draws(0, 1000)
    script.plays(0, script.position.hands[0][0], 3100, rtop=2600, **TAP, s=[["h", 1, 1080]])
    assert script.exposures(0)[0].milliseconds == 9 + 2600 - 1080


@pytest.mark.parametrize("odd", [{"vis": "h"}, {"by": "click"}, {"rtop": 600 + 150}, {"rtop": 70_000}])
def test_a_time_that_cannot_be_trusted_is_kept_but_not_used(race, odd):
    race.plays(0, race.position.hands[0][0], 3100, **{"rtop": 2600, **TAP, "s": [["h", 1, 1100]], **odd})
    row = race.exposures(0)[0]
    assert (row.ending, row.timed) == ("C", False)


def test_a_card_seen_during_the_pause_after_a_wrong_one_has_no_time(race):
    race.draws(0, 1300)
    race.plays(0, race.position.hands[0][1], 2900)
    race.plays(1, race.position.hands[1][0], 3000)
    race.happens("stopped", at=9000)
    later = [row for row in race.exposures(0) if row.top == 2]
    assert all(not row.timed and row.ending == "X" for row in later)


def test_the_end_of_the_round_is_nobodys_decision(race):
    race.happens("stopped", at=5000)
    assert [row.ending for row in race.exposures()] == ["X", "X"]


@pytest.mark.parametrize("right", [True, False])
def test_a_card_that_the_rounds_last_card_beat_is_an_answer(right):
    script, seat, card = ended_before(right)
    top = script.position.top - 1
    ended = script.position.over_at - START
    assert [row.ending for row in script.exposures(seat) if row.top == top] == ["X"]
    assert script.plays(seat, card, ended + 40, top=top, rtop=1500, **TAP) == "beaten"
    row = next(row for row in script.exposures(seat) if row.top == top)
    assert (row.ending, row.late, row.retry, row.played) == ("C" if right else "W", True, False, card)


@pytest.mark.parametrize("seed", range(12))
def test_every_round_keeps_the_laws_of_exposures(seed):
    script = random_round(seed, 2 + seed % 3, corner=seed % 2 == 0)
    rows = script.exposures()
    decided = [row for row in rows if row.ending in "CWD" and not row.retry]
    assert len({(row.seat, row.top) for row in decided}) == len(decided)
    kinds = [entry.event.kind for entry in script.entries]
    assert sum(row.ending == "C" and not row.late for row in rows) == kinds.count("played")
    assert sum(row.ending == "W" and not row.late for row in rows) == kinds.count("wrong")
    assert sum(row.late and row.ending != "D" for row in rows) == kinds.count("beaten")
    for row in rows:
        assert row.fitting or row.ending == "W"
        assert set(row.fitting) <= set(row.hand)
        assert (row.sign != "") == (row.ending == "C")
        assert row.retry or row.ending != "C" or row.played in row.fitting
        assert row.milliseconds is not None


@pytest.fixture
def by_turns() -> Script:
    """Seat 0 has just played in its turn; seat 1 holds a card that fitted the top card before."""
    script = Script(dealt(both_fit, mode="turns", dealer=1), mode="turns", dealer=1)
    script.plays(0, script.draws(0, 1000), 3100, rtop=2600, **TAP)
    script.draws(1, 3200, rtop=50)
    return script


def test_by_turns_a_wrong_card_just_after_the_change_is_wrong_on_the_top_card_of_the_own_turn(by_turns):
    assert by_turns.plays(1, by_turns.position.hands[1][0], 3500, rtop=350, rprev=2400, **TAP) == "wrong"
    assert [(row.top, row.ending, row.late, row.retry) for row in by_turns.exposures(1)] == [(2, "W", False, False)]


def test_by_turns_an_older_log_that_called_such_a_card_late_has_it_as_wrong(by_turns):
    late = Event("beaten", 1, by_turns.position.hands[1][0], 2, START + 3500)
    by_turns.entries.append(MeasuredEntry(late, {"rtop": 350, "rprev": 2400, **TAP}))
    assert [(row.top, row.ending, row.late) for row in by_turns.exposures(1)] == [(2, "W", False)]


def test_by_turns_no_card_answers_the_top_card_of_anothers_turn(by_turns):
    assert by_turns.plays(1, by_turns.position.hands[1][0], 3500, top=1, rtop=2400, **TAP) == "beaten"
    assert by_turns.exposures(1) == []


def test_against_the_sun_a_card_that_fits_what_lies_there_by_now_answers_the_top_card_it_names():
    """Seat 0 has seen top card 1, which its card fits or not; by then seat 1's card lies there, and it fits on that."""
    for meant in (True, False):

        def wanted(position, meant=meant):
            mine, theirs = first(position, 0), first(position, 1)
            return fits(position, theirs) and fits(position, mine) is meant and fits(position, mine, on=theirs)

        script = Script(dealt(wanted), mode="sun")
        mine, theirs = script.draws(0, 1000), script.draws(1, 1200)
        script.plays(1, theirs, 3000, rtop=2500, **TAP)
        assert script.plays(0, mine, 3100, top=1, rtop=2600, **TAP) == "played"
        rows = [row for row in script.exposures(0) if row.played == mine]
        assert [(row.top, row.ending, row.late) for row in rows] == [(1, "C" if meant else "W", True)]
