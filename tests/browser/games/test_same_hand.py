"""One hand of Nine to Nothing for everybody: two children, and the projector in front of them."""

import re

from playwright.sync_api import expect

from game.rules.nine_to_nothing.cards import DECK, terms
from game.rules.nine_to_nothing.solver import best_lay
from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations
from tests.browser.driving.nine import Player
from tests.browser.driving.people import LAPTOP, PHONE
from tests.browser.over_http.people import NINE


def longest_sum(child: Player) -> list[str]:
    """The wire ids of the longest sum, as they are tapped: a sign change before the card it flips."""
    pack, wires = list(DECK), {}
    for wire, value in child.values().items():
        card = next(one for one in pack if one.value == value)
        pack.remove(card)
        wires[card.id] = wire
    found = terms(best_lay(list(wires), child.target()).cards)
    return [wires[card.id] for term in found for card in (term.change, term.card) if card]


def test_two_children_look_for_the_longest_sum_of_one_hand(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(NINE.but(mode="same_hand", hand_limit="300000"))
    children = people.come_in(code, (Player, PHONE), (Player, LAPTOP))
    for child in children:
        child.goes("/waiting/")
    board = teacher.page
    teacher.looks_at("screen/")
    teacher.by_http.starts()
    people.go_to_their_tables(children)
    people.hear_go(children)
    amir, bea = children
    assert sorted(amir.values().values()) == sorted(bea.values().values())
    expect(board.locator(".same-hand li")).to_have_count(7)
    bea.lays(bea.wrong_sum())
    bea.is_told(re.compile(r"That makes −?\d+\. You need \d\."))
    amir.lays(longest_sum(amir))
    expect(amir.page.locator("#own-sum")).to_contain_text("Your sum:")
    for page in (bea.page, board):
        expect(page.locator("body")).to_contain_text("1 has a sum.")
        expect(page.locator("body")).not_to_contain_text("Your sum:")
    for page in (amir.page, bea.page, board):
        assert axe_violations(page) == []
    for child in children:
        child.presses_on_table("done")
    expect(amir.page.locator("[data-result]")).to_have_text("You have the longest sum!")
    expect(bea.page.locator("[data-result]")).to_have_text("Good round, Bea!")
    expect(board.locator("#screen")).to_contain_text("1 player")
    expect(board.locator("#screen")).not_to_contain_text("Amir")
    for page in (amir.page, bea.page, board):
        assert axe_violations(page) == []
