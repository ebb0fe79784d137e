"""What the screens show: a push is a piece of a fresh page, and nobody sees what is not theirs."""

import re
from html import escape

import pytest
from django.conf import settings
from django.shortcuts import render
from django.test import RequestFactory

from game.around_the_corner import screens
from game.around_the_corner import words as corner_words
from game.around_the_corner.presentation import GAME
from game.around_the_corner.solo import SoloStanding
from game.log.tally import Earlier, SeatTally
from game.rules import Event
from game.rules import around_the_corner as rules
from game.screens import sentences
from tests.game.around_the_corner.positions import (
    NAMES,
    after_a_play,
    dealt,
    does,
    labels_in,
    labels_of,
    seen,
)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_fragments_of_a_play_are_those_of_a_fresh_board(seat):
    position, index = after_a_play(dealt(), 1)
    mine, everybodys = seen(position, seat), seen(position, None)
    top_and_chip = screens.played(everybodys, 1)
    assert top_and_chip.startswith('<div id="top"')
    for fragment in (*top_and_chip.strip().split("\n"), screens.slot(mine, index).strip()):
        assert fragment in screens.board(mine)


def test_the_fragments_of_a_draw_are_those_of_a_fresh_board():
    position = dealt(draw=4)
    mine = seen(position, 0)
    fragments = screens.drew(mine, 3)
    assert 'id="s3"' in fragments
    for fragment in fragments.strip().split("\n"):
        assert fragment in screens.board(mine)


@pytest.mark.parametrize("phase", ["waiting", "countdown", "playing", "standstill", "over"])
def test_what_lies_over_the_table_and_a_chip_are_those_of_a_fresh_board(phase):
    position = does(dealt(), 0, "stop") if phase == "over" else dealt()
    mine = seen(position, 0, phase=phase, go_at=99, ready=frozenset({1}), away=frozenset({2}))
    assert screens.over(mine).strip() in screens.board(mine)
    assert screens.seat(mine, 2).strip() in screens.board(mine)


def test_a_play_is_told_in_few_bytes_that_name_no_card_of_a_hand():
    position, _ = after_a_play(dealt(), 1)
    told = screens.played(seen(position, None), 1)
    assert not labels_in(told)
    assert len(told.encode()) < 600


def test_a_board_holds_the_own_hand_and_no_card_that_is_not_its_seats():
    position = dealt()
    assert labels_in(screens.board(seen(position, 1))) == labels_of(*position.hands[1])
    assert not labels_in(screens.board(seen(position, None)))


def test_hands_lie_face_down_in_a_standstill():
    position = rules.apply(dealt(), Event("standstill", top=1, at=5))
    board = screens.board(seen(position, 0, phase="standstill", go_at=99))
    assert not labels_in(board)
    assert board.count('class="card back"') == 10 + 1  # the hand and the draw pile


def test_there_are_always_36_slots_and_the_21st_card_makes_them_small_for_good():
    roomy, packed = dealt(seats=2, draw=20), dealt(seats=2, draw=21)
    assert screens.board(seen(roomy, 0)).count('class="slot"') == 36
    assert 'class="board roomy"' in screens.board(seen(roomy, 0))
    played, _ = after_a_play(packed, 0)
    assert 'class="board packed"' in screens.board(seen(played, 0))


def test_a_card_of_the_hand_is_its_number_for_ears_and_its_step_is_said_when_it_is_drawn():
    position = dealt(draw=1)
    card = rules.card(position.hands[0][0])
    slot = screens.slot(seen(position, 0), 0)
    step = f'<span class="vh" aria-hidden="true">, plus or minus {card.step}</span>'
    assert f'<span class="n">{card.number}</span>{step}' in slot
    assert f'name="id" value="c{card.id + 500}"' in slot


def test_when_a_play_leaves_one_card_that_card_becomes_the_last_card():
    full = dealt()
    one = full._replace(hands=((0, 7, 0), *full.hands[1:]), draw_piles=((), *full.draw_piles[1:]))
    fragments = screens.slot(seen(one, 0), 0)
    assert 'id="s0"' in fragments
    assert "Last card!" in fragments
    assert "Fits on anything" in fragments
    assert "1 left!" in screens.seat(seen(one, None), 0)


def test_a_seat_says_who_is_away_a_computer_or_gone():
    position = rules.apply(dealt(), Event("folded", 0, at=5))
    table = seen(position, None, away=frozenset({1}), computer=frozenset({2}))
    assert [re.findall(r'<span class="mark"> (\w+)</span>', screens.seat(table, seat))[0] for seat in range(3)] == [
        "gone",
        "away",
        "computer",
    ]


def test_a_name_is_text():
    assert "Fox &amp; &lt;Co&gt;" in screens.board(seen(dealt(), 0))
    position, _ = after_a_play(dealt(), 2)
    assert "Fox &amp; &lt;Co&gt; played" in screens.played(seen(position, None), 2)


def test_hints_spell_out_both_sums_round_the_corner():
    position = dealt(hints=True)
    nine = next(card.id for card in rules.DECK if (card.number, card.step) == (9, 3))
    top = screens.board(seen(position._replace(pile=(*position.pile, nine)), 0))
    assert sentences.unbroken("9 − 3 = 6") + " or\n" + sentences.unbroken("9 + 3 → round the corner → 2") in top


def test_the_waiting_screen_asks_those_who_are_not_ready():
    position = rules.deal({}, 3, seed=7)
    asked, ready = (seen(position, seat, phase="waiting", ready=frozenset({1})) for seat in (0, 1))
    assert 'value="ready"' in screens.over(asked)
    assert 'value="ready"' not in screens.over(ready)
    assert "You are ready" in screens.over(ready)
    assert 'value="ready"' not in screens.over(seen(position, None, phase="waiting"))


@pytest.mark.parametrize("mode", ["race", "turns", "solo"])
def test_before_the_first_round_the_screen_leads_to_the_tutorial(mode):
    position = rules.deal({"mode": mode}, 1 if mode == "solo" else 3, seed=7)
    standing = SoloStanding(1, None, 0, 0, None, None, None, is_best=False) if mode == "solo" else None
    leads_there = '/try/"'
    assert leads_there in screens.over(seen(position, 0, phase="waiting", extra=standing))
    assert leads_there not in screens.over(seen(position, 0, phase="countdown", extra=standing))


def test_the_result_tells_each_of_their_own_round_and_compares_nobody():
    last = dealt()._replace(hands=((3,), (7,), (1, 2)), draw_piles=((), (), ()))
    finished = does(last, 1, "play", 7)
    assert "You finished first!" in screens.over(seen(finished, 1, phase="over"))
    mine = screens.over(seen(finished, 2, phase="over", tally=SeatTally(placed=14, wrong=1, at_once=13, longest=9)))
    assert "Good round, Fox &amp; &lt;Co&gt;!" in mine
    assert "You placed 14 cards." in mine
    assert "<b>9</b> right in a row<" in mine
    onlooker = screens.over(seen(finished, None, phase="over"))
    assert "The round is over" in onlooker
    others = [each.replace("Good round, Fox &amp; &lt;Co&gt;!", "") for each in (mine, onlooker)]
    assert not any(escape(name) in each for name in NAMES for each in others)


@pytest.mark.parametrize(
    ("top", "tried", "corner", "said"),
    [
        (rules.Card(0, 8, 3), 2, True, "8 + 3 → round the corner → 1"),
        (rules.Card(0, 8, 3), 6, True, "8 − 3 = 5"),
        (rules.Card(0, 9, 2), 1, False, "9 − 2 = 7"),
        (rules.Card(0, 6, 2), 6, True, "6 + 2 = 8"),
    ],
)
def test_what_to_try_next_is_the_sum_nearest_to_the_mistake(top, tried, corner, said):
    assert corner_words.nearest_sum(top, tried, rules.Options(corner=corner)) == sentences.unbroken(said)


@pytest.mark.parametrize(
    ("wrong", "before", "said"),
    [
        (0, None, "All right at first try."),
        (1, None, "Try next: 8 + 3"),
        (1, 3, "2 mistakes fewer than last time."),
        (3, 3, "Try next: 8 + 3"),
    ],
)
def test_beside_the_own_face_stands_what_went_well_or_what_to_try_next(wrong, before, said):
    over, tally = does(dealt(), 0, "stop"), SeatTally(placed=14, wrong=wrong, at_once=13, longest=9)
    earlier = before and Earlier(SeatTally(placed=8, wrong=before, longest=4), longest=9)
    shown = screens.over(seen(over, 0, phase="over", tally=tally, earlier=earlier, try_next="8 + 3" if wrong else ""))
    assert re.findall('<div class="well">.*?<p>([^<]*)</p>', shown) == [said]


def test_the_longest_run_is_drawn_as_so_many_dots_that_nobody_is_read():
    over = does(dealt(), 0, "stop")
    nine = screens.over(seen(over, 0, phase="over", tally=SeatTally(placed=14, wrong=1, at_once=13, longest=9)))
    drawn = r'viewBox="0 0 ([\d.]+) 3"[^>]* aria-hidden="true">.*<path[^>]* pathLength="(\d+)"/><circle cx="([\d.]+)"'
    assert re.findall(drawn, nine) == [("9.5", "8", "8.5")]  # nine dots are eight apart, and the last one has the ring
    two = screens.over(seen(over, 0, phase="over", tally=SeatTally(placed=14, wrong=9, at_once=5, longest=2)))
    assert "pathLength" not in two


def test_chips_fall_for_who_has_placed_all_cards_or_beaten_an_own_mark_and_for_nobody_else():
    last = dealt()._replace(hands=((3,), (7,), (1, 2)), draw_piles=((), (), ()))
    finished = does(last, 1, "play", 7)
    cheers = {seat: "cheers" in screens.over(seen(finished, seat, phase="over")) for seat in (0, 1, 2)}
    assert cheers == {0: False, 1: True, 2: False}
    own_best = {"tally": SeatTally(placed=7, longest=6), "earlier": Earlier(SeatTally(), longest=5)}
    assert "cheers" in screens.over(seen(finished, 2, phase="over", **own_best))


def test_the_result_compares_with_oneself_in_the_rounds_before():
    over = does(dealt(), 0, "stop")
    before = Earlier(SeatTally(placed=8, wrong=3, longest=4), longest=5)
    better = screens.over(
        seen(over, 0, phase="over", earlier=before, tally=SeatTally(9, wrong=1, at_once=8, longest=6))
    )
    assert "2 mistakes fewer than last time." in better
    assert "<b>6</b> right in a row, your best so far!" in better
    worse = screens.over(seen(over, 0, phase="over", earlier=before, tally=SeatTally(9, wrong=5, at_once=6, longest=3)))
    assert "last time" not in worse
    assert "best so far" not in worse


def test_the_result_names_the_others_only_once_they_are_ready():
    over = does(dealt(), 0, "stop")
    assert "are-ready" not in screens.over(seen(over, 0, phase="over"))
    again = screens.over(seen(over, 0, phase="over", ready=frozenset({1, 2}), computer=frozenset({2})))
    assert "Sam O. is ready." in again
    both = screens.over(seen(over, 0, phase="over", ready=frozenset({1, 2})))
    assert "Sam O. and Fox &amp; &lt;Co&gt; are ready." in both
    assert "are-ready" not in screens.over(seen(over, 0, phase="over", ready=frozenset({0})))


def test_a_round_that_was_stopped_has_nobody_who_finished_first():
    ahead, _ = after_a_play(dealt(), 1)
    stopped = does(ahead, 0, "stop")
    assert "Good round, Maya!" in screens.over(seen(stopped, 0, phase="over"))
    assert "Good round, Sam O!" in screens.over(seen(stopped, 1, phase="over"))


def test_a_wrong_card_is_told_by_name():
    position = dealt()
    held = rules.card(position.hands[0][0])
    top = rules.card(position.pile[-1])
    said = corner_words.wrong(rules.view(position, 0), held.id)
    assert said == f"{held.number} does not fit on {top.number} ±{top.step}."


def test_a_wrong_card_of_another_hand_is_not_told():
    position = dealt()
    assert corner_words.wrong(rules.view(position, 0), position.hands[1][0]) == "That card does not fit."


def test_who_was_beaten_learns_by_whom():
    position, _ = after_a_play(dealt(), 1)
    assert corner_words.beaten("en", position.called, 0, NAMES) == "Sam O. was first."
    assert corner_words.beaten("en", position.called, 1, NAMES) == "Your other card was first."
    assert corner_words.beaten("en", dealt().called, 1, NAMES) == "There is a new top card."


@pytest.mark.parametrize("phase", ["waiting", "playing", "over"])
def test_the_page_needs_nothing_that_a_strict_policy_forbids(phase):
    request = RequestFactory().get("/")
    settings_of_static = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "STORAGES", {**settings.STORAGES, **settings_of_static})
        page = render(request, GAME.page, GAME.page_context(seen(dealt(), 0, phase=phase), {})).content.decode()
    assert not re.search(r"\s(style|on\w+)=", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
    assert not re.search(r'(src|href)="(https?:)?//', page)
    assert screens.board(seen(dealt(), 0, phase=phase)) in page
