"""Turns as both children hear them, in three languages, and a whole round to its end."""

from collections.abc import Sequence

from tests.browser.conftest import People
from tests.browser.driving.patience import A_ROUND, patiently
from tests.browser.driving.people import Child
from tests.browser.driving.play import has_last_card, wait_until_settled
from tests.browser.ears.ears import Ears
from tests.browser.ears.listener import said_twice
from tests.browser.ears.test_by_ear import at_a_table, gets_ready, in_each_language, pytestmark
from tests.browser.ears.words import ENGLISH, Words
from tests.browser.over_http.people import SHORT, TURNS

__all__ = ["pytestmark"]

SMALL_NUMBERS = TURNS.but(**SHORT, highest="5")
ONE_LEFT = "You have one card left. "
"""Said before whose turn it is; in English, for only there a round comes so far."""
LAST_CARD = "Plays face down on anything. "
"""Said of the last card, when it is drawn."""
TWO = 2
MINE = "() => document.getElementById('turn')?.classList.contains('mine')"


class Listeners:
    """Children who listen, each with what it has heard so far."""

    def __init__(self, children: Sequence[Child], words: Words) -> None:
        self.children, self.words = children, words
        self.ears = {child: Ears(child.page) for child in children}
        self.heard: dict[Child, list[str]] = {child: [] for child in children}
        self.top = words.top.removeprefix("polite: ")

    def acts(self, child: Child, button: str, sentence: str) -> None:
        """Press a button by key; the child hears what comes of it, and its focus is not lost."""
        child.page.locator(f"#{button}").focus()
        child.looks()
        self.heard[child] += self.ears[child].hears()
        self.heard[child] += self.ears[child].presses("Enter", sentence)

    def take_a_turn(self) -> None:
        """Whoever has the turn draws, plays or passes; the next one hears that it is its turn."""
        mine, other = sorted(self.children, key=lambda child: not child.page.evaluate(MINE))
        news = ONE_LEFT if _left(mine) == TWO else ""
        turn_of = f"{self.words.turn_of.replace('NAME', other.name)} {self.top}"
        if has_last_card(mine):
            self.acts(mine, next(iter(mine.hand())), self.words.finished)
        elif card := next(iter(mine.fitting()), ""):
            self.acts(mine, card, f"polite: {news}{turn_of}")
            self.hears_of_its_turn(other)
        elif mine.can_draw():
            about = LAST_CARD if _left(mine) == 1 else ""
            self.acts(mine, "drawbox", self.words.drew.replace("Cards in hand", f"{about}Cards in hand"))
        else:
            self.acts(mine, "pass", f"polite: {self.words.passed} {turn_of}")
            self.hears_of_its_turn(other)

    def hears_of_its_turn(self, child: Child) -> None:
        """Wait until it is said: a hand quicker than any child's would play before the sentence comes."""

        def heard() -> bool:
            said = self.ears[child].hears()
            self.heard[child] += said
            return any(self.words.my_turn in phrase for phrase in said)

        patiently(heard, "the turn said", child)


def _left(child: Child) -> int:
    """How many cards a child still has, in its hand and to be drawn."""
    to_draw = int(child.page.locator("#drawbox .count").inner_text().split()[0]) if child.can_draw() else 0
    return child.cards.count() + to_draw


def at_turns(people: People, words: Words) -> Listeners:
    """Two children by turns after GO: one has got ready by keyboard, the last by a tap."""
    _, children = at_a_table(people, words, SMALL_NUMBERS)
    gets_ready(children[0], words)
    children[1].is_ready()
    for child in children:
        child.highest = 5
        child.waits_for("playing")
    return Listeners(children, words)


@in_each_language
def test_turns(people: People, words: Words) -> None:
    listeners = at_turns(people, words)
    for _ in range(6):
        listeners.take_a_turn()
    for child in listeners.children:
        seats = child.page.locator(".seat .name").all_inner_texts()
        child.page.locator("#drawbox").focus()
        counts = ". ".join([words.in_hand, *(f"{name}: {words.left}" for name in seats)])
        listeners.ears[child].presses("c", f"polite: {counts}")
        listeners.ears[child].presses("t", words.top)
        assert said_twice(listeners.heard[child]) == []


def test_a_whole_round_by_turns(people: People) -> None:
    listeners = at_turns(people, ENGLISH)
    children = listeners.children

    def goes_on() -> None:
        if children[0].phase == "playing":
            listeners.take_a_turn()
        else:
            for child in children:
                wait_until_settled(child)

    patiently(lambda: children[0].phase == "over", "the end", *children, meanwhile=goes_on, seconds=A_ROUND)
    for child in children:
        child.waits_for("over")
        assert child.page.evaluate("() => document.activeElement.matches('#over h2')")
        heard = listeners.heard[child] + listeners.ears[child].hears()
        assert said_twice(heard) == [], "\n".join(heard)
        assert any(f"{ENGLISH.my_turn} Top " in phrase for phrase in heard), heard
        assert any("You placed" in phrase for phrase in Ears(child.page).reads())
