"""A child who sees nothing and has a keyboard: joins, practises, plays, in three languages.

What it hears is asserted, and that the focus is never lost.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.driving.people import LAPTOP, Child, Teacher
from tests.browser.ears.ears import Ears, is_said, nameless
from tests.browser.ears.words import LANGUAGES, Words
from tests.browser.over_http.people import NINE, RACE, Settings

pytestmark = pytest.mark.long

in_each_language = pytest.mark.parametrize("words", LANGUAGES, ids=lambda words: words.locale)


def speaks(teacher: Teacher, words: Words) -> None:
    """The class reads in this language: so do its children."""
    teacher.goes(f"/classes/{teacher.classroom}/rename/")
    teacher.page.locator("[name=language]").select_option(words.locale)
    teacher.page.locator("main form button.primary").click()
    teacher.page.wait_for_url(re.compile(r"/classes/\d+/$"))


def at_a_table(people: People, words: Words, settings: Settings) -> tuple[Teacher, list[Child]]:
    teacher = people.with_a_class()
    speaks(teacher, words)
    return people.at_a_table(*[(Child, LAPTOP)] * 2, settings=settings, teacher=teacher)


def gets_ready(child: Child, words: Words) -> Ears:
    """Say that one is ready by keyboard: the light in the bar first."""
    child.has_a_line()
    ears = Ears(child.page)
    child.page.locator("#ready").focus()
    ears.hears_that(words.ready)
    ears.presses("Enter", words.waits)
    return ears


@in_each_language
def test_a_child_comes_in_and_practises_by_ear(people: People, words: Words) -> None:
    teacher = people.with_a_class()
    speaks(teacher, words)
    code = teacher.lets_in()
    child = people(Child, locale=words.locale)
    page = child.page
    child.goes("/join/")
    joining = Ears(page).reads()
    assert f"textbox, {words.code}" in joining
    assert nameless(joining) == []
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/join/{code}/")
    names = Ears(page).reads()
    assert words.name in names
    assert "button, Amir" in names
    child.taps_name("Amir")
    page.wait_for_url("**/waiting/")
    waiting = Ears(page).reads()
    assert words.wait in waiting
    assert nameless(waiting) == []
    child.goes("/practice/")
    page.locator(f"button:text-is('{words.practise}')").click()
    page.wait_for_url("**/practice/**")
    ears = Ears(page)
    said = ears.reads()
    assert any(is_said(words.practice_top, phrase) for phrase in said), said
    assert sum(is_said(f"button, {words.card}", phrase) for phrase in said) == 8
    for card in page.locator(".eight .card").all()[:1]:
        card.focus()
        ears.forget()
        page.keyboard.press("Enter")
        expect(page.locator(".feedback")).not_to_be_empty()
        ears.hears_until(lambda said: _answered(said, words.practice_top), "what came of it, and the top card")
        assert page.evaluate("() => document.activeElement !== document.body")


def _answered(said: list[str], top: str) -> bool:
    """Whether somebody is told what came of a card, and what lies on top now, in whichever order."""
    return any(phrase.startswith("polite: ") for phrase in said) and any(is_said(top, phrase) for phrase in said)


@in_each_language
def test_a_race_is_heard_and_played_by_ear(people: People, words: Words) -> None:
    teacher, (amir, bea) = at_a_table(people, words, RACE)
    ears = gets_ready(amir, words)
    bea.is_ready()
    ears.hears_that(words.go, words.top)  # a machine that stops for a second leaves a number out
    assert amir.page.evaluate("() => document.activeElement.id") == "drawbox"
    for _ in range(6):
        ears.presses("Enter", words.drew)
        amir.page.wait_for_timeout(200)  # a quicker second press is a bounce
    ears.presses("t", words.top)
    ears.presses("t", words.top)
    ears.presses("h", "polite: " + ". ".join(["{}"] * 6))
    seats = amir.page.locator(".seat .name").all_inner_texts()
    ears.presses("c", ". ".join([f"polite: {words.in_hand}", *(f"{name}: {words.left}" for name in seats)]))
    amir.page.locator("#hand .card").first.focus()
    ears.hears_that("button, {}")
    amir.page.keyboard.press("Home")
    if misfits := amir.misfits():
        amir.goes_along_to(misfits[0])
        ears.presses("Enter", words.wrong)
    for _ in range(4):
        bea.draws()
    while not (fitting := bea.fitting()):
        bea.draws()
    ears.forget()
    bea.plays(fitting[0])
    ears.hears_that(words.top)
    ears.presses("l")
    expect(amir.page.locator("#live")).to_contain_text("Bea")
    teacher.goes(f"/sessions/{teacher.session}/monitor/")
    table = Ears(amir.page).reads()
    assert nameless(table) == []
    assert [phrase for phrase in table if phrase in ("you", "þú", "tú")] == [table[table.index("Amir") + 1]]


@in_each_language
def test_a_turn_of_nine_to_nothing_is_heard_and_taken_by_ear(people: People, words: Words) -> None:
    _, children = at_a_table(people, words, NINE)
    gets_ready(children[0], words)
    children[1].page.locator("#ready").click()
    for child in children:
        child.waits_for("playing")
    mine, other = sorted(children, key=lambda child: child.page.locator("#turn.mine").count(), reverse=True)
    page, ears = mine.page, Ears(mine.page)
    page.locator("#draw").focus()
    ears.presses("l", f"polite: {words.my_turn} {words.draw_first}")
    held = page.locator("#hand .card").evaluate_all("cards => cards.map(card => '#' + card.id)")
    ears.presses("Enter")
    said = ears.hears_until(lambda said: any(phrase.endswith(words.make) for phrase in said), words.make)
    drawn = page.locator(f"#hand .card:not({', '.join(held)}) .vh").inner_text()
    assert f"polite: {words.new_card}: {drawn}. {words.make}" in said
    card = page.locator("#hand .card:not([data-v='0'])").first
    card.focus()
    ears.presses(" ", f"polite: {words.picked} {card.locator('.vh').inner_text()} = ?")
    assert nameless(ears.reads()) == []
    assert nameless(Ears(other.page).reads()) == []
