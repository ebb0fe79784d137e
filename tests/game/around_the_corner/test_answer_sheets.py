"""Answer sheets: a copy of the attempts that can be made again at any time, and that says the same as they do."""

import random

import numpy as np
import pytest

from classroom.management import demo
from classroom.reports.around_the_corner.sources.answers import RECORD, read
from classroom.reports.around_the_corner.sources.sheets import modes_of
from game.around_the_corner import answer_sheets
from game.models import AnswerSheet, Attempt
from game.projection import project
from game.rules.around_the_corner.cards import NUMBER
from game.rules.computer import Pace

PACES = [Pace(median=1.5, error_rate=0.2, miss_rate=0.1), Pace(median=2.5, error_rate=0.1)]


@pytest.fixture
def rounds(their_table):
    dice = random.Random(5)
    for number in (2, 3):
        demo.play_round(their_table, number, PACES, 1_763_640_000_000 + number * 600_000, dice)
    return list(their_table.rounds.filter(number__gt=1))


def kept():
    return list(AnswerSheet.objects.order_by("player").values_list("table", "player", "mode", "began_at", "answers"))


def test_a_round_projected_again_gives_the_same_sheets(rounds):
    before = kept()
    assert len(before) == 2
    project.project(rounds[0].pk)
    assert kept() == before


def test_everything_read_again_from_the_log_gives_the_same_sheets(rounds):
    before, lines = kept(), list(Attempt.objects.order_by("player", "started_at", "top").values_list("line", "top"))
    Attempt.objects.all().delete()
    AnswerSheet.objects.all().delete()
    assert project.reproject() == 2
    assert kept() == before
    assert list(Attempt.objects.order_by("player", "started_at", "top").values_list("line", "top")) == lines


def test_the_sheets_say_what_the_attempts_say(rounds):
    players = sorted({player for _table, player, *_ in kept()})
    answers = read(players, "race")
    first = Attempt.objects.filter(retry=False)
    assert len(answers) == first.count()
    for place, player in enumerate(players):
        mine = answers.where(answers.student == place)
        rows = list(first.filter(player=player).order_by("started_at", "top"))
        assert mine.records["ms"].tolist() == [row.milliseconds for row in rows]
        assert "".join(answer_sheets.ENDINGS[ending] for ending in mine.records["ending"]) == "".join(
            r.ending for r in rows
        )
        assert mine.number.tolist() == [row.top_number for row in rows]
        assert mine.step.tolist() == [row.top_step for row in rows]
        assert mine.records["played"].tolist() == [NUMBER[row.played or 0] for row in rows]


def test_an_attempt_names_the_entry_of_the_log_that_ended_it(rounds):
    kinds = {"C": {"played", "beaten"}, "W": {"wrong", "beaten"}, "D": {"drew"}}
    ended = Attempt.objects.filter(ending__in=kinds)
    assert {attempt.ending for attempt in ended} == {*kinds}
    for attempt in ended:
        entry = attempt.round.events.get(n=attempt.line)
        assert entry.kind in kinds[attempt.ending]
        assert (entry.seat, entry.card) == (attempt.seat, attempt.played or entry.card)


def test_modes_have_sheets_of_their_own(their_table, bea, rounds):
    Attempt.objects.filter(round=rounds[0]).update(mode="turns")
    answer_sheets.write(their_table.pk)
    assert sorted(modes_of([bea.pk])) == ["race", "turns"]


def test_a_record_is_eight_bytes_for_both_who_write_and_who_read():
    assert answer_sheets.RECORD.size == RECORD.itemsize == 8


def test_times_longer_than_a_record_holds_are_kept_as_the_longest():
    answer = answer_sheets.PackedAnswer(
        900_000, "O", False, False, 0, False, False, True, 10, False, "1-plain-1", 5, 1, "+", "", None, ""
    )
    assert np.frombuffer(answer_sheets.packed(answer), RECORD)["ms"].tolist() == [answer_sheets.LONGEST_MS]


@pytest.mark.parametrize(
    ("change", "served"),
    [
        ({}, False),
        ({"timed": False}, False),
        ({"timed": False, "clock_off": True}, True),
        ({"timed": False, "modality": "click"}, True),
        ({"timed": False, "modality": "scan"}, False),
        ({"timed": False, "clock_off": True, "hidden_ms": 500}, False),
        ({"timed": False, "clock_off": True, "ending": "O"}, False),
    ],
)
def test_the_servers_interval_is_believed_where_the_browser_does_not_tell_the_tap_alone(change, served):
    first = answer_sheets.PackedAnswer(2100, "C", True, False, 0, False, False, True, 10, False, "2-plain-1", 4, 2, "+",
                                       "+", None, "touch")  # fmt: skip
    flags = answer_sheets.RECORD.unpack(answer_sheets.packed(first._replace(**change)))[2]
    assert bool(flags & answer_sheets.SERVED) == served
