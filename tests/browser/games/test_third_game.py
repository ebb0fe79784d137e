"""A game that brings its rules and one template is played at phones to its end, on the page and script of any game."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import People, alone
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import PHONE, Child
from tests.browser.driving.server import Server
from tests.browser.driving.set_up import chooses_way, sets
from tests.browser.prepared import copied


class ServerWithIt(Server):
    """Cardinal with one game more."""

    def _manage(self, *command: str) -> list[str]:
        return [sys.executable, "tests/third_game/served.py", *command]


class Player(Child):
    """A child at a table of Match It. A card shows its colour and its number."""

    def has_the_turn(self) -> bool:
        return self.page.locator("#turn.mine").count() == 1

    def matching(self) -> list[str]:
        """Cards that share their colour or their number with the top card."""
        colour, number = self.page.locator("#top .card").inner_text().split("-")
        shown = self.cards.evaluate_all("cards => cards.map(card => [card.id, ...card.innerText.split('-')])")
        return [card for card, *face in shown if face[0] == colour or face[1] == number]

    def takes_its_turn(self) -> None:
        number = self.board.get_attribute("data-n")
        self.taps(next(iter(self.matching()), "draw"))
        expect(self.board).not_to_have_attribute("data-n", number or "")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    with alone(copied(prepared, tmp_path_factory.mktemp("cardinal")), ServerWithIt) as server:
        yield server


def match_it(page: Page) -> None:
    chooses_way(page, "match_it.")
    sets(page, "table_size", "2")


def test_two_children_play_it_at_phones_to_its_end(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.opens_a_session(size=2, choose=match_it)
    children = people.come_in(code, (Player, PHONE), (Player, PHONE))
    for child in children:
        child.goes("/waiting/")
    teacher.starts()
    people.go_to_their_tables(children)
    people.hear_go(children)
    waiting = next(child for child in children if not child.has_the_turn())
    waiting.taps("draw")
    waiting.is_told("Wait for")

    def goes_on() -> None:
        for child in children:
            if child.phase == "playing" and child.has_the_turn():
                child.takes_its_turn()

    over = "the end of the round"
    patiently(lambda: children[0].phase == "over", over, *children, meanwhile=goes_on, seconds=A_ROUND)
    for child in children:
        child.waits_for("over")
        child.sees(re.compile(r"You have won!|Good round, "))
