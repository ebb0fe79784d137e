"""The replay of a finished round of Nine to Nothing: what happened, what lay there, what could have been laid."""

import random

import pytest
from django.urls import reverse

from classroom.management import demo
from classroom.sessions import lifecycle
from game.models import Round, Table
from game.nine_to_nothing.replay import NineReplay
from game.rules import Event
from game.rules import nine_to_nothing as rules
from game.rules.computer import Pace
from game.rules.nine_to_nothing.solver import best_lay
from game.screens.replay import StillRunning

SHAKY = Pace(error_rate=0.4, miss_rate=0.1)


@pytest.fixture
def session(class_4b):
    opened = lifecycle.open_session(
        classroom=class_4b, game="nine_to_nothing", options={"checking": "classmates"}, table_size=4
    )
    for student in class_4b.students.all():
        lifecycle.arrive(session=opened, student=student)
    lifecycle.start(session=opened)
    table = Table.objects.get(seats__name="Bea")
    demo.play_round(table, 2, [SHAKY] * 4, 1_763_640_000_000, random.Random(8))
    return opened


@pytest.fixture
def played(session) -> Round:
    return Round.objects.get(number=2)


def moments(played):
    story = NineReplay(played)
    return [story.moment(n) for n in story.places]


def test_it_begins_with_the_deal_and_ends_with_the_end(played):
    first, *_, last = moments(played)
    assert (first.words, [len(seat.hand) for seat in first.seats]) == ("The cards are dealt.", [7] * 4)
    assert (first.draw_pile, last.asked, last.next) == (133, False, None)
    assert last.words.endswith("The round was over.")


def test_every_moment_is_told_in_words(played):
    told = moments(played)
    assert all(moment.words and "%(" not in moment.words for moment in told)
    assert any(" drew " in moment.words for moment in told)
    assert any(" threw " in moment.words for moment in told)


def test_a_turn_that_passed_by_says_what_was_thrown_away_where_anything_was(played):
    story = NineReplay(played)
    position = story.dealt
    for card, said in ((position.hands[0][0], "was thrown away"), (None, "The table went on without Ana.")):
        assert said in story.words(position, Event("skipped", 0, card), ["Ana"])
    skipped = story.said(position, Event("skipped", 0), ["Amara O."])
    assert skipped == "The table went on without Amara O."


def test_a_wrong_sum_says_what_it_makes(played):
    story = NineReplay(played)
    wrong = [n for n, event in story.entries.items() if event.kind == "laid" and _is_wrong(story, n)]
    assert wrong
    assert "It makes" in story.moment(wrong[0]).words
    assert any(lay.makes for seat in story.moment(wrong[0]).seats for lay in seat.laid)


def _is_wrong(story, n):
    before, _, _ = story.fold(n)
    event = story.entries[n]
    return rules.total(event.cards) != before.target(event.seat)


def test_the_longest_sum_possible_is_that_of_the_hand_at_that_moment(played):
    story = NineReplay(played)
    for moment in moments(played)[1:40]:
        _, position, _ = story.fold(moment.n)
        for number, seat in enumerate(moment.seats):
            possible = best_lay(position.held(number), seat.target) if seat.target is not None else None
            assert (seat.longest.points if seat.longest else 0) == (possible.points if possible else 0)


def test_a_round_that_still_runs_has_no_replay(session):
    with pytest.raises(StillRunning):
        NineReplay(Round.objects.get(number=1))


def test_its_page_shows_hands_sums_and_the_longest_one(ana_client, session, played):
    page = reverse("round_replay", args=[session.pk, played.pk])
    shown = " ".join(ana_client.get(page, {"n": 12}).content.decode().split())
    assert "The longest sum possible here" in shown
    assert "On the discard pile" in shown
    part = ana_client.get(page, {"n": 12, "names": "off"}, headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<div id="_replay_moment"')
    assert "Seat A" in part
    assert "Amir" not in part
