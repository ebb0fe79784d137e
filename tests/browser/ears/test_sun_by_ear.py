"""A table against the sun, and the tutorial over it, by ear and keys in three languages."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import People
from tests.browser.ears.ears import Ears, nameless
from tests.browser.ears.test_by_ear import at_a_table, gets_ready, in_each_language, pytestmark
from tests.browser.ears.words import Words
from tests.browser.over_http.people import SUN

__all__ = ["pytestmark"]

TOGETHER = SUN.but(sun="600000")


def said_of(part: Locator) -> str:
    return " ".join((part.text_content() or "").split())


@in_each_language
def test_each_step_of_the_tutorial_is_said_and_the_focus_comes_back(people: People, words: Words) -> None:
    _, (amir, _bea) = at_a_table(people, words, TOGETHER)
    page = amir.page
    amir.has_a_line()
    ears = Ears(page)
    page.locator("#try").press("Enter")
    sheet = page.get_by_role("dialog")
    for step in range(2, 6):
        ears.forget()
        sheet.locator(f"a[data-next][href='?step={step}']").press("Enter")
        expect(sheet.locator("[data-step]")).to_have_attribute("data-step", str(step))
        expect(sheet.locator("h2")).to_be_focused()
        ears.hears_that(f"heading, {said_of(sheet.locator('h2'))}, level 2")
    sheet.locator(".now-you button").press("Enter")
    expect(page.locator("#try")).to_be_focused()


@in_each_language
def test_the_sun_and_the_cards_of_all_together_are_said(people: People, words: Words) -> None:
    _, (amir, bea) = at_a_table(people, words, TOGETHER)
    ears = gets_ready(amir, words)
    bea.is_ready()
    ears.hears_that(words.go, words.top)
    ears.presses("Enter", words.drew)
    table = Ears(amir.page).reads()
    together, sun = said_of(amir.page.locator("#to-go")), said_of(amir.page.locator("#sun p")).split(":")[0]
    assert together in " ".join(table)
    assert any(phrase.startswith(sun) for phrase in table), table
    assert nameless(table) == []
