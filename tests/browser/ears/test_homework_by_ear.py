"""Homework at home by ear and keys, from the card to its end, in three languages."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NAMES, People
from tests.browser.driving.people import LAPTOP, Child, Teacher
from tests.browser.ears.ears import Ears, is_said, nameless
from tests.browser.ears.test_by_ear import pytestmark
from tests.browser.ears.test_reports_by_ear import CHOOSES
from tests.browser.ears.words import HOMEWORK, HomeworkWords

__all__ = ["pytestmark"]

CARDS = 3
"""So many are to be placed."""


class AtHome(Child):
    """A child with its card from school."""

    def right_card(self) -> int:
        """The place in the hand of a card that fits: worked out from the top card, as a child does."""
        top = self.page.locator(".middle .card")
        number, step = (int(re.sub(r"\D", "", top.locator(part).inner_text())) for part in (".n", ".k"))
        answers = {(number + way * step - 1) % 10 + 1 for way in (-1, 1)}
        held = self.page.locator(".eight .card .n").all_inner_texts()
        return [int(text) in answers for text in held].index(True)


def give_homework(teacher: Teacher) -> list[str]:
    """Homework of a few cards; return the addresses on the children's cards."""
    path, http = f"/classes/{teacher.classroom}/homework/", teacher.by_http
    until = re.search(r'name="until" value="([\d-]+)"', http.gets(path)[1])
    assert until
    fields = {**http.chosen(path), "unit": "cards", "amount": str(CARDS), "until": until[1]}
    http.posts(path, fields=fields)
    page = http.gets(f"/classes/{teacher.classroom}/cards/?as=cards")[1]
    return [f"{card}/" for card in dict.fromkeys(re.findall(r"/card/[0-9A-Z]{12,}", page))]


def test_homework_is_done_by_ear_in_three_languages(people: People) -> None:
    cards = give_homework(people.with_a_class())
    for card, name, words in zip(cards[: len(HOMEWORK)], NAMES[: len(HOMEWORK)], HOMEWORK, strict=True):
        child = people(AtHome, LAPTOP)
        child.goes(card)
        assert child.page.evaluate(CHOOSES, words.locale)
        child.goes("/practice/")
        finds_its_homework(child, name, words)
        ears = Ears(child.page)
        for placed in range(1, CARDS + 1):
            places_a_card(child, ears, words, placed)
        assert any(phrase.endswith(f"✓ {words.done}") for phrase in Ears(child.page).reads())


def finds_its_homework(child: AtHome, name: str, words: HomeworkWords) -> None:
    said = Ears(child.page).reads()
    assert any(name in phrase for phrase in said)
    assert f"button, {words.button}" in said
    assert nameless(said) == []
    child.page.get_by_role("button", name=words.button).focus()
    child.page.keyboard.press("Enter")
    expect(child.page.locator(".eight .card")).to_have_count(8)
    child.page.wait_for_load_state()  # before its scripts are there a card is sent as a form, and a new page comes


def places_a_card(child: AtHome, ears: Ears, words: HomeworkWords, placed: int) -> None:
    """Put a card down by key: what came of it is said, without arrows, and the focus goes to the next top card."""
    page = child.page
    page.locator(".eight .card").nth(child.right_card()).focus()
    ears.forget()
    page.keyboard.press("Enter")
    top = f"heading, {words.top}, level 2"
    said = ears.hears_until(lambda said: _is_right(said, words.right, top), f"{words.right!r} and {top!r}")
    assert not [phrase for phrase in said if "→" in phrase]
    expect(page.locator(".placed")).to_contain_text(words.progress.format(placed, CARDS))
    assert page.evaluate("() => document.activeElement.id") == "practice-top"


def _is_right(said: list[str], right: str, top: str) -> bool:
    """Whether a child hears that its card was right and what lies on top now, in whichever order."""
    return any(phrase.startswith(right) for phrase in said) and any(is_said(top, phrase) for phrase in said)
