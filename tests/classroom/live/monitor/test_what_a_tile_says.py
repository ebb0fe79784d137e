"""The sentence of a tile where tables are few, and what may lie behind a child's wrong cards."""

import pytest

from classroom.live.monitor import last_cards, seat_tiles
from classroom.live.monitor.last_cards import TriedCard
from classroom.live.monitor.page import news_html
from classroom.live.monitor.seat_tiles import SeatTile
from classroom.live.monitor.tiles import Facts, TableTile, facts_of, tile_html
from classroom.persons import keep
from game import catalogue
from game.rules import Event, around_the_corner

RIGHT = TriedCard(True, "6 on 5 ±1", "6")
WRONG_STEP = TriedCard(False, "7 on 5 ±1", "7", "5 + 1 = 6", ("WRONG_K",))
OTHER = TriedCard(False, "1 on 8 ±1", "1", "8 + 1 = 9", ("OTHER",))
BADGES = (("ABC", "finished"), ("DEF", "playing"))
ANOTHER_STEP = "May use the ± of another card, not that of the top card."


def seat(name: str, left: int = 12, **fields: object) -> SeatTile:
    usual = {
        "number": 0, "student": 7, "character": "", "colour": "", "net": "", "standing": f"{left} left", "held": 50,
        "away": None, "ready": True, "computer": False, "reason": "", "turn": False, "place": None, "left": left,
    }  # fmt: skip
    return SeatTile(name=name, **(usual | fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tried", "counted", "behind"),
    [
        ((RIGHT, WRONG_STEP), "", "The latest was 7 on 5 ±1; 5 + 1 = 6 fits."),
        ((RIGHT, RIGHT, RIGHT), "The last 3 cards were right.", ""),
        ((RIGHT, OTHER, RIGHT), "1 of the last 3 cards was wrong.", "The latest was 1 on 8 ±1; 8 + 1 = 9 fits."),
        ((WRONG_STEP, RIGHT, WRONG_STEP), "2 of the last 3 cards were wrong.", ANOTHER_STEP),
        ((OTHER, OTHER, RIGHT), "2 of the last 3 cards were wrong.", "The latest was 1 on 8 ±1; 8 + 1 = 9 fits."),
    ],
)
def test_what_may_lie_behind_is_said_of_wrong_cards_that_are_alike(tried, counted, behind):
    assert (last_cards.counted(tried), last_cards.likely_cause("around_the_corner", tried)) == (counted, behind)


@pytest.mark.parametrize(
    ("badge", "seats", "said"),
    [
        ("playing", [seat("Amir", 6), seat("Bea", 14)], "Each has 6 to 14 cards left."),
        ("playing", [seat("Amir", 31), seat("Bea", 31)], "Each has 31 cards left."),
        ("playing", [seat("Amir", 6), seat("Bea", 2)], "Bea is nearly through: 2 cards left."),
        ("waiting", [seat("Amir"), seat("Bea", ready=False)], "1 of 2 are ready."),
        ("look", [seat("Amir"), seat("Bea", away=15)], "Bea is away, for 15 s now."),
        ("look", [seat("Bea", reason="3 of 5 wrong", tried=(WRONG_STEP, WRONG_STEP))], f"Bea: {ANOTHER_STEP}"),
        ("look", [seat("Bea", reason="no card for 40 s")], "Bea: no card for 40 s"),
        ("finished", [seat("Amir", 0), seat("Bea", 5)], ""),
    ],
)
def test_a_tile_says_who_needs_a_look_or_how_the_game_stands(badge, seats, said):
    assert seat_tiles.sentence("around_the_corner", badge, seats) == said


def test_a_press_on_the_tile_gives_hints_to_who_needs_a_look_and_has_none(lesson, bea):
    look = seat("Bea", student=bea.pk, reason="3 of 5 wrong")
    tile = TableTile(lesson.pk, "ABC", 1, 1, "look", 0, "", None, None, False, (look,), says="Bea: 3 of 5 wrong")
    assert "Hints for" not in tile_html(tile)
    without = seat("Bea", student=bea.pk, reason="3 of 5 wrong", without_hints=True)
    html = tile_html(TableTile(lesson.pk, "ABC", 1, 1, "look", 0, "", None, None, False, (without,), says="Bea"))
    assert "Hints for Bea" in html
    assert f"/{bea.pk}/" in html


def test_who_has_hints_already_is_offered_none(lesson, bea):
    assert bea.pk in facts_of(lesson).without_hints
    keep(bea, needs={"hints": True})
    assert bea.pk not in facts_of(lesson).without_hints
    lesson.options |= {"hints": True}
    assert facts_of(lesson).without_hints == frozenset()


def test_tables_are_few_up_to_three():
    assert [Facts(codes=tuple("ABCD"[:n])).are_few for n in (3, 4)] == [True, False]


def test_the_kinds_of_a_mistake_are_those_of_the_report():
    position = around_the_corner.deal({"steps": [1, 2, 3], "corner": True}, 2, 11)
    top = around_the_corner.card(position.pile[-1])
    wrong = next(held.id for held in around_the_corner.DECK if held.number == top.number)
    assert catalogue.of("around_the_corner").slips(Event("wrong", 0, wrong), position)[0] == "SAME"


def test_the_page_says_how_many_tables_have_finished(lesson):
    tiles = [TableTile(lesson.pk, code, 1, 1, badge, 0, "", None, None, False, ()) for code, badge in BADGES]
    assert "1 table has finished" in news_html(tiles, lesson)
