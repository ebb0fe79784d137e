"""Nine to Nothing as children play it: both ways of checking, by keyboard, behind a firewall, without scripts."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.driving.looks import axe_violations, faults
from tests.browser.driving.nine import Player, at_nine
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import LAPTOP, PHONE
from tests.browser.driving.play import whose
from tests.browser.over_http.people import NINE
from tests.browser.table.test_screens import SCREENS, SMALLEST
from tests.browser.table.test_turns import SMALL, Unscripted
from tests.browser.table.test_without_sockets import Walled

pytestmark = pytest.mark.long

HIDDEN = {"running_sum": "hidden"}


def has_a_sum(mine: Player, other: Player) -> tuple[Player, Player]:
    """Play turns until the one whose turn it is has drawn and holds a sum; that one, and the other."""
    players = [mine, other]

    def drawn() -> tuple[Player, Player] | None:
        mine, other = whose(players)
        mine.draws()
        return (mine, other) if mine.sum_for(mine.target()) else None

    return patiently(drawn, "a sum", *players, meanwhile=lambda: whose(players)[0].throws_one_away(), seconds=A_ROUND)


def test_two_children_play_with_the_app_as_referee(people: People) -> None:
    mine, other = has_a_sum(*at_nine(people, (Player, SMALL), (Player, LAPTOP)))
    expect(other.page.locator("#turn")).to_contain_text(f"{mine.name}'s turn")
    held = other.page.locator("#hand .card").first.element_handle()
    mine.lays(mine.wrong_sum())
    mine.is_told(re.compile(r"That makes −?\d+\. You need 9\."))
    expect(mine.page.locator("[data-total]")).to_have_text(re.compile(r"^−?\d+$"))
    for card in mine.picked():
        mine.taps(card)
    good = mine.sum_for(9)
    mine.lays(good)
    for child in (mine, other):
        expect(child.page.locator(f"#seat-{mine.seat} .rung.done")).to_contain_text("= 9")
        expect(child.page.locator(f"#seat-{mine.seat} [aria-current=step]")).to_contain_text("8")
        assert axe_violations(child.page) == []
    expect(mine.page.locator(".help")).to_have_text(re.compile("longest"))
    expect(mine.cards).to_have_count(8 - len(good))
    mine.throws_one_away()
    expect(other.page.locator("#turn")).to_contain_text("Your turn")
    assert held.evaluate("card => card.isConnected")


def test_classmates_check_each_other(people: People) -> None:
    mine, other = whose(at_nine(people, (Player, PHONE), (Player, LAPTOP), checking="classmates"))
    mine.draws()
    mine.lays(mine.wrong_sum())
    expect(mine.page.locator("#check")).to_contain_text("My mistake")
    mine.presses("My mistake")
    expect(mine.cards).to_have_count(8)
    expect(other.page.locator("#turn")).to_contain_text(f"{mine.name} took the cards back.")
    mine.lays(mine.wrong_sum())
    other.presses("Check it")
    expect(other.page.locator("#turn")).to_contain_text("Well spotted!")
    expect(mine.page.locator("#turn")).to_contain_text("Throw one card away.")
    expect(mine.cards).to_have_count(8)
    for child in (mine, other):
        assert axe_violations(child.page) == []
    mine.throws_one_away()
    mine, other = has_a_sum(mine, other)
    mine.lays(mine.sum_for(9))
    other.presses("Check it")
    for child in (mine, other):
        expect(child.page.locator(f"#seat-{mine.seat} .rung.checked")).to_contain_text("✓")


def test_what_is_not_allowed_is_refused_in_kind_words(people: People) -> None:
    mine, other = whose(at_nine(people, (Player, PHONE), (Player, LAPTOP)))
    other.presses_on_table("draw")
    other.is_told(f"Wait for {mine.name}.")
    mine.draws()
    mine.presses_on_table("draw")
    mine.is_told("You have drawn. Lay cards, or throw one away.")
    expect(mine.page.locator("#lay")).not_to_have_class(re.compile("primary"))
    mine.presses_on_table("lay")
    mine.is_told("Pick two cards or more.")
    cards = [card for card, value in mine.values().items() if value][:2]
    mine.picks(cards)
    expect(mine.page.locator("#lay")).to_have_class(re.compile("primary"))
    for card in cards:
        mine.taps(card)
    expect(mine.page.locator("#lay")).not_to_have_class(re.compile("primary"))
    mine.presses_on_table("discard")
    mine.is_told("Pick one card to throw away.")
    mine.presses("Can I make it?")
    expect(mine.page.locator(".help")).to_have_text(re.compile("^(Yes, you can make 9|No, not with these)"))
    expect(other.page.locator(".help")).to_have_text("")


def test_a_turn_is_played_with_the_keyboard_alone(people: People) -> None:
    mine, other = has_a_sum(*at_nine(people, (Player, LAPTOP), (Player, LAPTOP), running_sum="live"))
    keys = mine.page.keyboard
    mine.page.locator("#hand .card[tabindex='0']").focus()
    for card in mine.sum_for(9):
        keys.press("Home")
        mine.goes_along_to(card)
        keys.press("Space")
        expect(mine.page.locator(f"#{card}")).to_have_attribute("aria-pressed", "true")
    expect(mine.page.locator("[data-total]")).to_have_text("9")
    mine.page.locator("#lay").focus()
    keys.press("Enter")
    for child in (other, mine):
        expect(child.page.locator(f"#seat-{mine.seat} .rung.done")).to_contain_text("= 9")
    assert mine.page.evaluate("() => document.activeElement.id") == "lay"


def test_turns_go_round_behind_a_firewall(people: People) -> None:
    children = at_nine(people, (WalledPlayer, PHONE), (Player, LAPTOP))
    for _ in range(4):
        mine, other = whose(children)
        mine.draws()
        mine.throws_one_away()
        expect(mine.page.locator("#turn")).not_to_contain_text("Your turn")
        expect(other.page.locator("#turn")).to_contain_text("Your turn")


def test_two_children_play_without_any_script(people: People) -> None:
    children = at_nine(people, (UnscriptedPlayer, SMALL), (UnscriptedPlayer, LAPTOP), **HIDDEN)
    for child in children:
        child.page.get_by_role("link", name="Look again").click()
    mine, other = whose(children)
    mine.draws()
    mine.lays(mine.wrong_sum())
    expect(mine.page.get_by_role("status").first).to_contain_text("That is not 9. Look again.")
    if good := mine.sum_for(9):
        mine.lays(good)
        expect(mine.page.get_by_role("status").first).to_contain_text("Your cards are on the table.")
        expect(mine.page.locator(f"#seat-{mine.seat} .rung.done")).to_contain_text("= 9")
    mine.throws_one_away()
    expect(mine.page.locator("#turn")).to_contain_text(f"{other.name}'s turn")
    other.page.get_by_role("link", name="Look again").click()
    expect(other.page.locator("#turn")).to_contain_text("Your turn")


def test_a_sign_change_is_tapped_onto_a_card(people: People) -> None:
    children = at_nine(people, (Player, PHONE), (Player, LAPTOP))

    def takes_a_turn() -> None:
        mine, other = whose(children)
        mine.draws()
        mine.throws_one_away()
        expect(other.page.locator("#turn")).to_contain_text("Your turn")

    def holds_one() -> Player | None:
        return next((child for child in children if 0 in child.values().values()), None)

    holder = patiently(holds_one, "a sign change", *children, meanwhile=takes_a_turn, seconds=A_ROUND)
    values = holder.values()
    change, card = (next(one for one, value in values.items() if (value == 0) is wanted) for wanted in (True, False))
    holder.picks([change])
    holder.is_told("Now tap the card to change.")
    holder.picks([card])
    counts, kind = (f"{-values[card]}", "plus") if values[card] < 0 else (f"−{values[card]}", "minus")
    expect(holder.page.locator("[data-picks]")).to_have_text(counts)
    expect(holder.page.locator("[data-spoken]")).to_have_text(f"{kind} {abs(values[card])}")
    held = holder.page.locator(f"#{card}")
    expect(held.locator(".k")).to_have_class(f"k {kind}")
    expect(held.locator(".n")).to_have_text(counts if kind == "minus" else f"+{counts}")
    expect(held.locator(".vh")).to_have_text(f"{kind} {abs(values[card])}")
    holder.taps(card)
    expect(holder.page.locator("[data-picks]")).to_have_text("")
    expect(held.locator(".vh")).to_have_text(f"{'minus' if kind == 'plus' else 'plus'} {abs(values[card])}")


@pytest.mark.parametrize("viewport", [SMALL, LAPTOP], ids=["phone", "laptop"])
def test_the_table_fits_the_screen(people: People, viewport: ViewportSize) -> None:
    mine, _ = whose(at_nine(people, (Player, viewport), (Player, viewport), checking="classmates"))
    mine.draws()
    assert misplaced(mine, viewport) == []
    assert faults(mine.page) == []


def misplaced(child: Player, screen: ViewportSize) -> list[str]:
    """What is not where it should be on a screen of this size: the page does not scroll, nothing lies on the cards."""
    child.page.set_viewport_size(screen)
    high = child.page.evaluate("() => document.documentElement.scrollHeight")
    found = [f"the page is {high} px high"] if high > screen["height"] else []
    box = child.page.locator("#actions").bounding_box()
    assert box
    for card in child.cards.evaluate_all("cards => cards.map(card => card.getBoundingClientRect().toJSON())"):
        if min(card["width"], card["height"]) < SMALLEST:
            found.append(f"a card of {card['width']} x {card['height']} px")
        if card["bottom"] > box["y"] > card["top"]:
            found.append(f"a card ends at {card['bottom']} px, over the buttons at {box['y']}")
    return [f"{screen}: {one}" for one in found]


def test_while_sums_may_be_checked_the_table_still_fits_every_screen(people: People) -> None:
    mine, other = whose(at_nine(people, (Player, PHONE), (Player, PHONE), checking="classmates"))
    mine.draws()
    for claims in (1, 2):
        mine.page.set_viewport_size(LAPTOP)
        mine.lays(mine.wrong_sum())
        for child in (mine, other):
            expect(child.page.locator("#check .claim")).to_have_count(claims)
            assert [wrong for screen in SCREENS for wrong in misplaced(child, screen)] == []
    other.page.set_viewport_size(SCREENS[2])
    last = other.page.locator("#check .button").last
    last.focus()
    expect(last).to_be_in_viewport(ratio=0.9)
    assert axe_violations(other.page) == []
    other.page.keyboard.press("Enter")
    expect(other.page.locator("#turn")).to_contain_text("Well spotted!")


def test_big_cards_and_a_calm_table_are_one_childs_own(people: People) -> None:
    teacher = people.with_a_class()
    teacher.goes(f"/classes/{teacher.classroom}/")
    teacher.page.locator("summary", has_text="What to do with Amir").click()
    teacher.follows("Settings Amir")
    teacher.page.get_by_label("Big cards").check()
    teacher.page.get_by_label("Calm table").check()
    teacher.presses("Save")
    who = [(Player, PHONE)] * 2
    _, children = people.in_a_race(*who, settings=NINE.but(checking="classmates"), teacher=teacher)
    amir, bea = children
    mine, _ = whose(children)
    mine.draws()
    for screen in (*SCREENS, LAPTOP):
        for child in children:
            child.page.set_viewport_size(screen)
        sizes = [child.cards.first.bounding_box() for child in (amir, bea)]
        big, usual = ((box["width"], box["height"]) for box in sizes if box)
        assert big[0] * big[1] > 1.3 * usual[0] * usual[1], screen
        assert amir.page.evaluate("() => document.documentElement.scrollHeight") <= screen["height"]
        assert axe_violations(amir.page) == []
        last = amir.cards.last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=0.9)
    for child, other in ((amir, bea), (bea, amir)):
        own, others = (child.page.locator(f"#seat-{seat} .counts > span") for seat in (child.seat, other.seat))
        expect(own).to_be_visible()
        expect(others).to_be_visible(visible=child is bea)


def test_the_teacher_sees_targets_and_points_and_the_results(people: People) -> None:
    teacher = people.with_a_class()
    code = teacher.lets_in(NINE)
    teacher.looks_at()
    teacher.sees("Nine to Nothing")
    children = people.come_in(code, (Player, LAPTOP), (Player, LAPTOP))
    for child in children:
        child.goes("/waiting/")
    teacher.starts()
    people.go_to_their_tables(children)
    people.hear_go(children)
    teacher.sees("at 9 · 0 points")
    assert faults(teacher.page) == []
    teacher.ends()
    teacher.sees("Nine to Nothing")
    expect(teacher.page.locator('td[data-label="Points"]')).to_contain_text("Amir 0")
    assert faults(teacher.page) == []


class WalledPlayer(Walled, Player):
    """A child behind the firewall."""


class UnscriptedPlayer(Player, Unscripted):
    """A child whose browser runs no scripts: a tap on a card asks for the page anew."""

    def values(self) -> dict[str, int]:
        self.page.wait_for_load_state()
        return super().values()

    def draws(self) -> None:
        self.page.locator("#draw").click()
        expect(self.page.get_by_role("status").first).to_contain_text("You have drawn.")

    def is_ready(self) -> None:
        self.page.locator("#ready").click()
