"""The projector's little tables: they live, and nobody learns from them who is slow, wrong, away or first."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.template.loader import render_to_string

from classroom.live.monitor.seat_tiles import SeatTile
from classroom.live.monitor.tiles import TableTile
from classroom.live.projector.goal import ROPE_FROM, Goal, next_round_number, rope
from classroom.live.projector.page import screen_context
from classroom.live.projector.tables import HIDE_MS, LittleTables, cues_html, table_html
from classroom.models import ClassSession
from classroom.sessions.teams import Team
from game.screens.contract import SmallCard

NINE = SmallCard("9", "±1", 1)


def seat(name: str, **more: Any) -> SeatTile:
    usual: dict[str, Any] = {"number": 0, "student": 1, "character": "fox", "colour": "gold", "net": ""}
    usual |= {
        "standing": "7 left",
        "held": 50,
        "away": None,
        "ready": True,
        "computer": False,
        "reason": "",
        "turn": False,
        "place": None,
    }
    return SeatTile(name=name, **usual | more)


def tile(code: str = "A", badge: str = "playing", card: SmallCard | None = NINE, *seats: SeatTile) -> TableTile:
    top = "9 ±1" if card else ""
    seated = seats or (seat("Amir"), seat("Bea"))
    return TableTile(1, code, 1, 1, badge, 0, top, card, None, False, seated, badge == "waiting")


def test_a_table_that_is_done_keeps_its_card_until_all_are_done():
    little = LittleTables()
    little.look([tile("A"), tile("B")], 0)
    little.look([tile("A", "finished", None), tile("B")], 1000)
    assert [(table.done, table.card) for table in little.shown] == [(False, NINE), (False, NINE)]
    little.look([tile("A", "finished", None), tile("B", "finished", None)], 2000)
    assert [table.done for table in little.shown] == [True, True]


def test_cards_lie_on_it_also_on_a_projector_that_was_opened_after_its_end():
    little = LittleTables()
    little.look([tile("A", "finished", NINE), tile("B", "finished", None), tile("C")], 0)
    assert [(table.done, table.card, table.has_begun) for table in little.shown] == [
        (False, NINE, True),
        (False, None, True),
        (False, NINE, True),
    ]


def test_a_table_asks_whether_all_are_ready_till_its_first_card_lies():
    little, asks = LittleTables(), []
    for badge, card in (("waiting", None), ("playing", NINE), ("finished", None), ("waiting", None)):
        little.look([tile("A", badge, card), tile("B")], 0)
        asks.append("Ready?" in table_html(little.shown[0]))
    assert asks == [True, False, False, True]


def test_a_table_that_is_done_keeps_its_card_for_twenty_seconds_at_most():
    little = LittleTables()
    for at in (0, 1000, 1000 + HIDE_MS):
        little.look([tile("A", "finished" if at else "playing", None if at else NINE), tile("B")], at)
    assert [table.done for table in little.shown] == [True, False]


def test_a_table_of_one_child_is_done_when_all_are():
    little, amir, bea = LittleTables(), seat("Amir"), seat("Bea")
    for at in (0, 1000, 1000 + HIDE_MS):
        badge, card = ("finished", None) if at else ("playing", NINE)
        little.look([tile("A", badge, card, amir), tile("B", "playing", NINE, bea)], at)
    assert [(table.done, table.card) for table in little.shown] == [(False, NINE), (False, NINE)]
    little.look([tile("A", "finished", None, amir), tile("B", "finished", None, bea)], 2000 + HIDE_MS)
    assert [table.done for table in little.shown] == [True, True]


def test_an_end_that_is_shown_sounds_once_and_tables_that_end_together_sound_together():
    little, heard = LittleTables(), []
    for at, badges in enumerate(("playing playing", "finished playing", "finished playing", "finished finished")):
        little.look([tile(code, badge) for code, badge in zip("AB", badges.split(), strict=True)], at * HIDE_MS)
        heard.append(little.ended)
    assert heard == [0, 0, 1, 2]
    together = LittleTables()
    together.look([tile("A", "finished"), tile("B", "finished")], 0)
    assert together.ended == 1


def test_a_table_is_praised_by_its_number_alone():
    praised, alone = set[tuple[int, str]](), (seat("Amir"),)
    for number, seats in product((1, 2, 3, 4), (alone, (seat("Bea", place=1), seat("Chen", place=2, left=9)))):
        little = LittleTables()
        little.look([replace(tile("A", "finished", None, *seats), number=number)], 0)
        praised |= {(number, little.shown[0].words)}
        assert f'<strong class="says done">{little.shown[0].words}</strong>' in table_html(little.shown[0])
    assert [len(praised), len({words for _, words in praised})] == [4, 3]


@pytest.mark.parametrize(
    "troubled", [seat("Amir", away=40), seat("Amir", reason="5 of 8 wrong"), seat("Amir", standing="1 left", held=2)]
)
def test_a_child_who_is_away_wrong_or_slow_looks_like_any_other(troubled):
    drawn = []
    for shown in (troubled, seat("Amir")):
        little = LittleTables()
        little.look([replace(tile("A", "playing", NINE, shown, seat("Bea")), badge="look")], 0)
        drawn.append(table_html(little.shown[0]))
    assert drawn[0] == drawn[1]
    assert "Amir" not in drawn[0]


def test_each_round_that_begins_is_counted_once_and_sounds_once():
    little = LittleTables()
    for badge, card in (("waiting", None), ("playing", NINE), ("held", NINE), ("playing", NINE)):
        little.look([tile("A", badge, card)], 0)
    assert little.begun == 1


@pytest.mark.parametrize(("last", "goal"), [(7, 10), (96, 100), (100, 150), (241, 250), (548, 550), (1204, 1300)])
def test_the_goal_is_the_next_round_number_above_last_time(last, goal):
    assert next_round_number(last) == goal


def test_the_bar_ends_at_the_goal_and_says_only_what_is_more():
    assert (Goal(300, 241, 250).bar, Goal(300, 241, 250).more, Goal(300, 241, 250).reached) == (1000, 59, True)
    assert (Goal(100, 241, 250).more, Goal(100, 241, 250).reached) == (0, False)


def _rope(left: float | None, right: float | None, placed: int = ROPE_FROM):
    """The rope of two teams of two by their means; None for a team without members."""
    means = (("bells", left), ("anchors", right))
    return rope([Team(sign, sign, 0 if mean is None else 2, round(2 * (mean or 0))) for sign, mean in means], placed)


def test_the_knot_of_the_rope_goes_to_the_side_that_has_more_by_cards_each():
    assert _rope(4.0, 4.0)["knot"] == 500
    assert _rope(6.5, 6.0)["knot"] == 400
    assert _rope(2.0, 4.0)["knot"] == _rope(2.0, 9.0)["knot"] == 900


def test_the_rope_comes_out_when_enough_cards_lie():
    rolled_up = _rope(0.5, None, placed=13)
    assert "knot" not in rolled_up
    assert (sum(rolled_up["rolled_up"]), len(rolled_up["rolled_up"])) == (13, ROPE_FROM)


@pytest.mark.django_db
def test_a_lesson_that_ends_before_the_rope_comes_out_has_none(lesson):
    lesson.options["together"] = "teams"
    for state, is_announced in ((ClassSession.State.PLAYING, True), (ClassSession.State.ENDED, False)):
        lesson.state = state
        html = render_to_string("classroom/live/projector/_screen.html", screen_context(lesson))
        assert ("The rope comes out" in html) == is_announced


def test_a_last_card_sounds_once_for_each_who_comes_to_hold_one_and_names_nobody():
    little, heard = LittleTables(), []
    for held in (0, 1, 1, 2, 0, 1):
        little.look([replace(tile("A"), last_cards=held)], 0)
        heard.append(little.last_cards)
    assert heard == [0, 1, 1, 2, 2, 3]
    assert cues_html(little) == '<span id="cues" hidden data-begun="1" data-last-cards="3" data-ended="0"></span>'


def test_a_cheer_is_on_a_face_once_the_end_of_its_round_may_be_shown():
    little, cheering = LittleTables(), tile("A", "finished", None, seat("Amir", cheer=2), seat("Bea"))
    cheers = []
    for others in ("playing", "finished"):
        little.look([cheering, tile("B", others)], 0)
        cheers.append(table_html(little.shown[0]).count("#c2"))
    assert cheers == [0, 1]


def test_the_bar_says_at_once_that_the_class_has_more_than_last_time():
    said = [
        render_to_string(
            "classroom/live/projector/_goal.html",
            {"session": ClassSession(state="playing"), "goal": Goal(now, 288, 300), "cards": now, "counted": "cards"},
        )
        for now in (288, 295)
    ]
    assert ["· last time 288" in html for html in said] == [True, False]
    assert ["7 more than last time!" in html for html in said] == [False, True]
