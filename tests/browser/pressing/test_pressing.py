"""What a child does, done with one key alone or by resting alone: practice, with a connection and without one, a
check-up, the tutorial, and every way to play."""

from typing import TypeVar

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.nine import Player
from tests.browser.driving.people import LAPTOP, Teacher
from tests.browser.driving.play import draws_one_that_fits, somebody_plays, whose
from tests.browser.games.test_nine import has_a_sum
from tests.browser.games.test_solo import practise
from tests.browser.over_http.people import NINE, SHORT, SOLO, SUN, TURNS, Settings
from tests.browser.pressing.pressers import OneKey, Presser, Resting
from tests.browser.student.test_check_up import STONES
from tests.browser.student.test_offline import COUNTED, AtHome, cards_of
from tests.browser.table.test_turns import takes_a_turn

pytestmark = pytest.mark.long


class RestingAtHome(Resting, AtHome):
    pass


class OneKeyAtHome(OneKey, AtHome):
    pass


class RestingPlayer(Resting, Player):
    pass


class OneKeyPlayer(OneKey, Player):
    pass


P = TypeVar("P", bound=Presser)
either = pytest.mark.parametrize("kind", [Resting, OneKey])


def a_class_of(people: People, kind: type[Presser]) -> Teacher:
    """A teacher whose children all press so."""
    teacher = people.with_a_class()
    for student in teacher.by_http.students():
        teacher.by_http.posts(f"/students/{student}/needs/", fields=kind.needs)
    return teacher


def in_a_round(people: People, kind: type[P], settings: Settings, players: int = 2) -> list[P]:
    teacher = a_class_of(people, kind)
    return people.in_a_race(*[(kind, LAPTOP)] * players, settings=settings, teacher=teacher)[1]


@pytest.mark.parametrize("kind", [RestingAtHome, OneKeyAtHome])
def test_practice_is_done_with_and_without_a_connection_by_one_key_or_by_resting(
    people: People, kind: type[RestingAtHome | OneKeyAtHome]
) -> None:
    cards = cards_of(a_class_of(people, kind))
    child = people(kind, LAPTOP)
    child.scans(cards[NAMES[0]])
    child.is_ready_to_leave()
    child.presses("Practise", exact=True)
    expect(child.page.locator(".eight .card")).to_have_count(8)
    practise(child, right=False)
    child.sees("does not fit on")
    practise(child, right=True)
    child.sees("1 card placed")
    child.presses("I'm done")
    child.arrives_at("/practice/enough/$")
    child.goes("/practice/")
    child.is_ready_to_leave()
    child.loses_the_connection()
    child.practises()
    child.places(right=False)
    expect(child.page.locator("#said")).to_contain_text("does not fit")
    for placed in (1, 2):
        child.places()
        child.sees_so_many_placed(placed)
    child.presses("I'm done")
    child.finds_it_again()
    child.follows("Hand in my cards")
    child.sees(f"2 cards that you {COUNTED} are counted.")


@either
def test_a_check_up_is_answered_by_one_key_or_by_resting(people: People, kind: type[Presser]) -> None:
    teacher = a_class_of(people, kind)
    teacher.by_http.starts_a_check_up()
    (child,) = people.come_in(teacher.lets_in(), (kind, LAPTOP))
    child.goes("/waiting/")
    child.presses("Start check-up")
    for stone in range(1, STONES + 1):
        expect(child.page.locator("[name=place]")).to_have_value(str(stone))
        child.uses(child.page.locator(".numbers .card").nth(stone % 10))
    child.arrives_at("/practice/enough/$")


@either
def test_a_solo_round_is_played_and_paused_by_one_key_or_by_resting(people: People, kind: type[Presser]) -> None:
    (child,) = in_a_round(people, kind, SOLO.but(**SHORT), players=1)
    for _ in range(3):
        child.plays(draws_one_that_fits(child))
    child.uses(child.page.locator("#pause"))
    child.waits_for("paused")
    child.uses(child.page.locator("#resume"))
    child.waits_for("playing")
    child.plays(draws_one_that_fits(child))


@either
def test_turns_are_taken_by_one_key_or_by_resting(people: People, kind: type[Presser]) -> None:
    children = in_a_round(people, kind, TURNS)
    for _ in range(4):
        mine, other = whose(children)
        takes_a_turn(mine, [other])


@either
def test_cards_are_played_against_the_sun_by_one_key_or_by_resting(people: People, kind: type[Presser]) -> None:
    children = in_a_round(people, kind, SUN.but(**SHORT, table_size=2, sun=600_000))
    for _ in range(3):
        somebody_plays(*children)


@pytest.mark.parametrize("kind", [RestingPlayer, OneKeyPlayer])
def test_a_sum_of_nine_to_nothing_is_laid_by_one_key_or_by_resting(
    people: People, kind: type[RestingPlayer | OneKeyPlayer]
) -> None:
    mine, other = has_a_sum(*in_a_round(people, kind, NINE))
    mine.lays(mine.sum_for(9))
    expect(other.page.locator(f"#seat-{mine.seat} .rung.done")).to_contain_text("= 9")
    mine.throws_one_away()
    expect(other.page.locator("#turn")).to_contain_text("Your turn")


@either
def test_the_tutorial_over_the_table_is_done_by_one_key_or_by_resting(people: People, kind: type[Presser]) -> None:
    _, (child,) = people.at_a_table((kind, LAPTOP), settings=SOLO, teacher=a_class_of(people, kind))
    child.has_a_line()
    child.follows("Try it first")
    sheet = child.page.get_by_role("dialog", name="Try it first")
    for step in range(2, 6):
        child.uses(sheet.locator(f"a[data-next][href='?step={step}']"))
        expect(sheet.locator("[data-step]")).to_have_attribute("data-step", str(step))
    child.uses(sheet.get_by_role("button", name="Back to the table"))
    expect(sheet).to_have_count(0)
    child.is_ready()
